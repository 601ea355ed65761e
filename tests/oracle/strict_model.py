"""A slow, literal reference model of Strict Ludo, to check the fast engine against.

Every method states one or a few clauses (B-n, G-n) of the rule document. Nothing is tabulated: a
marker walks tile by tile, and the legal moves are worked out afresh whenever they are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

Marker = tuple  # ("start",), ("path", progress), ("end", index) or ("finish",)
Dice = Callable[[], int]

START: Marker = ("start",)
ENTRY: Marker = ("path", 0)
FINISH: Marker = ("finish",)
MARKERS = 4  # B-6
DEFAULT_SEATS = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}  # G-10


class StrictModel:
    """One game of Strict Ludo."""

    def __init__(
        self,
        num_players: int = 4,
        *,
        dice: int = 1,
        end_path: int = 5,
        corners: bool = False,
        protected_landing: str = "illegal",
        end_path_stack: bool = True,
        seats: Iterable[int] | None = None,
    ) -> None:
        """B-2, B-13, B-45, B-52, B-53 and the flags of B-38a and B-44."""
        for value, allowed in (
            (num_players, (2, 3, 4)),
            (dice, (1, 2)),
            (end_path, (4, 5)),
            (protected_landing, ("illegal", "coexist")),
        ):
            if value not in allowed:
                raise ValueError(f"{value!r} is not one of {allowed}")
        chosen = DEFAULT_SEATS[num_players] if seats is None else tuple(sorted(seats))
        if len(chosen) != num_players or len(set(chosen) & {0, 1, 2, 3}) != num_players:
            raise ValueError("seats must name a different seat, 0 to 3, for each player")

        self.seats: tuple[int, ...] = chosen
        self.dice_count = dice
        self.end_path = end_path
        self.section = 2 * end_path + 3 + (1 if corners else 0)
        self.ring = 4 * self.section
        self.gate = self.ring - 2
        self.protected_landing = protected_landing
        self.end_path_stack = end_path_stack

        self.markers: dict[int, list[Marker]] = {s: [START] * MARKERS for s in chosen}  # B-21
        self.turn: int = chosen[0]
        self.rolled: list[int | None] = [None] * dice  # in the order rolled; None is a spent die
        self.over = False
        self.rewards: dict[int, float] = {s: 0.0 for s in chosen}

    # Starting, loading and showing a game

    def start(self, dice: Dice) -> None:
        """B-14 to B-16, B-21: all on Start, the turn-order roll, then the starter's own roll."""
        self.load("", dice)

    def load(self, text: str, dice: Dice) -> None:
        """Set the position that the text describes; on a ValueError nothing changes."""
        values = self.split_text(text)
        game = self.copy()
        game.over = False
        game.rewards = {seat: 0.0 for seat in self.seats}
        for seat in self.seats:
            game.markers[seat] = self.read_markers(values.get(f"p{seat}", "y,y,y,y"))
            if game.has_won(seat):
                raise ValueError("the game is already won")
        rolled = self.read_dice(values.get("dice", "-"))
        if "turn" in values:
            game.turn = self.read_number(values["turn"])
            if game.turn not in self.seats:
                raise ValueError("turn must be a playing seat")
        else:
            game.turn = game.roll_turn_order(dice)
        if rolled is None:
            game.roll(dice)
        else:
            game.rolled = rolled
        if not game.legal():
            raise ValueError("with these dice the seat to act has nothing to decide")
        self.__dict__.update(game.__dict__)

    def facts(self) -> dict[str, str]:
        """The position in the keys and values of the position text."""
        result = {f"p{s}": ",".join(map(self.write_marker, self.markers[s])) for s in self.seats}
        result["turn"] = str(self.turn)
        result["dice"] = ",".join("-" if die is None else str(die) for die in self.rolled)
        return result

    def copy(self) -> StrictModel:
        """Return an independent copy."""
        other = object.__new__(StrictModel)
        other.__dict__.update(self.__dict__)
        other.markers = {seat: list(markers) for seat, markers in self.markers.items()}
        other.rolled = list(self.rolled)
        other.rewards = dict(self.rewards)
        return other

    def split_text(self, text: str) -> dict[str, str]:
        """Return the keys and values of a position text; refuse unknown and repeated keys."""
        if not isinstance(text, str):
            raise ValueError("a position must be a text")
        known = [f"p{seat}" for seat in self.seats] + ["turn", "dice"]
        values: dict[str, str] = {}
        for word in text.split():
            key, equals, value = word.partition("=")
            if key not in known or not equals or key in values:
                raise ValueError(f"{word!r} is not a key=value of this game, or is repeated")
            values[key] = value
        return values

    def read_markers(self, value: str) -> list[Marker]:
        """B-6: exactly four markers."""
        if value.count(",") != MARKERS - 1:
            raise ValueError("a player has exactly four markers")
        return [self.read_marker(word) for word in value.split(",")]

    def read_marker(self, word: str) -> Marker:
        """y, f, h with the End Path index, or the progress 0 to L-2 (B.1: L-1 is never used)."""
        if word in ("y", "f"):
            return START if word == "y" else FINISH
        if word.startswith("h"):
            index = self.read_number(word[1:])
            if index >= self.end_path:
                raise ValueError(f"{word!r} is beyond the End Path")
            return ("end", index)
        progress = self.read_number(word)
        if progress > self.gate:
            raise ValueError(f"{word!r} is beyond the gate")
        return ("path", progress)

    def read_dice(self, value: str) -> list[int | None] | None:
        """The dice in the order rolled, a spent one of two is "-"; None if there are none."""
        if value == "-":
            return None
        rolled = [None if word == "-" else self.read_number(word) for word in value.split(",")]
        if any(die not in (None, 1, 2, 3, 4, 5, 6) for die in rolled):
            raise ValueError("the faces of a die are 1 to 6")
        if len(rolled) != self.dice_count:
            raise ValueError(f"this game has {self.dice_count} dice")
        return rolled

    @staticmethod
    def read_number(word: str) -> int:
        """Read a number written in plain digits."""
        if not (word.isascii() and word.isdigit()):
            raise ValueError(f"{word!r} is not a number")
        return int(word)

    @staticmethod
    def write_marker(marker: Marker) -> str:
        """The reverse of read_marker."""
        if marker in (START, FINISH):
            return "y" if marker == START else "f"
        return str(marker[1]) if marker[0] == "path" else f"h{marker[1]}"

    # Dice and turns

    def roll(self, dice: Dice) -> None:
        """B-17, G-1: the seat to act throws its dice before it is asked."""
        self.rolled = [dice() for _ in range(self.dice_count)]

    def roll_turn_order(self, dice: Dice) -> int:
        """B-14 to B-16: the highest sum starts; the tied highest reroll until one remains."""
        contenders = list(self.seats)
        while len(contenders) > 1:
            sums: dict[int, int] = {}
            for seat in contenders:
                sums[seat] = 0
                for _ in range(self.dice_count):
                    sums[seat] += dice()
            contenders = [seat for seat in contenders if sums[seat] == max(sums.values())]
        return contenders[0]

    def end_turn(self, dice: Dice) -> None:
        """B-14, B-17: the next seat clockwise rolls; no second roll for a 6 or a capture."""
        place = self.seats.index(self.turn)
        self.turn = self.seats[(place + 1) % len(self.seats)]
        self.roll(dice)

    # The board

    def cell(self, seat: int, marker: Marker) -> int:
        """B-20, B-25: the shared ring tile on which a marker on the Path stands."""
        return (seat * self.section + marker[1]) % self.ring

    def next_tile(self, marker: Marker) -> Marker | None:
        """B-26, B-39, B-40, B-43: the one next tile of the owner; None behind the Finish."""
        if marker[0] == "path":
            return ("path", marker[1] + 1) if marker[1] < self.gate else ("end", 0)
        if marker[0] == "end":
            return ("end", marker[1] + 1) if marker[1] < self.end_path - 1 else FINISH
        return None

    def route(self, marker: Marker, die: int) -> list[Marker]:
        """B-23, B-24, B-27, B-43: every tile of the move, the last is the target; [] if no move."""
        if marker == START:
            return [ENTRY] if die == 6 else []
        tiles: list[Marker] = []
        tile: Marker | None = marker
        for _ in range(die):
            tile = self.next_tile(tile)
            if tile is None:
                return []
            tiles.append(tile)
        return tiles

    # What a landing meets

    def opponents_on(self, seat: int, target: Marker) -> list[tuple[int, int]]:
        """B-35: (seat, index) of all opponent markers on the ring tile; B-42: elsewhere none."""
        if target[0] != "path":
            return []
        return [
            (other, index)
            for other in self.seats
            if other != seat
            for index, marker in enumerate(self.markers[other])
            if marker[0] == "path" and self.cell(other, marker) == self.cell(seat, target)
        ]

    def is_protected(self, seat: int, index: int) -> bool:
        """B-36 to B-38: a marker is protected on its own entry tile only."""
        return self.markers[seat][index] == ENTRY

    def landing_is_refused(self, seat: int, target: Marker) -> bool:
        """B-38a: no landing beside a protected opponent, unless they may coexist."""
        return self.protected_landing == "illegal" and any(
            self.is_protected(*opponent) for opponent in self.opponents_on(seat, target)
        )

    def blocked_on_end_path(self, seat: int, tiles: list[Marker]) -> bool:
        """B-44: an own marker stands on an End Path tile before the target (stricter: or on it)."""
        on_the_way = tiles[:-1] if self.end_path_stack else tiles
        return any(tile[0] == "end" and tile in self.markers[seat] for tile in on_the_way)

    # Moves

    def target(self, seat: int, index: int, die: int) -> Marker | None:
        """B-28 to B-30, B-34: where the die takes the marker; None if the move is illegal."""
        tiles = self.route(self.markers[seat][index], die)
        if not tiles or self.blocked_on_end_path(seat, tiles):
            return None
        return None if self.landing_is_refused(seat, tiles[-1]) else tiles[-1]

    def slots_offered(self) -> list[int]:
        """B-48, B-61: the unspent dice; of two equal unspent dice only the first."""
        slots = [slot for slot, die in enumerate(self.rolled) if die is not None]
        if len(slots) == 2 and self.rolled[0] == self.rolled[1]:
            return [0]
        return slots

    def legal(self) -> list[int]:
        """B-7, B-49, B-50, B-60, B-62: the actions of the seat to act, in ascending order."""
        if self.over:
            return []
        actions = [
            slot * MARKERS + index
            for slot in self.slots_offered()
            for index in range(MARKERS)
            if self.target(self.turn, index, self.rolled[slot]) is not None
        ]
        if not actions and None not in self.rolled:
            return [self.pass_action()]
        return actions

    def pass_action(self) -> int:
        """B-18, B-60, G-2: the number of PASS, 4 with one die and 8 with two."""
        return self.dice_count * MARKERS

    def play(self, action: int, dice: Dice) -> None:
        """B-18, B-19, B-47 to B-51, G-4: one die, or PASS; ends the turn if no die is playable."""
        if action not in self.legal():
            raise ValueError(f"action {action!r} is not legal")
        if action == self.pass_action():
            self.end_turn(dice)
            return
        slot, index = divmod(int(action), MARKERS)
        self.move(index, self.rolled[slot])
        self.rolled[slot] = None
        if self.has_won(self.turn):
            self.over = True
            self.rewards = {seat: 1.0 if seat == self.turn else -1.0 for seat in self.seats}  # G-5
        elif not self.legal():
            self.end_turn(dice)

    def move(self, index: int, die: int) -> None:
        """B-35, B-37: the marker moves; all opponents on its target go to Start, save protected."""
        target = self.target(self.turn, index, die)
        for other, captured in self.opponents_on(self.turn, target):
            if not self.is_protected(other, captured):
                self.markers[other][captured] = START
        self.markers[self.turn][index] = target

    def has_won(self, seat: int) -> bool:
        """B-12: all four markers are on the Finish."""
        return all(marker == FINISH for marker in self.markers[seat])


def random_position(
    rng: Random,
    num_players: int = 4,
    *,
    dice: int = 1,
    end_path: int = 5,
    corners: bool = False,
    protected_landing: str = "illegal",
    end_path_stack: bool = True,
) -> str:
    """A position text that loads, biased to the places which random play does not reach.

    Some cannot be reached at all, such as markers of two seats on one ordinary tile.
    """
    model = StrictModel(
        num_players,
        dice=dice,
        end_path=end_path,
        corners=corners,
        protected_landing=protected_landing,
        end_path_stack=end_path_stack,
    )
    while True:
        model.markers = {seat: [] for seat in model.seats}
        for seat in rng.sample(model.seats, num_players):
            place_markers(rng, model, seat)
        model.turn = rng.choice(model.seats)
        model.rolled = [useful_die(rng, model) for _ in range(dice)]
        if dice == 2 and rng.random() < 0.2:
            model.rolled[1] = model.rolled[0]
        if dice == 2 and rng.random() < 0.3:
            model.rolled[rng.randrange(2)] = None
        text = " ".join(f"{key}={value}" for key, value in model.facts().items())
        try:
            model.load(text, lambda: 1)
        except ValueError:  # already won, or one die spent and the other not playable
            continue
        return text


def place_markers(rng: Random, model: StrictModel, seat: int) -> None:
    """Place four markers of one seat, some in patterns: nearly won, End Path full, besieging."""
    markers = model.markers[seat]
    home = [("end", index) for index in range(model.end_path)]
    last_steps = [("path", model.gate - back) for back in range(6)]
    pattern = rng.random()
    if pattern < 0.15:
        markers += [FINISH] * 3 + [rng.choice(home + last_steps)]
    elif pattern < 0.25:
        markers += rng.sample(home, rng.choice((3, 4)))
    elif pattern < 0.30:  # one die may carry a marker through the whole End Path
        markers += [last_steps[rng.randrange(6 - model.end_path)], rng.choice((START, FINISH))]
    elif pattern < 0.45:
        markers += [ENTRY] * rng.choice((1, 1, 2, 3))
    elif pattern < 0.60:  # on and behind somebody's entry tile
        entry = rng.choice(model.seats) * model.section
        markers += [standing_on(model, seat, entry - back) for back in (0, rng.randint(1, 6))]
    while len(markers) < MARKERS:
        markers.append(random_marker(rng, model, seat))
    rng.shuffle(markers)


def random_marker(rng: Random, model: StrictModel, seat: int) -> Marker:
    """Return a random marker of a seat, more often near a square that a rule names."""
    entry = rng.randrange(4) * model.section
    on_path = [
        model.cell(other, marker)
        for other in model.seats
        for marker in model.markers[other]
        if marker[0] == "path"
    ] or [entry]
    return rng.choice(
        (
            START,
            FINISH,
            ("end", rng.randrange(model.end_path)),
            ("path", rng.randrange(model.gate + 1)),
            ("path", model.gate - rng.randrange(6)),
            rng.choice(model.markers[seat] or [START]),
            standing_on(model, seat, entry),
            standing_on(model, seat, entry - rng.randint(1, 6)),
            standing_on(model, seat, rng.choice(on_path) - rng.randint(1, 6)),
            standing_on(model, seat, rng.choice(on_path) - rng.randint(1, 6)),
        )
    )


def standing_on(model: StrictModel, seat: int, cell: int) -> Marker:
    """Return a seat's marker on a shared ring tile; its gate replaces the one unused tile."""
    progress = (cell - seat * model.section) % model.ring
    return ("path", min(progress, model.gate))


def useful_die(rng: Random, model: StrictModel) -> int:
    """Return a die, often one with which a marker meets another, starts or finishes."""
    own = model.markers[model.turn]
    faces = [
        die
        for die in (1, 2, 3, 4, 5, 6)
        for tiles in (model.route(m, die) for m in own)
        if tiles
        and (
            tiles[-1] in (ENTRY, FINISH)
            or model.opponents_on(model.turn, tiles[-1])
            or any(tile[0] == "end" and tile in own for tile in tiles)
        )
    ]
    return rng.choice(faces) if faces and rng.random() < 0.6 else rng.randint(1, 6)
