"""Helpers for tests of batches: every game by name, a game played alone, and tests of fairness."""

from math import erfc, sqrt
from types import SimpleNamespace

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import ludo_env
from ludo_env import game_of
from ludo_env.sessions import AUTO_PASS, BEGIN, OBSERVE, PLAY, SETTLE

# Games that only a file defines.
FILES = (
    "backgammon",
    "caravans",
    "ebb",
    "eight",
    "mensch",
    "parchis",
    "petits_chevaux",
    "storm",
    "tock",
    "uckers",
    "ur_blitz",
    "ur_finkel",
    "ur_masters",
)
GAMES = {
    "ludo": ("ludo_v0", {}),
    "ludo 2": ("ludo_v0", {"num_players": 2}),
    "ludo teams": ("ludo_v0", {"mode": "teams"}),
    "strict": ("strict_ludo_v0", {}),
    "strict two dice": ("strict_ludo_v0", {"dice": 2}),
    "french": ("french_ludo_v0", {}),
    "generals": ("generals_v0", {}),
    "loose": ("loose_ludo_v0", {"spec": "strict"}),
    "generals diagonal": ("generals_v0", {"diagonal": True}),
    **{name: ("loose_ludo_v0", {"spec": name}) for name in FILES},
}
IDS = {
    "ludo_v0": "ludo_env/Ludo-v0",
    "strict_ludo_v0": "ludo_env/StrictLudo-v0",
    "french_ludo_v0": "ludo_env/FrenchLudo-v0",
    "generals_v0": "ludo_env/Generals-v0",
    "loose_ludo_v0": "ludo_env/LooseLudo-v0",
}
NEXT_STEP, SAME_STEP, DISABLED = (
    AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP, AutoresetMode.DISABLED,
)  # fmt: skip
every_mode = pytest.mark.parametrize("mode", [NEXT_STEP, SAME_STEP, DISABLED], ids=str)
OVER, STOPPED = 3, 4

# How many times longer than the others these games take.
LENGTHS = {"petits_chevaux": 4}


def marked_long(names, kept):
    """The names; those that are not in `kept` are marked as long."""
    return [name if name in kept else pytest.param(name, marks=pytest.mark.long) for name in names]


# Compiling takes nearly all of the time, so the other games are left to the long run.
every_game = pytest.mark.parametrize("name", marked_long(GAMES, ["ludo"]))


def batch(name, games, **keywords):
    """A batch of a named game, with rows of small numbers."""
    module, own = GAMES[name]
    return ludo_env.make_vec(module, games, **own, **{"observation": "compact", **keywords})


def aec(name, **keywords):
    """An AEC environment that shows the same as a batch."""
    module, own = GAMES[name]
    usual = {"observation": "compact", "action_mask": "info", "auto_pass": True}
    return getattr(ludo_env, module).env(**own, **{**usual, **keywords})


class Alone:
    """One game in a session of its own: stream `index` of a seed."""

    def __init__(self, name, seed, index, auto_pass=True):
        module, own = GAMES[name]
        self.game = game_of(getattr(ludo_env, module).spec(**own))
        self.session = self.game.session("compact", seed, index=index)
        self.always = SETTLE | OBSERVE | (AUTO_PASS if auto_pass else 0)
        self.begin()

    def begin(self):
        """Begin a new game with the next dice of the stream."""
        self._run(BEGIN, 0)
        return self

    def step(self, action):
        """Play an action of the seat to act."""
        self.acted = self.seat
        self._run(PLAY, int(action))

    def _run(self, ops, value):
        status = self.session.run(ops | self.always, value)
        self.seat, phase = status & 255, (status >> 8) & 255
        self.terminated, self.truncated = phase == OVER, phase == STOPPED
        self.ended = phase >= OVER
        self.rewards = self.game.returns(self.session.record)
        self.row = self.session.row.reshape(self.game.styles["compact"].shape).copy()
        self.mask = self.session.mask.copy()

    def is_shown(self, step, i):
        """Check that row i of a batch's output is this game after its action."""
        assert step.seen[i].tolist() == self.row.tolist()
        assert step.to_act[i] == self.seat
        assert step.action_mask[i].tolist() == self.mask.tolist()

    def has_ended_so(self, step, i):
        """Check that the rewards and the two end flags are those of this game."""
        assert step.rewards_all[i].tolist() == self.rewards
        assert step.rewards[i] == self.rewards[self.acted]
        assert step.acted[i] == self.acted
        assert (step.terminated[i], step.truncated[i]) == (self.terminated, self.truncated)


def shown(env, output):
    """The output of reset or step by name; observations have a row for each game."""
    seen, infos = output[0], output[-1]
    names = ("rewards", "terminated", "truncated") if len(output) == 5 else ()
    keys = ("to_act", "action_mask", "acted", "rewards_all")
    return SimpleNamespace(
        seen=seen.T if getattr(env, "columns", False) else seen,
        infos=infos,
        **dict(zip(names, output[1:4], strict=False)),
        **{key: infos[key] for key in keys},
    )


def begun(env, **how):
    """The output of `reset`, by name."""
    return shown(env, env.reset(**how))


def stepped(env, actions):
    """The output of `step`, by name."""
    return shown(env, env.step(actions))


def trail(env, steps, **how):
    """All that a batch shows in `steps` random steps, copied: arrays by name, (steps, N, ..)."""
    begun(env, **how)
    return more(env, steps)


def more(env, steps):
    """The same as `trail`, without a reset."""
    output = []
    for _ in range(steps):
        actions = env.sample_actions()
        step = vars(stepped(env, actions)) | {"actions": actions}
        output.append({key: np.array(value) for key, value in step.items() if key != "infos"})
    return {key: np.stack([step[key] for step in output]) for key in output[0]}


def same(one, other, games=slice(None)):
    """Check that two trails are equal; of the first, only these games are compared."""
    for key, value in other.items():
        assert np.array_equal(one[key][:, games], value), key


def frozen(env, games=None):
    """All numbers that determine these games."""
    numbers = {}
    for name, array in env.get_state(games).arrays.items():
        # By field: the bytes between the fields of a record have no meaning.
        fields = {f"{name}.{field}": array[field] for field in array.dtype.names or ()}
        numbers |= fields or {name: array}
    return {name: array.tolist() for name, array in numbers.items()}


def whole(env):
    """The same as `frozen` for the whole batch, with what the batch shows."""
    seen, infos = env.observations()
    return frozen(env), seen.tolist(), {key: value.tolist() for key, value in infos.items()}


def illegal_of(mask):
    """The highest illegal action of each game."""
    return (mask.shape[1] - 1 - np.argmin(mask[:, ::-1], axis=1)).astype(np.int64)


def tail(z):
    """The probability that a standard normal number is at least z."""
    return erfc(z / sqrt(2)) / 2


def chi_square(counts, expected=None):
    """The probability that fair chance is at least this uneven (Wilson-Hilferty approximation)."""
    counts = np.asarray(counts, float).ravel()
    expected = counts.sum() / len(counts) if expected is None else expected
    return chi_tail(((counts - expected) ** 2 / expected).sum(), len(counts) - 1)


def chi_tail(statistic, degrees):
    """The probability that a chi-square number with these degrees is at least this high."""
    spread = 2 / (9 * degrees)
    return tail(((statistic / degrees) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def plausible(p):
    """Whether p is plausible: one fair seed in 500 fails, and seeds are fixed."""
    return 0.001 < p < 0.999
