"""The timeline of a table: agents move, forced passes are played, pieces move, dice roll.

It receives the time that has passed, and draws the state at that time. Only a thinking agent runs
beside it.
"""

from __future__ import annotations

import re
import time
from copy import deepcopy
from typing import NamedTuple

import numpy as np

from ludo_env._engine.effects import Effects
from ludo_env._engine.errors import LudoError, nearest, quoted
from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._play.move_log import move_in_words, pass_in_words, passes_in_words
from ludo_env._play.table import Table
from ludo_env._render.animation.dice_roll import falls, tumbling
from ludo_env._render.animation.motion import Tween, tween
from ludo_env._render.display_options import Look
from ludo_env._render.scene import scene_of
from ludo_env._render.shapes import Scene
from ludo_env._ui.background_task import BackgroundTask
from ludo_env.agents.agent_errors import AgentError
from ludo_env.agents.view import View

_AT_ONCE = 0.012  # seconds of work between two pictures, where nobody waits for anything


class Pace(NamedTuple):
    """Durations in seconds."""

    move: float
    pause: float  # after a move
    dice: float


SPEEDS = {
    "slow": Pace(0.9, 0.9, 0.6),
    "normal": Pace(0.45, 0.35, 0.35),
    "fast": Pace(0.18, 0.1, 0.12),
    "at once": Pace(0, 0, 0),
}


def speed_of(name: str) -> str:
    """Return the name of a speed itself, if there is such a speed."""
    if name not in SPEEDS:
        raise LudoError(f"Unknown speed {quoted(name)}; {nearest(name, SPEEDS)}")
    return name


class Timeline:
    """A table over time."""

    def __init__(self, table: Table, speed: str = "normal") -> None:
        self.table = table
        self.speed = speed_of(speed)
        # A separate game: drawing must not share it with a thinking agent.
        self.game = Game(table.game.spec, "python")
        self.news: list[str] = []
        self.paused = False
        self.viewer: int | None = None  # whose hand is shown while something moves
        self.stopped = False  # an agent has failed
        self.changes = 0  # answers about an earlier state are no longer valid
        self.captured = False  # whether the last move sent anything home
        self.last: Effects | None = None  # the effects of the last move
        self._lengths: list[int] = []  # of the news, at each decision of a person
        self._motion: Tween | None = None
        self._shown = 0.0  # seconds of the motion, then of the dice
        self._rolls = False
        self._rest = 0.0
        self._once = False
        self._thinking: BackgroundTask[int] | None = None
        self._chance: np.random.Generator | None = None  # the random stream of the thinking agent
        self._agents_game: Game | None = None  # the game in which agents think
        self._update_view()

    @property
    def pace(self) -> Pace:
        """The present durations."""
        return SPEEDS[self.speed]

    @property
    def moving(self) -> bool:
        """Return whether anything is on its way, pieces or dice."""
        return self._motion is not None or self._rolls

    @property
    def forced(self) -> bool:
        """Return whether nothing can be played but a pass."""
        return self.actions == [self.game.pass_action]

    @property
    def asks(self) -> bool:
        """Return whether a person has to choose now."""
        person = not self.table.over and self.table.agents[self.table.turn] is None
        return person and not self.forced and not self.moving

    @property
    def thinks(self) -> bool:
        """Return whether an agent is thinking."""
        return self._thinking is not None and not self._thinking.done

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

    def step_once(self) -> None:
        """Play one move, although the game is paused."""
        self._once = True

    def undo(self) -> bool:
        """Go back to the last decision of a person; return False if there is none."""
        if not self.table.undo():
            return False
        self._stop_thinking()
        del self.news[self._lengths.pop() if self._lengths else 0 :]
        self.last, self._motion, self._rolls, self._rest = None, None, False, 0
        self.stopped = False
        self._update_view()
        return True

    def scene(self, look: Look) -> Scene:
        """Return the present picture."""
        if self._motion is not None:
            return self._motion.scene(self._shown / max(1e-9, self.pace.move))
        scene = scene_of(self.game, self.record, look)
        return tumbling(scene, self.game, self.record, self._shown) if self._rolls else scene

    def _update_view(self) -> None:
        """Update the view of the present state."""
        self.record = self.table.record
        self.view = View(self.game, self.record, self.table.chances[self.table.turn])
        self.actions = [] if self.table.over else self.view.actions
        self.changes += 1

    def _step(self, seconds: float) -> bool:
        """Do the next thing; return False if nothing has changed."""
        if self.moving:
            self._shown += seconds
            self._end_motion()
            return True
        if self.table.over or self.stopped or self.asks:
            return False
        if self.paused and not self._once:
            return False
        self._rest -= seconds
        if self.forced:
            if self._rest > 0:
                return False
            self._play(self.game.pass_action)
            return True
        return self._think()

    def _end_motion(self) -> None:
        if self._motion is not None and self._shown >= self.pace.move:
            self._motion, self._shown = None, 0
        elif self._motion is None and self._shown >= self.pace.dice:
            self._rolls = False

    def _think(self) -> bool:
        task = self._thinking
        if task is None:
            task = self._thinking = self._start_thinking()
            task.wait(0 if self.pace.move else _AT_ONCE)
            if not task.done:
                return True  # show that an agent is thinking
        if not task.done or self._rest > 0:
            return False
        self._thinking = None
        try:
            action = task.answer
        except Exception as error:
            # It has drawn from a copy: the game is unchanged.
            self.stopped = True
            said = (error.brief if isinstance(error, AgentError) else str(error)).rstrip(".")
            raise LudoError(f"{said}; u takes back a move, s saves the game.") from error
        if self._chance is not None:
            chance = self.table.chances[self.table.turn].bit_generator
            chance.state = self._chance.bit_generator.state
        self._play(action)
        return True

    def _start_thinking(self) -> BackgroundTask[int]:
        """Let the agent to act begin to think, about a copy, so that drawing need not wait."""
        table = self.table
        if self._agents_game is None:
            # Compiled games share nothing that changes; others may keep lists to work on.
            plain = table.game.backend == "python"
            self._agents_game = Game(table.game.spec, "python") if plain else table.game
        self._chance = deepcopy(table.chances[table.turn])
        view = View(self._agents_game, table.record, self._chance, list(self.actions))
        turn = table.turn
        return BackgroundTask(lambda: table.chosen(turn, view))

    def _stop_thinking(self) -> None:
        """Drop the thinking agent's answer."""
        if self._thinking is not None:
            self._thinking = self._agents_game = None

    def _play(self, action: int, decision: bool = False) -> None:
        before = self.record
        passing = action == self.game.pass_action
        line = passes_in_words([pass_in_words(self.view)]) if passing else ""
        line = line or brief_move(move_in_words(self.view, action))
        self.table.play(action, decision=decision)
        done = self.game.effects(before, self.table.actions[-1])
        self.news.append(line)
        self._once = False
        self.last, self._rest, self._shown = done, self.pace.pause, 0
        self._update_view()
        self.captured = done.captures_any
        if self.pace.move:
            self._move(before, done)

    def _move(self, before: Record, done: Effects) -> None:
        """Start the motion of pieces, and after it the roll of dice, if there is time for it."""
        motion = tween(self.game, before, self.record, Look(viewer=self.viewer), done)
        self._motion = motion if motion.moves else None
        self._rolls = falls(self.game, before, self.record)


def brief_move(words: str) -> str:
    """Return a move in words without the blanks that align names in columns."""
    name, *rest = re.split(r"\s{2,}", words)
    return f"{name}: {', '.join(rest)}" if rest else name
