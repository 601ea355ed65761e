"""A policy as an agent: a function of observations and masks, such as a trained network.

agent = policy_agent(network, style="features")
match([agent, "greedy", "random", "random"], "ludo", games=400)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ludo_env._engine.arguments import check_choice
from ludo_env._engine.errors import LudoError, quoted
from ludo_env._engine.game import Game
from ludo_env._engine.read_only import read_only
from ludo_env.agents.decisions import Decisions
from ludo_env.agents.view import View

# policy(observations, masks) -> a score for each action, (rows, actions): logits, or values.
Policy: TypeAlias = Callable[[npt.NDArray[Any], npt.NDArray[np.int8]], Any]

CHOICES = ("argmax", "sample")


def policy_agent(
    policy: Policy, style: str = "", choose: str = "argmax", name: str = "policy"
) -> PolicyAgent:
    """Make an agent of a function that scores the actions of many observations at once.

    Args:
        policy: called with observations (rows, ...) and masks (rows, actions); it returns a score
            for each action, (rows, actions). It need not exclude illegal actions.
        style: the observation style it was trained with; empty for the game's default.
        choose: "argmax" plays the best score; "sample" draws with the softmax of the scores.
        name: the name in tables.
    """
    return PolicyAgent(policy, style, choose, name)


class PolicyAgent:
    """Plays what a policy scores highest, or draws from its scores; see `policy_agent`."""

    def __init__(self, policy: Policy, style: str, choose: str, name: str) -> None:
        if not callable(policy):
            raise LudoError(
                f"A policy is a function of observations and masks, not {quoted(policy)}."
            )
        for what, text in (("style", style), ("name", name)):
            if not isinstance(text, str):
                raise LudoError(f"The {what} of a policy is a text, not {quoted(text)}.")
        check_choice("choose", choose, CHOICES, LudoError)
        self.policy, self.style, self.choose, self.name = policy, style, choose, name

    def act(self, view: View) -> int:
        """Return the action for one decision."""
        scores = self._scores(view.game, view.observation(self.style)[None], view.mask[None])
        if self.choose == "argmax":
            return int(scores[0].argmax())
        return _drawn(scores[0], view.random)

    def act_batch(self, decisions: Decisions) -> npt.NDArray[np.int64]:
        """Return the actions for many decisions, with one call of the policy."""
        masks = decisions.masks
        scores = self._scores(decisions.game, decisions.observed(self.style), masks)
        if self.choose == "argmax":
            best: npt.NDArray[np.int64] = scores.argmax(axis=1).astype(np.int64)
            return best
        drawn = [_drawn(row, decisions.random(number)) for number, row in enumerate(scores)]
        return np.array(drawn, np.int64)

    def _scores(
        self, game: Game, observations: npt.NDArray[Any], masks: npt.NDArray[np.int8]
    ) -> npt.NDArray[np.float64]:
        """Return the scores of the policy, checked; those of illegal actions are -inf."""
        answer = self.policy(observations, read_only(masks))
        try:
            scores = np.asarray(answer, np.float64)
        except Exception as error:
            raise LudoError(
                f"The policy {quoted(self.name)} returned {quoted(answer)}, not an array of scores."
            ) from error
        if scores.shape != masks.shape:
            raise LudoError(
                f"The policy {quoted(self.name)} returned an array of shape {scores.shape} for "
                f"{len(masks)} observations of {game.spec.name} with {game.actions} actions."
            )
        legal = np.where(masks == 1, scores, -np.inf)
        # The maximum is not finite if a score is NaN or +inf, or if all are -inf.
        if not np.isfinite(legal.max(axis=1)).all():
            raise LudoError(f"The policy {quoted(self.name)} scored legal actions with no number.")
        return legal


def _drawn(scores: npt.NDArray[np.float64], random: np.random.Generator) -> int:
    """Draw an action with the softmax of the scores."""
    likely = np.exp(scores - scores.max())
    bounds = np.cumsum(likely / likely.sum())
    drawn = int(np.searchsorted(bounds, random.random(), side="right"))
    # By rounding, the last bound may be slightly less than 1.
    return drawn if drawn < len(scores) and likely[drawn] > 0 else int(np.flatnonzero(likely)[-1])
