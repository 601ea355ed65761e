"""The scores of the heuristic agent: the clauses C-1 to C-36, and nothing else.

Positions are places, see `heuristic_distances`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from ludo_env.agents.heuristic_distances import HOME, OFF, STARS, Course
from ludo_env.agents.heuristic_weights import BASES, WEIGHTS

REACH = 6  # the highest number of a die: the distance at which enemies are a danger

WIN, CAPTURE, FLEE, PROGRESS = "WIN", "CAPTURE", "FLEE", "HOME"
CLUSTER, FORM, OUT, STRATEGY = "CLUSTER", "FORM", "OUT", "STRATEGY"
OPENING, CLOSING, CRITICAL, MIDGAME = "OPENING", "CLOSING", "CRITICAL", "MIDGAME"

# C-36: the rules that a threat to the piece does not change.
UNTOUCHED = {
    "literal": {FLEE},
    "except_win": {FLEE, WIN},
    "strategy_only": set(BASES) - {STRATEGY},
}


class Candidate(NamedTuple):
    """A move to be scored, with its effects (C-5, C-43)."""

    piece: int
    start: int
    landing: int
    captures: bool = False  # C-13
    leaves: bool = False  # C-18; also the purchase of a prisoner (C-43)
    jumped: bool = False  # by a star
    action: int = 0


class Verdict(NamedTuple):
    """A score and its components."""

    rule: str
    score: float
    components: dict[str, Any]


@dataclass(frozen=True)
class Situation:
    """A position as one colour sees it; `enemies` has the opponents' pieces (C-3)."""

    course: Course
    own: tuple[int, ...]
    enemies: tuple[tuple[int, ...], ...] = ()
    arrived: tuple[int, ...] = ()  # number of pieces in the goal, for each opponent
    threat_override: str = "except_win"
    spawn_danger: bool = False
    weights: Mapping[str, float] = field(default_factory=lambda: WEIGHTS)

    @cached_property
    def phase(self) -> str:
        """Return the phase. C-34: the first that holds, in this order."""
        if any(count >= 2 for count in self.arrived):
            return CRITICAL
        if self.own.count(HOME) >= 2:
            return OPENING
        if sum(place > self.course.ring for place in self.own) >= 2:
            return CLOSING
        return MIDGAME

    @cached_property
    def least_advanced(self) -> int:
        """C-19: return the first piece with the smallest place on the way; -1 without one."""
        under_way = [place for place in self.own if self._under_way(place)]
        return self.own.index(min(under_way)) if under_way else -1

    def threat(self, place: int) -> bool:
        """C-11: return whether an enemy is 1 to 6 steps behind an open square of the ring."""
        if self.course.is_safe(place):
            return False
        spawning = self.course.entries if self.spawn_danger else ()
        dangers = (*self._everybody(), *spawning)
        return any(1 <= self.course.behind(place, danger) <= REACH for danger in dangers)

    def risk(self, place: int) -> float:
        """C-12: return the risk, higher for nearer enemies; each piece counts (C-42: none, 0)."""
        if self.course.is_safe(place):
            return 0
        distances = [self.course.behind(place, enemy) for enemy in self._everybody()]
        steps = sum(REACH + 1 - far for far in distances if 1 <= far <= REACH)
        return _whole(steps * self.weights["RISK_FACTOR"])

    def judge(self, move: Candidate) -> Verdict:
        """C-35: return base times phase multiplier, less the risk, unless C-36 overrides it."""
        rule = self._rule(move)
        terms = {"base": self.weights[rule]} | (self._bonuses(move) if rule == STRATEGY else {})
        # C-33
        multiplier = self.weights.get(f"{self.phase}_{rule}", 1.0)
        risk = self.risk(move.landing)
        score = _whole(sum(terms.values()) * multiplier - risk)
        # C-36: staying in danger without benefit is worse than neutral.
        overridden = rule not in UNTOUCHED[self.threat_override] and self.threat(move.start)
        if overridden:
            score = -risk
        parts: dict[str, Any] = {"rule": rule, "phase": self.phase, **terms}
        parts |= {"multiplier": multiplier, "risk": -risk, "overridden": overridden}
        return Verdict(rule, score, parts)

    def _rule(self, move: Candidate) -> str:
        """Return the rule. C-30: the first that matches, regardless of its score."""
        start, landing, course = move.start, move.landing, self.course
        tests = (
            (WIN, landing == course.goal),
            (CAPTURE, move.captures),
            # C-14
            (FLEE, self.threat(start) and not self.threat(landing)),
            # C-15: within the lane, not into it.
            (PROGRESS, course.ring < start < course.goal),
            # C-16
            (CLUSTER, landing != OFF and any(crowd.count(landing) >= 2 for crowd in self.enemies)),
            # C-17
            (FORM, self._under_way(landing) and self._mates(move.piece, landing) > 0),
            (OUT, move.leaves),
        )
        return next((rule for rule, holds in tests if holds), STRATEGY)

    def _bonuses(self, move: Candidate) -> dict[str, float]:
        """Return the bonuses. C-32: they are added only if no rule matches."""
        start, landing, weights = move.start, move.landing, self.weights
        # C-20
        blockade = self._under_way(start) and self._mates(move.piece, start) > 0
        bonuses = {
            "star": (move.jumped or landing in self.course.stars, weights["STAR_JUMP"]),
            "globe": (landing in self.course.globes, weights["GLOBE_HOP"]),
            "least_advanced": (move.piece == self.least_advanced, weights["BALANCED_FRONT"]),
            "split": (blockade, weights["SPLIT_BLOCKADE"]),
            "break": (blockade and landing != start, -weights["BLOCKADE_BREAK_PENALTY"]),
        }
        return {name: value for name, (earned, value) in bonuses.items() if earned and value}

    def _under_way(self, place: int) -> bool:
        return place not in {HOME, self.course.goal}

    def _mates(self, piece: int, place: int) -> int:
        """Return the number of other own pieces on a place."""
        return sum(at == place for index, at in enumerate(self.own) if index != piece)

    def _everybody(self) -> Iterable[int]:
        return (enemy for crowd in self.enemies for enemy in crowd)


def move_of_board_a(situation: Situation, piece: int, die: int) -> Candidate | None:
    """Return a move on board A (C-5, profile `env` without an environment), or None.

    The colour counts as having captured. A six leaves home, a number that is too large still
    finishes, and blocks of every colour stop everybody.
    """
    course, start = situation.course, situation.own[piece]
    if start == course.goal or (start == HOME and die != 6):
        return None
    if start == HOME:
        return Candidate(piece, start, 1, leaves=True)
    landing = course.place_of(min(course.pos_of(start) + die, course.pos_of(course.goal)))
    crowds = (situation.own, *situation.enemies)
    way = range(start + 1, min(landing, course.gate) + 1)
    if any(
        crowd.count(place) >= 2 for place in way if place not in course.safe for crowd in crowds
    ):
        return None
    lone = landing not in course.safe and _enemies_on(situation.enemies, landing) == 1
    return Candidate(piece, start, landing, captures=lone)


def move_of_ludopy(situation: Situation, piece: int, die: int) -> Candidate | None:
    """Return a move in LUDOpy (C-5): stars lead to the next star; the goal bounces."""
    course, start = situation.course, situation.own[piece]
    if start == course.goal or (start == HOME and die != 6):
        return None
    goal, pos = course.pos_of(course.goal), course.pos_of(start) + die
    jumped = start != HOME and pos in STARS
    if start == HOME:
        pos = 1
    elif jumped:
        pos = (*STARS[1:], goal)[STARS.index(pos)]
    elif pos > goal:
        pos = 2 * goal - pos
    landing = course.place_of(pos)
    # C-13: two or more enemies would send the piece itself home.
    lone = landing not in course.globes and _enemies_on(situation.enemies, landing) == 1
    return Candidate(piece, start, landing, lone, start == HOME, jumped)


def _enemies_on(enemies: Sequence[Sequence[int]], place: int) -> int:
    return sum(crowd.count(place) for crowd in enemies) if place != OFF else 0


def _whole(score: float) -> float:
    """Return a score as a whole number, if it is one."""
    return int(score) if score == int(score) else score
