"""Analysis of a position: hints and reasons, computed on a background thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ludo_env._engine.game import Game
from ludo_env._render.plain_words import plain, plain_reason
from ludo_env._ui.background_task import BackgroundTask
from ludo_env._ui.timeline import Timeline
from ludo_env.agents.human import DULL, advice, refusals
from ludo_env.agents.ranking import ranked_actions
from ludo_env.agents.view import View

_REASONS = 3  # number of reasons shown
_NOTHING_WRONG = "Nothing is wrong: all that can be moved with this roll is in the list."


class Answer(NamedTuple):
    """The answer to a question: words, and the actions, best first, with their chances."""

    words: str
    ranked: tuple[tuple[int, float | None], ...] = ()


class Analysis:
    """Questions, one at a time; an answer is dropped if the position has changed meanwhile."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._asked_at = 0
        self._task: BackgroundTask[Answer] | None = None

    @property
    def running(self) -> bool:
        """Return whether a question about this position has no answer yet."""
        return self._task is not None and self._asked_at == self._timeline.changes

    def hint(self) -> None:
        """Ask for the chances of all moves; if there are none, for the choice of a good player."""
        # A separate game, because the other one is drawn and played during the search.
        spec, backend = self._timeline.table.game.spec, self._timeline.table.game.backend
        record, actions = self._timeline.record, list(self._timeline.actions)

        def ask() -> Answer:
            view = View(Game(spec, backend), record, np.random.default_rng(0), actions)
            name, found = ranked_actions(view)
            ranked: list[tuple[int, float | None]] = [*found]
            if not ranked:
                name, action = advice(view)
                ranked = [(action, None)] if name else []
            if not ranked:
                return Answer("Nobody can give a hint here.")
            words = plain(view.game, record, view.describe(ranked[0][0]))
            chance = "" if ranked[0][1] is None else f" ({ranked[0][1]:.0%} to win)"
            return Answer(f"Best: {words}{chance}, says {name}.", tuple(ranked))

        self._ask(ask)

    def why(self, among: list[int]) -> None:
        """Ask why actions are refused; without any, ask about all actions."""
        game, record = Game(self._timeline.game.spec, "python"), self._timeline.record

        def ask() -> Answer:
            view = View(game, record, np.random.default_rng(0))
            every = [action for action in range(game.actions) if action != game.pass_action]
            found = refusals(view, among=among or every)
            reasons = [one for one in found if among or not one.startswith(DULL)]
            said = dict.fromkeys(plain_reason(game, record, one) for one in reasons[:_REASONS])
            return Answer("  ".join(said) or _NOTHING_WRONG)

        self._ask(ask)

    def answered(self) -> Answer | None:
        """Return the answer once it is there, and only once; None before and after."""
        if self._task is None or not self._task.done:
            return None
        task, self._task = self._task, None
        if self._asked_at != self._timeline.changes:
            return None
        try:
            return task.answer
        except Exception as error:  # noqa: BLE001  (rules of one's own may fail in any way)
            return Answer(f"The question failed: {error}")

    def _ask(self, question: Callable[[], Answer]) -> None:
        self._asked_at = self._timeline.changes
        self._task = BackgroundTask(question)
