"""Automatic saving of the game on the screen, and of its replay and summary at the end."""

from __future__ import annotations

from contextlib import suppress

from ludo_env._engine.errors import LudoError, cut_path
from ludo_env._play.kept_games import Keeper
from ludo_env._ui.background_task import BackgroundTask
from ludo_env._ui.board_marks import CONFETTI
from ludo_env._ui.screen_state import ScreenState
from ludo_env._ui.summary import summary_of


class Keeping:
    """Automatic saving of the game of a screen and of its replay, and the summary at the end."""

    def __init__(self, state: ScreenState, keeper: Keeper | None) -> None:
        self.since_end = 0.0  # seconds
        self._state, self._keeper = state, keeper
        self._kept = 0  # number of decisions in the saved file
        self._summary: BackgroundTask[list[tuple[int, str]]] | None = None

    @property
    def keeps(self) -> bool:
        """Return whether games are saved."""
        return self._keeper is not None

    def advance(self, seconds: float) -> bool:
        """Save what is new; return whether anything on the screen has changed."""
        timeline = self._state.timeline
        self._keep()
        if timeline.over and not timeline.moving:
            return self._end(seconds)
        # If the end was taken back, the next end gets a new summary.
        self._summary, self.since_end, self._state.counting = None, 0.0, False
        return False

    def _keep(self) -> None:
        """Save the game if a person has made a decision since the last call."""
        table = self._state.table
        decided = len(table.history)
        if self._keeper is None or decided == self._kept or table.over:
            return
        self._kept = decided
        try:
            self._keeper.keep()
        except (LudoError, OSError) as error:
            self._keeper, self._state.keeps = None, False
            self._state.message = f"This game is not kept: {error}"

    def _end(self, seconds: float) -> bool:
        """Save the replay and compute the summary; return whether anything has changed."""
        state = self._state
        if self._summary is None:
            state.counting = True
            self._summary = BackgroundTask(lambda: summary_of(state.table))
            self._keep_replay()
        self.since_end += seconds
        ready = self._summary.done and state.counting
        if ready:
            state.counting = False
            with suppress(Exception):  # custom rules may fail in any way
                state.result = self._summary.answer
        return ready or (state.timeline.options.animates and self.since_end < CONFETTI)

    def _keep_replay(self) -> None:
        if self._keeper is None or not self._state.table.people:
            return
        try:
            self._state.note = f"The replay is kept in {cut_path(self._keeper.end().parent)}."
        except (LudoError, OSError) as error:
            self._state.note = f"The replay is not kept: {error}"
