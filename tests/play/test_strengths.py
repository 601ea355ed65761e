"""Strengths of agents by the Plackett-Luce model, and cross-play tables."""

import csv
import io
import itertools
import json
import math
import re

import numpy as np
import pytest
from forecasts import small_race

from ludo_env import LudoError, ludo_v0
from ludo_env import __main__ as cli
from ludo_env.arena import Result, cross_play, first_place, match, plackett_luce
from ludo_env.arena.sides import sides_of

SMALL, TEAMS = small_race(length=6), ludo_v0.spec(mode="teams")
PLAIN = {"backend": "python", "max_steps": 300}


def finished(logs, entered, random):
    """Return a full order of finish, drawn from known strengths."""
    left, order = list(entered), []
    while left:
        weights = np.exp([logs[agent] for agent in left])
        order.append(left.pop(random.choice(len(left), p=weights / weights.sum())))
    return order


def simulated(logs, games, players, seed, whole=True):
    """Return games of random tables, with the full order or the first player only."""
    random, found = np.random.default_rng(seed), []
    for _ in range(games):
        order = finished(logs, random.permutation(len(logs))[:players].tolist(), random)
        found.append([(agent, place if whole else place > 0) for place, agent in enumerate(order)])
    return found


def points(logs):
    """Return strengths in points, with mean zero."""
    logs = np.array(logs) * 400 / math.log(10)
    return logs - logs.mean()


@pytest.mark.parametrize(
    "whole", [pytest.param(True, marks=pytest.mark.long), False], ids=["orders", "winners"]
)
def test_known_strengths_are_found(whole):
    """Full orders or winners only are enough; fuller orders give narrower intervals."""
    logs = [0.0, 0.4, 0.9, -0.7, 1.5]
    games = [
        [(agent, int(place)) for agent, place in game]
        for game in simulated(logs, 3000, 4, 1, whole=whole)
    ]
    found = plackett_luce(games)
    for agent, wanted in enumerate(points(logs)):
        strength = found[agent]
        half = (strength.high - strength.low) / 2
        assert abs(strength.points - wanted) < 1.6 * half
        assert half < (15 if whole else 25)
    assert sum(strength.points for strength in found.values()) == pytest.approx(0, abs=0.01)


@pytest.mark.long
def test_intervals_hold_in_nineteen_of_twenty_runs():
    """This is tested over many simulated runs."""
    logs, held, runs = [0.0, 0.5, 1.0, -0.5], 0, 300
    for seed in range(runs):
        games = [[(a, int(p)) for a, p in game] for game in simulated(logs, 200, 3, seed, False)]
        found = plackett_luce(games)
        held += sum(
            found[agent].low <= wanted <= found[agent].high
            for agent, wanted in enumerate(points(logs))
        )
    assert 0.93 < held / (4 * runs) < 0.97


def test_two_players_are_as_their_odds():
    """Three wins in four are odds of three to one: a difference of 191 points."""
    games = [[("a", 1), ("b", 2)]] * 3000 + [[("b", 1), ("a", 2)]] * 1000
    found = plackett_luce(games)
    assert found["a"].points - found["b"].points == pytest.approx(400 * math.log10(3), abs=0.5)
    assert first_place([found["a"], found["b"]]) == pytest.approx([0.75, 0.25], abs=0.001)


def test_the_order_of_games_does_not_count():
    """All games have the same weight."""
    games = simulated([0.0, 1.0, 0.3], 60, 3, 2)
    one, other = plackett_luce(games), plackett_luce(games[::-1])
    for agent, strength in one.items():
        assert other[agent].points == pytest.approx(strength.points, abs=0.01)


def test_partners_are_one_side():
    """Equal partners are as strong as each of them alone; a mixed side is in between."""
    pairs = [[(("a", "a"), 1), (("b", "b"), 2)]] * 300 + [[(("b", "b"), 1), (("a", "a"), 2)]] * 100
    alone = [[("a", 1), ("b", 2)]] * 300 + [[("b", 1), ("a", 2)]] * 100
    assert plackett_luce(pairs)["a"] == plackett_luce(alone)["a"]
    mixed = plackett_luce([*alone, *[[(("a", "b"), 1), (("a", "a"), 2)]] * 5])
    assert mixed["a"].points < plackett_luce(alone)["a"].points


def test_agents_that_never_win_are_weak_and_not_infinitely_so():
    """Their interval is wide; games without an order have no effect."""
    found = plackett_luce([[("a", 1), ("b", 2)]] * 50)
    assert 300 < found["a"].points < 2000
    assert found["a"].high - found["a"].low > 400
    even = plackett_luce([[("a", 1), ("b", 1)]] * 50)
    assert even["a"].points == even["b"].points == 0


@pytest.mark.parametrize(
    "game", [3, [("a", "first")], [("a",)], [((), 1), ("b", 2)], [("a", math.nan)]]
)
def test_wrong_games(game):
    """A game is a list of sides with places."""
    with pytest.raises(LudoError, match="lists of sides with their places"):
        plackett_luce([game])


def test_results_have_strengths():
    """All agents have strengths, in the table, in JSON and in CSV."""
    result = match(["greedy", "random"], SMALL, 60, seed=1, **PLAIN)
    greedy, random = (agent.strength for agent in result.agents)
    odds = result.agents[0].wins / result.agents[1].wins
    assert greedy.points - random.points == pytest.approx(400 * math.log10(odds), abs=2)
    assert Result.from_json(result.to_json()) == result
    shown = f"{greedy.points:+.0f}  {greedy.low:+.0f}..{greedy.high:+.0f}"
    assert re.search(rf"^greedy +{re.escape(shown)}", str(result), re.MULTILINE)
    row = next(csv.DictReader(io.StringIO(result.to_csv())))
    assert float(row["strength"]) == greedy.points


def test_sides_come_from_the_rules():
    """Partners sit opposite; one player alone cannot be compared."""
    assert sides_of(ludo_v0.spec()) == ((0,), (1,), (2,), (3,))
    assert sides_of(TEAMS) == ((0, 2), (1, 3))
    result = match(["greedy", "random"] * 2, TEAMS, 2, seed=3, backend="python", max_steps=20)
    assert result.agents[0].strength == result.agents[2].strength


def test_cross_play_of_two():
    """Each pair is played once, and shown from both sides; each is a match."""
    agents = ["greedy", "random", "random"]
    table = cross_play(agents, SMALL, 30, seed=2, **PLAIN)
    assert table.agents == ("greedy", "random", "random#2")
    assert [row[at] for at, row in enumerate(table.cells)] == [None] * 3
    for one, other in itertools.permutations(range(3), 2):
        cell, mirrored = table.cells[one][other], table.cells[other][one]
        assert cell.share.games == 30
        assert cell.share.wins + mirrored.share.wins == 30
    assert table.cells[0][1].share == match(agents[:2], SMALL, 30, seed=2, **PLAIN).agents[0].total
    shares = table.shares()
    assert shares[0, 1] == table.cells[0][1].value
    assert shares.diagonal().tolist() == [0.5] * 3


def test_cross_play_of_four():
    """One agent plays three of the other, and vice versa; partners sit together."""
    spec = ludo_v0.spec()
    how = {"seed": 1, "backend": "python", "max_steps": 40}
    table = cross_play(["greedy", "random"], spec, 4, **how)
    wanted = match(["random", "greedy", "greedy", "greedy"], spec, 4, **how)
    assert table.cells[1][0].share == wanted.agents[0].total
    assert table.sides == 4
    team = cross_play(["greedy", "random"], TEAMS, 4, **how)
    assert team.sides == 2
    assert (
        team.cells[0][1].share == match(["greedy", "random"] * 2, TEAMS, 4, **how).agents[0].total
    )


def test_cross_play_is_kept(tmp_path):
    """There is a folder for each pair, JSON and CSV, with luck removed if it is measured."""
    table = cross_play(["greedy", "random"], SMALL, 20, out=tmp_path, luck="greedy", **PLAIN)
    assert (tmp_path / "1-2" / "games.jsonl").is_file()
    again = cross_play(["greedy", "random"], SMALL, 20, out=tmp_path, luck="greedy", **PLAIN)
    assert again == table
    cell = table.cells[0][1]
    assert cell.value == cell.adjusted.share
    assert cell.interval == (cell.adjusted.low, cell.adjusted.high)
    data = json.loads(table.to_json(tmp_path / "table.json"))
    assert data["cells"][0][1]["adjusted"]["share"] == cell.value
    rows = list(csv.DictReader(io.StringIO(table.to_csv())))
    assert [(row["agent"], row["against"]) for row in rows] == [
        ("greedy", "random"), ("random", "greedy"),
    ]  # fmt: skip
    with pytest.raises(LudoError, match="two agents or more"):
        cross_play(["greedy"], SMALL, 2)


def test_the_command_prints_the_table(capsys):
    """The table has a row for each agent."""
    words = ["arena", "--players", "2", "--agents", "greedy,random", "--games", "2", "--max-steps"]
    assert cli.main([*words, "20", "--cross-play", "--backend", "python", "--quiet"]) == 0
    shown = capsys.readouterr().out
    assert "one against the other" in shown
    assert "2 games of each pair" in shown
    assert cli.main([*words, "20", "--cross-play", "--pool"]) == 2
    assert "--cross-play and --pool" in capsys.readouterr().err
