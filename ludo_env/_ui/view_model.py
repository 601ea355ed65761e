"""What there is to see at a desk now: how the board is looked at, and the words around it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ludo_env._render.display_options import Look
from ludo_env._render.player_view import dice_in_words, name_of
from ludo_env._ui.dialogs import Card
from ludo_env._ui.side_panel import Button

if TYPE_CHECKING:
    from ludo_env._ui.game_screen import Desk


def look_of(desk: Desk) -> Look:
    """How the board is looked at: by whom, and what is pointed out."""
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
    """Whose turn it is, or how the game has ended."""
    if desk.table.over:
        return desk.table.result().partition(" (")[0]
    name = name_of(desk.course.game, desk.course.record, desk.table.turn)
    if desk.course.thinks:
        return f"{name} is thinking ..."
    dice = dice_in_words(desk.course.game, desk.course.record, desk.viewer)
    return f"{name}{', ' if dice else ''}{dice}"


def told_by(desk: Desk) -> str:
    """What is looked at in words, or the message."""
    if not desk.course.asks or desk.veiled:
        return desk.message
    action = _previewed(desk)
    hinted = desk.marked and not desk.hovered and desk.message.endswith(_words_marked(desk))
    if action is not None and not hinted:
        return desk.words(action)
    found = desk.selection.pointed(desk.pointed)
    return f"{len(found)} moves; click to choose." if len(found) > 1 else desk.message


def buttons_of(desk: Desk) -> list[Button]:
    """The buttons; some tell how things are now."""
    labels = (
        ("undo", "Undo"), ("hint", "Hint"), ("why", "Why?"), ("save", "Save"),
        ("speed", desk.course.speed.capitalize()),
        ("sound", f"Sound {'on' if desk.sound else 'off'}"),
        ("colours", desk.theme.name.capitalize()), ("menu", "Menu" if desk.menu else "Leave"),
    )  # fmt: skip
    return [Button(key, label, "hover" if key == desk.hovered else "") for key, label in labels]


def card_before(desk: Desk) -> Card | None:
    """What is in front of everything: what was asked for, or the veil over a hand."""
    if desk.card is not None or not desk.veiled:
        return desk.card
    name = name_of(desk.course.game, desk.course.record, desk.table.turn)
    words = (f"{name} is next.", "The cards are shown when nobody else can see them.")
    return Card("Look away", words, (Button("ready", "Show my cards"),))


def _previewed(desk: Desk) -> int | None:
    """The action that is looked at: the line under the pointer, the marked one, or a target."""
    for key in (desk.hovered, desk.marked):
        kind, _, action = key.partition(" ")
        # The pointer may rest where an earlier list had this line.
        if kind == "move" and int(action) in desk.course.actions:
            return int(action)
    found = desk.selection.pointed(desk.pointed)
    return found[0].action if len(found) == 1 else None


def _words_marked(desk: Desk) -> str:
    kind, _, action = desk.marked.partition(" ")
    return desk.words(int(action)) if kind == "move" else ""
