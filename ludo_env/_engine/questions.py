"""The questions that a family of games asks its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Question:
    """A question that the engine asks the rules: its arguments, and how answers combine."""

    name: str
    fold: str
    arguments: str
    meaning: str
    # If not empty, rules answer with a function that takes these verbs of the engine, or the first
    # few of them, and returns the hook.
    late: str = ""
    # Whether rules may ask it through `board.ask`: it "may" have an answer, or "must".
    shared: str = ""
    # Answered in plain Python only (notation, words, drawing): never compiled.
    plain: bool = False
    # An action without an answer; with fold "each" all are carried out.
    deed: bool = False
    # With fold "one": the role of the rules that answer it, if their authors declared one.
    role: str = ""

    @property
    def wants_answer(self) -> bool:
        """Return whether a hook must answer it with something other than None."""
        return not self.deed and self.fold != "each"


Questions = Mapping[str, Question]


def questions(*table: Question) -> Questions:
    """Return a family's questions by name."""
    return {question.name: question for question in table}
