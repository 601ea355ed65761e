"""The table at the head of a game's page, and the list of all games."""

from __future__ import annotations

import inspect
from importlib import import_module

from ludo_docs.generated import Generated, code, table_of
from ludo_env import env_of
from ludo_env.catalogue import GameEntry, games

_REWARDS = (
    "+1 to the winning side, -1 to the others, 0 before the end, in a draw and at a truncation"
)


class GameFacts(Generated):
    """The facts that a program needs about a game: import, agents, spaces, rewards, ids."""

    def text(self, name: str) -> str:
        """Return the table of one game."""
        entry = games()[name]
        said = _said(entry)
        env = env_of(entry.spec(), backend="python")
        named = bool(entry.module)
        make = f"{entry.module}.env()" if named else f'loose_ludo_v0.env("{name}")'
        rows = [
            ("Import", code(f"from ludo_env import {entry.module or 'loose_ludo_v0'}")),
            ("Make", code(make)),
            (
                "Agents",
                said.get(
                    "Agents",
                    f"`player_0` to `{env.possible_agents[-1]}`"
                    if len(env.possible_agents) > 1
                    else "`player_0`",
                ),
            ),
            ("Action space", said.get("Actions", code(env.action_space(env.possible_agents[0])))),
            ("Observation space", _styles(env)),
            ("Rewards", said.get("Rewards", _REWARDS)),
        ]
        if named:
            rows += [
                ("PettingZoo", f'`pettingzoo.make("aec", "{entry.pettingzoo_id}")`'),
                ("Gymnasium", f'`gymnasium.make("{entry.gymnasium_id}")`, one seat'),
                ("Single seats", f'`gymnasium.make_vec("{entry.gymnasium_id}", 1024)`'),
                ("Batch", f'`make_vec("{entry.module}", 1024)`, all seats'),
            ]
        rows.append(("Version", "v0" if named else "that of `loose_ludo_v0`: v0"))
        return table_of(["", ""], rows)


class Games(Generated):
    """A table of the games that come with the library."""

    def text(self, name: str) -> str:
        """Return a row for each game, with its page, players and number of actions."""
        rows = [
            (
                f"[{entry.name}](../rules/{entry.name}.md)",
                entry.summary.rstrip("."),
                _range(entry.players),
                str(entry.spec().actions),
                code(
                    f"{entry.module}.env()"
                    if entry.module
                    else f'loose_ludo_v0.env("{entry.name}")'
                ),
            )
            for entry in games().values()
        ]
        return table_of(["game", "what it is", "players", "actions", "how to make it"], rows)


def _said(entry: GameEntry) -> dict[str, str]:
    """Return the rows of the table in the docstring of the environment's module."""
    if not entry.module:
        return {}
    found: dict[str, str] = {}
    last = ""
    for line in (inspect.getdoc(import_module(f"ludo_env.envs.{entry.module}")) or "").splitlines():
        if not line.startswith("| "):
            continue
        name, said = (cell.strip() for cell in line.strip("|").split("|", 1))
        if name:
            last, found[name] = name, said
        elif last and said and said != "|":
            found[last] += f"; {said}" if not found[last].endswith(";") else f" {said}"
    return {name: said.strip("| ") for name, said in found.items()}


def _styles(env: object) -> str:
    """Return every observation style with its shape and type."""
    styles = env.unwrapped.game.styles  # type: ignore[attr-defined]
    each = ", ".join(
        f'"{name}" {style.shape} {style.dtype.__name__}' for name, style in styles.items()
    )
    return f"a dictionary of `observation` and `action_mask`; styles {each}"


def _range(players: tuple[int, ...]) -> str:
    return str(players[0]) if len(players) == 1 else f"{players[0]} to {players[-1]}"
