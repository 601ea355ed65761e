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
from ludo_env._engine.game import BACKENDS
from ludo_env._envs import settings
from ludo_env._envs.settings import Settings, VectorSettings
from ludo_env._render.paint.theme import THEMES
from ludo_env.catalogue import ENVIRONMENTS, GameEntry

_KINDS = {"env": Settings, "batch": VectorSettings}
_CHOICES = {
    "illegal": settings.ILLEGAL,
    "action_mask": settings.MASKS,
    "render_mode": settings.RENDER_MODES,
    "layout": settings.LAYOUTS,
    "backend": BACKENDS,
    "render_theme": tuple(THEMES),
    "autoreset_mode": tuple(mode.value for mode in AutoresetMode),
}
_RULES = Path(__file__).parents[2] / "rules"
_ROW = re.compile(r"^\| `(\w+)` \|[^|]*\|(.*)\|$", re.MULTILINE)
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
                ", ".join(code(repr(word)) for word in _CHOICES.get(field.name, ())),
                said,
            )
            for field, said in fields_with_comments(_KINDS[name])
        ]
        return table_of(["keyword", "type", "default", "one of", "meaning"], rows)


class GameKeywords(Generated):
    """The keywords of one game, by its environment module."""

    def text(self, name: str) -> str:
        """Return a row for each parameter of the function that makes the spec."""
        (entry,) = (entry for entry in ENVIRONMENTS if entry.module == name)
        said = _effects(entry)
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


def _effects(entry: GameEntry) -> Mapping[str, str]:
    """Return what the page of a game says of its keywords, in the table of its options."""
    page = _RULES / f"{entry.name}.md"
    if not page.exists():
        return {}
    options = page.read_text("utf-8").partition("\n## Options\n")[2].partition("\n## ")[0]
    return {name: said.strip() for name, said in _ROW.findall(options)}
