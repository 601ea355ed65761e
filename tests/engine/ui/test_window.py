"""The window: whole games by mouse and keyboard, with events as pygame sends them."""

import os
import random

import pygame
import pytest
from batches import marked_long

from ludo_env import LudoError, load_game, ludo_v0
from ludo_env._render.paint.brush import forget_fonts
from ludo_env._render.window import Event, Window
from ludo_env._ui.open_window import in_window
from ludo_env._ui.screen_loop import run, turn
from ludo_env.catalogue import spec_with
from ludo_env.play import GameScreen, Table
from ludo_env.render import choices_of, key_text

ROUNDS = 20_000  # no game needs as many


@pytest.fixture(autouse=True)
def _unseen(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


@pytest.fixture
def window(_unseen):
    """An open window."""
    opened = Window("a test", 1000, 700)
    yield opened
    opened.close()


def a_screen(spec="ludo", seats=("human",), seed=3, speed="at once", **more):
    """A game screen with a table in plain Python."""
    table = Table(load_game(spec), list(seats), seed, backend="python")
    return GameScreen(table, speed=speed, **more)


class Person:
    """A person at a window, who sees only the layers, and uses the mouse or the keyboard."""

    def __init__(self, window, screen):
        self.window, self.screen = window, screen
        self.look()

    def look(self):
        """Run one turn of the loop, and look at the picture."""
        assert turn(self.window, self.screen, 0.02) is not None
        self.layers = self.screen.layers(*self.window.size)

    def wait(self):
        """Look until there is a question, or the end."""
        for _ in range(ROUNDS):
            self.look()
            if self.screen.state.timeline.asks or self.screen.table.over:
                return
        raise AssertionError("nobody is asked")

    def place(self, key):
        """The place of an item with this key in the window, or None if there is no such item."""
        for layer in reversed(self.layers):
            for spot in layer.scene.spots:
                if key_text(spot.key) == key_text(key):
                    return layer.x + spot.x * layer.scale, layer.y + spot.y * layer.scale
        return None

    def click(self, key):
        """Press and release the button there; return whether it was there."""
        at = self.place(key)
        if at is None:
            return False
        at = round(at[0]), round(at[1])
        post(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0))
        post(pygame.MOUSEBUTTONDOWN, pos=at, button=1)
        post(pygame.MOUSEBUTTONUP, pos=at, button=1)
        self.look()
        return True

    def find(self, key):
        """Scroll until a line is visible."""
        for direction in (1, -1):
            for _ in range(60):
                if self.place(key) is not None:
                    return
                post(pygame.MOUSEWHEEL, x=0, y=direction)
                self.look()
        raise AssertionError(key)

    def type(self, *keys):
        """Press keys, one after the other."""
        for key in keys:
            post_key(key)
            self.look()

    def play(self, choice):
        """Play a choice on the board alone if that is enough, and otherwise by the list."""
        table = self.screen.table
        before = table.moves
        for key in filter(None, (choice.source, choice.target)):
            if table.moves == before:
                self.click(key)
        if table.moves == before:
            self.find(f"move {choice.action}")
            self.click(f"move {choice.action}")
        assert table.actions[before] == choice.action


def post(kind, **said):
    """Post an event as pygame sends it."""
    pygame.event.post(pygame.event.Event(kind, **said))


def post_key(name):
    """Post a key with its character, as a keyboard sends it."""
    code = pygame.key.key_code(name)
    post(pygame.KEYDOWN, key=code, mod=0, unicode=name if len(name) == 1 else "")
    post(pygame.KEYUP, key=code, mod=0)


@pytest.mark.parametrize(
    "game",
    marked_long(
        ["ludo", "ludo teams", "strict", "french", "generals", "tock", "eight"],
        ["generals"],
    ),
)
def test_a_whole_game_by_mouse(window, game):
    """Pieces and squares are clicked, or lines where several moves end alike, to the very end."""
    name, _, mode = game.partition(" ")
    spec = spec_with(name, mode=mode or None)
    screen = GameScreen(Table(spec, ["human"], 3, backend="python"), speed="at once")
    person, chance = Person(window, screen), random.Random(5)
    clicked = 0
    person.wait()
    while not screen.table.over:
        choices = choices_of(screen.table.game, screen.table.record)
        person.play(chance.choice(choices))
        clicked += 1
        person.wait()
    assert clicked > 10
    assert " won after " in screen.table.result()


def test_a_whole_game_by_keyboard(window):
    """Tab and return, arrows, and numbers are enough."""
    screen = a_screen("mensch")
    person, ways = Person(window, screen), [("1", "return"), ("down", "return"), ("tab", "return")]
    person.wait()
    at = 0
    while not screen.table.over:
        before = screen.table.moves
        person.type(*ways[at % 3])
        if screen.table.moves == before:
            person.type("return")
        assert screen.table.moves > before
        at += 1
        person.wait()
    assert at > 10


def test_undo_brings_back_the_position_and_the_dice(window):
    """Undo works by its key and by its button; what comes after is the same again."""
    screen = a_screen("french")
    person = Person(window, screen)
    person.wait()
    seen = []
    for _ in range(2):
        positions = [screen.table.position]
        for _ in range(3):
            person.type("1", "return")
            person.wait()
            positions.append(screen.table.position)
        seen.append(positions)
        for _ in range(2):
            person.type("u")
        assert person.click("undo")
        assert screen.table.position == positions[0]
    assert seen[0] == seen[1]
    assert len(set(seen[0])) == 4


def test_saving_by_the_window(window, tmp_path, monkeypatch):
    """The name is typed; the file goes on with the same dice; a wrong name is only reported."""
    from ludo_env.play import load_table

    monkeypatch.chdir(tmp_path)
    screen = a_screen("ludo")
    person = Person(window, screen)
    person.wait()
    person.type("1", "return")
    person.wait()
    person.type("s", "x", "return")
    (path,) = tmp_path.iterdir()
    assert path.name == "ludo-3x.json"
    loaded = GameScreen(load_table(path, "python"), speed="at once")
    follower = Person(window, loaded)
    for _ in range(5):
        assert loaded.table.position == screen.table.position
        for one in (person, follower):
            one.type("1", "return")
            one.wait()
    person.type("s", *["backspace"] * 30, *"no/where", "return")
    assert "cannot be written" in screen.state.message
    path.write_text("Dear Ludo")
    person.type("s", "x", "return")
    assert "it is not overwritten" in screen.state.message


def test_hits_stay_right_when_the_window_is_resized(window):
    """Pieces are hit where they are drawn, in any size, wide or high."""
    screen = a_screen("french")
    for size in ((600, 900), (800, 600), (1500, 700)):
        pygame.display.set_mode(size, pygame.RESIZABLE)
        post(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])
        person = Person(window, screen)
        person.wait()
        assert window.size == size
        person.play(choices_of(screen.table.game, screen.table.record)[-1])


def test_closing_ends_the_loop(window):
    """The close button at any time; and leaving by the keyboard, which asks first."""
    screen = a_screen("ludo")
    post(pygame.QUIT)
    run(window, screen)
    assert not screen.done
    for key in ("q", "q"):
        post_key(key)
    run(window, screen)
    assert screen.done


def test_nothing_is_left_open(window):
    """What the window began ends with it, and another can be opened."""
    window.close()
    # Others may have started fonts before it; the window must not end those.
    forget_fonts()
    pygame.font.quit()
    for _ in range(2):
        again = Window("again", 400, 300)
        again.draw(a_screen().layers(*again.size))
        again.close()
        assert not pygame.display.get_init()
        assert not pygame.font.get_init()
        assert pygame.mixer.get_init() is None


def test_keys_and_wheel_have_names(window):
    """Characters are themselves; other keys have a word; the wheel knows where the pointer is."""
    post(pygame.KEYDOWN, key=pygame.K_SLASH, mod=0, unicode="?")
    post(pygame.KEYDOWN, key=pygame.K_s, mod=pygame.KMOD_CTRL, unicode="\x13")
    post(pygame.KEYDOWN, key=pygame.K_F1, mod=0, unicode="")
    post(pygame.KEYDOWN, key=pygame.K_KP_ENTER, mod=0, unicode="\r")
    post(pygame.MOUSEMOTION, pos=(5, 6), rel=(0, 0), buttons=(0, 0, 0))
    post(pygame.MOUSEWHEEL, x=0, y=-2)
    report = [event for event in window.events() if event.kind in ("key", "wheel")]
    assert [event.key for event in report] == ["?", "ctrl s", "f1", "return", ""]
    assert report[-1] == Event("wheel", 5, 6, amount=-2)


def test_without_a_display_it_says_what_to_do(monkeypatch):
    """One sentence, and nothing is left open."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    monkeypatch.setenv("DISPLAY", ":987")
    with pytest.raises(LudoError, match=r"No display is available .* With --terminal "):
        in_window("nowhere", a_screen())
    with pytest.raises(LudoError, match=r"No display is available .* render_mode=.rgb_array"):
        ludo_v0.env(render_mode="human", backend="python").reset(seed=1)
    with pytest.raises(LudoError, match=r"No display is available for a window"):
        Window("a test", 400, 300)
    assert not pygame.display.get_init()


def test_without_a_sound_device_the_game_goes_on(window, monkeypatch):
    """M switches sound on; the message says that there is none."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "nonsense")
    screen = a_screen()
    for key in ("m", "q"):
        post_key(key)
    screen.table.people  # noqa: B018
    shown = []
    monkeypatch.setattr(screen, "tell", lambda words: (shown.append(words), post_key("q")))
    run(window, screen)
    assert not screen.sound
    assert shown[0].startswith("No sound device is available")
    assert os.environ["SDL_AUDIODRIVER"] == "nonsense"


def test_sounds_are_heard_where_there_is_a_device(window, monkeypatch):
    """Each has a name; the device is given back."""
    from ludo_env._render.sound import TONES, Sounds

    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    sounds = Sounds()
    for name in TONES:
        sounds.play(name)
    sounds.close()
    assert pygame.mixer.get_init() is None


def test_a_held_key_acts_once(window):
    """Only arrows and the like repeat: holding q does not answer the question that q asks."""
    screen = a_screen("ludo")
    Person(window, screen).wait()
    for _ in range(5):
        post(pygame.KEYDOWN, key=pygame.K_q, mod=0, unicode="q")
    turn(window, screen, 0.02)
    assert not screen.done
    assert screen.state.dialog is not None
    for _ in range(3):
        post(pygame.KEYDOWN, key=pygame.K_DOWN, mod=0, unicode="")
    assert [event.key for event in window.events()] == ["down"] * 3


def test_two_windows_share_the_display():
    """Closing one leaves the other open; the last one ends what the first began."""
    from ludo_env import ludo_v0

    one, other = (ludo_v0.env(render_mode="human", backend="python") for _ in range(2))
    for env in (one, other):
        env.reset(seed=1)
    one.close()
    for _ in range(5):
        other.step(int(other.last()[0]["action_mask"].argmax()))
    assert pygame.display.get_init()
    other.close()
    assert not pygame.display.get_init()
    other.reset(seed=2)
    pygame.display.quit()  # somebody else's doing
    other.step(int(other.last()[0]["action_mask"].argmax()))
    other.close()
