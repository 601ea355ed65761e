"""A small race for two, and an agent whose forecast of any game is wrong, for tests of luck."""

from ludo_env import Spec, rules
from ludo_env.agents import Forecast
from ludo_env.boards import ring
from ludo_env.families import TRACK


def small_race(*more, faces=(1, 2, 3), length=8, pieces=1, count=1):
    """A race on a short ring, with a lane of one square, in which the first player is ahead."""
    own = (
        rules.dice(count=count, faces=faces), rules.enter_by_number(), rules.exact_finish(),
        rules.capture_lone(), rules.all_home_wins(),
    )  # fmt: skip
    board = ring(length=length, lane=1, arms=2, gate=length - 2, pieces=pieces)
    return Spec("small", TRACK, board, (*own, *more))


def wrong_forecast():
    """Two guesses that depend on the turn and the phase, and do not predict the winner."""

    def appraise(s, work, numbers):
        work[0] = (s.seat * 5 + s.sides * 3 + s.phase * 11) % 7

    def value(s, work, player):
        return (work[0] * (player + 1)) % 5

    def foresee(s, work, guess):
        for player in range(guess.shape[1]):
            guess[0, player] = 0.3 * work[0] - player
            guess[1, player] = (work[0] * work[0] + player) % 3

    return Forecast(appraise, value, foresee, 1, 2)


class WrongAgent:
    """An agent that plays the lowest action and has a wrong forecast."""

    name = "wrong"
    _made = wrong_forecast()

    def act(self, view):
        """The lowest legal action."""
        return view.actions[0]

    def forecast(self, game):
        """The same forecast for every game."""
        return self._made
