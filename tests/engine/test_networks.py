"""Networks: their inputs, their layers, what self-play records, and how they learn."""

import numpy as np
import pytest
from oracle import net_model

from ludo_env import LudoError, game_of, generals_v0, load_game, ludo_v0, strict_ludo_v0
from ludo_env._engine.family import DECIDE, OVER
from ludo_env._engine.kernel import BEGIN, PLAY, SETTLE
from ludo_env._engine.outlook import deep_actions
from ludo_env._engine.valuation import best_actions, values_of
from ludo_env.agents import Simulator
from ludo_env.agents.net_file import network_for
from ludo_env.training.engines import playing_on
from ludo_env.training.learner import Learner, first_numbers
from ludo_env.training.playing import Pace, play_rows
from ludo_env.training.rival import rival_of

STEADY = Pace(rate=1e-3, trace=0.5, explore=0.2)
SPECS = {
    "ludo": ludo_v0.spec(),
    "teams": ludo_v0.spec(mode="teams"),
    "three": ludo_v0.spec(num_players=3),
    "strict": strict_ludo_v0.spec(dice=2),
    "backgammon": load_game("backgammon"),
    "eight": load_game("eight"),
    "generals": generals_v0.spec("fixed"),
}


def plain(name):
    """A game in plain Python."""
    return game_of(SPECS[name], "python")


def afterstates(game, count, seed=0):
    """States after actions of random games, with chance pending, and ends."""
    session, random = game.session(seed=seed), np.random.default_rng(seed)
    session.run(BEGIN | SETTLE, 0)
    found = []
    while len(found) < count:
        actions = np.flatnonzero(session.mask)
        session.run(PLAY, int(random.choice(actions)))
        found.append(session.record.copy())
        session.run(SETTLE if found[-1]["phase"][0] < OVER else BEGIN | SETTLE, 0)
    return np.concatenate(found)


def numbers_of(network, seed=0):
    """Weights that are not small."""
    random = np.random.default_rng(seed)
    return random.normal(0, 0.3, network.shape.size)


def layers_of(network, numbers):
    """The weights as matrices."""
    shape, (bias, second, second_bias, third, third_bias) = network.shape, network.shape.starts
    return [
        (numbers[:bias].reshape(shape.inputs, -1), numbers[bias:second]),
        (numbers[second:second_bias].reshape(-1, shape.first).T, numbers[second_bias:third]),
        (numbers[third:third_bias].reshape(-1, shape.second).T, numbers[third_bias:]),
    ]


def pairs_of(network, game, record):
    """The inputs of a state by index, as the network reads them."""
    work = network.valuation.scratch()
    end = network.inputs.encode(game.layout.unpack(record), work)
    found = {}
    for at in range(network.inputs.first, end, 2):
        found[int(work[at])] = found.get(int(work[at]), 0.0) + work[at + 1]
    assert end <= network.inputs.first + 2 * network.inputs.most
    return {index: amount for index, amount in found.items() if amount}


def test_inputs_of_ludo_are_those_of_the_page():
    """In many positions the inputs are those of a model that shares nothing with the library."""
    game = plain("ludo")
    network, met = network_for(game, (2, 2)), 0
    for record in afterstates(game, 500)[::7]:
        pieces = record["progress"].reshape(4, 4).tolist()
        opened = (record["has_captured"] != 0).tolist()
        wanted = net_model.inputs(pieces, int(record["seat"]), opened, record["sixes"].tolist())
        assert pairs_of(network, game, np.atleast_1d(record)) == pytest.approx(wanted)
        met += any(index >= 14 + 4 + 16 + 20 * 59 for index in wanted)
    assert met > 5  # of them had exposed pieces


@pytest.mark.parametrize("name", SPECS)
def test_values_are_those_of_matrices(name):
    """The layers are evaluated from pairs; the value to a side is that of its players."""
    game = plain(name)
    network = network_for(game, (3, 2))
    numbers, inputs = numbers_of(network), network.inputs
    records = afterstates(game, 20 if name == "generals" else 200)[::9]
    found = values_of(game, network.valuation, records, numbers.tolist())
    for record, values in zip(records, found, strict=True):
        if record["phase"] >= OVER:
            continue
        row = np.zeros(network.shape.inputs)
        for index, amount in pairs_of(network, game, np.atleast_1d(record)).items():
            row[index] = amount
        seats = net_model.chances(row, layers_of(network, numbers))
        wanted = np.zeros(game.players)
        for seat, chance in enumerate(seats):
            player = inputs.order[int(record["seat"]), seat]
            for mate in range(game.players):
                if player >= 0 and inputs.side[mate] == inputs.side[player]:
                    wanted[mate] += chance
        assert values.tolist() == pytest.approx(wanted.tolist())


def test_ends_are_worth_their_result():
    """An end is worth 1 to the winners and 0 to the others."""
    game = plain("teams")
    network = network_for(game, (2, 2))
    record = game.layout.new()
    record["phase"], record["winner"] = OVER, 1
    found = values_of(game, network.valuation, record, numbers_of(network).tolist())
    assert found.tolist() == [[0.0, 1.0, 0.0, 1.0]]


def expected(game, network, numbers, simulator, record, seat):
    """The value of a state to a player, after each throw and the best reply."""
    if record["phase"][0] >= OVER:
        return values_of(game, network.valuation, record, numbers)[0, seat]
    total = 0.0
    if record["phase"][0] == DECIDE:
        outcomes = [(1.0, record)]
    else:
        rolled = game.outcomes(record)
        outcomes = [(share, simulator.roll(record, outcome)) for outcome, share in rolled]
    for share, met in outcomes:
        assert met["phase"][0] == DECIDE
        replies = np.concatenate(simulator.plays(met, simulator.legal(met)))
        values = values_of(game, network.valuation, replies, numbers)
        total += share * values[int(np.argmax(values[:, met["seat"][0]])), seat]
    return total


def test_two_plies_are_the_best_after_every_throw():
    """Playing every action, throw and reply one by one gives the same decision."""
    game = plain("ludo")
    network = network_for(game, (3, 2))
    numbers = numbers_of(network).tolist()
    session, random, found = game.session(seed=3), np.random.default_rng(3), []
    session.run(BEGIN | SETTLE, 0)
    while len(found) < 16:
        actions = np.flatnonzero(session.mask)
        if len(actions) > 1:
            found.append(session.record.copy())
        session.run(PLAY | SETTLE, int(random.choice(actions)))
    simulator, differ = Simulator(game, sound=found), 0
    seeds = np.zeros(len(found), np.uint64)
    records = np.concatenate(found)
    chosen = deep_actions(game, network.valuation, records, numbers, seeds)
    for record, action in zip(found, chosen, strict=True):
        actions, seat = simulator.legal(record), int(record["seat"][0])
        worth = [
            expected(game, network, numbers, simulator, after, seat)
            for after in simulator.plays(record, actions)
        ]
        best = actions[int(np.argmax(worth))]
        assert worth[actions.index(int(action))] == pytest.approx(max(worth), abs=1e-12)
        at_once = best_actions(game, network.valuation, record, numbers)[0]
        differ += best != at_once
    assert differ > 0  # another decision than one ply ahead


def learner_of(game, seed=5, hidden=(3, 2)):
    """A learner with weights that are not small."""
    network = network_for(game, hidden)
    return Learner(game, network, numbers_of(network, seed), seed)


def played(learner, pace, rows):
    """The first rows of self-play of a learner."""
    actor = learner.actors[0]
    return play_rows(learner.game, learner.network, learner.numbers, actor, pace, rows).rows


def test_targets_are_what_follows():
    """Without a trace, the mean over all throws of the best reply; they add up to 1."""
    game = plain("ludo")
    learner = learner_of(game)
    before = learner.numbers.tolist()
    rows = played(learner, Pace(1e-3, 0.0, 0.0), 12)
    targets = rows.targets
    assert targets.sum(1) == pytest.approx(np.ones(12))
    assert len(set(rows.movers.tolist())) > 1
    assert rows.groups.tolist() == list(range(13))
    # The first row is the start of a game, the second what followed.
    session = game.session(seed=5)
    session.run(BEGIN, 0)
    simulator = Simulator(game, sound=[session.record])
    for seat in range(4):
        wanted = expected(game, learner.network, before, simulator, session.record.copy(), seat)
        assert targets[0, seat] == pytest.approx(wanted)


def chain(learner, pace, count):
    """The states that self-play learns from, one after the other."""
    actor, found = learner.actors[0], []
    for _ in range(count):
        actor = play_rows(learner.game, learner.network, learner.numbers, actor, pace, 1).actor
        found.append(actor.state.copy())
    return found


def inputs_of_row(rows, row):
    """The inputs of a row by index."""
    found = {}
    for at in range(rows.starts[row], rows.starts[row + 1]):
        found[int(rows.places[at])] = found.get(int(rows.places[at]), 0.0) + rows.amounts[at]
    return {index: amount for index, amount in found.items() if amount}


def test_a_group_is_all_that_a_decision_can_lead_to():
    """With an ordering loss every action is a row, worth the mean of what follows it."""
    game, pace = plain("ludo"), Pace(1e-3, 0.8, 0.3, press=1.0)
    learner = learner_of(game)
    numbers = learner.numbers.tolist()
    rows = played(learner, pace, 120)
    sizes = np.diff(rows.groups)
    assert rows.groups[-1] == 120
    assert ((rows.deciders >= 0) == (sizes > 1)).all()
    states, checked = chain(learner_of(game), pace, len(sizes)), 0
    for group in range(1, len(sizes)):
        # What has been played is the last row.
        before, after = states[group - 2 : group] if group > 1 else (None, states[0])
        last = inputs_of_row(rows, rows.groups[group + 1] - 1)
        assert last == pytest.approx(pairs_of(learner.network, game, after))
        if sizes[group] < 2 or checked == 4:
            continue
        checked += 1
        simulator, decider = Simulator(game, sound=[before]), int(rows.deciders[group])
        found = [
            (inputs_of_row(rows, row), rows.worths[row])
            for row in range(rows.groups[group], rows.groups[group + 1])
        ]
        throws = []
        for outcome, _ in game.outcomes(before):
            met = simulator.roll(before, outcome)
            throws.append(
                [
                    (
                        pairs_of(learner.network, game, one),
                        expected(game, learner.network, numbers, simulator, one, decider),
                    )
                    for one in simulator.plays(met, simulator.legal(met))
                ]
            )
        assert any(alike(found, throw) for throw in throws)
    assert checked == 4


def alike(found, wanted):
    """Return whether two lists of inputs and worths hold the same, in any order."""
    left = list(wanted)
    for inputs, worth in found:
        same = [
            one
            for one in left
            if one[0].keys() == inputs.keys()
            and one[0] == pytest.approx(inputs)
            and one[1] == pytest.approx(worth)
        ]
        if not same:
            return False
        left.remove(same[0])
    return not left


def test_of_many_actions_some_are_rows():
    """At most four that were not played, spread over the list."""
    rows = played(learner_of(plain("generals")), Pace(1e-3, 0.8, 0.3, press=1.0), 40)
    sizes = np.diff(rows.groups)
    assert 2 < sizes.max() <= 5
    assert rows.groups[-1] == 40


def test_a_rival_decides_for_the_other_sides():
    """Its best action follows every throw on its seats; the network's own on the first seat."""
    game, pace = plain("ludo"), Pace(1e-3, 0.0, 0.0)
    rival, learner = rival_of(game, "greedy"), learner_of(game)
    numbers = learner.numbers.tolist()
    actor, network, deciders = learner.actors[0], learner.network, set()
    for _ in range(40):
        played = play_rows(game, network, learner.numbers, actor, pace, 1, rival)
        before, actor = actor.state if actor.state["phase"][0] < OVER else None, played.actor
        if before is None:
            continue
        simulator, wanted = Simulator(game, sound=[before]), np.zeros(4)
        reached = []
        for outcome, share in game.outcomes(before):
            met = simulator.roll(before, outcome)
            deciders.add(int(met["seat"][0]))
            if met["seat"][0] == 0:
                action = best_actions(game, network.valuation, met, numbers)[0]
            else:
                action = best_actions(game, rival.valuation, met, rival.numbers)[0]
            reached.append(simulator.play(met, int(action)))
            wanted += share * values_of(game, network.valuation, reached[-1], numbers)[0]
        assert played.rows.targets[0] == pytest.approx(wanted)
        assert any((one == actor.state).all() for one in reached)
    assert deciders == {0, 1, 2, 3}


def test_only_the_networks_own_decisions_are_learned_from():
    """Actions that a rival has not played are no rows."""
    game = plain("ludo")
    learner = learner_of(game)
    pace, rival = Pace(1e-3, 0.5, 0.5, press=1.0), rival_of(game, "greedy")
    rows = play_rows(
        game, learner.network, learner.numbers, learner.actors[0], pace, 200, rival
    ).rows
    assert set(rows.deciders.tolist()) == {-1, 0}
    with pytest.raises(LudoError, match="Training against 'rollout' is not possible"):
        rival_of(game, "rollout")
    with pytest.raises(LudoError, match="Training against 'net:plies=2'"):
        rival_of(game, "net:plies=2")


def test_play_does_not_depend_on_the_ordering_loss():
    """The actions that are not played take no dice from those that are."""
    game = plain("ludo")
    alone, grouped = (
        played(learner_of(game), Pace(1e-3, 0.8, 0.3, press=press), rows)
        for press, rows in ((0.0, 20), (1.0, 60))
    )
    for group in range(20):
        row = grouped.groups[group + 1] - 1
        assert inputs_of_row(alone, group) == inputs_of_row(grouped, row)


def test_a_trace_brings_back_later_results():
    """With the same play, the last rows have the same targets; the first ones differ."""
    game = plain("ludo")
    short = played(learner_of(game), Pace(1e-3, 0.0, 0.0, look=False), 30).targets
    long = played(learner_of(game), Pace(1e-3, 0.9, 0.0, look=False), 30).targets
    assert long[-1].tolist() == short[-1].tolist()
    assert np.abs(long[0] - short[0]).max() > 1e-4


def test_targets_fade():
    """The last row is closer to an even chance by the part that is asked for."""
    game = plain("ludo")
    sharp, faded = (
        played(learner_of(game), Pace(1e-3, 0.9, 0.0, fade, look=False), 10).targets
        for fade in (0.0, 0.1)
    )
    assert faded[-1] - 0.25 == pytest.approx(0.9 * (sharp[-1] - 0.25))
    assert np.abs(faded[0] - 0.25).max() < np.abs(sharp[0] - 0.25).max()


@pytest.mark.parametrize("press", [0.0, 3.0])
@pytest.mark.parametrize("name", ["ludo", "teams"])
def test_one_step_follows_the_slope(name, press):
    """Adam's first step goes against the gradient of the losses, computed by differences."""
    game = plain(name)
    learner = learner_of(game)
    learner.numbers *= 0.5
    network = learner.network
    found = played(learner, Pace(1e-3, 0.5, 0.2, press=press), 16)
    assert (np.diff(found.groups).max() > 1) == (press > 0)
    inputs = np.zeros((16, network.shape.inputs))
    for row in range(16):
        for at in range(found.starts[row], found.starts[row + 1]):
            inputs[row, found.places[at]] += found.amounts[at]
    side = np.array(game.spec.board.sides)

    def loss(numbers):
        layers, total = layers_of(network, numbers), 0.0
        chances = [
            np.roll(net_model.chances(row, layers), mover)  # by player
            for row, mover in zip(inputs, found.movers, strict=True)
        ]
        for target, chance in zip(found.targets, chances, strict=True):
            total -= target @ np.log(chance)
        for group, decider in enumerate(found.deciders):
            rows = range(found.groups[group], found.groups[group + 1])
            if decider >= 0:
                own = side == side[decider]
                errors = np.array([chances[row][own].sum() - found.worths[row] for row in rows])
                total += press / 2 * ((errors - errors.mean()) ** 2).sum()
        return total / 16

    before = learner.numbers.copy()
    used = np.flatnonzero(inputs.any(0))
    bias = network.shape.starts[0]
    checked = [used[0] * 3, used[5] * 3 + 1, used[-1] * 3 + 2, *range(bias, network.shape.size)]
    learner.learn(found, np.arange(len(found.deciders)), 1e-3, 16, press)
    for at in checked:
        ahead, behind = before.copy(), before.copy()
        ahead[at] += 1e-5
        behind[at] -= 1e-5
        slope = (loss(ahead) - loss(behind)) / 2e-5
        step = learner.numbers[at] - before[at]
        assert step == pytest.approx(-1e-3 * slope / (abs(slope) + 1e-8 / 0.001**0.5), abs=2e-5)
    unused = np.setdiff1d(np.arange(network.shape.inputs), used)
    first = network.shape.first
    assert (learner.numbers.reshape(-1)[unused[0] * first] == before[unused[0] * first]).all()


def test_learning_fits_the_targets():
    """Targets that are learned many times are met."""
    learner = learner_of(plain("ludo"), hidden=(12, 6))
    found = played(learner, STEADY, 8)
    losses = [learner.learn(found, np.arange(8), 1e-2, 8) for _ in range(120)]
    assert losses[-1] < losses[0] / 20


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "against"), [*((name, "") for name in SPECS), ("ludo", "greedy"), ("teams", "greedy")]
)
def test_both_backends_agree(name, against):
    """Inputs, decisions and weights are the same, up to rounding."""
    slow, quick = plain(name), game_of(SPECS[name], "numba")
    learners = [learner_of(game, hidden=(5, 3)) for game in (slow, quick)]
    for press in (0.0, 2.0):
        pace = Pace(1e-3, 0.5, 0.2, press=press)
        for learner in learners:
            with playing_on("inline", 1, learner.game, learner.network, against) as play:
                learner.round(play, pace, 8 if name == "generals" else 60, 8)
    one, other = learners
    assert one.numbers == pytest.approx(other.numbers, abs=1e-9)
    assert (one.actors[0].state == other.actors[0].state).all()
    numbers = numbers_of(one.network)
    records = afterstates(slow, 30 if name == "generals" else 200)
    running = records[records["phase"] < OVER]
    values = [
        values_of(game, learner.network.valuation, running, given)
        for game, learner, given in zip(
            (slow, quick), learners, (numbers.tolist(), numbers), strict=True
        )
    ]
    assert values[0] == pytest.approx(values[1], abs=1e-12)
    session, random, found = slow.session(seed=1), np.random.default_rng(1), []
    session.run(BEGIN | SETTLE, 0)
    while len(found) < 20:
        found.append(session.record.copy())
        session.run(PLAY | SETTLE, int(random.choice(np.flatnonzero(session.mask))))
        if session.record["phase"][0] >= OVER:
            session.run(BEGIN | SETTLE, 0)
    decisions = np.concatenate(found)[: 3 if name == "generals" else 20]
    seeds = np.arange(len(decisions), dtype=np.uint64)
    for choose in (best_actions, lambda *given: deep_actions(*given, seeds)):
        plainly = choose(slow, one.network.valuation, decisions, numbers.tolist())
        compiled = choose(quick, other.network.valuation, decisions, numbers)
        assert plainly.tolist() == compiled.tolist()


def test_first_weights_follow_from_the_seed():
    """The same seed gives the same weights, another one gives others."""
    network = network_for(plain("ludo"), (3, 2))
    assert (first_numbers(network, 1) == first_numbers(network, 1)).all()
    assert (first_numbers(network, 1) != first_numbers(network, 2)).any()
