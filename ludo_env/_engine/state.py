"""A state is one structured record of all fields that the family and the rules declare.

Compiled code works on the record itself. Plain Python works on `Plain`: the same names, but
Python ints and lists, which are quick there and never overflow. `pack` and `unpack` convert.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ludo_env._engine.errors import SpecError, nearest, quoted
from ludo_env._engine.generated import compile_function
from ludo_env._engine.rule import Field, Hook

# The state as rules see it: attributes by field name, which the rules determine.
State: TypeAlias = Any
Record: TypeAlias = npt.NDArray[np.void]


class Layout:
    """The layout of a game's record; `sizes` holds the number of players, cells..

    Position texts have a key for each field that is written; `taken` are keys with other meanings.
    Pieces, cells.. can be alike: `alike` says how many in a row are.
    """

    def __init__(
        self,
        fields: Iterable[Field],
        sizes: Mapping[str, int],
        taken: Iterable[str] = (),
        alike: Mapping[str, int] | None = None,
    ) -> None:
        self.fields: dict[str, Field] = {}
        self.sizes = dict(sizes)
        self.alike = dict(alike or {})
        for declared in fields:
            known = self.fields.setdefault(declared.name, declared)
            if known != declared:
                raise SpecError(
                    f"Field {quoted(declared.name)} is one of the game itself; a rule cannot "
                    "declare it differently."
                )
            if declared.per not in self.sizes:
                raise SpecError(
                    f"Field {quoted(declared.name)} is one per {quoted(declared.per)}; "
                    f"{nearest(declared.per, self.sizes)}"
                )
        self.taken = tuple(taken)
        self._ranges = [(field.name, field.low, field.high) for field in self.fields.values()]
        self.dtype = np.dtype(
            [self._column(declared) for declared in self.fields.values()], align=True
        )

    def new(self) -> Record:
        """Return a record with every field at its start value."""
        record = np.zeros(1, self.dtype)
        for name, declared in self.fields.items():
            record[name] = declared.start
        return record

    def clearing(self) -> Hook:
        """clear(s): set every field to its start value."""
        lines = ["def clear(s):"]
        for name, declared in self.fields.items():
            if declared.per == "game":
                lines.append(f"    s.{name} = {declared.start}")
            else:
                lines.append(f"    for i in range({self.size(name)}):")
                lines.append(f"        s.{name}[i] = {declared.start}")
        return compile_function(lines, "clear")

    def size(self, name: str) -> int:
        """Return how many numbers a field holds."""
        return self.sizes[self.fields[name].per]

    def unpack(self, record: Record) -> Plain:
        """Return the record as Python ints and lists."""
        held = zip(self.fields, record.item(), strict=True)  # numbers, and arrays of them
        return Plain(
            {name: value if value.__class__ is int else value.tolist() for name, value in held}
        )

    def pack(self, plain: Plain, record: Record) -> None:
        """Write a plain state into a record; write nothing if a number is out of range."""
        numbers = plain.__dict__
        for name, low, high in self._ranges:
            least = most = value = numbers[name]
            if isinstance(value, list):
                least, most = min(value, default=low), max(value, default=low)
            if not (low <= least and most <= high):
                wrong = least if least < low else most
                raise SpecError(f"Field {name!r} became {wrong}; it was declared as {low}..{high}.")
        record[0] = tuple([numbers[name] for name in self.fields])

    def copied(self, records: Any) -> Any:
        """Return a copy of records with zeros between their fields; anything else unchanged."""
        if not isinstance(records, np.ndarray) or records.dtype != self.dtype:
            return records
        copied = np.zeros(records.shape, self.dtype)
        for name in self.fields:
            copied[name] = records[name]
        return copied

    def complaint(self, records: Any, count: int = 1) -> str:
        """Return why these are not `count` valid records of this layout; empty if they are."""
        wanted = (self.dtype, (count,))
        if not isinstance(records, np.ndarray) or (records.dtype, records.shape) != wanted:
            return f"{count} of its records are wanted, not {quoted(records)}"
        for name, declared in self.fields.items():
            numbers = records[name]
            low, high = int(numbers.min()), int(numbers.max())
            if low < declared.low or high > declared.high:
                wrong = low if low < declared.low else high
                return f"{name} is {wrong}, and its range is {declared.low}..{declared.high}"
        return ""

    def _column(self, declared: Field) -> tuple[Any, ...]:
        kind: Any = _smallest(declared.low, declared.high)
        if declared.index:
            kind = np.min_scalar_type(declared.high)
        if declared.per == "game":
            return (declared.name, kind)
        return (declared.name, kind, (self.sizes[declared.per],))


class Plain:
    """A state in plain Python: an attribute per field, an int or a list of ints."""

    def __init__(self, values: dict[str, Any]) -> None:
        own = self.__dict__
        for name, value in values.items():
            own[name] = Table(value) if isinstance(value, list) else value

    def __setattr__(self, name: str, value: Any) -> None:
        """Set a field by name; refuse one that was not declared."""
        if name not in self.__dict__:
            raise AttributeError(f"The state has no field {name!r}; does a rule declare it?")
        self.__dict__[name] = value

    def __getattr__(self, name: str) -> Any:
        """Refuse a field that was not declared; declared ones are found before this."""
        raise AttributeError(f"The state has no field {name!r}; does a rule declare it?")


class Unpacked:
    """Records as plain states: each is unpacked again when it is read."""

    def __init__(self, layout: Layout, records: Record) -> None:
        self._layout, self._records = layout, records

    def __getitem__(self, index: int) -> Plain:
        return self._layout.unpack(self._records[index : index + 1])


class Copies(list[Any]):
    """Plain states: assignments store copies, as with an array of records."""

    def __setitem__(self, index: Any, state: Any) -> None:
        list.__setitem__(self, index, Plain(state.__dict__))


_item, _set_item = list.__getitem__, list.__setitem__


class Table(list[Any]):
    """A list for plain Python: `table[i]` or `table[i, j]`; an index below zero is an error."""

    # Plain Python spends most of its time here: the usual indices come first, without a call.
    def __getitem__(self, index: Any) -> Any:
        kind = index.__class__
        if kind is int and index >= 0:
            return _item(self, index)
        if kind is tuple:
            row, column = index
            if row >= 0 and column.__class__ is int and column >= 0:
                return _item(_item(self, row), column)
            return _item(self, _checked(row))[column]
        return _item(self, _checked(index))

    def __setitem__(self, index: Any, value: Any) -> None:
        if index.__class__ is int and index >= 0:
            _set_item(self, index, value)
        elif index.__class__ is tuple:
            row, column = index
            _set_item(_item(self, _checked(row)), _checked(column), value)
        else:
            _set_item(self, _checked(index), value)


def table(values: Any, _: Any = None) -> Any:
    """Return nested lists or an array as a `Table` of one or two dimensions of Python ints."""
    rows = np.asarray(values).tolist()
    return Table(Table(row) if isinstance(row, list) else row for row in rows)


def _checked(index: Any) -> Any:
    if not isinstance(index, slice) and index < 0:
        raise IndexError(f"Index {index} is below zero.")
    return index


def _smallest(low: int, high: int) -> type[np.signedinteger[Any]]:
    """Return the smallest signed integer type for a range."""
    for kind in (np.int8, np.int16, np.int32, np.int64):
        if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max:
            return kind
    raise SpecError(f"A field of {low}..{high} does not fit 64 bits.")
