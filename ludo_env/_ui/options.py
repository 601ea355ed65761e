"""The options of a person at a window, and the durations of each speed."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ludo_env._engine.errors import LudoError, nearest, quoted
from ludo_env._play.kept_games import folder
from ludo_env._render.paint.theme import THEMES

TEXT_SIZES = (100, 125, 150, 200)  # per cent


class Pace(NamedTuple):
    """Durations in seconds."""

    move: float
    pause: float  # after a move
    dice: float


SPEEDS = {
    "slow": Pace(0.9, 0.9, 0.6),
    "normal": Pace(0.45, 0.35, 0.35),
    "fast": Pace(0.18, 0.1, 0.12),
    "at once": Pace(0, 0, 0),
}


@dataclass
class Options:
    """The options of a person for all their games; the screens share and change them."""

    theme: str = "day"
    speed: str = "normal"
    by_hand: bool = True  # whether people roll the dice themselves
    forced: bool = False  # whether a player's only move is played for them
    motion: bool = True
    text: int = 100  # the size of letters, in per cent
    sound: bool = False
    kept: Path | None = None  # the file that is written with every change

    @property
    def pace(self) -> Pace:
        """The present durations."""
        return SPEEDS[self.speed]

    @property
    def animates(self) -> bool:
        """Return whether pieces move and dice tumble."""
        return self.motion and self.pace.move > 0

    def change(self, name: str) -> None:
        """Change an option to its next value; the first follows the last."""
        known: dict[str, list[Any]] = {
            "speed": list(SPEEDS), "theme": list(THEMES), "text": list(TEXT_SIZES),
        }  # fmt: skip
        values = known.get(name, [False, True])
        setattr(self, name, values[(values.index(getattr(self, name)) + 1) % len(values)])
        self._keep()

    def faster(self, step: int) -> None:
        """Change the speed by a number of steps, up to the fastest or slowest."""
        names = list(SPEEDS)
        self.speed = names[max(0, min(len(names) - 1, names.index(self.speed) + step))]
        self._keep()

    def in_words(self, name: str) -> str:
        """Return the value of an option as a sentence: "The speed is: fast."."""
        value = getattr(self, name)
        if isinstance(value, bool):
            return f"{name.capitalize()} is {'on' if value else 'off'}."
        return f"The {'colours are' if name == 'theme' else f'{name} is'}: {value}."

    def _keep(self) -> None:
        if self.kept is not None:
            with suppress(OSError):  # then the options last only until the program ends
                self.kept.parent.mkdir(parents=True, exist_ok=True)
                data = {name: value for name, value in asdict(self).items() if name != "kept"}
                self.kept.write_text(json.dumps(data), "utf-8")


def kept_options() -> Options:
    """Return the options of the last time; invalid values get their defaults."""
    path, options = folder("options.json"), Options()
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        data = {}
    known: dict[str, Any] = {"theme": THEMES, "speed": SPEEDS, "text": TEXT_SIZES}
    for name, usual in asdict(options).items():
        value = data.get(name) if isinstance(data, dict) else None
        if type(value) is type(usual) and value in known.get(name, (False, True)):
            setattr(options, name, value)
    options.kept = path
    return options


def speed_of(name: str) -> str:
    """Return the name of a speed; refuse an unknown one."""
    if name not in SPEEDS:
        raise LudoError(f"Unknown speed {quoted(name)}; {nearest(name, SPEEDS)}")
    return name
