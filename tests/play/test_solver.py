"""The exact solver: its values against a slow one and against play, its files, its errors."""

import math
from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest
from batches import marked_long
from oracle.solver_model import SolverModel
from oracle.ur_model import BLITZ, VARIANTS
from oracle.ur_solver import (
    count_positions,
    count_reached,
    count_unreachable_ends,
    win_chance,
)
from solved_games import SMALL, games_won, race

from ludo_env import IllegalActionError, LudoError, SpecError, game_of, load_game
from ludo_env.rules import DECIDE, OVER
from ludo_env.sessions import BEGIN, PLAY, ROLL
from ludo_env.solver import OptimalAgent, load, mean_regret, solve

# Small games in which every state is compared; the others take longer.
QUICK = {"one piece", "two dice", "limit of turns", "three tries", "lot", "spinner", "grid"}
# The number of states to compare.
COMPARED = 150


@lru_cache
def solution_of(name):
    """Return the solution of a small game, which tests must not change."""
    return solve(SMALL[name], backend="python")


@pytest.fixture(name="solved", scope="module")
def _solved():
    return solution_of("one piece")


@pytest.fixture(name="decision")
def _decision(solved):
    """Return a state in which the first player may move."""
    session = solved.game.session()
    session.run(BEGIN, 0)
    session.run(ROLL, 1)
    return session.record.copy()


@pytest.mark.parametrize("name", marked_long(SMALL, QUICK))
def test_values_are_those_of_the_slow_solver(name):
    """States are from all over the game, with thrown dice and decisions."""
    model, solution = SolverModel(game_of(SMALL[name], "python")), solution_of(name)
    assert solution.residual <= 1e-12
    assert solution.start == pytest.approx(model.value(model.first), abs=2e-12)
    step = max(1, len(model.records) // COMPARED)
    for record in list(model.records.values())[::step]:
        assert solution.value(record) == pytest.approx(model.value(record), abs=2e-12)


@pytest.mark.parametrize(
    ("name", "games"),
    [("one piece", 100), pytest.param("extra rolls", 800, marks=pytest.mark.long)],
)
def test_the_optimal_policy_wins_as_often_as_it_says(name, games):
    """Decision by decision and in the loop, results agree within three standard errors."""
    solution = solution_of(name)
    error = math.sqrt(solution.start * (1 - solution.start) / games)
    assert abs(games_won(solution, games) / games - solution.start) < 3 * error
    played = solution.simulate(4 * games, seed=1)
    assert played.error == pytest.approx(error / 2)
    assert abs(played.share - solution.start) < 3 * played.error


def test_many_states_at_once(solved, decision):
    """The numbers are the same as one by one, and nan for illegal actions."""
    records = np.concatenate([decision, decision])
    values = solved.action_values(decision)
    after = solved.all_action_values(records)
    assert {int(k): float(after[1, k]) for k in np.flatnonzero(~np.isnan(after[1]))} == values
    assert solved.values(records)[0] == solved.value(decision)
    chosen = min(values)
    assert solved.regrets(records, [chosen, chosen])[1] == solved.regret(decision, chosen)
    for wrong in ([chosen], [chosen, -1], [chosen, 99], ["a", "b"]):
        with pytest.raises(LudoError, match="regrets takes an action from 0 to"):
            solved.regrets(records, wrong)
    with pytest.raises(LudoError, match="takes an array of its states"):
        solved.values(np.zeros(3))


@pytest.mark.long
@pytest.mark.parametrize("name", SMALL)
def test_compiled_and_plain_agree(name):
    """States agree, and values are equal bit for bit."""
    solved = [solution_of(name), solve(SMALL[name], backend="numba")]
    assert len({(one.states, one.start, one.residual) for one in solved}) == 1
    assert len({one.simulate(200).wins for one in solved}) == 1


def test_regret(solved, decision):
    """The best action has none; others have what they lose."""
    values = solved.action_values(decision)
    assert max(values.values()) == pytest.approx(solved.value(decision), abs=1e-15)
    for action, value in values.items():
        assert solved.regret(decision, action) == max(values.values()) - value
    with pytest.raises(IllegalActionError, match="legal are"):
        solved.regret(decision, solved.game.actions - 1)


class Lowest:
    """An agent that plays the lowest action, and adds up what it loses."""

    name = "lowest"

    def __init__(self, solution):
        self.solution, self.given_away = solution, []

    def act(self, view):
        """Return the lowest action."""
        if len(view.actions) > 1:
            self.given_away.append(self.solution.regret(view.record.copy(), view.actions[0]))
        return view.actions[0]


def test_mean_regret():
    """It is the loss of single decisions without forced moves; for optimal play it is zero."""
    solution = solution_of("two pieces")
    lowest = Lowest(solution)
    found = mean_regret(solution, lowest, 20)
    assert found.decisions == len(lowest.given_away)
    assert found.mean == pytest.approx(sum(lowest.given_away) / found.decisions)
    assert found.mistakes * found.decisions == sum(given > 1e-12 for given in lowest.given_away)
    best = mean_regret(solution, OptimalAgent(solution), 20)
    assert (best.mistakes, best.decisions > 0) == (0.0, True)
    with pytest.raises(LudoError, match="mean_regret plays 20 to"):
        mean_regret(solution, "random", 3)


def test_finished_games(solved, decision):
    """The winner has won, and nobody is to act."""
    session = solved.game.session()
    record = decision
    while record["phase"][0] < OVER:
        session.load(record)
        acts = record["phase"][0] == DECIDE
        value = int(np.flatnonzero(session.mask)[0]) if acts else 0
        session.run(PLAY if acts else ROLL, value)
        record = session.record.copy()
    assert solved.value(record) == 1.0
    with pytest.raises(LudoError, match="nobody is to act"):
        solved.action_values(record)


@pytest.mark.parametrize("name", marked_long(["one piece", "two pieces"], {"one piece"}))
def test_states_are_counted_once(name):
    """A state is seen by the player who throws or has won; the order of pieces is ignored."""
    seen, finished = set(), set()
    for record in SolverModel(game_of(SMALL[name], "python")).records.values():
        rows = [tuple(sorted(row)) for row in record["progress"][0].reshape(2, -1)]
        if record["phase"][0] >= OVER:
            finished.add(tuple(rows[:: 1 - 2 * int(record["winner"][0])]))
        elif record["phase"][0] < DECIDE:
            seen.add(tuple(rows[:: 1 - 2 * int(record["seat"][0])]))
    solution = solution_of(name)
    assert (solution.states, solution.finished) == (len(seen) + len(finished), len(finished))


@pytest.mark.parametrize("pieces", marked_long([1, 2], {1}))
@pytest.mark.parametrize("variant", marked_long(VARIANTS, {BLITZ}))
def test_the_royal_game_of_ur_with_few_pieces(variant, pieces):
    """Independent counts give the same positions, and an independent solver the same chance."""
    variant, spec = variant._replace(pieces=pieces), load_game(variant.name)
    spec = replace(spec, board=replace(spec.board, pieces=pieces))
    solution = solve(spec, backend="python" if pieces == 1 else "numba")
    assert solution.states == count_reached(variant)
    if any(steps == 0 for steps, _ in variant.throws):  # a turn may pass anywhere
        assert solution.states == count_positions(variant) - count_unreachable_ends(variant)
    assert solution.start == pytest.approx(win_chance(variant), abs=1e-11)


def test_a_saved_solution(solved, decision, tmp_path, monkeypatch):
    """It has the same values; a changed file and one of other rules are refused."""
    path = tmp_path / "solved"
    solved.save(path)
    again = load(path, backend="python")
    assert (again.start, again.states, again.residual) == (
        solved.start, solved.states, solved.residual,
    )  # fmt: skip
    assert again.value(decision) == solved.value(decision)
    monkeypatch.setattr(solved, "spec", race(length=9))
    solved.save(path)
    with pytest.raises(LudoError, match="solved by other rules"):
        load(path, backend="python")
    path.write_bytes(b"nothing")
    with pytest.raises(LudoError, match="is not a file of a solution"):
        load(path)
    with pytest.raises(LudoError, match="cannot be read"):
        load(tmp_path / "nowhere")


def test_work_that_was_interrupted_goes_on(tmp_path, monkeypatch):
    """It continues from the file's bounds, removed at the end; another game is refused."""
    monkeypatch.setattr("ludo_env.solver.work._PAUSE", 0.0)
    path = tmp_path / "part"
    spec = SMALL["two pieces"]

    def stop(progress):
        if path.exists():
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(spec, progress=stop, backend="python", keep=path)
    with pytest.raises(LudoError, match="another game"):
        solve(SMALL["lot"], backend="python", keep=path)
    assert solve(spec, backend="python", keep=path).start == pytest.approx(
        solution_of("two pieces").start, abs=1e-12
    )
    assert not path.exists()


def test_progress():
    """The stages come in order, and the gap closes."""
    seen = []
    solve(SMALL["lot"], progress=seen.append, backend="python")
    assert list(dict.fromkeys(one.stage for one in seen)) == ["states", "layers", "values"]
    assert seen[-1].gap < 1e-6
    assert {one.stage for one in seen if one.seconds_left is not None} >= {"values"}


@pytest.mark.parametrize(
    ("game", "more", "said"),
    [
        ("tock", {}, "takes games for two players, and 'tock' is one for 4"),
        ("nothing", {}, "Unknown game 'nothing'"),
        (SMALL["one piece"], {"tolerance": 1}, "The tolerance of solve is a number from"),
        (SMALL["one piece"], {"tolerance": 1e-20}, "The tolerance of solve is a number from"),
        (SMALL["one piece"], {"memory": 0}, "The memory of solve is a number of bytes"),
        (SMALL["two pieces"], {"memory": 1000}, "is too large to be solved: it has about"),
    ],
)
def test_refusals(game, more, said):
    """Each refusal is one sentence, before the work begins."""
    with pytest.raises(LudoError, match=said):
        solve(game, backend="python", **more)


def test_a_game_that_is_much_too_large():
    """Ludo for two has four pieces each: half a million ways to place them per player."""
    with pytest.raises(SpecError, match=r"it has about .* states, and .* fit into") as refused:
        solve("ludo", backend="python", memory=1 << 30)
    states = float(str(refused.value).split("about ")[1].split()[0])
    assert 1e11 < states < 1e15
