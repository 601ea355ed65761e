"""Rows of numbers that agents observe, taken apart again."""

from math import prod


def parts_of(row, shapes):
    """The parts of a row by name, each in its shape; together they are all of the row."""
    parts = {}
    for name, shape in shapes.items():
        size = prod(shape)
        parts[name], row = row[:size].reshape(shape), row[size:]
    assert row.size == 0
    return parts
