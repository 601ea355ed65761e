"""Columns of observations in words: what the numbers of a rule's field mean.

It reads back what `_engine/features.py` writes. Places at the table are counted clockwise from the
observer: "own", "arm 1", "arm 2" ..
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isqrt

from ludo_env._engine.features import field_columns
from ludo_env._engine.rule import Field
from ludo_env._engine.state import Layout

_NEAR = 1e-3  # a float this close to a whole number counts as that number
_BY_PLAYER = ("player", "piece")
ROLES = ("own", "enemy")


def field_words(layout: Layout, name: str, values: Sequence[float], *, scaled: bool) -> str:
    """Return a field's column in words; empty if it is not the column of a field."""
    field = layout.fields.get(name)
    if field is None or not field.observe:
        return ""
    by_player = field.per in _BY_PLAYER or field.private
    size = layout.size(name)
    each = size // layout.sizes["player"] if by_player else size
    places = _places(field, each, len(values), scaled, by_player)
    if dict(field_columns(layout, places, scaled)).get(name) != len(values):
        return ""  # a family with columns of another kind
    width = len(values) // (places * each if by_player else each)
    read = _reader(field, scaled)
    said = [read(values[at : at + width]) for at in range(0, len(values), width)]
    if field.private:
        return f"own: {', '.join(said[:each])}; others: hidden"
    if not any(values) and field.actor_only:
        return "nothing, or hidden from players who are not to act"
    if by_player:
        return in_arms(said, each)
    if field.per == "role":
        return ", ".join(f"{whose}: {word}" for whose, word in zip(ROLES, said, strict=True))
    return ", ".join(said)


def arm(offset: int) -> str:
    """Return the name of a place at the table, `offset` arms clockwise from the observer."""
    return f"arm {offset}" if offset else "own"


def in_arms(words: Sequence[str], each: int) -> str:
    """Return words arm by arm, with `each` words for an arm."""
    return "; ".join(
        f"{arm(at // each)}: {', '.join(words[at : at + each])}"
        for at in range(0, len(words), each)
    )


def which(values: Sequence[float]) -> int:
    """Return the place of the only number that is not 0; -1 if all are, or if there are more."""
    marked = [at for at, value in enumerate(values) if value]
    return marked[0] if len(marked) == 1 else -1


def whole(value: float) -> str:
    """Return a number as text; write a float that is nearly whole as a whole number."""
    near = round(value)
    return str(near) if abs(value - near) < _NEAR else f"{value:.3g}"


def yes(value: float) -> str:
    """Return a flag in words."""
    return "yes" if value else "no"


def _places(field: Field, each: int, total: int, scaled: bool, by_player: bool) -> int:
    """Return how many places at the table a column of `total` numbers shows."""
    marks_player = scaled and field.observe == "player"
    if marks_player:
        return isqrt(total // each) if by_player else total // each
    return total // (each * _width(field, scaled)) if by_player else 1


def _width(field: Field, scaled: bool) -> int:
    if not scaled:
        return 1
    return {"onehot": field.high, "levels": (field.shown or field.high) + 1}.get(field.observe, 1)


def _reader(field: Field, scaled: bool) -> Callable[[Sequence[float]], str]:
    """Return the function that puts one number of the field into words."""
    top = field.shown or field.high

    def number(value: float) -> str:
        if top == 1 and field.low == 0 and value in {0, 1}:
            return yes(value)
        return whole(value) + (" or more" if field.shown and value >= field.shown else "")

    def player(place: int) -> str:
        return arm(place) if place >= 0 else "nobody"

    def read(values: Sequence[float]) -> str:
        if field.observe == "player":
            return player(which(values) if scaled else round(values[0]) - 1)
        if scaled and field.observe == "onehot":
            return str(which(values) + 1) if any(values) else "none"
        if scaled and field.observe == "levels":
            return number(which(values))
        if field.observe == "onehot":
            return whole(values[0]) if values[0] else "none"
        return number(float(whole(values[0] * top)) if scaled else values[0])

    return read
