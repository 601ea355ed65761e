"""Single seats of four games: their makers, opponents for them, and what a learner sees."""

import numpy as np

from ludo_env import french_ludo_v0, generals_v0, ludo_v0, strict_ludo_v0

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


class Witness:
    """An opponent that records when it is asked, and plays the lowest legal action."""

    def __init__(self, name, asked):
        self.name, self.asked = name, asked

    def __call__(self, observation, mask):
        """Play the lowest legal action."""
        assert mask.any()
        self.asked.append((self.name, observation))
        return mask.argmax()


def mask_of(seen, info):
    """The action mask, in the observation or in the info."""
    return seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]


def story(env, steps=150, seed=None):
    """Everything that a random learner observes and receives, over several games."""
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
