"""Snapshots: the whole state of an environment as one value, to save, restore and copy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ludo_env._engine.errors import NotResetError, StateError, quoted
from ludo_env._engine.spec import Spec
from ludo_env._envs.agent_state_check import complaint
from ludo_env._envs.dealer import Dealt
from ludo_env._envs.settings import Settings

if TYPE_CHECKING:
    from ludo_env._envs.aec import BoardEnv

# The parts of the agent state that change during a game.
_AGENT_STATE = (
    "agents",
    "agent_selection",
    "rewards",
    "terminations",
    "truncations",
    "infos",
    "_cumulative_rewards",
    "_skip_agent_selection",
    "_ended",
    "_actor",
    "_steps",
)

# Those of them that wrappers and callers read.
_LIVE = ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos")


@dataclass(frozen=True)
class Saved:
    """A state: the game, its chance and scripted dice, and the state of the agents."""

    game: str
    dealt: Dealt
    agent_state: Mapping[str, Any]


class Live:
    """An attribute that exists only after `reset`; reading it earlier is an error.

    After `reset` the attribute of the instance hides it. `__getattr__` would slow all attributes.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, env: Any, owner: type | None = None) -> Any:
        if env is None:
            return self
        raise NotResetError(f"{self._name} cannot be used before reset().")


def add_live(kind: type) -> None:
    """Make reading the state of the agents before `reset` an error, in a class."""
    for name in _LIVE:
        if not hasattr(kind, name):
            live = Live()
            setattr(kind, name, live)
            live.__set_name__(kind, name)


def take(env: BoardEnv) -> Saved:
    """Return a copy of the state of an environment."""
    agent_state = {name: copied(getattr(env, name)) for name in _AGENT_STATE}
    return Saved(env.spec.key, env.dealer.save(), agent_state)


def put(env: BoardEnv, saved: Saved) -> None:
    """Restore a state into an environment of the same game, after checking all of it."""
    if not isinstance(saved, Saved):
        raise StateError(f"set_state takes what get_state gave, not {quoted(saved)}.")
    if type(saved.game) is not str or saved.game != env.spec.key:
        raise StateError("This state belongs to another game or to another set of rules.")
    dealt = env.dealer.checked(saved.dealt)
    if not isinstance(saved.agent_state, Mapping) or set(saved.agent_state) != set(_AGENT_STATE):
        raise StateError(f"The state of the agents is {', '.join(_AGENT_STATE)}, and nothing else.")
    agent_state = {name: copied(saved.agent_state[name]) for name in _AGENT_STATE}
    wrong = complaint(env, dealt.record, agent_state)
    if wrong:
        raise StateError(f"The state of the agents does not fit the game: {wrong}.")
    agent_state["infos"] = {
        agent: _infos_for(env, dealt, info) for agent, info in agent_state["infos"].items()
    }
    for name, value in agent_state.items():
        setattr(env, name, value)
    env._note_start()
    env.dealer.put(dealt)


def _infos_for(env: BoardEnv, dealt: Dealt, info: dict[str, Any]) -> dict[str, Any]:
    """Return the infos of an agent, adapted to the settings of this environment."""
    own = env.looks.opening_infos(dealt.record)
    kept = {
        name: value
        for name, value in info.items()
        if name in own or name not in ("substituted", "action_mask")
    }
    if env.looks.mask_in_infos:
        kept["action_mask"] = info.get("action_mask", np.zeros(env.game.actions, np.int8))
    return own | kept


def restored(
    kind: type[BoardEnv],
    spec: Spec,
    name: str,
    settings: Settings,
    saved: Saved | None,
    action_spaces: Any,
) -> BoardEnv:
    """Return an environment of a class in the state in which it was pickled."""
    env = kind(spec, name, settings)
    env.take_spaces(action_spaces)
    if saved is not None:
        env.set_state(saved)
    return env


def copied(value: Any) -> Any:
    """Return a deep copy of dictionaries, lists and arrays; any other value as it is."""
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    return value.copy() if isinstance(value, (list, np.ndarray)) else value
