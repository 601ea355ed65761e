"""Replays: the rules, start, dice and actions of a game that was played.

Going through a replay needs no seed and no random generator.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import index
from typing import Any, NamedTuple

import numpy as np

from ludo_env._engine.arguments import is_flag
from ludo_env._engine.chance import seed_number
from ludo_env._engine.errors import LudoError, quoted
from ludo_env._engine.family import OVER, STOPPED
from ludo_env._engine.game import Game, game_of
from ludo_env._engine.spec import Spec
from ludo_env._engine.state import Record
from ludo_env._play.move_log import move_in_words
from ludo_env._play.table import Table
from ludo_env._play.walkthrough import Chance, Drawn, Recorded, Walk
from ludo_env._render.display_options import Look
from ludo_env.agents.view import View

FINISHED, BROKEN_OFF, NOT_ENDED = ENDS = ("finished", "broken off", "not ended")
_PATIENCE = 10_000  # the most successive forced passes that an environment plays


class Frame(NamedTuple):
    """A state of a replay, and the move that led to it."""

    record: Record  # after all chance: a player is to decide, or the game has ended
    action: int  # -1 at the start
    player: int  # the player of the action; -1 at the start
    words: str  # the move in words; "" at the start


class Result(NamedTuple):
    """The result of a game."""

    end: str  # "finished", "broken off" by the rules, or "not ended"
    returns: tuple[float, ...]  # the reward of each player: 1, 0 or -1


@dataclass(frozen=True)
class Replay:
    """A game from its start; `dice` are all numbers that chance has shown, in order."""

    spec: Spec
    seed: int | None  # the seed of the dice, for the record
    number: int  # the stream of the seed
    start: str  # the start position as text; "" for the default
    dice: tuple[int, ...]
    actions: tuple[int, ...]  # forced passes included
    agents: tuple[str, ...]  # the agent of each seat; "" if unknown
    result: Result

    @staticmethod
    def of_table(table: Table) -> Replay:
        """Return the game of a table so far."""
        replay = replayed(
            table.game.spec, table.seed, table.actions, table.number, table.start,
            agents=table.seats,
        )  # fmt: skip
        if replay.game.position(_last_record(replay)) != table.position:
            raise LudoError("This table has not played its game from the beginning.")
        return replay

    @property
    def game(self) -> Game:
        """Return the game, in plain Python."""
        return game_of(self.spec, "python")

    def frames(self) -> list[Frame]:
        """Return the state at the first decision, and the one after each action."""
        return list(self._frames())

    def _frames(self) -> Iterator[Frame]:
        game = self.game
        for record, action, before in _steps(self):
            if before is None:
                yield Frame(record, action, -1, "")
            else:
                view = View(game, before, np.random.default_rng(0))
                yield Frame(record, action, view.seat, move_in_words(view, action))


def replayed(
    spec: Spec,
    seed: int | None,
    actions: Iterable[int],
    number: int = 0,
    position: str | None = None,
    dice: Iterable[int] | None = None,
    *,
    auto_pass: bool = False,
    agents: Iterable[str] = (),
) -> Replay:
    """Return the replay of actions played after `reset(seed, {"position": .., "dice": ..})`.

    With `auto_pass`, forced passes are missing in the actions and are inserted.
    """
    played = _whole(actions, "actions")
    script = _whole(() if dice is None else dice, "dice")
    if seed is None:
        raise LudoError("Dice that were drawn without a seed cannot be recovered; give the seed.")
    seed, number = seed_number(seed), _whole([number], "number")[0]
    if number < 0:
        raise LudoError(f"The number of a game is 0 or more, not {quoted(number)}.")
    walk = _begun(spec, Drawn(seed, number, script), position or "")
    for move, action in enumerate(played, 1):
        _play(walk, action, move, auto_pass)
    _pass(walk, auto_pass)
    return Replay(
        spec, seed, number, position or "", tuple(walk.dice), tuple(walk.actions),
        _seated(agents, spec.players), result_of(walk.game, walk.record),
    )  # fmt: skip


def outcome_of_replay(replay: Replay) -> tuple[Result, str]:
    """Return the result of a replay, and a short hash of its last position.

    The replay is played through; raise an error if its dice and actions do not fit.
    """
    game, record = replay.game, _last_record(replay)
    result = result_of(game, record)
    text = json.dumps([game.position(record), result.end, result.returns])
    return result, hashlib.sha256(text.encode()).hexdigest()[:16]


def look_at(game: Game, frames: Sequence[Frame], at: int, symbols: bool = False) -> Look:
    """Return how to draw the state after `at` moves: with the effects of the last move."""
    if at == 0:
        return Look(symbols=symbols)
    return Look(done=game.effects(frames[at - 1].record, frames[at].action), symbols=symbols)


def result_of(game: Game, record: Record) -> Result:
    """Return the present or final result of a game."""
    end = {OVER: FINISHED, STOPPED: BROKEN_OFF}.get(int(record["phase"][0]), NOT_ENDED)
    return Result(end, tuple(game.returns(record)))


def _last_record(replay: Replay) -> Record:
    """Return the state after the last action; refuse surplus dice."""
    recorded = Recorded(replay.dice)
    walk = _begun(replay.spec, recorded, replay.start)
    for move, action in enumerate(replay.actions, 1):
        _play(walk, action, move, auto_pass=False)
    if recorded.left:
        raise LudoError(f"the dice go on after the last move (left over: {len(recorded.left)}).")
    return walk.record


def _steps(replay: Replay) -> Iterator[tuple[Record, int, Record | None]]:
    """Yield each state, the action that led to it, and the state before."""
    walk = _begun(replay.spec, Recorded(replay.dice), replay.start)
    record = walk.record
    yield record, -1, None
    for move, action in enumerate(replay.actions, 1):
        _play(walk, action, move, auto_pass=False)
        before, record = record, walk.record
        yield record, action, before


def _begun(spec: Spec, chance: Chance, start: str) -> Walk:
    try:
        return Walk(game_of(spec, "python"), chance, start)
    except LudoError as error:
        raise type(error)(f"The beginning: {error}") from error


def _play(walk: Walk, action: int, move: int, auto_pass: bool) -> None:
    """Play an action; number it in any error."""
    try:
        if action != walk.game.pass_action:
            _pass(walk, auto_pass)
        walk.play(action)
    except LudoError as error:
        raise type(error)(f"Move {move}: {error}") from error


def _pass(walk: Walk, auto_pass: bool) -> None:
    for _ in range(_PATIENCE if auto_pass else 0):
        if not walk.must_pass:
            return
        walk.play(walk.game.pass_action)


def _whole(numbers: Iterable[Any], name: str) -> tuple[int, ...]:
    """Return whole numbers, including those of numpy, as plain `int`."""
    try:
        found = tuple(numbers)
        if any(map(is_flag, found)):
            raise TypeError
        return tuple(index(number) for number in found)
    except TypeError as error:
        raise LudoError(
            f"{name}: these are whole numbers, in a list, not {quoted(numbers)}."
        ) from error


def _seated(agents: Iterable[str], players: int) -> tuple[str, ...]:
    """Return a text for every seat."""
    texts = tuple(agents)
    if len(texts) > players:
        raise LudoError(f"There are {players} seats, not {len(texts)}.")
    return (*texts, *[""] * (players - len(texts)))
