"""Arguments of a batch, parsed before anything changes: options, games and seeds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.chance import seed_number
from ludo_env._engine.errors import ActionRangeError, LudoError, PositionError, quoted
from ludo_env._engine.game import Game
from ludo_env._engine.state import Record
from ludo_env._envs.option_warnings import warn_of_slips


def read_options(
    options: Any, game: Game, games: int
) -> tuple[npt.NDArray[np.bool_], Record | None]:
    """Return which games begin, and from which position; unknown options are ignored."""
    chosen = np.ones(games, np.bool_)
    if options is None:
        return chosen, None
    if not isinstance(options, Mapping):
        raise LudoError(f"options is a dictionary, not {type(options).__name__}.")
    warn_of_slips(options, ("position", "reset_mask", "dice"))
    if options.get("dice") is not None:
        raise LudoError("options['dice'] is for one game, not for a batch: its dice are drawn.")
    if "reset_mask" in options:
        chosen = as_array(options["reset_mask"])
        if chosen.shape != (games,) or chosen.dtype != np.bool_ or not chosen.any():
            raise LudoError(
                f"options['reset_mask'] is an array of {games} truth values, "
                "at least one of them True."
            )
    text = options.get("position")
    return chosen, None if text is None else _position(text, game)


def read_actions(asked: Any, actions: int, into: npt.NDArray[np.uint64]) -> None:
    """Copy an action for each game into an array that nobody else can change, and check them.

    Read as unsigned, negative numbers are the largest, so one comparison finds any bad value. It
    uses `argmax`, because `max` takes six times as long on a small array.
    """
    given = as_array(asked)
    if given.shape != into.shape or given.dtype.kind not in "iu":
        raise ActionRangeError(
            f"step() takes {len(into)} whole numbers, one for each game, not an array of "
            f"shape {given.shape} and type {given.dtype}."
        )
    into[:] = given
    if into.item(into.argmax()) >= actions:
        game = int(np.flatnonzero(into >= actions)[0])
        raise ActionRangeError(
            f"Game {game} was given action {quoted(int(given[game]))}; the actions are the whole "
            f"numbers 0..{actions - 1}."
        )


def as_array(values: Any) -> npt.NDArray[Any]:
    """Return the values as an array; an empty untyped one if they cannot be converted."""
    try:
        return np.asarray(values)
    except Exception:  # noqa: BLE001  (an object of the caller's may raise anything)
        return np.empty(0, object)


def game_numbers(asked: Any, games: int) -> npt.NDArray[np.int64]:
    """Return the numbers of the requested games; all of them for None."""
    if asked is None:
        return np.arange(games)
    numbers = np.atleast_1d(as_array(asked))
    if numbers.ndim != 1 or numbers.dtype.kind not in "iu" or not len(numbers):
        raise LudoError(f"Games are numbers in 0..{games - 1}, not {quoted(asked)}.")
    if not 0 <= numbers.min() <= numbers.max() < games:
        raise LudoError(f"Games are numbered 0..{games - 1}; one of {quoted(asked)} is not.")
    return numbers.astype(np.int64)


def game_number(asked: Any, games: int) -> int:
    """Return the number of the one requested game."""
    if type(asked) is not int and not isinstance(asked, np.integer):
        raise LudoError(f"A game is a number in 0..{games - 1}, not {quoted(asked)}.")
    return int(game_numbers(asked, games)[0])


def seed_numbers(seeds: Any, games: int) -> list[int | None]:
    """Return a seed for each game; None leaves a game's stream unchanged."""
    if isinstance(seeds, np.ndarray) and seeds.ndim != 1:
        raise LudoError(f"seed= is a number, or a list of {games} of them, not {quoted(seeds)}.")
    numbers = [None if seed is None else seed_number(seed) for seed in seeds]
    if len(numbers) != games:
        raise LudoError(f"seed= has {len(numbers)} numbers for {games} games.")
    return numbers


def _position(text: Any, game: Game) -> Record:
    if not isinstance(text, str):
        raise PositionError(f"options['position'] is a text, not {type(text).__name__}.")
    record, waiting = game.read(text)
    if waiting:
        raise PositionError("In a batch a position with dice= must say whose turn= it is.")
    return record
