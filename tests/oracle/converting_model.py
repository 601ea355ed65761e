"""A slow model of a race in which captured pieces change their owner, written from the rules only.

One die. A six brings a piece to its owner's entry square; squares go round, and the square `gate`
steps from the entry is the last one before the owner's lane; home lies behind the lane, and takes
an exact number. Two or more pieces of one side on a ring square (a safe one apart) stop everybody.
Landing beside exactly one enemy on a square that is not safe makes it one's own: it stays where it
is, or goes to the new owner's yard if no way of theirs leads there (always, with `goes_to="yard"`).
A six that was played rolls again. A side wins when all pieces that it has, one at least, are home.
"""

from __future__ import annotations

YARD, HOME = "yard", "home"


class ConvertingModel:
    """Tokens with an owner and a spot: YARD, HOME, ("ring", square) or ("lane", step)."""

    def __init__(self, length, entries, gate, lane, pieces, sides=(), safe=(), goes_to="square"):
        self.length, self.entries, self.gate, self.lane = length, entries, gate, lane
        self.pieces, self.safe, self.goes_to = pieces, set(safe), goes_to
        self.players = len(entries)
        self.sides = sides or tuple(range(self.players))
        self.converted = 0

    def start(self, dice):
        """Put everything in the yards; player 0 rolls."""
        numbers = [(p, k) for p in range(self.players) for k in range(self.pieces)]
        self.owner = {number: number[0] for number in numbers}
        self.spot = dict.fromkeys(numbers, YARD)
        self.over, self.rewards = False, [0] * self.players
        self.turn, self.die = 0, dice()

    def load(self, text, dice):
        """Load a position with all pieces and a turn."""
        self.start(lambda: 0)
        for word in text.split():
            key, value = word.split("=")
            if key == "turn":
                self.turn = int(value)
            else:
                for k, said in enumerate(value.split(",")):
                    number = (int(key[1:]), k)
                    place, _, owner = said.partition("@")
                    self.owner[number] = int(owner or number[0])
                    self.spot[number] = self._spot(self.owner[number], place)
        self.die = dice()

    def facts(self):
        """Return the position as the engine writes it."""
        said = {}
        for p in range(self.players):
            said[f"p{p}"] = ",".join(self._word((p, k)) for k in range(self.pieces))
        return said | {"turn": str(self.turn), "dice": str(self.die)}

    def legal(self):
        """Return the actions: pieces from the player's own on, round the table; else PASS."""
        every = self.players * self.pieces
        found = []
        for index in range(every):
            p, k = divmod((self.turn * self.pieces + index) % every, self.pieces)
            if self.owner[p, k] == self.turn and self._target((p, k)) is not None:
                found.append(index)
        return found or [every]

    def play(self, action, dice):
        """Play one action of the player to move."""
        every, again = self.players * self.pieces, False
        if action < every:
            number = divmod((self.turn * self.pieces + action) % every, self.pieces)
            self.spot[number] = self._target(number)
            self._convert(self.spot[number])
            again = self.die == 6
            winner = next((side for side in self._order() if self._has_won(side)), None)
            if winner is not None:
                self.over = True
                self.rewards = [1 if side == winner else -1 for side in self.sides]
                return
        if not again:
            self.turn = (self.turn + 1) % self.players
        self.die = dice()

    def _order(self):
        """Return the side that moved first, then all the others."""
        return [self.sides[self.turn], *self.sides]

    def _has_won(self, side):
        spots = [self.spot[n] for n, owner in self.owner.items() if self.sides[owner] == side]
        return bool(spots) and all(spot == HOME for spot in spots)

    def _target(self, number):
        """Return where the die leads a piece, or None."""
        owner, spot = self.owner[number], self.spot[number]
        if spot == HOME:
            return None
        if spot == YARD:
            target = ("ring", self.entries[owner])
            return target if self.die == 6 and not self._blocked(target) else None
        for left in reversed(range(self.die)):
            spot = self._next(owner, spot)
            if self._blocked(spot) or (spot == HOME and left > 0):
                return None
        return spot

    def _next(self, owner, spot):
        kind, at = spot
        if kind == "lane":
            return HOME if at + 1 == self.lane else ("lane", at + 1)
        if (at - self.entries[owner]) % self.length == self.gate:
            return ("lane", 0)
        return ("ring", (at + 1) % self.length)

    def _blocked(self, spot):
        if spot == HOME or spot[0] != "ring" or spot[1] in self.safe:
            return False
        there = [self.sides[self.owner[number]] for number, at in self.spot.items() if at == spot]
        return any(there.count(side) > 1 for side in there)

    def _convert(self, spot):
        if spot == HOME or spot[0] != "ring" or spot[1] in self.safe:
            return
        mine = self.sides[self.turn]
        there = [n for n, at in self.spot.items() if at == spot]
        enemies = [n for n in there if self.sides[self.owner[n]] != mine]
        if len(enemies) != 1:
            return
        self.converted += 1
        (taken,) = enemies
        self.owner[taken] = self.turn
        steps = (spot[1] - self.entries[self.turn]) % self.length
        if self.goes_to == "yard" or steps > self.gate:
            self.spot[taken] = YARD

    def _word(self, number):
        owner, spot = self.owner[number], self.spot[number]
        if spot in (YARD, HOME):
            word = "y" if spot == YARD else "f"
        elif spot[0] == "lane":
            word = f"h{spot[1]}"
        else:
            word = str((spot[1] - self.entries[owner]) % self.length)
        return word if owner == number[0] else f"{word}@{owner}"

    def _spot(self, owner, word):
        if word in "yf":
            return YARD if word == "y" else HOME
        if word[0] == "h":
            return ("lane", int(word[1:]))
        return ("ring", (int(word) + self.entries[owner]) % self.length)


def random_position(rng, model):
    """Return a position with pieces anywhere, many converted; nobody has won."""
    words = []
    for p in range(model.players):
        places = []
        for _ in range(model.pieces):
            ring = str(rng.randint(0, model.gate))
            place = rng.choice(["y", "f", ring, ring, ring, f"h{rng.randrange(model.lane)}"])
            owner = rng.choice([p, p, rng.randrange(model.players)])
            places.append(place if owner == p else f"{place}@{owner}")
        words.append((p, places))
    # Each player keeps a piece that is not home, so that no side has won.
    for _, places in words:
        places[0] = rng.choice(["y", str(rng.randint(0, model.gate))])
    lines = " ".join(f"p{p}=" + ",".join(places) for p, places in words)
    return f"{lines} turn={rng.randrange(model.players)}"
