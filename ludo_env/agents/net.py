"""The net agent: a small network that has learned by playing against itself.

It values the state after each action or, with `plies=2`, the states after the next throw and the
best reply. The network is evaluated in the compiled loop of the game, for many games in one call.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.errors import LudoError, quoted
from ludo_env._engine.forecast import Forecast
from ludo_env._engine.game import Game
from ludo_env._engine.outlook import deep_actions
from ludo_env._engine.state import Record
from ludo_env._engine.valuation import Valuation, best_actions, values_of
from ludo_env.agents.decisions import Decisions
from ludo_env.agents.forecast import forecast_by_chances
from ludo_env.agents.net_file import Net, net_of
from ludo_env.agents.simulator import whole_number
from ludo_env.agents.view import View

# Seeds of the dice in a search.
_SEEDS = 2**62


class NetAgent:
    """Plays the action with the highest chance to win, by a network that has learned the game."""

    name = "net"
    plays_on = True  # evaluates many numbers: worth a compiled game

    def __init__(self, file: str | None = None, plies: int = 1, samples: int = 1) -> None:
        if file is not None and not isinstance(file, str):
            raise LudoError(f"net: file is the path of a net, not {quoted(file)}.")
        self.file = file
        self.plies = whole_number(self.name, "plies", plies, 1)
        if self.plies > 2:
            raise LudoError(f"net: plies is 1 or 2, not {quoted(plies)}.")
        self.samples = whole_number(self.name, "samples", samples, 1)

    def prepare(self, game: Game) -> None:
        """Read the network and compile its loop, before any decision is timed."""
        valuation = self._net(game).network.valuation
        if self.plies == 1:
            game.loops.best(valuation)
        else:
            game.loops.learning.deep(valuation)

    def act(self, view: View) -> int:
        """Return the best action; the lowest number among equals."""
        actions = view.actions
        if len(actions) == 1:
            return actions[0]
        seeds = [self._seed(view.random)] if self.plies > 1 else [0]
        return int(self._best(view.game, view.record, seeds)[0])

    def act_batch(self, decisions: Decisions) -> npt.NDArray[np.int64]:
        """Return the best action in each of many games."""
        rows = range(len(decisions))
        searches = self.plies > 1
        seeds = [self._seed(decisions.random(row)) if searches else 0 for row in rows]
        return self._best(decisions.game, decisions.records, seeds)

    def prepare_chances(self, game: Game) -> None:
        """Compile what `chances` needs."""
        game.loops.values(self._net(game).network.valuation)

    def chances(self, game: Game, records: Record) -> npt.NDArray[np.float64]:
        """Return [state, player] -> the chance of the player's side to win."""
        net = self._net(game)
        return values_of(game, net.network.valuation, records, net.numbers)

    def net(self, game: Game) -> Net:
        """Return the network for a game."""
        return self._net(game)

    def valuation(self, game: Game) -> tuple[Valuation, Any] | None:
        """Return the valuation that decides one move ahead, with the weights of the network."""
        net = self._net(game)
        return (net.network.valuation, net.numbers) if self.plies == 1 else None

    def forecast(self, game: Game) -> Forecast:
        """Return the forecast from the network."""
        net = self._net(game)
        appraise, value, room, *_ = net.network.valuation
        return forecast_by_chances(appraise, value, room, game.players, net.numbers)

    def _best(self, game: Game, records: Record, seeds: list[int]) -> npt.NDArray[np.int64]:
        net = self._net(game)
        valuation = net.network.valuation
        if self.plies == 1:
            return best_actions(game, valuation, records, net.numbers)
        drawn = np.array(seeds, np.uint64)
        return deep_actions(game, valuation, records, net.numbers, drawn, self.samples)

    def _net(self, game: Game) -> Net:
        return net_of(game, self.file)

    def _seed(self, random: np.random.Generator) -> int:
        return int(random.integers(_SEEDS))


def evaluator(agent: str, net: object) -> NetAgent | None:
    """Return the net for another agent: None for False, the library's for True, or a file's."""
    if net is False or net is None:
        return None
    if net is not True and not isinstance(net, str):
        raise LudoError(f"{agent}: net is true or the path of a net, not {quoted(net)}.")
    return NetAgent(None if net is True else net)


class LoadedNetAgent(NetAgent):
    """A network that is in memory, for one game."""

    def __init__(self, net: Net) -> None:
        super().__init__()
        self._loaded = net

    def _net(self, game: Game) -> Net:
        return self._loaded
