"""A league: opponents that a learner trains against, including its own past versions.

    league = League(["random"], sampling="prioritized")
    envs = gymnasium.make_vec("ludo_env/Ludo-v0", 64, opponents=league)
    ...
    league.add(policy_agent(frozen_copy, style="features"), "step 1000")

Whenever a game starts, the league draws a member for each of its seats, with the random numbers of
that game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.arguments import check_flag
from ludo_env._engine.errors import LudoError, cut_path, nearest, quoted
from ludo_env._engine.whole_file import write_whole
from ludo_env.agents.league_file import league_text, restored_league
from ludo_env.agents.league_members import LeagueFolder, LeagueMember, Load
from ludo_env.agents.league_results import LEARNER, LeagueResults, Undo
from ludo_env.agents.league_settings import LeagueSettings
from ludo_env.agents.league_table import LeagueStanding, standings, table_text

_LEARNER_NAME = "learner"
_MOST_LETTERS = 200  # of a name


class League:
    """Members to draw opponents from, with the results of their games.

    Args:
        members: a folder, in which each file is a member, or a list of agents, texts and paths.
        sampling: "uniform", "latest", or "prioritized": the more often a member beats the learner,
            the more often it is drawn.
        load: a function that makes an agent from the path of a file.
        pattern: which files of the folder are members, such as `*.pt`.
        capacity: the largest number of members; a new one replaces the oldest without `keep`.
        latest_share: the share of draws that goes to the newest member, with any sampling.
        power: with "prioritized", a weight is 1 minus the win rate of the learner, to this power.
        prior: the number of wins, and of losses, with which every win rate starts.
        memory: the approximate number of a member's games that its win rate covers.
    """

    def __init__(
        self,
        members: Any = (),
        sampling: str = "uniform",
        *,
        load: Load | None = None,
        pattern: str = "*",
        capacity: int | None = None,
        latest_share: float = 0.0,
        power: float = 1.0,
        prior: float = 1.0,
        memory: int = 1000,
    ) -> None:
        self.settings = LeagueSettings(
            sampling, pattern, capacity, latest_share, power, prior, memory
        ).checked()
        if load is not None and not callable(load):
            raise LudoError(f"load is a function that takes a path, not {quoted(load)}.")
        self._load = load
        self._results = LeagueResults(memory)
        self._members: tuple[LeagueMember, ...] = ()
        self._next = 0  # the number of the next member
        self._folder: LeagueFolder | None = None
        if isinstance(members, (str, Path)):
            self._folder = LeagueFolder(Path(members), pattern)
            self._check_loads(self._folder.path)
            self.refresh()
        elif isinstance(members, Iterable) and not isinstance(members, (bytes, Mapping)):
            for agent in members:
                self.add(agent)
        else:
            raise LudoError(
                f"The members of a league are a folder or a list of agents, not {quoted(members)}."
            )

    # Members

    @property
    def members(self) -> tuple[LeagueMember, ...]:
        """The members, the oldest first."""
        return self._members

    def __len__(self) -> int:
        return len(self._members)

    def add(self, agent: Any, name: str | None = None, *, keep: bool = False) -> LeagueMember:
        """Add a member, which takes part from the next game on; return it.

        A member must not change later, so add a copy of a network that is still being trained.
        With `keep` it is never dropped to make room. The default name is that of the agent, text
        or file.
        """
        check_flag("keep", keep, LudoError)
        if isinstance(agent, Path):
            self._check_loads(agent)
        named = self._default_name(agent) if name is None else self._checked_name(name)
        member = LeagueMember(self._next, named, agent, keep=keep, load=self._load)
        self._members = (*self._with_room(keep), member)
        self._next += 1
        self._forget_dropped()
        return member

    def drop(self, name: str) -> None:
        """Remove a member and its results; its running games continue but are not counted."""
        number = self._number(name)
        self._members = tuple(member for member in self._members if member.number != number)
        self._forget_dropped()

    def refresh(self) -> None:
        """Read the folder again: add new files as members, and drop those whose file is gone.

        This happens before every draw of members.
        """
        if self._folder is None:
            return
        new, gone = self._folder.changes()
        if gone:
            folder = self._folder.path
            left = {folder / name for name in gone}
            self._members = tuple(member for member in self._members if member.given not in left)
            self._forget_dropped()
        for path in new:
            self.add(path)

    # Draws

    def probabilities(self) -> dict[str, float]:
        """Return the probability of each member, by name, in the next draw."""
        chances = self._chances(self._members).tolist() if self._members else []
        return {member.name: chance for member, chance in zip(self._members, chances, strict=True)}

    def drawn(self, words: npt.NDArray[Any]) -> list[LeagueMember]:
        """Return the members that are drawn by random 32-bit words, one for each word."""
        self.refresh()
        members = self._members
        if not members:
            raise LudoError("A league needs a member before a game is dealt; league.add(agent).")
        bounds = np.cumsum(self._chances(members))
        places = np.searchsorted(bounds / bounds[-1], words / 2.0**32, side="right")
        return [members[place] for place in places.tolist()]

    # Results

    def record(self, learner: int, seats: Sequence[int], returns: Sequence[float]) -> Undo:
        """Add the result of a game; `seats` has the member's number on each seat, -1 for others.

        Environments call this. Return the argument for `take_back`.
        """
        known = {member.number for member in self._members}
        numbers = [number if number in known else None for number in seats]
        numbers[learner] = LEARNER
        return self._results.record(numbers, returns)

    def table(self) -> list[LeagueStanding]:
        """Return the standings of the learner and the members, the strongest first."""
        return standings(self._members, self._results, self.probabilities(), _LEARNER_NAME)

    def wins(self, one: str, other: str) -> int:
        """Return in how many games `one` finished ahead of `other`; "learner" names the learner."""
        return self._results.ahead.get((self._number(one), self._number(other)), 0)

    def win_rate(self, name: str) -> float:
        """Return the win rate of a member against the learner, as "prioritized" uses it."""
        return self._results.win_rate(self._number(name), self.settings.prior)

    def __str__(self) -> str:
        return table_text(self.table())

    # Copies and files

    def save(self, path: str | Path) -> None:
        """Write members and results to a JSON file, which `load` reads.

        Members are saved as their text, the path of their file, or their name alone.
        """
        write_whole(Path(path), league_text(self))

    @classmethod
    def load(
        cls,
        path: str | Path,
        *,
        load: Load | None = None,
        agents: Mapping[str, Any] | None = None,
    ) -> League:
        """Return the league that `save` has written.

        `agents` has the members that are neither texts nor files, by name. `load` is not saved.
        """
        try:
            text = Path(path).read_text("utf-8")
        except (OSError, ValueError) as error:
            raise LudoError(f"The league {cut_path(path)} cannot be read: {error}.") from error
        return restored_league(cls, text, load, agents or {})

    def __deepcopy__(self, memo: dict[int, Any]) -> League:
        """Return a league with its own results; members never change, so they are shared."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._results = self._results.copy()
        if self._folder is not None:
            twin._folder = LeagueFolder(self._folder.path, self._folder.pattern)
            twin._folder.seen = set(self._folder.seen)
        memo[id(self)] = twin
        return twin

    # Internal helpers

    def _chances(self, members: tuple[LeagueMember, ...]) -> npt.NDArray[np.float64]:
        """Return the probability of each member in a draw."""
        settings = self.settings
        weights = np.ones(len(members))
        if settings.sampling == "prioritized":
            rates = [self._results.win_rate(member.number, settings.prior) for member in members]
            weights = (np.array(rates) / max(rates)) ** settings.power
        latest = 1.0 if settings.sampling == "latest" else settings.latest_share
        chances: npt.NDArray[np.float64] = (1 - latest) * weights / weights.sum()
        chances[-1] += latest
        return chances

    def _with_room(self, keep: bool) -> tuple[LeagueMember, ...]:
        """Return the members, without the oldest that may be dropped if the league is full.

        One place is never kept, so there is always a member that may be dropped.
        """
        members, capacity = self._members, self.settings.capacity
        if capacity is None:
            return members
        if keep and sum(member.keep for member in members) >= capacity - 1:
            raise LudoError(
                f"With capacity={capacity} at most {capacity - 1} members of a league can be added "
                "with keep=True."
            )
        if len(members) < capacity:
            return members
        dropped = next(member for member in members if not member.keep)
        return tuple(member for member in members if member is not dropped)

    def _forget_dropped(self) -> None:
        """Remove the results of members that are no longer there."""
        for number in self._results.games.keys() - {LEARNER, *(m.number for m in self._members)}:
            self._results.forget(number)

    def _number(self, name: str) -> int:
        """Return the number of a member, or of the learner, by name."""
        numbers = {member.name: member.number for member in self._members}
        numbers[_LEARNER_NAME] = LEARNER
        if not isinstance(name, str) or name not in numbers:
            raise LudoError(f"The league has no member {quoted(name)}; {nearest(name, numbers)}")
        return numbers[name]

    def _default_name(self, agent: Any) -> str:
        """Return an unused default name for an agent."""
        named = (getattr(agent, place, None) for place in ("name", "__name__"))
        words = [agent, *named, type(agent).__name__]
        word = next(text for text in words if isinstance(text, str) and text)[:_MOST_LETTERS]
        taken, name, count = self._names(), word, 1
        while name in taken:
            count += 1
            name = f"{word}#{count}"
        return name

    def _checked_name(self, name: Any) -> str:
        if not isinstance(name, str) or not 0 < len(name) <= _MOST_LETTERS:
            raise LudoError(
                f"The name of a member is a text of at most {_MOST_LETTERS} letters, "
                f"not {quoted(name)}."
            )
        if name in self._names():
            raise LudoError(f"The league has a {quoted(name)} already; choose another name.")
        return name

    def _names(self) -> set[str]:
        return {_LEARNER_NAME, *(member.name for member in self._members)}

    def _check_loads(self, path: Path) -> None:
        if self._load is None:
            raise LudoError(
                f"Files need load=, a function that makes an agent of a path: {cut_path(path)}."
            )
