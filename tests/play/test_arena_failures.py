"""A failing agent is named, with game, seat, position, and how to play the game again."""

import builtins
import contextlib
import importlib.util
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import time
import types

import numpy as np
import pytest

from ludo_env import IllegalActionError, LudoError, load_game, ludo_v0
from ludo_env import __main__ as cli
from ludo_env.agents import AGENTS
from ludo_env.arena import AgentError, match, tournament
from ludo_env.arena.plan import Plan

RANDOM = ["random"] * 3
GAMES = 8
SHORT = {"max_steps": 60, "backend": "python", "decision_limit": 60.0}


class OwnError(Exception):
    """An agent's own exception, with a constructor of its own."""

    def __init__(self, one, two):
        super().__init__(f"{one} and {two}")


class Failing:
    """An agent that plays the lowest action, and fails in one game at the same decision."""

    def __init__(self, how, name="failing"):
        self.how, self.name = how, name

    def prepare(self, game):
        """Prepare nothing."""

    def act(self, view):
        """Fail when the first piece has gone some way."""
        return self.answer(view) if self.fails(view.record) else view.actions[0]

    def fails(self, record):
        """Return whether the agent fails here."""
        return int(record["progress"][0, 4 * int(record["seat"][0])]) > 20

    def answer(self, view):
        """Fail in the chosen way."""
        how = self.how
        if how == "raise":
            raise ZeroDivisionError("no chance")
        if how == "own":
            raise OwnError("this", "that")
        if how == "exit":
            sys.exit(3)
        if how == "interrupt":
            raise KeyboardInterrupt
        if how == "os._exit":
            os._exit(3)
        if how == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if how == "sleep":
            time.sleep(60)
        if how == "stubborn":
            try:
                time.sleep(60)
            except BaseException:
                time.sleep(60)
        return how


class Swift(Failing):
    """The same agent for many games in one call."""

    def act_batch(self, decisions):
        """Return the lowest of each row; fail if any of the games is the failing one."""
        for place in range(len(decisions)):
            if self.fails(decisions.records[place : place + 1]):
                self.answer(None)
        return decisions.masks.argmax(axis=1)


def failure(agent, engine="inline", **how):
    """Return the error of a match with an agent that fails."""
    jobs = {"engine": engine, "jobs": 2} if engine == "process" else {}
    with pytest.raises(AgentError) as caught:
        match([*RANDOM, agent], "ludo", GAMES, seed=5, **jobs, **how)
    error = caught.value
    message = str(error)
    assert "\n" not in message
    assert message.endswith(f"--only {error.game}.")
    assert message.startswith(agent.name)
    assert f"(game {error.game}" in message
    assert f"seat {error.seat}, position: {error.position})" in message
    plan = Plan(load_game("ludo"), (*RANDOM, agent), GAMES, 5)
    assert plan.seating(error.game)[error.seat] == 3
    env = ludo_v0.raw_env()
    env.reset(options={"position": error.position})
    assert env.unwrapped.position == error.position
    # It fails there, and again when the game is repeated.
    assert re.search(rf"\bonly={error.game}\b", message)
    return error


@pytest.mark.parametrize(
    ("kind", "engine"),
    [
        (Failing, "inline"),
        (Swift, "inline"),
        pytest.param(Failing, "process", marks=pytest.mark.long),
        pytest.param(Swift, "process", marks=pytest.mark.long),
    ],
)
@pytest.mark.parametrize(
    ("how", "what", "cause"),
    [
        ("raise", "raised ZeroDivisionError: no chance", ZeroDivisionError),
        ("own", "raised OwnError: this and that", None),
        ("exit", r"called sys.exit\(3\)", SystemExit),
    ],
)
def test_an_agent_that_raises(how, what, cause, kind, engine):
    """The error names the agent; its cause is the original exception, with its traceback."""
    raised_by(how, what, cause, kind, engine)


def test_an_agent_that_raises_in_a_worker():
    """The agent's own exception is the cause, with the report of the worker behind it."""
    raised_by("own", "raised OwnError: this and that", None, Failing, "process")


def raised_by(how, what, cause, kind, engine):
    """Make an agent raise this exception, and check the report."""
    error = failure(kind(how), engine)
    assert re.search(what, str(error))
    assert "__main__" not in str(error)
    if cause:
        assert type(error.__cause__) is cause
    if engine == "process":
        report = error.__cause__.__cause__ if cause else error.__cause__
        assert "in answer" in str(report)
    elif not cause:
        assert type(error.__cause__) is OwnError
    again = failure(kind(how), engine, only=error.game)
    assert (again.game, again.seat, again.position) == (error.game, error.seat, error.position)


NONSENSE = [None, 1.0, True, "1", 99, -1, 10**30, [0], float("nan")]


@pytest.mark.parametrize(
    ("answer", "engine"),
    [*((answer, "inline") for answer in NONSENSE), (99, "process")],
)
def test_an_agent_that_answers_nonsense(answer, engine):
    """An answer that is not a number or not a legal action is quoted."""
    error = failure(Failing(answer), engine)
    assert str(error).startswith("failing chose ")
    assert "legal are " in str(error)
    assert isinstance(error.__cause__, IllegalActionError)


@pytest.mark.parametrize("number", [int, np.int64, np.int8, np.array])
def test_whole_numbers_of_other_libraries_are_numbers(number):
    """An action may be a number of numpy."""

    class Converted(Failing):
        def act(self, view):
            return number(view.actions[0])

    result = match([*RANDOM, Converted(None)], "ludo", 4)
    assert result == match([*RANDOM, Lowest()], "ludo", 4)


class Lowest(Failing):
    """An agent that never fails."""

    def __init__(self, left=None):
        super().__init__("raise")
        self.left = left

    def act(self, view):
        """Return the lowest action, for so many decisions."""
        if self.left is not None:
            self.left -= 1
            assert self.left > 0
        return view.actions[0]


@pytest.mark.parametrize("kind", [Failing, pytest.param(Swift, marks=pytest.mark.long)])
def test_an_agent_that_ends_its_process(kind):
    """`os._exit` leaves no report, but the worker's note has the game."""
    error = failure(kind("os._exit"), "process")
    assert "ended its process with exit code 3 (game" in str(error)
    assert 'engine="process"' in str(error)
    assert failure(kind("os._exit"), "process", only=error.game).position == error.position


@pytest.mark.long
def test_an_agent_that_kills_its_process():
    """A signal may come from outside: only the fourth one is blamed on the agent."""
    error = failure(Failing("kill"), "process")
    assert "had its process killed by SIGKILL 4 times" in str(error)


def test_an_interrupt_of_an_agent_is_its_own():
    """Workers do not receive Ctrl-C: a KeyboardInterrupt there comes from the agent."""
    assert "raised KeyboardInterrupt" in str(failure(Failing("interrupt"), "process"))
    with pytest.raises(KeyboardInterrupt):
        failure(Failing("interrupt"))


@pytest.mark.parametrize(
    ("kind", "how", "engine"),
    [
        (Failing, "sleep", "inline"),
        pytest.param(Failing, "sleep", "process", marks=pytest.mark.long),
        (Swift, "sleep", "inline"),
        (Failing, "stubborn", "process"),
    ],
)
def test_an_agent_that_hangs(kind, how, engine):
    """With a limit it ends the run as any other failure does, even if it resists."""
    error = failure(kind(how), engine, decision_limit=0.5)
    assert "took longer than 0.5 s for a decision" in str(error)


def test_a_limit_is_for_what_no_alarm_can_stop_too(monkeypatch):
    """In this process a call that no alarm can interrupt is refused after it returns."""

    class Slow(Failing):
        def answer(self, view):
            clock[0] += 3.0
            return view.actions[0]

    clock = [0.0]
    monkeypatch.setattr("ludo_env.arena.agent_calls.time.perf_counter", lambda: clock[0])
    assert "took longer than 2 s" in str(failure(Slow(0), decision_limit=2.0))


def test_a_limit_leaves_the_alarm_as_it_was():
    """The table does not change either."""
    before = signal.getsignal(signal.SIGALRM)
    agents = [*RANDOM, "greedy"]
    assert match(agents, "ludo", 4, decision_limit=60.0) == match(agents, "ludo", 4)
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


@pytest.mark.parametrize("value", [0, -1, float("nan"), float("inf"), True, "1", 1e300])
def test_a_limit_is_a_number_of_seconds(value):
    """Anything else is refused."""
    with pytest.raises(LudoError, match="decision_limit is a number of seconds above 0"):
        match(["random"] * 4, "ludo", 4, decision_limit=value)


@pytest.mark.parametrize("value", [-1, 4, True, 1.0, "1"])
def test_only_is_the_number_of_a_game(value):
    """It must be an existing game."""
    with pytest.raises(LudoError, match="only is a whole number from 0 to 3"):
        match(["random"] * 4, "ludo", 4, only=value)


def test_only_plays_one_game_and_writes_nothing(tmp_path):
    """It plays exactly the game of the run, whatever the folder holds."""
    agents = ["random", "greedy", "random", "random"]
    report = []
    for number in (0, 5):
        one = match(
            agents, "ludo", 8, only=number, out=tmp_path, progress=lambda *now: report.append(now)
        )
        assert one.games == one.played == 1
    assert report == [(0, 1), (1, 1)] * 2
    assert not list(tmp_path.iterdir())
    match(agents, "ludo", 8, out=tmp_path)
    lines = (tmp_path / "games.jsonl").read_bytes()
    assert match(agents, "ludo", 8, only=5, out=tmp_path).played == 1
    assert (tmp_path / "games.jsonl").read_bytes() == lines


def test_what_was_played_before_a_failure_is_kept(tmp_path):
    """A repaired agent continues the run where it stopped."""
    with pytest.raises(AgentError, match="raised AssertionError"):
        match([*RANDOM, Lowest(300)], "ludo", GAMES, seed=5, chunk=1, out=tmp_path)
    kept = (tmp_path / "games.jsonl").read_bytes().count(b"\n") - 1
    again = match([*RANDOM, Lowest()], "ludo", GAMES, seed=5, out=tmp_path)
    assert 0 < kept < GAMES
    assert again.played == GAMES - kept
    assert again == match([*RANDOM, Lowest()], "ludo", GAMES, seed=5)


@pytest.mark.parametrize(
    ("game", "how"),
    [("ludo", {}), ("generals", {"max_steps": 40, "backend": "python"}), ("strict", SHORT)],
)
def test_the_command_plays_that_very_game(game, how, monkeypatch, capsys):
    """If agents and game are texts, the message has a command, which fails in the same way."""
    monkeypatch.setitem(AGENTS, "broken", (__name__, "Broken"))
    spec = load_game(game)
    with pytest.raises(AgentError) as caught:
        tournament(["broken", *["random"] * spec.players], spec, 12, 3, **how)
    command = shlex.split(str(caught.value).rpartition(": ")[2])
    assert command[:2] == ["ludo-env", "arena"]
    command += ["--engine", "inline", "--quiet"]  # this process knows the agent "broken"
    assert cli.main(command[1:]) == 2
    report = [line for line in capsys.readouterr().err.splitlines() if ": compil" not in line]
    assert report == [f"ludo-env: {caught.value}"]


class Broken:
    """An agent that fails late in a game, depending only on what it sees."""

    name = "broken"

    def act(self, view):
        """Return the highest action, until there are many."""
        if len(view.actions) > 2 and view.record.tobytes()[-1] % 2 == 0:
            raise RuntimeError("broken")
        return view.actions[-1]


def test_a_script_without_a_guard_gets_an_error(tmp_path):
    """Only a worker that never began is reported in this way, and at once."""
    script = tmp_path / "script.py"
    script.write_text(
        "from ludo_env.arena import match\n"
        "match(['random'] * 4, 'ludo', 4, engine='process', jobs=2)\n"
    )
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, check=False, timeout=120
    )
    last = done.stderr.strip().splitlines()[-1]
    assert 'needs `if __name__ == "__main__":`' in done.stderr
    assert "LudoError" in last or "RuntimeError" in done.stderr
    assert done.returncode == 1


def test_an_agent_that_cannot_be_unpacked_is_one_sentence(tmp_path, monkeypatch):
    """A worker that cannot make the agents says why."""
    with pytest.raises(LudoError, match=r"A worker raised .* at games 0\.\."):
        match([*RANDOM, Fragile()], "ludo", 4, engine="process")


class Fragile(Failing):
    """An object that cannot be unpickled."""

    def __init__(self):
        super().__init__(None)

    def __reduce__(self):
        """Call something that fails."""
        return (int, ("no number",))


@pytest.mark.parametrize(
    ("blocked", "options", "message"),
    [
        ("matplotlib", ["--plot", "a.png"], r'needs matplotlib.*pip install "ludo_env\[arena\]"'),
        ("ray", ["--engine", "ray"], r'needs ray.*pip install "ludo_env\[ray\]"'),
    ],
)
def test_a_missing_extra_is_noticed_first(blocked, options, message, tmp_path, monkeypatch, capsys):
    """No game is played, and no folder is made."""
    real = builtins.__import__

    def without(name, *rest, **how):
        if name.partition(".")[0] == blocked:
            raise ImportError(f"No module named {name!r}")
        return real(name, *rest, **how)

    monkeypatch.setattr(builtins, "__import__", without)
    out = tmp_path / "out"
    command = ["arena", "--agents", "random,random,random,random", "--games", "4"]
    assert cli.main([*command, "--out", str(out), *options]) == 2
    err = capsys.readouterr().err
    assert re.search(message, err)
    assert err.count("\n") == 1
    assert not out.exists()


def test_an_openskill_that_cannot_be_used_is_noticed_first(tmp_path, monkeypatch):
    """It is installed, so ratings are expected; without it there would be no ratings."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name)
    monkeypatch.setitem(sys.modules, "openskill", types.ModuleType("openskill"))
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(LudoError, match="openskill is installed but"):
        match(["random"] * 4, "ludo", 4, out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(
    importlib.util.find_spec("matplotlib") is None, reason="matplotlib cannot be imported here"
)
@pytest.mark.parametrize(("path", "why"), [("a.xyz", "does not end in"), ("no/a.png", "folder")])
def test_a_plot_that_cannot_be_drawn_is_noticed_first(path, why, tmp_path, capsys):
    """A wrong ending or folder is refused before any game."""
    command = ["arena", "--agents", "random,random,random,random", "--games", "4"]
    assert cli.main([*command, "--plot", str(tmp_path / path), "--out", str(tmp_path / "o")]) == 2
    assert why in capsys.readouterr().err
    assert not (tmp_path / "o").exists()


COMMAND = "import sys; from ludo_env.__main__ import main; sys.exit(main(sys.argv[1:]))"


def started(jobs, folder):
    """Start the command in its own group, and wait for some games; return it and its file."""
    command = [
        *(sys.executable, "-c", COMMAND, "arena", "--agents", "greedy,random,random,random"),
        *("--games", "4000", "--jobs", str(jobs), "--out", str(folder), "--quiet"),
    ]
    run = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    file = folder / "games.jsonl"
    end = time.monotonic() + 120
    while time.monotonic() < end and not (file.exists() and file.read_bytes().count(b"\n") > 4):
        time.sleep(0.05)
    return run, file


def living(group):
    """Return the unfinished processes of a group, whether or not they have been waited for."""
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            state, _, theirs = (entry / "stat").read_text().rpartition(")")[2].split()[:3]
            if int(theirs) == group and state != "Z":
                found.append(entry.name)
    return found


def wait_for_the_end(group):
    """Wait until no process of a group is left; Python's own helper process is the last one."""
    end = time.monotonic() + 60
    while time.monotonic() < end and living(group):
        time.sleep(0.05)
    assert not living(group)


@pytest.mark.parametrize("jobs", [pytest.param(1, marks=pytest.mark.long), 2])
def test_ctrl_c_keeps_what_was_played(jobs, tmp_path):
    """There is a short line, the exit status of an interrupt, no process, and complete lines."""
    run, file = started(jobs, tmp_path)
    assert living(run.pid) or not pathlib.Path("/proc/self/stat").exists()
    os.killpg(run.pid, signal.SIGINT)
    _, err = run.communicate(timeout=60)
    assert run.returncode == 130
    report = [line for line in err.splitlines() if "compil" not in line]
    assert report == [f"ludo-env: interrupted; the same command goes on from {tmp_path}."]
    wait_for_the_end(run.pid)
    assert file.read_bytes().endswith(b"\n")
    assert file.read_bytes().count(b"\n") > 4


def test_workers_end_with_a_killed_run(tmp_path):
    """Workers end even if the run could not end them itself."""
    run, _ = started(2, tmp_path)
    os.kill(run.pid, signal.SIGKILL)
    run.communicate(timeout=60)
    wait_for_the_end(run.pid)
