"""Calls of agents: timed, checked, and reported with agent and game on failure."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.batch import Batch
from ludo_env._engine.errors import IllegalActionError, LudoError, cut, quoted, raised
from ludo_env._engine.game import Game
from ludo_env.agents import Agent
from ludo_env.agents.agent_errors import AgentError, hint_about, whole_or_none
from ludo_env.agents.caller_code import place_of
from ludo_env.agents.decisions import ActBatch, Decisions, RandomOf
from ludo_env.arena.failures import Asked, agent_error
from ludo_env.arena.plan import Plan
from ludo_env.arena.time_limit import TimeUpError, time_limit
from ludo_env.arena.worker_note import Note

_STYLE = "compact"  # the observation style in which agents simulate games


class Asking:
    """The agents of a plan; a worker records their calls in `note`."""

    def __init__(
        self,
        plan: Plan,
        game: Game,
        agents: Sequence[Agent],
        hooks: Sequence[ActBatch | None],
        note: Note | None,
    ) -> None:
        self._plan, self._game = plan, game
        self._agents, self._hooks = agents, hooks
        self._note = note
        self._batch: Batch
        self._indices: Sequence[int] = ()

    def prepare(self) -> None:
        """Let agents compile what they need, before their time is counted."""
        for name, agent, hook in zip(self._plan.names, self._agents, self._hooks, strict=True):
            prepare = getattr(agent, "prepare", None)
            try:
                if prepare is not None:
                    prepare(self._game)
                elif hook is None:
                    # An agent without `prepare` may use everything that a view offers, so all of
                    # it is compiled.
                    self._game.session(_STYLE)
                    self._game.loops.rollout()
            except LudoError:
                raise
            except Exception as error:
                raise LudoError(f"{cut(name)} {raised(error)} when it was prepared.") from error

    def ask(
        self,
        number: int,
        batch: Batch,
        rows: npt.NDArray[np.int64],
        indices: Sequence[int],
        random_of: RandomOf,
    ) -> Any:
        """Write an agent's actions into the batch; return the seconds for each of the rows."""
        self._batch, self._indices = batch, indices
        decisions, hook = Decisions(batch, rows, random_of), self._hooks[number]
        if hook is None:
            return self._ask_each(number, rows, decisions)
        try:
            actions, spent = self._called(number, rows, lambda: np.asarray(hook(decisions)))
        except AgentError as error:
            if not isinstance(error.__cause__, TimeUpError):
                self._ask_alone(number, hook, rows, random_of)
            raise
        if actions.shape != rows.shape or actions.dtype.kind not in "iu":
            raise self._failed(
                number, rows, f"was asked for {len(rows)} actions, and gave an array of shape "
                f"{actions.shape} and type {actions.dtype}",
            )  # fmt: skip
        within = np.clip(actions, 0, self._game.actions - 1)
        wrong = np.flatnonzero((within != actions) | (batch.masks[rows, within] == 0))
        if len(wrong):
            raise self._refused(number, rows[wrong[:1]], actions[wrong[0]])
        batch.actions[rows] = actions
        return spent / len(rows)

    def _ask_each(
        self, number: int, rows: npt.NDArray[np.int64], decisions: Decisions
    ) -> list[float]:
        """Ask for one decision after another."""
        act, spent = self._agents[number].act, []
        for place in range(len(rows)):
            row, view = rows[place : place + 1], decisions.view(place)
            legal = list(view.actions)
            answer, seconds = self._called(number, row, lambda view=view: act(view))  # type: ignore[misc]
            spent.append(seconds)
            action = whole_or_none(answer)
            if action is None or action not in legal:
                raise self._refused(number, row, answer)
            self._batch.actions[row] = action
        return spent

    def _ask_alone(
        self, number: int, hook: ActBatch, rows: npt.NDArray[np.int64], random_of: RandomOf
    ) -> None:
        """Ask for each decision alone, to find the one at which the agent fails."""
        for place in range(len(rows) if len(rows) > 1 else 0):
            row = rows[place : place + 1]
            alone = Decisions(self._batch, row, random_of)
            self._called(number, row, lambda alone=alone: hook(alone))  # type: ignore[misc]

    def _called(
        self, number: int, rows: npt.NDArray[np.int64], call: Callable[[], Any]
    ) -> tuple[Any, float]:
        """Return the answer of an agent and the seconds it took."""
        limit = self._plan.decision_limit
        most = None if limit is None else limit * len(rows)
        if self._note is not None:
            self._note.thinking(*self._asked(number, rows))
        start = time.perf_counter()
        try:
            if most is None:
                answer = call()
            else:
                with time_limit(most):
                    answer = call()
        except TimeUpError as error:
            raise self._failed(number, rows, too_long(self._plan)) from error
        except BaseException as error:
            # Ctrl-C is not the agent's fault. Workers do not receive it, so in a worker the agent
            # itself has raised it.
            if isinstance(error, KeyboardInterrupt) and self._note is None:
                raise
            raise self._failed(number, rows, f"{raised(error)}{place_of(error)}") from error
        spent = time.perf_counter() - start
        if self._note is not None:
            self._note.serving()
        if most is not None and spent > most:
            raise self._failed(number, rows, too_long(self._plan))
        return answer, spent

    def _refused(self, number: int, row: npt.NDArray[np.int64], answer: Any) -> AgentError:
        action = whole_or_none(answer)
        allowed = cut(", ".join(map(str, np.flatnonzero(self._batch.masks[row[0]]).tolist())))
        if action is None:
            what = f"chose {quoted(answer)}, which is not an action number; legal are {allowed}"
            what += hint_about(answer)
        else:
            what = f"chose {quoted(action)}, which is not legal; legal are {allowed}"
        error = self._failed(number, row, what)
        error.__cause__ = IllegalActionError(f"The agent {what}.")
        return error

    def _failed(self, number: int, rows: npt.NDArray[np.int64], what: str) -> AgentError:
        return agent_error(self._plan, self._game, self._asked(number, rows), what)

    def _asked(self, number: int, rows: npt.NDArray[np.int64]) -> Asked:
        batch, row = self._batch, int(rows[0])
        record = batch.records[row : row + 1].copy()
        return Asked(number, int(self._indices[row]), int(batch.to_act[row]), record, len(rows))


def too_long(plan: Plan) -> str:
    """Return the complaint about an agent that exceeded the time limit."""
    return f"took longer than {plan.decision_limit:g} s for a decision"
