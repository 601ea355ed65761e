"""Positions with known answers: making, storing and asking them."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from forecasts import small_race
from oracle.policy_model import winning_chances as exact_chances

from ludo_env import LudoError, game_of, ludo_v0
from ludo_env import __main__ as cli
from ludo_env.agents import AgentError, View, make_agent
from ludo_env.quiz import (
    Position,
    PositionSet,
    load_positions,
    make_positions,
    save_positions,
    score_agent,
    score_answers,
    winning_chances,
)
from ludo_env.sessions import BEGIN, PLAY, ROLL

RACE = small_race(length=4, faces=(1, 2), pieces=2)
MADE = {"game": RACE, "within": 40, "most": 12, "backend": "python", "seed": 3}
LUDO = ludo_v0.spec(num_players=2)
# Two decisions of Ludo with made-up answers.
TEXTS = ("p0=10,20,y,y p1=30,y,y,y turn=0 dice=3", "p0=f,f,f,h4 p1=f,f,h0,h2 turn=1 dice=2 hit=0,1")


@pytest.fixture(scope="module")
def small_set(tmp_path_factory):
    """Return four positions of a small race, and their file."""
    path = tmp_path_factory.mktemp("quiz") / "small.jsonl"
    return make_positions(4, out=path, **MADE), path


def known_set():
    """Return positions of Ludo with made-up chances."""
    found = []
    for number, (text, chances) in enumerate(zip(TEXTS, ((0.5, 0.62), (0.9, 0.7)), strict=True)):
        game = game_of(LUDO, "python")
        session = game.session()
        session.load(game.read(text)[0])
        actions = tuple(np.flatnonzero(session.mask).tolist())
        category = ("opening", "end")[number]
        words = tuple(game.describe(session.record, action) for action in actions)
        rest = (chances[: len(actions)], (0.01,) * len(actions), (100,) * len(actions))
        found.append(Position(number, text, category, actions, words, *rest))
    return PositionSet(LUDO, "nobody", 0, 1.0, tuple(found))


def test_positions_are_decisions_of_games(small_set):
    """A third is from each part, with all legal actions, of different values."""
    made, _ = small_set
    assert [one.category for one in made][:3] == ["opening", "middle", "end"]
    game = game_of(RACE, "python")
    for one in made:
        session = game.session()
        session.load(game.read(one.position)[0])
        assert np.flatnonzero(session.mask).tolist() == list(one.actions)
        assert len(one.actions) > 1
        assert all(0 <= chance <= 1 for chance in one.chances)
        assert all(one.errors)
        assert set(one.playouts) == {12}
        assert one.words[0] == game.describe(session.record, one.actions[0])


def after(game, record, what, number):
    """Return the state after an action or an outcome."""
    session = game.session()
    session.load(record)
    session.run(what, number)
    return session.record.copy()


@pytest.mark.parametrize(
    "luck", [True, pytest.param(False, marks=pytest.mark.long)], ids=["less luck", "luck"]
)
def test_chances_are_exact(luck):
    """They solve the equations of greedy against itself, and their errors hold."""
    spec = small_race(length=6)
    game = game_of(spec, "python")
    greedy = make_agent("greedy")

    def best(record, legal):
        chosen = greedy.act(View(game, record, np.random.default_rng(0)))
        return [float(action == chosen) for action in legal]

    session = game.session()
    session.run(BEGIN, 0)
    session.run(ROLL, 1)
    record = session.record.copy()
    actions = np.flatnonzero(session.mask).tolist()
    forecast = greedy.forecast(game)
    found = winning_chances(game, forecast, record, actions, 5, 1, 60, luck)
    # The exact chance from the start is the mean over the first throw; this is one outcome.
    wanted = exact_chances(game, [best, best], start=after(game, record, PLAY, actions[0]))[0]
    assert abs(found[0].chance - wanted) < 2 * found[0].error
    assert 0 < found[0].error < 0.15
    assert found[0].ratio > 1.2 if luck else found[0].ratio == 1
    again = winning_chances(game, forecast, record, actions[:1], 5, 1, 60, luck)
    assert again == found[:1]


def test_actions_that_come_to_the_same_have_the_same_chance():
    """They get the same dice; even certain results have a small error."""
    game = game_of(LUDO, "python")
    record, _ = game.read("p0=f,f,f,h4 p1=y,y,y,y turn=0 dice=1 hit=0")
    sure = winning_chances(game, make_agent("greedy").forecast(game), record, [3], 1, 1, 300)[0]
    assert sure.chance == 1
    assert sure.error == pytest.approx(3 / 300, abs=1e-6)


def test_the_same_seed_makes_the_same_set(small_set, tmp_path):
    """One run or a continued one gives the same set; a file with other settings is refused."""
    made, path = small_set
    begun = tmp_path / "begun.jsonl"
    make_positions(1, out=begun, **MADE)
    seen = []
    again = make_positions(2, out=begun, progress=lambda *done: seen.append(done), **MADE)
    assert again.positions == made.positions[:2]
    assert seen == [(2, 2)]
    assert load_positions(path) == made
    with pytest.raises(LudoError, match="its seed is 3, not 4; choose another file"):
        make_positions(4, out=begun, **(MADE | {"seed": 4}))
    with pytest.raises(LudoError, match="positions of another game"):
        make_positions(4, out=begun, **(MADE | {"game": LUDO}))


@pytest.mark.long
def test_several_processes_make_the_same_set(small_set):
    """The order is the same too."""
    made, _ = small_set
    assert make_positions(4, jobs=2, **MADE).positions == made.positions[:4]


def test_games_without_choices_are_given_up(monkeypatch):
    """With one piece there are no choices."""
    monkeypatch.setattr("ludo_env.quiz.making._MOST_IDLE", 3)
    with pytest.raises(LudoError, match="no choices that make a difference"):
        make_positions(1, small_race(length=6), backend="python")


def test_files_keep_positions(small_set, tmp_path):
    """JSON lines and Parquet hold the same data."""
    pytest.importorskip("pyarrow")
    made, _ = small_set
    for name in ("set.jsonl", "set.parquet"):
        save_positions(made, tmp_path / name)
        assert load_positions(tmp_path / name) == made
    import pyarrow.parquet as pq

    assert pq.read_table(tmp_path / "set.parquet").num_rows == 4


@pytest.mark.parametrize(
    ("line", "change", "said"),
    [
        (0, {"format": "no"}, "has no positions"),
        (0, {"version": 9}, "another version"),
        (0, {"rules": "0"}, "other rules"),
        (0, {"by": 3}, "does not say how"),
        (0, {"game": "/etc/passwd"}, "unknown game"),
        (1, {"number": 4}, "Position 0 of .* its number is 4, not 0"),
        (2, {"actions": [0, 1, 2, 3, 4]}, "Position 1 of .* are legal"),
        (1, {"position": "p0=?"}, "Position 0 of .* is wrong"),
        (1, {"position": 3}, "not texts"),
        (1, {"chances": [2.0, 0.5]}, "not numbers from 0 to 1"),
        (1, {"chances": [0.5]}, "place for each action"),
        (1, {"errors": [math.inf, 0.1]}, "not numbers from 0"),
        (1, {"playouts": [-1, 2]}, "whole numbers"),
        (1, {"words": [1, 2]}, "its words"),
    ],
)
def test_files_are_checked(tmp_path, line, change, said):
    """What a file says is checked by the rules before any of it is used."""
    path = tmp_path / "set.jsonl"
    save_positions(known_set(), path)
    rows = [json.loads(text) for text in path.read_text().splitlines()]
    rows[line] |= change
    path.write_text("\n".join(map(json.dumps, rows)))
    with pytest.raises(LudoError, match=said):
        load_positions(path)


@pytest.mark.parametrize("text", ["", "{", "[]", "3\n4"])
def test_other_files_are_refused(tmp_path, text):
    """The error is one sentence."""
    path = tmp_path / "set.jsonl"
    path.write_text(text)
    with pytest.raises(LudoError, match="has no positions"):
        load_positions(path)
    with pytest.raises(LudoError, match="cannot be read"):
        load_positions(tmp_path / "none.jsonl")


def test_scores_follow_from_the_answers():
    """Regret in points, agreement, and the random score are given for each category and for all."""
    positions = known_set()
    first, second = positions.positions
    answers = [
        {"number": 0, "action": first.actions[0]},
        {"number": 1, "action": second.actions[0]},
    ]
    score = score_answers(answers, positions)
    opening, end, total = score.lines
    assert (opening.category, end.category, total.category) == ("opening", "end", "all")
    assert opening.regret == pytest.approx(12)
    assert opening.agreement == 0
    assert (end.regret, end.agreement) == (0, 1)
    assert total.regret == pytest.approx(6)
    assert total.chance_agreement == pytest.approx(0.5)
    assert total.chance_regret == pytest.approx((6 + 10) / 2)
    assert total.regret_error == pytest.approx(12.706 * math.sqrt(72) / math.sqrt(2), rel=1e-4)
    assert json.loads(score.to_json())["lines"][2]["positions"] == 2
    with pytest.raises(LudoError, match="position 1 is None; legal are"):
        score_answers({0: first.actions[0]}, positions)
    with pytest.raises(LudoError, match="rows with a number"):
        score_answers([3], positions)


def test_actions_of_equal_chance_within_errors_are_all_best():
    """Within their errors, actions with equal chances count as best."""
    first = known_set().positions[0]
    assert first.best == (first.actions[1],)
    assert replace(first, chances=(0.61, 0.62)).best == first.actions
    assert replace(first, chances=(0.62, 0.62), errors=(0.0, 0.0)).best == first.actions


def test_agents_are_asked_in_every_position():
    """The agent gets the state of the position; its errors are reported."""
    positions = known_set()

    class First:
        name = "first"

        def act(self, view):
            seen.append(view.position)
            return view.actions[0]

    class Wrong(First):
        def act(self, view):
            return 77

    seen = []
    assert score_agent(First(), positions, backend="python").total.regret == pytest.approx(6)
    assert len(seen) == 2
    with pytest.raises(AgentError, match="first, in position 0, asked for action 77"):
        score_agent(Wrong(), positions, backend="python")
    again = [score_agent("random", positions, seed=7, backend="python") for _ in range(2)]
    assert again[0] == again[1]
    with pytest.raises(LudoError, match="no positions in the set"):
        score_agent("random", replace(positions, positions=()))


def test_random_choice_scores_as_stated(small_set):
    """The mean over many seeds is the random score in the table."""
    made, _ = small_set
    lines = [score_agent("random", made, seed, "python").total for seed in range(30)]
    stated = lines[0]
    deviation = np.std([line.agreement for line in lines]) / math.sqrt(30) + 1e-9
    found = np.mean([line.agreement for line in lines])
    assert abs(found - stated.chance_agreement) < 4 * deviation


def test_the_set_of_the_library():
    """It has all parts of Ludo games; the library's agent loses little, random choice much more."""
    positions = load_positions()
    assert positions.spec == ludo_v0.spec()
    assert len(positions) >= 100
    assert positions.categories == ("opening", "middle", "end")
    assert all(100 * error <= positions.within for one in positions for error in one.errors)
    total = score_agent(positions.by, positions, backend="python").total
    assert total.regret < total.chance_regret / 2
    assert total.agreement > total.chance_agreement + 0.1


def test_the_command(small_set, tmp_path, capsys):
    """The command scores an agent, or the answers of another program."""
    made, path = small_set
    words = ["quiz", "--positions", str(path), "--backend", "python"]
    assert cli.main([*words, "--agent", "greedy"]) == 0
    shown = capsys.readouterr().out
    assert "greedy in positions of small, answers by greedy" in shown
    assert "opening" in shown
    answers = tmp_path / "answers.jsonl"
    answers.write_text(
        "".join(f'{{"number": {one.number}, "action": {one.best[0]}}}\n' for one in made)
    )
    assert cli.main([*words, "--answers", str(answers), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["lines"][-1]["agreement"] == 1
    assert cli.main(words) == 2
    assert "either --agent or --answers" in capsys.readouterr().err
