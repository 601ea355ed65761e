"""Observations of many states in one call equal those of each state."""

import numpy as np
import pytest
from batches import GAMES

import ludo_env
from ludo_env import LudoError, game_of
from ludo_env._engine.kernel import BEGIN, PLAY, SETTLE
from ludo_env._engine.observation import observation_of, observations_of


def states(game, count):
    """States of random games, with the masks of the players to act."""
    session, random = game.session(next(iter(game.styles))), np.random.default_rng(3)
    session.reseed(3)
    status = session.run(BEGIN | SETTLE, 0)
    records, masks = [], []
    while len(records) < count:
        if not status >> 16:
            status = session.run(BEGIN | SETTLE, 0)
        records.append(session.record.copy())
        masks.append(session.mask.copy())
        status = session.run(PLAY | SETTLE, int(random.choice(np.flatnonzero(session.mask))))
    return np.concatenate(records), np.stack(masks)


@pytest.mark.parametrize("name", GAMES)
def test_they_agree_in_every_style(name):
    """They agree for every viewer, in plain Python."""
    module, own = GAMES[name]
    game = game_of(getattr(ludo_env, module).spec(**own), "python")
    records, masks = states(game, 12)
    viewers = np.arange(12) % game.players
    for style in game.styles:
        rows = observations_of(game, records, viewers, masks, style)
        for i in range(12):
            one = observation_of(game, records[i : i + 1], int(viewers[i]), masks[i], style)
            np.testing.assert_array_equal(rows[i], one)
            assert rows.dtype == one.dtype


def test_they_agree_where_it_is_compiled():
    """The rows agree for arrays in any layout; no states give no rows."""
    spec = ludo_env.ludo_v0.spec()
    plain, compiled = game_of(spec, "python"), game_of(spec, "numba")
    records, masks = states(plain, 40)
    viewers = np.arange(40, dtype=np.int32) % 4
    wanted = observations_of(plain, records, viewers, masks)
    np.testing.assert_array_equal(observations_of(compiled, records, viewers, masks), wanted)
    halves = observations_of(compiled, records[::2], viewers[::2], masks[::2])
    np.testing.assert_array_equal(halves, wanted[::2])
    assert observations_of(compiled, records[:0], viewers[:0], masks[:0]).shape == (0, 307)


def test_an_unknown_style_is_refused():
    """It is refused as for one state."""
    game = game_of(ludo_env.ludo_v0.spec(), "python")
    records, masks = states(game, 1)
    with pytest.raises(LudoError, match="An observation style is one of features, compact"):
        observations_of(game, records, np.zeros(1, int), masks, "planes")
