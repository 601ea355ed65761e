"""Agents that fail at tables, on other seats and in windows: named, with the position."""

import re
import sys

import gymnasium
import numpy as np
import pytest
from agent_files import write

from ludo_env import IllegalActionError, LudoError, load_game, ludo_v0
from ludo_env import __main__ as cli
from ludo_env.agents import AgentError, function_agent
from ludo_env.agents.human import Left
from ludo_env.arena import AgentError as ArenaError
from ludo_env.play import Table, TerminalGame, load_table


class OwnError(Exception):
    """An error of the agent's own."""


class Failing:
    """An agent that plays the first action, and fails when it has a piece far enough."""

    name = "failing"

    def __init__(self, how="raise", after=20):
        self.how, self.after = how, after

    def act(self, view):
        """Return an action, or fail."""
        if int(view.record["progress"][0].max()) < self.after:
            return view.actions[0]
        if self.how == "raise":
            raise OwnError("out of order")
        if self.how == "exit":
            sys.exit(3)
        if self.how == "a move":
            return view.moves[0]
        if self.how == "empty the list":
            del view.actions[:]
        return self.how


HOWS = [
    ("raise", "raised OwnError: out of order"),
    ("exit", "called sys.exit(3)"),
    (3, r"asked for action 3 ("),
    (99, "asked for action 99"),
    (True, "asked for action True"),
    (0.0, "asked for action 0.0"),
    (None, "asked for action None"),
    ("a move", "legal are 0 (the number of a move is move.action); "),
    ("empty the list", "asked for action 'empty the list'"),
]
CAUSES = {"raise": OwnError, "exit": SystemExit, 3: IllegalActionError}


def check(error, how, who, position):
    """Check the parts of an error, and its cause."""
    assert isinstance(error, AgentError)
    assert str(error).startswith(who)
    assert "\n" not in str(error)
    assert error.agent == "failing"
    assert error.position == position
    assert str(error).endswith(f"; position: {position}")
    assert position not in error.brief
    assert isinstance(error.__cause__, CAUSES.get(how, LudoError))


@pytest.mark.parametrize(("how", "said"), HOWS)
def test_at_a_table(how, said):
    """The error names the agent, the player and the position; the game is unchanged."""
    # Of four pieces, number 3 is in the yard and cannot be played.
    table = Table(load_game("ludo"), ["random", Failing(how), Failing(how)], 4, backend="python")
    table.dealer.start(1, {"position": "p0=3,y,y,y p1=10,y,y,y p2=25,y,y,y turn=2 dice=2"})
    before = table.position, table.chances[2].bit_generator.state
    with pytest.raises(AgentError) as caught:
        table.choose()
    assert said in str(caught.value)
    check(caught.value, how, "The agent 'failing' of player_2 ", table.position)
    assert caught.value.seat == 2
    assert (table.position, table.chances[2].bit_generator.state) == before


@pytest.mark.parametrize(("how", "said"), HOWS)
def test_on_another_seat(how, said):
    """For one learner the environment is as before the step."""
    env = ludo_v0.single_env(opponents=["random", Failing(how), "random"], backend="python")
    text = "p0=3,y,y,y p1=y,y,y,y p2=25,y,y,y p3=y,y,y,y turn=0 dice=2"
    env.reset(options={"position": text, "dice": [2, 2]})
    before = env.position
    with pytest.raises(AgentError) as caught:
        env.step(0)
    assert said in str(caught.value)
    check(caught.value, how, "The opponent player_2 ('failing') ", caught.value.position)
    assert " turn=2 dice=2" in caught.value.position
    assert env.position == before


@pytest.mark.parametrize("kind", ["one by one", "at once", "function"])
def test_on_the_other_seats_of_a_batch(kind):
    """The error names the game of the failure, also if many games are asked for at once."""

    class AtOnce(Failing):
        def act_batch(self, decisions):
            views = [decisions.view(place) for place in range(len(decisions))]
            return np.array([self.act(view) for view in views])

    limit = Failing(after=1000)

    def function(game, record, mask):
        if int(record["progress"][0].max()) >= limit.after:
            raise OwnError("out of order")
        return int(mask.argmax())

    function.wants_game = True
    agent = {"one by one": limit, "at once": AtOnce(after=1000)}.get(kind)
    agent = agent or function_agent(function, name="failing")
    envs = gymnasium.make_vec("ludo_env/Ludo-v0", 3, opponents=agent, backend="python")
    envs.reset(seed=1)
    for failing in (limit, agent):
        failing.after = 40
    before = play_until_it_fails(envs)
    with pytest.raises(AgentError) as caught:
        envs.step(envs.action_masks().argmax(axis=1))
    error = caught.value
    assert "('failing') raised OwnError: out of order in " in str(error)
    assert re.search(rf"test_failing_agents\.py, line \d+ \(game {error.game}[,)]", str(error))
    check(error, "raise", f"The opponent player_{error.seat} ", error.position)
    assert [envs.position(game) for game in range(3)] == before
    record = ludo_v0.env(backend="python").unwrapped.game.read(error.position)[0]
    assert int(record["progress"][0].max()) >= 40


def play_until_it_fails(envs):
    """Step a batch until a call fails; return the positions before that call."""
    for _ in range(300):
        before = [envs.position(game) for game in range(3)]
        try:
            envs.step(envs.action_masks().argmax(axis=1))
        except AgentError:
            return before
    raise AssertionError


def test_when_a_game_begins():
    """An opponent can fail in `new_game` too, and the environment is as before."""

    class Follower:
        def __call__(self, observation, mask):
            return int(mask.argmax())

        def new_game(self, seed):
            raise OwnError("no memory")

    env = ludo_v0.single_env(opponents=["random", Follower(), "random"], backend="python")
    with pytest.raises(AgentError) as caught:
        env.reset(seed=1)
    assert str(caught.value).startswith("The opponent 'Follower' raised OwnError: no memory in ")
    assert "when a game began; position: p0=y,y,y,y" in str(caught.value)
    assert isinstance(caught.value.__cause__, OwnError)


def test_one_error_for_all():
    """The error of the arena has the same class."""
    assert ArenaError is AgentError


def typed(lines):
    """Return an `input` that gives these lines."""
    waiting = iter(lines)
    return lambda prompt="": next(waiting)


def test_in_the_terminal_the_game_is_not_lost(tmp_path):
    """One sentence and a choice follow: ask again, take back, save, or leave."""
    agent = Failing(after=0)
    table = Table(load_game("mensch"), [agent, "human"], 8, backend="python")
    shown, path = [], tmp_path / "game.json"

    def read(prompt):
        line = next(lines)
        if line == "again":
            agent.after = 200  # repaired
        return line

    lines = iter(["what", "undo", "save", f"save {path}", "again", "1", "quit"])
    with pytest.raises(Left):
        TerminalGame(table, read, shown.append).run()
    text = "\n".join(shown)
    assert text.count("The agent 'failing' of player_0 raised OwnError: out of order in ") == 1
    assert "Type again, undo, save FILE or quit." in text
    assert "There is no decision to take back." in text
    assert "player_1 yellow, dice" in text
    saved = load_table(path, "python", seats=[agent])
    assert saved.moves < table.moves
    again = TerminalGame(
        Table(load_game("mensch"), [Failing(after=0)], 8), typed(["quit"]), shown.append
    )
    with pytest.raises(Left):
        again.run()


def test_a_command_ends_with_a_sentence(tmp_path, capsys):
    """`watch`, `record` and `arena` name the agent and the position, without a traceback."""
    path = write(
        tmp_path,
        "bad.py",
        """
        class Bad:
            name = "bad"

            def act(self, view):
                raise KeyError("nothing")
        """,
    )
    seats = f"{path}:Bad"
    out, arena = str(tmp_path / "game.json"), ["arena", "--quiet", "--backend", "python"]
    for words in (
        ["watch", "--terminal", "--game", "mensch", "--seats", seats],
        ["record", "--game", "mensch", "--seats", seats, "--out", out],
        [*arena, "--agents", f"{seats},random,random,random", "--games", "1"],
    ):
        assert cli.main([*words, "--seed", "1"]) == 2
        said = capsys.readouterr().err
        assert "bad.py:Bad" in said
        assert "raised KeyError: 'nothing' in " in said
        assert "bad.py, line 6" in said
        assert "position: p0=" in said
        assert said.count("\n") == 1
