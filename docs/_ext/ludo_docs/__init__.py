"""A Sphinx extension that makes reference pages from the library itself."""

from __future__ import annotations

from typing import Any

from ludo_docs.command_line import CommandLine
from ludo_docs.docstrings import lists_of_words, short_arrays
from ludo_docs.games import GameFacts, Games
from ludo_docs.keywords import GameKeywords, SettingsTable
from ludo_docs.links import link_files
from ludo_docs.public_names import PublicNames
from ludo_docs.questions import BoardFields, Facts, HookIndex, Hooks, StateFields
from ludo_docs.rule_pages import RuleIndex, RulePage
from ludo_docs.schemas import BoardKinds, ReplayExample, SpecExample
from ludo_docs.speed import ScalingTable, SpeedTable

_DIRECTIVES = {
    "board-fields": BoardFields,
    "board-kinds": BoardKinds,
    "command-line": CommandLine,
    "facts": Facts,
    "game": GameFacts,
    "game-keywords": GameKeywords,
    "games": Games,
    "hook-index": HookIndex,
    "hooks": Hooks,
    "public-names": PublicNames,
    "replay-example": ReplayExample,
    "rule-index": RuleIndex,
    "rule-page": RulePage,
    "scaling-table": ScalingTable,
    "settings": SettingsTable,
    "spec-example": SpecExample,
    "speed-table": SpeedTable,
    "state-fields": StateFields,
}


def setup(app: Any) -> dict[str, Any]:
    """Register the directives, the rewriting of links, and the handlers of autodoc."""
    for name, directive in _DIRECTIVES.items():
        app.add_directive(name, directive)
    app.connect("source-read", link_files)
    app.connect("autodoc-process-docstring", lists_of_words)
    app.connect("autodoc-process-signature", short_arrays)
    return {"version": "1", "parallel_read_safe": True}
