"""Uniform chance: any legal action is as good as another."""

from __future__ import annotations

from ludo_env.agents.view import View


class RandomAgent:
    """Plays any legal action, all equally likely."""

    name = "random"

    def act(self, view: View) -> int:
        """A legal action, drawn from the chance of the view."""
        actions = view.actions
        return actions[int(view.random.integers(len(actions)))]
