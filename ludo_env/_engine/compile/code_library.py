"""Libraries of machine code: what numba does between lowering a function and running it.

numba optimizes every function that a kernel calls, with all that it calls, and makes machine code
of each. The kernel contains all of them, so only its own code ever runs: here they are linked into
it and optimized there, once and together. That takes half as long. Small functions are optimized
first, since loops are unrolled better there.

LLVM marks a widened number that it knows to be 0 or more with a flag (`zext nneg`). Its last pass
before the assembler (CodeGenPrepare, seen in LLVM 22) then takes the original number from the
widened one, also on paths on which the number is negative and the flag promises nothing. A place
of -1, the yard, was read as 0 or more there. Without the flag both are the same code, and right.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator
from typing import Any

import llvmlite.binding
from numba.core.codegen import CPUCodeLibrary, JITCodeLibrary
from numba.core.environment import lookup_environment
from numba.core.registry import cpu_target

# What is written instead of an instruction, in each optimized module.
REPLACED = {"zext nneg ": "zext "}

_ENVIRONMENT = "_ZN08NumbaEnv"  # how the names of environments begin
_SMALL = 30  # functions: with more of them, a function is optimized only in the kernel


@contextlib.contextmanager
def own_libraries() -> Iterator[None]:
    """Compile into libraries of this kind; the caller holds numba's compiler lock."""
    codegen = cpu_target.target_context.codegen()
    before = codegen._library_class

    def set_env(name: str, environment: Any) -> None:
        if codegen._engine.is_symbol_defined(name):  # `finalize` sets the others
            type(codegen).set_env(codegen, name, environment)

    codegen._library_class, codegen.set_env = CodeLibrary, set_env
    try:
        yield
    finally:
        codegen._library_class = before
        del codegen.set_env


class CodeLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a function, which becomes machine code when its address is requested.

    Until then `_final_module` holds the function as it was lowered, without what it calls. A small
    function is held with what it calls, and optimized.
    """

    _final_module: llvmlite.binding.ModuleRef
    _linking_libraries: list[Any]
    _own: frozenset[str] = frozenset()
    _whole = False  # does the module contain what the function calls?

    def add_linking_library(self, library: CPUCodeLibrary) -> None:
        """Link a library into this one when this one is finalized."""
        if not isinstance(library, CodeLibrary):
            library._ensure_finalized()
        self._linking_libraries.append(library)

    def get_pointer_to_function(self, name: str) -> int:
        """Return the address of a function, or 0 if this library does not define it."""
        if not self._finalized and not self._defines(name):
            return 0
        return super().get_pointer_to_function(name)  # type: ignore[no-any-return]

    def finalize(self) -> None:
        """Make machine code of this library and of all that it calls."""
        self._own = frozenset(function.name for function in self.get_defined_functions())
        called = self._linking_libraries
        self._linking_libraries = [_Lowered(library) for library in self._reached()]
        try:
            super().finalize()
        finally:
            self._linking_libraries = called
        for variable in self._final_module.global_variables:
            if variable.name.startswith(_ENVIRONMENT):
                environment = lookup_environment(variable.name)
                if environment is not None:
                    self._codegen.set_env(variable.name, environment)

    def _defines(self, name: str) -> bool:
        return any(function.name == name for function in self.get_defined_functions())

    def _reached(self) -> list[CPUCodeLibrary]:
        """Return the libraries to link into this one: what it calls, and what those call."""
        found = dict.fromkeys(self._linking_libraries)
        waiting = list(found)
        while waiting:
            library = waiting.pop(0)
            if not isinstance(library, CodeLibrary) or library._finalized:
                continue
            if library.size <= _SMALL:
                library.complete()
            else:
                waiting += [called for called in library._linking_libraries if called not in found]
                found |= dict.fromkeys(library._linking_libraries)
        found.pop(self, None)
        return list(found)

    @functools.cached_property
    def size(self) -> int:
        """The number of functions in this one, itself included; each counts wherever it occurs."""
        called = [library for library in self._linking_libraries if library is not self]
        return 1 + sum(getattr(library, "size", 0) for library in called)

    def complete(self) -> None:
        """Link in what a small function calls, and optimize it."""
        if self._whole:
            return
        self._whole = True
        self._own = frozenset(function.name for function in self.get_defined_functions())
        for library in self._reached():
            self._final_module.link_in(_Lowered(library)._get_module_for_linking(), preserve=True)
        self._hide_called()
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)

    def _hide_called(self) -> None:
        """Let the optimizer remove the functions that were linked in."""
        for function in [*self.get_defined_functions()]:
            if function.name not in self._own:
                function.linkage = "internal"

    def _optimize_final_module(self) -> None:
        self._hide_called()
        super()._optimize_final_module()
        optimized = str(self._final_module)
        text = optimized
        for instruction, instead in REPLACED.items():
            text = text.replace(instruction, instead)
        if text != optimized:
            name = self._final_module.name
            self._final_module = llvmlite.binding.parse_assembly(text)
            self._final_module.name = name


class _Lowered:
    """A library as it is linked into another: without what it calls, unless that is part of it."""

    def __init__(self, library: CPUCodeLibrary) -> None:
        self._library = library
        self._reload_init: set[Any] = getattr(library, "_reload_init", set())  # not in numba 0.62

    def _get_module_for_linking(self) -> llvmlite.binding.ModuleRef:
        if self._library._finalized:
            return self._library._get_module_for_linking()
        return self._library._final_module
