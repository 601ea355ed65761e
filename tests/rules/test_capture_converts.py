"""Owners that change: a captured piece moves for its captor (`capture_converts`).

Clause L-7: ownership is constant unless a rule says otherwise, and then everything goes by it.
"""

from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from lockstep import play_games, play_positions
from oracle.converting_model import ConvertingModel, random_position
from positions import expect, legal_set, loose, on_backends
from small_races import GATE, LANE, LENGTH, converting

from ludo_env import (
    PositionError,
    SpecError,
    game_of,
    hooks,
    load_game,
    loose_ludo_v0,
    ludo_v0,
    rule,
    rules,
)
from ludo_env.render import draw_text
from ludo_env.rules import OWNER
from ludo_env.sessions import Conversion, Journey
from ludo_env.testing import check_env, check_game, check_rule


def at(position, dice=(), spec=None, **options):
    """Return an environment in a position, in plain Python."""
    return loose(spec or converting(), position, dice, **options)


# Effects of a capture


def test_a_captured_piece_stays_and_is_the_captors():
    """The entries are 0, 8 and 16: piece 0 of player 1 at 2 is on square 10, and is taken."""
    env = at("p0=7,y,y p1=2,y,y turn=0", [3, 1])
    env.step(0)
    expect(env, p0="10,y,y")
    expect(env, p1="10@0,y,y")


def test_the_captors_yard():
    """With goes_to="yard" it starts again from the yard of the captor."""
    env = at("p0=7,y,y p1=2,y,y turn=0", [3, 1], converting(goes_to="yard"))
    env.step(0)
    expect(env, p1="y@0,y,y")


def test_where_no_way_of_the_captor_leads():
    """The square behind the gate of player 0 is 23, where their pieces never come.

    Player 1 captures on square 7, which is 23 steps from entry 8: the piece goes to the yard.
    """
    spec = converting(rules.others_turn_back(count=3), rules.turn_limit(turns=50))
    env = at("p0=y,y,7 p1=0,y,y turn=1", [1, 1], spec)
    env.step(0)
    expect(env, p1="23,y,y")
    expect(env, p0="y,y,y@1")


def test_a_piece_that_comes_back_is_what_it_was():
    """A recaptured piece belongs to the colour of its number again."""
    env = at("p0=y,y,y p1=10@0,1,y turn=1", [1, 1, 1])
    assert OWNER.name in env.unwrapped._session.record.dtype.names
    assert env.unwrapped._session.record["owner"].any()
    env.step(1)
    expect(env, p0="y,y,y", p1="2,2,y")
    assert not env.unwrapped._session.record["owner"].any()


def test_a_position_with_pieces_that_begin_on_the_board():
    """A piece that a rule set up leaves its square before the position changes its owner.

    Backgammon sets all pieces up; with conversions a saved state was refused after a few moves.
    """
    spec = load_game("backgammon")
    at_lone = [held.name for held in spec.rules].index("capture_lone")
    held = [*spec.rules[:at_lone], rules.capture_converts(), *spec.rules[at_lone + 1 :]]
    env = loose_ludo_v0.raw_env(replace(spec, rules=tuple(held)), backend="python")
    env.reset(seed=1)
    converted = 0
    for step in range(300):
        position = env.position
        if any(env.terminations.values()):
            break
        other = env.clone()
        other.reset(options={"position": position})
        assert other.position == position
        converted += "@" in position
        chosen = sorted(legal_set(env))
        env.step(chosen[step % len(chosen)])
    assert converted > 0


# What depends on the owner


def test_only_owners_move_a_piece():
    """Actions name pieces from the player's own on, round the table: 3 is piece 0 of player 1."""
    env = at("p0=7,y,y p1=9@0,y,y p2=4,y,y turn=0", [2])
    expect(env, legal={0, 3})
    assert env.describe(3) == "piece 0 from player_1: 2 from 9 to 11"
    assert env.explain(6) == "piece 0 is player_2's"
    env = at("p0=7,y,y p1=9@0,5,y turn=1", [2])
    expect(env, legal={1})


def test_the_lane_and_the_home_of_the_owner():
    """A converted piece turns into the lane of its owner, and comes home there."""
    env = at("p0=7,y,y p1=22@0,y,y turn=0", [2, 1])
    env.step(3)
    expect(env, p1="h1@0,y,y")
    env = at("p0=7,y,y p1=h1@0,y,y turn=0", [2, 1])
    env.step(3)
    expect(env, p1="f@0,y,y")


def test_the_yard_of_the_owner():
    """From the yard it comes to the entry of its owner, and may be beside others."""
    env = at("p0=y,y,y p1=y@0,y,y turn=0", [6, 1])
    env.step(3)
    expect(env, p1="0@0,y,y")


def test_all_that_one_has_must_be_home():
    """Three of a player's own are not enough while a fourth is on the way; all four win."""
    env = at("p0=f,f,h2 p1=5@0,y,y turn=0", [1, 1])
    env.step(2)
    assert not any(env.terminations.values())
    env = at("p0=f,f,f p1=h2@0,y,y turn=0", [1])
    env.step(3)
    assert env.rewards == {"player_0": 1, "player_1": -1, "player_2": -1}


def test_who_has_lost_pieces_needs_fewer():
    """Two pieces of player 1 belong to player 0, so the third one home wins."""
    env = at("p0=3,4,5 p1=6@0,7@0,h2 turn=1", [1])
    env.step(2)
    assert env.rewards == {"player_0": -1, "player_1": 1, "player_2": -1}


def test_taking_the_last_piece_that_is_not_home():
    """Once the last piece is taken, all pieces of player 1 are home, and they have won."""
    env = at("p0=7,y,y p1=2,f,f turn=0", [3])
    env.step(0)
    assert env.rewards == {"player_0": -1, "player_1": 1, "player_2": -1}


def test_who_has_nothing_left_has_not_won():
    """A player without a piece passes until the others have finished."""
    env = at("p0=7,y,y p1=2,y@0,y@0 turn=0", [3, 6, 2, 1])
    env.step(0)
    expect(env, p1="10@0,y@0,y@0")
    expect(env, turn="1")
    expect(env, legal={9})
    env.step(9)
    expect(env, turn="2")


def test_pieces_of_one_owner_block():
    """Two pieces of one owner stop everybody, whatever colours they had at first."""
    env = at("p0=5,y,y p1=5@0,y,y p2=12,y,y turn=2", [2])
    expect(env, legal={9})
    env = at("p0=5,y,y p1=21,y,y p2=12,y,y turn=2", [2])
    expect(env, legal={0})


def test_pieces_of_two_owners_do_not():
    """Two pieces of one colour are no block once they belong to different players."""
    env = at("p0=5,y,y p1=y,y,y p2=12,y,13@0 turn=2", [2])
    assert 0 in legal_set(env)


def test_teams_do_not_take_from_each_other():
    """In teams a partner's piece is not an enemy, and a side wins with all its pieces."""
    spec = converting(players=4, pieces=2, teams=(0, 1, 0, 1))
    env = at("p0=7,y p1=1,y p2=y,y p3=y,y turn=0", [1, 1], spec)
    env.step(0)
    expect(env, p1="1,y")  # on square 7; the piece came to 8
    env = at("p0=11,y p1=y,y p2=0,y p3=y,y turn=0", [1, 1], spec)
    env.step(0)
    expect(env, p2="0,y")
    env = at("p0=f,f p1=h2@2,3 p2=f,f p3=y,y turn=2", [1], spec)
    env.step(6)
    assert list(env.rewards.values()) == [1, -1, 1, -1]


# Output


def test_effects_tell_who_took_what():
    """A conversion is a separate value, not a capture; the piece has not moved."""
    env = at("p0=7,y,y p1=2,y,y turn=0", [3, 1])
    game, record = game_of(converting(), "python"), env.unwrapped._session.record
    done = game.effects(record, 0)
    assert done.converted == (Conversion(1, 0, 10, whose=1, becomes=0, end=10),)
    assert done.captures == ()
    assert done.captures_any
    assert done.journeys == (Journey(0, 0, 7, 10, (7, 8, 9, 10)),)
    assert env.describe(0) == "piece 0: 3 from 7 to 10, takes a piece of player_1 on square 10"


def test_positions_say_owners_and_come_back():
    """A place, an @ and a seat; an impossible owner is refused."""
    words = "p0=7,y@2,f p1=9@0,y,h1@2 p2=4,f@1,y turn=0 dice=2"
    game = game_of(converting(), "python")
    record, _ = game.read(words)
    assert game.position(record) == words
    assert game.audit(record) == ""
    for wrong in ("9@3", "9@", "@0", "9@x"):
        with pytest.raises(PositionError):
            game.read(f"p1={wrong},y,y turn=0 dice=2")
    with pytest.raises(PositionError, match="not a place for a piece"):
        game_of(ludo_v0.spec(), "python").read("p1=9@0,y,y,y turn=0 dice=2")


def test_a_record_with_an_owner_who_is_not_there():
    """A state from outside with an absent player as owner is refused."""
    game = game_of(converting(), "python")
    record, _ = game.read("p0=7,y,y p1=9@0,y,y turn=0 dice=2")
    for owner in (4, 2):  # nobody; and player 1, whose pieces are given differently
        changed = record.copy()
        changed["owner"][0][3] = owner
        assert game.audit(changed)


def test_observations_show_owners():
    """Each player sees a piece's owner, counted from their own seat; rings use owners too."""
    env = at("p0=7,y,y p1=9@0,y,y turn=0", [2], observation="compact")
    style = game_of(converting(), "python").styles["compact"]
    start = {}
    offset = 0
    for name, width in style.columns:
        start[name] = (offset, width)
        offset += width
    at_owner, width = start["owner"]
    seen = env.observe("player_0")["observation"][at_owner : at_owner + width]
    assert seen.tolist() == [0, 0, 0, 1, 0, 0, 0, 0, 0]
    seen = env.observe("player_1")["observation"][at_owner : at_owner + width]
    assert seen.tolist() == [3, 0, 0, 0, 0, 0, 0, 0, 0]
    env = at("p0=7,y,y p1=9@0,y,y turn=0", [2], observation="features")
    ring_seen = env.observe("player_0")["observation"][: 3 * LENGTH].reshape(3, LENGTH)
    assert np.argwhere(ring_seen).tolist() == [[0, 7], [0, 9]]
    assert ring_seen[0, 7] == pytest.approx(1 / 9)


def test_text_pictures_name_both_colours():
    """Yg0 is piece 0 that came as green and is now yellow's."""
    game = game_of(converting(), "python")
    record, _ = game.read("p0=7@1,y,y p1=9,y,y turn=0 dice=2")
    assert "Yg0" in draw_text(game, record)


# Combinations


def test_no_slots_for_more_pieces_than_there_are():
    """With no_sharing a colour with captured pieces could never bring all of them home."""
    slots = converting(rules.no_sharing(), rules.slots_filled_wins())
    spec = slots.without("all_home_wins")
    with pytest.raises(SpecError, match="no_sharing, 9 pieces that a colour can come to own "):
        spec.check()


def test_half_a_declaration_is_refused():
    """Neither the field alone nor the fact alone changes owners."""

    @rule(fields=(OWNER,))
    def half(board):
        """Keeps owners, and does not say so."""
        return hooks(turn_ends=lambda s, player: None)

    with pytest.raises(SpecError, match="declares both"):
        ludo_v0.spec().with_rules(half()).check()


@on_backends
def test_the_house_rule_of_the_page(backends):
    """The rule in docs/loose.md changes owners as it says, and plays the same on both backends."""
    page = (Path(__file__).parents[2] / "docs" / "loose.md").read_text("utf-8")
    (code,) = [part.split("```")[0] for part in page.split("```python") if "def burden" in part]
    scope = {}
    exec(compile(code, "loose.md", "exec"), scope)
    burden = scope["burden"]
    env = at("p0=h2,y,y p1=y,y,y turn=0", [1, 1], converting(burden()))
    env.step(0)
    expect(env, p0="f,y@1,y")
    assert (
        check_rule(burden(), converting(), games=4, backends=backends).answered["burden.react"] > 0
    )


GAMES = {
    "three players": {},
    "to the yard": {"goes_to": "yard"},
    "safe squares": {"safe": (0, 5, 12)},
    "teams": {"players": 4, "pieces": 2, "teams": (0, 1, 0, 1)},
    "crowded": {"players": 6, "pieces": 4},
}


def lockstep(name, games, positions, backend, seed=0):
    """Play the engine beside the model; return how many decisions and captures were compared."""
    options = GAMES[name]
    spec = converting(**options)
    env = loose_ludo_v0.raw_env(spec, backend=backend, observation="compact")
    model = ConvertingModel(
        LENGTH, spec.board.entries, GATE, LANE, spec.board.pieces, spec.board.teams,
        spec.board.safe, options.get("goes_to", "square"),
    )  # fmt: skip
    played = play_games(env, model, games, seed)
    played += play_positions(env, model, lambda rng: random_position(rng, model), positions, seed)
    return played, model.converted


@pytest.mark.parametrize("name", GAMES)
def test_beside_a_model_that_knows_no_engine(name):
    """Positions, legal actions, turns and ends agree at every decision."""
    played, converted = lockstep(name, 2, 40, "python")
    assert played > 500
    assert converted > 20


@pytest.mark.long
@pytest.mark.parametrize("backend", ["python", "numba"])
@pytest.mark.parametrize("name", GAMES)
def test_beside_the_model_for_long(name, backend):
    """The same is true for many thousand decisions, also compiled."""
    played, converted = lockstep(name, 60, 1500, backend, seed=100)
    assert played > 20_000
    assert converted > 1000


@pytest.mark.long
def test_both_backends_agree():
    """A game with conversions is the same when compiled, bit for bit."""
    assert check_game(converting(), games=8).decisions > 500


def test_the_environment_holds():
    """PettingZoo's own test and the conformance kit pass."""
    check_env(partial(loose_ludo_v0.raw_env, converting(), backend="python"))


def test_games_without_owners_pay_nothing():
    """There is no field and no further action: a piece belongs to the colour of its number."""
    plain = ludo_v0.spec()
    assert "owner" not in plain.layout.fields
    assert plain.actions == 5


def test_capture_converts_refuses():
    """The parameter `goes_to` is one of some words."""
    with pytest.raises(SpecError, match=r"capture_converts\.goes_to is one of .*, not"):
        converting(goes_to="home").check()
