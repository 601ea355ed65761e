"""The selection of a person among the moves: a piece, a die, a target."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._render.keys import Die, Key
from ludo_env._render.move_hints import Effect, effect_of
from ludo_env._render.scene import Choice, choices_of

_TRIED = 12  # captures are shown at once for up to this many actions


class Selection:
    """The choices of one decision, and the choices that match the selection."""

    def __init__(self, game: Game, record: Record) -> None:
        self.game, self.record = game, record
        self.choices = choices_of(game, record)
        self.source: Key | None = None
        self.target: Key | None = None
        self.die: Die | None = None
        self._effects: dict[int, Effect] = {}

    @cached_property
    def sources(self) -> tuple[Key, ...]:
        """Return the keys of all playable items."""
        return tuple(dict.fromkeys(choice.source for choice in self.choices if choice.source))

    @property
    def meant(self) -> list[Choice]:
        """Return the choices that match everything selected so far."""
        return [
            choice
            for choice in self.choices
            if self.source in (None, choice.source)
            and self.target in (None, choice.target)
            and (not self.die or self._uses(choice.action, self.die))
        ]

    @property
    def targets(self) -> tuple[Key, ...]:
        """Return the targets of the matching choices that need no further source."""
        chosen = [choice for choice in self.meant if self.source or not choice.source]
        return tuple(dict.fromkeys(choice.target for choice in chosen if choice.target))

    def press(self, keys: Sequence[Key]) -> int | None:
        """Press the items under the pointer; return the action if only one is left."""
        # A target takes precedence over a piece there that could be played as well.
        for key in keys:
            if key in self.targets:
                self.target = key
                return self._only(self.meant)
        for key in keys:
            if key == self.source:
                return self._again()
            if key in self.sources:
                self.source, self.target = key, None
                return self._with_die()
            if isinstance(key, Die) and any(self._uses(one.action, key) for one in self.choices):
                self.die, self.target = key, None
                return self._with_piece()
        self.clear()
        return None

    def next_source(self, step: int) -> None:
        """Select the next or the previous piece that can move."""
        if self.sources:
            at = self.sources.index(self.source) + step if self.source in self.sources else 0
            self.clear()
            self.source = self.sources[at % len(self.sources)]

    def clear(self) -> bool:
        """Clear the selection; return whether there was one."""
        chosen = bool(self.source or self.target or self.die)
        self.source = self.target = self.die = None
        return chosen

    def choice(self, action: int) -> Choice:
        """Return the choice with this action."""
        return next(choice for choice in self.choices if choice.action == action)

    def pointed(self, keys: Sequence[Key]) -> list[Choice]:
        """Return the choices of the item under the pointer."""
        for key in keys:
            if key in self.targets:
                return [choice for choice in self.meant if choice.target == key]
        for key in keys:
            if key in self.sources and not self.source:
                return [choice for choice in self.choices if choice.source == key]
        return []

    def captures(self, choices: Sequence[Choice]) -> tuple[Key, ...]:
        """Return the keys of the items that the choices capture."""
        found = [key for choice in choices[:_TRIED] for key in self._effect(choice.action).captures]
        return tuple(dict.fromkeys(found))

    def _again(self) -> int | None:
        """Handle a second press of the chosen piece: play the only choice, or clear all."""
        action = self._only(self.meant)
        if action is None:
            self.clear()
        return action

    def _with_die(self) -> int | None:
        """Handle the choice of a piece; a die chosen before is dropped if it does not fit."""
        if not self.meant:
            self.die = None
        return self._only(self.meant)

    def _with_piece(self) -> int | None:
        """Handle the choice of a die; a piece chosen before is dropped if it does not fit."""
        if not self.meant:
            self.source = None
        return self._only(self.meant) if self.source else None

    def _only(self, choices: Sequence[Choice]) -> int | None:
        return choices[0].action if len(choices) == 1 else None

    def _uses(self, action: int, die: Die) -> bool:
        return die in self._effect(action).spent

    def _effect(self, action: int) -> Effect:
        if action not in self._effects:
            self._effects[action] = effect_of(self.game, self.record, action)
        return self._effects[action]
