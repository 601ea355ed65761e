"""The desk without a window: what it draws, and what it makes of pointing, keys and time."""

import subprocess
import sys
import threading
import time

import pytest

from ludo_env import LudoError, load_game
from ludo_env._render.keys import Target
from ludo_env._render.move_hints import effect_of
from ludo_env._render.shapes import Words
from ludo_env._render.widgets import keys_at, shortened, width_of, wrapped
from ludo_env._ui.menu import Menu
from ludo_env._ui.play_window import _Games
from ludo_env._ui.replay_screen import Viewer
from ludo_env._ui.selection import Selection
from ludo_env.catalogue import games, spec_with
from ludo_env.play import Desk, Replay, Setup, Table
from ludo_env.render import Die, Piece, choices_of, key_text

SIZE = (1000, 700)


def a_table(game="ludo", seats=("human",), position="", seed=3):
    """A table in plain Python, from a position if one is given."""
    table = Table(load_game(game), list(seats), seed, backend="python")
    if position:
        table.dealer.start(1, {"position": position})
    return table


def a_desk(*table, **more):
    """A desk at which everything goes at once."""
    return Desk(a_table(*table), speed=more.pop("speed", "at once"), **more)


def settle(desk):
    """Until a person is asked, and every question is answered."""
    for _ in range(2000):
        if not desk.advance(0.02) and desk.course.asks:
            break
    return desk.layers(*SIZE)


def at(layers, key):
    """Where something lies in the window."""
    for layer in reversed(layers):
        for spot in layer.scene.spots:
            if key_text(spot.key) == key_text(key):
                return layer.x + spot.x * layer.scale, layer.y + spot.y * layer.scale
    raise AssertionError(key)


def texts(layers):
    """All words that are to be seen."""
    return [
        shape.text
        for layer in layers
        for art in (layer.scene.board, *(item.art for item in layer.scene.items))
        for shape in art
        if isinstance(shape, Words)
    ]


def answered(desk, report):
    """Wait until a message begins so."""
    until = time.monotonic() + 20
    while not desk.message.startswith(report) and time.monotonic() < until:
        desk.advance(0.02)
        time.sleep(0.002)
    return desk.message


CAPTURE = "p0=3,y,y,y p1=y,y,y,45 p2=y,y,y,y p3=y,y,y,y turn=0 dice=3 sixes=0,0,0,0 hit=0"


def a_capture():
    """A desk where piece 0 of player 0 can capture a piece of player 1."""
    desk = a_desk("ludo", ("human",), CAPTURE)
    return desk, settle(desk)


def test_pointing_shows_where_a_move_ends_and_what_it_captures():
    """At the piece, and at its line; the line says it in words as well."""
    desk, layers = a_capture()
    (choice,) = choices_of(desk.table.game, desk.table.record)
    captures = effect_of(desk.table.game, desk.table.record, choice.action).captures
    assert captures == (Piece(1, 3),)
    plain = {key_text(item.key): item.art for item in layers[0].scene.items}
    for key in (choice.source, f"move {choice.action}"):
        desk.point(*at(desk.layers(*SIZE), key))
        shown = desk.layers(*SIZE)
        items = {key_text(item.key): item.art for item in shown[0].scene.items}
        assert f"target {key_text(choice.target)}" in items
        assert items["piece 1 3"] != plain["piece 1 3"]
        assert any("captures player_1" in text for text in texts(shown))
    desk.point(0, 0)
    assert Target(choice.target) not in {item.key for item in desk.layers(*SIZE)[0].scene.items}


def test_a_piece_that_cannot_move_tells_why():
    """By a click, and after a while under the pointer: in the words of the rule."""
    said = "leave_yard: A piece leaves its yard only with a six"
    for wait in (False, True):
        desk, layers = a_capture()
        place = at(layers, "piece 0 2")
        if wait:
            desk.point(*place)
            desk.advance(0.5)
            assert not desk.message.startswith(said)
            desk.advance(0.5)
        else:
            desk.press(*place)
        assert answered(desk, said).startswith(said)
    assert desk.table.moves == 0


def test_why_without_a_piece_tells_of_all():
    """W alone asks about everything that is missing in the list."""
    desk, _ = a_capture()
    desk.key("w")
    assert "leave_yard" in answered(desk, "leave_yard")


def test_a_hint_is_marked_and_can_be_played():
    """It stands in the message, and return plays it; the position is not touched."""
    desk, _ = a_capture()
    before = desk.table.position
    desk.key("?")
    until = time.monotonic() + 20
    while not desk.marked and time.monotonic() < until:
        desk.advance(0.02)
    assert " would play: piece 0: 3 from 3 to 6" in desk.message
    assert desk.table.position == before
    desk.key("return")
    assert desk.table.moves == 1


def test_every_piece_of_a_stack_can_be_hit():
    """Clicking the middle of each chooses just this one."""
    desk = a_desk("ludo", ("human",), CAPTURE.replace("p0=3,y,y,y", "p0=3,3,3,3"))
    for index in range(4):
        layers = settle(desk)
        desk.press(*at(layers, f"piece 0 {index}"))
        assert desk.selection.source == Piece(0, index)
        desk.key("escape")


def test_escape_and_a_click_elsewhere_choose_nothing():
    """The list is whole again then."""
    desk = a_desk("ludo", ("human",), CAPTURE.replace("p0=3,y,y,y", "p0=3,9,y,y"))
    for undo in (lambda: desk.key("escape"), lambda: desk.press(2, 690)):
        layers = settle(desk)
        desk.press(*at(layers, "piece 0 1"))
        assert len(desk.lines) == 1
        undo()
        assert len(desk.lines) == 2


def test_a_die_can_be_chosen():
    """Only the moves that use it are left; then the piece alone is enough."""
    table = a_table("french", ("human",))
    desk = Desk(table, speed="at once")
    for _ in range(300):
        layers = settle(desk)
        dice = [spot.key for spot in layers[0].scene.spots if isinstance(spot.key, Die)]
        if len(dice) > 1 and len(desk.selection.choices) > 2:
            break
        desk.key("1")
        desk.key("return")
    else:
        raise AssertionError("no throw with a choice")
    desk.tell("")
    every = len(desk.lines)
    desk.press(*at(layers, "die 0"))
    for _ in range(100):
        desk.advance(0.05)
    assert desk.message == ""  # a die is nothing that cannot move
    assert 0 < len(desk.lines) <= every
    assert all(
        Die(0) in effect_of(table.game, table.record, choice.action).spent
        for choice in desk.selection.meant
    )


def test_several_moves_to_one_square_are_left_to_the_list():
    """A target that two actions share is not guessed at: the list shows just those."""
    desk = a_desk("tock", ("human",), "", 1)
    for _ in range(400):
        settle(desk)
        choices = desk.selection.choices
        ends = [(choice.source, choice.target) for choice in choices if choice.target]
        shared = next((end for end in ends if ends.count(end) > 1), None)
        if shared:
            break
        desk.key("1")
        desk.key("return")
    moves = desk.table.moves
    selection = Selection(desk.course.game, desk.course.record)
    assert selection.press([shared[0]]) is None
    assert selection.press([shared[1]]) is None
    assert len(selection.meant) == ends.count(shared) > 1
    assert desk.table.moves == moves


def test_hands_are_hidden_until_their_owner_is_there():
    """Before somebody else's cards are shown they have to confirm; nobody sees them before."""
    desk = a_desk("tock", ("human", "human"))
    veils = 0
    for _ in range(12):
        for _ in range(500):
            if not desk.advance(0.02) and desk.course.asks:
                break
        if not desk.veiled:  # the same person once more
            desk.key("1")
            desk.key("return")
            continue
        veils += 1
        hand = desk.table.game.position(desk.table.record).split("dice=")[1].split(" ")[0]
        layers = desk.layers(*SIZE)
        assert not {*hand.split(",")} & {*texts(layers)}
        assert desk.lines == []
        desk.press(*at(layers, "ready"))
        layers = desk.layers(*SIZE)
        assert {*hand.split(",")} <= {*texts(layers[:1])}
        desk.key("1")
        desk.key("return")
    assert veils > 3


def test_one_person_sees_his_own_hand_only():
    """Those of agents are never drawn, not even while their pieces walk."""
    desk = a_desk("tock", ("human",), "", speed="fast")
    seen, own, moved = set(), set(), 0
    for _ in range(3000):
        before = desk.table.moves
        desk.advance(0.02)
        items = desk.layers(*SIZE)[0].scene.items
        faces = {
            shape.text
            for item in items
            if isinstance(item.key, Die)
            for shape in item.art
            if isinstance(shape, Words)
        }
        seen |= faces
        if desk.course.asks:
            own = {*desk.table.position.split("hands=")[1].split("/")[0].split(",")}
            assert faces <= own
            desk.key("1")
            desk.key("return")
        elif desk.table.moves == before and desk.table.actions and desk.table.turn > 1:
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
        """The first action, in the end."""
        self.report.wait(60)
        return view.actions[0]


def with_slow_agents():
    """A desk at which a person plays, and one of three slow agents thinks now."""
    desk = a_desk("mensch", ("human", "random", "random", "random"), "", 4)
    settle(desk)
    slow = Slow()
    desk.table.agents[1:] = [slow] * 3
    while not desk.course.thinks:
        desk.advance(0.02)
        if desk.course.asks:
            desk.key("1")
            desk.key("return")
    return desk, slow


def test_an_agent_that_thinks_does_not_stop_the_window():
    """Time goes on while it thinks, which is shown; taking back does not wait for it."""
    desk, slow = with_slow_agents()
    for _ in range(20):
        desk.advance(0.02)
        assert any("is thinking" in text for text in texts(desk.layers(*SIZE)))
    desk.key("u")
    assert desk.message == "Taken back."
    assert desk.course.asks
    assert not desk.course.thinks
    slow.report.set()  # nobody hears what it comes to
    while desk.table.history:
        desk.key("u")
    start = a_table("mensch", ("human", "random", "random", "random"), "", 4)
    while start.turn != 0 or start.view.actions == [start.game.pass_action]:
        passing = start.view.actions == [start.game.pass_action]
        start.play(start.game.pass_action if passing else start.choose())
    assert desk.table.position == start.position


def test_pieces_walk_and_dice_roll():
    """At the usual speed a move is drawn on its way, and ends where the table has it."""
    desk = a_desk("ludo", ("human",), CAPTURE, speed="normal")
    settle(desk)
    start = at(desk.layers(*SIZE), "piece 0 0")
    desk.key("1")
    desk.key("return")
    assert desk.table.moves == 1
    places, faces = set(), set()
    for _ in range(200):
        desk.advance(0.02)
        items = {key_text(item.key): item for item in desk.layers(*SIZE)[0].scene.items}
        places.add((items["piece 0 0"].x, items["piece 0 0"].y))
        faces.add(items["die 0"].art if "die 0" in items else ())
        if desk.table.moves > 1:
            break
    assert len(places) > 5
    assert len(faces) > 3
    assert at(desk.layers(*SIZE), "piece 0 0") != start


def test_speed_colours_and_help_by_keys():
    """Each key does what the help says."""
    desk, _ = a_capture()
    desk.key("-")
    assert desk.course.speed == "fast"
    desk.key("+")
    assert desk.course.speed == "at once"
    for name in ("night", "clear", "day"):
        desk.key("c")
        assert desk.theme.name == name
    desk.key("f1")
    assert "Help" in texts(desk.layers(*SIZE))
    desk.key("1")
    assert desk.marked is None  # what is behind a card hears nothing
    desk.key("escape")
    assert "Help" not in texts(desk.layers(*SIZE))


def test_the_end_offers_what_comes_then(tmp_path, monkeypatch):
    """The result, another game with other dice, the replay as a file, the menu, leaving."""
    monkeypatch.chdir(tmp_path)
    desk = _Games(Setup(speed="at once"), 3, "python").desk(a_table("mensch"))
    while settle(desk) and not desk.table.over:
        desk.key("1")
        desk.key("return")
    assert [line.key for line in desk.lines] == ["again", "replay", "menu", "quit"]
    assert any(" won after " in text for text in texts(desk.layers(*SIZE)))
    desk.key("2")
    desk.key("return")
    desk.key("return")
    assert [path.name for path in tmp_path.iterdir()] == ["mensch-3.replay.json"]
    desk.key("1")
    desk.key("return")
    assert desk.done
    assert desk.following.table.number == 1
    assert desk.following.table.position != desk.table.position


def test_watching_can_be_stopped_and_stepped():
    """Space holds the game; the right arrow plays one move."""
    desk = a_desk("ludo", ("random",))
    desk.key("space")
    before = desk.table.moves
    desk.advance(0.02)
    assert desk.table.moves == before
    for number in range(1, 4):
        desk.key("right")
        for _ in range(50):
            desk.advance(0.02)
        assert desk.table.moves == before + number


def test_the_menu_makes_the_game_that_was_chosen():
    """By keys and by clicks: teams, seats, players, colours."""
    menu = Menu(Setup(), _Games(Setup(), 3, "python")._start)
    for key in ("down", "down", "right", "down", "down", "right", "return"):
        menu.key(key)
    desk = menu.following
    assert menu.done
    assert desk.table.game.spec == spec_with("ludo", mode="teams")
    assert desk.table.seats == ["human", "rollout", "random", "random"]
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
    for _ in range(4000):
        viewer.advance(0.02)
        viewer.layers(*SIZE)
    assert (viewer.at, viewer.playing) == (60, False)


def test_the_smallest_thing_under_the_pointer_is_meant():
    """Of things that are as large the nearest."""
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


def test_the_desk_needs_no_pygame():
    """It can be drawn by anybody."""
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
    """It is reported; what was played can be taken back and saved, and chance is as it was."""
    desk = a_desk("mensch", ("human", "random", "random", "random"), "", 4)
    settle(desk)
    desk.table.agents[1:] = [Broken(), Broken(), Broken()]
    while "has failed" not in desk.message:
        if desk.course.asks:
            desk.key("1")
            desk.key("return")
        before = [chance.bit_generator.state for chance in desk.table.chances]
        desk.advance(0.02)
    assert desk.message == "random has failed: out of order"
    assert [chance.bit_generator.state for chance in desk.table.chances] == before
    desk.key("u")
    assert desk.course.asks


def test_a_game_is_saved_while_an_agent_thinks(tmp_path, monkeypatch):
    """As it stands, at once; leaving after that loses nothing."""
    from ludo_env.play import load_table

    monkeypatch.chdir(tmp_path)
    desk, slow = with_slow_agents()
    position = desk.table.position
    for key in ("s", "return", "q", "return"):
        desk.key(key)
    assert desk.done
    assert load_table(tmp_path / "mensch-4.json", "python").position == position
    slow.report.set()


def test_two_presses_before_a_picture_play_once():
    """The second belongs to a decision that is over, even if the same person is asked again."""
    desk = a_desk("french", ("human",), "p0=3,9,y,y p2=30,y,y,y turn=0 dice=6,2")
    layers = settle(desk)
    line = desk.lines[0].key
    place = at(layers, line)
    desk.press(*place)
    assert desk.course.asks  # for the other die
    assert line.action not in desk.course.actions
    desk.press(*place)
    assert desk.table.moves == len(desk.table.history) == len(desk.course._lengths) == 1


def test_an_ended_game_is_kept_as_a_replay(tmp_path, monkeypatch):
    """Nothing goes on from there: `s` saves the replay, and a saved game of it is refused."""
    from ludo_env.play import load_replay, save_table

    monkeypatch.chdir(tmp_path)
    over = Table(load_game("mensch"), ["random"] * 4, 3, backend="python")
    while not over.over:
        over.play(over.choose())
    with pytest.raises(LudoError, match="has ended"):
        save_table(over, tmp_path / "over.json")
    assert not (tmp_path / "over.json").exists()
    desk = Desk(over, speed="at once")
    for key in ("s", "return"):
        desk.key(key)
    (made,) = tmp_path.iterdir()
    assert load_replay(made).actions == tuple(over.actions)


def test_the_words_are_about_what_is_pointed_at():
    """With a piece chosen, another that cannot move tells of itself; a foreign one is silent."""
    desk = a_desk("ludo", ("human",), "p0=3,9,y,y p1=5,y,y,y turn=0 dice=3 sixes=0,0,0,0 hit=0")
    layers = settle(desk)
    desk.press(*at(layers, "piece 0 1"))
    desk.point(*at(layers, "piece 0 2"))
    for _ in range(30):
        desk.advance(0.05)
    assert answered(desk, "leave_yard").startswith("leave_yard")
    desk.tell("")
    desk.point(*at(layers, "piece 1 1"))
    for _ in range(60):
        desk.advance(0.05)
    assert desk.message == ""


def test_every_game_after_the_menu_has_dice_of_its_own():
    """Again, the menu, another game: never the same number twice; the colours are kept."""
    games = _Games(Setup(), 3, "python")
    desk = games.desk(Table(load_game("ludo"), ["human"], 3, backend="python"))
    numbers = [desk.table.number, desk.again().number, desk.again().number]
    desk.do("colours")
    menu = desk.menu()
    assert menu.theme.name == desk.theme.name == "night"
    menu.key("return")
    numbers.append(menu.following.table.number)
    numbers.append(menu.following.again().number)
    assert len(set(numbers)) == len(numbers)


def test_capitals_are_letters_too():
    """Caps lock does not silence the keyboard."""
    desk = a_desk()
    settle(desk)
    desk.key("C")
    assert desk.theme.name == "night"
