"""The random agent: any legal action with equal probability."""

from __future__ import annotations

from ludo_env.agents.view import View


class RandomAgent:
    """Plays a uniformly random legal action."""

    name = "random"

    def act(self, view: View) -> int:
        """Return a legal action, drawn with the random generator of the view."""
        actions = view.actions
        return actions[int(view.random.integers(len(actions)))]
