"""The training screen: checkpoints of a folder play on several boards, and new ones join."""

import os
import threading

import pytest
from test_game_screen import at, texts

from ludo_env import LudoError
from ludo_env._engine.game import game_of
from ludo_env._play.checkpoints import Checkpoints
from ludo_env._play.training_games import TrainingGames
from ludo_env._ui.options import Options
from ludo_env._ui.training_screen import TrainingScreen
from ludo_env.agents.net_file import network_for, write_net
from ludo_env.catalogue import spec_with
from ludo_env.training.learner import first_numbers

SIZE = (1200, 800)


def add_net(folder, name, written):
    """Write a net that has learned nothing, as if at this time."""
    game = game_of(spec_with("ludo", 2), "python")
    network = network_for(game, (3, 2))
    write_net(folder / name, game, network, first_numbers(network, written), {})
    os.utime(folder / name, (written, written))


def a_screen(folder, boards=2, speed="at once"):
    """A training screen for a folder."""
    games = TrainingGames(Checkpoints(folder), seed=3, backend="python")
    return TrainingScreen(games, boards, Options(speed=speed))


def until(screen, condition):
    """Wait until a condition holds."""
    for _ in range(20_000):
        if condition():
            return
        screen.advance(0.05)
    raise AssertionError("It has not come about.")


def test_it_waits_for_the_first_checkpoint(tmp_path):
    """Without one there are no boards; the first that is written begins to play by itself."""
    screen = a_screen(tmp_path)
    screen.advance(0.02)
    assert any(words.startswith("Waiting for the first checkpoint") for words in texts(lay(screen)))
    assert len(lay(screen)) == 1
    add_net(tmp_path, "step_1.npz", 10)
    until(screen, lambda: len(lay(screen)) == 3)
    shown = texts(lay(screen))
    assert "ludo: training" in shown
    assert shown.count("step_1 plays all sides") == 2


def lay(screen):
    """The layers of the screen."""
    return screen.layers(*SIZE)


def test_checkpoints_play_and_new_ones_join(tmp_path):
    """Games follow each other on every board, wins are counted, the newest file is the first."""
    add_net(tmp_path, "step_9.npz", 10)
    add_net(tmp_path, "step_10.npz", 20)
    screen = a_screen(tmp_path)
    until(screen, lambda: len(screen.games.moves) >= 2)
    shown = texts(lay(screen))
    rows = [words for words in shown if words.startswith(("step_9,", "step_10,"))]
    assert [row.partition(",")[0] for row in rows] == ["step_10", "step_9"]
    scores = screen.games.scores.values()
    assert all(f"{score.wins} of {score.seats}" in shown for score in scores)
    assert sum(score.wins for score in scores) == len(screen.games.moves)
    assert any(words.endswith("moves a game on average") for words in shown)
    add_net(tmp_path, "step_11.npz", 30)
    known = screen.games.begun
    until(screen, lambda: screen.games.begun > known + 1)
    assert [one.name for one in screen.games.latest] == ["step_11", "step_10"]
    until(screen, lambda: any("step_11" in words for words in captions(screen)))


def captions(screen):
    """The lines below the boards."""
    return [words for words in texts(lay(screen)) if ": step_" in words or "(step_" in words]


def test_the_end_of_a_game_is_shown(tmp_path):
    """The winner is shown below the board for two seconds, and nobody has to press a key."""
    add_net(tmp_path, "step_1.npz", 10)
    screen = a_screen(tmp_path, boards=1, speed="at once")
    until(screen, lambda: bool(screen._boards[0]))
    until(screen, lambda: screen._boards[0].timeline.over)
    screen.options.speed = "fast"
    screen.advance(0.1)
    assert any(words.endswith("(step_1) won") for words in texts(lay(screen)))
    begun = screen.games.begun
    screen.advance(1.5)
    assert screen.games.begun == begun
    screen.advance(0.5)
    assert screen.games.begun == begun + 1


def test_it_is_paused_and_closed_by_keys_and_buttons(tmp_path):
    """Space, + and -, c and q work, and so do the buttons with the same meaning."""
    add_net(tmp_path, "step_1.npz", 10)
    screen = a_screen(tmp_path)
    until(screen, lambda: None not in screen._boards)
    screen.key("space")
    for _ in range(5):  # moves on their way arrive
        screen.advance(2.0)
    boards = [board.timeline.table.moves for board in screen._boards]
    for _ in range(20):
        screen.advance(0.5)
    assert [board.timeline.table.moves for board in screen._boards] == boards
    screen.press(*at(lay(screen), "pause"))
    assert not screen.paused
    screen.key("-")
    assert screen.options.speed == "fast"
    screen.press(*at(lay(screen), "colours"))
    assert screen.options.theme == "night"
    screen.press(*at(lay(screen), "leave"))
    assert screen.done


def test_an_agent_that_fails_is_named_and_play_goes_on(tmp_path):
    """The message says what has happened; another game begins on its board."""
    add_net(tmp_path, "step_1.npz", 10)
    screen = a_screen(tmp_path, boards=1)
    until(screen, lambda: screen.games.latest)
    (checkpoint,) = screen.games.latest
    net, failed = screen.games._agents[checkpoint], threading.Event()

    class Failing:
        name = "failing"

        def act(self, view):
            if not failed.is_set():
                failed.set()
                raise RuntimeError("no such layer")
            return net.act(view)

    screen.games._agents[checkpoint] = Failing()
    screen._boards = [None]
    until(screen, lambda: screen.games.moves)
    assert any("no such layer" in words for words in texts(lay(screen)))


@pytest.mark.parametrize("boards", [0, 10])
def test_the_boards_are_counted(tmp_path, boards):
    """There are one to nine boards."""
    with pytest.raises(LudoError, match=f"--boards is 1 to 9, not {boards}"):
        a_screen(tmp_path, boards)


@pytest.mark.parametrize("size", [(1200, 800), (600, 1000), (400, 300)])
@pytest.mark.parametrize("boards", [1, 4, 7, 9])
def test_boards_share_the_window(tmp_path, size, boards):
    """No board overlaps another one or the panel, or leaves the window."""
    add_net(tmp_path, "step_1.npz", 10)
    screen = a_screen(tmp_path, boards)
    screen.advance(0.01)
    *boards_shown, _ = screen.layers(*size)
    assert len(boards_shown) == boards
    found = [
        (one.x, one.y, one.x + one.scale * one.scene.width, one.y + one.scale * one.scene.height)
        for one in boards_shown
    ]
    for left, top, right, below in found:
        assert left >= 0
        assert top >= 0
        assert right <= size[0]
        assert below <= size[1]
    for first, one in enumerate(found):
        for other in found[:first]:
            apart = one[0] >= other[2] or other[0] >= one[2]
            assert apart or one[1] >= other[3] or other[1] >= one[3]
