"""Returns and lengths of self-play, by seat."""

import gymnasium
import numpy as np
import pytest
from batches import DISABLED, NEXT_STEP, SAME_STEP, every_mode, marked_long

from ludo_env import LudoError, make_vec
from ludo_env.envs import RecordSeatStatistics


def played(mode, steps=2500, **own):
    """Return the statistics of random games, and what the batch paid in each game that ended."""
    envs = RecordSeatStatistics(
        make_vec("ludo_v0", 6, autoreset_mode=mode, backend="python", num_players=2, **own),
        buffer_length=10_000,
    )
    envs.reset(seed=3)
    paid, shown, lengths = [], [], []
    steps_of, waiting = np.zeros(6, int), np.zeros(6, bool)
    for _ in range(steps):
        acting = ~waiting
        _, _, ended, cut, infos = envs.step(envs.unwrapped.sample_actions())
        steps_of[acting] += 1
        over = (ended | cut) & acting
        assert infos.get("_episode", np.zeros(6, bool)).tolist() == over.tolist()
        assert infos.get("_returns", np.zeros(6, bool)).tolist() == over.tolist()
        for game in np.flatnonzero(over):
            assert infos["returns"][game].tolist() == infos["rewards_all"][game].tolist()
            paid.append(infos["rewards_all"][game].tolist())
            shown.append(infos["episode"]["r"][game].tolist())
            lengths.append((int(steps_of[game]), int(infos["episode"]["l"][game])))
            steps_of[game] = 0
        if mode.value == "NextStep":
            steps_of[waiting] = 0
            waiting = over
        elif mode.value == "Disabled" and over.any():
            envs.reset(options={"reset_mask": over})
    return envs, paid, shown, lengths


@pytest.mark.parametrize(
    "mode", marked_long([NEXT_STEP, SAME_STEP, DISABLED], [NEXT_STEP]), ids=str
)
def test_every_seat_is_paid_once(mode):
    """In every game one wins and one loses; the lengths are the decisions of that game."""
    envs, paid, shown, lengths = played(mode)
    assert len(paid) > 20
    assert paid == shown == [returns.tolist() for returns in envs.returns]
    assert all(sorted(returns) == [-1, 1] for returns in paid)
    assert [counted for counted, _ in lengths] == [shown for _, shown in lengths]
    assert [length for _, length in lengths] == list(envs.lengths)
    assert np.mean(envs.returns) == 0


def test_returns_are_shown_once():
    """A game that waits for its reset is not reported as ended again."""
    envs = make_vec("ludo_v0", 2, autoreset_mode="Disabled", backend="python", max_steps=3)
    envs.reset(seed=1)
    shown = ["returns" in envs.step(envs.sample_actions())[4] for _ in range(6)]
    assert shown == [False, False, True, False, False, False]


@every_mode
def test_truncated_games_are_recorded(mode):
    """A truncated game has returns of 0 and its length."""
    envs, paid, _, lengths = played(mode, steps=100, max_steps=7)
    assert {tuple(returns) for returns in paid} == {(0.0, 0.0)}
    assert {length for _, length in lengths} == {7}
    assert len(envs.returns) == len(paid) > 50


def test_what_is_refused():
    """Single seats (Gymnasium's own wrapper is for them) and an empty buffer are refused."""
    seats = gymnasium.make_vec("ludo_env/Ludo-v0", 2, backend="python")
    with pytest.raises(LudoError, match="RecordSeatStatistics is for batches of all seats"):
        RecordSeatStatistics(seats)
    with pytest.raises(LudoError, match="buffer_length is a whole number from 1, not 0"):
        RecordSeatStatistics(make_vec("ludo_v0", 2, backend="python"), buffer_length=0)
