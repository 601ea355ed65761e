"""Texts that name agents, and their parsing.

    greedy                              the registered name of an agent
    rollout:samples=50,depth=9          a name with parameters
    my_package.agents:Hunter            a class, function or agent in a module of the caller
    agents/my_agent.py:Hunter:depth=2   the same in a file, with parameters

Known names have precedence, so a module never hides an agent of the library.
"""

from __future__ import annotations

import re
from collections.abc import Container
from typing import NamedTuple

_WORD = r"[^\W\d]\w*"
_DOTTED = re.compile(rf"{_WORD}(\.{_WORD})*")
_KEY = re.compile(rf"{_WORD}=")
FILE_ENDING = ".py"


class AgentText(NamedTuple):
    """The parts of a text that names an agent."""

    source: str  # the name of an agent, a module, or the path of a file
    thing: str  # the class, function or agent in a module or file; "" for a name
    parameters: tuple[str, ...]  # each as "key=value"

    @property
    def is_file(self) -> bool:
        """Return whether the text names a file."""
        return self.source.endswith(FILE_ENDING)

    @property
    def is_code(self) -> bool:
        """Return whether making the agent imports a module or a file."""
        return self.is_file or bool(self.thing)


def read_agent_text(text: str, known: Container[str]) -> AgentText:
    """Return the parts of a text; `known` contains the names of agents."""
    source, _, rest = text.partition(":")
    is_file = source.endswith(FILE_ENDING)
    thing = ""
    if is_file or (source not in known and _DOTTED.fullmatch(source)):
        first, _, more = rest.partition(":")
        if _DOTTED.fullmatch(first):
            thing, rest = first, more
    return AgentText(source, thing, tuple(filter(None, rest.split(","))))


def split_agents(text: str) -> list[str]:
    """Return the agents of a text such as "greedy,rollout:samples=9,depth=2,my_agent.py:Mine".

    A comma also separates the parameters of one agent: a part that begins with key= is a parameter
    of the agent before it, and any other part is an agent.
    """
    found: list[str] = []
    for part in map(str.strip, text.split(",")):
        if found and _is_parameter(part):
            has_some = any("=" in piece for piece in found[-1].split(":")[1:])
            found[-1] += ("," if has_some else ":") + part
        else:
            found.append(part)
    return found


def _is_parameter(part: str) -> bool:
    """Return whether a part is a parameter; a path such as runs/lr=0.1/agent.py is not."""
    before = part.partition(":")[0]
    return "=" in before and (_KEY.match(part) is not None or not before.endswith(FILE_ENDING))
