"""Tables of keywords: of every environment, of batches, and of one game."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from pathlib import Path

from gymnasium.vector import AutoresetMode

from ludo_docs.generated import (
    Generated,
    annotation_of,
    code,
    default_of,
    fields_with_comments,
    table_of,
)
from ludo_env._engine.backends import BACKENDS
from ludo_env._envs import settings
from ludo_env._envs.settings import Settings, VectorSettings
from ludo_env._render.paint.theme import THEMES
from ludo_env.catalogue import ENVIRONMENTS

# For each kind its settings, and the page and heading of the table that explains them.
_KINDS = {
    "env": (Settings, "rules/common.md", "Keywords of every environment"),
    "batch": (VectorSettings, "batches.md", "`make_vec`: many games in one call"),
}
_CHOICES = {
    "illegal": settings.ILLEGAL,
    "action_mask": settings.MASKS,
    "render_mode": settings.RENDER_MODES,
    "layout": settings.LAYOUTS,
    "backend": BACKENDS,
    "render_theme": tuple(THEMES),
    "autoreset_mode": tuple(mode.value for mode in AutoresetMode),
}
_PAGES = Path(__file__).parents[2]
_ROW = re.compile(r"^\| `(\w+)` \|[^|]*\|(.*)\|$", re.MULTILINE)
_USUAL = {"observation": "the usual style of the game"}


class SettingsTable(Generated):
    """The keywords that all environments (`env`) or all batches (`batch`) share."""

    def text(self, name: str) -> str:
        """Return a row for each keyword, with its default and its comment in the source."""
        kind, page, heading = _KINDS[name]
        explained = _explained(page, heading)
        rows = [
            (
                code(field.name),
                code(annotation_of(field.type)),
                code(repr(getattr(field.default, "value", field.default)))
                if field.default != ""
                else _USUAL.get(field.name, '`""`'),
                ", ".join(code(repr(word)) for word in _CHOICES.get(field.name, ())),
                explained.get(field.name, said),
            )
            for field, said in fields_with_comments(kind)
        ]
        return table_of(["keyword", "type", "default", "one of", "meaning"], rows)


class GameKeywords(Generated):
    """The keywords of one game, by its environment module."""

    def text(self, name: str) -> str:
        """Return a row for each parameter of the function that makes the spec."""
        (entry,) = (entry for entry in ENVIRONMENTS if entry.module == name)
        said = _explained(f"rules/{entry.name}.md", "Options")
        rows = [
            (
                code(one.name),
                code(annotation_of(one.annotation)),
                default_of(one),
                said.get(one.name, ""),
            )
            for one in inspect.signature(entry.make).parameters.values()
        ]
        return table_of(["keyword", "type", "default", "effect"], rows)


def _explained(page: str, heading: str) -> Mapping[str, str]:
    """Return the meaning of each keyword from the tables of a page below a heading."""
    if not (_PAGES / page).exists():
        return {}
    text = (_PAGES / page).read_text("utf-8").partition(f"\n## {heading}\n")[2]
    return {name: said.strip() for name, said in _ROW.findall(text.partition("\n## ")[0])}
