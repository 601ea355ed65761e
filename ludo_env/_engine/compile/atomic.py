"""Words of memory that several threads share, for compiled code that waits for another thread."""

from __future__ import annotations

import platform
from typing import Any

from numba import types
from numba.extending import intrinsic


@intrinsic  # type: ignore[untyped-decorator, unused-ignore]
def load_word(typing_context: Any, address: Any) -> Any:
    """Return the word at an address; writes made before it was stored are then visible."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        from llvmlite import ir

        pointer = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
        return builder.load_atomic(pointer, "acquire", 8)

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator, unused-ignore]
def store_word(typing_context: Any, address: Any, value: Any) -> Any:
    """Store a word at an address, after all earlier writes."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        from llvmlite import ir

        pointer = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
        builder.store_atomic(arguments[1], pointer, "release", 8)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator, unused-ignore]
def pause(typing_context: Any) -> Any:
    """Let the other thread of a core run, in a loop that waits for a word."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        from llvmlite import ir

        if platform.machine().lower() in ("x86_64", "amd64", "i686"):
            kind = ir.FunctionType(ir.VoidType(), [])
            builder.call(builder.module.declare_intrinsic("llvm.x86.sse2.pause", fnty=kind), [])
        return context.get_dummy_value()

    return types.void(), generate
