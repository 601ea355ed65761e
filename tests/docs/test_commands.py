"""Code and commands shown in the README and on the pages of docs run as shown."""

import pathlib
import re

import pytest
from forked_programs import ForkedPrograms

from ludo_env import __main__ as cli

ROOT = pathlib.Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


FILE = re.compile(r"# (\w+\.py)\n")


def blocks(page):
    """Return the Python blocks of a page."""
    return re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)


def write_files(code, folder):
    """Write the blocks that begin with a file name into a folder."""
    for block in code:
        if named := FILE.match(block):
            (folder / named[1]).write_text(block)


# Pages that compile kernels no other test needs are left to the long run.
SLOW = {"rollout.md"}
EACH = [pytest.param(page, marks=[pytest.mark.long] * (page.name in SLOW)) for page in PAGES]


@pytest.fixture(scope="module")
def programs():
    """Return a function that runs the code of pages, each page in a process of its own."""
    server = ForkedPrograms()
    yield server
    server.close()


@pytest.mark.parametrize("page", EACH, ids=lambda page: page.name)
def test_code_on_pages_runs(page, programs, tmp_path):
    """Every Python block of every page runs unchanged, in a folder of its own."""
    write_files(blocks(page), tmp_path)
    status, printed = programs.run(blocks(page), tmp_path)
    assert status == 0, printed


def test_code_that_fails_is_noticed(programs, tmp_path):
    """Failing code is noticed by its exit status and output; the next program is unaffected."""
    status, printed = programs.run(["import ludo_env; ludo_env.mine = 1", "1 / 0"], tmp_path)
    assert status == 1
    assert "ZeroDivisionError" in printed
    assert programs.run(["import ludo_env; assert not hasattr(ludo_env, 'mine')"], tmp_path)[0] == 0
    assert programs.run(["raise SystemExit(3)"], tmp_path)[0] == 3


def test_the_readme_has_code():
    """The ten-line loop of the README is one of the blocks that are run."""
    assert any("agent_iter" in block for block in blocks(ROOT / "README.md"))


@pytest.mark.parametrize("options", [[], ["--teams"], ["--game", "strict", "--players", "2"]])
def test_demo(options, capsys):
    """The demo shows boards during play, and the result and the speed at the end."""
    assert cli.main(["demo", "--delay", "0", "--backend", "python", *options]) == 0
    out = capsys.readouterr().out
    assert out.count("step ") > 3
    last = out.strip().splitlines()[-1]
    assert re.fullmatch(
        r"player_\d( and player_\d)? won after \d+ steps \(seed 7\); [\d,]+ steps/s", last
    )


def test_demo_is_seeded(capsys):
    """The same seed gives the same game."""
    shown = []
    for _ in range(2):
        cli.main(["demo", "--delay", "0", "--seed", "3"])
        shown.append(capsys.readouterr().out.rsplit(";", 1)[0])
    assert shown[0] == shown[1]


def test_a_wrong_choice_is_one_sentence(capsys):
    """A wrong choice is refused with one sentence on stderr and exit status 2."""
    assert cli.main(["demo", "--players", "7"]) == 2
    err = capsys.readouterr().err
    assert err == "ludo-env: num_players is one of 2, 3, 4, not 7.\n"


def test_pieces_are_drawn_where_they_stand():
    """A piece, a stack and a finished piece appear in the text of the board."""
    from ludo_env import ludo_v0

    env = ludo_v0.env(render_mode="ansi")
    env.reset(options={"position": "p0=10,y,h3,f p1=7,7,7,y hit=0 turn=0 dice=5"})
    lines = env.render().splitlines()
    text = "\n".join(lines[:15])
    assert "G0" in text
    assert "3xY" in text
    assert "> player_0 green   10,y,h3,f  dice 5" in env.render()
    assert lines[7].count("G") == 2  # the lane and the home of the left arm
