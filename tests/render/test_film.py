"""Films and pictures of replays, read back: number and size of pictures, and duration."""

import sys

import pygame
import pytest
from game_tables import random_replay

from ludo_env import LudoError
from ludo_env import __main__ as cli
from ludo_env.catalogue import game_names
from ludo_env.play import write_film, write_picture
from ludo_env.render import CLEAR, NIGHT

EXTRA = "films need the extra `video`"


def passes(replay):
    """Return the number of passes."""
    return sum(action == replay.game.pass_action for action in replay.actions)


def stills(replay, seconds):
    """Return the number of pictures of a film, with up to five more for each move but a pass."""
    moves = len(replay.actions) - passes(replay)
    return 1 + len(replay.actions) + moves * min(5, int(0.6 * seconds * 12.5))


@pytest.mark.parametrize("ending", ["gif", "webp"])
@pytest.mark.parametrize("seconds", [0.1, 0.4])
def test_an_animation_has_all_pictures_and_its_time(ending, seconds, tmp_path):
    """Pillow finds the seconds for each move, fewer for a pass, and two more at the end."""
    image = pytest.importorskip("PIL.Image", reason=EXTRA)
    replay, path = random_replay("ludo", 30), tmp_path / f"game.{ending}"
    write_film(replay, path, 160, seconds)
    with image.open(path) as film:
        assert max(film.size) == 160
        assert film.n_frames == stills(replay, seconds)
        lengths = []
        for frame in range(film.n_frames):
            film.seek(frame)
            film.load()
            lengths.append(film.info["duration"])
    assert passes(replay) > 5
    time = (31 - 0.7 * passes(replay)) * seconds + 2
    assert sum(lengths) == pytest.approx(1000 * time, rel=0.02)
    assert min(lengths) >= 20
    assert path.stat().st_size < 1_000_000


def test_a_video_has_its_time(tmp_path):
    """It has twenty-five pictures a second, in an even size."""
    pytest.importorskip("imageio_ffmpeg", reason=EXTRA)
    import imageio.v2 as imageio

    replay, path = random_replay(moves=10), tmp_path / "game.mp4"
    write_film(replay, path, 201, 0.2)
    with imageio.get_reader(path) as film:
        assert film.get_meta_data()["fps"] == 25
        pictures = list(film.iter_data())
    assert len(pictures) == round(25 * ((11 - 0.7 * passes(replay)) * 0.2 + 2))
    height, width, _ = pictures[0].shape
    assert (height % 2, width % 2, max(height, width)) == (0, 0, 200)
    assert (pictures[0] != pictures[-1]).any()


@pytest.mark.parametrize("game", game_names())
def test_a_picture_of_every_game(game, tmp_path):
    """The picture has the state after a move, and differs after another move."""
    replay, path = random_replay(game, 25), tmp_path / "game.png"
    shown = []
    for move in (0, 25, None):
        write_picture(replay, path, move, 180)
        picture = pygame.image.load(path)
        assert max(picture.get_size()) == 180
        shown.append(pygame.image.tobytes(picture, "RGB"))
    assert shown[0] != shown[1]
    assert shown[1] == shown[2]


def test_themes_differ(tmp_path):
    """The three themes give different pictures."""
    shown = set()
    for theme in (NIGHT, CLEAR):
        write_picture(random_replay(), tmp_path / "game.png", theme=theme)
        shown.add((tmp_path / "game.png").read_bytes())
    write_picture(random_replay(), tmp_path / "game.png")
    shown.add((tmp_path / "game.png").read_bytes())
    assert len(shown) == 3


@pytest.mark.parametrize(
    ("name", "keywords", "sentence"),
    [
        ("x.avi", {}, "A film ends in .gif, .webp, .mp4, not 'x.avi'."),
        ("x.gif", {"size": 0}, "A picture is 64 to 8192 pixels large, not 0."),
        ("x.gif", {"size": 10**9}, "A picture is 64 to 8192 pixels large"),
        ("x.gif", {"seconds": 0}, "A move takes 0.05 to 60.0 seconds, not 0."),
        ("x.gif", {"seconds": float("nan")}, "A move takes 0.05 to 60.0 seconds, not nan."),
        ("no/where/x.gif", {}, "cannot be written: No such file or directory."),
    ],
)
def test_a_film_that_cannot_be_is_refused(name, keywords, sentence, tmp_path):
    """The error is a sentence, and no file is left."""
    pytest.importorskip("PIL.Image", reason=EXTRA)
    with pytest.raises(LudoError) as refused:
        write_film(random_replay(), tmp_path / name, **keywords)
    assert sentence in str(refused.value)
    assert not list(tmp_path.iterdir())


def test_pictures_that_cannot_be_are_refused(tmp_path):
    """A move that the game does not have, and another ending, are refused."""
    with pytest.raises(LudoError, match=r"^Unknown move 13; the moves of this game are 0 to 12\.$"):
        write_picture(random_replay(), tmp_path / "x.png", 13)
    with pytest.raises(LudoError, match=r"^A picture ends in \.png, not 'x\.jpg'\.$"):
        write_picture(random_replay(), tmp_path / "x.jpg")


def test_a_failure_leaves_the_old_film(tmp_path):
    """The old film stays until the new one is complete; no other file is left."""
    pytest.importorskip("PIL.Image", reason=EXTRA)
    path, replay = tmp_path / "game.gif", random_replay()
    write_film(replay, path, 100)
    before = path.read_bytes()

    def interrupted(done, count):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_film(random_replay("ludo"), path, 100, progress=interrupted)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
    write_film(random_replay("ludo"), path, 100)
    assert path.read_bytes() != before


def test_nothing_else_is_written_over(tmp_path):
    """A file that only has the name of a film is not overwritten."""
    path = tmp_path / "letter.png"
    path.write_text("Dear Ludo")
    with pytest.raises(LudoError, match=r"is another kind of file; it is not overwritten\.$"):
        write_picture(random_replay(), path)
    assert path.read_text() == "Dear Ludo"


def test_progress_is_reported(tmp_path):
    """After each picture it reports how many of how many are done."""
    pytest.importorskip("PIL.Image", reason=EXTRA)
    replay, report = random_replay(), []
    write_film(replay, tmp_path / "x.gif", 100, progress=lambda *count: report.append(count))
    count = stills(replay, 0.4)
    assert report == [(done, count) for done in range(1, count + 1)]


@pytest.mark.parametrize(("name", "module"), [("x.mp4", "imageio.v2"), ("x.gif", "PIL.Image")])
def test_without_the_extra_it_is_said_how_to_get_it(name, module, tmp_path, monkeypatch, capsys):
    """One sentence has the command to install it, and no file is written."""
    monkeypatch.setitem(sys.modules, module, None)
    arguments = ["record", "--game", "mensch", "--most-moves", "2", "--seed", "1"]
    assert cli.main([*arguments, "--out", str(tmp_path / name)]) == 2
    err = capsys.readouterr().err
    assert 'which is not installed: pip install "ludo-env[video]"' in err
    assert not list(tmp_path.iterdir())


def test_record_by_the_command_line(tmp_path, capsys):
    """The command draws a move, in a theme and a size."""
    path = tmp_path / "game.png"
    arguments = ["--game", "ludo", "--seed", "5", "--most-moves", "9", "--size", "100"]
    assert (
        cli.main(["record", *arguments, "--theme", "night", "--move", "4", "--out", str(path)]) == 0
    )
    assert capsys.readouterr().out.endswith("ludo, not ended after 9 moves (seed 5).\n")
    assert max(pygame.image.load(path).get_size()) == 100
