"""Traces of games: what an arena saves, and what is recomputed from it."""

import json
import shutil

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ludo_env import LudoError, load_game, ludo_v0
from ludo_env.arena import load_traces, match
from ludo_env.play import replayed

GAMES = ["ludo", "strict", "french", "generals", "backgammon", "caravans", "ebb", "eight", "mensch",
         "parchis", "petits_chevaux", "storm", "tock", "uckers", "ur_blitz", "ur_finkel",
         "ur_masters"]  # fmt: skip


def run(folder, game="mensch", games=4, **how):
    """Play a match of random agents that saves traces."""
    how = {"seed": 3, "backend": "python", "traces": True, "out": folder} | how
    return match(["random"] * load_game(game).players, game, games, **how)


def part(folder):
    """Return the only file of traces in the folder of a run."""
    (path,) = (folder / "traces").iterdir()
    return path


def changed(path, *, head=None, **columns):
    """Write the file again, with other values in some columns or in its head."""
    table = pq.read_table(path)
    for name, change in columns.items():
        values = [change(value) for value in table[name].to_pylist()]
        place = table.schema.names.index(name)
        table = table.set_column(place, name, pa.array(values, table.schema.field(name).type))
    if head is not None:
        said = json.loads(table.schema.metadata[b"ludo_env"])
        head(said)
        table = table.replace_schema_metadata({b"ludo_env": json.dumps(said)})
    pq.write_table(table, path)


@pytest.mark.parametrize("game", GAMES)
def test_every_state_is_computed_again(game, tmp_path):
    """States of any game are recomputed, with any chance; the dice are those of the seed."""
    result = run(tmp_path, game, games=3, max_steps=40)
    traces = load_traces(tmp_path)
    assert len(traces) == 3
    assert traces.spec == load_game(game)
    assert sum(trace.length for trace in traces) == result.decisions
    for trace in traces:
        replay = trace.replay()
        again = replayed(
            traces.spec, 3, trace.actions.tolist(), trace.number, auto_pass=True,
            agents=trace.agents,
        )  # fmt: skip
        assert replay == again
        states = list(trace.states())
        assert [action for _, action in states] == [*trace.actions, -1]
        assert len(states) == trace.length + 1


def test_a_trace_says_who_played_and_won(tmp_path):
    """The seats are in order, and the results are those of the arena."""
    result = match(
        ["greedy", "random"], ludo_v0.spec(num_players=2), 4, seed=1, backend="python",
        out=tmp_path, traces=True,
    )  # fmt: skip
    traces = list(load_traces(tmp_path))
    assert [trace.agents for trace in traces] == [("greedy", "random"), ("random", "greedy")] * 2
    assert [trace.number for trace in traces] == [0, 0, 1, 1]
    wins = sum(trace.agents[trace.winners[0]] == "greedy" for trace in traces)
    assert wins == result.agents[0].wins
    assert all(trace.returns[trace.winners[0]] == 1 for trace in traces)
    assert load_traces(tmp_path).game(2).actions.tolist() == traces[2].actions.tolist()
    with pytest.raises(LudoError, match="has no game 4"):
        load_traces(tmp_path).game(4)


def test_traces_are_the_same_on_every_engine(tmp_path):
    """Any number of jobs and any size of chunks gives the same traces."""
    run(tmp_path / "one", games=8)
    run(tmp_path / "two", games=8, engine="process", jobs=2, chunk=2)
    tables = [pq.read_table(part(tmp_path / name)) for name in ("one", "two")]
    assert tables[0].equals(tables[1])


def test_a_run_goes_on(tmp_path):
    """A longer run adds games; games with lost traces are played again, and logged once."""
    run(tmp_path, games=4)
    run(tmp_path, games=8)
    assert [trace.game for trace in load_traces(tmp_path)] == list(range(8))
    log = (tmp_path / "games.jsonl").read_text()
    before = [trace.dice.tolist() for trace in load_traces(tmp_path)]
    shutil.rmtree(tmp_path / "traces")
    result = run(tmp_path, games=8)
    assert result.played == 0
    assert [trace.dice.tolist() for trace in load_traces(tmp_path)] == before
    assert (tmp_path / "games.jsonl").read_text() == log


def test_traces_are_added_to_a_run_without(tmp_path):
    """A run that was played without traces can get them later."""
    first = run(tmp_path, traces=False)
    assert not (tmp_path / "traces").exists()
    assert run(tmp_path) == first
    assert len(load_traces(tmp_path)) == 4


def test_an_agent_with_another_course_is_noticed(tmp_path):
    """Its trace would belong to another game than the one in the log."""

    class Moody:
        name = "moody"
        first = True

        def act(self, view):
            return view.actions[0] if Moody.first else view.random.choice(view.actions)

    spec = ludo_v0.spec(num_players=2)
    match([Moody(), "random"], spec, 2, backend="python", out=tmp_path)
    Moody.first = False
    with pytest.raises(LudoError, match="Game 0 has another course"):
        match([Moody(), "random"], spec, 2, backend="python", out=tmp_path, traces=True)


def test_another_run_is_refused(tmp_path):
    """The error comes before a game is played."""
    run(tmp_path / "one")
    (tmp_path / "two").mkdir()
    shutil.move(tmp_path / "one" / "traces", tmp_path / "two")
    with pytest.raises(LudoError, match="is of another run: its seed is 3, not 4"):
        run(tmp_path / "two", seed=4)


def test_large_seeds(tmp_path):
    """A seed that no column can hold is left out; the states are the same."""
    run(tmp_path, games=2, seed=2**200)
    traces = list(load_traces(tmp_path))
    assert [trace.seed for trace in traces] == [None, None]
    assert traces[0].replay().result.end == "finished"


def other_rules(head):
    """Simulate other rules."""
    head["run"]["rules"] = "0" * 16


def of_a_later_version(head):
    """Simulate a file of a later library."""
    head["version"] = 2


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"head": other_rules}, "was written with other rules of mensch"),
        ({"head": of_a_later_version}, "was written by another version"),
        ({"head": lambda head: head.update(format="x")}, "has no traces of ludo-env"),
        ({"head": lambda head: head.update(game="nowhere")}, "holds an unknown game"),
    ],
)
def test_a_file_with_another_head_is_refused(change, said, tmp_path):
    """Before a game of it is read."""
    run(tmp_path)
    changed(part(tmp_path), **change)
    with pytest.raises(LudoError, match=said):
        load_traces(tmp_path)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"dice": lambda dice: [*dice, 6]}, "does not end as the file says"),
        ({"dice": lambda dice: dice[:-1]}, "the dice have come to their end"),
        ({"dice": lambda dice: [9, *dice[1:]]}, "Game 0, move 0: 9 cannot come up"),
        (
            {"actions": lambda actions: [99, *actions[1:]]},
            r"Game 0, move \d: action 99 is not legal",
        ),
        ({"returns": lambda returns: [-number for number in returns]}, "does not end"),
        ({"length": lambda length: length + 1}, "is damaged: the lists of game 0"),
        ({"agents": lambda agents: agents[:1]}, "is damaged: the lists of game 0"),
        ({"agents": lambda agents: None}, "is damaged"),
        ({"dice": lambda dice: None}, "is damaged|come to their end"),
    ],
)
def test_a_game_that_was_not_played_is_refused(change, said, tmp_path):
    """One sentence names the game and the move."""
    run(tmp_path)
    changed(part(tmp_path), **change)
    with pytest.raises(LudoError, match=said):
        list(next(iter(load_traces(tmp_path))).states())


def test_other_files_are_refused(tmp_path):
    """A file that is not Parquet, a missing file, and a foreign file are refused."""
    with pytest.raises(LudoError, match="has no traces"):
        load_traces(tmp_path)
    (tmp_path / "x.parquet").write_text("nonsense")
    with pytest.raises(LudoError, match="is not a Parquet file"):
        load_traces(tmp_path / "x.parquet")
    pq.write_table(pa.table({"game": [1]}), tmp_path / "y.parquet")
    with pytest.raises(LudoError, match="has no traces of ludo-env"):
        load_traces(tmp_path / "y.parquet")


def test_a_million_games_are_small(tmp_path):
    """A game of Mensch for two takes less than three bits for each number in it."""
    run(tmp_path, games=80)
    numbers = sum(len(trace.dice) + len(trace.actions) for trace in load_traces(tmp_path))
    assert part(tmp_path).stat().st_size * 8 < 3 * numbers


def test_traces_in_python_need_a_folder():
    """The flag must be a boolean, too."""
    with pytest.raises(LudoError, match="traces=True needs out"):
        run(None)
    with pytest.raises(LudoError, match="traces is True or False"):
        run(None, traces="yes")


def test_records_are_states(tmp_path):
    """A record of a trace can be drawn, and has legal actions."""
    run(tmp_path, games=1)
    (trace,) = load_traces(tmp_path)
    record, action = next(trace.states())
    assert isinstance(record, np.ndarray)
    assert action == trace.actions[0]
