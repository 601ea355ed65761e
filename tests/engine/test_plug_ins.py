"""Entry points of other packages: loaded when they are asked for, refused by name if they fail."""

import json
import re
import subprocess
import sys
import textwrap
import warnings
from dataclasses import replace

import pytest

from ludo_env import LudoError, SpecError, game_of, loose_ludo_v0, ludo_v0
from ludo_env._cli import main as cli
from ludo_env._engine import plug_ins
from ludo_env._engine.family_registry import FAMILIES, families, family_named, register_family
from ludo_env._engine.game_data import read
from ludo_env._engine.game_files import dump, load
from ludo_env._engine.kernel import BEGIN, PLAY, SETTLE, unpack_status
from ludo_env._render import keys as keys_of
from ludo_env._ui.menu import Menu
from ludo_env.agents import make_agent
from ludo_env.catalogue import (
    boards_of,
    game_names,
    games,
    listed_games,
    load_game,
    name_of,
    spec_with,
)
from ludo_env.play import Setup, Table, load_table, save_table
from ludo_env.render import scene_of
from ludo_env.rules import OVER
from ludo_env.testing import check_family

MODULE = '''
import tiny_family
from ludo_env import field, hooks, ludo_v0, rule
from ludo_env._families.track.family import TRACK

def game():
    return ludo_v0.spec(num_players=2).with_rules(dummy_rule())

def bad_game():
    raise RuntimeError("out of paper")

def no_game():
    return "ludo"

@rule(fields=(field("dummies", high=9, observe="value"),))
def dummy_rule(board, many: int = 1):
    """A rule that only remembers."""
    return hooks()

not_a_rule = 7

class Agent:
    """Plays the action of a number."""

    name = "dummy"

    def __init__(self, at=0):
        self.at = at
        if at < 0:
            raise ValueError("at is not negative")

    def act(self, view):
        return view.actions[self.at % len(view.actions)]

def no_agent():
    return 3

class Family(tiny_family.Tiny):
    name = "dummy_races"

    def by_default(self, spec):
        return ()

FAMILY = Family()

class Races(type(TRACK)):
    name = "dummy_track"

class Wordless(type(TRACK)):
    name = "wordless"

    def describe(self, game, record, action):
        return None

RACES, WORDLESS = Races(), Wordless()
winner_gets_one = tiny_family.winner_gets_one
'''
POINTS = """
[ludo_env.games]
dummy = dummies:game
ludo = dummies:bad_game
broken_game = dummies:bad_game
no_game = dummies:no_game
absent_game = dummies_absent:game

[ludo_env.rules]
dummy_rule = dummies:dummy_rule
winner = dummies:winner_gets_one
dice = dummies:not_a_rule
broken_rule = dummies:nothing
not_a_rule = dummies:not_a_rule
exiting_rule = dummies_exit:rule

[ludo_env.families]
dummy_races = dummies:FAMILY
dummy_track = dummies:RACES
wordless = dummies:WORDLESS
misnamed = dummies:FAMILY
track = dummies:not_a_rule
no_family = dummies:not_a_rule
broken_family = dummies_broken:FAMILY

[ludo_env.agents]
dummy = dummies:Agent
random = dummies:no_agent
no_agent = dummies:no_agent
not_callable = dummies:not_a_rule
broken_agent = dummies_broken:Agent
"""


# These warnings are ignored, except where a test catches them.
pytestmark = pytest.mark.filterwarnings("ignore:.*it is left out:RuntimeWarning")


@pytest.fixture(name="package")
def _package(tmp_path, monkeypatch):
    """Install a package with entry points of all kinds, good and bad, in a folder of its own."""
    info = tmp_path / "dummies-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: dummies\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(POINTS)
    (tmp_path / "dummies.py").write_text(MODULE)
    (tmp_path / "dummies_broken.py").write_text("raise ImportError('no such thing')")
    (tmp_path / "dummies_exit.py").write_text("raise SystemExit(3)")
    monkeypatch.syspath_prepend(str(tmp_path))
    kept = dict(FAMILIES)
    plug_ins.plug_ins.cache_clear()
    games.cache_clear()
    yield tmp_path
    FAMILIES.clear()
    FAMILIES.update(kept)
    for name in [name for name in sys.modules if name.startswith("dummies")]:
        del sys.modules[name]
    plug_ins.plug_ins.cache_clear()
    games.cache_clear()


@pytest.mark.usefixtures("package")
def test_a_game_is_found_by_its_name():
    """The game is listed without an import, and can be played."""
    assert {"dummy", "broken_game", "ludo"} <= {*game_names()}
    assert "dummies" not in sys.modules
    spec = load_game("dummy")
    assert (spec.players, spec.rules[-1].name) == (2, "dummy_rule")
    assert name_of(spec) == "dummy"
    assert games()["dummy"].players == (2,)
    assert games()["dummy"].summary == "A game of another package: dummies:game."
    env = loose_ludo_v0.env("dummy", backend="python")
    env.reset(seed=1)
    assert "kept by the rule dummy_rule" in "".join(
        map(str, env.explain_observation(env.last()[0]))
    )
    assert spec_with("dummy", 2) == spec


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("broken_game", "'broken_game' .*'dummies:bad_game' cannot be loaded: it raised Runtime"),
        ("no_game", "'no_game' .* is 'ludo', not a Spec"),
        ("absent_game", "'absent_game' .* cannot be loaded: No module named 'dummies_absent'"),
    ],
)
def test_a_game_that_fails_is_refused_by_its_name(name, why):
    """The other games and the library go on."""
    with pytest.raises(SpecError, match=why) as caught:
        load_game(name)
    assert str(caught.value).count(". ") == 0
    assert games()[name].players == (2,)
    assert load_game("dummy").players == 2
    assert boards_of(FAMILIES["track"])
    assert name_of(load_game("ludo")) == "ludo"


@pytest.mark.usefixtures("package")
def test_names_of_the_library_come_first():
    """A name that the library has is never looked up elsewhere."""
    assert load_game("ludo").players == 4
    assert make_agent("random").name == "random"
    assert family_named("track") is FAMILIES["track"]
    rules = load_game("ludo").to_dict()
    assert rules["rules"]
    spec, wrong = read(rules)
    assert (spec, wrong) == (load_game("ludo"), [])
    assert "dummies" not in sys.modules


@pytest.mark.usefixtures("package")
def test_a_rule_is_found_by_its_name_in_files(tmp_path):
    """The rule needs no trust, and a dump can be read back."""
    data = load_game("ludo").to_dict()
    data["rules"].append({"rule": "dummy_rule", "many": 3})
    spec, wrong = read(data, trial=False)
    assert wrong == []
    assert "dummy_rule(many=3)" in map(repr, spec.rules)
    dump(spec, tmp_path / "mine.toml")
    assert load(tmp_path / "mine.toml", trial=False) == spec


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("broken_rule", "'broken_rule' .*'dummies:nothing' cannot be loaded: it raised Attr"),
        ("not_a_rule", "'not_a_rule' .* is 7, not a function with @rule"),
        ("exiting_rule", r"'exiting_rule' .* cannot be loaded: it called sys.exit\(3\)"),
        ("dummy_rul", "unknown rule 'dummy_rul'; did you mean 'dummy_rule'?"),
    ],
)
def test_a_rule_that_fails_is_refused_by_its_name(name, why):
    """A game with a good rule of the same package goes on."""
    data = load_game("ludo").to_dict()
    data["rules"].append({"rule": name})
    with pytest.raises(SpecError, match=why):
        load_game(data)
    data["rules"][-1] = {"rule": "dummy_rule"}
    assert read(data, trial=False)[0] is not None


@pytest.mark.usefixtures("package")
def test_a_family_is_found_by_its_name_in_files():
    """A game of the family is read and played."""
    data = {
        "name": "mine",
        "family": "dummy_races",
        "board": {"goal": 9},
        "rules": [{"rule": "winner"}],
    }
    assert "dummies" not in sys.modules
    spec, wrong = read(data)
    assert wrong == []
    assert spec.family.name == "dummy_races"
    assert FAMILIES["dummy_races"] is spec.family
    session = game_of(spec, "python").session("compact", seed=2)
    status = session.run(BEGIN | SETTLE, 0)
    while unpack_status(status)[1] < OVER:
        status = session.run(PLAY | SETTLE, 1)
    assert session.record["points"].max() >= 9
    assert load_game("ludo").family is FAMILIES["track"]


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("no_family", "'no_family' .* is 7, not a family of games"),
        ("misnamed", "'misnamed' .* not a family named 'misnamed'"),
        ("broken_family", "'broken_family' .* cannot be loaded: no such thing"),
        ("trak", "Unknown family 'trak'; did you mean 'track'?"),
        (3, "Unknown family 3; known are .*dummy_track, grid, misnamed"),
    ],
)
def test_a_family_that_fails_is_refused_by_its_name(name, why):
    """Games of the library's families go on."""
    with pytest.raises(SpecError, match=why):
        load_game({**load_game("ludo").to_dict(), "family": name})
    assert load_game("generals").family is FAMILIES["grid"]


def test_the_name_of_a_family_is_taken_once():
    """A second family of a name is refused."""
    impostor = type("Impostor", (), {"name": "track", "__module__": "elsewhere"})()
    with pytest.raises(SpecError, match="There is a family 'track' already"):
        register_family(impostor)
    assert register_family(FAMILIES["track"]) is FAMILIES["track"]


@pytest.mark.usefixtures("package")
def test_an_agent_is_found_by_its_name():
    """The agent takes parameters like those of the library."""
    agent = make_agent("dummy:at=2")
    assert (agent.name, agent.at) == ("dummy", 2)


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("no_agent", r"'no_agent' .* is 3, not an agent with a name and act\(view\)"),
        ("not_callable", "'not_callable' .* is 7, not a class of agents"),
        ("broken_agent", "'broken_agent' .* cannot be loaded: no such thing"),
        ("dummy:at=-1", "The agent 'dummy:at=-1' cannot be made: at is not negative"),
        ("dummy:to=1", "The agent 'dummy' has no 'to'; known are at"),
        ("dumy", "Unknown agent 'dumy'; did you mean 'dummy'?"),
    ],
)
def test_an_agent_that_fails_is_refused_by_its_name(text, why):
    """The error names the agent, and others go on."""
    with pytest.raises(LudoError, match=why):
        make_agent(text)
    assert make_agent("dummy").at == 0


@pytest.mark.usefixtures("package")
def test_lists_leave_out_a_game_that_fails():
    """Each is named in a warning, once; the library's games and the good ones are all there."""
    with pytest.warns(RuntimeWarning) as warned:
        listed = listed_games()
    said = sorted(str(warning.message) for warning in warned)
    names = ["absent_game", "broken_game", "no_game"]
    assert len(said) == len(names)
    for name, sentence in zip(names, said, strict=True):
        assert sentence.startswith(f"The game '{name}' of the entry point 'dummies")
        assert sentence.endswith("; it is left out.")
    assert {*game_names()} - {*listed} == {*names}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert listed_games() == listed
        assert name_of(load_game("dummy")) == "dummy"


@pytest.mark.usefixtures("package")
def test_the_menu_shows_games_and_agents_of_other_packages():
    """A game can be chosen; those that fail are not there; an agent can take a seat."""
    menu = Menu(Setup(game="dummy", players=2), lambda setup: None)
    for size in ((1000, 700), (500, 900)):
        keys = {spot.key for layer in menu.layers(*size) for spot in layer.scene.spots}
        shown = {key.game for key in keys if isinstance(key, keys_of.Play)}
        assert shown == {*game_names()} - {"absent_game", "broken_game", "no_game"}
    rows = {row.key: row for row in menu.rows}
    assert {"human", "dummy", "greedy"} <= {*rows[keys_of.Seat(1)].choices}


@pytest.mark.usefixtures("package")
def test_an_agent_of_another_package_sits_on_the_other_seats():
    """It is an opponent of a learner, by its name and parameters."""
    env = ludo_v0.single_env(opponents="dummy:at=1", num_players=2, backend="python")
    env.reset(seed=1)
    for _ in range(20):
        action = int(env.action_masks().argmax())
        if env.step(action)[2]:
            break
    with pytest.raises(LudoError, match=r"Unknown agent 'dumy'; did you mean 'dummy'\?"):
        ludo_v0.single_env(opponents="dumy")


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize(
    ("command", "there", "absent"),
    [
        (["games"], r"^dummy +2  A game of another package: dummies:game\.$", "broken_game"),
        (["agents"], r"^dummy +Plays the action of a number\.$", "broken_agent"),
        (["rules", "list"], r"^  dummy_rule +A rule that only remembers\.$", "broken_rule"),
        (["rules", "list"], r"^dummy_track:$", "broken_family"),
        (["rules", "show", "dummy_rule"], r"^from: dummies:dummy_rule$", "broken_rule"),
    ],
)
def test_commands_list_what_other_packages_add(command, there, absent, capsys):
    """Beside what the library has; what fails is left out."""
    assert cli.main(command) == 0
    out = capsys.readouterr().out
    assert re.search(there, out, re.MULTILINE)
    assert absent not in out


@pytest.mark.usefixtures("package")
def test_a_game_is_saved_although_one_of_its_name_fails(tmp_path):
    """The game is written as a whole, and read back without the package."""
    spec = replace(load_game("strict"), name="broken_game")
    save_table(Table(spec, [], 1, backend="python"), tmp_path / "game.json")
    data = json.loads((tmp_path / "game.json").read_text())
    assert data["game"]["name"] == "broken_game"
    assert load_table(tmp_path / "game.json").game.spec == spec


@pytest.mark.usefixtures("package")
def test_a_list_of_families_leaves_out_one_that_fails():
    """The other families can be used."""
    with pytest.warns(RuntimeWarning, match="'broken_family' .* no such thing; it is left out"):
        found = families()
    assert {"track", "grid", "dummy_races", "dummy_track"} <= {*found}
    assert not {"broken_family", "no_family", "misnamed"} & {*found}


@pytest.mark.usefixtures("package")
def test_a_family_of_another_package_can_be_checked():
    """All its parts are checked; one that is missing or fails is named."""
    data = load_game("ludo").to_dict()
    spec = load_game({**data, "family": "dummy_track"})
    assert check_family(spec, games=1, backends=("python",)).decisions > 50
    wordless = load_game({**data, "family": "wordless"})
    with pytest.raises(SpecError, match="'wordless' answers describe with None, at 'p0="):
        check_family(wordless, games=1, backends=("python",))
    other = load_game(
        {
            "name": "mine",
            "family": "dummy_races",
            "board": {"goal": 9},
            "rules": [{"rule": "winner"}],
        }
    )
    with pytest.raises(SpecError, match="'dummy_races' has no pictures, read, hand_dice"):
        check_family(other)
    with pytest.raises(LudoError, match="'dummy_races' cannot be drawn: it names no module"):
        scene_of(game_of(other, "python"), game_of(other, "python").session("compact").save()[0])


@pytest.mark.parametrize("name", ["ludo", "tock", "generals"])
def test_the_families_of_the_library_pass_the_check(name):
    """Games with dice, cards and units pass it."""
    assert check_family(load_game(name), games=1, backends=("python",)).games == 1


def test_importing_the_library_imports_no_other_package(package):
    """Importing does not even read the entry points."""
    code = """
        import importlib.metadata, sys
        def refused(**_):
            raise AssertionError("entry points were read")
        importlib.metadata.entry_points, kept = refused, importlib.metadata.entry_points
        import ludo_env, ludo_env.agents, ludo_env.rules, ludo_env.testing
        ludo_env.load_game
        importlib.metadata.entry_points = kept
        print([name for name in sys.modules if name.startswith("dummies")])
    """
    path = f"import sys; sys.path.insert(0, {str(package)!r})\n"
    done = subprocess.run(
        [sys.executable, "-c", path + textwrap.dedent(code)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == "[]"
