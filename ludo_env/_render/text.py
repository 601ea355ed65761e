"""The board as text, in colour for terminals and plain for everything else."""

from __future__ import annotations

import re

from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._render.pictures import pictures_of

_MARK = re.compile(r"^[>*] ", re.MULTILINE)  # before the player to act, or a winner


def draw_text(game: Game, record: Record, colour: bool = False, viewer: int | None = None) -> str:
    """Return the board and a line for every player, as `viewer` sees them; None sees all."""
    return pictures_of(game).draw(game, record, colour, viewer)


def draw_for_people(
    game: Game, record: Record, colour: bool = False, viewer: int | None = None
) -> str:
    """Return the same for people: pieces are counted from 1, and spent dice are left out.

    The module that draws a family has `draw_for_people` if its `draw` differs from that.
    """
    pictures = pictures_of(game)
    drawn: str = getattr(pictures, "draw_for_people", pictures.draw)(game, record, colour, viewer)
    return drawn


def board_and_players(picture: str) -> tuple[list[str], list[str]]:
    """Return the lines of a drawn board, without empty lines around it, and of the players."""
    board, _, players = picture.rpartition("\n\n")
    return board.strip("\n").splitlines(), players.splitlines()


def signs_of(game: Game, picture: str) -> list[str]:
    """Return the meanings of the signs in a plain picture: ". square", "* safe".

    The module that draws a family may define `SIGNS`: (sign, pattern of its occurrence, meaning).
    """
    known = getattr(pictures_of(game), "SIGNS", ())
    text = _MARK.sub("  ", picture)
    return [f"{sign} {what}" for sign, pattern, what in known if re.search(pattern, text)]
