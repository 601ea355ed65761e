"""Look-up tables of plain Python: lists of one or two dimensions that refuse negative indices."""

import numpy as np
import pytest

from ludo_env._engine.state import table


@pytest.mark.parametrize("kind", [int, np.int64])
def test_reading_and_writing(kind):
    """They work by one index, by two, and by a slice."""
    line, rows = table([1, 2, 3]), table([[1, 2, 3], [4, 5, 6]])
    assert (line[kind(2)], rows[kind(1), kind(0)], rows[kind(1)], line[1:]) == (
        3,
        4,
        [4, 5, 6],
        [2, 3],
    )
    line[kind(0)], rows[kind(0), kind(2)] = 7, 8
    assert (line, rows) == ([7, 2, 3], [[1, 2, 8], [4, 5, 6]])
    assert line[True] == 2


@pytest.mark.parametrize("kind", [int, np.int64])
@pytest.mark.parametrize("index", [(-1,), (-1, 0), (0, -1)])
def test_an_index_below_zero_is_an_error(kind, index):
    """It would count from the end, so it is refused and changes nothing."""
    values = table([[1, 2], [3, 4]])
    at = tuple(map(kind, index)) if len(index) > 1 else kind(index[0])
    with pytest.raises(IndexError, match="Index -1 is below zero"):
        values[at]
    with pytest.raises(IndexError, match="Index -1 is below zero"):
        values[at] = 5
    assert values == [[1, 2], [3, 4]]
