"""Seats of a table: their people and agents, and checks of what a client asks for."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ludo_env._engine.errors import nearest, quoted
from ludo_env._play.table import PERSON
from ludo_env._web.refusal import WRONG, Refusal
from ludo_env.agents.make import agent_names

HOST, FRIEND, AGENT = KINDS = ("me", "friend", "agent")
MOST_LETTERS = 30  # of the name of a person
_TOKEN_BYTES = 16


@dataclass
class Seat:
    """A seat: for the host of the table, for a friend with a link, or for an agent."""

    kind: str
    agent: str  # the agent that plays now; "" while the person does
    name: str  # of the person; may be empty
    token: str  # opens a friend's seat; the host has one token for all seats of the kind "me"
    by_hand: bool = True  # whether the person throws the dice by a press

    @property
    def is_for_person(self) -> bool:
        """Return whether a person owns the seat, even while an agent plays for them."""
        return self.kind != AGENT

    @property
    def person_plays(self) -> bool:
        """Return whether a person decides here."""
        return not self.agent

    @property
    def sitter(self) -> str:
        """Return the player as named in replays: the text of an agent, or "human"."""
        return self.agent or PERSON

    def as_data(self) -> dict[str, Any]:
        """Return the seat as plain data."""
        return asdict(self)


def new_token() -> str:
    """Return 128 random bits as text."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def seats_asked(data: Any, players: int) -> list[Seat]:
    """Return the seats that a client asks for; refuse anything else."""
    if not isinstance(data, list) or len(data) != players:
        raise Refusal(WRONG, f"seats is a list of {players} seats, one for each player.")
    return [_seat(number, seat) for number, seat in enumerate(data)]


def _seat(number: int, data: Any) -> Seat:
    where = f"seats[{number}]"
    known = {"who", "agent", "name", "by_hand"}
    if not isinstance(data, Mapping) or not known.issuperset(data):
        raise Refusal(WRONG, f"{where} is an object with {', '.join(sorted(known))}.")
    kind = data.get("who")
    if not isinstance(kind, str) or kind not in KINDS:
        raise Refusal(WRONG, f"{where}.who is one of {', '.join(KINDS)}, not {quoted(kind)}.")
    agent = agent_asked(data.get("agent"), f"{where}.agent") if kind == AGENT else ""
    by_hand = data.get("by_hand", True)
    if type(by_hand) is not bool:
        raise Refusal(WRONG, f"{where}.by_hand is true or false, not {quoted(by_hand)}.")
    name = name_asked(data.get("name", ""), f"{where}.name")
    return Seat(kind, agent, name if kind != AGENT else "", new_token(), by_hand)


def sitting_agents() -> tuple[str, ...]:
    """Return the names of the agents that a client may seat."""
    return tuple(name for name in agent_names() if name != PERSON)


def agent_asked(name: Any, where: str, known: Collection[str] = ()) -> str:
    """Return the name of an agent that a client asks for; refuse unknown names.

    Parameters are not allowed: they can name a file or demand any amount of work.
    """
    known = known or sitting_agents()
    if not isinstance(name, str) or name not in known:
        raise Refusal(WRONG, f"{where}: {quoted(name)} is not an agent; {nearest(name, known)}")
    return name


def name_asked(name: Any, where: str = "name") -> str:
    """Return the name of a person without surrounding blanks; it may be empty."""
    if not isinstance(name, str) or len(name) > MOST_LETTERS or not name.isprintable():
        raise Refusal(
            WRONG, f"{where} is a text of at most {MOST_LETTERS} letters, not {quoted(name)}."
        )
    return name.strip()
