"""Rule activity: which rules of a game affected it while it was played, in plain Python.

A rule counts as active when its answer makes a difference: True where any True counts, False where
any False does, an opinion, or a change of the value that it gets or of the state.
"""

from __future__ import annotations

from collections import Counter
from functools import wraps
from typing import TYPE_CHECKING, Any

from ludo_env._engine.composition.conflicts import answers_of
from ludo_env._engine.errors import quoted
from ludo_env._engine.family import Machine, laws_of
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.questions import Question
from ludo_env._engine.rule import Hook, Rule

if TYPE_CHECKING:
    from ludo_env._engine.game import Game

# What an active rule would have done, by the fold of the question.
_SPEECH = {
    "any": "said True",
    "all": "said False",
    "first": "gave an answer",
    "pipe": "changed anything",
    "each": "changed anything",
    "one": "gave an answer",
}


class Spoken:
    """Counts of how often the rules of a game were asked, and how often they were active."""

    def __init__(self, game: Game) -> None:
        self.asked: Counter[tuple[str, str]] = Counter()
        self.spoke: Counter[tuple[str, str]] = Counter()
        self._game = game
        self._names = Counter(rule.name for rule in game.spec.rules)

    def word(self, rule: Rule) -> str:
        """Return the name of a rule in messages: longer where several rules share it."""
        return rule.name if self._names[rule.name] == 1 else rule.label

    def machine(self) -> Machine:
        """Return the verbs of the game, with a listener behind every answer."""
        game, family = self._game, self._game.spec.family
        heard = {
            name: [(rule, self._heard(rule, family.questions[name], hook)) for rule, hook in spoken]
            for name, spoken in game.plain.answers.items()
        }
        laws = laws_of(family, heard, game.spec.turns, lambda *_: None)
        return family.machine(game.plain.tables, laws, game.facts)

    def silent(self) -> list[Rule]:
        """Return the rules that were never active, though they have something to answer."""
        heard = {rule for rule, _ in self.spoke}
        speakers = {self.word(rule) for rule, _ in self._questions()}
        return [
            rule
            for rule in self._game.spec.rules
            if self.word(rule) in speakers and self.word(rule) not in heard
        ]

    def complaint(self, rule: Rule, games: str) -> str:
        """Return the message for a rule that was never active, with what it would need."""
        reasons = [self._reason(rule, asked) for owner, asked in self._questions() if owner is rule]
        wants = rule.ties.wants or "a game in which one of these answers makes a difference"
        name = quoted(self._game.spec.name)
        return (
            f"Rule {quoted(rule.name)} never spoke in {games} of {name}: "
            f"{', and '.join(reasons)}; it needs {wants}."
        )

    def _reason(self, rule: Rule, question: Question) -> str:
        count = self.asked[self.word(rule), question.name]
        if count == 0:
            return f"{question.name!r} was never asked"
        times = f"{count} time{'s' if count > 1 else ''}"
        return f"{question.name!r} was asked {times} and never {_SPEECH[question.fold]}"

    def _questions(self) -> list[tuple[Rule, Question]]:
        """Return the answering rules by question, without those for words and pictures."""
        asked = self._game.spec.family.questions
        return [
            (rule, asked[name])
            for name, spoken in self._game.plain.answers.items()
            for rule, _ in spoken
            if not asked[name].plain
        ]

    def _heard(self, rule: Rule, question: Question, hook: Hook) -> Hook:
        if question.plain:
            return hook
        if question.late:

            @wraps(hook)  # a hook gets as many verbs as it has parameters
            def late(*verbs: Any) -> Hook:
                return self._listening(rule, question, hook(*verbs))

            return late
        return self._listening(rule, question, hook)

    def _listening(self, rule: Rule, question: Question, hook: Hook) -> Hook:
        key, fold = (self.word(rule), question.name), question.fold
        asked, spoke = self.asked, self.spoke
        acts = fold in ("pipe", "each") or question.deed
        # A rule that only gives the neutral answer counts as active when it is asked.
        says_it = fold == "first" and answers_of(hook) == {NO_OPINION}

        def listening(*arguments: Any) -> Any:
            before = _numbers(arguments[0]) if acts else None
            answer = hook(*arguments)
            asked[key] += 1
            if fold == "any":
                speaks = bool(answer)
            elif fold == "all":
                speaks = not answer
            elif fold == "first":
                speaks = says_it or answer != NO_OPINION
            elif fold == "pipe":
                speaks = answer != arguments[1] or before != _numbers(arguments[0])
            else:
                speaks = fold == "one" or before != _numbers(arguments[0])
            if speaks:
                spoke[key] += 1
            return answer

        return listening


def _numbers(state: Any) -> dict[str, Any]:
    """Return all numbers of a plain state."""
    return {
        name: list(value) if isinstance(value, list) else value
        for name, value in state.__dict__.items()
    }
