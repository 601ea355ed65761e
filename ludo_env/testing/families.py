"""Check a family of games by one of its games: its parts, words, positions and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from ludo_env._engine.errors import LudoError, SpecError, quoted, raised
from ludo_env._engine.family import OVER, Family
from ludo_env._engine.family_registry import register_family
from ludo_env._engine.game import Game, game_of
from ludo_env._engine.kernel import BEGIN, PLAY, SETTLE, unpack_status
from ludo_env._engine.spec import Spec
from ludo_env._engine.state import Record
from ludo_env._render.pictures import Pictures, pictures_of
from ludo_env._render.scene import choices_of, scene_of, ways_of
from ludo_env._render.text import draw_text
from ludo_env.testing.games import Report, check_game

# The styles that the library itself needs: for the global state, and for agents that search.
STYLES = ("features", "compact")
_STRETCH = 60  # decisions of a game; all words and pictures are checked at each


def check_family(
    spec: Spec, games: int = 3, backends: Sequence[str] | None = None, seed: int = 0
) -> Report:
    """Check the family of a game: all its parts are there, and each works at every decision.

    A `SpecError` names what is missing, or the part that fails and the position. The game itself is
    checked too, as by `check_game`.
    """
    family = spec.family
    _check_parts(family, Family, f"The family {quoted(getattr(family, 'name', family))}")
    register_family(family)
    game = game_of(spec, "python")
    for style in STYLES:
        if style not in game.styles:
            raise SpecError(f"The family {quoted(family.name)} has no observation style {style!r}.")
    _check_parts(pictures_of(game), Pictures, f"The module {quoted(family.pictures)}")
    report = check_game(spec, games, backends, seed)
    for number in range(games):
        _check_game(game, seed + number)
    return report


def _check_parts(found: Any, protocol: type, who: str) -> None:
    """Raise an error unless every part of a protocol is there."""
    parts = [name for name in vars(protocol) if not name.startswith("_")]
    wanted = dict.fromkeys([*vars(protocol).get("__annotations__", {}), *parts])
    missing = [name for name in wanted if not hasattr(found, name)]
    if missing:
        raise SpecError(f"{who} has no {', '.join(missing)}.")


def _check_game(game: Game, seed: int) -> None:
    """Play the start of a random game, and check everything at each decision."""
    session = game.session("compact", seed)
    chance = np.random.default_rng(seed)
    status = session.run(BEGIN | SETTLE, 0)
    before: Record | None = None
    for _ in range(_STRETCH):
        record = session.save()[0]
        over = unpack_status(status)[1] >= OVER
        legal = [] if over else np.flatnonzero(session.mask).tolist()
        _check_state(game, record, legal, before)
        if over:
            break
        action, before = int(chance.choice(legal)), record
        status = session.run(PLAY | SETTLE, action)


def _check_state(game: Game, record: Record, legal: list[int], before: Record | None) -> None:
    """Ask a family everything that the library ever asks about a state."""
    text = ""
    with _asked(game, "write", text):
        text = game.position(record)
    if legal:
        with _asked(game, "read", text):
            again = game.position(game.read(text)[0])
        if again != text:
            raise SpecError(f"{_who(game)} reads {text!r} as {again!r}.")
    for action in legal:
        with _asked(game, "describe", text):
            _check_words(game, "describe", game.describe(record, action), text)
        with _asked(game, "effects", text):
            ways = game.effects(record, action)
        with _asked(game, "ways of its pictures", text):
            ways_of(game, ways)
    if before is not None:
        with _asked(game, "between", text):
            game.effects_between(before, record)
    illegal = next((number for number in range(game.actions) if number not in legal), None)
    if legal and illegal is not None:
        with _asked(game, "objection", text):
            _check_words(game, "objection", game.explain(record, illegal), text)
    _check_pictures(game, record, legal, text)


def _check_pictures(game: Game, record: Record, legal: list[int], text: str) -> None:
    """Draw a state, as shapes and as text."""
    with _asked(game, "scene of its pictures", text):
        keys = [item.key for item in scene_of(game, record).items]
    if len(keys) != len(set(keys)):
        raise SpecError(f"{_who(game)} draws two items with one key, at {text!r}.")
    with _asked(game, "draw of its pictures", text):
        _check_words(game, "draw of its pictures", draw_text(game, record, False), text)
    if legal:
        with _asked(game, "choices of its pictures", text):
            listed = [choice.action for choice in choices_of(game, record)]
        if listed != legal:
            raise SpecError(
                f"{_who(game)} has choices for {listed}, at {text!r}; legal are {legal}."
            )


def _check_words(game: Game, part: str, words: Any, text: str) -> None:
    if not isinstance(words, str) or not words:
        raise SpecError(f"{_who(game)} answers {part} with {quoted(words)}, at {text!r}.")


@contextmanager
def _asked(game: Game, part: str, text: str) -> Iterator[None]:
    """Name the part of the family that raises an error."""
    try:
        yield
    except LudoError:
        raise
    except Exception as error:
        raise SpecError(f"{_who(game)}: its {part} {raised(error)}, at {text!r}.") from error


def _who(game: Game) -> str:
    return f"The family {quoted(game.spec.family.name)}"
