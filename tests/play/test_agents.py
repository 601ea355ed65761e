"""Agents: they play legal actions, find obvious moves, and repeat themselves."""

from __future__ import annotations

import numpy as np
import pytest
from batches import marked_long

from ludo_env import (
    LudoError,
    french_ludo_v0,
    game_of,
    generals_v0,
    load_game,
    ludo_v0,
    strict_ludo_v0,
)
from ludo_env.agents import Simulator, View, make_agent
from ludo_env.agents.evaluation import appraisal_of
from ludo_env.agents.greedy import GreedyAgent
from ludo_env.agents.lookahead import LookaheadAgent
from ludo_env.agents.mcts import MctsAgent
from ludo_env.agents.random import RandomAgent
from ludo_env.agents.rollout import RolloutAgent
from ludo_env.sessions import BEGIN, PLAY, SETTLE

GAMES = {
    "ludo": ludo_v0.spec(),
    "teams": ludo_v0.spec(mode="teams"),
    "strict": strict_ludo_v0.spec(dice=2),
    "french": french_ludo_v0.spec(),
    "generals": generals_v0.spec("fixed"),
    "mensch": load_game("mensch"),
    "eight": load_game("eight"),
    "tock": load_game("tock"),
}
# Small settings without a time limit, so that agents are quick and repeatable in plain Python.
AGENTS = {
    "greedy": GreedyAgent(samples=1),
    "lookahead": LookaheadAgent(depth=1, seconds=None, samples=1),
    "rollout": RolloutAgent(samples=2, seconds=None, depth=1, limit=30),
    "mcts": MctsAgent(simulations=8, samples=1, limit=30),
}
PLANNERS = pytest.mark.parametrize("agent", AGENTS.values(), ids=AGENTS)


def plain(name):
    """Return the game in plain Python."""
    return game_of(GAMES[name], "python")


def quick(name):
    """Return the game in plain Python; Generals compiled, as its playouts are long."""
    return game_of(GAMES[name], "auto") if name == "generals" else plain(name)


def view_of(game, text, seed=0):
    """Return a decision of a position text."""
    return View(game, game.read(text)[0], np.random.default_rng(seed))


def decisions(game, count, seed=3):
    """Return some decisions of a random game, not all from its beginning."""
    session = game.session(seed=seed)
    random = np.random.default_rng(seed)
    status = session.run(BEGIN | SETTLE, 0)
    found = []
    for step in range(2000):
        actions = np.flatnonzero(session.mask)
        if len(found) == count or not status >> 16:
            break
        if len(actions) > 1 and step % 7 == 0:
            found.append(session.record.copy())
        status = session.run(PLAY | SETTLE, int(random.choice(actions)))
    return found


# The playouts of Generals are a separate kernel, and decisions with cards take long.
@pytest.mark.parametrize("name", marked_long(GAMES, set(GAMES) - {"generals", "tock"}))
@PLANNERS
def test_every_agent_plays_every_game_and_repeats_itself(name, agent):
    """The action is legal, the same for the same chance, and the state does not change."""
    game = quick(name)
    # A deal of cards has many branches, and is slow in plain Python.
    for record in decisions(game, 1 if name == "tock" else 2):
        before = record.tobytes()
        chosen = []
        for _ in range(2):
            view = View(game, record, np.random.default_rng(5))
            chosen.append(agent.act(view))
            assert chosen[-1] in view.actions
        assert chosen[0] == chosen[1]
        assert type(chosen[0]) is int
        assert record.tobytes() == before


@PLANNERS
def test_a_single_legal_action_is_played_without_thinking(agent):
    """The agent draws no random number either."""
    game = plain("ludo")
    view = view_of(game, "p0=y,y,y,y turn=0 dice=4")
    state = view.random.bit_generator.state
    assert agent.act(view) == game.pass_action
    assert view.random.bit_generator.state == state


@pytest.mark.parametrize("seed", range(3))
@PLANNERS
def test_the_last_piece_is_brought_home(agent, seed):
    """With two dice in strict, the exact one wins; the other may be played as well."""
    game = plain("strict")
    text = "p0=f,f,h2,f p1=30,y,y,y p2=y,y,y,y p3=3,9,y,y turn=0 dice=3,1"
    view = view_of(game, text, seed)
    winning = [
        action
        for action in view.actions
        if game.returns(Simulator(game).play(view.record, action))[0] == 1
    ]
    assert len(view.actions) > len(winning) == 1
    assert agent.act(view) == winning[0]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "agent",
    [
        GreedyAgent(samples=60),
        LookaheadAgent(depth=1, seconds=None, samples=20),
        RolloutAgent(samples=60, seconds=None),
        MctsAgent(simulations=60),
    ],
    ids=AGENTS,
)
def test_an_obvious_win_among_other_actions_is_taken(agent, seed):
    """The third hit on the General wins at once; any other move lets the Defender go on."""
    game = quick("generals")
    rows = ["A.........", *[".........."] * 3, "..A.......", *[".........."] * 4, "D........D"]
    view = view_of(game, f"board={'/'.join(rows)} attacker=0 turn=0 die=2 hits=2 garrison=-", seed)
    assert len(view.actions) > 1
    action = agent.act(view)
    simulator = Simulator(game)
    assert simulator.returns(simulator.play(view.record, action)) == [1.0, -1.0]


@pytest.mark.parametrize("name", ["ludo", "strict", "mensch", "french"])
def test_greedy_takes_an_obvious_capture(name):
    """A far enemy is in front of one of two pieces, neither of which is in danger."""
    game = plain(name)
    dice = {"strict": "4,4", "french": "4,4"}.get(name, "4")
    there = 14
    text = f"p0=10,2,y,y p1=y,y,y,y p2=y,y,y,y p3=y,y,y,y turn=0 dice={dice}"
    victim = next(
        place
        for place in range(game.plain.tables.gate)
        if game.plain.tables.cell[3, place] == there
    )
    view = view_of(game, text.replace("p3=y", f"p3={victim}"))
    taken = {move.action for move in view.moves if move.captures}
    assert 0 < len(taken) < len(view.actions)
    assert GreedyAgent().act(view) in taken


def test_greedy_does_not_stop_before_an_enemy():
    """A far piece would stop three squares before an enemy, so another piece moves."""
    # Piece 28 of player 1 is on square 41: it can reach square 44, and nobody can reach square 5.
    view = view_of(plain("ludo"), "p0=40,1,y,y p1=28,y,y,y turn=0 dice=4 hit=0,1")
    assert GreedyAgent().act(view) == 1


def test_only_races_are_appraised():
    """Pieces in Generals have no progress."""
    assert appraisal_of(plain("generals")) is None
    assert all(appraisal_of(plain(name)) for name in GAMES if name != "generals")


@pytest.mark.parametrize("name", [name for name in GAMES if name != "generals"])
def test_an_appraisal_is_finite_and_prefers_to_win(name):
    """In every position a win counts for more."""
    game = plain(name)
    appraisal = appraisal_of(game)
    scores = appraisal.scores(np.concatenate(decisions(game, 4)))
    assert np.isfinite(scores).all()
    assert np.abs(scores).max() < appraisal.won


@pytest.mark.parametrize("name", GAMES)
def test_chance_adds_up_and_ends_at_decisions(name):
    """A whole throw is enumerated; an endless one is cut off by drawing."""
    game = plain(name)
    simulator = Simulator(game)
    for record in decisions(game, 2):
        after = simulator.play(record, simulator.legal(record)[0])
        outcomes = simulator.chance(after, 0.02)
        assert sum(likely for likely, _ in outcomes) == pytest.approx(1)
        for _, met in outcomes:
            assert simulator.is_over(met) or simulator.legal(met)


def test_chance_of_a_die_is_what_the_game_says():
    """There are six numbers, and the next player throws them."""
    game = plain("ludo")
    simulator = Simulator(game)
    record = game.read("p0=10,y,y,y turn=0 dice=3")[0]
    outcomes = simulator.chance(simulator.play(record, 0))
    assert sorted(int(met["dice"][0][0]) for _, met in outcomes) == [1, 2, 3, 4, 5, 6]
    assert {simulator.seat(met) for _, met in outcomes} == {1}


@pytest.mark.parametrize("seconds", [0.001, 5.0])
@pytest.mark.parametrize("name", ["lookahead", "rollout", "mcts"])
def test_a_time_limit_leaves_a_legal_action(name, seconds):
    """With any limit the agent returns an action."""
    agent = {
        "lookahead": LookaheadAgent(depth=1, seconds=seconds),
        "rollout": RolloutAgent(samples=3, seconds=seconds, depth=1),
        "mcts": MctsAgent(simulations=5, seconds=seconds, limit=20),
    }[name]
    view = view_of(plain("ludo"), "p0=10,20,30,y turn=0 dice=3")
    assert agent.act(view) in view.actions


@pytest.mark.parametrize("name", AGENTS)
def test_agents_are_made_by_name(name):
    """The name of an agent makes it, and is its attribute `name`."""
    agent = make_agent(name)
    assert type(agent) is type(AGENTS[name])
    assert agent.name == name


def test_parameters_are_read_from_the_text():
    """Values are numbers, or "none" for no limit."""
    assert make_agent("rollout:samples=7,seconds=none,depth=3").samples == 7
    assert make_agent("lookahead:depth=1,seconds=0.5").seconds == 0.5
    assert make_agent("mcts:c=0.7").c == 0.7
    assert isinstance(make_agent("random"), RandomAgent)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rollout:samples=0", "rollout: samples is a whole number from 1, not 0."),
        ("rollout:depth=-1", "rollout: depth is a whole number from 0, not -1."),
        ("rollout:seconds=0", "rollout: seconds is a number above 0 or None, not 0."),
        ("lookahead:depth=1.5", "lookahead: depth is a whole number from 0, not 1.5."),
        ("mcts:simulations=true", "mcts: simulations is a whole number from 1, not True."),
        ("mcts:c=-1", "mcts: c is a number from 0, not -1."),
        ("greedy:samples=many", "greedy: samples is a whole number from 1, not 'many'."),
        ("greedy:depth=1", "The agent 'greedy' has no 'depth'"),
    ],
)
def test_parameters_that_cannot_be_are_refused_in_a_sentence(text, said):
    """The sentence names the agent, the parameter and what it may be."""
    with pytest.raises(LudoError) as refused:
        make_agent(text)
    assert said in str(refused.value)
