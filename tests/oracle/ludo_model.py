"""A slow and literal reference model of Ludo with capture before home, blocks, teams and three sixes.

Every method says which clauses of the rule document it follows. A piece is a tuple: ("yard",),
("ring", rel), ("home", index) or ("finished",). rel counts the steps from the own entry, 0..51;
the home index is 0..4.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from oracle.position_text import number_from_text

Piece = tuple  # ("yard",), ("ring", rel), ("home", index) or ("finished",)
Dice = Callable[[], int]

RING = 52  # shared squares, numbered clockwise
ENTRY = (0, 13, 26, 39)  # entry square of each colour
LAST_RING = 50  # rel of the last ring square before the home track
FINISH = 56  # linear progress of a finished piece; home index i has progress 51 + i
PASS = 4
SAFE = (0, 8, 13, 21, 26, 34, 39, 47)

YARD: Piece = ("yard",)
FINISHED: Piece = ("finished",)


class LudoModel:
    """One game. The dice are a callable which gives the next die, called once for every die rolled."""

    def __init__(
        self,
        num_players: int = 4,
        mode: str = "ffa",
        *,
        exact_finish: bool = False,
        extra_roll_on_six: bool = True,
        extra_roll_on_capture: bool = True,
        extra_roll_on_finish: bool = False,
        safe_squares: Iterable[int] = SAFE,
        share_when_stuck: bool = False,
        sixes_reset: str = "roll",
    ) -> None:
        """A-1, A-51, A-55: 2 to 4 players, teams only with 4. Call start or load next."""
        if (mode, num_players) not in (("ffa", 2), ("ffa", 3), ("ffa", 4), ("teams", 4)):
            raise ValueError(f"mode {mode!r} is not possible with {num_players!r} players")
        if sixes_reset not in ("roll", "turn"):
            raise ValueError(f"sixes_reset must be 'roll' or 'turn', not {sixes_reset!r}")
        self.num_players = num_players
        self.mode = mode
        self.exact_finish = exact_finish
        self.extra_roll_on_six = extra_roll_on_six
        self.extra_roll_on_capture = extra_roll_on_capture
        self.extra_roll_on_finish = extra_roll_on_finish
        self.safe_squares = frozenset(safe_squares)
        self.share_when_stuck = share_when_stuck
        self.sixes_reset = sixes_reset
        if not self.safe_squares <= set(range(RING)):
            raise ValueError("safe_squares must be ring squares 0..51")
        self._empty_board()

    def _empty_board(self) -> None:
        """A-7: all in the yard, no captures, no sixes, seat 0 to act; the die is still to be rolled."""
        self.pieces: list[list[Piece]] = [[YARD] * 4 for _ in range(self.num_players)]
        self.has_captured = [False] * self.num_players
        self.sixes = [0] * self.num_players
        self.turn = 0
        self.die = 0
        self.over = False
        self.rewards = [0.0] * self.num_players

    def start(self, dice: Dice) -> None:
        """A-7, G-1: a new game, with the first die rolled."""
        self._empty_board()
        self._roll(dice)

    def load(self, text: str, dice: Dice) -> None:
        """The position of the text; an omitted key has its value at the start of a game."""
        new = self.copy()
        new._empty_board()
        new._read(text)
        if any(new._has_won(seat) for seat in range(self.num_players)):
            raise ValueError("the game is already won")
        if new.die == 0:
            new._roll(dice)
        self.__dict__.update(new.__dict__)

    def _read(self, text: str) -> None:
        """The keys of the position text: p0.. turn dice hit sixes, each at most once."""
        seats = range(self.num_players)
        seen = set()
        if not isinstance(text, str):
            raise ValueError("a position must be a text")
        for item in text.split():
            key, _, value = item.partition("=")
            if key in seen:
                raise ValueError(f"key given twice: {key!r}")
            seen.add(key)
            if key in [f"p{seat}" for seat in seats]:
                words = value.split(",")
                if len(words) != 4:
                    raise ValueError(f"a player has four pieces: {item!r}")
                self.pieces[int(key[1:])] = [piece_from_text(word) for word in words]
            elif key == "turn":
                self.turn = number_from_text(value, 0, self.num_players - 1)
            elif key == "dice":
                self.die = 0 if value == "-" else number_from_text(value, 1, 6)
            elif key == "hit":
                words = [] if value == "-" else value.split(",")
                colours = [number_from_text(word, 0, self.num_players - 1) for word in words]
                if len(set(colours)) != len(colours):
                    raise ValueError(f"colour given twice: {item!r}")
                self.has_captured = [seat in colours for seat in seats]
            elif key == "sixes":
                words = value.split(",")
                if len(words) != self.num_players:
                    raise ValueError(f"one counter of sixes per player: {item!r}")
                self.sixes = [number_from_text(word, 0, 2) for word in words]
            else:
                raise ValueError(f"unknown key: {item!r}")

    def facts(self) -> dict[str, str]:
        """Return the position as the keys and values of the position text."""
        facts = {}
        for seat in range(self.num_players):
            facts[f"p{seat}"] = ",".join(piece_to_text(piece) for piece in self.pieces[seat])
        facts["turn"] = str(self.turn)
        facts["dice"] = str(self.die)
        hit = [str(seat) for seat in range(self.num_players) if self.has_captured[seat]]
        facts["hit"] = ",".join(hit) or "-"
        facts["sixes"] = ",".join(str(count) for count in self.sixes)
        return facts

    def copy(self) -> LudoModel:
        """Return an independent game in the same position."""
        other = LudoModel.__new__(LudoModel)
        other.__dict__.update(self.__dict__)
        other.pieces = [list(row) for row in self.pieces]
        other.has_captured = list(self.has_captured)
        other.sixes = list(self.sixes)
        other.rewards = list(self.rewards)
        return other

    def _side(self, colour: int) -> int:
        """A-51: the team of a colour; without teams every colour is its own side."""
        return colour % 2 if self.mode == "teams" else colour

    def _all_finished(self, colour: int) -> bool:
        """A-52: all four own pieces are finished."""
        return all(piece == FINISHED for piece in self.pieces[colour])

    def _has_won(self, colour: int) -> bool:
        """A-50, A-51: every piece of the side is finished."""
        seats = range(self.num_players)
        return all(
            self._all_finished(seat) for seat in seats if self._side(seat) == self._side(colour)
        )

    def _colour_to_move(self) -> int:
        """A-52: who has finished moves the mate's pieces. A-53: who is stuck does so only by option."""
        stuck = self.share_when_stuck and not self._movable(self.turn)
        if self.mode == "teams" and (self._all_finished(self.turn) or stuck):
            return (self.turn + 2) % 4
        return self.turn

    def _square(self, colour: int, rel: int) -> int:
        """A-2, A-8: the absolute square `rel` steps clockwise from the entry of the colour."""
        return (ENTRY[colour] + rel) % RING

    def _standing_on(self, square: int) -> list[tuple[int, int]]:
        """Return (colour, index) of every piece on an absolute ring square."""
        found = []
        for colour in range(self.num_players):
            for index, piece in enumerate(self.pieces[colour]):
                if piece[0] == "ring" and self._square(colour, piece[1]) == square:
                    found.append((colour, index))
        return found

    def _is_blocked(self, square: int) -> bool:
        """A-30: never on a safe square. A-31, A-35: two pieces of one side elsewhere."""
        if square in self.safe_squares:
            return False
        sides = [self._side(colour) for colour, _ in self._standing_on(square)]
        return any(sides.count(side) >= 2 for side in sides)

    def _steps(self, colour: int, piece: Piece, die: int) -> list[Piece] | None:
        """Return every place that the piece touches, landing last; None if it cannot go."""
        if piece == FINISHED:
            return None
        if piece == YARD:  # the six is used up by the exit
            return [("ring", 0)] if die == 6 else None
        if piece[0] == "ring" and not self.has_captured[colour]:  # round and round
            return [("ring", (piece[1] + step) % RING) for step in range(1, die + 1)]
        # A-13..A-17: one formula; a ring piece at rel 51 has progress 51 as well
        progress = piece[1] if piece[0] == "ring" else LAST_RING + 1 + piece[1]
        if self.exact_finish and progress + die > FINISH:  # A-16, the option
            return None
        return [self._place(progress + step) for step in range(1, die + 1)]

    def _place(self, progress: int) -> Piece:
        """A-13, A-16, A-17: where a piece with an open gate is at this progress; too far is finished."""
        if progress <= LAST_RING:
            return ("ring", progress)
        if progress < FINISH:
            return ("home", progress - LAST_RING - 1)
        return FINISHED

    def _can_move(self, colour: int, index: int) -> bool:
        """A-32, A-33: no ring square on the way may be blocked, the landing included, the start not."""
        steps = self._steps(colour, self.pieces[colour][index], self.die)
        if steps is None:
            return False
        squares = [self._square(colour, place[1]) for place in steps if place[0] == "ring"]
        return not any(self._is_blocked(square) for square in squares)

    def _movable(self, colour: int) -> list[int]:
        """Return the pieces of the colour which can move with this die."""
        return [index for index in range(4) if self._can_move(colour, index)]

    def legal(self) -> list[int]:
        """A-20: the pieces which can move, or else PASS."""
        if self.over or self.die == 0:
            return []
        return self._movable(self._colour_to_move()) or [PASS]

    def _capture(self, colour: int, square: int) -> bool:
        """A-11, A-30, A-34..A-37: landing sends the only enemy on a non-safe square to its yard."""
        if square in self.safe_squares:
            return False
        there = self._standing_on(square)
        enemies = [
            (owner, index) for owner, index in there if self._side(owner) != self._side(colour)
        ]
        if len(enemies) != 1:
            return False
        owner, index = enemies[0]
        self.pieces[owner][index] = YARD
        self.has_captured[colour] = True
        return True

    def play(self, action: int, dice: Dice) -> None:
        """One action of the seat to act, then the next die. A-40..A-43, A-50..A-52."""
        if action not in self.legal():
            raise ValueError(f"action {action!r} is not legal")
        again = False  # PASS ends the turn, even with a six
        if action != PASS:
            colour = self._colour_to_move()
            target = self._steps(colour, self.pieces[colour][action], self.die)[-1]
            captured = target[0] == "ring" and self._capture(
                colour, self._square(colour, target[1])
            )
            self.pieces[colour][action] = target
            if self._has_won(colour):
                self._end(colour)
                return
            again = self._rolls_again(captured, target == FINISHED)
        if not again:
            self._pass_turn()
        self._roll(dice)

    def _rolls_again(self, captured: bool, finished: bool) -> bool:
        """A-40, A-41, A-42: one more roll, however many reasons there are."""
        return (
            (self.extra_roll_on_six and self.die == 6)
            or (self.extra_roll_on_capture and captured)
            or (self.extra_roll_on_finish and finished)
        )

    def _pass_turn(self) -> None:
        """The next seat is to act. A-44: counters stay, unless sixes_reset is "turn"."""
        if self.sixes_reset == "turn":
            self.sixes[self.turn] = 0
        self.turn = (self.turn + 1) % self.num_players

    def _roll(self, dice: Dice) -> None:
        """A-44, A-45, A-46: roll for the seat to act; a third six is void and the next seat rolls."""
        while True:
            self.die = dice()
            if self.die != 6:
                self.sixes[self.turn] = 0
                return
            self.sixes[self.turn] += 1
            if self.sixes[self.turn] < 3:
                return
            self.sixes[self.turn] = 0
            self.die = 0
            self._pass_turn()

    def _end(self, winner: int) -> None:
        """A-50, A-51, G-5: +1 for the side of the winner, -1 for all others."""
        self.over = True
        for seat in range(self.num_players):
            self.rewards[seat] = 1.0 if self._side(seat) == self._side(winner) else -1.0


def piece_from_text(text: str) -> Piece:
    """y, f, h0..h4, or the steps from the own entry, 0..51."""
    if text == "y":
        return YARD
    if text == "f":
        return FINISHED
    if text.startswith("h"):
        return ("home", number_from_text(text[1:], 0, 4))
    return ("ring", number_from_text(text, 0, RING - 1))


def piece_to_text(piece: Piece) -> str:
    """The reverse of piece_from_text."""
    if piece[0] == "ring":
        return str(piece[1])
    return f"h{piece[1]}" if piece[0] == "home" else piece[0][0]


def random_position(
    rng: random.Random, num_players: int = 4, mode: str = "ffa", safe_squares: Iterable[int] = SAFE
) -> str:
    """A position text, never already won, biased to places which random play seldom reaches."""
    safe = sorted(safe_squares)
    seats = list(range(num_players))
    meeting = [_random_square(rng, safe) for _ in range(rng.randint(1, 3))]
    pieces = [[_random_piece(rng, seat, meeting) for _ in range(4)] for seat in seats]
    turn = rng.choice(seats)
    die = rng.choice((1, 2, 3, 4, 5, 6, 6))

    for square in meeting:  # a block, a team block, a mixed stack of enemies, or nothing
        one, two = rng.sample(seats, 2)
        kind = rng.choice(("block", "team block", "mixed", "nothing"))
        owners = {
            "block": [one, one],
            "team block": [one, (one + 2) % num_players],
            "mixed": [one, two],
        }
        for index, seat in zip(rng.sample(range(4), 2), owners.get(kind, [])):
            pieces[seat][index] = str((square - ENTRY[seat]) % RING)

    mates = [turn, (turn + 2) % 4] if mode == "teams" else [turn]
    for (
        seat
    ) in mates:  # for every mover, a piece which reaches or passes a meeting square with this die
        if rng.random() < 0.7:
            square = rng.choice(meeting) - rng.randint(1, die)
            pieces[seat][rng.randrange(4)] = str((square - ENTRY[seat]) % RING)

    for seat in seats:  # half of the players have something special
        style = rng.choice(("", "", "", "", "stuck", "lane", "nearly won", "all finished"))
        if style == "stuck":
            pieces[seat] = [rng.choice("yyf") for _ in range(4)]
        elif style == "lane":
            pieces[seat] = [f"h{rng.randint(0, 4)}" for _ in range(4)]
        elif style == "nearly won":
            pieces[seat] = ["f", "f", "f", _near_home(rng)]
            turn = rng.choice((turn, seat))
            if mode == "teams" and rng.random() < 0.5:
                pieces[(seat + 2) % 4] = ["f"] * 4
        elif style == "all finished" and mode == "teams":
            pieces[seat] = ["f"] * 4
            turn = rng.choice((turn, seat))
        rng.shuffle(pieces[seat])

    for seat in seats:  # never already won; of two finished mates one stays finished
        side = seats[seat % 2 :: 2] if mode == "teams" else [seat]
        if all(pieces[mate] == ["f"] * 4 for mate in side):
            pieces[seat][rng.randrange(4)] = _near_home(rng)

    hit = [str(seat) for seat in seats if rng.random() < 0.6]
    sixes = [rng.choice((0, 0, 1, 2, 2)) for _ in seats]
    if rng.random() < 0.8:  # mostly a counter which agrees with the die
        sixes[turn] = rng.choice((1, 2, 2)) if die == 6 else 0
    rows = " ".join(f"p{seat}=" + ",".join(pieces[seat]) for seat in seats)
    counters = ",".join(map(str, sixes))
    return f"{rows} turn={turn} dice={die} hit={','.join(hit) or '-'} sixes={counters}"


def _random_square(rng: random.Random, safe: list[int]) -> int:
    """Return an absolute square, mostly around an entry, a gate or a safe square."""
    around_gate = rng.choice(ENTRY) + rng.randint(-7, 4)
    around_safe = rng.choice(safe or [0]) + rng.randint(-1, 2)
    return rng.choice((around_gate, around_safe, rng.randrange(RING))) % RING


def _random_piece(rng: random.Random, seat: int, meeting: list[int]) -> str:
    """Return a piece, most often at or before a meeting square, around its gate or in its lane."""
    rel = rng.choice(meeting) - ENTRY[seat]
    at_meeting = str(rel % RING)
    before = str((rel - rng.randint(1, 6)) % RING)
    anywhere = str(rng.randrange(RING))
    near = _near_home(rng)
    return rng.choice(("y", at_meeting, before, before, anywhere, near, near, "f"))


def _near_home(rng: random.Random) -> str:
    """Return a place before the own gate, just behind it (rel 51), or in the lane."""
    return rng.choice((str(rng.randint(44, 50)), "51", f"h{rng.randint(0, 4)}", "h4"))
