"""What is compiled is what was written: code that LLVM is known to get wrong."""

from dataclasses import replace

import numba
import numpy as np
import pytest
from numba.core.compiler_lock import global_compiler_lock

from ludo_env import catalogue
from ludo_env._engine.compile.code_library import REPLACED, own_libraries
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


@pytest.mark.long  # by default the test below sees that no kernel has such an instruction
@pytest.mark.parametrize("seed", [60, 61, 83])
def test_a_piece_in_the_yard_is_never_taken_for_one_on_the_board(seed):
    """The proof that a game has stalled reads the yard as the yard, compiled too."""
    spec = catalogue.games()["backgammon"].spec()
    stalls = spec.with_rules(spec.family.library["stalled_game_draws"]())
    race = replace(stalls, rules=tuple(held for held in stalls.rules if held.name in RACE))
    assert {held.name for held in race.check().rules} == RACE
    assert compare_backends(race, seed, 30) == 30


def test_numbers_are_widened_without_a_promise():
    """No library of a kernel contains an instruction that is replaced, where numba's own does."""
    signature = numba.int64(numba.int8[::1], numba.int16[::1])
    plain = numba.njit(signature)(place_of).inspect_llvm(signature.args)
    with global_compiler_lock, own_libraries():
        compiled = numba.njit(signature)(place_of)
    text = compiled.inspect_llvm(signature.args)
    for instruction, instead in REPLACED.items():
        assert instruction not in text
        assert text.count(instead) >= plain.count(instruction)  # none in older versions of LLVM
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
