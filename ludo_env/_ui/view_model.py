"""The view model of the game screen: display options, and the words around the board."""

from __future__ import annotations

from dataclasses import replace

from ludo_env._render.display_options import Look
from ludo_env._render.keys import Move
from ludo_env._render.player_view import dice_in_words, name_of
from ludo_env._ui.dialogs import Card
from ludo_env._ui.screen_state import ScreenState
from ludo_env._ui.side_panel import Button


def look_of(state: ScreenState) -> Look:
    """Return the display options: the viewer, and the highlights."""
    state.refresh()
    look = Look(viewer=state.shown_hand, done=state.timeline.last, symbols=state.theme.symbols)
    if not state.can_choose:
        return look
    selection, action = state.selection, _previewed(state)
    look = replace(look, sources=selection.sources, chosen=selection.source)
    pointed = selection.pointed(state.pointed)
    if action is not None:
        choice = selection.choice(action)
        chosen, pointed = choice.source or selection.source, [choice]
        look = replace(look, chosen=chosen)
    if pointed:
        ends = tuple(dict.fromkeys(choice.target for choice in pointed if choice.target))
        return replace(look, targets=ends, captures=selection.captures(pointed))
    return replace(look, targets=selection.targets)


def title_of(state: ScreenState) -> str:
    """Return whose turn it is, or how the game has ended."""
    timeline, table = state.timeline, state.table
    if table.over:
        return table.result().partition(" (")[0]
    name = name_of(timeline.game, timeline.record, table.turn)
    if timeline.thinks:
        return f"{name} is thinking ..."
    dice = dice_in_words(timeline.game, timeline.record, state.shown_hand)
    return f"{name}{', ' if dice else ''}{dice}"


def words_of(state: ScreenState) -> str:
    """Return the words of the highlighted action, or the message."""
    if not state.can_choose:
        return state.message
    action = _previewed(state)
    hinted = state.marked and not state.hovered and state.message.endswith(_words_marked(state))
    if action is not None and not hinted:
        return state.describe(action)
    found = state.selection.pointed(state.pointed)
    return f"{len(found)} moves; click to choose." if len(found) > 1 else state.message


def buttons_of(state: ScreenState) -> list[Button]:
    """Return the buttons; some show a present setting."""
    labels = (
        ("undo", "Undo"), ("hint", "Hint"), ("why", "Why?"), ("save", "Save"),
        ("speed", state.timeline.speed.capitalize()),
        ("sound", f"Sound {'on' if state.sound else 'off'}"),
        ("colours", state.theme.name.capitalize()), ("menu", "Menu" if state.has_menu else "Leave"),
    )  # fmt: skip
    return [Button(key, label, "hover" if key == state.hovered else "") for key, label in labels]


def dialog_of(state: ScreenState) -> Card | None:
    """Return the dialog in front of everything: the requested one, or one that hides a hand."""
    if state.dialog is not None or not state.hides_hand:
        return state.dialog
    name = name_of(state.timeline.game, state.timeline.record, state.table.turn)
    words = (f"{name} is next.", "The cards are shown when nobody else can see them.")
    return Card("Look away", words, (Button("ready", "Show my cards"),))


def _previewed(state: ScreenState) -> int | None:
    """Return the action to preview: the line under the pointer, the marked one, or a target."""
    for key in (state.hovered, state.marked):
        # The pointer may rest where an earlier list had this line.
        if isinstance(key, Move) and key.action in state.timeline.actions:
            return key.action
    found = state.selection.pointed(state.pointed)
    return found[0].action if len(found) == 1 else None


def _words_marked(state: ScreenState) -> str:
    return state.describe(state.marked.action) if isinstance(state.marked, Move) else ""
