"""Names that modules had before: they can be imported for one more release, with a warning."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

# The old name of a module -> its name now.
MOVED = {
    "ludo_env.bench": "ludo_env._cli.bench",
    "ludo_env.cli": "ludo_env._cli.main",
    "ludo_env.core.chance": "ludo_env._engine.chance",
    "ludo_env.core.errors": "ludo_env._engine.errors",
    "ludo_env.core.families": "ludo_env._engine.family_registry",
    "ludo_env.core.files": "ludo_env._engine.game_files",
    "ludo_env.core.game": "ludo_env._engine.game",
    "ludo_env.core.laws": "ludo_env._engine.folding",
    "ludo_env.core.machine": "ludo_env._engine.family",
    "ludo_env.core.marks": "ludo_env._engine.overlay",
    "ludo_env.core.perft": "ludo_env._engine.perft",
    "ludo_env.core.rollouts": "ludo_env._engine.rollouts",
    "ludo_env.core.rule": "ludo_env._engine.rule",
    "ludo_env.core.spec": "ludo_env._engine.spec",
    "ludo_env.core.state": "ludo_env._engine.state",
    "ludo_env.envs.aec": "ludo_env._envs.aec",
    "ludo_env.envs.parallel": "ludo_env._envs.parallel",
    "ludo_env.envs.register": "ludo_env._envs.registration",
    "ludo_env.envs.single": "ludo_env._envs.single",
    "ludo_env.envs.vector": "ludo_env._envs.vector",
    "ludo_env.envs.views": "ludo_env._envs.env_module",
    "ludo_env.games": "ludo_env._families.track.games.files",
    "ludo_env.grid.family": "ludo_env._families.grid.family",
    "ludo_env.grid.games.generals": "ludo_env._families.grid.games.generals",
    "ludo_env.grid.rules": "ludo_env.rules.generals",
    "ludo_env.loose.presets": "ludo_env.catalogue",
    "ludo_env.play.desk": "ludo_env._ui.game_screen",
    "ludo_env.play.menu": "ludo_env._ui.menu",
    "ludo_env.play.replay": "ludo_env._play.replay",
    "ludo_env.play.replay_file": "ludo_env._play.replay_file",
    "ludo_env.play.saved": "ludo_env._play.saved_game",
    "ludo_env.play.start": "ludo_env._ui.play_window",
    "ludo_env.play.table": "ludo_env._play.table",
    "ludo_env.render.film": "ludo_env._play.film",
    "ludo_env.render.look": "ludo_env._render.display_options",
    "ludo_env.render.scene": "ludo_env._render.scene",
    "ludo_env.render.shapes": "ludo_env._render.shapes",
    "ludo_env.render.svg": "ludo_env._render.paint.svg",
    "ludo_env.render.text": "ludo_env._render.text",
    "ludo_env.render.theme": "ludo_env._render.paint.theme",
    "ludo_env.track.board": "ludo_env._families.track.board",
    "ludo_env.track.captives": "ludo_env._families.track.captives",
    "ludo_env.track.crowds": "ludo_env._families.track.occupancy",
    "ludo_env.track.family": "ludo_env._families.track.family",
    "ludo_env.track.games.french": "ludo_env._families.track.games.french",
    "ludo_env.track.games.ludo": "ludo_env._families.track.games.ludo",
    "ludo_env.track.games.strict": "ludo_env._families.track.games.strict",
    "ludo_env.track.graph": "ludo_env._families.track.graph.board",
    "ludo_env.track.owners": "ludo_env._families.track.owners",
    "ludo_env.track.pieces": "ludo_env._families.track.pieces",
    "ludo_env.track.questions": "ludo_env._families.track.questions",
    "ludo_env.track.rules": "ludo_env.rules",
    "ludo_env.track.tables": "ludo_env._families.track.tables",
}
# Names in those modules that have changed.
RENAMED = {
    "ludo_env.loose.presets": {"spec_of": "load_game", "preset_names": "game_names"},
    "ludo_env.games": {
        "game_names": "file_names", "game_spec": "file_spec", "game_board": "file_board",
    },
    "ludo_env.play.desk": {"Desk": "GameScreen"},
    "ludo_env.play.saved": {"load_game": "load_table", "save_game": "save_table"},
}  # fmt: skip
# Where what is public of them is now, by the beginning of the old name.
_PUBLIC = {
    "ludo_env.track.games": "the spec() of an environment module",
    "ludo_env.grid.games": "the spec() of an environment module",
    "ludo_env.track": "ludo_env.rules",
    "ludo_env.grid": "ludo_env.rules.generals",
    "ludo_env.play": "ludo_env.play",
    "ludo_env.render.film": "ludo_env.play",
    "ludo_env.render": "ludo_env.render",
    "ludo_env.core.laws": "ludo_env.rules",
    "ludo_env.core.machine": "ludo_env.rules",
    "ludo_env.core.marks": "ludo_env.rules",
    "ludo_env": "what ludo_env itself exports",
}
# The packages that those modules were in, and that are no more.
_PACKAGES = {name.rpartition(".")[0] for name in MOVED if name.count(".") > 1} - {
    "ludo_env.play",
    "ludo_env.render",
    "ludo_env.envs",
} | {"ludo_env.track.games"}


def install() -> None:
    """Let the old names be imported."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.append(_Finder())


class _Finder(MetaPathFinder):
    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name in MOVED or name in _PACKAGES:
            return ModuleSpec(name, _Loader(), is_package=name in _PACKAGES)
        return None


class _Loader(Loader):
    def exec_module(self, module: ModuleType) -> None:
        old = module.__name__
        if old not in MOVED:
            return
        new, renamed = import_module(MOVED[old]), RENAMED.get(old, {})
        public = next(to for start, to in _PUBLIC.items() if old.startswith(start))
        warnings.warn(
            f"{old} has moved, and the next release will not know this name; use {public}.",
            DeprecationWarning,
            stacklevel=2,
        )

        def forwarded(name: str) -> object:
            if name == "__all__":  # for "from .. import *"
                before = {now: before for before, now in renamed.items()}
                return [before.get(name, name) for name in _public_names(new)]
            return getattr(new, renamed.get(name, name))

        module.__getattr__ = forwarded  # type: ignore[method-assign]


def _public_names(module: ModuleType) -> list[str]:
    """Return the names that a module exports: those that it lists, or all without an underscore."""
    return getattr(module, "__all__", [name for name in vars(module) if not name.startswith("_")])
