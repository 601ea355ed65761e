"""A game of the library as a `pyspiel.Game`: states, chance nodes and observations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

from ludo_env._engine.arguments import check_choice, is_whole
from ludo_env._engine.errors import LudoError, quoted
from ludo_env._engine.family import DECIDE, OVER
from ludo_env._engine.game import Game, game_of
from ludo_env._engine.session import Session
from ludo_env._engine.spec import Spec
from ludo_env._engine.state import Record
from ludo_env._render.player_view import position_seen
from ludo_env.adapters.openspiel.game_types import game_type, is_zero_sum
from ludo_env.agents import Simulator
from ludo_env.sessions import BEGIN

MAX_STEPS = 10_000
# A game is also broken off after this many chance events, so that every history is bounded.
CHANCE_PER_STEP, MORE_CHANCE = 20, 1000
MOST_STEPS = 10**8
MOST_STAKE = 1_000_000
_CHANCE, _TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


@dataclass(slots=True, eq=False)
class Node:
    """A state that never changes, shared by the clones of a `SpielState`."""

    record: Record
    player: int  # to act: a seat, chance, or terminal after the end
    decisions: int = 0
    events: int = 0  # of chance
    # Computed on first access.
    legal: list[int] | None = None
    outcomes: list[tuple[int, float]] | None = None

    def __deepcopy__(self, memo: Any) -> Node:
        return self


class SpielGame(pyspiel.Game):
    """A game of the library in OpenSpiel; `openspiel_game` and `pyspiel.load_game` make it."""

    def __init__(
        self,
        name: str,
        spec: Spec,
        defaults: Mapping[str, Any],
        parameters: Mapping[str, Any],
    ) -> None:
        self.max_steps: int = parameters["max_steps"]
        stake = parameters["stake"]
        if not is_whole(self.max_steps, 1, MOST_STEPS):
            raise LudoError(
                f"max_steps is a whole number from 1 to {MOST_STEPS}, not {quoted(self.max_steps)}."
            )
        if not is_whole(stake, 1, MOST_STAKE):
            raise LudoError(f"stake is a whole number from 1 to {MOST_STAKE}, not {quoted(stake)}.")
        self.game: Game = game_of(spec, parameters["backend"])
        if stake == 1 and self.game.plain.answers.get("stakes"):
            raise LudoError(
                f"A win of {quoted(spec.name)} can count several times; give the most that it can "
                "count, as stake=3 does."
            )
        style = parameters["observation"] or next(iter(self.game.styles))
        check_choice("observation", style, self.game.styles, LudoError)
        self.simulator = Simulator(self.game)
        self.style_name, self.style = style, self.game.styles[style]
        kind = game_type(name, spec, defaults)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.actions,
            max_chance_outcomes=self.game.layout.fields["sides"].high,
            num_players=self.game.players,
            min_utility=float(-stake),
            max_utility=float(stake),
            **({"utility_sum": 0.0} if is_zero_sum(spec) else {}),
            max_game_length=self.max_steps,
        )
        changed = {key: value for key, value in parameters.items() if value != defaults[key]}
        super().__init__(kind, info, changed)
        self._session = self.game.session()
        self._session.run(BEGIN, 0)
        self._start = self.node(self._session.record.copy())

    def new_initial_state(self, position: str = "") -> SpielState:
        """Return the state before the first throw, or that of a position text."""
        if not position:
            return SpielState(self, self._start)
        record, waiting = self.game.read(position)
        if waiting:
            raise LudoError(
                "A position with dice= needs turn= here, since the dice of an opening are chance "
                f"nodes, not {quoted(position)}."
            )
        return self.state_of(record)

    def state_of(self, record: Record) -> SpielState:
        """Return the state of a record of the game, with an empty history."""
        self.simulator.seat(record)  # refuses what is not a state of the game
        self._session.load(record)
        return SpielState(self, self.node(self._session.record.copy()))

    def max_chance_nodes_in_history(self) -> int:
        """Return the largest number of chance events in a game."""
        return CHANCE_PER_STEP * self.max_steps + MORE_CHANCE

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """Return the observer of states: in the style of the game, and as position texts."""
        if params:
            raise LudoError(f"Observations of ludo_env take no parameters, not {quoted(params)}.")
        return Observer(self, recalls=kind is not None and kind.perfect_recall)

    def node(self, record: Record, decisions: int = 0, events: int = 0) -> Node:
        """Return the node of a state, with the numbers of decisions and chance events before it."""
        phase = record["phase"][0]
        if (
            phase >= OVER
            or decisions >= self.max_steps
            or events >= self.max_chance_nodes_in_history()
        ):
            player = _TERMINAL
        else:
            player = int(record["seat"][0]) if phase == DECIDE else _CHANCE
        return Node(record, player, decisions, events)

    def after(self, node: Node, action: int) -> Node:
        """Return the node after an action, or after an outcome of chance."""
        if node.player == _CHANCE:
            record = self.simulator.roll(node.record, action)
            return self.node(record, node.decisions, node.events + 1)
        record = self.simulator.play(node.record, action)
        return self.node(record, node.decisions + 1, node.events)

    def row(self, node: Node, player: int) -> npt.NDArray[Any]:
        """Return the observation of a player; the next call overwrites the row."""
        self.simulator.seat(node.record)  # checks a state that was deserialised
        self._observed.load(node.record)
        row: npt.NDArray[Any] = self._observed.look(player)
        return row

    def words(self, node: Node, action: int) -> str:
        """Return an action, or an outcome of chance, in words."""
        if node.player != _CHANCE:
            return self.game.describe(node.record, action)
        state = self.game.layout.unpack(node.record)
        return f"chance {self.game.plain.machine.shows(state, action)}"

    @cached_property
    def _observed(self) -> Session:
        """A session that writes observations; compiled only when it is used."""
        return self.game.session(self.style_name)

    def seen(self, node: Node, player: int | None) -> str:
        """Return the position as a player sees it; None sees everything."""
        return position_seen(self.game, node.record, player)


class SpielState(pyspiel.State):
    """A state of a `SpielGame`."""

    def __init__(self, game: SpielGame, node: Node) -> None:
        super().__init__(game)
        self.first = self.node = node

    @property
    def record(self) -> Record:
        """A copy of the state as a record of the library."""
        copied: Record = self.node.record.copy()
        return copied

    def current_player(self) -> int:
        """Return the player to act, or the number of chance or of the end."""
        return self.node.player

    def is_terminal(self) -> bool:
        """Return whether the game has ended or was broken off."""
        return self.node.player == _TERMINAL

    def returns(self) -> list[float]:
        """Return what each player gets: zeros before the end and if the game was broken off."""
        return self.get_game().game.returns(self.node.record)  # type: ignore[no-any-return]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of the pending chance event with their probabilities."""
        node = self.node
        if node.outcomes is None:
            node.outcomes = sorted(self.get_game().game.outcomes(node.record))
        return node.outcomes.copy()  # `MCTSBot` shuffles it

    def _legal_actions(self, player: int) -> list[int]:
        node = self.node
        if node.legal is None:
            node.legal = self.get_game().simulator.legal(node.record)
        return node.legal

    def _apply_action(self, action: int) -> None:
        self.node = self.get_game().after(self.node, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.get_game().words(self.node, action)  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return self.get_game().seen(self.node, None)  # type: ignore[no-any-return]


class Observer:
    """The observations of a game, by the protocol of OpenSpiel's Python observers."""

    def __init__(self, game: SpielGame, *, recalls: bool) -> None:
        self._game, self._recalls = game, recalls
        self.tensor = np.zeros(game.style.width, np.float32)
        self.dict = {"observation": self.tensor.reshape(game.style.shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the observation of a player into the tensor."""
        self.tensor[:] = self._game.row(state.node, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the position as a player sees it; with perfect recall, all they have seen."""
        game = self._game
        if not self._recalls:
            return game.seen(state.node, player)
        node, lines = state.first, [game.seen(state.first, player)]
        for action in state.history():
            own = [f"> {action}"] if node.player == player else []
            node = game.after(node, action)
            lines += [*own, game.seen(node, player)]
        return "\n".join(lines)
