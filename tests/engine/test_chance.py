"""The dice are fair, and the dice of one game are independent of those of any other.

A million draws here, a hundred million with `pytest -m long`; all seeds are fixed, so only a
bad generator crosses a bound of one in a thousand on either side.
"""

from functools import lru_cache
from types import SimpleNamespace

import numpy as np
import pytest
from batches import GAMES, Alone, chi_square, chi_tail, marked_long, plausible, tail

from ludo_env import LudoError
from ludo_env._engine.chance import draw, stream_keys
from ludo_env._engine.kernel import BEGIN, ROLL, SETTLE

GAMES_AT_ONCE, ROLLS = 1000, 1000
FAR = 2**31  # where the drawing of actions begins in a stream
LAGS = range(1, 9)
amounts = pytest.mark.parametrize("draws", [10**6, pytest.param(10**8, marks=pytest.mark.long)])


class Streams:
    """Many streams in one object, for which `draw` gives an outcome each."""

    def __init__(self, seed, games, drawn=0):
        self.key0, self.key1 = stream_keys(seed, np.asarray(games, np.uint64))
        self.drawn = np.full(len(self.key0), drawn, np.uint64)


def rolls_of(streams, rolls, sides=6):
    """An array of rolls of each stream: (streams, rolls)."""
    return np.stack([draw(streams, sides).astype(np.int64) for _ in range(rolls)], axis=1)


def pairs(one, other):
    """The count of each pair of outcomes."""
    return np.bincount((one * 6 + other).ravel(), minlength=36)


@lru_cache
def tallied(draws):
    """All counts for this many rolls of neighbouring games of one seed."""
    of = SimpleNamespace(
        faces=0, serial=0, neighbours=0, seeds=0, far=0, runs=0, games=0.0,
        changes=0, changeable=0, products=np.zeros(len(LAGS)), products_of=np.zeros(len(LAGS)),
    )  # fmt: skip
    for part in range(draws // (GAMES_AT_ONCE * ROLLS)):
        games = np.arange(GAMES_AT_ONCE) + part * GAMES_AT_ONCE
        rolls = rolls_of(Streams(2026, games), ROLLS)
        of.faces += np.bincount(rolls.ravel(), minlength=6)
        of.serial += pairs(rolls[:, ::2], rolls[:, 1::2])
        of.neighbours += pairs(rolls[::2], rolls[1::2])
        other = slice(None, 100)
        of.seeds += pairs(rolls[other], rolls_of(Streams(2027, games[other]), ROLLS))
        of.far += pairs(rolls[other], rolls_of(Streams(2026, games[other], FAR), ROLLS))
        each = np.stack([(rolls == face).sum(1) for face in range(6)], axis=1)
        of.games += ((each - ROLLS / 6) ** 2 / (ROLLS / 6)).sum()
        high = (rolls >= 3).ravel()
        changed = np.flatnonzero(high[1:] != high[:-1])
        of.changes += len(changed)
        of.changeable += len(high) - 1
        of.runs += np.bincount(np.minimum(np.diff(changed), 12), minlength=13)[1:]
        level = (rolls - 2.5) / np.sqrt(35 / 12)
        for place, lag in enumerate(LAGS):
            of.products[place] += (level[lag:] * level[:-lag]).sum()
            of.products_of[place] += level[lag:].size
    return of


@pytest.mark.parametrize("seed", [0, 7, 2**32 - 1, 2**32, 2**64 + 5, 2**127])
def test_keys_of_many_games_at_once(seed):
    """An array of indices gives the same keys as the indices one by one, without collisions."""
    indices = [0, 1, 2, 63, 2**20, 2**32 - 1, 2**32, 2**40 + 3]
    keys = stream_keys(seed, np.array(indices, np.uint64))
    assert [*zip(*(key.tolist() for key in keys), strict=True)] == [
        stream_keys(seed, index) for index in indices
    ]
    many = stream_keys(seed, np.arange(10**5, dtype=np.uint64))
    assert len(np.unique((many[0] << np.uint64(32)) | many[1])) == 10**5


def test_seeds_do_not_alias():
    """Long seeds, short seeds and indices are kept apart; nonsense is refused."""
    cases = [(seed, index) for seed in (0, 1, 2**32, 2**33, 2**64) for index in (0, 1, 2**32)]
    assert len({stream_keys(*case) for case in cases}) == len(cases)
    assert stream_keys(None) != stream_keys(None)
    for seed in (-1, 1.0, "1", True):
        with pytest.raises(LudoError):
            stream_keys(seed)


@pytest.mark.parametrize("drawn", [0, FAR, 2**32 - 20, 2**40])
def test_many_draws_at_once(drawn):
    """Many draws at once are what games draw one by one."""
    many = rolls_of(Streams(5, range(20), drawn), 40)
    for game in range(20):
        key0, key1 = stream_keys(5, game)
        alone = SimpleNamespace(key0=key0, key1=key1, drawn=drawn)
        assert many[game].tolist() == [draw(alone, 6) for _ in range(40)]
        assert alone.drawn == drawn + 40


@pytest.mark.parametrize("name", marked_long(GAMES, {"ludo"}))
def test_games_draw_from_their_streams(name):
    """A compiled game draws what `draw` draws: the first chance events of 200 games agree."""
    game = Alone(name, 3, 0).game
    for index in range(200):
        alone = game.session(seed=3, index=index)
        key0, key1 = stream_keys(3, index)
        assert (alone.stream["key0"][0], alone.stream["key1"][0]) == (key0, key1)
        alone.run(BEGIN, 0)
        sides = int(alone.record["sides"][0])
        rolled = game.session(seed=3, index=index)
        rolled.run(BEGIN, 0)
        rolled.run(ROLL, draw(SimpleNamespace(key0=key0, key1=key1, drawn=0), sides))
        rolled.stream["drawn"] = 1
        alone.run(SETTLE, 0)
        rolled.run(SETTLE, 0)
        assert game.position(alone.record) == game.position(rolled.record)


@amounts
def test_every_face_is_equally_likely(draws):
    """Faces are even over all games, and in each game no more uneven than chance allows."""
    of = tallied(draws)
    assert of.faces.sum() == draws
    assert plausible(chi_square(of.faces))
    assert plausible(chi_tail(of.games, 5 * draws // ROLLS))


@amounts
def test_rolls_do_not_remember(draws):
    """All 36 pairs of two successive rolls of one game are equally likely."""
    assert plausible(chi_square(tallied(draws).serial))


@amounts
@pytest.mark.parametrize("other", ["neighbours", "seeds", "far"])
def test_streams_are_strangers(draws, other):
    """For the next game, the next seed and actions far out, all 36 pairs are equally likely."""
    assert plausible(chi_square(getattr(tallied(draws), other)))


@amounts
def test_neighbouring_games_do_not_correlate(draws):
    """Roll by roll, game i does not correlate with games i + 1 to i + 8."""
    of = tallied(draws)
    for z in of.products / np.sqrt(of.products_of):
        assert plausible(tail(z))


@amounts
def test_runs(draws):
    """High and low rolls alternate as often as they should, and their runs are as long."""
    of = tallied(draws)
    assert plausible(tail((of.changes - of.changeable / 2) / np.sqrt(of.changeable / 4)))
    shares = np.array([2.0**-length for length in range(1, 12)] + [2.0**-11])
    assert plausible(chi_square(of.runs, of.runs.sum() * shares))


@pytest.mark.parametrize("sides", [2, 3, 4, 20, 52])
def test_other_dice_are_fair(sides):
    """Tosses, lots and other dice are fair."""
    rolls = rolls_of(Streams(31, range(2000)), 100, sides)
    assert plausible(chi_square(np.bincount(rolls.ravel(), minlength=sides)))
    first = rolls_of(Streams(32, range(200_000)), 1, sides)
    assert plausible(chi_square(np.bincount(first.ravel(), minlength=sides)))


@pytest.mark.parametrize("seeds", [range(60_000), range(0, 60_000 << 32, 1 << 32)], ids=str)
def test_first_rolls_of_seeds_are_fair(seeds):
    """Seeds that count up give fair first rolls, and fair pairs of neighbours."""
    first = np.array(
        [
            draw(SimpleNamespace(key0=key0, key1=key1, drawn=0), 6)
            for key0, key1 in map(stream_keys, seeds)
        ]
    )
    assert plausible(chi_square(np.bincount(first, minlength=6)))
    assert plausible(chi_square(pairs(first[::2], first[1::2])))


def test_the_bounds_can_fail():
    """A die with a face two percent heavier, a copied stream and too even counts are detected."""
    rolls = rolls_of(Streams(1, range(1000)), ROLLS)
    heavy = np.bincount(rolls.ravel(), minlength=6) + np.array([3400, 0, 0, 0, 0, 0])
    assert not plausible(chi_square(heavy))
    assert not plausible(chi_square(pairs(rolls[0], rolls[0])))
    assert not plausible(chi_square(np.full(6, 1000)))
    assert plausible(chi_tail(4.35, 5))
    assert chi_tail(20.5, 5) == pytest.approx(0.001, rel=0.2)
    assert chi_tail(35.0, 35) == pytest.approx(0.468, rel=0.02)
