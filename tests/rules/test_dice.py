"""The rule `dice`."""

from types import SimpleNamespace

from ludo_env import Spec, game_of
from ludo_env.boards import cross
from ludo_env.families import TRACK
from ludo_env.rules import (
    all_home_wins,
    capture_lone,
    chained_die,
    dice,
    exact_finish,
    leave_yard,
)
from ludo_env.sessions import draw, stream_keys

# Two players on a cross: 52 squares, gate 50, h0..h4. Square q is place q of seat 0, and place
# q - 26 (or q + 26) of seat 2.
CROSS = cross(seats=(0, 2))


def race(*rules, board=CROSS, die=None, exit_number=6, last=None):
    """A race of one die, the exact number home, and these rules."""
    base = (die or dice(), leave_yard(number=exit_number), last or exact_finish())
    return Spec("small", TRACK, board, (*base, *rules, all_home_wins()))


def test_L_T14_weights_are_probabilities():
    """L-T14: each face once, with its probability; and so it is drawn."""
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
