"""A slow and literal reference model of Generals: 10x10, an Attacker and a Defender, one exact die.

Every method says which clauses of the rule document it follows. A cell is 10 * row + column, row 0
at the top. The board is a list of 100 letters: "A", "D" or "." - the General is not on it.

Three consequences of the rules, which the model does not assume but which may help its reader:
  * A side with a unit always has an action with die 1: the cells outside the General hang together,
    so some unit has a neighbour which is empty, an enemy or (for the Attacker) the General. Hence
    only a Defender without units can be dead (D-16), the Attacker never: there is never a draw.
  * For the same reason "no ordinary move after the Offensive Special" (D-44) means no Defender.
  * A hit takes one unit, so `units - (3 - hits)` stays as it was: D-53 never becomes true by a hit.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from oracle.position_text import number_from_text

Dice = Callable[[], int]
Victim = Callable[[list[int]], int]

EMPTY = "."
GENERAL = (44, 45, 54, 55)  # D-1
MOAT = tuple(  # D-2
    10 * row + column
    for row in range(3, 7)
    for column in range(3, 7)
    if 10 * row + column not in GENERAL
)
TOP_LEFT = (0, 1, 2, 10, 11, 20)  # D-3
TOP_RIGHT = (7, 8, 9, 18, 19, 29)
BOTTOM_LEFT = (70, 80, 81, 90, 91, 92)
BOTTOM_RIGHT = (79, 88, 89, 97, 98, 99)
GARRISONS = {"A": (TOP_LEFT, TOP_RIGHT), "D": (BOTTOM_LEFT, BOTTOM_RIGHT)}  # D-4
GARRISON_CELLS = {side: both[0] + both[1] for side, both in GARRISONS.items()}
ORTHOGONAL = ((-1, 0), (1, 0), (0, -1), (0, 1))  # D-60: up, down, left, right
DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))  # up-left, up-right, down-left, down-right
FACES = (1, 2, 3, 4, 5, 6)
UNITS = 12  # D-5: of each side at the start
HITS_TO_WIN = 3  # D-50
KEYS = ("board", "attacker", "turn", "die", "hits", "garrison", "shot", "phase", "from")
ROLE_CHOICES = ("choose", "random", "fixed")


class GeneralsModel:
    """One game; the dice are a callable which gives the next die, None leaves it before the roll.

    `victim` is set from outside: it gets the Defender cells of the Moat, ascending, and returns the
    index of the one which is killed by an interception (D-31).
    """

    def __init__(
        self,
        role_choice: str = "fixed",
        diagonal: bool = False,
        offensive_consumes_turn: bool = False,
        convert_inside: bool = False,
        adjudicate_hopeless: bool = False,
    ) -> None:
        """The flags of D-10, D-20, D-44, D-46 and D-53. Call start or load next."""
        if role_choice not in ROLE_CHOICES:
            raise ValueError(f"role_choice must be one of {ROLE_CHOICES}, not {role_choice!r}")
        self.role_choice = role_choice
        self.diagonal = diagonal
        self.offensive_consumes_turn = offensive_consumes_turn
        self.convert_inside = convert_inside
        self.adjudicate_hopeless = adjudicate_hopeless
        self.directions = ORTHOGONAL + DIAGONAL if diagonal else ORTHOGONAL
        self.garrison_from = 100 * len(self.directions)  # D-60: 400, with diagonals 800
        self.target = self.garrison_from + 100
        self.choose_attacker = self.target + 100
        self.choose_defender = self.choose_attacker + 1
        self.victim: Victim = lambda candidates: 0
        self.fired: Counter[str] = Counter()
        self._empty()

    # ---- The start of a game and of a position ----

    def _empty(self) -> None:
        """D-5: the board of the start; nobody has a role yet and nothing is rolled."""
        self.board = [EMPTY] * 100
        for side, cells in GARRISON_CELLS.items():
            for cell in cells:
                self.board[cell] = side
        self.attacker: int | None = None
        self.turn = 0
        self.die: int | None = None
        self.hits = 0
        self.may_garrison = {"A", "D"}
        self.shot = True
        self.phase = "move"
        self.source: int | None = None
        self.over = False
        self.rewards = [0.0, 0.0]
        self.stalemate_rerolls = 0  # in the roll for this turn
        self.dead_turns = 0  # in the game so far
        self.plies = 0  # completed moves
        self.intercepted: int | None = None  # by the last play

    def start(self, dice: Dice | None, toss: int = 0, role_random: int | None = None) -> None:
        """D-10, D-12: a new game; `toss` is who won the toss, or the attacker drawn at random."""
        self._empty()
        self._assign_roles(toss if role_random is None else role_random)
        if self.phase == "move":
            self._begin_turn(dice)

    def _assign_roles(self, toss: int) -> None:
        """D-10: the toss with its choice to come, or the roles at once; the Attacker begins."""
        if self.role_choice == "choose":
            self.phase = "toss"
            self.attacker = None
            self.turn = toss
        else:
            self.attacker = toss if self.role_choice == "random" else 0
            self.turn = self.attacker

    def load(self, text: str, dice: Dice | None, toss: int = 0) -> None:
        """The position of the text; an omitted key has its value at the start of a game."""
        new = self.copy()
        new._empty()
        given = new._read(text)
        if "A" not in new.board:
            raise ValueError("the game is already won")
        if "turn" in given:
            new.phase = given.get("phase", "move")
            if new.phase == "toss":
                new.attacker = None
            elif given.get("attacker") == "-":
                raise ValueError("somebody has to be the attacker after the toss")
            elif new.attacker is None:
                new.attacker = 0
        else:
            named = new.attacker
            new._assign_roles(toss)
            if new.role_choice == "fixed" and named is not None:
                new.attacker = new.turn = named
            if given.get("phase", new.phase) != new.phase:
                raise ValueError("a phase other than the first one needs turn=")
        new._check_phase()
        if new.phase == "move" and new.die is None:
            new._begin_turn(dice)
        self.__dict__.update(new.__dict__)

    def _check_phase(self) -> None:
        """Forget what has no meaning in the phase; the player to act must have something to do."""
        if self.phase == "toss":
            self.die = None
        if self.phase in ("toss", "move"):
            self.source = None
        if self.phase == "move" and self.die is not None and not self._actions(self.die):
            raise ValueError(f"nothing can be done with a die of {self.die}")
        if self.phase == "garrison" and not self._is_garrison_source(self.source):
            raise ValueError("from= is no unit of the player on an own garrison cell")
        if self.phase == "convert":
            entered = self.source is not None and self.board[self.source] == "D"
            if self.side() != "D" or not entered or not self._convertible(self.source):
                raise ValueError(
                    "from= is no Defender unit in a garrison with something to convert"
                )

    def _read(self, text: str) -> dict[str, str]:
        """The keys of the position text, each at most once; returned as they were written."""
        if not isinstance(text, str):
            raise ValueError("a position must be a text")
        given: dict[str, str] = {}
        for item in text.split():
            key, equals, value = item.partition("=")
            if not equals or key not in KEYS:
                raise ValueError(f"unknown key: {item!r}")
            if key in given:
                raise ValueError(f"key given twice: {key!r}")
            given[key] = value
            if key == "board":
                self.board = board_from_text(value)
            elif key == "attacker":
                self.attacker = None if value == "-" else number_from_text(value, 0, 1)
            elif key == "turn":
                self.turn = number_from_text(value, 0, 1)
            elif key == "die":
                self.die = None if value == "-" else number_from_text(value, 1, 6)
            elif key == "hits":
                self.hits = number_from_text(value, 0, HITS_TO_WIN - 1)
            elif key == "garrison":
                letters = "" if value == "-" else value
                if letters not in ("", "A", "D", "AD", "DA"):
                    raise ValueError(f"not the sides which may still garrison: {item!r}")
                self.may_garrison = set(letters)
            elif key == "shot":
                self.shot = number_from_text(value, 0, 1) == 1
            elif key == "phase":
                if value not in ("toss", "move", "garrison", "convert"):
                    raise ValueError(f"unknown phase: {item!r}")
            elif key == "from":
                self.source = None if value == "-" else cell_from_text(value)
        return given

    def facts(self) -> dict[str, str]:
        """Return the position as the keys and values of the position text."""
        facts = {
            "board": board_to_text(self.board),
            "attacker": "-" if self.attacker is None else str(self.attacker),
            "turn": str(self.turn),
        }
        if self.die is not None:
            facts["die"] = str(self.die)
        facts["hits"] = str(self.hits)
        facts["garrison"] = "".join(sorted(self.may_garrison)) or "-"
        facts["shot"] = "1" if self.shot else "0"
        facts["phase"] = self.phase
        if self.source is not None:
            facts["from"] = f"{self.source // 10},{self.source % 10}"
        return facts

    def copy(self) -> GeneralsModel:
        """Return an independent game in the same position; only the counts `fired` are shared."""
        other = GeneralsModel.__new__(GeneralsModel)
        other.__dict__.update(self.__dict__)
        other.board = list(self.board)
        other.may_garrison = set(self.may_garrison)
        other.rewards = list(self.rewards)
        return other

    # ---- What can be done ----

    def side(self) -> str:
        """D-10, D-11: the letter of the player to act, which is a role and not a colour."""
        return "A" if self.turn == self.attacker else "D"

    def _destination(self, cell: int, direction: tuple[int, int], die: int) -> int | None:
        """D-20 to D-25, D-30: where a unit of the side to act gets to; None if not legal."""
        row, column = divmod(cell, 10)
        for step in range(1, die + 1):
            row += direction[0]
            column += direction[1]
            if not (0 <= row <= 9 and 0 <= column <= 9):  # D-22
                return None
            here = 10 * row + column
            if step < die and (here in GENERAL or self.board[here] != EMPTY):  # D-22
                return None
        if self.board[here] == self.side():  # D-23
            return None
        if here in GENERAL and self.side() == "D":  # D-25
            return None
        return here

    def _moves(self, die: int) -> list[int]:
        """D-14, D-60: the ordinary moves, General attacks included."""
        found = []
        for cell in range(100):
            if self.board[cell] != self.side():
                continue
            for number, direction in enumerate(self.directions):
                if self._destination(cell, direction, die) is not None:
                    found.append(cell * len(self.directions) + number)
        return found

    def _is_garrison_source(self, cell: int | None) -> bool:
        """D-40: an own unit on an own garrison cell."""
        if cell is None or self.board[cell] != self.side():
            return False
        return cell in GARRISON_CELLS[self.side()]

    def _garrison_sources(self, die: int) -> list[int]:
        """D-40: the units which may be garrisoned now."""
        if die != 6 or self.side() not in self.may_garrison or not self._garrison_targets():
            return []
        return [cell for cell in range(100) if self._is_garrison_source(cell)]

    def _garrison_targets(self) -> list[int]:
        """D-40, D-41: the empty cells outside all garrisons and outside the General."""
        forbidden = GENERAL + GARRISON_CELLS["A"] + GARRISON_CELLS["D"]
        return [c for c in range(100) if self.board[c] == EMPTY and c not in forbidden]

    def _shootable(self, die: int) -> list[int]:
        """D-43: the Attackers in the Moat which the Offensive Special may remove now."""
        if self.side() != "D" or die != 1 or not self.shot or self.board.count("D") >= 3:
            return []
        return [cell for cell in range(100) if cell in MOAT and self.board[cell] == "A"]

    def _convertible(self, cell: int) -> list[int]:
        """D-46: the Attackers in the Attacker garrison to which the cell belongs."""
        for garrison in GARRISONS["A"]:
            if cell in garrison:
                return [other for other in sorted(garrison) if self.board[other] == "A"]
        return []

    def _actions(self, die: int) -> list[int]:
        """D-45: the actions of the move phase with this die, specials included, ascending."""
        found = self._moves(die)
        found += [self.garrison_from + cell for cell in self._garrison_sources(die)]
        found += [self.target + cell for cell in self._shootable(die)]
        return found

    def legal(self) -> list[int]:
        """D-60, D-61: the actions, ascending; none before the roll and after the end."""
        if self.over:
            return []
        if self.phase == "toss":
            return [self.choose_attacker, self.choose_defender]
        if self.phase == "garrison":
            return [self.target + cell for cell in self._garrison_targets()]
        if self.phase == "convert":
            return [self.target + cell for cell in self._convertible(self.source)]
        return [] if self.die is None else self._actions(self.die)

    def candidates(self, action: int) -> list[int]:
        """D-31: the Defenders of which one is drawn if this action is played; mostly nobody."""
        if self.phase != "move" or action >= self.garrison_from:
            return []
        _, to = self._from_and_to(action)
        if to not in GENERAL:
            return []
        return [cell for cell in range(100) if cell in MOAT and self.board[cell] == "D"]

    def _from_and_to(self, action: int) -> tuple[int, int]:
        """D-60: the cells of a legal MOVE."""
        cell, number = divmod(action, len(self.directions))
        return cell, self._destination(cell, self.directions[number], self.die)

    # ---- Chance ----

    def waiting(self) -> bool:
        """Return whether the die has to be rolled before anybody can act."""
        return not self.over and self.phase == "move" and self.die is None

    def values(self) -> list[int]:
        """D-15: the faces which give the side to act an action."""
        return [die for die in FACES if self._actions(die)]

    def outcomes(self) -> list[tuple[int, Fraction]]:
        """D-15: the faces which can come up now with their probabilities; none if none is due."""
        if not self.waiting():
            return []
        values = self.values()
        return [(die, Fraction(1, len(values))) for die in values]

    def roll(self, dice: Dice) -> None:
        """D-13, D-15: roll until something can be done."""
        values = self.values()
        self.stalemate_rerolls = 0
        while True:
            die = dice()
            if die in values:
                break
            self.stalemate_rerolls += 1
            self.fired["stalemate_reroll"] += 1
        self.die = die

    # ---- Playing ----

    def play(self, action: int, dice: Dice | None) -> None:
        """D-61: one decision; when it completes the move, the next turn begins with its roll."""
        if action not in self.legal():
            raise ValueError(f"action {action!r} is not legal")
        self.intercepted = None
        if self.phase == "toss":
            self._choose_role(action, dice)
        elif self.phase == "garrison":
            self._garrison(action - self.target, dice)
        elif self.phase == "convert":
            self.fired["conversion_choice"] += 1
            self._convert(action - self.target, dice)
        elif action >= self.target:
            self._offensive_special(action - self.target, dice)
        elif action >= self.garrison_from:
            self.source = action - self.garrison_from
            self.phase = "garrison"
        else:
            self._move(action, dice)

    def _choose_role(self, action: int, dice: Dice | None) -> None:
        """D-10, D-12: the winner of the toss chooses, the Attacker begins."""
        self.attacker = self.turn if action == self.choose_attacker else 1 - self.turn
        self.fired["role_chosen"] += 1
        self.turn = self.attacker
        self._begin_turn(dice)

    def _garrison(self, cell: int, dice: Dice | None) -> None:
        """D-40, D-41, D-42: the unit is put there, nothing else happens, the turn ends."""
        self.fired["garrisoning"] += 1
        if cell in MOAT:
            self.fired["garrisoning_into_moat"] += 1
        self.board[cell] = self.side()
        self.board[self.source] = EMPTY
        self.may_garrison.discard(self.side())
        self._complete_move(dice)

    def _offensive_special(self, cell: int, dice: Dice | None) -> None:
        """D-43, D-44: an Attacker in the Moat goes; the Defender still moves with the same die."""
        self.fired["offensive_special"] += 1
        self.board[cell] = EMPTY
        self.shot = False
        if self._attackers_gone():
            return
        if self.offensive_consumes_turn:
            self._complete_move(dice)
        elif not self._moves(self.die):
            self.fired["offensive_then_no_move"] += 1
            self._complete_move(dice)

    def _move(self, action: int, dice: Dice | None) -> None:
        """D-20 to D-33: an ordinary move, a capture or an attack on the General."""
        side = self.side()
        start, to = self._from_and_to(action)
        if to in GENERAL:
            self._attack_general(action, start)
        else:
            if self.board[to] != EMPTY:  # D-23
                self.fired["combat"] += 1
                if to in MOAT:  # D-24
                    self.fired["moat_fight"] += 1
            self.board[start] = EMPTY
            self.board[to] = side
        if self.over or self._attackers_gone():
            return
        if side == "D" and self._enters_garrison(start, to):
            victims = self._convertible(to)
            if len(victims) > 1:
                self.phase = "convert"
                self.source = to
                return
            if victims:
                self.fired["conversion_single"] += 1
                self._convert(victims[0], dice)
                return
            self.fired["conversion_none"] += 1
        self._complete_move(dice)

    def _attack_general(self, action: int, start: int) -> None:
        """D-30 to D-33, D-50: interception if the Moat is held, else a hit; the unit is spent."""
        defenders = self.candidates(action)
        self.board[start] = EMPTY
        if defenders:
            self.fired["interception"] += 1
            self.intercepted = defenders[self.victim(defenders)]
            self.board[self.intercepted] = EMPTY
            return
        self.fired["hit"] += 1
        self.hits += 1
        if self.hits == HITS_TO_WIN:
            self.fired["third_hit"] += 1
            if "A" not in self.board:
                self.fired["third_hit_by_last_unit"] += 1
            self._win("A")

    def _enters_garrison(self, start: int, to: int) -> bool:
        """D-46: whether a Defender's move may convert: it comes from outside that garrison."""
        for garrison in GARRISONS["A"]:
            if to in garrison:
                if start not in garrison:
                    return True
                self.fired["move_inside_garrison"] += 1
                return self.convert_inside
        return False

    def _convert(self, cell: int, dice: Dice | None) -> None:
        """D-46, D-47, D-48: the unit changes sides where it stands, which completes the move."""
        self.board[cell] = "D"
        if not self._attackers_gone():
            self._complete_move(dice)

    def _complete_move(self, dice: Dice | None) -> None:
        """D-12: the turn passes on."""
        self.plies += 1
        self.turn = 1 - self.turn
        self._begin_turn(dice)

    def _begin_turn(self, dice: Dice | None) -> None:
        """D-13, D-16, D-62: dead turns are skipped without a roll; then the roll, if any dice."""
        self.phase = "move"
        self.source = None
        self.die = None
        self.stalemate_rerolls = 0
        if not self.values():
            self._count_dead_turn()
            if not self.values():
                self._count_dead_turn()
                self.over = True  # the draw of D-16, which cannot happen
                self.fired["draw"] += 1
                return
        if dice is not None:
            self.roll(dice)

    def _count_dead_turn(self) -> None:
        """D-16: the turn is skipped."""
        self.dead_turns += 1
        self.fired["dead_turn"] += 1
        self.turn = 1 - self.turn

    def _attackers_gone(self) -> bool:
        """D-51, D-53: with no Attacker unit, or asked for, too few, the Defender has won."""
        left = self.board.count("A")
        if left > 0:
            if not self.adjudicate_hopeless or left >= HITS_TO_WIN - self.hits:
                return False
            self.fired["hopeless"] += 1
        self._win("D")
        return True

    def _win(self, side: str) -> None:
        """D-50, D-51, D-54: the game ends at once."""
        self.fired["attacker_wins" if side == "A" else "defender_wins"] += 1
        winner = self.attacker if side == "A" else 1 - self.attacker
        self.over = True
        self.rewards = [-1.0, -1.0]
        self.rewards[winner] = 1.0


def perft(model: GeneralsModel, depth: int) -> int:
    """The number of sequences of `depth` actions together with the chance that leads to them.

    Counted are each die that can come up before an action and each victim of an interception, also
    of the last action; the roll after it is not. An ended game has only the empty sequence.
    """
    if depth == 0:
        return 1
    if model.waiting():
        total = 0
        for die, _ in model.outcomes():
            rolled = model.copy()
            rolled.die = die
            total += perft(rolled, depth)
        return total
    if depth == 1:
        return sum(max(1, len(model.candidates(action))) for action in model.legal())
    total = 0
    for action in model.legal():
        for index in range(max(1, len(model.candidates(action)))):
            after = model.copy()
            after.victim = lambda candidates, index=index: index
            after.play(action, None)
            total += perft(after, depth - 1)
    return total


# ---- Texts ----


def cell_from_text(text: str) -> int:
    """Return a cell from "row,column"."""
    row, comma, column = text.partition(",")
    if not comma:
        raise ValueError(f"not a cell: {text!r}")
    return 10 * number_from_text(row, 0, 9) + number_from_text(column, 0, 9)


def board_from_text(text: str) -> list[str]:
    """Ten rows of ten; no unit on the General, not more units than the game has (D-5, D-47)."""
    rows = text.split("/")
    if len(rows) != 10 or any(len(row) != 10 for row in rows):
        raise ValueError(f"a board has ten rows of ten cells: {text!r}")
    board = list("".join(rows))
    if set(board) - {"A", "D", EMPTY}:
        raise ValueError(f"a cell is A, D or a dot: {text!r}")
    if any(board[cell] != EMPTY for cell in GENERAL):
        raise ValueError("no unit stands on the General")
    if board.count("A") > UNITS or board.count("A") + board.count("D") > 2 * UNITS:
        raise ValueError("too many units")
    return board


def board_to_text(board: list[str]) -> str:
    """The reverse of board_from_text."""
    return "/".join("".join(board[10 * row : 10 * row + 10]) for row in range(10))


# ---- Random positions ----


@dataclass
class Draft:
    """A position in the making; cells in `clear` are kept empty and `die` None means to roll."""

    rng: random.Random
    diagonal: bool
    board: list[str] = field(default_factory=lambda: [EMPTY] * 100)
    clear: set[int] = field(default_factory=lambda: set(GENERAL))
    side: str = "A"
    die: int | None = None
    hits: int = 0
    garrison: str = "AD"
    shot: int = 1
    phase: str = "move"
    source: int | None = None
    last: int = 0  # where the way drawn by `line` ends

    def put(self, unit: str, cell: int) -> bool:
        """Add a unit, unless the cell is taken or there are enough."""
        most = UNITS if unit == "A" else 2 * UNITS - 1 - self.board.count("A")
        full = self.board.count(unit) >= most
        full = full or self.board.count("A") + self.board.count("D") >= 2 * UNITS
        if full or cell in self.clear or self.board[cell] != EMPTY:
            return False
        self.board[cell] = unit
        return True

    def scatter(self, unit: str, number: int, cells: tuple[int, ...] = tuple(range(100))) -> None:
        """Put units on random cells out of these, if they fit."""
        for _ in range(number):
            free = [c for c in cells if c not in self.clear and self.board[c] == EMPTY]
            if free:
                self.put(unit, self.rng.choice(free))

    def line(self, to: tuple[int, ...], keep: Callable[[int, int], bool] | None = None) -> int:
        """Draw a free straight way to one of the cells and its die; return its first cell."""
        ways = [way for way in straight_ways(self.diagonal) if way[-1] in to]
        ways = [way for way in ways if keep is None or keep(way[0], way[-1])]
        ways = [way for way in ways if all(self.board[cell] == EMPTY for cell in way)]
        way = self.rng.choice(ways)
        self.die = len(way) - 1
        self.clear.update(way[1:-1])
        self.last = way[-1]
        return way[0]

    def text(self) -> str:
        """Return the position text; the colour of the roles is random."""
        attacker = self.rng.randint(0, 1)
        turn = attacker if self.side == "A" else 1 - attacker
        words = [f"board={board_to_text(self.board)}", f"attacker={attacker}", f"turn={turn}"]
        if self.die is not None:
            words.append(f"die={self.die}")
        words += [f"hits={self.hits}", f"garrison={self.garrison or '-'}", f"shot={self.shot}"]
        words.append(f"phase={self.phase}")
        if self.source is not None:
            words.append(f"from={self.source // 10},{self.source % 10}")
        return " ".join(words)


@lru_cache(maxsize=2)
def straight_ways(diagonal: bool) -> tuple[tuple[int, ...], ...]:
    """Return all straight ways of 1 to 6 steps that touch the General at most at their end."""
    ways = []
    for start in range(100):
        for down, right in ORTHOGONAL + DIAGONAL if diagonal else ORTHOGONAL:
            way = [start]
            for step in range(1, 7):
                row, column = start // 10 + step * down, start % 10 + step * right
                if way[-1] in GENERAL or not (0 <= row <= 9 and 0 <= column <= 9):
                    break
                way.append(10 * row + column)
                ways.append(tuple(way))
    return tuple(ways)


def random_position(rng: random.Random, diagonal: bool = False, toss: float = 0.0) -> str:
    """A position text which can be loaded, biased to what random play seldom reaches.

    `toss` is the share of texts in the phase of the toss, for games with role_choice="choose".
    """
    if rng.random() < toss:
        return f"turn={rng.randint(0, 1)} phase=toss"
    draft = Draft(rng, diagonal)
    draft.hits = rng.choice((0, 0, 1, 1, 2, 2))
    draft.garrison = rng.choice(("AD", "AD", "A", "D", ""))
    draft.shot = rng.choice((1, 1, 0))
    draft.side = rng.choice(("A", "D"))
    scene = rng.choice(SCENES)
    scene(draft)
    if draft.phase == "garrison":
        draft.garrison = draft.garrison.replace(draft.side, "")
    if "A" not in draft.board:
        draft.scatter("A", 1)
    if draft.phase == "move" and draft.die is not None:
        # A die as the scene needs it, or another one, or none: then the game rolls.
        draft.die = rng.choice((draft.die,) * 8 + (rng.randint(1, 6), None))
        try:
            GeneralsModel(diagonal=diagonal).load(draft.text(), None)
        except ValueError:  # nothing can be done with this die
            draft.die = None
    return draft.text()


def _background(draft: Draft) -> None:
    """Add some units, mostly few, so that the actions prepared by the scene are often played."""
    most = draft.rng.choice((0, 0, 1, 2, 3, 8))
    draft.scatter("A", draft.rng.randint(0, most))
    draft.scatter("D", draft.rng.randint(0, most))


def _offensive(draft: Draft) -> None:
    """D-43, D-44: Attackers in the Moat, hardly a Defender; at times three or used before."""
    rng = draft.rng
    draft.side = "D"
    draft.die = 1
    draft.shot = rng.choice((1, 1, 1, 1, 0))
    draft.scatter("A", rng.choice((0, 1, 1, 2, 3)), MOAT)
    draft.scatter("A", rng.choice((0, 0, 1, 2, 5)))
    draft.scatter("D", rng.choice((0, 0, 1, 1, 2, 2, 2, 3)))


def _conversion(draft: Draft) -> None:
    """D-46: a Defender before an Attacker garrison: outside, inside or in the other one."""
    rng = draft.rng
    garrison, other = rng.sample(GARRISONS["A"], 2)
    origin = rng.choice(("outside", "outside", "outside", "inside", "other"))
    draft.side = "D"

    def keep(first: int, last: int) -> bool:
        place = "inside" if first in garrison else "other" if first in other else "outside"
        return place == origin

    draft.put("D", draft.line(garrison, keep))
    if rng.random() < 0.3:
        draft.put("A", draft.last)
    draft.clear.add(draft.last)
    draft.scatter("A", rng.choice((0, 1, 1, 2, 2, 3, 4)), garrison)
    draft.scatter("D", rng.choice((0, 0, 0, 1)), garrison)
    draft.scatter("A", rng.choice((0, 0, 1, 2)), other)
    draft.clear.discard(draft.last)
    if rng.random() < 0.5:
        _background(draft)


def _attack(draft: Draft) -> None:
    """D-30 to D-32, D-50: an Attacker at the distance, none to three Defenders in the Moat."""
    rng = draft.rng
    draft.side = "A"
    draft.put("A", draft.line(GENERAL))
    draft.scatter("D", rng.choice((0, 0, 1, 2, 3)), MOAT)
    draft.scatter("A", rng.choice((0, 0, 1, 2)), MOAT)
    draft.scatter("D", rng.choice((0, 1, 2)))
    if rng.random() < 0.3:
        _background(draft)


def _moat_fight(draft: Draft) -> None:
    """D-24: a unit at the exact distance of an enemy in the Moat, often itself in the Moat."""
    rng = draft.rng
    within = rng.random() < 0.6
    start = draft.line(MOAT, lambda first, last: first in MOAT or not within)
    draft.put(draft.side, start)
    draft.put("D" if draft.side == "A" else "A", draft.last)
    draft.scatter("A", rng.randint(0, 2), MOAT)
    draft.scatter("D", rng.randint(0, 2), MOAT)
    _background(draft)


def _garrison_phase(draft: Draft) -> None:
    """D-40, D-61: the source is chosen, the destination is not."""
    rng = draft.rng
    draft.phase = "garrison"
    draft.die = 6
    draft.source = rng.choice(GARRISON_CELLS[draft.side])
    draft.put(draft.side, draft.source)
    draft.scatter("A", rng.choice((0, 1, 3, 11)))
    draft.scatter("D", rng.choice((0, 1, 3, 11)))


def _convert_phase(draft: Draft) -> None:
    """D-46: a Defender has entered a garrison where at least two Attackers are left."""
    rng = draft.rng
    garrison, other = rng.sample(GARRISONS["A"], 2)
    draft.phase = "convert"
    draft.side = "D"
    draft.die = rng.randint(1, 6)
    draft.source = rng.choice(garrison)
    draft.put("D", draft.source)
    draft.scatter("A", rng.randint(2, 5), garrison)
    draft.scatter("A", rng.choice((0, 0, 1, 2)), other)
    draft.scatter("D", rng.choice((0, 0, 1)), other)
    _background(draft)


def _die_six(draft: Draft) -> None:
    """D-40, D-45: units at home with a 6, at times with nothing else to do or used before."""
    rng = draft.rng
    draft.die = 6
    enemy = "D" if draft.side == "A" else "A"
    draft.garrison = rng.choice(("AD", draft.side, enemy, ""))
    draft.scatter(draft.side, rng.choice((1, 2, 4)), GARRISON_CELLS[draft.side])
    draft.scatter(draft.side, rng.choice((0, 0, 1)), GARRISON_CELLS[enemy])
    draft.scatter(enemy, rng.choice((1, 3, 6)))
    _background(draft)


def _stalemate(draft: Draft) -> None:
    """D-15: few units shut in at the edge or at the corner, so that many faces have no action."""
    rng = draft.rng
    enemy = "D" if draft.side == "A" else "A"
    draft.garrison = rng.choice(("AD", "", "", enemy))
    for _ in range(rng.choice((1, 1, 2))):
        cell = rng.choice((0, 9, 90, 99, 0, 9, 90, 99, 4, 40, 49, 95, rng.randrange(100)))
        if draft.put(draft.side, cell):
            for near in neighbours(cell):
                draft.put(rng.choice((enemy, enemy, draft.side)), near)
    draft.scatter(enemy, rng.randint(0, 2))
    draft.die = None


def neighbours(cell: int) -> list[int]:
    """Return the cells one orthogonal step away."""
    return [way[1] for way in straight_ways(False) if way[0] == cell and len(way) == 2]


def _no_defender(draft: Draft) -> None:
    """D-16: no Defender unit; dead turns, or the Offensive Special as the only action."""
    rng = draft.rng
    draft.scatter("A", rng.choice((0, 0, 1, 2)), MOAT)
    draft.scatter("A", rng.choice((1, 1, 2, 4, 8)))
    draft.die = rng.randint(1, 6) if draft.side == "A" else None


def _last_attacker(draft: Draft) -> None:
    """D-50, D-51: one Attacker, before the General or in the way of a Defender."""
    rng = draft.rng
    if rng.random() < 0.5:
        draft.side = "A"
        draft.hits = rng.choice((0, 1, 2, 2))
        draft.put("A", draft.line(GENERAL))
        draft.scatter("D", rng.choice((0, 0, 1)), MOAT)
        draft.scatter("D", rng.choice((0, 1, 3)))
        return
    draft.side = "D"
    cells = rng.choice((MOAT, GARRISON_CELLS["A"], tuple(range(100))))
    cells = tuple(cell for cell in cells if cell not in GENERAL)
    draft.put("D", draft.line(cells))
    draft.put("A", draft.last)
    draft.scatter("D", rng.choice((0, 0, 1, 3)))


def _crowded(draft: Draft) -> None:
    """Put all units somewhere, at times most of the Defender; nothing or everything is used."""
    rng = draft.rng
    attackers = rng.choice((12, 12, 8, 3, 1))
    cells = rng.choice((tuple(range(100)), MOAT + GARRISON_CELLS["A"] + GARRISON_CELLS["D"]))
    draft.scatter("A", attackers, cells)
    draft.scatter("D", 2 * UNITS - attackers, cells)
    draft.die = rng.choice((None, rng.randint(1, 6)))


def _nearly_empty(draft: Draft) -> None:
    """Put one or two units of each side anywhere."""
    rng = draft.rng
    draft.scatter("A", rng.randint(1, 2))
    draft.scatter("D", rng.randint(0, 2))
    draft.die = rng.choice((None, rng.randint(1, 6)))


def _opening(draft: Draft) -> None:
    """Set up the start, with a few units moved away."""
    rng = draft.rng
    for side, cells in GARRISON_CELLS.items():
        draft.scatter(side, rng.choice((12, 12, 10, 6)), cells)
    draft.scatter("A", rng.choice((0, 1, 2)))
    draft.scatter("D", rng.choice((0, 1, 2)))
    draft.die = rng.choice((None, 6, rng.randint(1, 6)))


SCENES = (
    _offensive,
    _offensive,
    _conversion,
    _conversion,
    _attack,
    _attack,
    _moat_fight,
    _garrison_phase,
    _convert_phase,
    _die_six,
    _stalemate,
    _no_defender,
    _last_attacker,
    _crowded,
    _nearly_empty,
    _opening,
)
