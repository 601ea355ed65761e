"""Libraries of machine code: what numba does with a module between the optimizer and the assembler.

LLVM marks a widened number that it knows to be 0 or more with a flag (`zext nneg`). Its last pass
before the assembler (CodeGenPrepare, seen in LLVM 22) then takes the original number from the
widened one, also on paths on which the number is negative and the flag promises nothing. A place
of -1, the yard, was read as 0 or more there. Without the flag both are the same code, and right.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import llvmlite.binding
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import cpu_target

# What is written instead of an instruction, in each optimized module.
REPLACED = {"zext nneg ": "zext "}


class CodeLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The machine code of a function, without flags that LLVM gets wrong."""

    _final_module: llvmlite.binding.ModuleRef

    def _optimize_final_module(self) -> None:
        super()._optimize_final_module()
        optimized = str(self._final_module)
        text = optimized
        for instruction, instead in REPLACED.items():
            text = text.replace(instruction, instead)
        if text != optimized:
            name = self._final_module.name
            self._final_module = llvmlite.binding.parse_assembly(text)
            self._final_module.name = name


@contextlib.contextmanager
def own_libraries() -> Iterator[None]:
    """Compile into libraries of this kind; the caller holds numba's compiler lock."""
    codegen = cpu_target.target_context.codegen()
    before = codegen._library_class
    codegen._library_class = CodeLibrary
    try:
        yield
    finally:
        codegen._library_class = before
