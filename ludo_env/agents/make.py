"""Agents by name: `make_agent("rollout:samples=200")`; and several of them in one text.

A program adds agents by `register_agent`, a package by entry points of the group
`ludo_env.agents`: a name, and a class or function that makes the agent from the parameters in the
text.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable, Mapping
from typing import Any

from ludo_env._engine.errors import LudoError, cut, nearest, quoted
from ludo_env._engine.plug_ins import each_loaded, loaded, plug_ins, wrong_kind_of
from ludo_env.agents.view import Agent

# The module and the class of each agent; loaded when it is asked for.
AGENTS = {
    "greedy": ("ludo_env.agents.greedy", "GreedyAgent"),
    "heuristic": ("ludo_env.agents.heuristic", "HeuristicAgent"),
    "human": ("ludo_env.agents.human", "HumanAgent"),
    "lookahead": ("ludo_env.agents.lookahead", "LookaheadAgent"),
    "mcts": ("ludo_env.agents.mcts", "MctsAgent"),
    "random": ("ludo_env.agents.random", "RandomAgent"),
    "rollout": ("ludo_env.agents.rollout", "RolloutAgent"),
}
# What makes the agents that a program has registered, by name.
_registered: dict[str, Callable[..., Agent]] = {}
_MOST_LETTERS = 1000  # of an agent with its parameters
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_NAME = re.compile(r"[A-Za-z]\w*([.-]\w+)*")
_WORDS = {"true": True, "false": False, "none": None}


def make_agent(spec: str) -> Agent:
    """Return the agent of a text: its name, then a colon and key=value,key=value if it has any."""
    if not isinstance(spec, str):
        raise LudoError(f"An agent is named by a text such as 'random', not {quoted(spec)}.")
    if len(spec) > _MOST_LETTERS:
        raise LudoError(f"The text of an agent has at most {_MOST_LETTERS} letters.")
    name, _, rest = spec.partition(":")
    maker = _maker(name)
    known = _parameters(maker)
    keywords = {}
    for part in filter(None, rest.split(",")):
        key, equals, value = part.partition("=")
        key = key.lower()  # the names of scores are written in capitals
        if not equals or key not in known:
            has = nearest(key, known) if known else "it has no parameters."
            raise LudoError(f"The agent {quoted(name)} has no {quoted(key)}; {has}")
        keywords[key] = _value(value)
    try:
        agent = maker(**keywords)
    except LudoError:
        raise
    except Exception as error:
        if name in AGENTS and not isinstance(error, TypeError):
            raise
        raise LudoError(f"The agent {quoted(spec)} cannot be made: {cut(str(error))}.") from error
    return _checked(name, agent)


def register_agent(name: str, maker: Callable[..., Agent]) -> None:
    """Make an agent known by a name: in `opponents=`, in arenas, and to `make_agent`.

    `maker` is a class or function that returns the agent; its parameters are those of the text. A
    process of an arena knows the names that the main module registers when it is imported.
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name) or len(name) > _MOST_LETTERS:
        raise LudoError(f"The name of an agent is a word such as 'my_agent', not {quoted(name)}.")
    if name in AGENTS or name in plug_ins("agents"):
        raise LudoError(f"There is an agent {quoted(name)} already; choose another name.")
    if not callable(maker):
        raise LudoError(f"An agent is registered with what makes it, not with {quoted(maker)}.")
    _registered[name] = maker


def agent_names() -> tuple[str, ...]:
    """Return the names of all agents, those of other packages included, sorted."""
    return tuple(sorted({*AGENTS, *_registered, *plug_ins("agents")}))


def listed_agents() -> Mapping[str, str]:
    """Return what each agent does, by name; those of other packages are left out if they fail."""
    makers = each_loaded(agent_names(), _maker)
    return {
        name: (inspect.getdoc(maker) or "").partition("\n")[0] for name, maker in makers.items()
    }


def split_agents(text: str) -> list[str]:
    """The agents of a text such as "greedy,rollout:samples=9,depth=2,random".

    A comma also stands between two parameters of one agent: what follows it is a parameter if it
    is key=value, and an agent otherwise.
    """
    found: list[str] = []
    for part in map(str.strip, text.split(",")):
        if found and "=" in part.partition(":")[0]:
            found[-1] += ("," if ":" in found[-1] else ":") + part
        else:
            found.append(part)
    return found


def _maker(name: str) -> Any:
    """Return what makes the agent of a name: of the library, or of an entry point."""
    if name in AGENTS:
        module, kind = AGENTS[name]
        return getattr(importlib.import_module(module), kind)
    if name in _registered:
        return _registered[name]
    added = plug_ins("agents")
    if name not in added:
        raise LudoError(f"Unknown agent {quoted(name)}; {nearest(name, agent_names())}")
    maker = loaded(added[name], "agent", LudoError)
    if not callable(maker):
        raise wrong_kind_of(added[name], "agent", maker, "a class of agents", LudoError)
    return maker


def _checked(name: str, agent: Any) -> Agent:
    """Return an agent; refuse what a registered maker or an entry point makes that is not one."""
    if name not in AGENTS and not (
        isinstance(getattr(agent, "name", None), str) and callable(getattr(agent, "act", None))
    ):
        made = "an agent with a name and act(view)"
        if name in _registered:
            raise LudoError(f"What is registered as {quoted(name)} does not make {made}.")
        raise wrong_kind_of(plug_ins("agents")[name], "agent", agent, made, LudoError)
    return agent  # type: ignore[no-any-return]


def _parameters(maker: Any) -> list[str]:
    """Return the keywords of an agent: those of its signature, and those that it lists itself."""
    try:
        listed = inspect.signature(maker).parameters.values()
    except (TypeError, ValueError):  # not even Python can say
        return []
    named = [parameter.name for parameter in listed if parameter.kind is not parameter.VAR_KEYWORD]
    return [*named, *getattr(maker, "more_parameters", ())]


def _value(text: str) -> Any:
    """A number, true, false, none, or the text itself."""
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    if _NUMBER.fullmatch(text):
        return float(text) if "." in text else int(text)
    return text
