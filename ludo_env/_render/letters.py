"""The letters of pictures: the width of a text in the included font, without drawing it."""

from __future__ import annotations

from functools import lru_cache

# Widths of the characters from space to tilde, in thousandths of the size of the letters.
_REGULAR = (
    281, 288, 466, 633, 642, 982, 644, 300, 365, 365, 501, 662, 288, 460, 288, 360,
    631, 407, 610, 618, 646, 593, 620, 566, 619, 620, 288, 302, 662, 662, 662, 511,
    966, 690, 654, 730, 722, 601, 590, 746, 743, 269, 571, 672, 565, 903, 753, 765,
    639, 765, 644, 642, 646, 744, 690, 985, 682, 679, 629, 365, 360, 365, 471, 456,
    323, 562, 612, 571, 612, 583, 370, 613, 591, 242, 242, 549, 242, 876, 591, 600,
    612, 612, 376, 528, 327, 591, 562, 818, 546, 562, 552, 426, 333, 426, 662,
)  # fmt: skip
_BOLD = (
    237, 338, 552, 649, 655, 1016, 672, 339, 377, 377, 559, 679, 334, 468, 334, 388,
    674, 431, 630, 646, 676, 622, 649, 582, 651, 649, 334, 343, 679, 679, 679, 560,
    1016, 747, 662, 740, 722, 607, 587, 750, 747, 281, 584, 719, 565, 932, 762, 771,
    648, 777, 657, 655, 667, 732, 747, 1038, 738, 731, 664, 377, 388, 377, 487, 476,
    365, 581, 630, 588, 630, 596, 398, 632, 623, 271, 271, 580, 271, 913, 623, 613,
    630, 630, 407, 560, 366, 623, 600, 850, 580, 602, 573, 469, 372, 469, 679,
)  # fmt: skip
_FIRST = ord(" ")
_OTHER = 620  # of any other character


@lru_cache(maxsize=4096)
def width_of(text: str, size: float, bold: bool = False) -> float:
    """Return the width of a text."""
    widths = _BOLD if bold else _REGULAR
    places = (ord(letter) - _FIRST for letter in text)
    return sum(widths[at] if 0 <= at < len(widths) else _OTHER for at in places) * size / 1000


def size_in(text: str, width: float, most: float, bold: bool = False) -> float:
    """Return the largest size, up to a given one, at which a text fits into a width."""
    return min(most, width / max(width_of(text, 1.0, bold), 1e-9))
