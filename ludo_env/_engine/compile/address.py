"""Convert an address, a whole number, to a pointer, so that compiled entries can take a session."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic, register_jitable


@intrinsic
def _pointer(typing_context: Any, address: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        from llvmlite import ir

        return builder.inttoptr(arguments[0], ir.IntType(8).as_pointer())

    return types.voidptr(types.int64), generate


@register_jitable
def pointer(address: int) -> Any:
    """Return the pointer to the memory at an address."""
    return _pointer(address)
