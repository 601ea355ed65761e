"""`dice`: each die moves one piece by its number, in any order."""

from types import SimpleNamespace

import pytest
from positions import described, expect, play
from rule_positions import at, race

from ludo_env import LudoError, PositionError, SpecError, game_of, loose_ludo_v0
from ludo_env.rules import (
    capture_lone,
    chained_die,
    dice,
    spinner,
)
from ludo_env.sessions import BEGIN, SETTLE, draw, stream_keys

UNFAIR = (
    (dice(faces=(6, 3, 9), weights=(2, 1, 0)), 9),
    (dice(weights=(1, 1, 0, 1, 1, 1)), 3),
    (dice(count=2, weights=(0, 1, 1, 1, 1, 1)), 1),
    (chained_die(weights=(1, 1, 0, 1, 1, 2)), 3),
    (spinner(values=(6, 2, -3, 0), weights=(1, 1, 0, 1)), -3),
)


def test_L_T14_weights_are_probabilities():
    """L-T14: each face occurs once in the list, with its probability, and is drawn with it."""
    loaded = (1, 1, 1, 1, 1, 3)
    for die in (dice(weights=loaded), chained_die(weights=loaded)):
        game = game_of(race(capture_lone(), die=die), "python")
        record, _ = game.read("turn=0")
        found = game.outcomes(record)
        assert found == [*((face, 1 / 8) for face in range(5)), (5, 3 / 8)]
        state, shows = game.layout.unpack(record), game.plain.machine.shows
        stream = SimpleNamespace(
            **dict(zip(("key0", "key1"), stream_keys(14), strict=True)), drawn=0
        )
        sides = state.sides
        sixes = sum(shows(state, draw(stream, sides)) == 6 for _ in range(80_000))
        # 80 000 draws of 3/8: 30 000, and sigma is the root of 80 000 * 3/8 * 5/8 = 136.9.
        assert abs(sixes - 30_000) < 5 * 137


@pytest.mark.parametrize(
    ("die", "never", "backend"),
    [
        *((*case, "python") for case in UNFAIR),
        *(pytest.param(*case, "numba", marks=pytest.mark.long) for case in UNFAIR),
    ],
    ids=str,
)
def test_a_face_of_weight_0_never_comes_up(die, never, backend):
    """L-10: rule 16, chance may be unfair; a position may show the face, a list of dice may not."""
    game = game_of(race(capture_lone(), die=die), backend)
    session, seen = game.session(seed=3), set()
    for _ in range(60):
        session.run(BEGIN | SETTLE, 0)
        text = dict(word.split("=") for word in game.position(session.record).split())
        seen |= set(map(int, text["dice"].split(",")))
    assert len(seen) > 1
    assert never not in seen
    session.run(BEGIN, 0)
    scripted = 3 if never < 0 else never  # a spinner's outcomes are numbered
    assert game.outcome_of(session.record, scripted) == -1
    words = f"{never},{never}" if game.facts.dice == 2 else str(never)
    env = loose_ludo_v0.raw_env(game.spec, backend=backend)
    env.reset(options={"position": f"p0=10,y,y,y turn=0 dice={words}"})
    assert f"dice={words}" in env.position
    with pytest.raises(LudoError, match="dice"):
        env.reset(options={"dice": [scripted]})


def test_each_die_moves_a_piece():
    """Dice are played in any order on any pieces; `together` allows the sum as one move."""
    env = at("p0=10,20 dice=5,2", die=dice(count=2), rolls=[1, 1])
    assert described(env) == {
        *("piece 0: 5 from 10 to 15", "piece 0: 2 from 10 to 12"),
        *("piece 1: 5 from 20 to 25", "piece 1: 2 from 20 to 22"),
    }
    play(env, 4)
    expect(env, p0="12,20", turn=0, dice="5,-")
    env = at("p0=10,f,f,f dice=5,2", die=dice(count=2, together=True))
    assert "piece 0: 5+2 from 10 to 17" in described(env)


@pytest.mark.parametrize(
    ("wrong", "refusal"),
    [
        ({"count": 5}, "1 to 4 dice of a kind, not 5"),
        ({"faces": (6,)}, "rule 15"),
        ({"weights": (1,)}, "6 faces"),
        ({"faces": tuple(range(1, 41)), "count": 4, "together": True}, "up to 160 steps"),
    ],
)
def test_dice_refuse(wrong, refusal):
    """Dice that cannot be."""
    with pytest.raises(SpecError, match=refusal):
        race(die=dice(**wrong)).check()


@pytest.mark.parametrize(
    ("thrown", "refusal"),
    [
        ("5", "must name 2 dice"),
        ("-,-", "leaves no die to play"),
        ("5,7", "a die shows 1..6, not 7"),
    ],
)
def test_throws_that_cannot_be(thrown, refusal):
    """A position names each die, and leaves at least one."""
    with pytest.raises(PositionError, match=refusal):
        at(f"p0=10 dice={thrown}", die=dice(count=2))
