"""Spaces with masks: anything else than a mask is refused."""

from array import array

import numpy as np
import pytest

from ludo_env import LudoError
from ludo_env._envs.masked_spaces import Actions


class _Bytes:
    """An object that has bytes, and is no array."""

    def __init__(self, found):
        self.found = found

    def tobytes(self):
        """As an array has, or not."""
        return self.found


@pytest.mark.parametrize(
    "mask",
    [
        [1, 1, 1, 1, 1],
        "11111",
        np.ndarray,
        np.int8(1),
        _Bytes([1]),
        _Bytes(b"\1\1\1\1\1"),
        memoryview(b"\1\1\1\1\1"),
        array("b", [1] * 5),
        np.ones(500, object),
        np.full(500, 2, np.int8),
    ],
)
def test_what_is_no_mask_is_refused(mask):
    """The refusal is one short sentence, whatever methods the object has."""
    space = Actions(5)
    space.sample(np.ones(5, np.int8))
    with pytest.raises(LudoError, match=r"^A mask is an int8 array of 5 zeros and .*\.$") as said:
        space.sample(mask)
    assert len(str(said.value)) < 200
    assert "\n" not in str(said.value)
