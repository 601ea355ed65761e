"""The summary of a game that has ended: ranking, captures, and the luck of the dice."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from ludo_env._engine.chance import stream_keys
from ludo_env._engine.errors import LudoError
from ludo_env._engine.game import Game
from ludo_env._engine.luck import walk_through
from ludo_env._engine.state import Record
from ludo_env._play.replay import Replay
from ludo_env._play.table import Table
from ludo_env._render.keys import Plate
from ludo_env._render.plain_words import name_in_words
from ludo_env._render.scene import captured, scene_of
from ludo_env._render.shapes import Words
from ludo_env.agents.evaluation import appraisal_of
from ludo_env.agents.forecast import SCALES, appraised_forecast


def summary_of(table: Table) -> list[tuple[int, str]]:
    """Return a line for each player: the winners first, then those closest to the end."""
    game, record = Game(table.game.spec, "python"), table.record
    status, captures, luck = _status(game, record), _captures(table), _luck(game, table)
    lines = []
    for place, player in enumerate(_ranking(game, record), 1):
        name = name_in_words(game, record, player)
        words = [f"{place}. {name}{' (you)' if table.people == [player] else ''}"]
        words += [status[player]] if status[player] else []
        if captures:
            words.append(f"{captures[player]} capture{'' if captures[player] == 1 else 's'}")
        words += [f"luck {luck[player]:+.0%}"] if luck else []
        lines.append((player, ", ".join(words)))
    return lines


def _ranking(game: Game, record: Record) -> list[int]:
    """Return the players in the order of their rewards, then of the worth of their position."""
    gains, worth = game.returns(record), [0.0] * game.players
    appraisal = appraisal_of(game)
    if appraisal is not None:
        work = [0.0] * appraisal.valuation.room
        appraisal.valuation.appraise(game.layout.unpack(record), work, None)
        worth = work[: game.players]
    return sorted(range(game.players), key=lambda player: (-gains[player], -worth[player], player))


def _status(game: Game, record: Record) -> dict[int, str]:
    """Return the words under the name on each player's plate: "3/4 home"."""
    found = dict.fromkeys(range(game.players), "")
    for item in scene_of(game, record).items:
        if isinstance(item.key, Plate):
            small = [one.text for one in item.art if isinstance(one, Words) and not one.bold]
            found[item.key.player] = small[-1] if small else ""
    return found


def _captures(table: Table) -> list[int]:
    """Return how many pieces each player has captured; empty if the start is not known."""
    try:
        frames = Replay.of_table(table).frames()
    except LudoError:
        return []
    game, counts = Game(table.game.spec, "python"), [0] * table.game.players
    for before, frame in pairwise(frames):
        done = game.effects(before.record, frame.action)
        if done.captures_any:
            counts[done.player] += len(captured(game, done))
    return counts


def _luck(game: Game, table: Table) -> list[float]:
    """Return the change of each player's chance to win by the dice; empty if unknown."""
    forecast = appraised_forecast(game)
    if forecast is None or table.start:
        return []
    played, passes = np.array(table.actions, np.int64), game.pass_action
    keys = np.array([stream_keys(table.seed, table.number)], np.int64)
    walk = walk_through(game, forecast, keys, [played[played != passes]])
    if walk.draws[0] < 0:
        return []
    middle = len(SCALES) // 2 if forecast.guesses > 1 else 0
    return [float(luck) / 2 for luck in walk.luck[0, middle]]
