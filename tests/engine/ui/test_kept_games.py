"""Scripted people leave, resume and finish whole games at a window, and lose nothing."""

import random

import pytest
from batches import marked_long
from game_tables import a_table
from test_game_screen import SIZE, texts
from test_window import Person, post_key

from ludo_env._play.kept_games import folder, kept_games
from ludo_env._render.window import Window
from ludo_env._ui.menu import Menu
from ludo_env._ui.options import kept_options
from ludo_env._ui.play_window import _Games
from ludo_env._ui.replay_screen import Viewer
from ludo_env._ui.screen_loop import turn
from ludo_env.catalogue import listed_games
from ludo_env.play import Setup, load_replay
from ludo_env.render import choices_of


@pytest.fixture
def window(monkeypatch):
    """An open window."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    opened = Window("a test", *SIZE)
    yield opened
    opened.close()


def keys(window, screen, *names):
    """Press keys, and return the screen that is shown then."""
    for name in names:
        post_key(name)
        assert turn(window, screen, 0.02) is not None
        screen.layers(*window.size)
        if screen.done:
            return screen.following
    return screen


def a_choice(person, chance):
    """Play a choice with the mouse when it is the person's turn."""
    person.wait()
    if not person.screen.table.over:
        person.play(chance.choice(choices_of(person.screen.table.game, person.screen.table.record)))


def resumed(window, setup):
    """Restart the program, and continue the kept game from the menu with the keyboard."""
    menu = _Games(setup, 99, "python").menu()
    assert any(words.startswith("Continue ") for words in texts(menu.layers(*SIZE)))
    menu._focus = "start"
    return keys(window, menu, "down", "return")


@pytest.mark.parametrize(
    "game",
    marked_long(list(listed_games()), ["french", "ur_finkel"]),
)
def test_a_person_leaves_and_resumes_and_loses_nothing(window, game):
    """A whole game goes on as it was after it was left once, and the window closed once."""
    setup, chance = Setup(game=game, speed="at once"), random.Random(5)
    games = _Games(setup, 3, "python")
    screen = games.screen(a_table(game))
    for decision in range(20_000):
        person = Person(window, screen)
        if decision == 4:  # leave by the keyboard: stay is the default
            person.wait()
            assert keys(window, screen, "escape", "return") is screen
            menu = keys(window, screen, "escape", "right", "return")
            assert isinstance(menu, Menu)
        if decision in {4, 9}:  # or the window is closed, and the program ended
            (kept,) = kept_games()  # written when the person decided, before the others moved
            if not screen.done:
                person.wait()
            since = screen.state.timeline.since()
            position, actions = screen.table.position, list(screen.table.actions)
            assert kept.moves <= len(actions)
            screen = resumed(window, setup)
            person = Person(window, screen)
            person.wait()
            assert (screen.table.position, screen.table.actions) == (position, actions)
            assert screen.state.timeline.since() == since
            assert len(kept_games()) == 1
        if not screen.table.over:
            a_choice(person, chance)
        if screen.table.over:
            break
    person.look()
    assert kept_games() == []
    (replay,) = folder("replays").iterdir()
    assert load_replay(replay).actions == tuple(screen.table.actions)


def test_the_same_dice_come_after_a_resumption(window):
    """A game that was left and resumed goes on exactly like the same game without a pause."""
    ends = []
    for leaves in (False, True):
        setup = Setup(game="ur_blitz", speed="at once")
        screen = _Games(setup, 3, "python").screen(a_table("ur_blitz"))
        for decision in range(12):
            if leaves and decision == 6:
                screen = resumed(window, setup)
            person = Person(window, screen)
            person.wait()
            person.type("1", "return")
        person.wait()
        ends.append(screen.table.position)
    assert ends[0] == ends[1]


def test_the_end_keeps_the_replay_whatever_comes_then(window):
    """The end shows winner, ranking, captures and luck; then come the review and another game."""
    setup = Setup(game="ur_blitz", speed="at once")
    screen = _Games(setup, 3, "python").screen(a_table("ur_blitz"))
    person = Person(window, screen)
    while not screen.table.over:
        person.wait()
        person.type("1", "return")
    person.look()
    assert any(words.startswith("Counting ") for words in texts(person.layers))
    while screen.state.counting:
        person.look()
    shown = texts(person.layers)
    assert shown.count(shown[shown.index("Result") - 0]) == 1
    assert len([words for words in shown if words.endswith((" wins", "You win!"))]) >= 2
    lines = [words for _, words in screen.state.result]
    assert [line[:2] for line in lines] == ["1.", "2."]
    assert all("captures" in line or "1 capture" in line for line in lines)
    assert all(", luck " in line for line in lines)
    (replay,) = folder("replays").iterdir()
    viewer = keys(window, screen, "2", "return")
    assert isinstance(viewer, Viewer)
    assert keys(window, viewer, "right", "escape") is screen
    again = keys(window, screen, "1", "return")
    assert again.table.moves == 0
    assert load_replay(replay).actions == tuple(screen.table.actions)


def test_an_end_that_is_taken_back_is_kept_anew(window):
    """The game is in progress again, and the replay is that of its new end."""
    screen = _Games(Setup(game="ur_blitz", speed="at once"), 3, "python").screen(
        a_table("ur_blitz", ("human", "human"))
    )
    person = Person(window, screen)
    for ends in (1, 2):
        while not screen.table.over:
            person.type("1", "return")
            person.wait()
        person.look()
        assert kept_games() == []
        (replay,) = folder("replays").iterdir()
        assert load_replay(replay).actions == tuple(screen.table.actions)
        if ends == 1:
            person.type("u", "u", "1", "return")
            assert len(kept_games()) == 1


def test_a_folder_that_cannot_be_written_ends_no_game(window, tmp_path, monkeypatch):
    """The failure is reported once, and leaving says that nothing is kept."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    screen = _Games(Setup(speed="at once"), 3, "python").screen(a_table("mensch"))
    person = Person(window, screen)
    person.wait()
    person.type("1", "return")
    assert screen.state.message.startswith("This game is not kept: ")
    person.type("q")
    assert "It is not kept; s saves it in a file." in texts(person.layers)


def test_the_menu_shows_rules_and_takes_positions_and_files(window, tmp_path):
    """All work by keyboard; a wrong text is reported, and the menu stays."""
    menu = _Games(Setup(game="mensch"), 3, "python").menu()
    keys(window, menu, "r")
    shown = texts(menu.layers(*window.size))
    assert "The rules of mensch" in shown
    assert any("leaves its yard only with a six" in words for words in shown)
    keys(window, menu, "escape", "p")
    menu.paste("p0=nonsense")
    keys(window, menu, "return")
    assert "nonsense" in menu.message
    keys(window, menu, "p")
    menu.paste("p0=3,y,y,y turn=0 dice=2")
    screen = keys(window, menu, "return")
    assert screen.table.position.startswith("p0=3,y,y,y")
    menu = _Games(Setup(), 3, "python").menu()
    keys(window, menu, "l")
    menu.paste(str(tmp_path / "nowhere.json"))
    keys(window, menu, "return")
    assert "cannot be read" in menu.message


def test_every_game_that_was_left_can_be_continued(window):
    """The menu offers two of them at once; the others are one press further."""
    for count, game in enumerate(("mensch", "french", "generals"), 1):
        screen = _Games(Setup(game=game, speed="at once"), 3, "python").screen(a_table(game))
        person = Person(window, screen)
        person.wait()
        person.type("1", "return")
        assert len(kept_games()) == count
    menu = _Games(Setup(), 3, "python").menu()
    assert "2 other games to continue" in texts(menu.layers(*SIZE))
    menu._focus = "others"
    keys(window, menu, "return")
    shown = texts(menu.layers(*SIZE))
    assert {words.split(",")[0] for words in shown if words.startswith("Continue")} >= {
        "Continue mensch", "Continue french ludo", "Continue generals",
    }  # fmt: skip
    screen = keys(window, menu, "down", "down", "return")
    assert screen.table.game.spec.name == kept_games()[-1].game


def test_options_are_those_of_the_last_time(window):
    """Every option is kept when it is changed; a damaged file counts as missing."""
    screen = _Games(Setup(), 3, "python").screen(a_table("mensch"))
    keys(window, screen, "o", "return", "down", "down", "down", "down", "return")
    options = _Games(Setup(), 3, "python").screen(a_table("mensch")).state.timeline.options
    assert (options.by_hand, options.text) == (False, 125)
    for damaged in ("{", '{"text": 3, "by_hand": "no"}', "[]"):
        folder("options.json").write_text(damaged)
        options = kept_options()
        assert (options.by_hand, options.text) == (True, 100)
