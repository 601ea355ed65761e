"""Position texts: whitespace-separated key=value, and the short words inside the values."""

from __future__ import annotations

from collections.abc import Iterable

from ludo_env._engine.errors import PositionError, cut, nearest, quoted

EMPTY = "-"
MOST_LETTERS = 20_000  # of a position
_MOST_DIGITS = 20


def split_text(text: str, known: Iterable[str]) -> dict[str, str]:
    """Return the keys and values of a position text; refuse a key that the game does not have."""
    if not isinstance(text, str):
        raise PositionError(f"A position is a text like 'p0=10,y,y,y turn=0', not {quoted(text)}.")
    if len(text) > MOST_LETTERS:
        raise PositionError(f"A position has at most {MOST_LETTERS} letters, not {len(text)}.")
    names = list(known)
    values: dict[str, str] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not equals or not value:
            raise PositionError(f"{quoted(word)} in the position is not of the form key=value.")
        if key not in names:
            raise PositionError(
                f"This game has no key {quoted(key)} in a position; {nearest(key, names)}"
            )
        if key in values:
            raise PositionError(f"The position gives {quoted(key)} twice.")
        values[key] = value
    return values


def words_of(value: str) -> list[str]:
    """Return the words of a comma list; `-` is the empty list."""
    return [] if value == EMPTY else value.split(",")


def number(word: str, key: str, low: int, high: int) -> int:
    """Return a whole number in low..high."""
    # Python itself refuses to read a number of thousands of digits.
    short = word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS
    if not (short and low <= int(word) <= high):
        raise PositionError(f"{key}={cut(word)} is not a whole number in {low}..{high}.")
    return int(word)


def listed(numbers: Iterable[int]) -> str:
    """Return numbers as a comma list; an empty one is `-`."""
    return ",".join(map(str, numbers)) or EMPTY


def numbers_in_words(numbers: Iterable[int]) -> str:
    """Return numbers for a sentence: 1..6, or one by one if there are gaps."""
    known = sorted(set(numbers))
    together = known == list(range(known[0], known[-1] + 1))
    return f"{known[0]}..{known[-1]}" if together else "out of " + ", ".join(map(str, known))
