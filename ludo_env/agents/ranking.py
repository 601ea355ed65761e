"""Moves ranked by their chances to win: by the net that comes along, or by an appraisal."""

from __future__ import annotations

import numpy as np

from ludo_env._engine.family import OVER
from ludo_env._engine.state import Record
from ludo_env.agents.forecast import SCALES, appraised_forecast
from ludo_env.agents.net import NetAgent
from ludo_env.agents.net_file import has_net
from ludo_env.agents.simulator import Simulator
from ludo_env.agents.view import View


def ranked_actions(view: View) -> tuple[str, list[tuple[int, float]]]:
    """Return who ranks, and every legal action with its chance to win, from the best on.

    Where the game has neither a net nor an appraisal the list is empty.
    """
    game, actions = view.game, view.actions
    records = Simulator(game).plays(view.record, actions)
    if has_net(game):
        name = "a net trained on this game"
        found = NetAgent().chances(game, np.concatenate(records))[:, view.seat].tolist()
    elif appraised_forecast(game) is not None:
        name, found = "a count of what is left to do", [_foreseen(view, one) for one in records]
    else:
        return "", []
    chances = [
        (game.returns(record)[view.seat] + 1) / 2 if record["phase"][0] >= OVER else chance
        for record, chance in zip(records, found, strict=True)
    ]
    within = [min(1.0, max(0.0, chance)) for chance in chances]
    ranked = zip(actions, within, strict=True)
    return name, sorted(ranked, key=lambda one: (-one[1], one[0]))


def _foreseen(view: View, record: Record) -> float:
    """Return the chance to win by the appraisal; of several guesses that in the middle."""
    forecast = appraised_forecast(view.game)
    if forecast is None or record["phase"][0] >= OVER:
        return 0.0
    work, guess = [0.0] * forecast.room, np.zeros((forecast.guesses, view.game.players))
    forecast.appraise(view.game.layout.unpack(record), work, forecast.numbers)
    forecast.foresee(view.game.layout.unpack(record), work, guess)
    return float(guess[len(SCALES) // 2, view.seat] + 1) / 2
