"""The games in OpenSpiel, and its bots at tables of the library; `.ci/spiel` installs it."""

import copy
import json
import pickle
import re
import subprocess
import sys
import textwrap
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from load_script import load_script

from ludo_env import LudoError, game_of, hooks, load_game, ludo_v0, rule
from ludo_env.agents import Simulator
from ludo_env.arena import match
from ludo_env.rules import gammons

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from open_spiel.python import rl_environment
from open_spiel.python.algorithms import mcts

from ludo_env.adapters.openspiel import BotAgent, RolloutEvaluator, openspiel_game

PAGE = Path(__file__).parents[2] / "docs" / "use" / "openspiel.md"
PLAIN = {"backend": "python"}
EACH = sorted(name for name in pyspiel.registered_names() if name.startswith("ludo_env_"))
# The information state remembers the cards in hands, which takes long.
STEPS = {"ludo_env_tock": 10}
START = "p0=10,5,y,y p1=3,y,y,y turn=0 dice=4"


def played(state, random, most=10**9):
    """Yield each state of a random game."""
    while not state.is_terminal() and most > 0:
        yield state
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            action = random.choice(outcomes, p=shares)
        else:
            action, most = random.choice(state.legal_actions()), most - 1
        state.apply_action(int(action))
    yield state


def last(states):
    """Return the last of some states."""
    return [*states][-1]


def test_every_game_is_registered():
    """There is a name for each game of the catalogue, and one for files and specs."""
    assert len(EACH) == 15
    assert {"ludo_env_ludo", "ludo_env_generals", "ludo_env_ebb", "ludo_env_game"} < set(EACH)


@pytest.mark.parametrize("name", EACH)
def test_random_sim_test(name):
    """OpenSpiel's own test passes: clones, serialisation, masks, chance, bounds, returns."""
    game = pyspiel.load_game(name, {**PLAIN, "max_steps": STEPS.get(name, 60)})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "text",
    [
        "ludo_env_ludo(num_players=2)",
        "ludo_env_ludo(mode=teams)",
        "ludo_env_strict(dice=2,num_players=3)",
        "ludo_env_french(num_players=2)",
        "ludo_env_generals(role_choice=random)",
        "ludo_env_ludo(observation=compact)",
    ],
)
def test_random_sim_test_with_keywords(text):
    """The keywords of a game are OpenSpiel parameters, and part of the game's text."""
    game = pyspiel.load_game(text.replace(")", ",backend=python,max_steps=40)"))
    assert set(text[:-1].partition("(")[2].split(",")) < set(
        str(game)[:-1].split("(")[1].split(",")
    )
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_what_openspiel_is_shown_of_a_game():
    """OpenSpiel sees players, zero sums, hidden hands and bounds."""
    kind = pyspiel.GameType
    two = openspiel_game("ludo", num_players=2, max_steps=70, **PLAIN)
    assert (two.num_players(), two.num_distinct_actions(), two.max_game_length()) == (2, 5, 70)
    assert (two.min_utility(), two.max_utility(), two.utility_sum()) == (-1, 1, 0)
    assert two.get_type().utility == kind.Utility.ZERO_SUM
    assert two.get_type().chance_mode == kind.ChanceMode.EXPLICIT_STOCHASTIC
    assert two.observation_tensor_shape() == [307]
    assert openspiel_game("generals", **PLAIN).observation_tensor_shape() == [27, 10, 10]
    teams = openspiel_game("ludo", mode="teams", **PLAIN)
    assert teams.get_type().utility == kind.Utility.ZERO_SUM
    four = openspiel_game("ludo", **PLAIN)
    assert four.get_type().utility == kind.Utility.GENERAL_SUM  # 1, -1, -1, -1
    assert four.get_type().information == kind.Information.PERFECT_INFORMATION
    tock = openspiel_game("tock", **PLAIN)
    assert tock.get_type().information == kind.Information.IMPERFECT_INFORMATION
    assert openspiel_game("ebb", **PLAIN).num_players() == 1
    registered = {one.short_name: one for one in pyspiel.registered_games()}
    ludo = registered["ludo_env_ludo"]
    assert (ludo.min_num_players, ludo.max_num_players) == (2, 4)


def test_chance_is_that_of_the_game():
    """Outcomes and probabilities are the game's own, also with a bag that is not uniform."""
    for name in ("ludo", "french", "strict", "generals", "tock", "storm"):
        spiel = openspiel_game(name, max_steps=40, **PLAIN)
        game, seen = game_of(load_game(name), "python"), 0
        for state in played(spiel.new_initial_state(), np.random.RandomState(1)):
            if state.is_chance_node():
                assert state.chance_outcomes() == sorted(game.outcomes(state.record))
                assert sum(share for _, share in state.chance_outcomes()) == pytest.approx(1)
                assert max(state.chance_outcomes())[0] < spiel.max_chance_outcomes()
                seen += 1
        assert seen > 5


def test_it_plays_the_same_game():
    """Legal actions, positions, observations and returns are those of the library."""
    spiel = openspiel_game("ludo", num_players=2, **PLAIN)
    game = game_of(ludo_v0.spec(num_players=2), "python")
    simulator, env = Simulator(game), ludo_v0.env(num_players=2, **PLAIN)
    record, texts, ends = game.read("")[0], Counter(), 0
    for state in played(spiel.new_initial_state(), np.random.RandomState(3)):
        if state.history():
            step = simulator.play if game.outcomes(record) == [] else simulator.roll
            record = step(record, state.history()[-1])
        assert str(state) == game.position(record)
        assert state.returns() == game.returns(record)
        if not state.is_terminal() and not state.is_chance_node():
            assert state.legal_actions() == simulator.legal(record)
            assert state.current_player() == simulator.seat(record)
            for action in state.legal_actions():
                texts[state.action_to_string(action)] += 1
                assert state.string_to_action(state.action_to_string(action)) == action
            if state.move_number() % 20 < 2:
                env.reset(options={"position": str(state)})
                for player in range(2):
                    seen = env.observe(f"player_{player}")["observation"]
                    np.testing.assert_array_equal(state.observation_tensor(player), seen)
        ends += state.is_terminal()
    assert ends == 1
    assert sorted(state.returns()) == [-1, 1]
    assert len(texts) > 20


def test_a_game_that_is_broken_off():
    """A game ends after `max_steps` decisions with returns of 0; chance is bounded too."""
    spiel = openspiel_game("ludo", max_steps=7, **PLAIN)
    state = last(played(spiel.new_initial_state(), np.random.RandomState(0)))
    players = [step.player for step in state.full_history()]
    assert sum(player >= 0 for player in players) == 7
    assert state.is_terminal()
    assert state.returns() == [0, 0, 0, 0]
    assert state.legal_actions() == []
    most = spiel.max_chance_nodes_in_history()
    assert spiel.max_history_length() == 7 + most
    start = spiel.new_initial_state().record
    ends = [spiel.node(start, 0, events).player for events in (most - 1, most)]
    assert ends == [pyspiel.PlayerId.CHANCE, pyspiel.PlayerId.TERMINAL]


def test_clones_are_independent():
    """A clone goes on independently, also if nothing else refers to the game."""
    state = openspiel_game("ludo", num_players=2, **PLAIN).new_initial_state(START)
    clone = state.clone()
    clone.apply_action(0)
    assert str(state).startswith("p0=10,5,y,y")
    assert str(clone).startswith("p0=14,5,y,y")
    assert (state.history(), clone.history()) == ([], [0])
    text = pyspiel.serialize_game_and_state(state.get_game(), clone)
    game, again = pyspiel.deserialize_game_and_state(text)
    assert str(again) == str(clone)
    assert again.chance_outcomes() == clone.chance_outcomes()
    assert str(game) == str(state.get_game())


def test_pickles():
    """Games and states can be pickled; a spec of another process is refused in words."""
    game = openspiel_game("ludo", num_players=2, **PLAIN)
    state = game.new_initial_state(START)
    for one in (game, state):
        again = pickle.loads(pickle.dumps(one))
        assert (type(again), str(again)) == (type(one), str(one))
        assert str(copy.deepcopy(one)) == str(one)
    with pytest.raises(LudoError, match="spec of another process"):
        pyspiel.load_game("ludo_env_game(game=spec-0123)")


def test_positions():
    """A state can begin at a position text or at a record."""
    spiel = openspiel_game("ludo", num_players=2, **PLAIN)
    state = spiel.new_initial_state(START)
    assert [state.action_to_string(action) for action in state.legal_actions()] == [
        "piece 0: 4 from 10 to 14",
        "piece 1: 4 from 5 to 9",
    ]
    state.apply_action(1)
    assert state.is_chance_node()
    assert state.action_to_string(5) == "chance 6"
    assert str(spiel.state_of(state.record)) == str(state)
    with pytest.raises(LudoError, match="p9"):
        spiel.new_initial_state("p9=3")
    strict = openspiel_game("strict", **PLAIN)
    with pytest.raises(LudoError, match="needs turn="):
        strict.new_initial_state("p0=10,y,y,y dice=4")
    with pytest.raises(LudoError, match="not a state"):
        spiel.state_of(strict.new_initial_state().record)


def test_illegal_actions_change_nothing():
    """Illegal actions of players and of chance change nothing; the message is the library's."""
    state = openspiel_game("ludo", num_players=2, **PLAIN).new_initial_state(START)
    with pytest.raises(LudoError, match="Action 3 is not legal"):
        state.apply_action(3)
    assert state.legal_actions() == [0, 1]
    state.apply_action(0)
    with pytest.raises(LudoError, match=r"outcomes .* are 0\.\.5, not 9"):
        state.apply_action(9)
    assert state.history() == [0]


def test_hands_are_hidden():
    """Players see only their own cards; the information state remembers observations and acts."""
    spiel = openspiel_game("tock", max_steps=6, **PLAIN)
    state = last(played(spiel.new_initial_state(), np.random.RandomState(0)))
    hands = dict(word.split("=") for word in state.observation_string(1).split())["hands"]
    assert [hand == "?" for hand in hands.split("/")] == [True, False, True, True]
    lines = state.information_state_string(1).splitlines()
    assert lines[-1] == state.observation_string(1)
    own = [step.action for step in state.full_history() if step.player == 1]
    assert [int(line[2:]) for line in lines if line.startswith(">")] == own
    assert own
    # Another deal to player 0 looks the same to player 1.
    first = spiel.new_initial_state()
    other = first.clone()
    first.apply_action(first.legal_actions()[0])
    other.apply_action(other.legal_actions()[-1])
    assert str(first) != str(other)
    for seen in ("observation_string", "information_state_string", "observation_tensor"):
        assert getattr(first, seen)(1) == getattr(other, seen)(1)
        assert getattr(first, seen)(0) != getattr(other, seen)(0)


def test_games_of_ones_own(tmp_path):
    """A game can be a file, plain data or a spec, with keywords of types that OpenSpiel lacks."""
    path = tmp_path / "mine.toml"
    load_game("mensch").dump(path)
    game = openspiel_game(path, max_steps=30, **PLAIN)
    assert str(game) == f"ludo_env_game(backend=python,game={path},max_steps=30)"
    assert str(pyspiel.load_game(str(game))) == str(game)
    seats = openspiel_game("ludo", num_players=2, seats=(0, 2), max_steps=30, **PLAIN)
    endless = openspiel_game("generals", max_turns=None, max_steps=30, **PLAIN)
    spec = openspiel_game(load_game("ludo").without("blocks"), max_steps=30, **PLAIN)
    data = openspiel_game(load_game("eight").to_dict(), max_steps=30, **PLAIN)
    assert len({str(one) for one in (seats, endless, spec, data)}) == 4
    for one in (game, seats, endless, spec, data):
        pyspiel.random_sim_test(one, num_sims=1, serialize=True, verbose=False)
    assert str(seats.new_initial_state()).startswith("p0=y,y,y,y p2=y,y,y,y")


def test_wins_that_count_several_times():
    """The caller must give the bound, because the search scales with it."""
    spec = load_game("backgammon").with_rules(gammons())
    with pytest.raises(LudoError, match="can count several times"):
        openspiel_game(spec, **PLAIN)
    assert openspiel_game(spec, stake=3, **PLAIN).max_utility() == 3


def test_rules_of_ones_own_can_pay_anything():
    """With a rule of your own the sum is not promised to be zero."""

    @rule()
    def quiet(board):
        """Answer no question in a way that changes anything."""
        return hooks(turn_ends=lambda s, player: None)

    spec = ludo_v0.spec(num_players=2).with_rules(quiet())
    spiel = openspiel_game(spec, **PLAIN)
    assert spiel.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM


@pytest.mark.parametrize(
    ("keywords", "said"),
    [
        ({"game": "nope"}, "Unknown game 'nope'"),
        ({"num_players": 7}, "num_players is one of 2, 3, 4, not 7"),
        ({"num_players": 2.5}, "num_players is one of 2, 3, 4, not 2.5"),
        ({"numplayers": 2}, "got an unexpected keyword argument 'numplayers'"),
        ({"game": "mensch", "num_players": 2}, "got an unexpected keyword argument"),
        ({"max_steps": 0}, "max_steps is a whole number from 1"),
        ({"max_steps": None}, "max_steps is a whole number"),
        ({"stake": 0}, "stake is a whole number from 1"),
        ({"backend": "jax"}, "backend is one of"),
        ({"backend": 3}, "backend is a text"),
        ({"observation": "pixels"}, "observation is one of"),
    ],
)
def test_refusals(keywords, said):
    """Each wrong call is refused in one sentence."""
    with pytest.raises(LudoError, match=said):
        openspiel_game(**{**PLAIN, **keywords})


def bot(game, random, simulations=4, evaluator=None):
    """Return OpenSpiel's search in Python."""
    evaluator = evaluator or mcts.RandomRolloutEvaluator(1, random)
    return mcts.MCTSBot(game, 1.0, simulations, evaluator, random_state=random)


def test_their_search_plays():
    """`MCTSBot` takes a capture that wins the game, with either kind of playouts."""
    spiel = openspiel_game("ludo", num_players=2, max_steps=300, **PLAIN)
    state = spiel.new_initial_state("p0=f,f,f,h0 p1=3,y,y,y turn=0 dice=5 hit=0")
    winning = [action for action in state.legal_actions() if state.child(action).is_terminal()]
    assert winning == [3]
    middle = spiel.new_initial_state("p0=f,f,f,h3 p1=3,y,y,y turn=1 dice=4 hit=0")
    for make in (mcts.RandomRolloutEvaluator, RolloutEvaluator):
        evaluator = make(2, np.random.RandomState(0))
        for start in (state, middle):
            chosen = bot(spiel, np.random.RandomState(1), 10, evaluator).step(start)
            assert chosen in start.legal_actions()
        assert evaluator.evaluate(state.child(3)) == pytest.approx([1, -1])


def test_playouts_have_the_same_mean():
    """Both kinds of playouts agree about a race nearly over, from a decision and from chance."""
    spiel = openspiel_game("ludo", num_players=2, max_steps=500, **PLAIN)
    state = spiel.new_initial_state("p0=f,f,f,50 p1=f,f,f,49 turn=0 dice=2 hit=0,1")
    for start in (state, state.child(state.legal_actions()[0])):
        means = []
        for make in (mcts.RandomRolloutEvaluator, RolloutEvaluator):
            evaluator = make(1, np.random.RandomState(0))
            found = [evaluator.evaluate(start)[0] for _ in range(300)]
            means.append(np.mean(found))
            assert sorted({*found}) == [-1, 1]
        # Two means of 300 draws of deviation below 1: four deviations of their difference.
        assert abs(means[0] - means[1]) < 4 * (2 / 300) ** 0.5


def test_their_bots_are_agents():
    """A bot plays at a table of the library, and repeats its game with the same seed."""
    spec = ludo_v0.spec(num_players=2)
    results = [
        match([BotAgent(bot, "spiel", max_steps=40), "random"], spec, 2, seed=1, max_steps=30,
              backend="python")
        for _ in range(2)
    ]  # fmt: skip
    assert results[0] == results[1]
    assert results[0].agents[0].decisions > 0
    env = ludo_v0.single_env(opponents=[BotAgent(bot)], num_players=2, max_steps=4, **PLAIN)
    env.reset(seed=0)
    with pytest.raises(LudoError, match="BotAgent takes a function"):
        BotAgent(None)
    with pytest.raises(LudoError, match="n_rollouts is a whole number from 1, not 0"):
        RolloutEvaluator(0)


def test_rl_environment():
    """OpenSpiel's environment for learners runs to the end."""
    env = rl_environment.Environment("ludo_env_ludo", num_players=2, max_steps=30, **PLAIN)
    step, steps = env.reset(), 0
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == 307
        step, steps = env.step([step.observations["legal_actions"][player][0]]), steps + 1
    assert (steps, list(step.rewards)) == (30, [0, 0])


@pytest.mark.filterwarnings("ignore")
def test_back_to_pettingzoo():
    """Shimmy makes an AEC environment from a game, which passes PettingZoo's test."""
    shimmy = pytest.importorskip("shimmy.openspiel_compatibility", reason="no Shimmy")
    from pettingzoo.test import api_test

    config = {"num_players": 2, "max_steps": 60, **PLAIN}
    env = shimmy.OpenSpielCompatibilityV0(game_name="ludo_env_ludo", config=config)
    api_test(env, num_cycles=100)


def test_the_interpreter_ends_well():
    """The registry of OpenSpiel outlives Python, and holds no object that cannot."""
    code = "import ludo_env.adapters.openspiel as o; print(o.openspiel_game(backend='python'))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.returncode, done.stdout) == (0, "ludo_env_ludo(backend=python)\n"), done.stderr


def test_code_on_the_page_runs(tmp_path, monkeypatch):
    """Every block of the page runs by itself."""
    for needed in ("matplotlib", "networkx", "shimmy"):
        pytest.importorskip(needed, reason=f"the page uses {needed}")
    monkeypatch.chdir(tmp_path)
    load_game("mensch").dump("my_game.toml")
    text = PAGE.read_text("utf-8")
    blocks = re.findall(r"(?:^|\n\n)((?: {4}.*\n|\n(?= {4}))+)", text)
    assert len(blocks) == 6
    for block in blocks:
        exec(compile(textwrap.dedent(block), PAGE.name, "exec"), {})


def test_the_example_ranks_agents(capsys):
    """Alpha-rank on a tournament's results: the masses add up, and the best agent has most."""
    for needed in ("matplotlib", "networkx"):
        pytest.importorskip(needed, reason=f"alpha-rank of OpenSpiel needs {needed}")
    example = load_script(Path(__file__).parents[2] / "examples" / "alpha_rank.py")
    example.main(["--agents", "greedy,heuristic,random", "--games", "60", "--json"])
    ranks = json.loads(capsys.readouterr().out)
    assert sum(ranks.values()) == pytest.approx(1)
    assert min(ranks, key=ranks.get) == "random"
    assert all(ranks.values())
