"""Evaluation of race states: the value of a state to each side, from its pieces alone.

Each colour is worth the values of its pieces in their places, less their expected losses before its
turn; a side is compared with the others. The code is written like a rule, so it runs in plain
Python and compiled, on one state or on many.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludo_env._engine.family import OVER
from ludo_env._engine.game import Game
from ludo_env._engine.generated import compile_function
from ludo_env._engine.rule import Hook
from ludo_env._engine.state import Record, table
from ludo_env._engine.valuation import Valuation, best_actions, values_of
from ludo_env._families.track.occupancy import company_on
from ludo_env._families.track.tables import NOWHERE, Tables
from ludo_env.agents.evaluation_tables import reach_of, reach_size, steps_home

Scores = npt.NDArray[np.float64]

# The value of a won game for each piece of a side, larger than any value of a piece.
WON = 4.0
# The tables are constants of the compiled code; larger ones would compile slowly.
MOST_REACH = 200_000


class Weights(NamedTuple):
    """The weights of the evaluation; a whole way home counts 1."""

    out: float = 0.15  # being out of the yard
    home: float = 0.10  # being at home, in addition to the steps taken
    shut: float = 0.6  # factor of the way while the gate is still shut
    gate: float = 0.5  # an open gate
    danger: float = 0.8  # loss of a captured piece, times its probability
    later: float = 0.4  # factor of a danger if the piece moves before it
    hunt: float = 0.5  # factor of a shut gate, times the probability of the capture that opens it
    rivals: float = 0.35  # value of the others, relative to the own side


WEIGHTS = Weights()


class Appraisal:
    """The evaluation of the states of one race."""

    def __init__(self, game: Game, weights: Weights = WEIGHTS) -> None:
        parts = game.plain if game.backend == "python" else game.arrays
        board = parts.tables
        sides = [int(side) for side in game.plain.tables.side]
        self.game = game
        self.won = WON * board.pieces * max(map(sides.count, sides))
        exposed = exposing(game, board)
        appraise = _appraising(game, board, weights, exposed)
        value = _valuing(board, parts.machine.reward, weights.rivals, self.won)
        self.valuation = Valuation(appraise, value, 2 * board.players)
        # The highest possible value of the pieces of a player.
        self.most = board.pieces + (weights.gate if gate_of(game)[1] else 0.0)

    def scores(self, records: Record) -> Scores:
        """Return [state, player] -> the value of the player's side against the others."""
        return values_of(self.game, self.valuation, records)

    def best(self, records: Record) -> npt.NDArray[np.int64]:
        """Return the best action of the player to act in each state, one move ahead."""
        return best_actions(self.game, self.valuation, records)

    def prepare(self) -> None:
        """Compile what `best` needs."""
        self.game.loops.best(self.valuation)


@lru_cache(maxsize=64)
def appraisal_of(game: Game) -> Appraisal | None:
    """Return the evaluation of a race; None for any other game, and for very large boards."""
    fields = game.layout.fields
    if "progress" not in fields or "owner" in fields:
        return None
    return Appraisal(game) if reach_size(game.plain.tables) <= MOST_REACH else None


def _appraising(game: Game, board: Tables, weights: Weights, exposed: Hook) -> Hook:
    """Return appraise(s, work, numbers): write each colour's value, less expected losses.

    The second half of `work` has the probability that each colour captures nobody.
    """
    array = array_of(game)
    players, pieces = board.players, board.pieces
    everything, side, progress_of = players * pieces, board.side, board.place_at
    known = reach_of(game.plain.tables, game.facts)
    reach, kinds, places = array(known.table), known.kinds, known.places
    worth, cell_of = array(_worths(game.plain.tables, weights)), board.cell
    is_open, has_gate = gate_of(game)
    danger, later, gate, hunt = weights.danger, weights.later, weights.gate, weights.hunt

    def appraise(s: Any, work: Any, numbers: Any) -> None:
        for player in range(players):
            work[player] = 0.0
            work[players + player] = 1.0
        for piece in range(everything):
            colour, place = piece // pieces, s.progress[piece]
            shut = 0 if is_open(s, colour) else 1
            value = worth[shut * players + colour, place + 1]
            if exposed(s, colour, place):
                value *= 1.0 - danger * (1.0 - spared(s, work, colour, cell_of[colour, place]))
            work[colour] += value
        if has_gate:
            for player in range(players):
                if is_open(s, player):
                    work[player] += gate
                else:
                    work[player] += gate * (hunt * (1.0 - work[players + player]))

    def spared(s: Any, work: Any, colour: int, cell: int) -> float:
        """Return the probability that nobody captures on a cell before its owner's turn."""
        left = 1.0
        own_turn = (colour - s.seat) % players
        for hunter in range(players):
            target = progress_of[hunter, cell]
            if side[hunter] == side[colour] or target == NOWHERE:
                continue
            factor = 1.0 if (hunter - s.seat) % players < own_turn else later
            shut = 0 if is_open(s, hunter) else 1
            first = (shut * kinds + hunter % kinds) * places + 1
            for piece in range(hunter * pieces, hunter * pieces + pieces):
                hit = reach[first + s.progress[piece], target]
                if hit > 0.0:
                    left *= 1.0 - hit * factor
                    work[players + hunter] *= 1.0 - hit * factor
        return left

    return appraise


def exposing(game: Game, board: Tables) -> Hook:
    """Return exposed(s, colour, place): whether a piece in a place can be captured."""
    pairs_are_safe, safe_at_entry = not game.facts.hits_pairs, game.facts.entry_safe
    finish, cell_of, sheltered = board.finish, board.cell, board.sheltered
    in_company = company_on(board)

    def exposed(s: Any, colour: int, place: int) -> bool:
        if place < 0 or place >= finish or (safe_at_entry and place == 0):
            return False
        cell = cell_of[colour, place]
        if sheltered[cell]:
            return False
        return not (pairs_are_safe and in_company(s, colour, cell))

    return exposed


def _valuing(board: Tables, reward: Hook, rivals: float, won: float) -> Hook:
    """Return value(s, work, player): own side less all others, the strongest of them twice."""
    players, side = board.players, board.side

    def value(s: Any, work: Any, player: int) -> Any:
        if s.phase == OVER:
            return won * reward(s, player)
        own, others, strongest, rival = 0.0, 0.0, 0.0, False
        for other in range(players):
            if side[other] == side[player]:
                own += work[other]
            else:
                others += work[other]
                if not rival or work[other] > strongest:
                    strongest, rival = work[other], True
        return own - rivals * (others + strongest)

    return value


def _worths(board: Tables, weights: Weights) -> Scores:
    """Return [shut * players + colour, place + 1] -> the value of a piece in a place."""
    worth = np.zeros((2, board.players, board.finish + 2))
    rest = 1 - weights.out - weights.home
    for colour in range(board.players):
        left = steps_home(board, colour)
        whole = max(left[0], 1)
        for place in range(board.finish + 1):
            way = max(0.0, 1 - left[place] / whole)
            worth[0, colour, place + 1] = weights.out + rest * way
            worth[1, colour, place + 1] = weights.out + weights.shut * rest * way
        worth[:, colour, board.finish + 1] = 1
    return worth.reshape(-1, board.finish + 2)


def gate_of(game: Game) -> tuple[Hook, bool]:
    """Return is_open(s, player) for the gate of the way home, and whether there is a gate."""
    fields = game.layout.fields.items() if game.facts.laps else ()
    opens = [name for name, known in fields if known.opens and known.per == "player"]
    answer = f"s.{opens[0]}[player] != 0" if opens else "True"
    is_open = compile_function(["def is_open(s, player):", f"    return {answer}"], "is_open")
    return is_open, bool(opens)


def array_of(game: Game) -> Callable[..., Any]:
    """Return the function that makes a table for the game's backend."""
    return table if game.backend == "python" else np.array
