"""The backends: compiled by numba, or plain Python. The library works without numba."""

from __future__ import annotations

import sys
from functools import lru_cache

from ludo_env._engine.errors import SpecError, reason

BACKENDS = ("auto", "numba", "python")
INSTALL = "pip install numba"


def available(backend: str) -> str:
    """Return the backend that "auto" selects here."""
    if backend == "auto":
        return "python" if _missing() else "numba"
    if backend == "numba" and _missing():
        raise SpecError(
            f'backend="numba" needs numba, which cannot be imported here ({_missing()}); '
            f'"{INSTALL}" adds it, and backend="python" does without.'
        )
    return backend


def comparable() -> tuple[str, ...]:
    """Return the backends that can be compared here: Python alone where numba is missing."""
    return tuple(dict.fromkeys(("python", available("auto"))))


@lru_cache(maxsize=1)
def _missing() -> str:
    """Return why numba cannot be imported; an empty text if it can."""
    try:
        import numba  # noqa: F401
    except ImportError as error:
        why = reason(error)
        print(
            f"ludo_env: numba cannot be imported ({why}), so games run in plain Python, many times "
            f'slower; "{INSTALL}" adds it.',
            file=sys.stderr,
        )
        return why
    return ""
