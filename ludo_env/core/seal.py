"""The seal: a hash of everything a compiled game depends on, so that no stale kernel is ever run.

The compiler's disk cache looks at the file of the function that is compiled and at what it closes
over, but not at the rule files that those functions came from. The seal closes that gap: it is
captured by every compiled entry, so an edited rule, parameter or table gives another cache key.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import ludo_env
from ludo_env.core.spec import Spec


def seal_of(spec: Spec, tables: Any) -> str:
    """The seal of a spec on its tables."""
    digest = hashlib.sha256()
    for path in _sources():
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    for rule in spec.rules:
        digest.update(_source_of(rule.factory))
    digest.update(spec.key.encode())
    for field in tables:
        digest.update(np.ascontiguousarray(field).tobytes())
    return digest.hexdigest()


def _sources() -> list[Path]:
    """The files of the package that take part in a kernel: all but shells, pictures and words."""
    root = Path(ludo_env.__file__).parent
    return sorted(
        path for part in ("core", "track", "grid") for path in (root / part).rglob("*.py")
    )


def _source_of(factory: Callable[..., Any]) -> bytes:
    """The whole file of a rule, since it may call helpers there; else its byte code."""
    module = sys.modules.get(factory.__module__)
    path = getattr(module, "__file__", None)
    if path and Path(path).exists():
        return Path(path).read_bytes()
    try:
        return inspect.getsource(factory).encode()
    except (OSError, TypeError):
        return repr(_code_constants(factory.__code__)).encode()


def _code_constants(code: Any) -> list[Any]:
    inner = [_code_constants(c) if hasattr(c, "co_code") else repr(c) for c in code.co_consts]
    return [code.co_code, code.co_names, inner]
