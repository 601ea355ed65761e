"""Observations in words: the meaning of every column of a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from ludo_env._engine.errors import LudoError, quoted
from ludo_env._engine.family import Style
from ludo_env._engine.feature_words import field_words, whole
from ludo_env._engine.game import Game

# words(game, style, column, values) -> its meaning; empty if the family does not know the column.
Words = Callable[..., str]


class Column(NamedTuple):
    """A column of an observation: the numbers from `start` to `stop` - 1 of the flat row."""

    name: str
    start: int
    stop: int
    values: tuple[float, ...]
    meaning: str  # of the values, in words

    def __str__(self) -> str:
        return f"[{self.start}:{self.stop}] {self.name}: {self.meaning}"


def explained(game: Game, style: str, row: Any) -> list[Column]:
    """Return the columns of a row of a style, in their order."""
    seen = game.styles[style]
    numbers = _numbers(style, seen, row)
    family_words = _family_words(type(game.spec.family).__module__)
    scaled = bool(np.issubdtype(seen.dtype, np.floating))
    columns, start = [], 0
    for name, width in seen.columns:
        values = tuple(numbers[start : start + width])
        meaning = family_words(game, style, name, values) or field_words(
            game.layout, name, values, scaled=scaled
        )
        meaning = f"{_kept_by(game, name)}{meaning or ', '.join(map(whole, values))}"
        columns.append(Column(name, start, start + width, values, meaning))
        start += width
    return columns


def _numbers(style: str, seen: Style, row: Any) -> list[float]:
    """Return the row as a flat list; refuse anything but an observation of this style."""
    given = row.get("observation") if isinstance(row, Mapping) else row
    try:
        array = np.asarray(given)
        fits = array.shape in {seen.shape, (seen.width,)} and array.dtype.kind in "biuf"
    except Exception:  # noqa: BLE001  (an object of the caller's may raise anything)
        fits = False
    if not fits or not np.isfinite(array).all():
        shape = " x ".join(map(str, seen.shape))
        raise LudoError(
            f"explain_observation() takes an observation of the style {style!r}, which is {shape} "
            f"finite numbers, not {quoted(given)}."
        )
    flat: list[float] = array.reshape(-1).tolist()
    return flat


def _kept_by(game: Game, name: str) -> str:
    """Return the rule that owns the field of a column, or "" if no rule does."""
    field = game.layout.fields.get(name)
    keepers = [rule.name for rule in game.spec.rules if field and field in rule.fields]
    return f"kept by the rule {keepers[0]}: " if keepers else ""


@lru_cache(maxsize=16)
def _family_words(module: str) -> Words:
    """Return the function `words` in `observation_words` next to a family's module, if any."""
    package = module.rpartition(".")[0]
    name = f"{package}.observation_words"
    if not package:
        return _no_words
    try:
        words: Words = import_module(name).words
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return _no_words
    return words


def _no_words(game: Game, style: str, name: str, values: Any) -> str:
    return ""
