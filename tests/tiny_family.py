"""A family of games for tests, so small that it is compiled in about a second.

One player after the other rolls a die and says 0 or 1; the rules say what that is worth. The
player who reaches the goal first wins.
"""

import dataclasses
from types import SimpleNamespace
from typing import ClassVar

import numpy as np

from ludo_env import Spec, hooks, rule
from ludo_env.families import (
    DIE,
    Facts,
    Field,
    Layout,
    Machine,
    Question,
    Style,
    core_fields,
    questions,
)
from ludo_env.rules import DECIDE, OVER

QUESTIONS = questions(
    Question("worth", "pipe", "s, points, action", "what an action is worth"),
    Question("again", "any", "s, points", "does the player go on?"),
    Question("allowed", "all", "s, action", "may this be said?"),
    Question("bonus", "first", "s, points", "points on top"),
    Question("counts", "pipe", "s, count", "how many may be said", late="index"),
    Question("noted", "each", "s, points", "what is remembered"),
    Question("reward", "first", "s, player", "what a player gets at the end"),
)


@dataclasses.dataclass(frozen=True)
class Goal:
    """A board: the distance to the goal."""

    goal: int = 30
    players: int = 2
    kind: ClassVar[str] = ""


@rule()
def winner_gets_one(board):
    """Who has won gets 1, the other loses 1."""

    def reward(s, player):
        return 1 if s.winner == player else -1

    return hooks(reward=reward)


@dataclasses.dataclass(frozen=True)
class Tiny:
    """The family."""

    name: ClassVar[str] = "tiny"
    questions: ClassVar = QUESTIONS
    laws: ClassVar = SimpleNamespace
    facts: ClassVar = Facts
    demands: ClassVar = ()
    boards: ClassVar = {"": Goal}
    library: ClassVar = {}
    draws: ClassVar[bool] = False
    has_pass: ClassVar[bool] = False

    def layout(self, board, facts, fields):
        """The points of each player and the die."""
        own = (Field("points", per="player", high=1000), Field("die", high=6))
        return Layout((*core_fields(2, 6), *own, *fields), {"game": 1, "player": 2})

    def tables(self, board, array, facts=None):
        """The board itself."""
        return board

    def actions(self, board, facts):
        """The actions: to say 0, or 1."""
        return 2

    def machine(self, board, laws, facts):
        """The verbs of the game."""

        def index(count):
            return count - 1

        worth, again, allowed = laws.worth, laws.again, laws.allowed
        counts = laws.counts(index)
        bonus, noted, goal = laws.bonus, laws.noted, board.goal

        def begin(s):
            start_turn(s, 0)

        def start_turn(s, player):
            s.seat = player
            s.phase = DIE
            s.sides = 6

        def roll(s, outcome):
            s.die = outcome + 1
            s.phase = DECIDE

        def find(s, mask, notes, choices):
            count = 0
            for action in range(2):
                mask[action] = 0
                if allowed(s, action):
                    mask[action] = 1
                    choices[count] = action
                    count += 1
            return counts(s, count)

        def play(s, notes, action):
            points = worth(s, s.die, action)
            extra = bonus(s, points)
            if extra > 0:
                points += extra
            noted(s, points)
            s.points[s.seat] += points
            if s.points[s.seat] >= goal:
                s.winner = s.seat
                s.phase = OVER
            elif again(s, points):
                start_turn(s, s.seat)
            else:
                start_turn(s, 1 - s.seat)

        def shows(s, outcome):
            return outcome + 1

        def stands(s, outcome):
            return True

        return Machine(
            begin, roll, find, play, laws.reward, start_turn, shows, stands, landing=stands
        )

    def styles(self, board, tables, layout, array):
        """One style of observations, under two names."""

        def write(s, viewer, mask, row):
            row[0] = s.points[viewer]
            row[1] = s.points[1 - viewer]
            row[2] = s.die

        columns = (("points", 2), ("die", 1))
        seen = Style(np.float32, (3,), 0, 1000, columns, write)
        return {"features": seen, "compact": seen}

    def check(self, board, facts):
        """Accept every board."""

    def trial(self, game):
        """Nothing that playing shows."""
        return []

    def stretch(self, game, machine, seed):
        """No position of such a game is unusual."""
        return 0

    def audit(self, game, record):
        """Nothing can be wrong."""
        return ""

    def write(self, game, record):
        """The points and the die."""
        return f"points={record['points'][0].tolist()} die={record['die'][0]}"


TINY = Tiny()


def tiny(*rules, goal=30):
    """A game of the family, with these rules."""
    return Spec("tiny", TINY, Goal(goal), (winner_gets_one(), *rules))
