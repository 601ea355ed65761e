"""The pytest plugin: fixtures that check users' code, with no effect on other test runs."""

import pathlib
import sys
from importlib.metadata import EntryPoint

import pytest

from ludo_env import LudoError, load_game, ludo_v0
from ludo_env.envs import BoardEnv
from ludo_env.testing import check_agent, check_env

ROOT = pathlib.Path(__file__).parents[2]
pytest_plugins = ["pytester"]

GOOD = """
    from ludo_env import ludo_v0
    from ludo_env.rules import bonus_finish

    class First:
        name = "first"
        def act(self, view):
            return view.actions[0]

    def test_rule(check_rule):
        spec = ludo_v0.spec(num_players=2)
        report = check_rule(bonus_finish(), spec, backends=("python",))
        assert report.games == EXPECTED

    def test_game(check_game):
        assert check_game(ludo_v0.spec(num_players=2), backends=("python",)).games == EXPECTED

    def test_own_number(check_game):
        spec = ludo_v0.spec(num_players=2)
        assert check_game(spec, games=1, backends=("python",)).games == 1

    def test_agent(check_agent):
        assert check_agent(First(), ludo_v0.spec(num_players=2)) > 10

    def test_env(check_env):
        def make(**settings):
            return ludo_v0.env(num_players=2, backend="python", **settings)
        assert check_env(make) > 10
"""
BAD = """
    from ludo_env import ludo_v0

    class Late:
        name = "late"
        def act(self, view):
            return view.game.actions + 5

    def test_agent(check_agent):
        check_agent(Late(), ludo_v0.spec(num_players=2))

    def test_rule(check_rule):
        check_rule("blocks")
"""
UNUSED = """
    import sys

    def test_nothing_is_imported():
        assert "pytest_ludo_env" in sys.modules
        assert not [name for name in sys.modules if name.partition(".")[0] in
                    ("ludo_env", "numpy", "numba", "gymnasium", "pettingzoo", "pygame")]
"""


@pytest.fixture(name="installed")
def _installed(tmp_path, monkeypatch):
    """Install the entry point of pyproject.toml, and nothing else, in a folder of its own."""
    points = (ROOT / "pyproject.toml").read_text("utf-8")
    line = points.partition("[project.entry-points.pytest11]\n")[2].partition("\n")[0]
    name, _, value = line.replace('"', "").partition(" = ")
    info = tmp_path / "site" / "ludo_env_dummy-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: ludo-env-dummy\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[pytest11]\n{name} = {value}\n")
    monkeypatch.setenv("PYTHONPATH", f"{info.parent}:{ROOT}")
    return EntryPoint(name, value, "pytest11")


def run(pytester, *arguments):
    """Run pytest in a process of its own, with all installed plugins."""
    return pytester.run(sys.executable, "-m", "pytest", "-p", "no:xdist", "-q", *arguments)


@pytest.mark.usefixtures("installed")
def test_the_fixtures_check_what_a_user_writes(pytester):
    """The fixtures check a rule, a game, an agent and an environment, with this many games."""
    pytester.makepyfile(GOOD.replace("EXPECTED", "2"))
    run(pytester, "--ludo-games", "2").assert_outcomes(passed=5)


@pytest.mark.usefixtures("installed")
def test_the_fixtures_refuse_what_is_wrong(pytester):
    """The error says in a sentence what is wrong."""
    pytester.makepyfile(BAD)
    done = run(pytester)
    done.assert_outcomes(failed=2)
    done.stdout.fnmatch_lines(
        [
            "*LudoError: The agent 'late' chose 10, at *; legal are 4.*",
            "*SpecError: check_rule takes a rule such as blocks(), not 'blocks'.*",
        ]
    )


@pytest.mark.usefixtures("installed")
def test_a_run_that_does_not_use_it_imports_nothing(pytester):
    """A run that does not use the plugin imports nothing, not even numpy."""
    pytester.makepyfile(UNUSED)
    run(pytester).assert_outcomes(passed=1)


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("number", ["0", "-1", "many"])
def test_a_wrong_number_of_games_is_refused(pytester, number):
    """A wrong number of games is a usage error of the command line."""
    done = run(pytester, f"--ludo-games={number}")
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    assert f"--ludo-games is a whole number from 1, not '{number}'." in done.stderr.str()


def test_the_entry_point_names_the_plugin(installed):
    """The entry point names the module at the place where the wheel has it."""
    plugin = installed.load()
    assert plugin.__name__ == installed.name == "pytest_ludo_env"
    assert pathlib.Path(plugin.__file__).parent == ROOT


class Chooser:
    """An agent that is a function."""

    name = "chooser"

    def __init__(self, choose):
        self.choose = choose

    def act(self, view):
        """Return the choice of the function."""
        return self.choose(view)


def drawn():
    """Return an agent that counts its calls, which no agent may do."""
    calls = []

    def choose(view):
        calls.append(view)
        return view.actions[len(calls) % len(view.actions)]

    return Chooser(choose)


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_agents_of_the_library_are_sound(name):
    """Agents of the library choose legal actions, and repeat their choices."""
    assert check_agent(name, load_game("ebb"), games=2) > 0
    assert check_agent(name, load_game("mensch"), games=1) > 20


@pytest.mark.parametrize(
    ("agent", "why"),
    [
        (object(), r"An agent has a name, a text, and act\(view\)"),
        (Chooser(lambda view: "left"), "chose 'left', which is not a whole number, at 'p0="),
        (Chooser(lambda view: 1 / 0), "raised ZeroDivisionError: division by zero, at 'p0="),
        (Chooser(lambda view: -1), "chose -1, at .*; legal are "),
        (drawn(), "with the same view, .* it must keep nothing, and draw from view.random"),
    ],
)
def test_an_agent_that_is_wrong_is_refused(agent, why):
    """Each mistake of an agent has a sentence of its own."""
    with pytest.raises(LudoError, match=why):
        check_agent(agent, load_game("mensch"))


@pytest.mark.parametrize(
    ("part", "answer", "why"),
    [
        ("explain", "", "^No rule objects to "),
        ("step", None, "^Illegal action .* was played in "),
    ],
)
def test_an_environment_that_is_wrong_is_refused(part, answer, why, monkeypatch):
    """The broken promise is in the message; no `assert` that `python -O` leaves out."""
    monkeypatch.setattr(BoardEnv, part, lambda *_: answer)
    with pytest.raises(LudoError, match=why):
        check_env(lambda **more: ludo_v0.env(num_players=2, backend="python", **more), games=1)
