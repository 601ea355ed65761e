"""One observation of a state, in plain Python: for tools that need a row now and then."""

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
    styles = game.plain.styles
    name = style or next(iter(styles))
    check_choice("An observation style", name, styles, LudoError)
    seen = styles[name]
    row = np.zeros(seen.width, seen.dtype)
    observer(seen)(game.layout.unpack(record), viewer, mask, row)
    return row.reshape(seen.shape)
