"""Opponents of a single seat: their names, and copies of them."""

from copy import deepcopy

import numpy as np
from gymnasium.utils.env_checker import data_equivalence

from ludo_env import french_ludo_v0, generals_v0, ludo_v0, strict_ludo_v0
from ludo_env import hooks as answers
from ludo_env import rule as a_rule
from ludo_env._envs.env_module import views
from ludo_env._envs.opponents import OPPONENTS

MODULES = {
    "ludo": ludo_v0,
    "strict": strict_ludo_v0,
    "french": french_ludo_v0,
    "generals": generals_v0,
}
MAKERS = {name: module.single_env for name, module in MODULES.items()}


def lowest(observation, mask):
    """An opponent that plays the lowest legal action."""
    return int(mask.argmax())


def mask_of(seen, info):
    """The mask, wherever it is."""
    return seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]


def story(env, steps=150, seed=None):
    """What a learner lives through who plays at random, over several games."""
    choices = np.random.default_rng(0)
    seen, info = env.reset(seed=seed)
    output = [(seen, info)]
    for _ in range(steps):
        action = choices.choice(np.flatnonzero(mask_of(seen, info)))
        seen, reward, terminated, truncated, info = env.step(action)
        output.append((seen, reward, terminated, truncated, info))
        if terminated or truncated:
            seen, info = env.reset()
            output.append((seen, info))
    return output


class Witness:
    """An opponent that notes when it is asked, and plays the lowest legal action."""

    def __init__(self, name, asked):
        self.name, self.asked = name, asked

    def __call__(self, observation, mask):
        """Play the lowest."""
        assert mask.any()
        self.asked.append((self.name, observation))
        return mask.argmax()


def test_a_new_name_can_be_registered(monkeypatch):
    """OPPONENTS takes more names, each with what makes such an opponent."""
    monkeypatch.setitem(OPPONENTS, "lowest", lambda: lowest)
    named = MAKERS["ludo"](opponents=["lowest", "random", "lowest"])
    by_hand = MAKERS["ludo"](opponents=[lowest, None, lowest])
    assert data_equivalence(story(named, seed=2), story(by_hand, seed=2))


def test_a_copy_has_opponents_of_its_own():
    """An opponent with a memory is copied with it; so is one of a rule made on the spot."""

    @a_rule(clauses="")
    def idle(board):
        """Nothing changes."""
        return answers()

    asked = []
    env = views("house", lambda: ludo_v0.spec(2).with_rules(idle())).single_env(
        opponents=Witness("a", asked), backend="python"
    )
    env.reset(seed=1)
    heard = len(asked)
    story(deepcopy(env), 20)
    assert len(asked) == heard
