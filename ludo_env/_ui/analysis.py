"""Analysis of a position, hints and reasons, on a thread beside the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ludo_env._engine.game import Game
from ludo_env._ui.background_task import Thought
from ludo_env._ui.timeline import Course
from ludo_env.agents.human import advice, refusals
from ludo_env.agents.view import View

_REASONS = 3  # number of reasons shown


class Answer(NamedTuple):
    """The answer to a question: words, and the suggested action, or -1."""

    words: str
    action: int = -1


class Questions:
    """One question at a time; an answer that comes after the position has changed is dropped."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._asked_at = 0
        self._thought: Thought[Answer] | None = None

    @property
    def open(self) -> bool:
        """Return whether a question about this position awaits its answer."""
        return self._thought is not None and self._asked_at == self._course.changes

    def hint(self) -> None:
        """Ask for the choice of a good player."""
        # A separate game: it is searched while the other one is drawn and played.
        spec, backend = self._course.table.game.spec, self._course.table.game.backend
        record, actions = self._course.record, list(self._course.actions)

        def ask() -> Answer:
            view = View(Game(spec, backend), record, np.random.default_rng(0), actions)
            adviser, action = advice(view)
            if not adviser:
                return Answer("Nobody can give a hint here.")
            return Answer(f"{adviser} would play: {view.describe(action)}", action)

        self._ask(ask)

    def why(self, among: list[int]) -> None:
        """Ask why some of these actions are refused; of all, if none are named."""
        spec, record = self._course.game.spec, self._course.record

        def ask() -> Answer:
            view = View(Game(spec, "python"), record, np.random.default_rng(0))
            reasons = list(refusals(view, among=among or None))[:_REASONS]
            sentences = "  ".join(f"{reason.rstrip('.')}." for reason in reasons)
            return Answer(sentences or "All that could be played is allowed.")

        self._ask(ask)

    def answered(self) -> Answer | None:
        """Return the answer, once, when it is there."""
        if self._thought is None or not self._thought.done:
            return None
        thought, self._thought = self._thought, None
        if self._asked_at != self._course.changes:
            return None
        try:
            return thought.answer
        except Exception as error:  # noqa: BLE001  (rules of one's own may fail in any way)
            return Answer(f"The question failed: {error}")

    def _ask(self, question: Callable[[], Answer]) -> None:
        self._asked_at = self._course.changes
        self._thought = Thought(question)
