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

_ARRAY = np.ndarray


def read_options(
    options: Any, game: Game, games: int
) -> tuple[npt.NDArray[np.bool_], Record | None]:
    """Return which games to begin, and from which position; ignore unknown options."""
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


class ActionReader:
    """A reader that copies one action for each game into an array of the batch."""

    def __init__(self, into: npt.NDArray[np.int64], actions: int) -> None:
        self._into = into
        self._words: Any = into.data  # faster to write than the array
        self._shape = into.shape
        self._actions = actions

    def read(self, asked: Any) -> None:
        """Copy whole numbers, one for each game; the caller checks that they are actions."""
        # The usual case first, as the checks would slow down a small batch. The assignment fails
        # unless shape and type are the same.
        usual = type(asked) is _ARRAY
        if usual:
            try:
                self._words[:] = asked
            except Exception:  # noqa: BLE001  (what follows says what is wrong)
                usual = False
        if not usual:
            self._read_any(asked)

    def check(self, asked: Any) -> None:
        """Refuse the copied numbers if one of them is not an action."""
        if self._wrong().any():
            raise self.refusal(asked)

    def refusal(self, asked: Any) -> ActionRangeError:
        """Return the error for the first number that is not an action."""
        game = int(self._wrong().argmax())
        return ActionRangeError(
            f"Game {game} was given action {quoted(int(as_array(asked)[game]))}; the actions are "
            f"the whole numbers 0..{self._actions - 1}."
        )

    def _read_any(self, asked: Any) -> None:
        given = as_array(asked)
        if given.shape != self._shape or given.dtype.kind not in "iu":
            raise ActionRangeError(
                f"step() takes {len(self._into)} whole numbers, one for each game, not an array of "
                f"shape {given.shape} and type {given.dtype}."
            )
        # A number from 2**63 on becomes negative, and so is still out of range.
        self._into[:] = given

    def _wrong(self) -> npt.NDArray[np.bool_]:
        return (self._into < 0) | (self._into >= self._actions)


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
