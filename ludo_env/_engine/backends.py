"""The backends: compiled by numba, or plain Python."""

from __future__ import annotations

import sys
from functools import lru_cache

from ludo_env._engine.errors import SpecError

BACKENDS = ("auto", "numba", "python")


def available(backend: str) -> str:
    """Return the backend that "auto" selects here."""
    if backend == "auto":
        return "numba" if _has_numba() else "python"
    if backend == "numba" and not _has_numba():
        raise SpecError(
            'backend="numba" needs numba, which cannot be imported here; "python" works.'
        )
    return backend


@lru_cache(maxsize=1)
def _has_numba() -> bool:
    try:
        import numba  # noqa: F401
    except ImportError:
        print(
            "ludo_env: numba cannot be imported; games run in plain Python, many times slower.",
            file=sys.stderr,
        )
        return False
    return True
