"""The timeline of a table: agents move, forced passes are played, pieces move, dice roll.

It receives the time that has passed, and draws the state at that time. Until a motion ends it
shows the state before: words, plates and log change with the picture. Only the thinking of agents
runs in the background.
"""

from __future__ import annotations

import time

from ludo_env._engine.effects import Effects
from ludo_env._engine.errors import LudoError
from ludo_env._engine.family import OVER
from ludo_env._engine.game import Game
from ludo_env._play.table import Table
from ludo_env._render.animation.dice_roll import tumbling, unrolled
from ludo_env._render.animation.motion import Tween, tween
from ludo_env._render.display_options import Look
from ludo_env._render.player_view import faces_seen, has_hands
from ludo_env._render.scene import scene_of
from ludo_env._render.shapes import Scene
from ludo_env._ui.news import News, news_of, news_since, past_news
from ludo_env._ui.options import Options, Pace
from ludo_env._ui.thinker import Thinker
from ludo_env._ui.throw import Throw, any_wins, throw_of
from ludo_env.agents.view import View

_AT_ONCE = 0.012  # seconds of work between two pictures at a speed without motion
_TO_READ = 3  # the factor of the pause after a throw that leaves a person without a move


class Timeline:
    """A table over time."""

    def __init__(self, table: Table, options: Options) -> None:
        self.table = table
        self.options = options
        # A separate game: drawing must not share it with a thinking agent.
        self.game = Game(table.game.spec, "python")
        self.sounds: list[str] = []  # to be played
        self.cheers = False  # whether a person has won, or an agent if only agents play
        self.paused = False
        self.viewer: int | None = None  # the player whose hand is shown while something moves
        self.stopped = False  # whether an agent has failed
        self.changes = 0  # counts the states; answers about an earlier state are invalid
        self.throw = Throw()  # the origin of the shown dice
        self.last: Effects | None = None  # the effects of the last move that has been shown
        self._lengths: list[int] = []  # of the news, at each decision of a person
        self._motion: Tween | None = None
        self._landing: tuple[News, Effects] | None = None
        self._shown = 0.0  # seconds of the motion, then of the dice
        self._rolls = self.waits = False  # whether dice tumble, or wait for a person to roll them
        self._rest, self._once = 0.0, False
        self._thinker = Thinker(table)
        self._update_view()
        self.shown = self.record  # the state that is described and drawn
        self.news = past_news(self.game, table)
        if not table.moves and bool(faces_seen(self.game, self.record)):
            self._begin_roll()

    @property
    def pace(self) -> Pace:
        """The present durations."""
        return self.options.pace

    @property
    def rolls(self) -> bool:
        """Return whether dice are tumbling."""
        return self._rolls and self._motion is None

    @property
    def moving(self) -> bool:
        """Return whether pieces or dice move, or dice wait to be rolled."""
        return self._motion is not None or self._rolls or self.waits

    @property
    def over(self) -> bool:
        """Return whether the shown state is the end of the game."""
        return bool(self.shown["phase"][0] >= OVER)

    @property
    def is_person(self) -> bool:
        """Return whether the player to act is a person."""
        return not self.table.over and self.table.agents[self.table.turn] is None

    @property
    def forced(self) -> bool:
        """Return whether a pass is the only legal action."""
        return self.actions == [self.game.pass_action]

    @property
    def asks(self) -> bool:
        """Return whether a person has to choose now."""
        return self.is_person and not self._plays_itself and not self.moving

    @property
    def thinks(self) -> bool:
        """Return whether an agent is thinking."""
        return self._thinker.busy

    def advance(self, seconds: float) -> bool:
        """Let time pass; return whether anything has changed."""
        until = time.perf_counter() + _AT_ONCE
        changed = False
        while self._step(seconds):
            changed = True
            if self.pace.move or time.perf_counter() > until:
                break
        return changed

    def play(self, action: int) -> None:
        """Play the choice of a person."""
        length = len(self.news)
        self._play(action, decision=True)
        self._lengths.append(length)

    def roll(self) -> None:
        """Roll the dice that wait for a person."""
        if self.waits:
            self.waits, self._rolls, self._shown = False, self.options.animates, 0

    def step_once(self) -> None:
        """Play one move even while the game is paused."""
        self._once = True

    def undo(self) -> bool:
        """Go back to the last decision of a person; return False if there is none."""
        if not self.table.undo():
            return False
        self._thinker.drop()
        del self.news[self._lengths.pop() if self._lengths else 0 :]
        self.last, self._motion, self._landing, self._rest = None, None, None, 0
        self._rolls = self.waits = self.stopped = False
        self.throw = Throw()
        self._update_view()
        self.shown = self.record
        return True

    def scene(self, look: Look) -> Scene:
        """Return the present picture."""
        if self._motion is not None:
            return self._motion.scene(self._shown / max(1e-9, self.pace.move))
        scene = scene_of(self.game, self.shown, look)
        if self.waits:
            return unrolled(scene)
        return tumbling(scene, self.game, self.shown, self._shown) if self._rolls else scene

    def since(self) -> list[News] | None:
        """Return the log since the last turn of the reader; None if there is no reader."""
        turn = int(self.shown["seat"][0])
        return news_since(self.table.people, turn, self.news, self.asks or self.waits)

    @property
    def _plays_itself(self) -> bool:
        """Return whether the only action is played automatically."""
        return self.forced or (self.options.forced and len(self.actions) == 1)

    def _update_view(self) -> None:
        """Update the view of the present state."""
        self.record = self.table.record
        self.view = View(self.game, self.record, self.table.chances[self.table.turn])
        self.actions = [] if self.table.over else self.view.actions
        self.changes += 1

    def _step(self, seconds: float) -> bool:
        """Do the next step; return False if nothing has changed."""
        if self.waits:
            if self.options.by_hand and self.pace.move:
                return False
            self.roll()
            return True
        if self.moving:
            self._shown += seconds
            self._end_motion()
            return True
        if self.table.over or self.stopped or self.asks:
            return False
        if self.paused and not self._once:
            return False
        self._rest -= seconds
        if self.is_person:
            if self._rest > 0:
                return False
            self._play(self.actions[0])
            return True
        return self._think()

    def _end_motion(self) -> None:
        if self._motion is not None:
            if self._shown >= self.pace.move or not self.options.animates:
                self._motion, self._shown = None, 0
                self._land()
        elif self._shown >= self.pace.dice or not self.options.animates:
            self._rolls = False
            if self.is_person and self.forced:
                self._rest = _TO_READ * self.pace.pause

    def _think(self) -> bool:
        if self._thinker.idle:
            self._thinker.start(self.actions, 0 if self.pace.move else _AT_ONCE)
            if self._thinker.busy:
                return True  # show that an agent is thinking
        if self._thinker.busy or self._rest > 0:
            return False
        try:
            action = self._thinker.answer()
        except LudoError:
            self.stopped = True
            raise
        self._play(action)
        return True

    def _play(self, action: int, decision: bool = False) -> None:
        before, player = self.record, self.table.turn
        self.table.play(action, decision=decision)
        done = self.game.effects(before, self.table.actions[-1])
        self._once, self._shown = False, 0
        self._update_view()
        news = news_of(self.game, before, player, done, self.viewer, self.table.people)
        self._landing = news, done
        if self.options.animates:
            motion = tween(self.game, before, self.record, Look(viewer=self.viewer), done)
            self._motion = motion if motion.moves else None
        if self._motion is None:
            self._land()

    def _land(self) -> None:
        """Show the state after a move: its line, its marks, the player to act, the next roll."""
        if self._landing is None:
            return
        news, self.last = self._landing
        before, self.shown, self._landing = self.shown, self.record, None
        self.news.append(news)
        self._rest = self.pace.pause
        self.sounds[:] = ["capture" if news.captures else "move"]
        self.throw = throw_of(self.game, before, self.record, self.last)
        if self.table.over:
            self.cheers = any_wins(self.game, self.record, self.table.people)
            self.sounds[:] = ["win" if self.cheers else "move"]
        elif self.throw.falls:
            self._begin_roll()

    def _begin_roll(self) -> None:
        """Make the dice tumble, or wait for a person to roll them."""
        if has_hands(self.game) or not self.pace.move:
            return
        self._shown = 0
        self.waits = self.is_person and self.options.by_hand
        self._rolls = not self.waits and self.options.animates
