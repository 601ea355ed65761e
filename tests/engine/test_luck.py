"""The luck in games: beside a slow model, on both backends, and zero on average."""

import numpy as np
import pytest
from batches import marked_long
from forecasts import small_race, wrong_forecast
from oracle.luck_model import LuckModel
from tiny_family import tiny

from ludo_env import french_ludo_v0, game_of, generals_v0, load_game, ludo_v0, strict_ludo_v0
from ludo_env._engine.chance import stream_keys
from ludo_env._engine.luck import walk_through
from ludo_env._engine.session import STREAM_LAYOUT
from ludo_env._engine.state import Plain
from ludo_env.agents import View, make_agent
from ludo_env.agents.forecast import forecast_by_chances
from ludo_env.rules import DECIDE, OVER
from ludo_env.sessions import AUTO_PASS, BEGIN, PLAY, ROLL, SETTLE

SPECS = {
    "tiny": tiny(),
    "small": small_race(),
    "small, two dice": small_race(faces=(1, 2), length=6, count=2),
    "ludo": ludo_v0.spec(num_players=2),
    "teams": ludo_v0.spec(mode="teams"),
    "strict": strict_ludo_v0.spec(dice=2),
    "french": french_ludo_v0.spec(),
    "backgammon": load_game("backgammon"),
    "tock": load_game("tock"),
    "generals": generals_v0.spec(),
    "storm": load_game("storm"),
}
QUICK = ("tiny", "small", "small, two dice")
# The number of decisions that is enough for longer games.
MOST = 25


def forecast_for(game):
    """The appraisal of races, or a wrong forecast for another game."""
    return make_agent("greedy").forecast(game) or wrong_forecast()


def keys_of(seed, games):
    """The keys of the chance streams of some games."""
    keys = stream_keys(seed, np.arange(games, dtype=np.uint64))
    return np.stack(keys, axis=1).astype(np.int64)


def stream_of(keys):
    """A chance stream from its beginning."""
    return Plain(dict(zip(STREAM_LAYOUT.fields, (*keys.tolist(), 0), strict=True)))


def played(game, seed, games, most=MOST):
    """The actions of some games of random play, forced passes left out."""
    random, found = np.random.default_rng(seed), []
    for number in range(games):
        session, actions = game.session(seed=seed, index=number), []
        session.run(BEGIN | SETTLE | AUTO_PASS, 0)
        while session.mask.any() and len(actions) < most:
            actions.append(int(random.choice(np.flatnonzero(session.mask))))
            session.run(PLAY | SETTLE | AUTO_PASS, actions[-1])
        found.append((np.array(actions, np.int64), int(session.stream["drawn"][0])))
    return found


@pytest.mark.parametrize("name", marked_long(SPECS, QUICK))
def test_luck_is_that_of_the_model(name):
    """Luck and returns are those of the model for each game, guess and player."""
    game = game_of(SPECS[name], "python")
    forecast, keys = forecast_for(game), keys_of(3, 3)
    games = played(game, 3, 3)
    found = walk_through(game, forecast, keys, [actions for actions, _ in games])
    model = LuckModel(game, forecast)
    assert found.luck.any()
    for number, (actions, draws) in enumerate(games):
        luck, returns = model.luck(stream_of(keys[number]), actions)
        np.testing.assert_allclose(found.luck[number], luck, atol=1e-9)
        assert found.returns[number].tolist() == returns
        assert found.decisions[number] == len(actions)
        assert found.draws[number] == draws


@pytest.mark.parametrize("name", marked_long(SPECS, ["tiny"]))
def test_both_backends_agree(name):
    """They agree up to rounding, in games that were played and in those the forecast continues."""
    plain, compiled = game_of(SPECS[name], "python"), game_of(SPECS[name], "numba")
    keys = keys_of(4, 3)
    games = [actions for actions, _ in played(plain, 4, 3, most=12)]
    for limit in (0, 4):
        ours, theirs = (
            walk_through(game, forecast_for(game), keys, games, limit=limit)
            for game in (plain, compiled)
        )
        np.testing.assert_allclose(ours.luck, theirs.luck, atol=1e-12)
        assert np.array_equal(ours.returns, theirs.returns)
        assert np.array_equal(ours.decisions, theirs.decisions)
        assert np.array_equal(ours.draws, theirs.draws)


@pytest.mark.parametrize("forecast", [None, wrong_forecast()], ids=["appraisal", "wrong"])
def test_the_luck_of_all_throws_is_zero_on_average(forecast):
    """The luck of the model over all first throws is zero, however good the forecast is."""
    game = game_of(small_race(), "python")
    forecast = forecast or forecast_for(game)
    model, session = LuckModel(game, forecast), game.session()
    session.run(BEGIN, 0)
    waiting, throws = [(1.0, session.record.copy(), model.zeros(), 0)], 0
    total, size = model.zeros(), 0.0
    while waiting:
        share, record, luck, depth = waiting.pop()
        if depth == 5 or record["phase"][0] >= OVER:
            total += share * luck
            size += share * np.abs(luck).sum()
        elif record["phase"][0] == DECIDE:
            after = model.after(record, PLAY, model.legal(record)[-1])
            waiting.append((share, after, luck, depth + 1))
        else:
            after = [(part, model.after(record, ROLL, o)) for o, part in game.outcomes(record)]
            seen = [(part, model.expected(state, record, 3, 1), state) for part, state in after]
            mean = sum(part * values for part, values, _ in seen)
            waiting += [
                (share * part, state, luck + values - mean, depth) for part, values, state in seen
            ]
            throws += 1
    assert throws > 20
    assert size > 0.01
    np.testing.assert_allclose(total, 0, atol=1e-12)


def test_play_that_goes_on_takes_the_best_actions():
    """After the given actions, greedy play by the forecast is the same as in the arena."""
    game = game_of(SPECS["ludo"], "python")
    forecast, keys = forecast_for(game), keys_of(9, 2)
    begun = [np.zeros(0, np.int64)] * 2
    found = walk_through(game, forecast, keys, begun, limit=20, measured=False)
    assert found.decisions.tolist() == [20, 20]
    assert not found.luck.any()
    measured = walk_through(game, forecast, keys, begun, limit=20)
    assert np.array_equal(measured.draws, found.draws)
    greedy = make_agent("greedy")
    for number in range(2):
        session, actions = game.session(seed=9, index=number), []
        session.run(BEGIN | SETTLE | AUTO_PASS, 0)
        while len(actions) < 20:
            view = View(game, session.record.copy(), np.random.default_rng(0))
            actions.append(greedy.act(view))
            session.run(PLAY | SETTLE | AUTO_PASS, actions[-1])
        again = walk_through(game, forecast, keys[number : number + 1], [np.array(actions)])
        assert again.draws[0] == found.draws[number]


def test_a_chance_to_win_is_a_forecast():
    """A chance from 0 to 1 is a return from -1 to 1; the numbers come with every call."""
    seen = []

    def appraise(s, work, numbers):
        seen.append(numbers[0])
        work[0] = 0.25

    def value(s, work, player):
        return work[0] if player == 0 else 1 - work[0]

    forecast = forecast_by_chances(appraise, value, 1, 2, np.array([7.0]))
    again = forecast_by_chances(appraise, value, 1, 2, np.array([8.0]))
    assert again[:-1] == forecast[:-1]
    guess = np.zeros((1, 2))
    forecast.foresee(None, [0.25], guess)
    assert guess.tolist() == [[-0.5, 0.5]]
    game = game_of(SPECS["small"], "python")
    walk_through(game, forecast, keys_of(1, 1), [np.zeros(0, np.int64)], limit=9)
    assert set(seen) == {7.0}


def test_games_begin_at_positions_too():
    """A throw already made is no luck; the first throw after the action is."""
    game = game_of(SPECS["ludo"], "python")
    record, _ = game.read("p0=f,f,f,h4 p1=f,f,f,h0 hit=0,1 turn=0 dice=1")
    found = walk_through(game, forecast_for(game), keys_of(1, 1), [np.array([3])], record)
    assert found.returns.tolist() == [[1, -1]]
    assert not found.luck.any()
    assert found.draws[0] == 0


def test_an_action_that_is_not_legal_is_noticed():
    """The walk ends there, and says so."""
    game = game_of(SPECS["ludo"], "python")
    found = walk_through(game, forecast_for(game), keys_of(1, 1), [np.array([77])])
    assert found.draws.tolist() == [-1]
