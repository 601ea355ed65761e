"""Rows of observations, split into their parts."""

from math import prod


def parts_of(row, shapes):
    """The parts of a row by name, each in its shape; together they are the whole row."""
    parts = {}
    for name, shape in shapes.items():
        size = prod(shape)
        parts[name], row = row[:size].reshape(shape), row[size:]
    assert row.size == 0
    return parts
