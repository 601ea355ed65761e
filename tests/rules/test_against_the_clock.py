"""`against_the_clock`: a game that nobody has won after a number of turns is lost for everybody."""

import pytest
from positions import loose
from small_races import ALONE, CROWD, alone

from ludo_env import Spec, SpecError, loose_ludo_v0, rules
from ludo_env.boards import GraphBoard, cross, ring
from ludo_env.families import TRACK
from ludo_env.testing import check_game, complaints_about


def solitaire(position, dice):
    """Return the race for one, in a position."""
    return loose(alone(), position, dice)


def test_a_player_alone_needs_something_to_play_against():
    """Rule 32 requires captures of opponents; a player without opponents needs another goal."""
    spec = alone(rules=(*ALONE[:-1], rules.capture_lone()))
    with pytest.raises(SpecError, match=r"nobody to capture \(rule 32\).*against_the_clock"):
        spec.check()
    (complaint,) = complaints_about(spec)
    assert "rule 32" in complaint
    assert complaints_about(alone()) == []


def test_home_in_time_wins():
    """The game is won if the last piece comes home in the last turn."""
    env = solitaire("p0=f,h4 turn=0 clock=39", [1])
    env.step(1)
    assert env.terminations == {"player_0": True}
    assert env.rewards == {"player_0": 1}


def test_too_late_is_lost():
    """After 40 turns the game is lost; it is not truncated."""
    env = solitaire("p0=f,h3 turn=0 clock=39", [1])
    env.step(1)
    assert env.terminations == {"player_0": True}
    assert env.truncations == {"player_0": False}
    assert env.rewards == {"player_0": -1}


def test_a_turn_that_goes_on_is_one_turn():
    """After a six the player rolls again, and the clock advances when the turn passes."""
    env = solitaire("p0=f,0 turn=0 clock=38", [6, 6, 1, 1])
    env.step(1)
    assert "clock=38" in env.position
    env.step(1)
    assert "clock=38" in env.position


def test_passes_take_time_too():
    """A turn with only a pass counts too."""
    env = solitaire("p0=y,y turn=0 clock=10", [1, 1])
    env.step(2)
    assert "clock=11" in env.position


def test_everybody_loses_to_the_clock():
    """All players lose, and the state is valid."""
    spec = Spec("late", TRACK, cross(), (*CROWD[:-1], rules.against_the_clock(turns=3)))
    env = loose_ludo_v0.raw_env(spec, backend="python")
    env.reset(seed=1, options={"dice": [1, 1, 1]})
    for _ in range(3):
        env.step(4)
    assert set(env.rewards.values()) == {-1}
    record = env.unwrapped.get_state()
    again = loose_ludo_v0.raw_env(spec, backend="python")
    again.reset(seed=2)
    again.set_state(record)
    assert set(again.rewards.values()) == {-1}


def test_the_clock_is_a_number_of_turns():
    """A number out of range is refused by name, as everywhere."""
    for turns in (0, 10_001):
        with pytest.raises(SpecError, match=r"against_the_clock.turns is a number 1\.\.10000,"):
            rules.against_the_clock(turns=turns)


def test_a_solitaire_on_a_graph_and_a_ring():
    """The board for one player may be of any kind."""
    graph = GraphBoard(paths=("a0..a9 > home",), entries=("a0",), homes=("home",), pieces=2)
    for board in (graph, ring(length=20, lane=3, arms=1, pieces=2)):
        spec = Spec("alone", TRACK, board, ALONE)
        assert complaints_about(spec) == []
        assert check_game(spec, games=3, backends=("python",)).decisions > 20
