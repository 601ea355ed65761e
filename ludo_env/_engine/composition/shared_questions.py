"""Rules that ask other rules: ``board.ask.dice_in(s, use)``.

A family marks the questions that its rules may ask (`Question.shared`). A rule takes the question
from its board when it is bound, as it takes tables, and gets a function; the answers behind it are
filled in once all rules of the game are bound. So a rule need not know which rules answer, and
the order in which rules are bound does not matter.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ludo_env._engine.errors import SpecError, nearest, quoted
from ludo_env._engine.rule import Hook, Hooks, Rule

MAY, MUST = "may", "must"  # be answered by some rule, if a rule asks it


class Ask:
    """The questions that one rule may ask of the others, each a function, by name."""

    def __init__(self, exchange: Exchange | None = None, rule: Rule | None = None) -> None:
        self._exchange = exchange
        self._rule = rule

    def __getattr__(self, name: str) -> Hook:
        if name.startswith("_"):
            raise AttributeError(name)
        if self._exchange is None or self._rule is None:
            return _unsettled  # bound outside a game, to be inspected and not played
        return self._exchange.line(self._rule, name)


class Exchange:
    """The questions asked in one game, and the answers they are connected to."""

    @classmethod
    def of(cls, asked: Mapping[str, Any]) -> Exchange:
        """Return the exchange of a family, given its questions by name."""
        return cls({name: question.shared for name, question in asked.items() if question.shared})

    def __init__(self, shared: Mapping[str, str]) -> None:
        self._shared = shared  # the questions that rules may ask: MAY or MUST
        self._lines: dict[str, _Line] = {}
        self._asked_by: dict[str, list[Rule]] = {}

    def bind(self, rule: Rule, board: Any) -> Hooks:
        """Bind the hooks of a rule, which may ask the others."""
        if not self._shared:
            return rule.hooks(board)
        own = copy.copy(board)
        own.ask = Ask(self, rule)
        return rule.hooks(own)

    def line(self, rule: Rule, name: str) -> Hook:
        """Return the function with which a rule asks a question."""
        if name not in self._shared:
            raise SpecError(
                f"Rule {quoted(rule.name)} asks {quoted(name)}, which rules cannot ask: "
                f"{nearest(name, self._shared)}"
            )
        self._asked_by.setdefault(name, []).append(rule)
        return self._lines.setdefault(name, _Line()).ask

    def demanded(self) -> list[str]:
        """Return the questions that rules ask here and that some rule must answer."""
        return [name for name in self._asked_by if self._shared[name] == MUST]

    def settle(
        self,
        speakers: Mapping[str, Sequence[Rule]],
        laws: Mapping[str, Hook],
        lacks: Callable[[Rule, str], str],
    ) -> None:
        """Connect the folded answers to the questions; refuse a question without an answer.

        `lacks` makes the error from a rule and its question.
        """
        for name, askers in self._asked_by.items():
            if self._shared[name] == MUST and not speakers[name]:
                raise SpecError(lacks(askers[0], name))
        self._refuse_circles(speakers)
        for name, line in self._lines.items():
            line.settle(laws[name])

    def _refuse_circles(self, speakers: Mapping[str, Sequence[Rule]]) -> None:
        """Refuse circles, in which a rule would be asked while it asks another one."""
        asks: dict[str, set[str]] = {}
        for name, askers in self._asked_by.items():
            for asker in askers:
                asks.setdefault(asker.name, set()).update(rule.name for rule in speakers[name])
        for start, answering in asks.items():
            reached = list(answering)
            for name in reached:
                reached += [more for more in asks.get(name, ()) if more not in reached]
            if start in reached:
                raise SpecError(
                    f"Rule {quoted(start)} asks what it answers itself, or what a rule answers "
                    "that asks it in turn."
                )


class _Line:
    """A function that can be handed out before its answer is known."""

    def __init__(self) -> None:
        law: Hook = _unsettled

        # A cell that is filled later has no cost: compilers read cells when they compile.
        def ask(*arguments: Any) -> Any:
            return law(*arguments)

        def settle(found: Hook) -> None:
            nonlocal law
            law = found

        self.ask, self.settle = ask, settle


def _unsettled(*_: Any) -> Any:
    raise SpecError("A rule asks others while it is bound; only its hooks can.")
