"""Validation of fields that rules declare."""

from __future__ import annotations

import dataclasses
import keyword
from typing import TYPE_CHECKING

from ludo_env._engine.arguments import is_one_of, wrong_kind
from ludo_env._engine.errors import SpecError, nearest, quoted

if TYPE_CHECKING:
    from ludo_env._engine.rule import Field

# The allowed words of a field: how a learner sees it, and how a position text writes it.
OBSERVED = ("", "value", "onehot", "levels", "player")
WRITTEN = ("number", "set", "list", "own", "roles", "cards")
# How position texts write single and repeated values; "list" works for any.
_TEXTS = {
    "game": ("number",),
    "player": ("set", "list"),
    "piece": ("own", "list"),
    "role": ("roles",),
}
_OTHERS = ("list", "cards")


def check_field(field: Field) -> None:
    """Refuse a field whose parts are of the wrong kind or do not go together."""
    for part in dataclasses.fields(field):
        value = getattr(field, part.name)
        wanted = wrong_kind(part.type, value)
        if wanted:
            raise SpecError(
                f"Field {quoted(field.name)}: its {part.name} is {wanted}, not {quoted(value)}."
            )
    if not is_plain_word(field.name) or keyword.iskeyword(field.name):
        raise SpecError(
            "A field's name is one word as in Python code, without a leading _ or a double __, "
            f"not {quoted(field.name)}."
        )
    if not field.low <= field.start <= field.high:
        raise SpecError(
            f"Field {quoted(field.name)} starts at {field.start}; "
            f"its numbers are {field.low}..{field.high}."
        )
    for name, known in (("observe", OBSERVED), ("text", WRITTEN)):
        word = getattr(field, name)
        if not is_one_of(word, known):
            raise SpecError(
                f"Field {quoted(field.name)} has {name}={quoted(word)}; "
                f"{nearest(word, [word for word in known if word])}"
            )
    if field.key:
        _check_text(field)


def is_plain_word(name: str) -> bool:
    """Return whether it is a Python name that Python does not reserve, as it does __class__."""
    return name.isidentifier() and not name.startswith("_") and "__" not in name


def _check_text(field: Field) -> None:
    if not field.key.isidentifier():
        raise SpecError(
            f"Field {quoted(field.name)}: its key in a position is one word, "
            f"not {quoted(field.key)}."
        )
    texts = _TEXTS.get(field.per, _OTHERS)
    if field.text not in texts:
        raise SpecError(
            f"Field {quoted(field.name)} is one per {field.per}, which text={field.text!r} cannot "
            f"write; {' or '.join(map(repr, texts))} can."
        )
