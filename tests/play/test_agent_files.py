"""Agents in users' files and modules: given as a text, wherever agents are named."""

import pickle
import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from agent_files import HUNTER, write

import ludo_env
from ludo_env import LudoError, game_of, load_game, ludo_v0
from ludo_env import __main__ as cli
from ludo_env.agents import View, make_agent, names_code, split_agents
from ludo_env.arena import match
from ludo_env.arena.batch_play import play_parcel
from ludo_env.arena.plan import Plan
from ludo_env.play import Table
from ludo_env.testing import check_agent

SMALL = {"backend": "python", "max_steps": 40}


@pytest.fixture(name="here")
def _here(tmp_path, monkeypatch):
    """Return a folder with an agent file, and make it the current one."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "my_agent.py", HUNTER)
    return tmp_path


# Texts


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("greedy,random", ["greedy", "random"]),
        (
            "greedy,rollout:samples=9,depth=2,random",
            ["greedy", "rollout:samples=9,depth=2", "random"],
        ),
        ("my_agent.py:Mine,depth=2,random", ["my_agent.py:Mine:depth=2", "random"]),
        ("my_agent.py:Mine:depth=2,c=3,human", ["my_agent.py:Mine:depth=2,c=3", "human"]),
        ("pkg.mod:Mine,a=1, pkg.mod:Mine", ["pkg.mod:Mine:a=1", "pkg.mod:Mine"]),
        ("random,runs/lr=0.1/a b.py:Mine", ["random", "runs/lr=0.1/a b.py:Mine"]),
        ("mine:of=file.py:Thing,n=1", ["mine:of=file.py:Thing,n=1"]),
    ],
)
def test_several_agents_in_one_text(text, parts):
    """A comma separates agents, and parameters of one agent."""
    assert split_agents(text) == parts


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("greedy", False),
        ("rollout:samples=5", False),
        ("rollout:Samples", False),
        ("human", False),
        ("unknown", False),
        ("unknown:key=value.py", False),
        ("my_agent.py:Hunter", True),
        ("my_agent.py", True),
        ("my_agent.py:least=2", True),
        ("os:abort", True),
        ("package.module:Class.inner:a=1", True),
    ],
)
def test_texts_that_name_code(text, code):
    """Texts can name modules and files; a known name is never read as one."""
    assert names_code(text) is code


# Finding agents


@pytest.mark.parametrize("name", ["my_agent.py", "./my_agent.py", "in/a folder/v1.2/my agent.py"])
@pytest.mark.parametrize("thing", ["Hunter", "make_hunter", "ready"])
def test_a_class_a_function_or_an_agent_of_a_file(here, name, thing):
    """A relative path, also with spaces and dots, starts at the current folder."""
    write(here, name, HUNTER)
    agent = make_agent(f"{name}:{thing}")
    assert agent.name == "hunter"
    assert check_agent(agent, games=1) > 50


def test_parameters_follow_the_class(here):
    """Parameters follow as they do after the name of an agent."""
    assert make_agent("my_agent.py:Hunter:least=2").least == 2
    assert make_agent("my_agent.py:make_hunter:least=3").least == 3
    assert make_agent(f"{here}/my_agent.py:Hunter:").least == 1


def test_a_file_is_imported_once_for_each_content(here):
    """The class is the same until the file is changed; a copy elsewhere is another class."""
    first = type(make_agent("my_agent.py:Hunter"))
    assert type(make_agent(f"{here}/my_agent.py:Hunter:least=2")) is first
    assert first.__module__.startswith("_ludo_env_agent_")
    write(here, "my_agent.py", HUNTER.replace("hunter", "poacher"))
    assert make_agent("my_agent.py:Hunter").name == "poacher"
    write(here, "copy/my_agent.py", HUNTER)
    assert type(make_agent("copy/my_agent.py:Hunter")) is not first


def test_neighbours_of_a_file_are_found_and_kept_apart(here):
    """Two folders can each have a net.py, imported at the top or where the agent is made."""
    code = """
        from dataclasses import dataclass

        import net

        @dataclass
        class Mine:
            name: str = net.NAME

            def __post_init__(self):
                import parts.layers
                assert parts.layers.OF == net.NAME

            def act(self, view):
                return view.actions[net.AT]
    """
    for folder, at in (("v1", 0), ("v2", -1)):
        write(here, f"{folder}/agent.py", code)
        write(here, f"{folder}/net.py", f"NAME, AT = {folder!r}, {at}")
        write(here, f"{folder}/parts/__init__.py", "")
        write(here, f"{folder}/parts/layers.py", f"OF = {folder!r}")
    before, path = set(sys.modules), list(sys.path)
    agents = [make_agent(f"{folder}/agent.py:Mine") for folder in ("v1", "v2", "v1")]
    assert [agent.name for agent in agents] == ["v1", "v2", "v1"]
    game = game_of(ludo_v0.spec(2), "python")
    view = View(game, game.read("p0=3,9,y,y turn=0 dice=2")[0], np.random.default_rng(0))
    assert [agent.act(view) for agent in agents] == [0, 1, 0]
    assert sys.path == path
    assert all(name.startswith("_ludo_env_agent_") for name in set(sys.modules) - before)


def test_modules_of_the_program_are_not_taken_for_neighbours(here, monkeypatch):
    """The program's own module `net` is another one, and does not change."""
    write(here, "program/odd_net.py", "NAME = 'program'")
    monkeypatch.syspath_prepend(str(here / "program"))
    import odd_net

    write(here, "agents/odd_net.py", "NAME = 'neighbour'")
    code = "import odd_net\n" + HUNTER.replace('"hunter"', "odd_net.NAME")
    write(here, "agents/mine.py", code)
    assert make_agent("agents/mine.py:Hunter").name == "neighbour"
    assert sys.modules["odd_net"] is odd_net


def test_a_module_of_the_current_folder_is_found(here):
    """The command itself finds it, although its path begins elsewhere; parameters work too."""
    write(here, "my_package/__init__.py", "")
    write(here, "my_package/agents.py", HUNTER)
    text = "my_package.agents:Hunter:least=2"
    words = ["arena", "--agents", f"{text},random,random,random", "--games", "1", "--quiet"]
    words += ["--backend", "python"]
    code = f"import sys; del sys.path[0]; from ludo_env import __main__; __main__.main({words})"
    how = {"capture_output": True, "text": True}
    done = subprocess.run([sys.executable, "-c", code], cwd=here, check=True, **how)
    assert text in done.stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("absent.py:Mine", "The agent file absent.py cannot be read: No such file or directory."),
        ("absent.module:Mine", "'absent.module' is neither an agent nor a module; known are "),
        ("Mine", "Unknown agent 'Mine'; known are expert, greedy, "),
        ("Mine", ", rollout, and your own as file.py:Class."),
        ("rolout:Samples", "is neither an agent nor a module; did you mean 'rollout'?"),
        ("os.absent:Mine", "cannot be imported: ModuleNotFoundError: No module named 'os.absent'"),
        ("my_agent.py", "names a file, and not the agent in it; it has my_agent.py:Hunter"),
        ("my_agent.py:least=2", "names a file, and not the agent in it; it has my_agent.py:Hunter"),
        ("my_agent.py:Huntress", "my_agent.py has no 'Huntress'; it has my_agent.py:Hunter, "),
        ("my_agent.py:number", "'my_agent.py:number' names 7, not an agent, or a class of agents."),
        ("my_agent.py:Hunter:most=2", "'my_agent.py:Hunter' has no 'most'; known are least."),
        ("my_agent.py:ready:least=2", "is an agent already, and takes no parameters."),
        ("broken.py:Mine", "imported: SyntaxError: "),
        ("broken.py:Mine", " in broken.py, line 3."),
        ("raising.py:Mine", "ZeroDivisionError: division by zero in "),
        ("raising.py:Mine", " in raising.py, line 4."),
        ("importing.py:Mine", " in raising.py, line 4."),
        ("exiting.py:Mine", "called sys.exit(3) in "),
        ("lacking.py:Nameless", "has no name, such as a line name = 'mine' in its class."),
        ("lacking.py:function", "cannot be made: function() missing 2 required"),
        ("lacking.py:Idle", "does not make an agent with a name and act(view): "),
        ("lacking.py:Failing", "cannot be made: no weights in "),
        ("lacking.py:Failing", " in lacking.py, line 12."),
    ],
)
def test_what_cannot_be_made_is_one_sentence(here, text, said):
    """The sentence names the text and, for an error in the file, the line."""
    write(here, "broken.py", "import os\n\nclass Mine\n    pass\n")
    write(here, "raising.py", "def half():\n    return 1\n\nhalf() / 0\n")
    write(here, "importing.py", "import raising\n")
    write(here, "exiting.py", "import sys\nsys.exit(3)\n")
    write(
        here,
        "lacking.py",
        """
        class Nameless:
            def act(self, view): return 0

        class Idle: pass

        def function(observation, mask): return mask.argmax()

        class Failing:
            name = "failing"
            def __init__(self):
                raise OSError("no weights")
        """,
    )
    with pytest.raises(LudoError) as caught:
        make_agent(text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_module_that_failed_can_be_mended(here):
    """Nothing of the first attempt remains."""
    write(here, "mended.py", "oops")
    with pytest.raises(LudoError, match="NameError"):
        make_agent("mended.py:Hunter")
    write(here, "mended.py", HUNTER)
    assert make_agent("mended.py:Hunter").name == "hunter"


# Playing


@pytest.mark.parametrize("engine", ["inline", "process"])
def test_it_plays_in_the_arena(here, engine):
    """The table is the same on both engines, by the text and with an object from the file."""
    agents = ["my_agent.py:Hunter", make_agent("my_agent.py:Hunter:least=9"), "random", "random"]
    jobs = 2 if engine == "process" else 1
    result = match(agents, "ludo", 4, seed=2, engine=engine, jobs=jobs, **SMALL)
    assert result == match(agents, "ludo", 4, seed=2, **SMALL)
    assert [row.name for row in result.agents][:2] == ["my_agent.py:Hunter", "hunter"]


def test_other_processes_import_the_content_of_this_one(here):
    """A change to the file while a run goes on does not change the run."""
    plan = Plan(load_game("ludo"), ("my_agent.py:Hunter", "random", "random", "random"), 4)
    parcel = plan.checked().packed()
    write(here, "my_agent.py", HUNTER.replace("hunter", "poacher"))
    code = (
        "import pickle, sys; from ludo_env.arena.plan import Plan; "
        "print(Plan.unpacked(pickle.load(sys.stdin.buffer)).make_agents()[0].name)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(parcel), capture_output=True, check=True
    )
    assert done.stdout.split() == [b"hunter"]


def test_a_task_of_a_cluster_needs_no_file(here, tmp_path_factory):
    """What a machine is sent is enough in any folder to play the same games."""
    agents = ["my_agent.py:Hunter", make_agent("my_agent.py:Hunter:least=2"), "random", "random"]
    plan = Plan(load_game("ludo"), tuple(agents), 2, **SMALL).checked()
    parcel = plan.packed()
    (here / "my_agent.py").unlink()
    code = (
        "import pickle, sys; from ludo_env.arena.cluster import play_task; "
        "games = play_task([], pickle.load(sys.stdin.buffer), [0, 1]); "
        "print([(game.returns, game.decisions) for game in games])"
    )
    how = {"cwd": tmp_path_factory.mktemp("elsewhere"), "capture_output": True}
    sent = pickle.dumps(parcel)
    done = subprocess.run([sys.executable, "-c", code], input=sent, check=True, **how)
    games = play_parcel(parcel, [0, 1])
    assert done.stdout.decode().strip() == str([(one.returns, one.decisions) for one in games])


def test_a_run_does_not_go_on_with_another_agent(here):
    """A folder with games of an older content of the file is refused."""
    agents = ["my_agent.py:Hunter", "random", "random", "random"]
    first = match(agents, "ludo", 2, out="run", **SMALL)
    assert match(agents, "ludo", 2, out="run", **SMALL).played == 0
    assert first.played == 2
    write(here, "my_agent.py", HUNTER + "# slower now\n")
    with pytest.raises(LudoError, match=r"is of another run: its files is .*choose another folder"):
        match(agents, "ludo", 2, out="run", **SMALL)


def test_it_is_an_opponent(here):
    """On one seat or many, the games are those of the object."""
    own = {"backend": "python", "opponents": "my_agent.py:Hunter"}
    env = gymnasium.make("ludo_env/Ludo-v0", **own)
    envs = gymnasium.make_vec("ludo_env/Ludo-v0", 2, **own)
    seat = ludo_v0.single_env(backend="python", opponents=make_agent("my_agent.py:Hunter"))
    seen, _ = env.reset(seed=3)
    rows, infos = envs.reset(seed=3)
    other, _ = seat.reset(seed=3)
    for _ in range(15):
        np.testing.assert_array_equal(seen, rows[0])
        np.testing.assert_array_equal(seen, other)
        actions = infos["action_mask"].argmax(axis=1)
        seen, _, ended, _, _ = env.step(int(actions[0]))
        rows, _, _, _, infos = envs.step(actions)
        other = seat.step(int(actions[0]))[0]
        assert not ended


def test_it_is_an_opponent_in_other_processes(here):
    """Gymnasium's vector of processes makes the agent there, from its text."""
    own = {"backend": "python", "opponents": "my_agent.py:Hunter", "num_players": 2}
    envs = gymnasium.make_vec("ludo_env/Ludo-v0", 2, vectorization_mode="async", **own)
    seen = envs.reset(seed=3)[0]
    envs.close()
    np.testing.assert_array_equal(
        seen, gymnasium.make_vec("ludo_env/Ludo-v0", 2, **own).reset(seed=3)[0]
    )


def test_it_sits_at_a_table(here):
    """A text or an object is accepted; the list of seats has texts and names."""
    Own = type(make_agent("my_agent.py:Hunter"))  # noqa: N806
    table = Table(load_game("mensch"), seats=["my_agent.py:Hunter", Own(), "greedy"], seed=1)
    assert table.seats == ["my_agent.py:Hunter", "hunter", "greedy", "random"]
    for _ in range(30):
        table.play(table.choose())


def test_a_class_is_no_player(here):
    """An object of the class is needed; the sentence says so, also for functions."""
    Own = type(make_agent("my_agent.py:Hunter"))  # noqa: N806
    for use in (
        lambda: Table(load_game("mensch"), [Own], 1),
        lambda: match([Own, "random", "random", "random"], "ludo", 1),
        lambda: ludo_v0.single_env(opponents=Own),
    ):
        with pytest.raises(LudoError, match=r"Hunter is a class.*Hunter\(\)"):
            use()
    with pytest.raises(LudoError, match=r"function_agent\(\) makes an agent of the function"):
        match([max, "random", "random", "random"], "ludo", 1)


def test_the_commands_take_it(here, capsys, monkeypatch):
    """`watch`, `record` and `play` accept it, `play` also against a person."""
    seats = "my_agent.py:Hunter:least=2,random"
    assert (
        cli.main(["watch", "--terminal", "--game", "mensch", "--seats", seats, "--seed", "1"]) == 0
    )
    assert "player_0 is my_agent.py:Hunter:least=2" in capsys.readouterr().out
    words = ["record", "--game", "mensch", "--seats", seats, "--most-moves", "20"]
    assert cli.main([*words, "--out", "game.json"]) == 0
    replay = ludo_env.play.load_replay("game.json")
    assert replay.agents[:2] == ("my_agent.py:Hunter:least=2", "random")
    lines = iter(["1", "1", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(lines))
    capsys.readouterr()
    words = ["play", "--terminal", "--game", "mensch", "--seats", "human,my_agent.py:Hunter"]
    assert cli.main([*words, "--seed", "1"]) == 0
    assert "is my_agent.py:Hunter" in capsys.readouterr().out
