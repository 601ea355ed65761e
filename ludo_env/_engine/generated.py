"""Functions generated from source text.

Only source text can name an attribute of the state so that a compiler understands it: code with
field names as data (`s.during_storm`) is written line by line, and compiled here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ludo_env._engine.rule import Hook


def compile_function(
    lines: Iterable[str], name: str, scope: Mapping[str, Any] | None = None
) -> Hook:
    """Return the function that these lines define; `scope` holds the names they use."""
    names = dict(scope or {})
    exec("\n".join(lines), names)
    return names[name]  # type: ignore[no-any-return]
