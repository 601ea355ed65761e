"""Evaluation of race states: the value of a state to each colour, from its pieces alone.

The value of every piece in its place, less its expected loss before its turn comes, for each
colour; the own side's against the others'. Many states are evaluated at once, as arrays.
"""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludo_env._engine.family import OVER
from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._families.track.tables import AROUND, HOMEWARD, NOWHERE

Scores = npt.NDArray[np.float64]

# The value of a won game, for each piece of a side: more than any value of a piece.
WON = 4.0
# A throw is enumerated up to this many dice; more hardly change where pieces reach.
MOST_DICE = 3
HIGHEST_FACE = 13  # where chance is a hand of cards


class Weights(NamedTuple):
    """The weights of the evaluation; a whole way home counts 1."""

    out: float = 0.15  # being out of the yard
    home: float = 0.10  # being at home, beyond the steps taken
    shut: float = 0.6  # factor of a way of which the gate is still shut
    gate: float = 0.5  # an open gate
    danger: float = 0.8  # loss of a captured piece, times its probability
    later: float = 0.4  # factor of a danger if the piece moves before it
    hunt: float = 0.5  # a chance of the capture that opens the gate
    rivals: float = 0.35  # value of the others, relative to the own side


WEIGHTS = Weights()


class Appraisal:
    """The evaluation of the states of one race."""

    def __init__(self, game: Game, weights: Weights = WEIGHTS) -> None:
        board = game.plain.tables
        self.game, self.weights = game, weights
        self.players, self.finish = board.players, board.finish
        self.colour = np.repeat(np.arange(board.players), board.pieces)
        self.side = np.array(board.side)
        self.won = WON * board.pieces * int(np.bincount(self.side).max())
        cells = len(board.sheltered)
        # A piece in the yard is on no cell: its row is the first, its cell a sheltered one.
        cell = np.array([[cells, *row] for row in board.cell])
        self.cell = cell.astype(np.int64)
        self.sheltered = np.array([*board.sheltered, 1], bool)
        rules = {rule.name for rule in game.spec.rules}
        self.safe_pairs = "capture_all" not in rules
        at_home = bool(rules & {"protected_entry", "entry_blocks", "capture_all"})
        entries = self.cell[:, 1]  # behind the yard
        self.refuge = (entries[:, None] == np.arange(cells + 1)) & at_home
        self.friends = np.array(list(board.friends), np.int64)
        self.one = np.array(list(board.one), np.int64)
        self.gates = (
            [
                name
                for name, known in game.layout.fields.items()
                if known.opens and known.per == "player"
            ]
            if game.facts.laps
            else []
        )
        self._tabulate(board)
        foes = self.side[self.colour][:, None] != self.side[self.colour][None, :]
        # [seat to act][hunter, victim] -> the share of the danger that counts
        turn = (
            np.arange(board.players)[None, :] - np.arange(board.players)[:, None]
        ) % board.players
        before = turn[:, self.colour][:, :, None] < turn[:, self.colour][:, None, :]
        self.threat = np.where(before, 1.0, weights.later) * foes

    def scores(self, records: Record) -> Scores:
        """Return [state, player] -> the value of the player's side against the others."""
        good = self._goods(records)
        sides = np.zeros_like(good)
        for player in range(self.players):
            mates = self.side == self.side[player]
            others = good[:, ~mates]
            rivals = others.sum(1) + (others.max(1) if mates.sum() < self.players else 0)
            sides[:, player] = good[:, mates].sum(1) - self.weights.rivals * rivals
        for at in np.flatnonzero(records["phase"] == OVER):
            sides[at] = [self.won * reward for reward in self.game.returns(records[at : at + 1])]
        return sides

    def _goods(self, records: Record) -> Scores:
        """Return [state, colour] -> the value of its pieces, less their expected loss."""
        weights, colour = self.weights, self.colour
        row = records["progress"].astype(np.int64) + 1
        if self.gates:
            is_open = records[self.gates[0]].astype(bool)
        else:
            is_open = np.ones((len(records), self.players), bool)
        shut = (~is_open[:, colour]).astype(np.int64)
        worth = self.worth[shut, colour, row]
        cell = self.cell[colour, row]
        crowd = np.concatenate([records["crowd"], np.zeros((len(records), 1), np.int64)], 1)
        company = np.take_along_axis(crowd, cell, 1) & self.friends[colour]
        safe = self.sheltered[cell] | self.refuge[colour, cell]
        if self.safe_pairs:
            safe |= company != self.one[colour]
        # [state, hunter, victim] -> the probability that a throw captures
        hit = self.reach[shut[:, :, None], colour[None, :, None], row[:, :, None], cell[:, None, :]]
        hit = hit * self.threat[records["seat"]] * ~safe[:, None, :]
        spared = np.prod(1 - hit, 1)
        exposed = worth * (1 - weights.danger * (1 - spared))
        shape = (len(records), self.players, -1)
        good: Scores = exposed.reshape(shape).sum(2)
        if self.gates:
            missed = np.prod(1 - hit, 2).reshape(shape).prod(2)
            good += weights.gate * np.where(is_open, 1.0, weights.hunt * (1 - missed))
        return good

    def _tabulate(self, board: Any) -> None:
        """Return the value of a place and the cells reached from it, with the gate open or shut."""
        weights, facts = self.weights, self.game.facts
        cells = len(board.sheltered) + 1
        shape = (2, board.players, board.finish + 2)
        self.worth, self.reach = np.zeros(shape), np.zeros((*shape, cells))
        throws, enters = _throws(facts)
        for colour in range(board.players):
            left = _steps_home(board, colour)
            whole = max(left[0], 1)
            for place in range(board.finish + 1):
                way = max(0.0, 1 - left[place] / whole)
                rest = 1 - weights.out - weights.home
                self.worth[0, colour, place + 1] = weights.out + rest * way
                self.worth[1, colour, place + 1] = weights.out + weights.shut * rest * way
            self.worth[:, colour, board.finish + 1] = 1
            for shut, way in enumerate((HOMEWARD, AROUND)):
                for place in range(board.finish):
                    self._spread(board, shut, way, colour, place, throws)
                entry = board.cell[colour, 0]
                self.reach[shut, colour, 0] = enters * self.reach[shut, colour, 1]
                self.reach[shut, colour, 0, entry] = enters

    def _spread(
        self, board: Any, shut: int, way: int, colour: int, place: int, throws: dict[int, float]
    ) -> None:
        """Return the probability of each cell after one throw from a place."""
        places = {place}
        for steps in range(1, max(throws) + 1):
            places = {after for here in places for after in _onward(board, way, colour, here)}
            for after in places:
                cell = int(board.cell[colour, after])
                here = self.reach[shut, colour, place + 1]
                here[cell] = max(here[cell], throws.get(steps, 0.0))


@lru_cache(maxsize=64)
def appraisal_of(game: Game) -> Appraisal | None:
    """Return the evaluation of a race; None for any other game."""
    fields = set(game.layout.fields)
    is_race = {"progress", "crowd"} <= fields and "owner" not in fields
    return Appraisal(game) if is_race else None


def _onward(board: Any, way: int, colour: int, place: int) -> list[int]:
    """Return the places one step further; doors count as open."""
    if board.width:
        row = board.onward[colour]
        found = [row[place * board.width + at] for at in range(board.forks[colour, place])]
    else:
        found = [board.path[way, place]]
    return [int(after) for after in found if after != NOWHERE]


def _steps_home(board: Any, colour: int) -> list[int]:
    """Return the number of steps from each place to home; 0 where no way leads there."""
    before: dict[int, list[int]] = {}
    for place in range(board.finish):
        for after in _onward(board, HOMEWARD, colour, place):
            before.setdefault(after, []).append(place)
    left = {board.finish: 0}
    waiting = deque([board.finish])
    while waiting:
        here = waiting.popleft()
        for place in before.get(here, ()):
            if place not in left:
                left[place] = left[here] + 1
                waiting.append(place)
    return [left.get(place, left.get(0, 1)) for place in range(board.finish + 1)]


def _throws(facts: Any) -> tuple[dict[int, float], float]:
    """Return the probabilities that a throw moves a piece a number of steps, or out of the yard."""
    faces = facts.faces or tuple(range(1, HIGHEST_FACE + 1))
    dice = min(facts.dice or 1, MOST_DICE)
    found: dict[int, float] = {}
    enters = 0.0
    throws = list(product(faces, repeat=dice))
    for throw in throws:
        sums = {0}
        for face in throw:
            sums |= {steps + face for steps in sums}
        for steps in sums - {0}:
            found[steps] = found.get(steps, 0.0) + 1 / len(throws)
        enters += (max(faces) in throw) / len(throws)
    if dice == 1 and facts.earns:
        # The highest number is usually thrown again.
        for face in faces:
            far = face + max(faces)
            found[far] = found.get(far, 0.0) + 1 / len(faces) ** 2
    return found, enters
