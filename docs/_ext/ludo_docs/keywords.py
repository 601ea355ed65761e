"""Tables of keywords: of every environment, of batches, and of one game."""

from __future__ import annotations

import inspect

from ludo_docs.generated import (
    Generated,
    annotation_of,
    code,
    default_of,
    fields_with_comments,
    table_of,
)
from ludo_env._envs.settings import Settings, VectorSettings
from ludo_env.catalogue import ENVIRONMENTS

_KINDS = {"env": Settings, "batch": VectorSettings}
_USUAL = {"observation": "the usual style of the game"}


class SettingsTable(Generated):
    """The keywords that all environments (`env`) or all batches (`batch`) share."""

    def text(self, name: str) -> str:
        """Return a row for each keyword, with its default and its comment in the source."""
        rows = [
            (
                code(field.name),
                code(annotation_of(field.type)),
                code(repr(getattr(field.default, "value", field.default)))
                if field.default != ""
                else _USUAL.get(field.name, '`""`'),
                said,
            )
            for field, said in fields_with_comments(_KINDS[name])
        ]
        return table_of(["keyword", "type", "default", "meaning"], rows)


class GameKeywords(Generated):
    """The keywords of one game, by its environment module."""

    def text(self, name: str) -> str:
        """Return a row for each parameter of the function that makes the spec."""
        (entry,) = (entry for entry in ENVIRONMENTS if entry.module == name)
        rows = [
            (code(one.name), code(annotation_of(one.annotation)), default_of(one))
            for one in inspect.signature(entry.make).parameters.values()
        ]
        return table_of(["keyword", "type", "default"], rows)
