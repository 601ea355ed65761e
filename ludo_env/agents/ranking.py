"""Moves ranked by their chances to win, by the library's net or an appraisal."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ludo_env._engine.family import OVER
from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env.agents.forecast import SCALES, appraised_forecast
from ludo_env.agents.net import NetAgent
from ludo_env.agents.net_file import has_net
from ludo_env.agents.simulator import Simulator
from ludo_env.agents.view import View


def ranked_actions(view: View) -> tuple[str, list[tuple[int, float]]]:
    """Return the name of the judge, and all legal actions with their chances to win, best first.

    If the game has neither a net nor an appraisal, the list is empty.
    """
    name, found = chances_after(view.game, view.record, view.actions)
    if not name:
        return "", []
    ranked = zip(view.actions, found[:, view.seat].tolist(), strict=True)
    return name, sorted(ranked, key=lambda one: (-one[1], one[0]))


def chances_after(
    game: Game, record: Record, actions: Sequence[int]
) -> tuple[str, npt.NDArray[np.float64]]:
    """Return the name of the judge, and [action, player] -> the chance to win after each action.

    If the game has neither a net nor an appraisal, the name is "".
    """
    name = judge_of(game)
    if not name or not actions:
        return name, np.zeros((0, game.players))
    records = Simulator(game).plays(record, actions)
    if has_net(game):
        found = NetAgent().chances(game, np.concatenate(records))
    else:
        found = np.array([_foreseen(game, one) for one in records])
    for row, after in enumerate(records):
        if after["phase"][0] >= OVER:
            found[row] = chances_at_end(game, after)
    return name, np.clip(found, 0.0, 1.0)


def chances_at_end(game: Game, record: Record) -> list[float]:
    """Return the result of a game as chances to win: 1 for a win."""
    return [(gain + 1) / 2 for gain in game.returns(record)]


def judge_of(game: Game) -> str:
    """Return the name of what estimates chances to win in a game; "" if there is nothing."""
    if has_net(game):
        return "a net trained on this game"
    return "" if appraised_forecast(game) is None else "a count of what is left to do"


def _foreseen(game: Game, record: Record) -> list[float]:
    """Return the chances to win from the appraisal, by the middle one of its guesses."""
    forecast = appraised_forecast(game)
    if forecast is None or record["phase"][0] >= OVER:
        return [0.0] * game.players
    work, guess = [0.0] * forecast.room, np.zeros((forecast.guesses, game.players))
    forecast.appraise(game.layout.unpack(record), work, forecast.numbers)
    forecast.foresee(game.layout.unpack(record), work, guess)
    return [float(one + 1) / 2 for one in guess[len(SCALES) // 2]]
