"""The ids of all clauses and worked positions that some test must name, as plain data."""


def _ids(prefix, *spans):
    return tuple(f"{prefix}-{number}" for first, last in spans for number in range(first, last + 1))


def _rows(prefix, *numbers):
    return tuple(f"{prefix}-T{number:02}" for number in numbers)


LUDO = _ids("A", (1, 8), (10, 20), (30, 37), (40, 46), (50, 58))
STRICT = (*_ids("B", (1, 53)), "B-38a", *_ids("B", (60, 64)))
COMMON = _ids("G", (1, 12))

# Numbers that are missing were never given out.
LUDO_ROWS = _rows(
    "A", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 16, 17, 20, 21, 23, 24, 25, 27, 28, 30
)
STRICT_ROWS = _rows("B", 1, 2, 3, 4, 6, 8, 9, 10, 11, 13, 14, 16, 18, 20, 21, 23, 24)

ALL = (*LUDO, *STRICT, *COMMON, *LUDO_ROWS, *STRICT_ROWS)
