"""Every rule with every game: each pair is refused in a sentence that names the rule, or played.

A rule is added after the others, or before them, or it replaces the rule that has the same role.
The first of these that the game accepts is played.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from ludo_env import catalogue
from ludo_env._engine.composition.rule_activity import Spoken
from ludo_env._engine.dry_run import dry_run
from ludo_env._engine.errors import SpecError
from ludo_env._engine.family_registry import FAMILIES
from ludo_env._engine.game import game_of
from ludo_env._engine.game_check import complaints_about
from ludo_env._engine.rule import Rule, RuleMaker
from ludo_env._engine.spec import Spec
from ludo_env._families.grid.games.generals import generals
from ludo_env.testing.games import compare_backends
from ludo_env.testing.promises import BrokenPromiseError

# Another value than the usual one, for each rule that has a parameter.
OTHERWISE: dict[str, dict[str, Any]] = {
    "bear_off": {"last": 3},
    "blocks": {"size": 3},
    "bonus_dice": {"capture": 5},
    "bonus_squares": {"squares": ("7", "9")},
    "capacity": {"most": 3},
    "capture_back": {"steps": 3},
    "cards": {"hand": 4},
    "chained_die": {"most": 2},
    "conversion": {"inside": True},
    "dice": {"count": 2, "together": True},
    "doors_after_capture": {"word": "open"},
    "doubled_dice": {"plays": 6},
    "doubles_roll_again": {"third": "send_back"},
    "doubling_cube": {"highest": 4},
    "enemy_blocks": {"size": 3},
    "first_player_rolls": {"count": 2},
    "forced_entry": {"clear": False},
    "forced_unblocking": {"scope": "all"},
    "gammons": {"last": 3},
    "help_mate": {"when_stuck": True},
    "homes_win": {"count": 1},
    "jumps": {"tiles": ("3 > 9",)},
    "leave_yard": {"number": 5},
    "no_passing": {"own": False},
    "no_passing_in_lane": {"stack": False},
    "no_sharing": {"slots": False, "lane": True},
    "number_rolls_again": {"number": 5},
    "offensive_special": {"consumes_turn": True},
    "open_doors": {"word": "captured"},
    "others_turn_back": {"count": 1},
    "phase": {"begins": "after a throw of 6", "ends": "after a capture"},
    "phase_after_capture": {"name": "feud"},
    "phase_after_homes": {"count": 1},
    "phase_after_turns": {"turns": 10},
    "protected_entry": {"landing": "coexist"},
    "single_marker_jumps": {"count": 3},
    "single_pawn": {"scope": "two"},
    "start_places": {"squares": ("3:2",)},
    "spinner": {"values": (1, 2, 3, 4, 5, 6)},
    "sweep": {"includes_entry": True},
    "three_sixes": {"reset": "turn"},
    "three_tries": {"count": 2},
    "turn_limit": {"turns": 200},
    "against_the_clock": {"turns": 200},
    "capture_converts": {"goes_to": "yard"},
}
# The most decisions of a game; after them the next game begins.
_LONGEST = 2000
# A rule that had no effect is tried in positions that play hardly reaches: one for each so many
# decisions that were played.
_SHARE = 2


class Pair(NamedTuple):
    """A rule and a game, and the result of trying them together."""

    rule: Rule
    game: str
    how: str  # "added", "first", "for <rule>", or "refused"
    said: str  # why it is refused, or why it never had an effect; empty if it had one
    decisions: int  # how many were played


def games() -> list[Spec]:
    """Return the games of the library, and Generals in its diagonal form."""
    diagonal = replace(generals(diagonal=True), name="generals_diagonal")
    known = sorted(catalogue.games().items())
    return [*(entry.spec() for _, entry in known if entry.point is None), diagonal]


def library() -> Iterator[RuleMaker]:
    """Yield every rule of every family."""
    for family in FAMILIES.values():
        yield from family.library.values()


def variants(maker: RuleMaker) -> Iterator[Rule]:
    """Yield a rule with its usual parameters, and with another value if it has parameters."""
    yield maker()
    if maker.name in OTHERWISE:
        yield maker(**OTHERWISE[maker.name])


def all_together(spec: Spec, which: int) -> Spec:
    """Return a game with all rules of its library that go with it and with each other.

    They are added in the order of the library, each with its usual parameters (`which` is 0) or
    with another value (1).
    """
    for maker in spec.family.library.values():
        made = list(variants(maker))
        with suppress(SpecError):
            spec = spec.with_rules(made[min(which, len(made) - 1)]).check()
    return spec


def try_pair(spec: Spec, rule: Rule, decisions: int, *, trial: bool, compiled: bool) -> Pair:
    """Put a rule into a game and play it, if the game accepts it."""
    refused = ""
    for how, changed in _placed(spec, rule):
        try:
            said = _refusal(changed, rule, trial=trial)
        except Exception as error:
            raise BrokenPromiseError(
                f"{rule} in {spec.name}, {how}: {type(error).__name__}: {error}"
            ) from error
        # Why the rule cannot replace another says more than why a game cannot have both.
        refused = said if how.startswith("for ") else refused or said
        if not said:
            silent, played = _play(changed, rule, decisions)
            if compiled:
                compare_backends(changed, seed=1, decisions=decisions)
            return Pair(rule, spec.name, how, silent, played)
    return Pair(rule, spec.name, "refused", refused, 0)


def _placed(spec: Spec, rule: Rule) -> Iterator[tuple[str, Spec]]:
    """Yield the ways to put a rule into a game."""
    if any(other.name == rule.name and other.path == rule.path for other in spec.rules):
        yield "added", spec.with_rules(rule)
        if rule not in spec.rules:
            yield f"for {rule.name}", spec.replace(rule)
        return
    yield "added", spec.with_rules(rule)
    yield "first", replace(spec, rules=(rule, *spec.rules))
    for other in spec.rules:
        if rule.ties.role and other.ties.role == rule.ties.role:
            at = spec.rules.index(other)
            rules = (*spec.rules[:at], rule, *spec.rules[at + 1 :])
            yield f"for {other.name}", replace(spec, rules=rules)
            yield f"for {other.name}", spec.without(other.name).with_rules(rule)


def _refusal(spec: Spec, rule: Rule, *, trial: bool) -> str:
    """Return the first complaint about a game to which a rule was added; empty without one."""
    if trial:
        wrong = complaints_about(spec)
        said = wrong[0] if wrong else ""
        # A trial finds what a game cannot do, and does not know which rule is new in it.
        return said if not said or rule.name in said else f"With {rule.name!r}, {said}"
    try:
        spec.check()
    except SpecError as error:
        return str(error)
    return ""


def _play(spec: Spec, rule: Rule, decisions: int) -> tuple[str, int]:
    """Play so many decisions; return why the rule had no effect, and the number played."""
    game = game_of(spec, "python")
    spoken = Spoken(game)
    machine = spoken.machine()
    played = games = 0
    while played < decisions:
        most = min(_LONGEST, decisions - played)
        played += max(1, dry_run(game, machine, games, most, audited=True))
        games += 1
    for number in range(decisions // _SHARE):
        if rule not in spoken.silent():
            break
        played += spec.family.stretch(game, machine, number)
    silent = rule in spoken.silent()
    return (spoken.complaint(rule, f"{played} decisions") if silent else "", played)
