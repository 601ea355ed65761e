"""Moves found at once equal those that a piece finds by walking, in every state."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import wraps
from typing import Any

import pytest

from ludo_env import Game, Spec, game_of, load_game
from ludo_env._engine.family import DECIDE, Machine
from ludo_env._engine.kernel import BEGIN, PLAY, SETTLE, unpack_status
from ludo_env._families.track.actions import numbers_of
from ludo_env._families.track.facts import RaceFacts
from ludo_env._families.track.games.french import french_ludo
from ludo_env._families.track.games.ludo import ludo
from ludo_env._families.track.squares import shut_by, squares_of
from ludo_env._families.track.striding import can_stride
from ludo_env._families.track.surveying import can_survey
from ludo_env.boards import cross, ring
from ludo_env.rules import blocks, bounce_back, dice, enemy_blocks, no_passing

_STATES = 1000


def _on_ring(**more: Any) -> Spec:
    return replace(ludo(), board=ring(length=20, lane=4, pieces=6, **more))


SPECS = {
    "ludo": ludo(),
    "three players": ludo(3, seats=(0, 1, 3)),
    "no safe squares": ludo(safe_squares=()),
    "two dice, also together": ludo().replace(dice(count=2, together=True)),
    "large numbers": ludo().replace(dice(faces=(1, 9, 40))),
    "blocks on safe squares": ludo().replace(blocks(where="everywhere")),
    "back from home": ludo().without("overshoot_finishes").with_rules(bounce_back()),
    "no laps": ludo().without("capture_before_home"),
    "short ring": _on_ring(),
    "early gate": _on_ring(gate=16),
    "corners": replace(ludo(), board=cross(corners=True)),
    "a cross of five": replace(ludo(), board=cross(arms=5, end_path=3)),
    # In these games pieces stride, but moves are listed as in other games.
    "nobody stops": ludo().without("blocks"),
    "blocks of others": ludo().without("blocks").with_rules(enemy_blocks()),
    "blocks of the other team": ludo(mode="teams").without("blocks").with_rules(enemy_blocks()),
    "French": french_ludo(),
    "French, on the entry too": french_ludo(3, exit_sweep_includes_entry=True),
    "no protection": french_ludo().without("enemy_blocks"),
    "mensch": load_game("mensch"),
    "uckers": load_game("uckers"),
}
SURVEYED = list(SPECS)[:12]


def _walking(game: Game) -> Machine:
    """Return the verbs of a game whose pieces walk, because its `may_pass` names no squares."""
    laws = game.plain.laws

    def may_pass(s: Any, colour: int, cell: int) -> Any:
        return laws.may_pass(s, colour, cell)

    facts: RaceFacts = game.facts
    slow = replace(laws, may_pass=may_pass)
    assert not can_stride(game.plain.tables, slow, facts)
    return game.spec.family.machine(game.plain.tables, slow, facts)


def _found(machine: Machine, game: Game, state: Any) -> Any:
    """Return what `find` marks and lists, where the moves lead, and the state that it leaves."""
    mask, notes, choices = game.scratch()
    count = machine.find(state, mask, notes, choices)
    listed = list(choices[:count])
    return list(mask), listed, [notes[at] for at in listed if at < game.actions - 1], vars(state)


def _compare(game: Game, walking: Machine, record: Any) -> None:
    once, again = game.layout.unpack(record), game.layout.unpack(record)
    assert _found(game.plain.machine, game, once) == _found(walking, game, again)


@pytest.mark.parametrize("name", SPECS)
def test_pieces_stride_where_they_would_walk(name: str) -> None:
    """All states of random games have the same moves in the same order."""
    game = game_of(SPECS[name], "python")
    laws, board = game.plain.laws, game.plain.tables
    assert can_stride(board, laws, game.facts)
    surveyed = can_survey(board, laws, game.facts, numbers_of(board, game.facts))
    assert surveyed == (name in SURVEYED)
    walking, luck = _walking(game), random.Random(1)
    session = game.session(seed=1)
    status = session.run(BEGIN | SETTLE, 0)
    for _ in range(_STATES):
        count = unpack_status(status)[2]
        if count == 0:
            status = session.run(BEGIN | SETTLE, 0)
            continue
        _compare(game, walking, session.record)
        action = int(session.choices[luck.randrange(count)])
        status = session.run(PLAY | SETTLE, action)


@pytest.mark.parametrize("name", SPECS)
def test_pieces_stride_from_anywhere(name: str) -> None:
    """This also holds in states that play never reaches: pieces anywhere, in any number."""
    game = game_of(SPECS[name], "python")
    walking, luck = _walking(game), random.Random(2)
    finish, faces = game.plain.tables.finish, game.facts.faces
    for _ in range(_STATES):
        record = game.layout.new()
        state = game.layout.unpack(record)
        near = luck.randint(0, finish)
        for piece in range(len(state.progress)):
            anywhere = luck.choice((-1, luck.randint(0, finish), max(near - luck.randint(0, 6), 0)))
            state.progress[piece] = anywhere
        for flag in ("has_captured", "locked"):
            for at in range(len(vars(state).get(flag, ()))):
                getattr(state, flag)[at] = luck.randint(0, 1)
        if "captor" in game.layout.fields:
            for piece in range(len(state.captor)):
                jailed = state.progress[piece] < 0 and luck.randint(0, 1)
                state.captor[piece] = luck.randint(1, game.players) if jailed else 0
        for die in range(game.facts.dice):
            game.plain.laws.take(state, luck.choice(faces), die)
        if "bag_sixes" in game.layout.fields:
            state.bag_sixes = luck.randint(0, 3)
        state.seat = state.colour = luck.randrange(game.players)
        state.phase = DECIDE
        game.plain.machine.derive(state)
        game.layout.pack(state, record)
        _compare(game, walking, record)
        if shut_by(game.plain.laws.may_pass) is not None:
            _compare_with_count(game, state, everywhere="everywhere" in repr(game.spec.rules))


def _compare_with_count(game: Game, state: Any, everywhere: bool) -> None:
    """Blocks are the squares on which two pieces of a colour are found one by one."""
    board, may_pass = game.plain.tables, game.plain.laws.may_pass
    places = [
        (player, board.cell[player, state.progress[player * board.pieces + piece]])
        for player in range(game.players)
        for piece in range(board.pieces)
        if state.progress[player * board.pieces + piece] >= 0
    ]
    blocked = {
        cell
        for player, cell in places
        if places.count((player, cell)) > 1
        if cell < board.ring and (everywhere or not board.sheltered[cell])
    }
    assert {cell for cell in range(len(state.crowd)) if not may_pass(state, 0, cell)} == blocked


@pytest.mark.parametrize(
    "spec",
    [
        ludo().replace(blocks(size=3)),
        ludo(mode="teams"),  # whose blocks are of two colours
        ludo().with_rules(no_passing()),
        ludo().with_rules(enemy_blocks()),
        replace(ludo(), board=cross(end_path=8)),
    ],
    ids=["three for a block", "teams", "two rules", "two sets", "a long ring"],
)
def test_pieces_walk_where_squares_have_no_name(spec: Spec) -> None:
    """Where a rule cannot name what it shuts, or another speaks as well, pieces walk."""
    game = game_of(spec, "python")
    assert not can_stride(game.plain.tables, game.plain.laws, game.facts)


def test_a_hook_around_another_names_no_squares() -> None:
    """A wrapper may answer otherwise, so the squares that the wrapped hook named do not count."""
    game = game_of(ludo(), "python")
    laws = game.plain.laws

    @wraps(laws.may_pass)
    def may_pass(s: Any, colour: int, cell: int) -> bool:
        return False

    assert shut_by(laws.may_pass) is not None
    assert shut_by(may_pass) is None
    assert squares_of(may_pass) is None
