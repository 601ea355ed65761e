"""Compiled code does what was written, also where LLVM is known to get code wrong."""

from dataclasses import replace

import numba
import numpy as np
import pytest
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import register_jitable

from ludo_env import catalogue
from ludo_env._engine.compile import code_library
from ludo_env._engine.compile.code_library import REPLACED, CodeLibrary, own_libraries
from ludo_env.testing.games import compare_backends

# Both rules compare a piece's place with the yard (-1), and then look it up.
RACE = {"doubled_dice", "yard_first", "first_of_pile", "stalled_game_draws"}


def place_of(places, cells):
    """Sum the cells of the pieces that are not in the yard."""
    total = 0
    for piece in range(len(places)):
        here = places[piece]
        if here > -1:
            total += cells[here]
    return total


@pytest.mark.long  # by default the test below checks that no kernel has such an instruction
@pytest.mark.parametrize("seed", [60, 61, 83])
def test_a_piece_in_the_yard_is_never_taken_for_one_on_the_board(seed):
    """The proof that a game has stalled reads the yard as the yard in compiled code, too."""
    spec = catalogue.games()["backgammon"].spec()
    stalls = spec.with_rules(spec.family.library["stalled_game_draws"]())
    race = replace(stalls, rules=tuple(held for held in stalls.rules if held.name in RACE))
    assert {held.name for held in race.check().rules} == RACE
    assert compare_backends(race, seed, 30) == 30


def test_numbers_are_widened_without_a_promise():
    """No library of a kernel contains an instruction that is replaced; numba's own libraries do."""
    signature = numba.int64(numba.int8[::1], numba.int16[::1])
    plain = numba.njit(signature)(place_of).inspect_llvm(signature.args)
    with global_compiler_lock, own_libraries():
        compiled = numba.njit(signature)(place_of)
    text = compiled.inspect_llvm(signature.args)
    for instruction, instead in REPLACED.items():
        assert instruction not in text
        assert text.count(instead) >= plain.count(instruction)  # older versions of LLVM have none
    assert compiled(np.array([-1, 2], np.int8), np.array([5, 6, 7], np.int16)) == 7


def test_other_compiled_functions_keep_the_libraries_of_numba():
    """After a compile that failed, numba has its own libraries again."""
    codegen = numba.core.registry.cpu_target.target_context.codegen()
    before = codegen._library_class
    with own_libraries():
        assert codegen._library_class is not before
        with pytest.raises(numba.core.errors.TypingError):
            numba.njit("int64(int64)")(lambda number: number.no_such_thing)
    assert codegen._library_class is before


@register_jitable(forceinline=True)
def doubled(number):
    """Return twice a number."""
    return 2 * number


@register_jitable(forceinline=True)
def raised(number, bounds):
    """Add one to a number below the bound; an error that has an argument needs an environment."""
    if number >= bounds[0]:
        raise ValueError("too large", number)
    return doubled(number) + doubled(number + 1)


def test_only_a_kernel_becomes_machine_code(monkeypatch):
    """A function that a kernel calls is linked into it, and has no machine code of its own."""
    finalized = []
    finalize = CodeLibrary.finalize
    monkeypatch.setattr(
        CodeLibrary, "finalize", lambda self: (finalized.append(self.name), finalize(self))
    )
    with global_compiler_lock, own_libraries():
        kernel = numba.njit("int64(int64)")(lambda number: raised(number, (7,)))
    assert kernel(3) == 14
    assert len(finalized) == 1
    assert "lambda" in finalized[0]
    with pytest.raises(ValueError, match="too large"):
        kernel(8)


def test_what_a_kernel_calls_can_be_called_by_others():
    """Functions that were compiled for a kernel first are linked by libraries of numba later."""
    with global_compiler_lock, own_libraries():
        kernel = numba.njit("int64(int64)")(lambda number: raised(number, (7,)) + max(number, 3))
    other = numba.njit("int64(int64)")(lambda number: raised(number, (9,)) - max(number, 3))
    assert kernel(3) == 17
    assert other(8) == 26
    with pytest.raises(ValueError, match="too large"):
        other(9)


def test_a_compiled_function_in_a_kernel_can_be_called_from_python():
    """A function that its author compiles is machine code even if a kernel came first."""
    inner = numba.njit(lambda number: raised(number, (7,)) * 2)
    with global_compiler_lock, own_libraries():
        kernel = numba.njit("int64(int64)")(lambda number: inner(number) + 1)
    assert kernel(3) == 29
    assert inner(3) == 28
    with pytest.raises(ValueError, match="too large"):
        inner(7)


@pytest.mark.parametrize("small", [0, 3, 30])
def test_functions_reach_each_other_in_any_order(small, monkeypatch):
    """A function that several others call is linked, early or late, whichever comes first."""
    monkeypatch.setattr(code_library, "_SMALL", small)
    first = register_jitable(lambda number: doubled(number) + 1)
    second = register_jitable(lambda number: first(doubled(number)))
    third = register_jitable(lambda number: second(number) + first(number))
    with global_compiler_lock, own_libraries():
        kernel = numba.njit("int64(int64)")(
            lambda number: first(number) + third(number) + second(number) + doubled(number)
        )
    assert kernel(5) == 11 + (21 + 11) + 21 + 10


@numba.njit
def factorial(number):
    """Return a number's factorial; the function calls itself."""
    if number < 2:
        return 1
    return number * factorial(number - 1)


def test_a_function_may_call_itself():
    """It may, as in numba's own libraries."""
    with global_compiler_lock, own_libraries():
        kernel = numba.njit("int64(int64)")(lambda number: factorial(number) + doubled(number))
    assert kernel(6) == 720 + 12
