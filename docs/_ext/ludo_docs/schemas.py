"""The data of games and replays, with examples that the library writes."""

from __future__ import annotations

import inspect
import json

from ludo_docs.generated import Generated, annotation_of, code, default_of, table_of
from ludo_env import load_game
from ludo_env._engine.family_registry import FAMILIES
from ludo_env._play.replay_file import KIND, replay_as_data
from ludo_env.play import Replay, Table

_SEED = 5


class BoardKinds(Generated):
    """The boards of a family, by their `kind` in files."""

    headings = True

    def text(self, name: str) -> str:
        """Return a section for each kind, with its keys."""
        parts = []
        for kind, make in FAMILIES[name].boards.items():
            rows = [
                (code(one.name), code(annotation_of(one.annotation)), default_of(one))
                for one in inspect.signature(make).parameters.values()
            ]
            parts += [
                f"### kind {kind}" if kind else "### without a kind",
                (inspect.getdoc(make) or "").partition("\n")[0],
                table_of(["key", "type", "default"], rows),
            ]
        return "\n\n".join(parts)


class SpecExample(Generated):
    """A game of the library as plain data."""

    def text(self, name: str) -> str:
        """Return the data of a game as JSON."""
        return _json(load_game(name).to_dict())


class ReplayExample(Generated):
    """The contents of a short replay file."""

    def text(self, name: str) -> str:
        """Return the first moves of a seeded game."""
        table = Table(load_game(name), ["random"], seed=_SEED, backend="python")
        for _ in range(8):
            table.play(table.choose())
        data = replay_as_data(Replay.of_table(table))
        return _json({"format": KIND.format, "version": KIND.version, **data})


def _json(data: object) -> str:
    lines = json.dumps(data, indent=2, default=list).splitlines()
    return "\n".join(["```json", *lines, "```"])
