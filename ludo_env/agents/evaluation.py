"""What a state of a race is worth to each colour, read off the pieces alone.

What every piece is worth where it stands, less what it stands to lose before its turn comes, for
each colour; the own side's against the others'. Many states are appraised at once, as arrays.
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

# What a game that is won counts, for each piece of a side: more than can be said of the piece.
WON = 4.0
# A throw of many dice is counted out for so many of them; more hardly change where pieces reach.
MOST_DICE = 3
HIGHEST_FACE = 13  # where chance is a hand of cards


class Weights(NamedTuple):
    """What the appraisal is made of; a whole way home counts 1."""

    out: float = 0.15  # to be out of the yard at all
    home: float = 0.10  # to be at home, beyond the steps that it took
    shut: float = 0.6  # what a way counts of which the gate is still shut
    gate: float = 0.5  # that the gate is open
    danger: float = 0.8  # what a piece loses that is hit, times how likely that is
    later: float = 0.4  # how much of a danger is left if the piece has its turn before
    hunt: float = 0.5  # a chance of the capture that opens the gate
    rivals: float = 0.35  # what the others have, against what the own side has


WEIGHTS = Weights()


class Appraisal:
    """What the states of a race look like to each colour, read off the pieces alone."""

    def __init__(self, game: Game, weights: Weights = WEIGHTS) -> None:
        board = game.plain.tables
        self.game, self.weights = game, weights
        self.players, self.finish = board.players, board.finish
        self.colour = np.repeat(np.arange(board.players), board.pieces)
        self.side = np.array(board.side)
        self.won = WON * board.pieces * int(np.bincount(self.side).max())
        cells = len(board.sheltered)
        # A piece in the yard is nowhere: its row is the first, its cell one that is sheltered.
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
            if game.facts.get("laps")
            else []
        )
        self._tabulate(board)
        foes = self.side[self.colour][:, None] != self.side[self.colour][None, :]
        # [seat to act][hunter, victim] -> how much of the danger counts.
        turn = (
            np.arange(board.players)[None, :] - np.arange(board.players)[:, None]
        ) % board.players
        before = turn[:, self.colour][:, :, None] < turn[:, self.colour][:, None, :]
        self.threat = np.where(before, 1.0, weights.later) * foes

    def scores(self, records: Record) -> Scores:
        """[state, player] -> how the side of the player stands against the others."""
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
        """[state, colour] -> its pieces where they stand, less what they stand to lose."""
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
        # [state, hunter, victim] -> how likely it is that the one hits the other with a throw.
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
        """What a place is worth, and which cells are reached from it; gate open or shut."""
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
        """How likely a piece can go from a place to each cell with one throw."""
        places = {place}
        for steps in range(1, max(throws) + 1):
            places = {after for here in places for after in _onward(board, way, colour, here)}
            for after in places:
                cell = int(board.cell[colour, after])
                here = self.reach[shut, colour, place + 1]
                here[cell] = max(here[cell], throws.get(steps, 0.0))


@lru_cache(maxsize=64)
def appraisal_of(game: Game) -> Appraisal | None:
    """The appraisal of a race; None for a game that is no race."""
    fields = set(game.layout.fields)
    is_race = {"progress", "crowd"} <= fields and "owner" not in fields
    return Appraisal(game) if is_race else None


def _onward(board: Any, way: int, colour: int, place: int) -> list[int]:
    """The places one step further; doors count as open."""
    if board.width:
        row = board.onward[colour]
        found = [row[place * board.width + at] for at in range(board.forks[colour, place])]
    else:
        found = [board.path[way, place]]
    return [int(after) for after in found if after != NOWHERE]


def _steps_home(board: Any, colour: int) -> list[int]:
    """How many steps it is from each place to home; 0 where no way leads there."""
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
    """How likely a throw lets one piece go so many steps, and lets it out of the yard."""
    faces = facts.get("faces") or tuple(range(1, HIGHEST_FACE + 1))
    dice = min(facts.get("dice", 1) or 1, MOST_DICE)
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
    if dice == 1 and facts.get("earns"):
        # The highest number is usually thrown again.
        for face in faces:
            far = face + max(faces)
            found[far] = found.get(far, 0.0) + 1 / len(faces) ** 2
    return found, enters
