"""States as a few whole numbers: the fields that vary, in as many bits as their ranges need.

Fields that follow from others are left out, and so are fields that never change. Things that are
alike, as the pieces of a colour, are sorted: states that differ only in their order are equal. If
the game is the same for both players, a state of player 1 is written as that of player 0 with the
players exchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ludo_env._engine.errors import LudoError, quoted
from ludo_env._engine.generated import compile_function
from ludo_env._engine.rule import Hook
from ludo_env._engine.solving.packed_places import Part, Place, assigned, checked, filled, value_of
from ludo_env._engine.state import Layout

# Bits used of a word: two less than it has, so that no sum of words overflows.
_WORD = 62

# By field: the lowest and highest value seen of each of its numbers, in their order.
Ranges = Mapping[str, tuple[tuple[int, int], ...]]


@dataclass(frozen=True, eq=False)
class Codec:
    """How the states of a game are packed.

    `sorts` says that things which are alike are sorted, `turns` that players are exchanged.
    """

    layout: Layout
    ranges: Ranges
    derive: Hook
    sorts: bool
    turns: bool

    @property
    def words(self) -> int:
        """Number of words of a state."""
        return 1 + max((piece.word for piece in self._places()), default=0)

    @property
    def room(self) -> int:
        """How many numbers `work` holds."""
        return max(self.layout.sizes.values())

    def packing(self, *, turned: bool = False, finished: bool = False) -> Hook:
        """pack(s, keys, at, work) -> 0, or the number of a field whose value is out of its range.

        If `turned`, the players are exchanged; of a `finished` game, fields that never change
        before a throw are left out, whatever their values.
        """
        lines = ["def pack(s, keys, at, work):", "    wrong, value = 0, 0"]
        lines += [f"    word{number} = 0" for number in range(self.words)]
        for place in self._places():
            if place.part is None:
                lines += self._pack_run(place, turned, finished)
            elif place.bits or not finished:
                value = value_of(place.part, self.layout, turned)
                lines += [f"    value = {value} - {place.low}"]
                lines += checked(place.part.number, place.span, "    ")
                lines += [f"    word{place.word} = (word{place.word} << {place.bits}) | value"]
        lines += [f"    keys[at, {number}] = word{number}" for number in range(self.words)]
        return compile_function([*lines, "    return wrong"], "pack")

    def unpacking(self, *, turned: bool = False, shuffled: bool = False) -> Hook:
        """unpack(s, keys, at, work, order): write a packed state into `s`.

        If `turned`, the players are exchanged; if `shuffled`, things that are alike are put in the
        order of this number.
        """
        lines = ["def unpack(s, keys, at, work, order):", "    value = 0"]
        lines += [f"    word{number} = keys[at, {number}]" for number in range(self.words)]
        for name, declared in self.layout.fields.items():
            if declared.derived:
                lines += filled(name, self.layout.size(name), declared)
        for place in reversed(list(self._places())):
            if place.part is None:
                lines += self._unpack_run(place, turned, shuffled)
            else:
                lines += [f"    value = (word{place.word} & {(1 << place.bits) - 1}) + {place.low}"]
                lines += [f"    word{place.word} = word{place.word} >> {place.bits}"]
                lines += [assigned(place.part, self.layout, turned)]
        lines += ["    derive(s)"]
        return compile_function(lines, "unpack", {"derive": self.derive})

    def headway(self, keys: npt.NDArray[np.int64]) -> npt.NDArray[np.uint16]:
        """Return how far these states are: the sum of the numbers of fields that mostly grow."""
        total, used = np.zeros(len(keys), np.uint16), [0] * self.words
        for word, bits, grows in reversed(list(self._columns())):
            if grows:
                column = keys[:, word] >> used[word]
                total += (column & ((1 << bits) - 1)).astype(np.uint16)
            used[word] += bits
        return total

    def field_name(self, number: int) -> str:
        """Return the name of the field with this number."""
        return list(self.layout.fields)[number - 1]

    def _pack_run(self, place: Place, turned: bool, finished: bool) -> list[str]:
        """Pack a row of things that are alike, the largest first."""
        start = self._start(place, turned)
        lines = [f"    for i in range({place.run}):", "        item = 0"]
        for name in self._fields_per(place.per):
            low, span = self._common(name)
            if finished and not span:
                continue
            lines += [f"        value = s.{name}[{start} + i] - {low}"]
            lines += checked(self._number(name), span, "        ")
            lines += [f"        item = (item << {span.bit_length()}) | value"]
        lines += ["        j = i"]
        if self.sorts:
            lines += [
                "        while j > 0 and work[j - 1] < item:",
                "            work[j] = work[j - 1]",
                "            j -= 1",
            ]
        lines += ["        work[j] = item"]
        for at, word in enumerate(place.words):
            lines += [f"    word{word} = (word{word} << {place.bits}) | work[{at}]"]
        return lines

    def _unpack_run(self, place: Place, turned: bool, shuffled: bool) -> list[str]:
        """Unpack a row of things that are alike."""
        start, lines = self._start(place, turned), []
        for at, word in reversed(list(enumerate(place.words))):
            lines += [f"    work[{at}] = word{word} & {(1 << place.bits) - 1}"]
            lines += [f"    word{word} = word{word} >> {place.bits}"]
        if shuffled:
            lines += [
                "    rest = order",
                f"    for i in range({place.run} - 1, 0, -1):",
                "        j = rest % (i + 1)",
                "        rest = rest // (i + 1)",
                "        value = work[i]",
                "        work[i] = work[j]",
                "        work[j] = value",
            ]
        lines += [f"    for i in range({place.run}):", "        item = work[i]"]
        for name in reversed(self._fields_per(place.per)):
            low, span = self._common(name)
            bits = span.bit_length()
            lines += [f"        s.{name}[{start} + i] = (item & {(1 << bits) - 1}) + {low}"]
            lines += [f"        item = item >> {bits}"]
        return lines

    def _places(self) -> Iterator[Place]:
        """Yield where everything is packed; no number is split between two words."""
        word, used = 0, 0
        for number, (name, declared) in enumerate(self.layout.fields.items(), 1):
            if declared.derived or declared.per in self.layout.alike:
                continue
            for index in range(self.layout.size(name)):
                low, high = self.ranges[name][index]
                bits = (high - low).bit_length()
                if used + bits > _WORD:
                    word, used = word + 1, 0
                used += bits
                part = Part(number, declared, index)
                yield Place(part, low, high - low, bits, word)
        for per, run in self.layout.alike.items():
            names = self._fields_per(per)
            bits = sum(self._common(name)[1].bit_length() for name in names)
            if bits > _WORD:
                raise LudoError(
                    f"The solver packs each {per} in {_WORD} bits, and the fields {quoted(names)} "
                    f"take {bits}."
                )
            for start in range(0, self.layout.sizes[per], run):
                words = []
                for _ in range(run):
                    if used + bits > _WORD:
                        word, used = word + 1, 0
                    used += bits
                    words.append(word)
                yield Place(None, 0, 0, bits, word, per, run, start, tuple(words))

    def _columns(self) -> Iterator[tuple[int, int, bool]]:
        """Yield the word and the bits of every number, in their order, and whether it grows."""
        for place in self._places():
            if place.part is not None:
                yield place.word, place.bits, place.part.field.grows
                continue
            for word in place.words:
                for name in self._fields_per(place.per):
                    bits = self._common(name)[1].bit_length()
                    yield word, bits, self.layout.fields[name].grows

    def _start(self, place: Place, turned: bool) -> int:
        """Return where a row begins; those of two players are exchanged if `turned`."""
        size = self.layout.sizes[place.per]
        return (place.start + size // 2) % size if turned else place.start

    def _fields_per(self, per: str) -> list[str]:
        fields = self.layout.fields.items()
        return [name for name, one in fields if one.per == per and not one.derived]

    def _common(self, name: str) -> tuple[int, int]:
        """Return the lowest value of a field of things that are alike, and its span."""
        low = min(low for low, _ in self.ranges[name])
        return low, max(high for _, high in self.ranges[name]) - low

    def _number(self, name: str) -> int:
        return list(self.layout.fields).index(name) + 1
