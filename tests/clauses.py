"""The ids of all clauses and worked positions that some test must name, as plain data."""


def _ids(prefix, *spans):
    return tuple(f"{prefix}-{number}" for first, last in spans for number in range(first, last + 1))


def _rows(prefix, *numbers):
    return tuple(f"{prefix}-T{number:02}" for number in numbers)


LUDO = _ids("A", (1, 8), (10, 20), (30, 37), (40, 46), (50, 58))
STRICT = (*_ids("B", (1, 53)), "B-38a", *_ids("B", (60, 64)))
FRENCH = (
    *(f"E-X{number}" for number in range(1, 10)),
    *_ids("E", (1, 7), (10, 14), (20, 34), (40, 47), (50, 64)),
)
GENERALS = _ids("D", (1, 6), (10, 17), (20, 25), (30, 33), (40, 48), (50, 54), (60, 64))
COMMON = _ids("G", (1, 12))
HEURISTIC = _ids("C", (1, 7), (10, 20), (30, 43))
LOOSE = _ids("L", (1, 20))

# Numbers that are missing were never given out.
LUDO_ROWS = _rows(
    "A", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 16, 17, 20, 21, 23, 24, 25, 27, 28, 30
)
STRICT_ROWS = _rows("B", 1, 2, 3, 4, 6, 8, 9, 10, 11, 13, 14, 16, 18, 20, 21, 23, 24)
FRENCH_ROWS = _rows(
    *("E", 1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 14, 15, 16, 18, 19, 21, 22),
    *(24, 26, 27, 29, 30, 31, 33, 35, 36),
)
GENERALS_ROWS = _rows("D", 1, 2, 4, 5, 6, 7, 8, 9, 11, 13, 15, 16, 18, 19, 21, 22, 24, 26, 27, 28)
HEURISTIC_ROWS = _rows("C", 1, 2, 4, 5, 6, 8, 9, 10, 11, 12, 14, 16, 18, 20)
LOOSE_ROWS = _rows("L", 1, 2, 3, 4, 6, 8, 9, 10, 12, 14)

ALL = (
    *(*LUDO, *STRICT, *FRENCH, *GENERALS, *COMMON, *HEURISTIC, *LOOSE),
    *(*LUDO_ROWS, *STRICT_ROWS, *FRENCH_ROWS, *GENERALS_ROWS, *HEURISTIC_ROWS, *LOOSE_ROWS),
)
