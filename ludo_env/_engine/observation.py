"""Observations of states that no session holds: of one in plain Python, of many in one call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.arguments import check_choice
from ludo_env._engine.errors import LudoError
from ludo_env._engine.kernel import observer
from ludo_env._engine.state import Record

if TYPE_CHECKING:
    from ludo_env._engine.game import Game


def observation_of(
    game: Game, record: Record, viewer: int, mask: npt.NDArray[np.int8], style: str = ""
) -> npt.NDArray[Any]:
    """Return what a player sees of a state, in a style; in the game's own if it is empty."""
    seen = game.plain.styles[style_name(game, style)]
    row = np.zeros(seen.width, seen.dtype)
    observer(seen)(game.layout.unpack(record), viewer, mask, row)
    return row.reshape(seen.shape)


def observations_of(
    game: Game,
    records: Record,
    viewers: npt.NDArray[np.int64],
    masks: npt.NDArray[np.int8],
    style: str = "",
) -> npt.NDArray[Any]:
    """Return what a player sees of each state, a row for each; in the game's style if it is empty.

    On the compiled backend that is one call of a loop, which is compiled for each style.
    """
    name = style_name(game, style)
    look, seen, count = game.loops.observe(name), game.styles[name], len(records)
    rows = np.zeros((count, seen.width), seen.dtype)
    if game.backend == "python":
        states = [game.layout.unpack(records[i : i + 1]) for i in range(count)]
        look(states, viewers.tolist(), masks, rows, 0, count)
    else:
        arrays = (
            np.ascontiguousarray(records),
            np.ascontiguousarray(viewers, np.int64),
            np.ascontiguousarray(masks, np.int8),
            rows,
        )
        look(*(array.ctypes.data for array in arrays), count, 0, count)
    return rows.reshape(count, *seen.shape)


def style_name(game: Game, style: str) -> str:
    """Return an observation style of a game; its own if the text is empty."""
    styles = game.plain.styles
    name = style or next(iter(styles))
    check_choice("An observation style", name, styles, LudoError)
    return name
