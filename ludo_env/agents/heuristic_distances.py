"""The way of a colour as the heuristic agent counts it, on any board with a ring.

Positions are `places`: 0 home, 1 the own entry, up to `ring` the shared squares, then the lane, and
then the goal. So a place is the library's progress plus one, on a board of any size. Callers give
places of the classic board as pos57 (C-1), which has no number for the square behind the gate:

    pos57   0      1 .. 51          52 .. 56   57
    place   0      1 .. 51     52   53 .. 57   58       `place_of` and `pos_of` convert them (C-2)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ludo_env._engine.errors import LudoError
from ludo_env._engine.game import Game
from ludo_env._families.track.board import Board

HOME = 0
OFF = 0  # an enemy that is not on a shared square (C-3)


@dataclass(frozen=True)
class Course:
    """The way of a colour, and its special squares."""

    ring: int
    gate: int  # the last place of the ring before the lane
    lane: int
    safe: frozenset[int]  # places of the ring where nothing is captured
    globes: frozenset[int]
    stars: frozenset[int] = frozenset()
    entries: frozenset[int] = frozenset()  # the entries of the opponents

    @property
    def goal(self) -> int:
        """The place of a finished piece."""
        return self.ring + self.lane + 1

    def place_of(self, pos: int) -> int:
        """C-2: return the place of a position in which the lane counts from the gate."""
        return pos if pos <= self.gate else pos + self.ring - self.gate

    def pos_of(self, place: int) -> int:
        """C-2: return the position of a place; places behind the gate keep their number."""
        return place if place <= self.ring else place - self.ring + self.gate

    def seen(self, place: int, shift: int) -> int:
        """C-3: return an enemy's place on the own ring, if its entry is `shift` squares ahead."""
        return (place + shift - 1) % self.ring + 1 if 1 <= place <= self.ring else OFF

    def is_safe(self, place: int) -> bool:
        """Return whether a place is safe (C-10): home, lane, goal, or a safe square."""
        return place == HOME or place > self.ring or place in self.safe

    def behind(self, place: int, enemy: int) -> int:
        """C-6: return how many steps behind a place an enemy is; C-7: 0 if it is off the ring."""
        return 0 if enemy == OFF else (place - enemy) % self.ring


# C-4. In `env` the four entries of board A are safe too; none of them is a globe.
GLOBES = frozenset({9, 22, 35, 48})
ENTRIES = frozenset({14, 27, 40})
STARS = (5, 12, 18, 25, 31, 38, 44, 51)
BOARD_A = Course(52, 51, 5, frozenset({1}) | GLOBES | ENTRIES, GLOBES, frozenset(), ENTRIES)
LUDOPY = Course(52, 51, 5, frozenset({1}) | GLOBES, GLOBES, frozenset(STARS), ENTRIES)


def ring_of(game: Game) -> Board:
    """Return the board of a race on a ring; refuse other games."""
    board = game.spec.board
    if not isinstance(board, Board):
        raise LudoError(
            f"The heuristic agent plays races on a ring, and {game.spec.name} is not one; "
            "the agent 'random' plays everything."
        )
    return board


def is_classic(game: Game) -> bool:
    """Return whether pos57 is defined for the board, with a single die of six."""
    board = ring_of(game)
    squares = (board.ring, board.gate, board.lane, board.arms, board.pieces)
    dice = (game.facts.uses, tuple(game.facts.faces))
    has_die = "dice" in game.layout.fields
    return has_die and squares == (52, 50, 5, 4, 4) and dice == (1, (1, 2, 3, 4, 5, 6))


def enemies_of(board: Board, colour: int) -> list[int]:
    """Return the players of other sides."""
    return [other for other in range(board.players) if not board.allied(colour, other)]


def shift(board: Board, colour: int, other: int) -> int:
    """C-3: return how many squares ahead another player enters; by seats, so gaps count."""
    return (board.entry(other) - board.entry(colour)) % board.ring


@lru_cache(maxsize=64)
def course_of(game: Game, colour: int) -> Course:
    """Return the way of a colour on a board of any size (C-2), with its safe squares (C-5)."""
    board = game.spec.board
    entry, sheltered = board.entry(colour), set(board.safe)
    # If pieces on an entry are safe, only those of its owner are.
    own = {entry} if game.facts.entry_safe else set()

    def places(cells: set[int]) -> frozenset[int]:
        return frozenset((cell - entry) % board.ring + 1 for cell in cells)

    enemies = {board.entry(enemy) for enemy in enemies_of(board, colour)}
    return Course(
        board.ring,
        board.gate + 1,
        board.lane,
        places(sheltered | own),
        places(sheltered - set(board.entries)),
        entries=places(enemies),
    )
