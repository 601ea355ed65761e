"""Agents by text: `make_agent("rollout:samples=200")`, `make_agent("my_agent.py:Mine")`.

A program adds names by `register_agent`, a package by entry points of the group `ludo_env.agents`:
a name, and a class or function that makes the agent from the parameters in the text. What is named
in a module or a file is a class, a function that makes an agent, or an agent.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from typing import Any

from ludo_env._engine.errors import LudoError, nearest, quoted, reason
from ludo_env._engine.plug_ins import each_loaded, loaded, plug_ins, wrong_kind_of
from ludo_env.agents.agent_code import (
    AgentFile,
    AgentFiles,
    file_of,
    find_in_code,
    module_exists,
    read_agent_file,
)
from ludo_env.agents.agent_text import AgentText, read_agent_text
from ludo_env.agents.caller_code import place_of
from ludo_env.agents.view import Agent

# The module and the class of each agent; loaded when it is asked for.
AGENTS = {
    "expert": ("ludo_env.agents.levels", "ExpertAgent"),
    "greedy": ("ludo_env.agents.greedy", "GreedyAgent"),
    "hard": ("ludo_env.agents.levels", "HardAgent"),
    "heuristic": ("ludo_env.agents.heuristic", "HeuristicAgent"),
    "human": ("ludo_env.agents.human", "HumanAgent"),
    "lookahead": ("ludo_env.agents.lookahead", "LookaheadAgent"),
    "mcts": ("ludo_env.agents.mcts", "MctsAgent"),
    "net": ("ludo_env.agents.net", "NetAgent"),
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
    """Return the agent of a text: its name, then a colon and key=value,key=value if it has any.

    A module or a file takes the place of a name: `package.module:Class`, `file.py:Class:key=value`.
    Its code is run, so a text that comes from others should be checked by `names_code` first.
    """
    return made_from(spec, {})


def made_from(spec: str, files: AgentFiles) -> Agent:
    """Return the agent of a text; files that were read before are not read again."""
    text = _read(spec)
    if text.is_code:
        if not text.is_file and not module_exists(text.source):
            known = nearest(text.source, agent_names())
            raise LudoError(f"{quoted(text.source)} is neither an agent nor a module; {known}")
        maker, surroundings = find_in_code(text, files)
        if is_agent(maker):
            if text.parameters:
                raise LudoError(f"{quoted(spec)} is an agent already, and takes no parameters.")
            return maker  # type: ignore[no-any-return]
        if not callable(maker):
            made = "an agent, or a class of agents"
            raise LudoError(f"{quoted(spec)} names {quoted(maker)}, not {made}.")
    else:
        maker, surroundings = _maker(text.source), nullcontext
    keywords = _keywords(text, maker)
    try:
        with surroundings():
            agent = maker(**keywords)
    except LudoError:
        raise
    except (Exception, SystemExit) as error:
        if text.source in AGENTS and not isinstance(error, TypeError):
            raise
        why = f"{reason(error)}{place_of(error) if text.is_code else ''}"
        raise LudoError(f"The agent {quoted(spec)} cannot be made: {why}.") from error
    return _checked(text, agent)


def names_code(spec: str) -> bool:
    """Return whether a text names a module or a file: making its agent runs the code there."""
    return _read(spec).is_code


def agent_of(agent: Any, files: AgentFiles | None = None) -> Agent:
    """Return an agent, from itself or a text; a `LudoError` says what anything else lacks."""
    if isinstance(agent, str):
        return made_from(agent, files or {})
    if is_agent(agent):
        return agent  # type: ignore[no-any-return]
    raise LudoError(f"An agent has a name, a text, and act(view); {_lack(agent)}.")


def is_agent(agent: object) -> bool:
    """Return whether an object has a name, a text, and `act`; a class of agents is no agent."""
    named = isinstance(getattr(agent, "name", None), str)
    return named and callable(getattr(agent, "act", None)) and not inspect.isclass(agent)


def files_of(agents: Iterable[Any]) -> dict[str, AgentFile]:
    """Return the files that agents are made from or come from, by the paths in their texts."""
    found = {}
    for agent in agents:
        if isinstance(agent, str):
            text = _read(agent)
            if text.is_file:
                found[text.source] = read_agent_file(text.source)
        elif (file := file_of(agent)) is not None:
            found[file.path] = file
    return found


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


def _read(spec: str) -> AgentText:
    """Return the parts of a text."""
    if not isinstance(spec, str):
        raise LudoError(f"An agent is named by a text such as 'random', not {quoted(spec)}.")
    if len(spec) > _MOST_LETTERS:
        raise LudoError(f"The text of an agent has at most {_MOST_LETTERS} letters.")
    return read_agent_text(spec, agent_names())


def _keywords(text: AgentText, maker: Any) -> dict[str, Any]:
    """Return the parameters of a text; refuse those that the agent does not have."""
    known, name = _parameters(maker), f"{text.source}:{text.thing}".rstrip(":")
    keywords = {}
    for part in text.parameters:
        key, equals, value = part.partition("=")
        key = key.lower() if key.lower() in known else key  # scores are written in capitals
        if not equals or key not in known:
            has = nearest(key, known) if known else "it has no parameters."
            raise LudoError(f"The agent {quoted(name)} has no {quoted(key)}; {has}")
        keywords[key] = _value(value)
    return keywords


def _maker(name: str) -> Any:
    """Return what makes the agent of a name: of the library, or of an entry point."""
    if name in AGENTS:
        module, kind = AGENTS[name]
        return getattr(importlib.import_module(module), kind)
    if name in _registered:
        return _registered[name]
    added = plug_ins("agents")
    if name not in added:
        known = nearest(name, agent_names())
        if not known.endswith("?"):
            known = f"{known.rstrip('.')}, and your own as file.py:Class."
        raise LudoError(f"Unknown agent {quoted(name)}; {known}")
    maker = loaded(added[name], "agent", LudoError)
    if not callable(maker):
        raise wrong_kind_of(added[name], "agent", maker, "a class of agents", LudoError)
    return maker


def _checked(text: AgentText, agent: Any) -> Agent:
    """Return an agent; refuse what code from outside the library makes that is not one."""
    name = text.source
    if (name in AGENTS and not text.is_code) or is_agent(agent):
        return agent  # type: ignore[no-any-return]
    made = "an agent with a name and act(view)"
    if text.is_code:
        raise LudoError(f"{quoted(f'{name}:{text.thing}')} does not make {made}: {_lack(agent)}.")
    if name in _registered:
        raise LudoError(f"What is registered as {quoted(name)} does not make {made}.")
    raise wrong_kind_of(plug_ins("agents")[name], "agent", agent, made, LudoError)


def _lack(agent: Any) -> str:
    """Return why an object is not an agent."""
    if inspect.isclass(agent):
        return f"{agent.__name__} is a class, and {agent.__name__}() would be an agent of it"
    if callable(getattr(agent, "act", None)):
        return f"{quoted(agent)} has no name, such as a line name = 'mine' in its class"
    if callable(agent):
        return f"function_agent() makes an agent of the function {quoted(agent)}"
    return f"{quoted(agent)} has not"


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
