"""A slow and literal reference model of French two-dice Ludo: bags of dice, sweeps, prisons, the special exit.

Every method says which clauses of the rule document it follows. A pawn is a tuple: ("house",),
("prison", captor), ("ring", rel), ("corridor", index) or ("centre",). rel counts the steps from the
own entry, 0..50; the corridor index is 0..4.

How often the sub-cases of the special exit are met ("case 1a" to "case 3f") is read as follows, with n
enemies of one colour on the own entry, H pawns in the house, C prisoners and S sixes:
  S >= n, H >= 1, H + C >= n: the case whose number of purchases is min(C, n - 1), none, one, two, three:
      1a 1b for n = 2, 2a 2b 2c for n = 3, 3a 3b 3c 3d for n = 4 (so 1a is H >= 2 and C = 0);
  S >= n, H = 0, C >= n: 1c, 2d, 3e;
  1 <= S < n, whatever H and C are: 1d, 2e, 3f;
  anything else (no six; or too few pawns, H + C < n) is no case of the text and is not counted.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from oracle.position_text import number_from_text

Pawn = tuple  # ("house",), ("prison", captor), ("ring", rel), ("corridor", index) or ("centre",)
Dice = Callable[[], int]

RING = 52  # E-2
ENTRY = (0, 13, 26, 39)  # E-2: entry cell of each seat
LAST_RING = 50  # E-2: rel of the last ring cell of the own path
CENTRE_REL = 56  # E-2: the corridor index i is 51 + i
SAFE = (8, 21, 34, 47)  # E-3
SEATS = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}  # E-1, G-10
MOST_SIXES = 10  # E-62
SPECIAL_EXIT = 176  # E-60
PASS = 177  # E-60

HOUSE: Pawn = ("house",)
CENTRE: Pawn = ("centre",)


class Play(NamedTuple):
    """One play (E-12): the dice of D on one pawn, or a special exit (then the pawn is -1)."""

    action: int
    kind: str  # "move", "exit", "buy-back" or "special exit"
    pawn: int
    dice: list[int]


class FrenchModel:
    """One game. The dice are a callable which gives the next die, called once for every die rolled."""

    def __init__(
        self,
        num_players: int = 4,
        *,
        exit_sweep_includes_entry: bool = False,
        unblock_scope: str = "first",
        single_pawn_scope: str = "all",
    ) -> None:
        """E-1 and the flags of E-25, E-50 and E-54. Call start or load next."""
        if num_players not in SEATS:
            raise ValueError(f"num_players must be 2, 3 or 4, not {num_players!r}")
        if unblock_scope not in ("first", "all"):
            raise ValueError(f"unblock_scope must be 'first' or 'all', not {unblock_scope!r}")
        if single_pawn_scope not in ("all", "two"):
            raise ValueError(f"single_pawn_scope must be 'all' or 'two', not {single_pawn_scope!r}")
        self.num_players = num_players
        self.seats = SEATS[num_players]
        self.exit_sweep_includes_entry = exit_sweep_includes_entry
        self.unblock_scope = unblock_scope
        self.single_pawn_scope = single_pawn_scope
        self.fired: Counter[str] = Counter()
        self._empty_board()

    def _empty_board(self) -> None:
        """E-4: all pawns in the house, the first seat to act; the dice are still to be thrown."""
        self.pawns: dict[int, list[Pawn]] = {seat: [HOUSE] * 4 for seat in self.seats}
        self.turn = self.seats[0]
        self.bag: list[int] = []  # descending
        self.played = 0
        self.locked: list[int] = []  # ascending
        self.over = False
        self.rewards = {seat: 0.0 for seat in self.seats}

    def start(self, dice: Dice) -> None:
        """G-1, G-12: a new game, with the first bag thrown."""
        self._empty_board()
        self._throw(dice)

    def load(self, text: str, dice: Dice) -> None:
        """Load the position of the text; an omitted key has its value at the start of a game."""
        new = self.copy()
        new._empty_board()
        new._read(text)
        if any(new._has_won(seat) for seat in self.seats):
            raise ValueError("the game is already won")
        if not new.bag:
            new._throw(dice)
        if new.played and not new._basic_plays(new.bag):
            raise ValueError("something was played and nothing more is playable")
        self.__dict__.update(new.__dict__)

    def _read(self, text: str) -> None:
        """The keys of the position text: p0.. turn dice played locked, each at most once."""
        seen = set()
        if not isinstance(text, str):
            raise ValueError("a position must be a text")
        for item in text.split():
            key, _, value = item.partition("=")
            words = [] if value == "-" else value.split(",")
            if key in seen:
                raise ValueError(f"key given twice: {key!r}")
            seen.add(key)
            if key in [f"p{seat}" for seat in self.seats]:
                if len(words) != 4:
                    raise ValueError(f"a player has four pawns: {item!r}")
                seat = int(key[1:])
                captors = [other for other in self.seats if other != seat]
                self.pawns[seat] = [pawn_from_text(word, captors) for word in words]
            elif key == "turn":
                self.turn = number_from_text(value, 0, 3)
                if self.turn not in self.seats:
                    raise ValueError(f"nobody sits there: {item!r}")
            elif key == "dice":
                faces = [number_from_text(word, 1, 6) for word in words]
                if len(faces) - faces.count(6) > 2:
                    raise ValueError(f"a bag has at most two dice which are no sixes: {item!r}")
                self.bag = sorted(faces, reverse=True)
            elif key == "played":
                self.played = number_from_text(value, 0, 10**9)
            elif key == "locked":
                self.locked = sorted(number_from_text(word, 0, 3) for word in words)
                if len(set(self.locked)) != len(self.locked):
                    raise ValueError(f"pawn given twice: {item!r}")
            else:
                raise ValueError(f"unknown key: {item!r}")

    def facts(self) -> dict[str, str]:
        """Return the position as the keys and values of the position text."""
        facts = {}
        for seat in self.seats:
            facts[f"p{seat}"] = ",".join(pawn_to_text(pawn) for pawn in self.pawns[seat])
        facts["turn"] = str(self.turn)
        facts["dice"] = ",".join(str(die) for die in self.bag) or "-"
        facts["played"] = "1" if self.played else "0"
        facts["locked"] = ",".join(str(index) for index in self.locked) or "-"
        return facts

    def copy(self) -> FrenchModel:
        """Return an independent game in the same position; only the counts `fired` are shared."""
        other = FrenchModel.__new__(FrenchModel)
        other.__dict__.update(self.__dict__)
        other.pawns = {seat: list(row) for seat, row in self.pawns.items()}
        other.bag = list(self.bag)
        other.locked = list(self.locked)
        other.rewards = dict(self.rewards)
        return other

    def _has_won(self, seat: int) -> bool:
        """E-7: four pawns at the centre."""
        return all(pawn == CENTRE for pawn in self.pawns[seat])

    def _standing_on(self, cell: int) -> list[tuple[int, int]]:
        """Return (seat, index) of every pawn on an absolute ring cell."""
        found = []
        for seat in self.seats:
            for index, pawn in enumerate(self.pawns[seat]):
                if pawn[0] == "ring" and cell_of(seat, pawn[1]) == cell:
                    found.append((seat, index))
        return found

    def _enemies_on(self, rel: int) -> list[tuple[int, int]]:
        """Enemies on a place of the path of the seat to act; there are none beyond the ring."""
        if rel > LAST_RING:
            return []
        there = self._standing_on(cell_of(self.turn, rel))
        return [(seat, index) for seat, index in there if seat != self.turn]

    def _block_on(self, rel: int) -> list[tuple[int, int]]:
        """E-28, E-29: the enemies of the first colour with two or more pawns there, safe cells included."""
        enemies = self._enemies_on(rel)
        for colour in self.seats:
            block = [(seat, index) for seat, index in enemies if seat == colour]
            if len(block) >= 2:
                return block
        return []

    def _lone_enemy_on(self, rel: int) -> tuple[int, int] | None:
        """E-30, E-31, E-32: the only enemy on a cell which is not safe, if there is just one."""
        enemies = self._enemies_on(rel)
        if len(enemies) != 1 or cell_of(self.turn, rel) in SAFE:
            return None
        return enemies[0]

    def _jump(self, start: int, die: int) -> Pawn | None:
        """E-6, E-20: one die; no block on the way; single enemies in between are jumped."""
        if start + die > CENTRE_REL:
            return None
        if any(self._block_on(rel) for rel in range(start + 1, start + die + 1)):
            return None
        return place(start + die)

    def _sweep(self, first: int, last: int) -> Pawn | None:
        """E-21, E-22: cell by cell from first to last, with a stop at the first capture."""
        for rel in range(first, last + 1):
            if rel > CENTRE_REL or self._block_on(rel):
                return None
            if self._lone_enemy_on(rel) is not None:
                return ("ring", rel)
        return place(last)

    def _exit(self, dice: list[int]) -> Pawn | None:
        """E-23, E-24, E-25, E-40: one six brings the pawn out, the other dice are swept."""
        if 6 not in dice or self._block_on(0):
            return None
        if len(dice) == 1:
            return ("ring", 0)
        first = 0 if self.exit_sweep_includes_entry else 1
        return self._sweep(first, sum(dice) - 6)

    def _target(self, index: int, dice: list[int]) -> Pawn | None:
        """E-12, E-20..E-27: where the pawn goes with these dice; None if that is not legal."""
        pawn = self.pawns[self.turn][index]
        if index in self.locked or pawn == CENTRE:  # E-34, E-46, E-6
            return None
        if pawn == HOUSE:
            return self._exit(dice)
        if pawn[0] == "prison":  # E-26, E-27
            return HOUSE if dice == [6] else None
        if len(dice) == 1:
            return self._jump(progress(pawn), dice[0])
        return self._sweep(progress(pawn) + 1, progress(pawn) + sum(dice))

    def _special_exit(self, bag: list[int]) -> list[int] | None:
        """E-41, E-43: the pawns which come out together, as many as block the entry; None if not legal."""
        n = len(self._block_on(0))
        house, prisoners = self._house_and_prisoners()
        if n < 2 or bag.count(6) < n or not house or len(house) + len(prisoners) < n:
            return None
        bought = min(len(prisoners), n - 1)
        return prisoners[:bought] + house[: n - bought]

    def _house_and_prisoners(self) -> tuple[list[int], list[int]]:
        """E-41, E-43: the own pawns in the house and those in prison, ascending, locked ones excluded."""
        own = self.pawns[self.turn]
        free = [index for index in range(4) if index not in self.locked]
        house = [index for index in free if own[index] == HOUSE]
        return house, [index for index in free if own[index][0] == "prison"]

    def _basic_plays(self, bag: list[int]) -> list[Play]:
        """E-12, E.4 to E.6, before any obligation, with any bag; in ascending order of the actions."""
        plays = []
        for index in range(4):
            for code, dice in subsets(bag):
                if self._target(index, dice) is None:
                    continue
                state = self.pawns[self.turn][index][0]
                kind = {"house": "exit", "prison": "buy-back"}.get(state, "move")
                plays.append(Play(index * 44 + code, kind, index, dice))
        if self._special_exit(bag) is not None:
            plays.append(Play(SPECIAL_EXIT, "special exit", -1, [6] * len(self._block_on(0))))
        return plays

    def _forced_unblocking(self, plays: list[Play]) -> list[Play]:
        """E-50 to E-53 (F1): a pile directly in front of somebody's last pawn is taken down first."""
        if self.played and self.unblock_scope == "first":
            return plays
        forced: set[int] = set()
        own = self.pawns[self.turn]
        for rel in range(LAST_RING + 1):
            pile = [index for index in range(4) if own[index] == ("ring", rel)]
            for other in self.seats:
                gap = self._gap(other, cell_of(self.turn, rel))
                if len(pile) < 2 or other == self.turn or gap is None:
                    continue
                if gap > 0:  # E-51
                    self.fired["F1 exception gap"] += 1
                elif self._block_on(rel + 1):  # E-52
                    self.fired["F1 exception chain"] += 1
                else:
                    forced.update(pile)
        kept = [play for play in plays if play.pawn in forced]
        if not kept:  # E-53
            return plays
        if len(kept) < len(plays):
            self.fired["F1"] += 1
        return kept

    def _gap(self, seat: int, cell: int) -> int | None:
        """E-50, E-51: the empty cells between the last pawn of the seat and this cell ahead of it.

        None if not exactly three pawns are at the centre, the last pawn is not on the ring, its path
        does not lead over the cell, or somebody stands in between.
        """
        last = [pawn for pawn in self.pawns[seat] if pawn != CENTRE]
        if len(last) != 1 or last[0][0] != "ring":
            return None
        start = last[0][1]
        for rel in range(start + 1, LAST_RING + 1):
            if cell_of(seat, rel) == cell:
                return rel - start - 1
            if self._standing_on(cell_of(seat, rel)):
                return None
        return None

    def _single_pawn(self, plays: list[Play]) -> list[Play]:
        """E-5, E-54, E-55, E-56 (F2): the only pawn in play takes as many dice at once as it can."""
        in_play = [pawn for pawn in self.pawns[self.turn] if pawn[0] in ("ring", "corridor")]
        if len(in_play) != 1 or len(self.bag) < 2:
            return plays
        many = len(self.bag) > 2 and self.single_pawn_scope == "two"
        if many or any(play.kind != "move" for play in plays):
            return plays
        largest = max((len(play.dice) for play in plays), default=0)
        kept = [play for play in plays if len(play.dice) == largest]
        if len(kept) < len(plays):
            self.fired["F2"] += 1
        return kept

    def _automatic_combined_exit(self, plays: list[Play]) -> list[Play]:
        """E-57, E-58 (F3): if no other pawn can use the other dice, the pawn that exits takes them."""
        if len(self.bag) < 2:
            return plays
        kept = plays
        for index in range(4):
            exits = [play for play in plays if play.kind == "exit" and play.pawn == index]
            if not exits:
                continue
            if any(play.pawn != index for play in self._basic_plays(without(self.bag, [6]))):
                continue
            largest = max(len(play.dice) for play in exits)
            shorter = [play for play in exits if len(play.dice) < largest]
            kept = [play for play in kept if play not in shorter]
        if len(kept) < len(plays):
            self.fired["F3"] += 1
        return kept

    def _count_case(self) -> None:
        """E.6: which sub-case of the special exit this is, as the head of this file says."""
        n, sixes = len(self._block_on(0)), self.bag.count(6)
        house, prisoners = self._house_and_prisoners()
        if n < 2 or sixes == 0:
            return
        if sixes < n:  # 1d, 2e, 3f
            letter = n + 1
        elif len(house) + len(prisoners) < n:
            return
        else:  # 1c, 2d, 3e without a house pawn; otherwise by the number of purchases
            letter = min(len(prisoners), n - 1) if house else n
        self.fired[f"case {n - 1}{'abcdef'[letter]}"] += 1

    def legal(self) -> list[int]:
        """E-13, E-60, E.7: the actions, ascending; PASS if nothing is playable."""
        if self.over or not self.bag:
            return []
        self._count_case()
        plays = self._basic_plays(self.bag)
        plays = self._forced_unblocking(plays)
        plays = self._single_pawn(plays)
        plays = self._automatic_combined_exit(plays)
        return [play.action for play in plays] or [PASS]

    def play(self, action: int, dice: Dice) -> None:
        """E-11, E-13, E-63: one play; the turn ends by itself when nothing more is playable."""
        if action not in self.legal():
            raise ValueError(f"action {action!r} is not legal")
        if action == PASS:
            self._next_turn(dice)
            return
        play = next(play for play in self._basic_plays(self.bag) if play.action == action)
        if play.kind == "special exit":
            self._do_special_exit()
        else:
            self._do(play)
        self.bag = without(self.bag, play.dice)
        self.played += 1
        if self._has_won(self.turn):
            self._end()
        elif not self._basic_plays(self.bag):
            if self.bag:
                self.fired["lost dice"] += 1
            self._next_turn(dice)

    def _do(self, play: Play) -> None:
        """E-20 to E-34: move the pawn, capture where it stops; who captures is locked."""
        target = self._target(play.pawn, play.dice)
        if play.kind == "buy-back":
            self.fired["buy-back"] += 1
        enemy = self._lone_enemy_on(target[1]) if target[0] == "ring" else None
        self.pawns[self.turn][play.pawn] = target
        if enemy is not None:
            self._imprison(*enemy)
            self._lock(play.pawn)
            combined = len(play.dice) > 1
            manner = "sweep" if combined else "exit" if play.kind == "exit" else "jump"
            self.fired[f"{manner} capture"] += 1

    def _do_special_exit(self) -> None:
        """E-42, E-43, E-46: the pawns come out together, all who blocked are captured."""
        self.fired["special exit"] += 1
        coming_out = self._special_exit(self.bag)
        for seat, index in self._block_on(0):
            self._imprison(seat, index)
        for index in coming_out:
            self.pawns[self.turn][index] = ("ring", 0)
            self._lock(index)

    def _imprison(self, seat: int, index: int) -> None:
        """E-30: the captured pawn goes to the prison of its captor."""
        self.pawns[seat][index] = ("prison", self.turn)

    def _lock(self, index: int) -> None:
        """E-34, E-46: the pawn may not move again in this turn."""
        self.locked = sorted([*self.locked, index])
        self.fired["lock"] += 1

    def _next_turn(self, dice: Dice) -> None:
        """E-14: nothing carries over to the next seat."""
        self.turn = self.seats[(self.seats.index(self.turn) + 1) % self.num_players]
        self.played = 0
        self.locked = []
        self._throw(dice)

    def _throw(self, dice: Dice) -> None:
        """E-10: two dice into the bag, and again as long as both are sixes."""
        self.bag = []
        while True:
            one = dice()
            two = dice()
            self.bag = sorted([*self.bag, one, two], reverse=True)
            if (one, two) != (6, 6):
                return
            self.fired["chain of 6+6"] += 1

    def _end(self) -> None:
        """E-7, G-5: the seat to act has won."""
        self.over = True
        self.rewards = {seat: 1.0 if seat == self.turn else -1.0 for seat in self.seats}


def cell_of(seat: int, rel: int) -> int:
    """E-2: the absolute ring cell `rel` steps from the entry of the seat."""
    return (ENTRY[seat] + rel) % RING


def progress(pawn: Pawn) -> int:
    """E-2: the steps from the own entry of a pawn in play."""
    return pawn[1] if pawn[0] == "ring" else LAST_RING + 1 + pawn[1]


def place(rel: int) -> Pawn:
    """E-2, E-6: what stands so many steps from the own entry."""
    if rel <= LAST_RING:
        return ("ring", rel)
    return CENTRE if rel == CENTRE_REL else ("corridor", rel - LAST_RING - 1)


def without(bag: list[int], dice: list[int]) -> list[int]:
    """Return the bag after these dice are spent."""
    rest = list(bag)
    for die in dice:
        rest.remove(die)
    return rest


def subsets(bag: list[int]) -> list[tuple[int, list[int]]]:
    """E-60, E-61, E-62: the codes j*4 + 2*fx + fy of all that can be taken from the bag, ascending."""
    others = [die for die in sorted(bag, reverse=True) if die != 6]
    found = []
    for j in range(min(bag.count(6), MOST_SIXES) + 1):
        for fx in (0, 1):
            for fy in (0, 1):
                if max(fx, 2 * fy) > len(others):  # a single one that is left is fx
                    continue
                if fy > fx and others[0] == others[1]:  # of two equal ones the single use is fx
                    continue
                dice = [6] * j + others[:1] * fx + others[1:] * fy
                if dice:
                    found.append((j * 4 + 2 * fx + fy, dice))
    return found


def pawn_from_text(text: str, captors: list[int]) -> Pawn:
    """y, f, h0..h4, x and the seat of a captor, or the steps from the own entry, 0..50."""
    if text == "y":
        return HOUSE
    if text == "f":
        return CENTRE
    if text.startswith("h"):
        return ("corridor", number_from_text(text[1:], 0, 4))
    if text.startswith("x"):
        captor = number_from_text(text[1:], 0, 3)
        if captor not in captors:
            raise ValueError(f"nobody who could have captured it: {text!r}")
        return ("prison", captor)
    return ("ring", number_from_text(text, 0, LAST_RING))


def pawn_to_text(pawn: Pawn) -> str:
    """The reverse of pawn_from_text."""
    if pawn[0] == "ring":
        return str(pawn[1])
    letter = {"house": "y", "centre": "f", "corridor": "h", "prison": "x"}[pawn[0]]
    return letter + "".join(str(number) for number in pawn[1:])


Words = dict  # seat -> its pawns as words of the position text, up to four


def random_position(rng: random.Random, num_players: int = 4) -> str:
    """A position text which can be loaded, biased to places which random play seldom reaches.

    As in real play, two colours share a cell only on the safe cells, and only ring pawns are locked.
    """
    seats = SEATS[num_players]
    turn = rng.choice(seats)
    words: Words = {seat: [] for seat in seats}
    scene = rng.choice((_held_entry, _held_entry, _piles, _piles, _way, _way, _single, None))
    if scene is not None:
        scene(rng, words, turn)
    for seat in rng.sample(seats, len(seats)):
        while len(words[seat]) < 4:
            _put(words, seat, _random_word(rng, words, seat, turn))
        if words[seat] == ["f"] * 4:  # never already won
            words[seat][0] = rng.choice(("y", f"h{rng.randint(0, 4)}"))
        rng.shuffle(words[seat])

    faces = [6] * rng.choice((0, 0, 1, 1, 2, 2, 3, 4, 5, 6))
    faces += [rng.randint(1, 5) for _ in range(rng.choice((0, 1, 1, 2, 2, 2)) if faces else 2)]
    dice = ",".join(str(face) for face in sorted(faces, reverse=True))
    rows = " ".join(f"p{seat}={','.join(words[seat])}" for seat in seats)
    text = f"{rows} turn={turn} dice={dice}"
    if rng.random() < 0.6:
        return text
    ring = [index for index in range(4) if words[turn][index].isdigit()]
    locked = sorted(rng.sample(ring, rng.randint(0, min(2, len(ring)))))
    later = f"{text} played=1 locked={','.join(str(index) for index in locked) or '-'}"
    try:
        FrenchModel(num_players).load(later, lambda: 1)
    except ValueError:  # nothing more is playable
        return text
    return later


def _put(words: Words, seat: int, word: str) -> None:
    """Add a pawn, unless there are four already or real play cannot put it there."""
    if word.isdigit():
        cell = cell_of(seat, int(word))
        strangers = [o for o in words if o != seat and str((cell - ENTRY[o]) % RING) in words[o]]
        if int(word) > LAST_RING or (strangers and cell not in SAFE):
            return
    if len(words[seat]) < 4:
        words[seat].append(word)


def _put_on_cell(words: Words, seat: int, cell: int) -> None:
    """Add a pawn on an absolute ring cell."""
    _put(words, seat, str((cell - ENTRY[seat]) % RING))


def _others(words: Words, seat: int) -> list[int]:
    """Return the other playing seats."""
    return [other for other in words if other != seat]


def _random_word(rng: random.Random, words: Words, seat: int, turn: int) -> str:
    """Return a random pawn; on the ring often near a pawn of the seat to act."""
    captor = f"x{rng.choice(_others(words, seat))}"
    corridor = f"h{rng.randint(0, 4)}"
    ring = str(rng.randint(0, LAST_RING))
    rels = [int(word) for word in words[turn] if word.isdigit()] or [0]
    near = cell_of(turn, rng.choice(rels) + rng.randint(-3, 12))
    return rng.choice(("y", "y", captor, corridor, ring, str((near - ENTRY[seat]) % RING), "f"))


def _held_entry(rng: random.Random, words: Words, turn: int) -> None:
    """The own entry held by two to four of one colour; any number of pawns in the house and in prison."""
    holder = rng.choice(_others(words, turn))
    for _ in range(rng.randint(2, 4)):
        _put_on_cell(words, holder, ENTRY[turn])
    house = rng.randint(0, 4)
    most = 4 - house
    prisoners = most if rng.random() < 0.6 else rng.randint(0, most)
    words[turn] += ["y"] * house
    words[turn] += [f"x{rng.choice(_others(words, turn))}" for _ in range(prisoners)]


def _piles(rng: random.Random, words: Words, turn: int) -> None:
    """A last pawn behind a pile of the seat to act, at times with a gap, at times a block in front."""
    victim = rng.choice(_others(words, turn))
    start = rng.randint(0, LAST_RING - 1)
    words[victim] += ["f"] * 3
    _put(words, victim, str(start))
    pile = cell_of(victim, start + rng.choice((1, 1, 1, 2)))
    for _ in range(rng.randint(2, 4)):
        _put_on_cell(words, turn, pile)
    if len(words) > 2 and rng.random() < 0.5:
        blocker = rng.choice([seat for seat in _others(words, turn) if seat != victim])
        ahead = rng.choice((1, 1, rng.randint(2, 8)))
        for _ in range(rng.randint(2, 4)):
            _put_on_cell(words, blocker, (pile + ahead) % RING)


def _way(rng: random.Random, words: Words, turn: int) -> None:
    """A pawn of the seat to act, in the house or on the ring, with single enemies and blocks ahead."""
    start = rng.choice((0, rng.randint(0, LAST_RING)))
    house = start == 0 and rng.random() < 0.7
    _put(words, turn, "y" if house else str(start))
    if house and rng.random() < 0.5:
        _put_on_cell(words, rng.choice(_others(words, turn)), ENTRY[turn])
    for _ in range(rng.randint(1, 4)):
        enemy = rng.choice(_others(words, turn))
        distance = rng.randint(1, 14)
        for _ in range(rng.choice((1, 1, 2))):
            _put_on_cell(words, enemy, cell_of(turn, start + distance))


def _single(rng: random.Random, words: Words, turn: int) -> None:
    """A single pawn in play on the ring or in the corridor, the others elsewhere, at times at the centre."""
    _put(words, turn, rng.choice((str(rng.randint(0, LAST_RING)), f"h{rng.randint(0, 4)}")))
    elsewhere = rng.choice((["y", f"x{rng.choice(_others(words, turn))}", "f"], ["f"]))
    for _ in range(3):
        _put(words, turn, rng.choice(elsewhere))
    if rng.random() < 0.4:
        holder = rng.choice(_others(words, turn))
        for _ in range(2):
            _put_on_cell(words, holder, ENTRY[turn])
