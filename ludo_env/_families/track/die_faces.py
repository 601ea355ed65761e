"""Faces of dice and values of spinners: the allowed values and their probabilities."""

from __future__ import annotations

from ludo_env._engine.arguments import is_whole
from ludo_env._engine.errors import SpecError, quoted

SPENT = "-"
HIGHEST = 120  # a face, and all dice together
MOST_TICKETS = 30_000

SIX = (1, 2, 3, 4, 5, 6)


def tickets_of(faces: tuple[int, ...], weights: tuple[int, ...]) -> tuple[int, ...]:
    """Return the face for each of the equally likely outcomes of a die, repeated by weight.

    A face of weight 0 is never thrown, but a position may show it.
    """
    if len(set(faces)) != len(faces) or not all(is_whole(face, 1, HIGHEST) for face in faces):
        raise SpecError(
            f"The faces of a die are different numbers 1..{HIGHEST}, not {quoted(faces)}."
        )
    if weights and len(weights) != len(faces):
        raise SpecError(f"A die of {len(faces)} faces has as many weights, not {len(weights)}.")
    check_weights(weights)
    coming = [
        face for face, weight in zip(faces, weights or (1,) * len(faces), strict=True) if weight
    ]
    if len(coming) < 2:
        of = f" with the weights {quoted(weights)}" if weights else ""
        raise SpecError(
            f"A die of the faces {quoted(faces)}{of} has too few outcomes "
            "(rule 15 of Loose Ludo: two outcomes at least)."
        )
    if sum(weights) > MOST_TICKETS:
        raise SpecError(
            f"The weights of a die add up to {MOST_TICKETS} at most, not {sum(weights)}."
        )
    times = zip(faces, weights or (1,) * len(faces), strict=True)
    return tuple(face for face, weight in times for _ in range(weight))


def check_weights(weights: tuple[int, ...]) -> None:
    """Refuse weights that are not whole numbers from 0 (rule 16 of Loose Ludo)."""
    if not all(is_whole(weight, 0, MOST_TICKETS) for weight in weights):
        raise SpecError(f"Weights are whole numbers from 0, not {quoted(weights)}.")
