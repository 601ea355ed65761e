"""Files of a table: a saved game, or a replay."""

from __future__ import annotations

import shlex
from pathlib import Path

from ludo_env._engine.errors import LudoError
from ludo_env._play.saved_game import save_table
from ludo_env._play.table import Table
from ludo_env._ui.dialogs import Card
from ludo_env._ui.side_panel import Button

GAME, REPLAY = "game", "replay"
_ENDINGS = {GAME: ".json", REPLAY: ".replay.json"}


def name_card(table: Table, kind: str) -> Card:
    """Return the card that asks for the name of the file, with a suggestion."""
    name = f"{table.game.spec.name}-{table.seed}"
    buttons = (Button("store", "Save"), Button("ok", "Not now"))
    return Card(
        f"Save the {kind}", (f"The name of the file; {_ENDINGS[kind]} is added.",), buttons, name
    )


def keep(table: Table, kind: str, path: str) -> str:
    """Write the file; return the result as a sentence."""
    ending = _ENDINGS[kind]
    target = Path(path.removesuffix(ending) + ending).expanduser()
    quoted = shlex.quote(str(target))
    try:
        if kind == GAME:
            save_table(table, target)
            return f"Saved; ludo-env play --load {quoted} goes on from here."
        from ludo_env._play.replay import Replay
        from ludo_env._play.replay_file import save_replay

        save_replay(Replay.of_table(table), target)
    except LudoError as error:
        return str(error)
    return f"Saved; ludo-env replay {quoted} shows it."
