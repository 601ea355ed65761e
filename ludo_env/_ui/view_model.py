"""The view model of the game screen: display options and words for any front end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from ludo_env._render.display_options import Look
from ludo_env._render.keys import Captured, Die, Key, Move, Plate, Yard, key_text
from ludo_env._render.plain_words import listed, name_in_words, sentence
from ludo_env._render.player_view import faces_left, faces_seen, has_hands
from ludo_env._render.shapes import Area, Disc, Scene
from ludo_env._ui.dialogs import Card, Dialog
from ludo_env._ui.move_list import lines_of
from ludo_env._ui.screen_state import ScreenState
from ludo_env._ui.side_panel import Button, Note, Panel

_LOG = 40  # lines of the log are shown at most


class GameView(NamedTuple):
    """Everything around the board: the panel, the winner, and the card in front."""

    panel: Panel
    banner: str  # the winner in words, while the end is shown
    card: Card | None


def view_of(state: ScreenState) -> GameView:
    """Return the view of a state."""
    timeline = state.timeline
    over = timeline.over and not timeline.moving
    title = title_of(state)
    fill = "" if over else seat_fill(state.scene, int(timeline.shown["seat"][0]))
    heading, notes = _notes(state, over)
    panel = Panel(
        title, fill, lines_of(state), state.cursor.first, words_of(state), heading, notes,
        buttons_of(state),
    )  # fmt: skip
    dialog = dialog_of(state)
    return GameView(panel, title if over else "", dialog.card if dialog else None)


def as_data(view: GameView) -> dict[str, Any]:
    """Return a view as plain data for JSON; keys are written as texts."""

    def plain(value: Any) -> Any:
        if isinstance(value, tuple) and hasattr(value, "_asdict"):
            named = value._asdict()
            return {
                name: key_text(one) if name == "key" else plain(one) for name, one in named.items()
            }
        return [plain(one) for one in value] if isinstance(value, (list, tuple)) else value

    return dict(plain(view))


def pressed(view: GameView, text: str) -> Key | None:
    """Return the key of the line or button with this key text, as sent by a front end."""
    panel = view.panel
    behind = [*(line.key for line in panel.lines), *(button.key for button in panel.buttons)]
    keys = [one.key for one in view.card.buttons] if view.card else behind
    return next((key for key in keys if key_text(key) == text), None)


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
    """Return the player to act, or the winners, in words."""
    timeline, table = state.timeline, state.table
    if timeline.over:
        gains = timeline.game.returns(timeline.shown)
        winners = [player for player, gain in enumerate(gains) if gain > 0]
        if not winners:
            return "Nobody has won"
        if len(table.people) == 1 and winners == table.people:
            return "You win!"
        names = sentence(listed([_name(state, player) for player in winners]))
        return f"{names} {'wins' if len(winners) == 1 else 'win'}"
    player = int(timeline.shown["seat"][0])
    if table.agents[player] is not None:
        name = sentence(_name(state, player))
        return f"{name} is thinking ..." if timeline.thinks else f"{name}'s turn"
    return "Your turn" if len(table.people) == 1 else f"Your turn, {_name(state, player)}"


def words_of(state: ScreenState) -> str:
    """Return the words of the highlighted action, the message, or the next thing to do."""
    if state.can_choose:
        action = _previewed(state)
        if action is not None and not (state.ranked and state.message and not state.hovered):
            return sentence(state.describe(action))
        found = state.selection.pointed(state.pointed)
        if len(found) > 1:
            return f"{len(found)} moves; click to choose."
    return _sign_in_words(state) or state.message or prompt_of(state)


def prompt_of(state: ScreenState) -> str:
    """Return the roll and the next thing to do, in plain words."""
    timeline, selection = state.timeline, state.selection
    if timeline.over:
        return f"After {state.table.moves} moves. {state.note}".rstrip()
    person = state.table.agents[int(timeline.shown["seat"][0])] is None
    cards = has_hands(timeline.game)
    faces = [] if cards else faces_seen(timeline.game, timeline.shown)
    die, it = ("dice", "them") if len(faces) > 1 else ("die", "it")
    if timeline.waits:
        if timeline.throw.again:
            return f"You roll again: click the {die}, or press space."
        return f"Roll the {die}: click {it}, or press space."
    if timeline.rolls:
        return f"The {die} roll{'s' if die == 'die' else ''} ..."
    name = "You" if person else sentence(_name(state, int(timeline.shown["seat"][0])))
    left = [] if cards else faces_left(timeline.game, timeline.shown)
    if len(left) < len(faces) or (left and timeline.throw.left):
        rolled = f"{name} {'have' if person else 'has'} {listed(left)} left"
    else:
        rolled = f"{name} rolled {listed(left)}" if left else ""
    if not state.can_choose:
        waits = person and timeline.forced and not timeline.moving
        return f"{rolled}: no move." if waits else f"{rolled}." if rolled else ""
    what = "Choose from the list."
    if selection.source and not state.marked:
        listed_too = any(choice.target is None for choice in selection.meant)
        what = f"Click where it goes{', or choose from the list' if listed_too else ''}."
    elif selection.sources:
        what = "Click a card or a ringed piece." if cards else "Click a ringed piece."
    elif selection.targets:
        what = "Click a marked place."
    return f"{rolled}: {what[:1].lower()}{what[1:]}" if rolled else what


def buttons_of(state: ScreenState) -> list[Button]:
    """Return the buttons; games of agents have different ones."""
    timeline = state.timeline
    play = (("undo", "Undo"), ("hint", "Hint"), ("why", "Why?"), ("save", "Save"))
    watch = (
        ("pause", "Go on" if timeline.paused else "Pause"), ("step", "Step"),
        ("slower", "Slower"), ("faster", "Faster"),
    )  # fmt: skip
    labels = (
        *(play if state.table.people else watch), ("speed", "Speed"),
        ("options", "Options"), ("help", "Help"), ("menu", "Menu" if state.has_menu else "Leave"),
    )  # fmt: skip
    return [Button(key, label, "hover" if key == state.hovered else "") for key, label in labels]


def dialog_of(state: ScreenState) -> Dialog | None:
    """Return the dialog in front: the requested one, or one that hides a hand."""
    if state.dialog is not None or not state.hides_hand:
        return state.dialog
    name = name_in_words(state.timeline.game, state.timeline.record, state.table.turn)
    words = (f"{name} is next.", "The cards are shown when nobody else can see them.")
    return Dialog(Card("Look away", words, (Button("ready", "Show my cards"),), cancel="quit"))


def seat_fill(scene: Scene, player: int) -> str:
    """Return the colour of a player's plate, or "" for a player without one."""
    plate = next((item.art for item in scene.items if item.key == Plate(player)), ())
    fills = [shape.fill for shape in plate if isinstance(shape, Disc | Area)]
    return next((fill for fill in fills if fill.startswith("seat ")), "")


def _notes(state: ScreenState, over: bool) -> tuple[str, list[Note]]:
    """Return the heading and the notes: the result, the log since the last turn, or its end."""
    if over and state.result:
        return "Result", [Note(seat_fill(state.scene, at), words) for at, words in state.result]
    if over and state.counting:
        return "Result", [Note("", "Counting the captures and the luck of the dice ...")]
    since = state.timeline.since()
    news = since or state.timeline.news[-_LOG:]
    notes = [
        Note(seat_fill(state.scene, one.player), sentence(one.words), bool(since), one.captures)
        for one in news
    ]
    notes[-1:] = [notes[-1]._replace(recent=True)] if notes else []
    return "Since your last turn" if since else "Moves", notes


def _sign_in_words(state: ScreenState) -> str:
    """Return the meaning of the sign of a capture if the pointer is on it, its plate or yard."""
    if any(isinstance(key, Die) for key in state.pointed):
        return ""  # the pointer is on a die in the yard
    signs = {item.key.player for item in state.scene.items if isinstance(item.key, Captured)}
    for key in state.pointed:
        if isinstance(key, Captured | Plate | Yard) and key.player in signs:
            name = sentence(_name(state, key.player))
            return f"{name} has captured: the sun is the sign of it, and stays."
    return ""


def _name(state: ScreenState, player: int) -> str:
    return name_in_words(state.timeline.game, state.timeline.shown, player)


def _previewed(state: ScreenState) -> int | None:
    """Return the action to preview: of the line under the pointer, the marked line, or an item."""
    for key in (state.hovered, state.marked):
        # The line under the pointer may be from an earlier list.
        if isinstance(key, Move) and key.action in state.timeline.actions:
            return key.action
    found = state.selection.pointed(state.pointed)
    return found[0].action if len(found) == 1 else None
