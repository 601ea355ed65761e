"""The state of the game screen: what is selected, marked, pointed at, asked and shown.

Commands change it, the view model reads it, and the screen holds it. It imports none of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ludo_env._play.table import Table
from ludo_env._render.keys import Cell, Key, Unit
from ludo_env._render.move_hints import actions_of
from ludo_env._render.paint.theme import THEMES, Theme
from ludo_env._render.plain_words import plain
from ludo_env._render.player_view import has_hands
from ludo_env._render.shapes import Scene
from ludo_env._ui.analysis import Analysis
from ludo_env._ui.dialogs import Dialog
from ludo_env._ui.list_cursor import ListCursor
from ludo_env._ui.selection import Selection
from ludo_env._ui.timeline import Timeline

NOBODY = -1  # a viewer who sees no hand at all


@dataclass
class ScreenState:
    """A table on the screen, and everything that a person has chosen there."""

    timeline: Timeline
    viewer: int  # the player in front of the screen, whose hand can be shown; or NOBODY
    can_repeat: bool = False  # whether another game can follow
    has_menu: bool = False
    keeps: bool = False  # whether a game in progress is saved automatically
    message: str = ""
    note: str = ""  # where the replay is saved
    result: list[tuple[int, str]] = field(default_factory=list)  # lines about players, at the end
    counting: bool = False  # whether these lines are being computed
    dialog: Dialog | None = None
    purpose: str = ""  # of the dialog: the kind of file to write, or the exit
    exit: str = ""  # the next screen: "menu", "again", "review" or "quit"
    hovered: Key | None = None  # the key of the widget under the pointer
    pointed: list[Key] = field(default_factory=list)  # the keys of the board under the pointer
    scene: Scene = field(default_factory=lambda: Scene(1, 1, (), ()))  # the board as last drawn

    def __post_init__(self) -> None:
        self.cursor = ListCursor()
        self.analysis = Analysis(self.timeline)
        self._begin_decision()

    @property
    def theme(self) -> Theme:
        """The colours."""
        return THEMES[self.timeline.options.theme]

    @property
    def table(self) -> Table:
        """The table that is played."""
        return self.timeline.table

    @property
    def marked(self) -> Key | None:
        """Return the key of the line that the keyboard has marked, or None."""
        return self.cursor.key

    @property
    def selection(self) -> Selection:
        """Return the selection among the present choices."""
        self.refresh()
        return self._selection

    @property
    def can_choose(self) -> bool:
        """Return whether a person has to choose now, and may see the choices."""
        return self.timeline.asks and not self.hides_hand

    @property
    def hides_hand(self) -> bool:
        """Return whether a player must first confirm that the others look away."""
        hidden = has_hands(self.timeline.game) and len(self.table.people) > 1
        return hidden and self.timeline.asks and self.viewer != self.table.turn

    @property
    def shown_hand(self) -> int | None:
        """Return the player whose hand is shown, NOBODY, or None if all hands are shown."""
        if not self.table.people or not has_hands(self.timeline.game):
            return None
        return NOBODY if self.hides_hand else self.viewer

    @property
    def blocked_actions(self) -> list[int]:
        """Return the actions of the item under the pointer if none of them is legal."""
        if not self.can_choose or self.selection.pointed(self.pointed):
            return []
        items = [item.key for item in self.scene.items]
        things = {Cell(key.cell) if isinstance(key, Unit) else key for key in items}
        for key in self.pointed:
            if key in things and key not in self.selection.sources:
                actions = actions_of(self.timeline.game, key, self.timeline.view.seat)
                if actions:
                    return actions
        return []

    def describe(self, action: int) -> str:
        """Return a move in words; the words are cached."""
        self.refresh()
        if action not in self._descriptions:
            game, record = self.timeline.game, self.timeline.record
            self._descriptions[action] = plain(game, record, game.describe(record, action))
        return self._descriptions[action]

    def refresh(self) -> None:
        """Clear the selection and the caches if the position has changed."""
        if self._changes != self.timeline.changes:
            self._begin_decision()

    def _begin_decision(self) -> None:
        self._changes = self.timeline.changes  # the selection belongs to this position
        self._selection = Selection(self.timeline.game, self.timeline.record)
        self._descriptions: dict[int, str] = {}
        self.ranked: tuple[tuple[int, float | None], ...] = ()  # the actions in a hint's order
        self.cursor.clear()
