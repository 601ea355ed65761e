"""The view of a desk: display options, and the words around the board."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ludo_env._render.display_options import Look
from ludo_env._render.keys import Move
from ludo_env._render.player_view import dice_in_words, name_of
from ludo_env._ui.dialogs import Card
from ludo_env._ui.side_panel import Button

if TYPE_CHECKING:
    from ludo_env._ui.game_screen import Desk


def look_of(desk: Desk) -> Look:
    """Return the display options: the viewer, and the highlights."""
    desk.fresh()
    look = Look(viewer=desk.viewer, done=desk.course.last, symbols=desk.theme.symbols)
    if not desk.course.asks or desk.veiled:
        return look
    selection, action = desk.selection, _previewed(desk)
    look = replace(look, sources=selection.sources, chosen=selection.source)
    pointed = selection.pointed(desk.pointed)
    if action is not None:
        choice = selection.choice(action)
        chosen, pointed = choice.source or selection.source, [choice]
        look = replace(look, chosen=chosen)
    if pointed:
        ends = tuple(dict.fromkeys(choice.target for choice in pointed if choice.target))
        return replace(look, targets=ends, captures=selection.captures(pointed))
    return replace(look, targets=selection.targets)


def title_of(desk: Desk) -> str:
    """Return whose turn it is, or how the game has ended."""
    if desk.table.over:
        return desk.table.result().partition(" (")[0]
    name = name_of(desk.course.game, desk.course.record, desk.table.turn)
    if desk.course.thinks:
        return f"{name} is thinking ..."
    dice = dice_in_words(desk.course.game, desk.course.record, desk.viewer)
    return f"{name}{', ' if dice else ''}{dice}"


def words_of(desk: Desk) -> str:
    """Return the words of the highlighted action, or the message."""
    if not desk.course.asks or desk.veiled:
        return desk.message
    action = _previewed(desk)
    hinted = desk.marked and not desk.hovered and desk.message.endswith(_words_marked(desk))
    if action is not None and not hinted:
        return desk.words(action)
    found = desk.selection.pointed(desk.pointed)
    return f"{len(found)} moves; click to choose." if len(found) > 1 else desk.message


def buttons_of(desk: Desk) -> list[Button]:
    """Return the buttons; some show a present setting."""
    labels = (
        ("undo", "Undo"), ("hint", "Hint"), ("why", "Why?"), ("save", "Save"),
        ("speed", desk.course.speed.capitalize()),
        ("sound", f"Sound {'on' if desk.sound else 'off'}"),
        ("colours", desk.theme.name.capitalize()), ("menu", "Menu" if desk.menu else "Leave"),
    )  # fmt: skip
    return [Button(key, label, "hover" if key == desk.hovered else "") for key, label in labels]


def card_before(desk: Desk) -> Card | None:
    """Return the dialog in front of everything: the requested one, or the veil over a hand."""
    if desk.card is not None or not desk.veiled:
        return desk.card
    name = name_of(desk.course.game, desk.course.record, desk.table.turn)
    words = (f"{name} is next.", "The cards are shown when nobody else can see them.")
    return Card("Look away", words, (Button("ready", "Show my cards"),))


def _previewed(desk: Desk) -> int | None:
    """Return the action to preview: the line under the pointer, the marked one, or a target."""
    for key in (desk.hovered, desk.marked):
        # The pointer may rest where an earlier list had this line.
        if isinstance(key, Move) and key.action in desk.course.actions:
            return key.action
    found = desk.selection.pointed(desk.pointed)
    return found[0].action if len(found) == 1 else None


def _words_marked(desk: Desk) -> str:
    return desk.words(desk.marked.action) if isinstance(desk.marked, Move) else ""
