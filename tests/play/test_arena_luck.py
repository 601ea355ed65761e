"""Results of the arena with the luck taken out."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from forecasts import WrongAgent, small_race
from oracle.policy_model import winning_chances

from ludo_env import LudoError, game_of, generals_v0, ludo_v0
from ludo_env import __main__ as cli
from ludo_env.agents import View, make_agent
from ludo_env.arena import Result, match, tournament
from ludo_env.arena.adjusted import adjusted_shares, t_quantile
from ludo_env.arena.batch_play import Played
from ludo_env.arena.plan import Plan

SMALL, TWO = small_race(length=6), ludo_v0.spec(num_players=2)
PLAIN = {"backend": "python", "max_steps": 400}


def exact(spec):
    """Return the chance of greedy to win against random, from the first seat."""
    game = game_of(spec, "python")
    greedy = make_agent("greedy")

    def best(record, legal):
        chosen = greedy.act(View(game, record, np.random.default_rng(0)))
        return [float(action == chosen) for action in legal]

    def any_action(record, legal):
        return [1 / len(legal)] * len(legal)

    return winning_chances(game, [best, any_action])[0]


def check(result, wanted):
    """Check that both shares agree with the exact one, within what chance allows."""
    standing = result.agents[0]
    share, games = standing.total.share, standing.games
    assert abs(share - wanted) < 4 * math.sqrt(wanted * (1 - wanted) / games)
    adjusted = standing.adjusted
    deviation = (adjusted.high - adjusted.low) / 2 / 1.96
    assert abs(adjusted.share - wanted) < 4 * deviation
    return adjusted


@pytest.mark.parametrize("luck", ["greedy", WrongAgent()], ids=["greedy", "wrong"])
def test_both_shares_are_exact_in_a_solved_game(luck):
    """Any forecast is unbiased; a good one reduces variance, a wrong one adds little."""
    agents = ["greedy", "random"]
    result = match(agents, SMALL, 50, seed=4, seats="fixed", luck=luck, **PLAIN)
    adjusted = check(result, exact(SMALL))
    assert adjusted.ratio > (1.3 if luck == "greedy" else 0.7)


@pytest.mark.long
@pytest.mark.parametrize("luck", ["greedy", WrongAgent()], ids=["greedy", "wrong"])
@pytest.mark.parametrize("pieces", [1, 2])
def test_both_shares_are_exact_in_many_games(luck, pieces):
    """In 100 000 games both shares are exact to a tenth of a point."""
    spec = small_race(length=6, faces=(1, 2), pieces=pieces)
    agents = ["greedy", "random"]
    result = match(agents, spec, 100_000, seed=1, seats="fixed", luck=luck)
    adjusted = check(result, exact(spec))
    assert adjusted.high - adjusted.low < 0.008
    assert adjusted.ratio > (1.5 if luck == "greedy" else 0.99)


def test_what_is_subtracted_comes_from_other_games():
    """The result of a game changes the correction of other games only, not in its own half."""
    plan = Plan(SMALL, ("a", "b"), 60, luck="greedy")
    random = np.random.default_rng(5)
    games = []
    for number in range(60):
        luck = random.normal(size=2)
        won = bool(luck[0] + random.normal() > 0)
        returns = (1, -1) if won else (-1, 1)
        games.append(
            Played(number, (0, 1), returns, (9, 9), (0.0, 0.0), luck=((luck[0],), (-luck[0],)))
        )
    plain = adjusted_shares(plan, games)
    # A game without luck affects the correction only by its result.
    still = replace(games[7], luck=((0.0,), (0.0,)))
    turned = replace(still, returns=still.returns[::-1])
    first, other = (
        adjusted_shares(plan, [*games[:7], game, *games[8:]]) for game in (still, turned)
    )
    change = (other[0].share - first[0].share) * (1 if turned.returns[0] > 0 else -1)
    assert change == pytest.approx(1 / 60, abs=0.004)
    assert plain[0].share + plain[1].share == pytest.approx(1, abs=1e-5)
    assert plain[0].ratio > 1.2


def test_a_perfect_forecast_leaves_no_chance():
    """If results are all luck, the share is that of skill, with almost no interval."""
    plan = Plan(SMALL, ("a", "b"), 400, luck="greedy")
    wins = np.random.default_rng(1).random(400) < 0.7
    games = [
        Played(n, (0, 1), (1, -1) if won else (-1, 1), (9, 9), (0.0, 0.0),
               luck=((0.6,), (-0.6,)) if won else ((-1.4,), (1.4,)))
        for n, won in enumerate(wins)
    ]  # fmt: skip
    found = adjusted_shares(plan, games)[0]
    assert found.share == pytest.approx(0.7, abs=0.004)
    assert found.high - found.low < 0.02
    assert found.ratio > 50


def test_intervals_of_few_blocks():
    """One block has no interval; two have a very wide one."""
    one = match(["greedy", "random"], SMALL, 2, luck="greedy", **PLAIN).agents[0].adjusted
    assert one.low is one.high is None
    assert t_quantile(1) == 12.706
    assert t_quantile(5) == pytest.approx(2.571, abs=0.01)
    assert t_quantile(10) == pytest.approx(2.228, abs=0.001)
    assert t_quantile(10**6) == pytest.approx(1.96, abs=0.001)


def test_it_is_the_same_however_games_are_played(tmp_path):
    """Games can be played in parts, continued or interrupted, and read again."""
    agents = ["greedy", "random"]
    how = {"seed": 2, "luck": "greedy", "backend": "python", "max_steps": 40}
    whole = match(agents, SMALL, 6, chunk=4, **how)
    match(agents, SMALL, 3, out=tmp_path, chunk=1, **how)
    again = match(agents, SMALL, 6, out=tmp_path, **how)
    assert again == whole
    assert again.played == 3
    assert Result.load(tmp_path / "result.json") == whole
    head, first = (tmp_path / "games.jsonl").read_text().splitlines()[:2]
    assert json.loads(head)["run"]["luck"] == "greedy"
    assert np.array(json.loads(first)["luck"]).shape == (2, 3)
    text = whole.to_csv().splitlines()
    assert text[0].endswith("adjusted,adjusted_low,adjusted_high,variance_ratio")
    assert float(text[1].split(",")[-4]) == whole.agents[0].adjusted.share
    with pytest.raises(LudoError, match="its luck is 'greedy', not None"):
        match(agents, SMALL, 6, out=tmp_path, **(how | {"luck": None}))


@pytest.mark.parametrize(
    "change", [lambda luck: luck[:1], lambda luck: "no", lambda luck: [[1]] * 2]
)
def test_a_changed_log_is_refused(tmp_path, change):
    """The luck of a game is checked like everything else."""
    how = {"seed": 2, "luck": "greedy", "backend": "python", "max_steps": 10}
    match(["greedy", "random"], TWO, 2, out=tmp_path, **how)
    file = tmp_path / "games.jsonl"
    lines = file.read_text().splitlines()
    game = json.loads(lines[1])
    lines[1] = json.dumps(game | {"luck": change(game["luck"])})
    file.write_text("\n".join(lines) + "\n")
    with pytest.raises(LudoError, match=r"Line 2 .* its luck is"):
        match(["greedy", "random"], TWO, 2, out=tmp_path, **how)


def test_agents_without_a_forecast_are_refused():
    """The error comes before a game is played, and suggests other agents."""
    with pytest.raises(LudoError, match="'random' has no values of the states of 'ludo'"):
        match(["greedy", "random"], TWO, 2, luck="random", **PLAIN)
    with pytest.raises(LudoError, match="'greedy' has no values of the states of 'generals'"):
        match(["random", "random"], generals_v0.spec(), 2, luck="greedy", **PLAIN)


def test_an_agent_of_your_own_measures_luck_in_any_game():
    """This also works without an appraisal, and in a tournament."""
    own = WrongAgent()
    result = tournament(
        ["random"] * 3, generals_v0.spec(), 6, luck=own, backend="python", max_steps=2
    )
    assert result.luck == "wrong"
    assert all(agent.adjusted is not None for agent in result.agents)


def test_the_command_prints_both(capsys):
    """The command prints both shares, both intervals, and the gain."""
    agents = ["--agents", "greedy,random", "--players", "2", "--games", "4", "--max-steps", "30"]
    cli.main(["arena", *agents, "--backend", "python", "--quiet", "--luck"])
    shown = capsys.readouterr().out
    lines = [" ".join(line.split()) for line in shown.splitlines()]
    assert "agent share 95 % adjusted 95 % variance" in lines
