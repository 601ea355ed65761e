"""`phase_after_homes`: a phase begins for good when any colour has a number of pieces home."""

import pytest
from positions import described, expect
from rule_positions import at, race

from ludo_env import SpecError
from ludo_env.boards import cross
from ludo_env.rules import (
    capture_lone,
    others_turn_back,
    phase_after_capture,
    phase_after_homes,
    phase_after_turns,
    turn_limit,
)


def test_a_phase_counts_the_pieces_that_a_colour_has():
    """With one of three pieces home the count is one; the missing fourth does not count."""
    board = cross(seats=(0, 2), markers=(3, 4))
    rules = (capture_lone(), phase_after_homes(count=2))
    env = at("p0=50,10 dice=6", *rules, board=board, rolls=[1])
    env.step(0)
    expect(env, storm=0)
    env = at("p0=50,f dice=6", *rules, board=board, rolls=[1])
    env.step(0)
    expect(env, storm=1)
    env = at(
        "p0=10,f storm=1 dice=4",
        *(*rules, others_turn_back(count=1).during("storm"), turn_limit()),
        board=board,
    )
    assert described(env) == {"piece 0: 4 from 10 to 14"}
    env = at(
        "p0=10 storm=1 dice=4",
        *(*rules, others_turn_back(count=1).during("storm"), turn_limit()),
        board=board,
    )
    assert described(env) == {"piece 0: 4 from 10 to 6"}


@pytest.mark.parametrize(
    "maker", [phase_after_homes, phase_after_turns, phase_after_capture], ids=lambda m: m.name
)
def test_phases_refuse_names_that_are_none(maker):
    """The name of a phase must be a word."""
    for name in ("two words", "", "1st", "a-b"):
        with pytest.raises(SpecError, match="A phase is a word"):
            maker(name=name)


def test_phases_refuse_numbers():
    """More pieces than a player has, and invalid numbers of turns, are refused."""
    for made in (phase_after_homes(count=5), phase_after_homes(count=0), others_turn_back(count=5)):
        with pytest.raises(SpecError, match=r"count is a number of pieces 1\.\.4"):
            race(capture_lone(), made).check()
    with pytest.raises(SpecError, match=r"phase_after_turns\.turns"):
        phase_after_turns(turns=0)
