"""What a person has pointed at of the moves that there are: a piece, a die, an end of moves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._render.move_hints import Effect, effect_of
from ludo_env._render.scene import Choice, choices_of

_TRIED = 12  # of so many actions the captures are shown at once, not of more


class Selection:
    """The choices of one decision, and those of them that are still meant."""

    def __init__(self, game: Game, record: Record) -> None:
        self.game, self.record = game, record
        self.choices = choices_of(game, record)
        self.source = self.target = self.die = ""
        self._effects: dict[int, Effect] = {}

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """The keys of all that can be played."""
        return tuple(dict.fromkeys(choice.source for choice in self.choices if choice.source))

    @property
    def meant(self) -> list[Choice]:
        """The choices that go with everything that was pointed at."""
        return [
            choice
            for choice in self.choices
            if self.source in ("", choice.source)
            and self.target in ("", choice.target)
            and (not self.die or self._uses(choice.action, self.die))
        ]

    @property
    def targets(self) -> tuple[str, ...]:
        """Where the meant choices end: once something is chosen, or if nothing has to be."""
        chosen = [choice for choice in self.meant if self.source or not choice.source]
        return tuple(dict.fromkeys(choice.target for choice in chosen if choice.target))

    def press(self, keys: Sequence[str]) -> int | None:
        """What lies under the pointer was pressed; the action if there is but one left."""
        # An end of moves goes before a piece that stands there and could be played as well.
        for key in keys:
            if key in self.targets:
                self.target = key
                return self._only(self.meant)
        for key in keys:
            if key == self.source:
                return self._again()
            if key in self.sources:
                self.source, self.target = key, ""
                return self._with_die()
            if key.startswith("die ") and any(self._uses(one.action, key) for one in self.choices):
                self.die, self.target = key, ""
                return self._with_piece()
        self.clear()
        return None

    def next_source(self, step: int) -> None:
        """The next piece that can move, or the one before."""
        if self.sources:
            at = self.sources.index(self.source) + step if self.source in self.sources else 0
            self.clear()
            self.source = self.sources[at % len(self.sources)]

    def clear(self) -> bool:
        """Nothing is chosen any more; was anything?"""
        chosen = bool(self.source or self.target or self.die)
        self.source = self.target = self.die = ""
        return chosen

    def choice(self, action: int) -> Choice:
        """The choice with this action."""
        return next(choice for choice in self.choices if choice.action == action)

    def pointed(self, keys: Sequence[str]) -> list[Choice]:
        """The choices that the thing under the pointer stands for."""
        for key in keys:
            if key in self.targets:
                return [choice for choice in self.meant if choice.target == key]
        for key in keys:
            if key in self.sources and not self.source:
                return [choice for choice in self.choices if choice.source == key]
        return []

    def captures(self, choices: Sequence[Choice]) -> tuple[str, ...]:
        """What the choices capture."""
        found = [key for choice in choices[:_TRIED] for key in self._effect(choice.action).captures]
        return tuple(dict.fromkeys(found))

    def _again(self) -> int | None:
        """The chosen piece once more: it plays what is left, or is no longer chosen."""
        action = self._only(self.meant)
        if action is None:
            self.clear()
        return action

    def _with_die(self) -> int | None:
        """A piece was chosen, maybe after a die, which is forgotten if the piece cannot use it."""
        if not self.meant:
            self.die = ""
        return self._only(self.meant) if self.die else None

    def _with_piece(self) -> int | None:
        """A die was chosen, maybe after a piece."""
        if not self.meant:
            self.source = ""
        return self._only(self.meant) if self.source else None

    def _only(self, choices: Sequence[Choice]) -> int | None:
        return choices[0].action if len(choices) == 1 else None

    def _uses(self, action: int, die: str) -> bool:
        return die in self._effect(action).spent

    def _effect(self, action: int) -> Effect:
        if action not in self._effects:
            self._effects[action] = effect_of(self.game, self.record, action)
        return self._effects[action]
