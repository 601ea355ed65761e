"""Analysis of a position, hints and reasons, on a thread beside the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ludo_env._engine.game import Game
from ludo_env._ui.background_task import BackgroundTask
from ludo_env._ui.timeline import Timeline
from ludo_env.agents.human import advice, refusals
from ludo_env.agents.view import View

_REASONS = 3  # number of reasons shown


class Answer(NamedTuple):
    """The answer to a question: words, and the suggested action, or -1."""

    words: str
    action: int = -1


class Analysis:
    """One question at a time; an answer that comes after the position has changed is dropped."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._asked_at = 0
        self._task: BackgroundTask[Answer] | None = None

    @property
    def running(self) -> bool:
        """Return whether a question about this position awaits its answer."""
        return self._task is not None and self._asked_at == self._timeline.changes

    def hint(self) -> None:
        """Ask for the choice of a good player."""
        # A separate game: it is searched while the other one is drawn and played.
        spec, backend = self._timeline.table.game.spec, self._timeline.table.game.backend
        record, actions = self._timeline.record, list(self._timeline.actions)

        def ask() -> Answer:
            view = View(Game(spec, backend), record, np.random.default_rng(0), actions)
            adviser, action = advice(view)
            if not adviser:
                return Answer("Nobody can give a hint here.")
            return Answer(f"{adviser} would play: {view.describe(action)}", action)

        self._ask(ask)

    def why(self, among: list[int]) -> None:
        """Ask why some of these actions are refused; of all, if none are named."""
        spec, record = self._timeline.game.spec, self._timeline.record

        def ask() -> Answer:
            view = View(Game(spec, "python"), record, np.random.default_rng(0))
            reasons = list(refusals(view, among=among or None))[:_REASONS]
            sentences = "  ".join(f"{reason.rstrip('.')}." for reason in reasons)
            return Answer(sentences or "All that could be played is allowed.")

        self._ask(ask)

    def answered(self) -> Answer | None:
        """Return the answer, once, when it is there."""
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
