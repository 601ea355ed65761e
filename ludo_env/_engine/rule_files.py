"""Modules of rules beside a game's file, for a file that the caller trusts.

A rule "my_rules:generous" of the game `folder/my_game.toml` is found in `folder/my_rules.py`. The
folder then stays on the import path, behind everything else, so that other processes find the rule.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ludo_env._engine.errors import SpecError, cut_path, quoted
from ludo_env._engine.input_limits import MOST_RULES


def find_rules_beside(path: Path, data: Any) -> None:
    """Make the modules beside a game's file, which its rules name, importable.

    A module of the same name that would be imported instead is an error.
    """
    rules = data.get("rules") if isinstance(data, Mapping) else None
    for line in rules[:MOST_RULES] if isinstance(rules, list) else ():
        name = line.get("rule") if isinstance(line, Mapping) else None
        if isinstance(name, str) and ":" in name:
            _find(path.absolute().parent, name.partition(":")[0].partition(".")[0])


def _find(folder: Path, module: str) -> None:
    beside = [folder / f"{module}.py", folder / module / "__init__.py"]
    ours = next((file for file in beside if module.isidentifier() and file.is_file()), None)
    if ours is None:
        return
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
        importlib.invalidate_caches()
    known = sys.modules.get(module)
    origin = getattr(known, "__file__", None) if known else getattr(find_spec(module), "origin", "")
    if not origin or Path(origin).resolve() != ours.resolve():
        raise SpecError(
            f"{quoted(module)} is the name of another module, {cut_path(origin or 'built in')}; "
            f"rename {cut_path(ours)} and the rules that it has in the game's file."
        )
