"""The die of a race in which nothing else is left to chance: no cards, no lots."""

from __future__ import annotations

from typing import Any

from ludo_env._engine.composition.field_access import names_in

# Rules that answer these draw from more than the faces of a die.
_OTHER_CHANCE = ("tickets", "shows")


def only_faces(game: Any) -> tuple[int, ...]:
    """Return the faces that every chance event of a game draws from; empty if some differ."""
    answers = game.plain.answers
    if game.spec.turns or any(answers[question] for question in _OTHER_CHANCE):
        return ()
    library = [maker.factory for maker in game.spec.family.library.values()]
    for found in answers.values():
        for rule, hook in found:
            # A rule that sets these fields asks for a chance event of its own. Rules of the library
            # that set the phase for this set the number of outcomes too.
            event = {"sides"} if rule.factory in library else {"sides", "phase"}
            if event & names_in(hook):
                return ()
    return tuple(game.facts.faces)
