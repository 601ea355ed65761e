"""The game screen without a window: what it draws, and how it handles pointer, keys and time."""

import re
import subprocess
import sys
import threading
import time

import pytest
from game_tables import a_table, random_replay

from ludo_env import LudoError, load_game
from ludo_env._render.keys import Part, Target
from ludo_env._render.letters import width_of
from ludo_env._render.move_hints import effect_of
from ludo_env._render.shapes import Words
from ludo_env._render.widgets import keys_at, shortened, wrapped
from ludo_env._ui.menu import Menu
from ludo_env._ui.play_window import _Games
from ludo_env._ui.replay_screen import Viewer
from ludo_env._ui.selection import Selection
from ludo_env._ui.side_panel import Line, Panel, panel_sheet, places_of
from ludo_env.catalogue import games, spec_with
from ludo_env.play import GameScreen, Replay, Setup, Table
from ludo_env.render import Die, Piece, choices_of, key_text

SIZE = (1000, 700)


def a_screen(*table, **more):
    """A game screen without delays."""
    return GameScreen(a_table(*table), speed=more.pop("speed", "at once"), **more)


def settle(screen):
    """Advance until a person is asked, and every question is answered."""
    for _ in range(2000):
        if not screen.advance(0.02) and screen.state.timeline.asks:
            break
    return screen.layers(*SIZE)


def at(layers, key):
    """The place of an item in the window."""
    for layer in reversed(layers):
        for spot in layer.scene.spots:
            if key_text(spot.key) == key_text(key):
                return layer.x + spot.x * layer.scale, layer.y + spot.y * layer.scale
    raise AssertionError(key)


def texts(layers):
    """All visible words."""
    return [
        shape.text
        for layer in layers
        for art in (layer.scene.board, *(item.art for item in layer.scene.items))
        for shape in art
        if isinstance(shape, Words)
    ]


def answered(screen, report):
    """Wait until a message begins with these words."""
    until = time.monotonic() + 20
    while not screen.state.message.startswith(report) and time.monotonic() < until:
        screen.advance(0.02)
        time.sleep(0.002)
    return screen.state.message


CAPTURE = "p0=3,y,y,y p1=y,y,y,45 p2=y,y,y,y p3=y,y,y,y turn=0 dice=3 sixes=0,0,0,0 hit=0"


def a_capture():
    """A game screen where piece 0 of player 0 can capture a piece of player 1."""
    screen = a_screen("ludo", ("human",), CAPTURE)
    return screen, settle(screen)


def test_pointing_shows_where_a_move_ends_and_what_it_captures():
    """Both the piece and its line show it; the line says it in words as well."""
    screen, layers = a_capture()
    (choice,) = choices_of(screen.table.game, screen.table.record)
    captures = effect_of(screen.table.game, screen.table.record, choice.action).captures
    assert captures == (Piece(1, 3),)
    plain = {key_text(item.key): item.art for item in layers[0].scene.items}
    for key in (choice.source, f"move {choice.action}"):
        screen.point(*at(screen.layers(*SIZE), key))
        shown = screen.layers(*SIZE)
        items = {key_text(item.key): item.art for item in shown[0].scene.items}
        assert f"target {key_text(choice.target)}" in items
        assert items["piece 1 3"] != plain["piece 1 3"]
        assert any("aptures yellow" in text for text in texts(shown))
    screen.point(0, 0)
    assert Target(choice.target) not in {item.key for item in screen.layers(*SIZE)[0].scene.items}


def test_a_piece_that_cannot_move_tells_why():
    """A click, or a while under the pointer, gives the reason in the words of the rule."""
    said = "A piece leaves its yard only with a six"
    for wait in (False, True):
        screen, layers = a_capture()
        place = at(layers, "piece 0 2")
        if wait:
            screen.point(*place)
            screen.advance(0.5)
            assert not screen.state.message.startswith(said)
            screen.advance(0.5)
        else:
            screen.press(*place)
        assert answered(screen, said).startswith(said)
    assert screen.table.moves == 0


def test_why_without_a_piece_tells_of_all():
    """Without a piece, W asks about everything that is missing in the list."""
    screen, _ = a_capture()
    screen.key("w")
    assert answered(screen, "A piece leaves").startswith("A piece leaves its yard")


def test_a_hint_is_marked_and_can_be_played():
    """The message shows it, and return plays it; the position does not change."""
    screen, _ = a_capture()
    before = screen.table.position
    screen.key("?")
    until = time.monotonic() + 20
    while not screen.state.marked and time.monotonic() < until:
        screen.advance(0.02)
    assert "Best: piece 1: 3 steps, 3 to 6" in screen.state.message
    assert screen.table.position == before
    screen.key("return")
    assert screen.table.moves == 1


def test_every_piece_of_a_stack_can_be_hit():
    """Clicking the middle of each plays just this one, its only move; the list has one line."""
    screen = a_screen("ludo", ("human",), CAPTURE.replace("p0=3,y,y,y", "p0=3,3,3,3"))
    for index in range(4):
        layers = settle(screen)
        assert [line.words for line in screen.lines] == [
            "A piece: 3 steps, 3 to 6, captures yellow on square 6"
        ]
        screen.press(*at(layers, f"piece 0 {index}"))
        assert screen.table.actions == [index]
        screen.key("u")


def test_escape_and_a_click_elsewhere_choose_nothing():
    """The list is complete again then."""
    screen = a_screen("french", ("human",), "p0=3,9,y,y p2=30,y,y,y turn=0 dice=5,2")
    for undo in (lambda: screen.key("escape"), lambda: screen.press(2, 690)):
        layers = settle(screen)
        every = len(screen.lines)
        screen.press(*at(layers, "piece 0 1"))
        assert 1 < len(screen.lines) < every
        undo()
        assert len(screen.lines) == every


def test_a_die_can_be_chosen():
    """Only the moves with that die are left; then the piece alone is enough."""
    table = a_table("french", ("human",))
    screen = GameScreen(table, speed="at once")
    for _ in range(300):
        layers = settle(screen)
        dice = [spot.key for spot in layers[0].scene.spots if isinstance(spot.key, Die)]
        if len(dice) > 1 and len(screen.state.selection.choices) > 2:
            break
        screen.key("1")
        screen.key("return")
    else:
        raise AssertionError("no throw with a choice")
    screen.tell("")
    every = len(screen.lines)
    screen.press(*at(layers, "die 0"))
    layers = screen.layers(*SIZE)
    frames = [item for item in layers[0].scene.items if item.key == "chosen die"]
    left, top, scale = layers[0][1:]
    framed = [(left + one.x * scale, top + one.y * scale) for one in frames]
    assert framed == [pytest.approx(at(layers, "die 0"))]
    for _ in range(100):
        screen.advance(0.05)
    assert screen.state.message == ""  # a die is nothing that cannot move
    assert 0 < len(screen.lines) <= every
    assert all(
        Die(0) in effect_of(table.game, table.record, choice.action).spent
        for choice in screen.state.selection.meant
    )


def test_several_moves_to_one_square_are_left_to_the_list():
    """A target that two actions share is not guessed at: the list shows just those."""
    screen = a_screen("tock", ("human",), "", 1)
    for _ in range(400):
        settle(screen)
        choices = screen.state.selection.choices
        ends = [(choice.source, choice.target) for choice in choices if choice.target]
        shared = next((end for end in ends if ends.count(end) > 1), None)
        if shared:
            break
        screen.key("1")
        screen.key("return")
    moves = screen.table.moves
    selection = Selection(screen.state.timeline.game, screen.state.timeline.record)
    assert selection.press([shared[0]]) is None
    assert selection.press([shared[1]]) is None
    assert len(selection.meant) == ends.count(shared) > 1
    assert screen.table.moves == moves


def test_hands_are_hidden_until_their_owner_is_there():
    """Before another person's cards are shown, they have to confirm; nobody sees them earlier."""
    screen = a_screen("tock", ("human", "human"))
    veils = 0
    for _ in range(12):
        for _ in range(500):
            if not screen.advance(0.02) and screen.state.timeline.asks:
                break
        if not screen.state.hides_hand:  # the same person once more
            screen.key("1")
            screen.key("return")
            continue
        veils += 1
        hand = screen.table.game.position(screen.table.record).split("dice=")[1].split(" ")[0]
        layers = screen.layers(*SIZE)
        assert not {*hand.split(",")} & {*texts(layers)}
        assert screen.lines == []
        screen.press(*at(layers, "ready"))
        layers = screen.layers(*SIZE)
        assert {*hand.split(",")} <= {*texts(layers[:1])}
        screen.key("1")
        screen.key("return")
    assert veils > 3


def test_one_person_sees_his_own_hand_only():
    """Hands of agents are never drawn, not even while their pieces walk."""
    screen = a_screen("tock", ("human",), "", speed="fast")
    seen, own, moved = set(), set(), 0
    for _ in range(1800):
        before = screen.table.moves
        screen.advance(0.02)
        items = screen.layers(*SIZE)[0].scene.items
        faces = {
            shape.text
            for item in items
            if isinstance(item.key, Die)
            for shape in item.art
            if isinstance(shape, Words)
        }
        seen |= faces
        if screen.state.timeline.asks:
            own = {*screen.table.position.split("hands=")[1].split("/")[0].split(",")}
            assert faces <= own
            screen.key("1")
            screen.key("return")
        elif screen.table.moves == before and screen.table.actions and screen.table.turn > 1:
            assert faces <= {"?", *own}  # their own, as long as their piece walks
            moved += 1
    assert "?" in seen
    assert moved > 20


class Slow:
    """An agent that thinks until it is released."""

    name = "slow"

    def __init__(self):
        self.report = threading.Event()

    def act(self, view):
        """Return the first action, once released."""
        self.report.wait(60)
        return view.actions[0]


def with_slow_agents():
    """A game screen with a person and three slow agents, one of which is thinking."""
    screen = a_screen("mensch", ("human", "random", "random", "random"), "", 4)
    settle(screen)
    slow = Slow()
    screen.table.agents[1:] = [slow] * 3
    while not screen.state.timeline.thinks:
        screen.advance(0.02)
        if screen.state.timeline.asks:
            screen.key("1")
            screen.key("return")
    return screen, slow


def test_an_agent_that_thinks_does_not_stop_the_window():
    """Time goes on while it thinks, which is shown; undo does not wait for it."""
    screen, slow = with_slow_agents()
    for _ in range(20):
        screen.advance(0.02)
        assert any("is thinking" in text for text in texts(screen.layers(*SIZE)))
    screen.key("u")
    assert screen.state.message == "Taken back."
    assert screen.state.timeline.asks
    assert not screen.state.timeline.thinks
    slow.report.set()  # its answer is ignored
    while screen.table.history:
        screen.key("u")
    start = a_table("mensch", ("human", "random", "random", "random"), "", 4)
    while start.turn != 0 or start.view.actions == [start.game.pass_action]:
        passing = start.view.actions == [start.game.pass_action]
        start.play(start.game.pass_action if passing else start.choose())
    assert screen.table.position == start.position


def test_pieces_walk_and_dice_roll():
    """At the usual speed a move is drawn on its way, and ends where the table has it."""
    screen = a_screen("ludo", ("human",), CAPTURE, speed="normal")
    screen.key("space")
    settle(screen)
    start = at(screen.layers(*SIZE), "piece 0 0")
    screen.key("1")
    screen.key("return")
    assert screen.table.moves == 1
    places, faces = set(), set()
    for _ in range(200):
        screen.advance(0.02)
        screen.key("space")  # rolls, when it is time
        items = {key_text(item.key): item for item in screen.layers(*SIZE)[0].scene.items}
        places.add((items["piece 0 0"].x, items["piece 0 0"].y))
        faces.add(items["die 0"].art if "die 0" in items else ())
        if screen.table.moves > 1:
            break
    assert len(places) > 5
    assert len(faces) > 3
    assert at(screen.layers(*SIZE), "piece 0 0") != start


def test_speed_colours_and_help_by_keys():
    """Each key does what the help says."""
    screen, _ = a_capture()
    screen.key("-")
    assert screen.state.timeline.options.speed == "fast"
    screen.key("+")
    assert screen.state.timeline.options.speed == "at once"
    for name in ("night", "clear", "day"):
        screen.key("c")
        assert screen.theme.name == name
    screen.key("f1")
    assert "Close" in texts(screen.layers(*SIZE))
    screen.key("1")
    assert screen.state.marked is None  # the screen behind a card gets no keys
    screen.key("escape")
    assert "Close" not in texts(screen.layers(*SIZE))


def test_the_end_offers_what_comes_then(tmp_path, monkeypatch):
    """The result, another game with other dice, the replay as a file, the menu, leaving."""
    monkeypatch.chdir(tmp_path)
    screen = _Games(Setup(speed="at once"), 3, "python").screen(a_table("mensch"))
    while settle(screen) and not screen.table.over:
        screen.key("1")
        screen.key("return")
    assert [line.key for line in screen.lines] == ["again", "review", "replay", "menu", "quit"]
    assert any(" wins" in text for text in texts(screen.layers(*SIZE)))
    screen.key("3")
    screen.key("return")
    screen.key("return")
    assert [path.name for path in tmp_path.iterdir()] == ["mensch-3.replay.json"]
    screen.key("1")
    screen.key("return")
    assert screen.done
    assert screen.following.table.number == 1
    assert screen.following.table.position != screen.table.position


def test_watching_can_be_stopped_and_stepped():
    """Space holds the game; the right arrow plays one move."""
    screen = a_screen("ludo", ("random",))
    screen.key("space")
    before = screen.table.moves
    screen.advance(0.02)
    assert screen.table.moves == before
    for number in range(1, 4):
        screen.key("right")
        for _ in range(50):
            screen.advance(0.02)
        assert screen.table.moves == before + number


def test_the_menu_makes_the_game_that_was_chosen():
    """By keys and by clicks: teams, seats, players, colours."""
    menu = Menu(Setup(), _Games(Setup(), 3, "python")._start)
    for key in ("down", "down", "right", "down", "down", "right", "return"):
        menu.key(key)
    screen = menu.following
    assert menu.done
    assert screen.table.game.spec == spec_with("ludo", mode="teams")
    assert screen.table.seats == ["human", "greedy", "random", "random"]
    menu = Menu(Setup(), _Games(Setup(), 3, "python")._start)
    for key in ("play french", "back players", "back players", "on theme", "start"):
        menu.press(*at(menu.layers(*SIZE), key))
    assert menu.following.table.game.spec == spec_with("french", 2)
    assert menu.following.theme.name == "night"
    for game in games():
        menu.press(*at(menu.layers(*SIZE), f"play {game}"))
        assert games()[game].summary.split()[0] in " ".join(texts(menu.layers(*SIZE)))


def test_a_game_is_offered_as_it_can_be_played():
    """Numbers of players and teams where there are any; else a sentence."""
    assert games()["strict"].players == (2, 3, 4)
    assert games()["eight"].players == (5,)
    assert games()["ludo"].modes == ("ffa", "teams")
    assert spec_with("tock", 4, "ffa") == load_game("tock")
    with pytest.raises(LudoError, match="tock cannot be played with 3 players"):
        spec_with("tock", 3)
    with pytest.raises(LudoError, match="french cannot be played with the mode 'teams'"):
        spec_with("french", mode="teams")


def test_a_replay_can_be_gone_through():
    """By keys, by its list, by its bar, and by itself, to the end and back."""
    table = a_table("mensch", ("random",))
    for _ in range(60):
        table.play(table.choose())
    viewer = Viewer(Replay.of_table(table))
    positions = [viewer.game.position(frame.record) for frame in viewer.frames]
    assert positions[-1] == table.position
    for key, place in (("right", 1), ("right", 2), ("left", 1), ("end", 60), ("pageup", 50)):
        viewer.key(key)
        assert viewer.at == place
    viewer.press(*at(viewer.layers(*SIZE), "go 48"))
    assert viewer.at == 48
    viewer.press(*at(viewer.layers(*SIZE), "bar"))
    assert 28 <= viewer.at <= 32
    viewer.release(0, 0)
    viewer.key("home")
    viewer.key("space")
    for _ in range(800):
        viewer.advance(0.1)
        viewer.layers(*SIZE)
    assert (viewer.at, viewer.playing) == (60, False)


def test_the_buttons_of_a_replay_say_what_they_change():
    """They do as those of a game do; the new value is shown until the next move."""
    viewer = Viewer(random_replay("mensch", 12))
    shown = texts(viewer.layers(*SIZE))
    assert {"Speed", "Colours"} <= set(shown)
    viewer.press(*at(viewer.layers(*SIZE), "speed"))
    assert "The speed is: fast." in texts(viewer.layers(*SIZE))
    viewer.press(*at(viewer.layers(*SIZE), "colours"))
    assert "The colours are: night." in texts(viewer.layers(*SIZE))
    viewer.key("right")
    assert not any("colours are" in words for words in texts(viewer.layers(*SIZE)))


def test_the_smallest_thing_under_the_pointer_is_meant():
    """Of things of the same size the nearest is meant."""
    from ludo_env._render.shapes import Spot

    spots = [Spot("cell", 0, 0, 1, 1), Spot("a", 0.2, 0, 0.3, 0.3), Spot("b", -0.1, 0, 0.3, 0.3)]
    assert keys_at(spots, 0.15, 0) == ["a", "b", "cell"]
    assert keys_at(spots, 0.9, 0.9) == ["cell"]
    assert keys_at(spots, 2, 0) == []


def test_texts_fit_their_boxes():
    """They are broken between words, or cut off with dots."""
    text = "piece 2: 6+3 combined from 28 to 37, captures player_1 on square 16"
    lines = wrapped(text, 200, 15)
    assert " ".join(lines) == text
    assert all(width_of(line, 15) <= 200 for line in lines)
    assert shortened(text, 100, 15).endswith("...")
    assert width_of(shortened(text, 100, 15), 15) <= 100


def test_a_line_is_as_high_as_its_words():
    """Texts are broken between words, or cut off with dots."""
    lines = [Line(number, str(number), "word " * number) for number in range(1, 17, 3)]
    for width, height in ((1100, 750), (1000, 700), (700, 1000)):
        places = places_of(width, height, 8)
        panel = Panel("a title", "", lines, 0, "", "", [], [])
        sheet = panel_sheet(width, height, places, panel)
        rows: dict[object, int] = {}
        for item in sheet.scene.items:
            if isinstance(item.key, Part) and item.key.name.startswith("words"):
                rows[item.key.of] = rows.get(item.key.of, 0) + 1
        high = {spot.key: 2 * spot.down for spot in sheet.spots}
        assert {1, 2} <= set(rows.values())
        for key, count in rows.items():
            assert high[key] == pytest.approx((1.85 + 1.3 * (count - 1)) * places.size)


def test_the_game_screen_needs_no_pygame():
    """Any front end can draw it."""
    modules = "ludo_env._ui.play_window, ludo_env._ui.replay_screen"
    code = f"import sys, {modules}; sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


class Broken:
    """An agent that fails."""

    name = "broken"

    def act(self, view):
        """Draw, and fail."""
        view.random.random()
        raise ValueError("out of order")


def test_an_agent_that_fails_ends_no_game():
    """The failure is reported; moves can be taken back and saved, and chance is as it was."""
    screen = a_screen("mensch", ("human", "random", "random", "random"), "", 4)
    settle(screen)
    screen.table.agents[1:] = [Broken(), Broken(), Broken()]
    while "out of order" not in screen.state.message:
        if screen.state.timeline.asks:
            screen.key("1")
            screen.key("return")
        before = [chance.bit_generator.state for chance in screen.table.chances]
        screen.advance(0.02)
    turn = screen.table.turn
    assert re.fullmatch(
        f"The agent 'random' of player_{turn} raised ValueError: out of order in .*, line \\d+; "
        "u takes back a move, s saves the game.",
        screen.state.message,
    )
    assert [chance.bit_generator.state for chance in screen.table.chances] == before
    screen.key("u")
    assert screen.state.timeline.asks


def test_a_game_is_saved_while_an_agent_thinks(tmp_path, monkeypatch):
    """It is saved at once as it is; leaving after that loses nothing."""
    from ludo_env.play import load_table

    monkeypatch.chdir(tmp_path)
    screen, slow = with_slow_agents()
    position = screen.table.position
    for key in ("s", "return", "q", "q"):
        screen.key(key)
    assert screen.done
    assert load_table(tmp_path / "mensch-4.json", "python").position == position
    slow.report.set()


def test_two_presses_before_a_picture_play_once():
    """The second belongs to a decision that is over, even if the same person is asked again."""
    screen = a_screen("french", ("human",), "p0=3,9,y,y p2=30,y,y,y turn=0 dice=6,2")
    layers = settle(screen)
    line = screen.lines[0].key
    place = at(layers, line)
    screen.press(*place)
    assert screen.state.timeline.asks  # for the other die
    assert line.action not in screen.state.timeline.actions
    screen.press(*place)
    assert (
        screen.table.moves == len(screen.table.history) == len(screen.state.timeline._lengths) == 1
    )


def test_an_ended_game_is_kept_as_a_replay(tmp_path, monkeypatch):
    """The end is final: `s` saves the replay, and a saved game of it is refused."""
    from ludo_env.play import load_replay, save_table

    monkeypatch.chdir(tmp_path)
    over = Table(load_game("mensch"), ["random"] * 4, 3, backend="python")
    while not over.over:
        over.play(over.choose())
    with pytest.raises(LudoError, match="has ended"):
        save_table(over, tmp_path / "over.json")
    assert not (tmp_path / "over.json").exists()
    screen = GameScreen(over, speed="at once")
    for key in ("s", "return"):
        screen.key(key)
    (made,) = tmp_path.iterdir()
    assert load_replay(made).actions == tuple(over.actions)


def test_the_words_are_about_what_is_pointed_at():
    """Another piece that cannot move gives its own reason; a foreign piece gives none."""
    screen = a_screen("ludo", ("human",), "p0=3,9,y,y p1=5,y,y,y turn=0 dice=3 sixes=0,0,0,0 hit=0")
    layers = settle(screen)
    screen.press(*at(layers, "piece 0 1"))
    screen.point(*at(layers, "piece 0 2"))
    for _ in range(30):
        screen.advance(0.05)
    assert answered(screen, "A piece leaves").startswith("A piece leaves its yard")
    screen.tell("")
    screen.point(*at(layers, "piece 1 1"))
    for _ in range(60):
        screen.advance(0.05)
    assert screen.state.message == ""


def test_every_game_after_the_menu_has_dice_of_its_own():
    """A new game, also after the menu, has a new number; the colours are kept."""
    games = _Games(Setup(), 3, "python")
    screen = games.screen(Table(load_game("ludo"), ["human"], 3, backend="python"))
    numbers = [screen.table.number, screen.again().number, screen.again().number]
    screen.key("c")
    menu = screen.menu()
    assert menu.theme.name == screen.theme.name == "night"
    menu.key("return")
    numbers.append(menu.following.table.number)
    numbers.append(menu.following.again().number)
    assert len(set(numbers)) == len(numbers)


def test_capitals_are_letters_too():
    """Caps lock does not disable the keyboard."""
    screen = a_screen()
    settle(screen)
    screen.key("C")
    assert screen.theme.name == "night"
