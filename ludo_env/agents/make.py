"""Agents by text: `make_agent("rollout:samples=200")`, `make_agent("my_agent.py:Mine")`.

A program adds names with `register_agent`, a package with entry points of the group
`ludo_env.agents`: a name, and a class or function that makes the agent from the parameters in the
text. A text with a module or file names a class, a function that makes an agent, or an agent.
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

# The module and class of each agent, imported on demand.
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
# The classes or functions that a program has registered, by name.
_registered: dict[str, Callable[..., Agent]] = {}
_MOST_LETTERS = 1000  # in the text of an agent
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_NAME = re.compile(r"[A-Za-z]\w*([.-]\w+)*")
_WORDS = {"true": True, "false": False, "none": None}


def make_agent(spec: str) -> Agent:
    """Return the agent of a text: its name, then a colon and key=value,key=value if it has any.

    A module or file can replace the name: `package.module:Class`, `file.py:Class:key=value`. Its
    code is run, so check a text from an untrusted source with `names_code` first.
    """
    return made_from(spec, {})


def made_from(spec: str, files: AgentFiles) -> Agent:
    """Return the agent of a text; use the content in `files` of files that were already read."""
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
    """Return an agent, or make one from a text; raise a `LudoError` for anything else."""
    if isinstance(agent, str):
        return made_from(agent, files or {})
    if is_agent(agent):
        return agent  # type: ignore[no-any-return]
    raise LudoError(f"An agent has a name, a text, and act(view); {_lack(agent)}.")


def is_agent(agent: object) -> bool:
    """Return whether an object has a name (a text) and `act`; a class is not an agent."""
    named = isinstance(getattr(agent, "name", None), str)
    return named and callable(getattr(agent, "act", None)) and not inspect.isclass(agent)


def files_of(agents: Iterable[Any]) -> dict[str, AgentFile]:
    """Return the files of agents, by path: those in texts, and those of agent objects."""
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
    """Register an agent under a name for `opponents=`, arenas and `make_agent`.

    `maker` is a class or function that returns the agent; the text supplies its parameters. Worker
    processes of an arena know the names that the main module registers on import.
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name) or len(name) > _MOST_LETTERS:
        raise LudoError(f"The name of an agent is a word such as 'my_agent', not {quoted(name)}.")
    if name in AGENTS or name in plug_ins("agents"):
        raise LudoError(f"There is an agent {quoted(name)} already; choose another name.")
    if not callable(maker):
        raise LudoError(f"An agent is registered with what makes it, not with {quoted(maker)}.")
    _registered[name] = maker


def agent_names() -> tuple[str, ...]:
    """Return the sorted names of all agents, including those of other packages."""
    return tuple(sorted({*AGENTS, *_registered, *plug_ins("agents")}))


def listed_agents() -> Mapping[str, str]:
    """Return descriptions of the agents by name, without those of other packages that fail."""
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
    """Return the parameters in a text; refuse those that the agent does not have."""
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
    """Return the class or function that makes the agent with this name."""
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
    """Return an agent; refuse an object from outside the library that is not an agent."""
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
    """Return the keywords of an agent, from its signature and `more_parameters`."""
    try:
        listed = inspect.signature(maker).parameters.values()
    except (TypeError, ValueError):  # there is no signature
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
