"""Scores: how much an agent gives away in positions with known answers, and how often nothing."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from ludo_env._engine.arguments import is_integer, is_whole
from ludo_env._engine.errors import LudoError, cut, quoted
from ludo_env._engine.game import game_of
from ludo_env._engine.notation import listed
from ludo_env._engine.whole_file import write_whole
from ludo_env.agents import Agent, View
from ludo_env.agents.agent_errors import choice_of, name_of_agent
from ludo_env.agents.make import agent_of
from ludo_env.arena.adjusted import t_quantile
from ludo_env.arena.result import wilson
from ludo_env.arena.table_text import Sheet, text_of
from ludo_env.quiz.positions import PositionSet

ALL = "all"


@dataclass(frozen=True)
class ScoreLine:
    """The score in one category, or in all positions."""

    category: str
    positions: int
    regret: float  # the mean points of winning chance given away, of 100
    regret_error: float | None  # half of its 95 % interval; None for a single position
    agreement: float  # the share of positions in which a best action was chosen
    low: float  # the 95 % interval of that share
    high: float
    chance_regret: float  # what random choice gives away on average
    chance_agreement: float  # how often random choice finds a best action


@dataclass(frozen=True)
class Score:
    """The score of an agent: a line for each category, and one for all positions."""

    agent: str
    game: str
    by: str
    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> ScoreLine:
        """The line for all positions."""
        return self.lines[-1]

    def to_json(self, path: str | Path | None = None) -> str:
        """Return the score as JSON; write it to the path if given."""
        text = json.dumps(asdict(self), indent=2)
        if path is not None:
            write_whole(Path(path), text + "\n")
        return text

    def __str__(self) -> str:
        head = (
            "category",
            "positions",
            "regret",
            "agreement",
            "95 %",
            "by chance: regret",
            "agreement",
        )
        lines = tuple(
            (
                line.category, str(line.positions), _points(line), f"{line.agreement:.3f}",
                f"{line.low:.3f}..{line.high:.3f}", f"{line.chance_regret:.2f}",
                f"{line.chance_agreement:.3f}",
            )
            for line in self.lines
        )  # fmt: skip
        title = f"{self.agent} in positions of {self.game}, answers by {self.by}; regret in points"
        return f"{title}\n\n{text_of(Sheet('score', head, lines))}"


def score_agent(
    agent: str | Agent,
    positions: PositionSet,
    seed: int = 0,
    backend: str = "auto",
    progress: Callable[[int, int], None] | None = None,
) -> Score:
    """Ask an agent, or the agent that a text names, in every position; return its score."""
    if not is_whole(seed, 0):
        raise LudoError(f"A seed is a whole number of 0 or more, not {quoted(seed)}.")
    player = agent_of(agent)
    name = agent if isinstance(agent, str) else name_of_agent(player)
    game = game_of(positions.spec, backend)
    prepare = getattr(player, "prepare", None)
    if prepare is not None:
        prepare(game)
    chosen = []
    for one in positions:
        record, _ = game.read(one.position)
        view = View(game, record, np.random.default_rng([int(seed), one.number]))
        chosen.append(choice_of(player, view, f"{cut(name)}, in position {one.number},"))
        if progress is not None:
            progress(len(chosen), len(positions))
    return _score(name, positions, chosen)


def score_answers(
    answers: Mapping[int, int] | Iterable[Mapping[str, int]],
    positions: PositionSet,
    name: str = "answers",
) -> Score:
    """Return the score of answers: actions by position, or rows `{"number": .., "action": ..}`.

    This scores programs that do not use this library. Every position needs an answer.
    """
    try:
        if not isinstance(answers, Mapping):
            answers = {row["number"]: row["action"] for row in answers}
    except (TypeError, KeyError) as error:
        raise LudoError("Answers are rows with a number and an action.") from error
    chosen = []
    for one in positions:
        action = answers.get(one.number)
        if not is_integer(action) or action not in one.actions:
            raise LudoError(
                f"The answer in position {one.number} is {quoted(action)}; legal are "
                f"{cut(listed(one.actions))}."
            )
        chosen.append(int(action))
    return _score(name, positions, chosen)


def _score(name: str, positions: PositionSet, chosen: Sequence[int]) -> Score:
    if not len(positions):
        raise LudoError("There are no positions in the set.")
    groups = [*positions.categories, ALL]
    lines = [_line(group, positions, chosen) for group in groups]
    return Score(name, positions.spec.name, positions.by, tuple(lines))


def _line(category: str, positions: PositionSet, chosen: Sequence[int]) -> ScoreLine:
    """Return the score in the positions of one category."""
    asked = [
        (one, action)
        for one, action in zip(positions, chosen, strict=True)
        if category in (ALL, one.category)
    ]
    count = len(asked)
    regrets = np.array([one.regret(action) for one, action in asked])
    right = sum(action in one.best for one, action in asked)
    by_chance = [np.mean([one.regret(action) for action in one.actions]) for one, _ in asked]
    guessed = [len(one.best) / len(one.actions) for one, _ in asked]
    error = None
    if count > 1:
        deviation = float(regrets.std(ddof=1)) / math.sqrt(count)
        error = round(t_quantile(count - 1) * deviation, 6)
    low, high = wilson(right, count)
    return ScoreLine(
        category, count, round(float(regrets.mean()), 6), error, right / count, low, high,
        round(float(np.mean(by_chance)), 6), round(float(np.mean(guessed)), 6),
    )  # fmt: skip


def _points(line: ScoreLine) -> str:
    return f"{line.regret:.2f}" + (
        "" if line.regret_error is None else f" ± {line.regret_error:.2f}"
    )
