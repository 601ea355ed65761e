"""The arena: the same table on every engine, also after interruptions, with correct figures."""

import contextlib
import csv
import importlib.util
import io
import json
import math
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import replace
from multiprocessing import active_children

import numpy as np
import pytest

from ludo_env import LudoError, load_game, ludo_v0
from ludo_env import __main__ as cli
from ludo_env.agents import make_agent, split_agents
from ludo_env.arena import Result, load_traces, match, tournament
from ludo_env.arena.batch_play import Table
from ludo_env.arena.plan import Plan
from ludo_env.arena.processes import WORKER
from ludo_env.arena.progress import lines_to_stderr
from ludo_env.arena.result import Share, wilson

HAS_RAY = importlib.util.find_spec("ray") is not None
HAS_OPENSKILL = importlib.util.find_spec("openskill") is not None
HAS_MATPLOTLIB = importlib.util.find_spec("matplotlib") is not None
needs_ray = pytest.mark.skipif(not HAS_RAY, reason="ray cannot be imported here")
RANDOM = ["random"] * 4
needs_proc = pytest.mark.skipif(
    not pathlib.Path("/proc/self/stat").exists(), reason="workers of ray are found in /proc"
)
# So few decisions that no game ends: all are drawn, quickly.
SHORT = 30


class Lowest:
    """An agent that plays the lowest legal action, one by one and slowly."""

    def __init__(self, name="lowest", seconds=0.0):
        self.name = name
        self.seconds = seconds

    def act(self, view):
        """Return the first of the legal actions."""
        time.sleep(self.seconds)
        return view.actions[0]


class Swift(Lowest):
    """The same agent, with one call for all games."""

    def act_batch(self, decisions):
        """Return the lowest legal action of each row."""
        return decisions.masks.argmax(axis=1)


class Drawn(Lowest):
    """An agent that draws from its own chance."""

    def act(self, view):
        """Return any of the legal actions."""
        return view.actions[int(view.random.integers(len(view.actions)))]


class Wrong(Lowest):
    """An agent that chooses an illegal action."""

    def act(self, view):
        """Return an action that does not exist."""
        return 99


def lines(folder):
    """Return the lines of a run's file."""
    return (folder / "games.jsonl").read_bytes().splitlines(keepends=True)


def logged(folder):
    """Return the games of a run's file by number, without seconds and the sum over them."""
    games = [json.loads(line) for line in lines(folder)[1:]]
    timed = ("seconds", "sum")
    return {game.pop("game"): {k: v for k, v in game.items() if k not in timed} for game in games}


def test_seats_are_balanced():
    """In each block every agent has every seat once, in every cyclic seating."""
    plan = Plan(load_game("ludo"), ("random", "greedy", "heuristic", "random"), 8).checked()
    assert [plan.seating(index) for index in range(4)] == [
        (0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2),
    ]  # fmt: skip
    assert [plan.block(index) for index in range(9)] == [0, 0, 0, 0, 1, 1, 1, 1, 2]
    result = match(RANDOM, "ludo", 8, seed=4)
    assert all(share.games == 2 for agent in result.agents for share in agent.seats)
    fixed = match(RANDOM, "ludo", 3, seats="fixed")
    assert [share.games for share in fixed.agents[1].seats] == [0, 3, 0, 0]


def test_a_block_shares_its_dice():
    """The games of a block draw from one stream; agents have separate chance."""
    batch = Table(Plan(load_game("ludo"), tuple(RANDOM), 8, seed=3))._begun(np.arange(8))
    keys = [(int(s["key0"]), int(s["key1"])) for s in batch.streams]
    assert len(set(keys[:4])) == len(set(keys[4:])) == 1
    assert keys[0] != keys[4]
    assert len({(int(s["key0"]), int(s["key1"])) for s in batch.samplers}) == 8


def test_equal_players_play_the_same_game_on_every_seat(tmp_path):
    """Agents without chance get the same dice, so one seat wins all games of a block."""
    match([Swift(str(n)) for n in range(4)], "ludo", 12, seed=2, out=tmp_path)
    games = logged(tmp_path)
    for block in range(3):
        ends = [
            (games[block * 4 + i]["returns"], games[block * 4 + i]["decisions"]) for i in range(4)
        ]
        assert ends == [ends[0]] * 4


def test_a_game_follows_from_its_number(tmp_path):
    """A game is the same whatever else is played, and for any length of the run."""
    agents = ["random", Drawn("drawn"), Swift("swift"), "random"]
    match(agents, "ludo", 8, seed=5, out=tmp_path / "long")
    match(agents, "ludo", 3, seed=5, out=tmp_path / "short", chunk=1)
    whole, part = logged(tmp_path / "long"), logged(tmp_path / "short")
    assert part == {index: whole[index] for index in range(3)}
    assert match(agents, "ludo", 8, seed=6) != match(agents, "ludo", 8, seed=5)


def test_one_by_one_and_at_once_are_the_same():
    """An agent that chooses for many games at once plays as it does one by one."""
    at_once = match([Swift("a"), "random", "random", "random"], "ludo", 12, seed=1)
    singly = match([Lowest("a"), "random", "random", "random"], "ludo", 12, seed=1)
    assert at_once == singly


def test_plain_python_gives_the_same_table():
    """The backend without compilation gives the same table."""
    agents = ["random", Swift("swift")]
    agents += agents
    assert match(agents, "ludo", 1, backend="python") == match(agents, "ludo", 1)


@pytest.mark.parametrize("jobs", [pytest.param(1, marks=pytest.mark.long), 2])
def test_processes_give_the_same_table(jobs, tmp_path):
    """Any number of processes plays the same games."""
    agents = ["random", "random", "greedy", Drawn("drawn")]
    here = match(agents, "ludo", 8, seed=1, max_steps=SHORT, out=tmp_path / "a")
    there = match(
        agents, "ludo", 8, seed=1, max_steps=SHORT, engine="process", jobs=jobs, chunk=2,
        out=tmp_path / "b",
    )  # fmt: skip
    assert here == there
    assert here.draws == 8
    assert logged(tmp_path / "a") == logged(tmp_path / "b")


def kill_while_it_plays(folder, find, **how):
    """Kill a worker of a run with a slow agent after the first games; return result and pid."""
    agents = ["random", Lowest("slow", 0.002), "random", "random"]
    killed = []

    def killer():
        end = time.monotonic() + 60
        while time.monotonic() < end and not killed:
            path = folder / "games.jsonl"
            if path.exists() and path.read_bytes().count(b"\n") > 3:
                for pid in find():
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                        killed.append(pid)
                        break
            time.sleep(0.01)

    thread = threading.Thread(target=killer)
    thread.start()
    result = match(agents, "ludo", 16, seed=8, out=folder, jobs=2, chunk=2, **how)
    thread.join()
    assert killed
    undisturbed = match([agents[0], Lowest("slow"), *agents[2:]], "ludo", 16, seed=8)
    assert result == undisturbed
    assert len(lines(folder)) == 17  # no game twice


@pytest.mark.long  # test_arena_failures ends workers by default
def test_a_killed_worker_loses_nothing(tmp_path):
    """After kill -9 of a worker the table is that of an undisturbed run."""

    def find():
        return [child.pid for child in active_children() if child.name == WORKER]

    kill_while_it_plays(tmp_path, find, engine="process")


def descendants(word):
    """Return the descendants of this process with this name."""
    parents, named = {}, []
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            pid = int(entry.name)
            parents[pid] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            if word in (entry / "cmdline").read_bytes().decode(errors="replace"):
                named.append(pid)

    def ours(pid):
        while pid in parents and pid != os.getpid():
            pid = parents[pid]
        return pid == os.getpid()

    return [pid for pid in named if ours(pid)]


@needs_ray
def test_ray_gives_the_same_table():
    """Tasks of a cluster play the same games."""
    agents = ["random", "random", Swift("swift"), "random"]
    there = match(agents, "ludo", 8, seed=1, engine="ray", jobs=2, chunk=2)
    assert there == match(agents, "ludo", 8, seed=1)


@needs_ray
@needs_proc
def test_ray_replaces_a_killed_worker(tmp_path):
    """A task whose worker is killed is played again."""
    import ray

    # Kill a worker of this cluster, not of any other cluster that is running here.
    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        kill_while_it_plays(tmp_path, lambda: descendants("ray::play_task"), engine="ray")
        assert ray.is_initialized()
    finally:
        ray.shutdown()


def test_a_missing_ray_is_one_sentence(monkeypatch):
    """Without ray the engine says how to install it."""
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(LudoError, match=r'needs ray.*pip install "ludo_env\[ray\]"'):
        match(RANDOM, "ludo", 4, engine="ray")


@pytest.mark.parametrize("torn", [0, 1, 20])
def test_an_interrupted_run_goes_on(torn, tmp_path):
    """Games in the file are not played again, except for a torn last line."""
    whole = match(RANDOM, "ludo", 20, seed=7, out=tmp_path)
    before = lines(tmp_path)
    kept = b"".join(before[:12]) + before[12][:torn]
    (tmp_path / "games.jsonl").write_bytes(kept)
    again = match(RANDOM, "ludo", 20, seed=7, out=tmp_path)
    assert again == whole
    assert again.played == 9
    assert lines(tmp_path)[:12] == before[:12]
    assert len(lines(tmp_path)) == 21
    assert match(RANDOM, "ludo", 20, seed=7, out=tmp_path).played == 0
    longer = match(RANDOM, "ludo", 24, seed=7, out=tmp_path)
    assert (longer.played, longer) == (4, match(RANDOM, "ludo", 24, seed=7))
    assert match(RANDOM, "ludo", 20, seed=7, out=tmp_path) == whole


def test_a_torn_first_line_begins_anew(tmp_path):
    """A file that was cut within its first line is treated as empty."""
    (tmp_path / "games.jsonl").write_bytes(b'{"run": {"ga')
    assert match(RANDOM, "ludo", 4, out=tmp_path).played == 4
    assert len(lines(tmp_path)) == 5


def test_the_file_of_another_run_is_refused(tmp_path):
    """With another seed, game or agent, the folder is left unchanged."""
    match(RANDOM, "ludo", 4, seed=1, out=tmp_path)
    before = lines(tmp_path)
    others = [
        (RANDOM, "ludo", 2, {}, "its seed is 1, not 2"),
        (["greedy", *RANDOM[1:]], "ludo", 1, {}, "its agents is"),
        (RANDOM, "mensch", 1, {}, "its game is 'ludo', not 'mensch'"),
        (RANDOM, "ludo", 1, {"seats": "fixed"}, "its seats is"),
        (RANDOM, "ludo", 1, {"max_steps": 9}, "its max_steps is"),
    ]
    for agents, game, seed, how, message in others:
        with pytest.raises(LudoError, match=message):
            match(agents, game, 4, seed=seed, out=tmp_path, **how)
    rules = load_game("ludo").without(load_game("ludo").rules[-1].name)
    with pytest.raises(LudoError, match="its rules is"):
        match(RANDOM, rules, 4, seed=1, out=tmp_path)
    assert lines(tmp_path) == before


@pytest.mark.parametrize(
    ("text", "message"),
    [("[1]\n", "does not say"), ("no\n", "not JSON"), ("{}\n", "does not say")],
)
def test_strange_files_are_refused(text, message, tmp_path):
    """A file that does not belong to a run is not written to."""
    (tmp_path / "games.jsonl").write_text(text)
    with pytest.raises(LudoError, match=message):
        match(RANDOM, "ludo", 4, out=tmp_path)
    assert (tmp_path / "games.jsonl").read_text() == text


def test_a_spoiled_line_is_named(tmp_path):
    """A complete line that is not a game is refused with its number."""
    match(RANDOM, "ludo", 4, out=tmp_path)
    before = lines(tmp_path)
    (tmp_path / "games.jsonl").write_bytes(b"".join([*before[:2], b"{}\n", *before[3:]]))
    with pytest.raises(LudoError, match=r"Line 3 of .* is not of this run"):
        match(RANDOM, "ludo", 4, out=tmp_path)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (15, 50, 0.1910, 0.4375),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (500, 1000, 0.4691, 0.5309),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson(wins, games, low, high):
    """The intervals have known values."""
    assert wilson(wins, games) == pytest.approx((low, high), abs=6e-5)
    # By definition: if an end were the true rate, the share would be 1.96 deviations away.
    for end in {*wilson(wins, games)} - {0.0, 1.0}:
        deviation = math.sqrt(end * (1 - end) / games)
        assert abs(wins / games - end) == pytest.approx(1.959964 * deviation, rel=1e-5)


def test_sums():
    """Wins, seats, pairs and lengths add up."""
    result = match(["greedy", "random", "random", "random"], "ludo", 40, seed=3)
    assert sum(agent.wins for agent in result.agents) == 40 == result.games
    assert sum(share.wins for share in result.seats) == 40
    best, *others = result.agents
    assert best.total.share > 0.5
    assert all(result.beats[0][n] == best.wins for n in (1, 2, 3))
    assert all(result.beats[n][0] == other.wins for n, other in enumerate(others, 1))
    assert result.mean_length * 40 == sum(agent.decisions for agent in result.agents)
    assert [agent.name for agent in others] == ["random", "random#2", "random#3"]
    assert result.decisions_per_second > 0
    assert result.beat_share(1, 1) is None
    if HAS_OPENSKILL:
        assert best.rating > max(other.rating for other in others)


def test_teams_win_together():
    """Both partners win, and neither has beaten the other."""
    result = match(RANDOM, ludo_v0.spec(mode="teams"), 12, seed=3, backend="python")
    assert sum(agent.wins for agent in result.agents) == 24
    assert result.beats[0][2] == 0


def test_without_openskill_there_are_no_ratings(monkeypatch):
    """Ratings are optional: everything else stays the same."""
    find = importlib.util.find_spec
    rated = match(RANDOM, "ludo", 4)
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "openskill" else find(name)
    )
    plain = match(RANDOM, "ludo", 4)
    assert all(agent.rating is None for agent in plain.agents)
    assert "rating" not in str(plain)
    bare = [replace(agent, rating=None, deviation=None) for agent in rated.agents]
    assert plain == replace(rated, agents=tuple(bare))


def test_round_robin_and_pool():
    """Every set plays in turn; a pool draws its tables, and repeats with the same seed."""
    agents = ["random", "random", "random", "random", Swift("swift")]
    result = tournament(agents, "ludo", 40, seed=1)
    assert [agent.games for agent in result.agents] == [32] * 5
    assert result == tournament(agents, "ludo", 40, seed=1, engine="process", jobs=2)
    plan = Plan(load_game("ludo"), tuple(agents), 40, pairing="pool").checked()
    met = Counter(tuple(sorted(plan.seating(index))) for index in range(400))
    assert len(met) == 5
    assert all(count % 4 == 0 for count in met.values())
    assert tournament(agents, "ludo", 12, pairing="pool") == tournament(
        agents, "ludo", 12, pairing="pool", chunk=5
    )


def test_json_and_csv(tmp_path):
    """A result is restored from JSON; the CSV has a line for each agent."""
    result = match(RANDOM, "ludo", 8, out=tmp_path)
    back = Result.from_json(result.to_json())
    assert back == result
    assert (back.elapsed, back.agents[0].seconds) == (result.elapsed, result.agents[0].seconds)
    assert Result.from_json(tmp_path / "result.json") == result
    assert json.loads(result.to_json())["seats"][0].keys() >= {"share", "low", "high"}
    rows = list(csv.DictReader(io.StringIO((tmp_path / "table.csv").read_text())))
    assert [row["agent"] for row in rows] == [agent.name for agent in result.agents]
    assert [int(row["wins"]) for row in rows] == [agent.wins for agent in result.agents]
    assert math.isclose(float(rows[0]["low"]), result.agents[0].total.interval[0], abs_tol=1e-6)
    for text in ("{}", "no", "[]", "null", "[" * 100_000, '{"agents": 3}'):
        with pytest.raises(LudoError, match="not the JSON of a result"):
            Result.from_json(text)
    assert Share(0, 0).share == 0


def test_times_are_no_part_of_a_result():
    """Two results are equal if their winners are."""
    result = match(RANDOM, "ludo", 4)
    assert result == replace(result, elapsed=99.0, decisions_per_second=1.0, played=0)


@pytest.mark.skipif(not HAS_MATPLOTLIB, reason="matplotlib cannot be imported here")
def test_plot(tmp_path):
    """A picture is drawn, with or without ratings."""
    result = match(RANDOM, "ludo", 4)
    result.plot(tmp_path / "a.png")
    bare = tuple(replace(agent, rating=None, deviation=None) for agent in result.agents)
    replace(result, agents=bare).plot(tmp_path / "b.svg")
    assert (tmp_path / "a.png").stat().st_size > 1000
    assert b"<svg" in (tmp_path / "b.svg").read_bytes()
    with pytest.raises(LudoError, match="cannot be drawn"):
        result.plot(tmp_path / "none" / "a.png")


@pytest.mark.skipif(not HAS_MATPLOTLIB, reason="matplotlib cannot be imported here")
def test_the_plot_says_what_the_table_says(tmp_path):
    """It has seats, and pairs with intervals and numbers of games, and is 800 pixels wide."""
    from matplotlib import rc_context

    result = match(["greedy", "random"], "ur_finkel", 12, backend="python")
    result.plot(tmp_path / "a.png")
    assert int.from_bytes((tmp_path / "a.png").read_bytes()[16:20], "big") == 800
    with rc_context({"svg.fonttype": "none"}):
        result.plot(tmp_path / "a.svg")
    words = (tmp_path / "a.svg").read_text()
    met = result.met(0, 1)
    low, high = (f"{100 * end:.0f}" for end in met.interval)
    for text in ("seat 0", "seat 1", f"{met.share:.1%}", f"{low}..{high}", f"n={met.games}"):
        assert f">{text}<" in words
    assert "95 % intervals" in words


def test_one_game_is_counted_as_one():
    """A single game is a "game", not "games"."""
    result = match(["random", "random"], "ur_finkel", 1, max_steps=1, backend="python")
    assert str(result).startswith("ur_finkel: 1 game, seed 0, balanced seats, ")


def test_tables_fit_80_columns_and_have_one_kind_of_interval():
    """All intervals are 95 %, also of strengths and ratings; pairs have the number of games."""
    agents = ["greedy", "random", "random", "heuristic"]
    result = match(agents, "ludo", 4, max_steps=40, backend="python")
    tables = str(result).split("\n\n")[1:]
    assert max(len(line) for table in tables for line in table.splitlines()) <= 80
    assert "±" not in str(result)
    heads = [table.splitlines()[0].split() for table in tables]
    assert all("%" in head for head in heads)
    assert heads[-1] == ["agent", "did", "better", "than", "games", "share", "95", "%"]
    if HAS_OPENSKILL:
        best = result.agents[result.order[0]]
        low, high = best.rating_interval
        assert (low + high) / 2 == pytest.approx(best.rating)
        assert (high - low) / 2 == pytest.approx(1.959964 * best.deviation)
        assert f"{low:.1f}..{high:.1f}" in tables[1].splitlines()[1]


@pytest.mark.parametrize("engine", ["process", "ray"])
def test_agents_that_cannot_travel_are_refused(engine):
    """An agent that cannot be pickled is named before a game is played."""
    agent = Lowest("stuck")
    agent.held = lambda: None
    with pytest.raises(LudoError, match="'stuck' cannot be sent to another process"):
        match([agent, *RANDOM[1:]], "ludo", 4, engine=engine)
    assert match([agent, *RANDOM[1:]], "ludo", 4).games == 4


@pytest.mark.parametrize("engine", ["inline", "process"])
def test_an_illegal_action_is_reported(engine):
    """One sentence names the agent, the action and the place, also from a worker."""
    with pytest.raises(LudoError, match="wrong chose 99, which is not legal; legal are"):
        match([Wrong("wrong"), *RANDOM[1:]], "ludo", 4, engine=engine)


def test_an_array_of_actions_is_checked():
    """The actions of many games at once are checked too."""

    class Bad(Swift):
        def act_batch(self, decisions):
            return decisions.masks.argmax(axis=1) + self.seconds

    with pytest.raises(LudoError, match=r"wrong was asked for \d actions, and gave an array"):
        match([Bad("wrong", 0.5), *RANDOM[1:]], "ludo", 4, seats="fixed", chunk=4)
    for off in (-9, 99):
        with pytest.raises(LudoError, match="is not legal"):
            match([Bad("wrong", off), *RANDOM[1:]], "ludo", 4)


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"agents": RANDOM[:3]}, "takes 4 agents, not 3"),
        ({"agents": ["rundom", *RANDOM[1:]]}, "did you mean 'random'"),
        ({"agents": [7, *RANDOM[1:]]}, r"An agent has a name, a text, and act\(view\); 7 has not"),
        ({"agents": 7}, "agents is a list"),
        ({"game": "ludu"}, "did you mean 'ludo'"),
        ({"games": 0}, "games is a whole number from 1"),
        ({"games": True}, "games is a whole number from 1"),
        ({"seed": -1}, "A seed is"),
        ({"seats": "mixed"}, "Unknown seats='mixed'"),
        ({"engine": "proces"}, "did you mean 'process'"),
        ({"jobs": 0}, "jobs is a whole number"),
        ({"jobs": 2}, 'engine="inline" plays in this process alone'),
        ({"chunk": 0}, "chunk is a whole number"),
        ({"max_steps": 0}, "max_steps is a whole number"),
        ({"out": __file__}, "cannot be written to"),
    ],
)
def test_bad_words_are_refused(how, message):
    """A wrong value is refused in a sentence."""
    how = {"agents": RANDOM, "game": "ludo", "games": 4, **how}
    with pytest.raises(LudoError, match=message):
        match(how.pop("agents"), how.pop("game"), how.pop("games"), **how)


def test_bad_tournaments_are_refused():
    """A tournament fills its seats, and has two kinds of schedule."""
    with pytest.raises(LudoError, match="4 agents or more, not 3"):
        tournament(RANDOM[:3], "ludo", 4)
    with pytest.raises(LudoError, match="Unknown pairing='match'"):
        tournament(RANDOM, "ludo", 4, pairing="match")


def test_agents_in_one_text():
    """A part with = belongs to the agent before it."""
    assert split_agents("greedy,rollout:samples=9,depth=2,random,mcts") == [
        "greedy", "rollout:samples=9,depth=2", "random", "mcts",
    ]  # fmt: skip
    assert split_agents("human, a:x=1,b:y=2,z=3,c") == ["human", "a:x=1", "b:y=2,z=3", "c"]
    assert match("random,random,random,random", "ludo", 4) == match(RANDOM, "ludo", 4)


def test_progress(capsys):
    """A callback gets the progress; without rich or a terminal, lines are printed."""
    report = []
    match(RANDOM, "ludo", 8, chunk=4, progress=lambda done, games: report.append((done, games)))
    assert report == [(0, 8), (4, 8), (8, 8)]
    match(RANDOM, "ludo", 8, progress=True)
    assert "8/8 games, 0 s left" in capsys.readouterr().err
    tell = lines_to_stderr()
    tell(2, 4)
    tell(4, 4)
    assert capsys.readouterr().err == "ludo-env: 4/4 games, 0 s left\n"


def test_seconds_left_count_from_the_first_games(monkeypatch, capsys):
    """Compilation comes first, and does not count towards the speed of the rest."""
    clock = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    tell = lines_to_stderr()
    for now, done in ((0, 100), (100, 200), (110, 300), (120, 400), (170, 900)):
        clock[0] = now
        tell(done, 1000)
    assert capsys.readouterr().err.splitlines() == [
        "ludo-env: 200/1000 games",
        "ludo-env: 300/1000 games, 70 s left",
        "ludo-env: 400/1000 games, 60 s left",
        "ludo-env: 900/1000 games, 10 s left",
    ]


def test_results_are_saved(tmp_path):
    """Results are also loaded; `to_json` and `to_csv` write a file if there is a path."""
    result = match(RANDOM, "ludo", 8, out=tmp_path / "run", backend="python")
    result.save(tmp_path / "a.json")
    assert Result.load(tmp_path / "a.json") == result
    assert Result.load(str(tmp_path / "run" / "result.json")) == result
    assert result.to_json(tmp_path / "b.json") == result.to_json()
    assert (tmp_path / "b.json").read_text() == result.to_json() + "\n"
    assert result.to_csv(tmp_path / "c.csv") == result.to_csv() == (tmp_path / "c.csv").read_text()
    with pytest.raises(LudoError, match="not the JSON of a result"):
        Result.load(tmp_path / "nowhere.json")
    with pytest.raises(LudoError, match="kept in a file, by its path, not 3"):
        result.save(3)
    with pytest.raises(LudoError, match="cannot be written"):
        result.save(tmp_path / "no" / "where.json")


def test_a_player_alone_is_not_rated():
    """There is no other player to compare with."""
    result = match(["random"], "ebb", 4, backend="python")
    assert result.agents[0].rating is None


def test_traces_on_the_command_line(tmp_path, monkeypatch, capsys):
    """`--traces` needs a folder and pyarrow; this is checked before a game is played."""
    command = ["arena", "--players", "2", "--agents", "random,random", "--games", "2", "--quiet"]
    assert cli.main([*command, "--traces"]) == 2
    assert "--traces needs --out" in capsys.readouterr().err
    assert cli.main([*command, "--traces", "--out", str(tmp_path), "--backend", "python"]) == 0
    assert len(load_traces(tmp_path)) == 2
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    assert cli.main([*command, "--traces", "--out", str(tmp_path / "other")]) == 2
    err = capsys.readouterr().err
    assert err.endswith('`pip install "ludo_env[data]"`.\n')
    assert not (tmp_path / "other" / "result.json").exists()


def test_the_command(tmp_path, capsys):
    """`ludo-env arena` prints the tables, and continues an interrupted run."""
    command = ["arena", "--agents", "random,random,random,random", "--games", "8", "--quiet"]
    assert cli.main([*command, "--out", str(tmp_path), "--seed", "3"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("ludo: 8 games, seed 3, balanced seats")
    assert "random#2" in out
    assert cli.main([*command, "--out", str(tmp_path), "--seed", "3"]) == 0
    assert " played in" not in capsys.readouterr().out
    assert cli.main([*command, "--out", str(tmp_path), "--seed", "4"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("ludo-env: ")
    assert err.count("\n") == 1
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"games.jsonl", "result.json", "table.csv"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--agents", "random"], "takes 4 agents, not 1"),
        (["--agents", "random,rundom"], "takes 4 agents, not 2"),
        (["--agents", "random,,random,random"], "Unknown agent ''"),
        (
            ["--agents", "random", "--engine", "x"],
            "--engine is one of inline, process, ray, not 'x'",
        ),
        (
            ["--agents", "random", "--game", "tock", "--mode", "teams"],
            "tock cannot be played with the mode 'teams'",
        ),
        (["--agents", "random", "--tournament"], "4 agents or more"),
        (["--agents", "random", "--players", "7"], "num_players is one of 2, 3, 4, not 7"),
    ],
)
def test_wrong_commands(options, message, capsys):
    """Wrong commands get one sentence on stderr and exit status 2."""
    assert cli.main(["arena", *options]) == 2
    err = capsys.readouterr().err
    assert message in err
    assert err.count("\n") == 1


def test_importing_the_library_is_quick():
    """Importing the library or the command line imports nothing that only the arena needs."""
    code = (
        "import sys, ludo_env, ludo_env.__main__; "
        "extras = ('rich', 'ray', 'matplotlib', 'openskill'); "
        "print([name for name in extras if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_arena_keeps_nothing_of_a_game():
    """An agent object plays each match as if it were its first."""
    agents = [make_agent("greedy"), Drawn("drawn"), Lowest(), Swift("swift")]
    assert match(agents, "ludo", 4, seed=1) == match(agents, "ludo", 4, seed=1)
