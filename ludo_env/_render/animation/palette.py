"""The palette of a GIF: few colours for all pictures, because few colours compress better."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

COLOURS = 63  # with the transparent one, 64
_EXACT = 24  # the most common colours, which stay exact
_UNKNOWN = 255


class Palette:
    """Colours chosen from samples, and for every other colour the nearest of them."""

    def __init__(self, image: Any, samples: Iterable[npt.NDArray[np.uint8]]) -> None:
        """Choose the most common colours, and others that cover the rest (`image`: `PIL.Image`)."""
        codes, counts = np.unique(
            np.concatenate([_codes(sample).ravel() for sample in samples]), return_counts=True
        )
        codes = codes[np.argsort(-counts, kind="stable")]
        self.colours = _colours(codes[:_EXACT])
        if len(codes) > _EXACT:
            rest = image.fromarray(_colours(codes[_EXACT:])[np.newaxis])
            spread = image.Quantize.MAXCOVERAGE
            few = rest.quantize(COLOURS - _EXACT, method=spread, dither=0).getpalette()
            self.colours = np.concatenate([self.colours, np.array(few, np.uint8).reshape(-1, 3)])
        self._nearest = np.full(1 << 24, _UNKNOWN, np.uint8)

    def numbers(self, picture: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """Return the number of the nearest colour of each pixel."""
        codes = _codes(picture)
        found: npt.NDArray[np.uint8] = self._nearest[codes]
        unknown = found == _UNKNOWN
        if unknown.any():
            new = np.unique(codes[unknown])
            away = _colours(new)[:, np.newaxis].astype(np.int32) - self.colours
            self._nearest[new] = (away**2).sum(axis=2).argmin(axis=1)
            found = self._nearest[codes]
        return found


def _codes(picture: npt.NDArray[np.uint8]) -> npt.NDArray[np.integer[Any]]:
    """Return red, green and blue of each pixel as one number."""
    wide = picture.astype(np.uint32)
    return wide[..., 0] << 16 | wide[..., 1] << 8 | wide[..., 2]


def _colours(codes: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.uint8]:
    """Return numbers as rows of red, green and blue."""
    return np.stack([codes >> 16, codes >> 8 & 255, codes & 255], axis=1).astype(np.uint8)
