"""Check a rule or a whole game by playing it in plain Python, and then compiled.

Plain Python reports what compiled code does not notice: an undeclared field, a number outside its
range, a negative index. The game is compiled only after that, and both must agree on every bit of
every state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ludo_env._engine.backends import comparable
from ludo_env._engine.composition.error_source import failure, what_of
from ludo_env._engine.composition.rule_activity import Spoken
from ludo_env._engine.dry_run import dry_run
from ludo_env._engine.errors import LudoError, SpecError, quoted
from ludo_env._engine.family import OVER
from ludo_env._engine.game import Game, game_of
from ludo_env._engine.kernel import BEGIN, OBSERVE, PLAY, SETTLE, unpack_status
from ludo_env._engine.rule import Rule
from ludo_env._engine.session import Session
from ludo_env._engine.spec import Spec

# A game of more decisions is considered endless.
LONGEST = 20_000
# The most decisions of a game that two backends play side by side.
_STRETCH = 1_000


@dataclass(frozen=True)
class Report:
    """What was played, and how often each rule gave an answer: {"blocks.may_pass": 311}."""

    games: int
    decisions: int
    answered: dict[str, int]
    # For each rule that never made a difference: a sentence that says what it would need.
    silent: dict[str, str] = field(default_factory=dict)


def check_rule(
    rule: Rule,
    spec: Spec | None = None,
    games: int = 20,
    backends: Sequence[str] | None = None,
) -> Report:
    """Add a rule to a game (Ludo, if none is given), check it and play it on both backends.

    A rule that the game already has is checked in its place. A rule that never makes a difference
    is refused, and so is one with which the game cannot be played. While you write a rule,
    `backends=("python",)` saves the time of compiling.
    """
    if not isinstance(rule, Rule):
        raise SpecError(f"check_rule takes a rule such as blocks(), not {rule!r}.")
    if spec is None:
        from ludo_env._families.track.games.ludo import ludo

        spec = ludo()
    with_rule = spec if rule in spec.rules else spec.with_rules(rule)
    try:
        report = check_game(with_rule, games, backends)
    except LudoError:
        raise
    except Exception as error:
        raise SpecError(_failure(with_rule, rule, error)) from error
    for word in (rule.name, rule.label):
        if word in report.silent:
            raise SpecError(report.silent[word])
    return report


def _failure(spec: Spec, checked: Rule, error: Exception) -> str:
    """Return the message for an error that a rule raised: the rule and its hook."""
    return failure(error, spec.rules, game_of(spec, "python").plain.answers) or (
        f"A game with the rule {quoted(checked.name)} fails in play: {what_of(error)}"
    )


def check_game(
    spec: Spec, games: int = 20, backends: Sequence[str] | None = None, seed: int = 0
) -> Report:
    """Play random games of a spec; refuse one that crashes, never ends or differs by backend.

    Without `backends`, both play; where numba cannot be imported, plain Python alone.
    """
    spec.check()
    engines = [game_of(spec, backend) for backend in backends or comparable()]
    spoken = _listened(spec, games, seed)
    decisions = 0
    for number in range(games):
        decisions += _one_game(engines, seed + number)
    answered = {f"{rule}.{question}": count for (rule, question), count in spoken.asked.items()}
    many = f"{games} game{'s' if games > 1 else ''}"
    silent = {spoken.word(rule): spoken.complaint(rule, many) for rule in spoken.silent()}
    return Report(games, decisions, answered, silent)


def compare_backends(spec: Spec, seed: int, decisions: int) -> int:
    """Play so many decisions of random games on both backends; refuse a spec if they differ."""
    games = [game_of(spec, backend) for backend in ("python", "numba")]
    played = 0
    while played < decisions:
        played += max(1, _one_game(games, seed, min(decisions - played, _STRETCH)))
        seed += 1
    return played


def _one_game(engines: Sequence[Game], seed: int, decisions: int = 0) -> int:
    """Play a random game, or its start, on all backends; return the number of decisions."""
    sessions = [engine.session("features", seed) for engine in engines]
    rng = np.random.default_rng(seed)
    statuses = [session.run(BEGIN | SETTLE | OBSERVE, 0) for session in sessions]
    for decision in range(LONGEST):
        _compare(engines, sessions, statuses)
        complaint = engines[0].audit(sessions[0].record)
        if complaint:
            raise SpecError(f"{complaint} in {engines[0].position(sessions[0].record)!r}.")
        if unpack_status(statuses[0])[1] >= OVER:
            return decision
        if decision == decisions > 0:
            return decision
        action = int(rng.choice(np.flatnonzero(sessions[0].mask)))
        statuses = [session.run(PLAY | SETTLE | OBSERVE, action) for session in sessions]
    raise SpecError(f"A game of {engines[0].spec.name!r} did not end in {LONGEST} decisions.")


def _compare(engines: Sequence[Game], sessions: Sequence[Session], statuses: Sequence[int]) -> None:
    first = sessions[0]
    for engine, session, status in zip(engines[1:], sessions[1:], statuses[1:], strict=True):
        same = (
            status == statuses[0]
            and session.record.tobytes() == first.record.tobytes()
            and session.stream.tobytes() == first.stream.tobytes()
            and session.mask.tobytes() == first.mask.tobytes()
            and session.row.tobytes() == first.row.tobytes()
        )
        if not same:
            raise SpecError(
                f"The backends {engines[0].backend} and {engine.backend} differ at "
                f"{engine.position(session.record)!r}; {engines[0].backend} has "
                f"{engines[0].position(first.record)!r}."
            )


def _listened(spec: Spec, games: int, seed: int) -> Spoken:
    """Play in plain Python and count the answers of each rule, until all have had an effect."""
    game = game_of(spec, "python")
    spoken = Spoken(game)
    machine = spoken.machine()
    few = max(1, games // 4)
    for number in range(games):
        if number >= few and not spoken.silent():
            break
        dry_run(game, machine, seed + number, LONGEST)
    return spoken
