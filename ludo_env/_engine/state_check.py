"""Check states that come from outside: saved, pickled, or changed by hand.

The compiled loops do not check states, so nothing reaches them unchecked. A state is valid if every
number is in its range, the family's audit finds nothing, and, where a player is to decide, the
position text gives the same state back: what a text can express can always be played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ludo_env._engine.chance import MOST_DRAWN
from ludo_env._engine.errors import LudoError, StateError, cut
from ludo_env._engine.family import DECIDE
from ludo_env._engine.session import STREAM_LAYOUT
from ludo_env._engine.state import Record

if TYPE_CHECKING:
    from ludo_env._engine.game import Game


def checked(game: Game, records: Any, count: int = 1, *, chance: bool = True) -> Record:
    """Return these records of a game themselves; raise a `StateError` on an invalid one.

    Without `chance` a state in which a chance event is pending is refused too.
    """
    wrong = game.layout.complaint(records, count)
    if not wrong:
        different = {records[at : at + 1].tobytes(): at for at in range(count)}
        complaints = (_complaint(game, records[at : at + 1], chance) for at in different.values())
        wrong = next(filter(None, complaints), "")
    if wrong:
        raise StateError(f"This is not a state of {game.spec.name!r}: {wrong}.")
    return records  # type: ignore[no-any-return]


def adopted(game: Game, records: Any) -> Any:
    """Return a copy of records of a game, also of a version that derived fewer fields.

    Derived fields that they lack are computed from the others. Anything else is returned
    unchanged, to be refused by `checked`.
    """
    layout = game.layout
    names = records.dtype.names if isinstance(records, np.ndarray) else None
    lacking = set(layout.fields) - set(names or ())
    if names is None or not lacking or not set(names) <= set(layout.fields):
        return layout.copied(records)
    if not all(layout.fields[name].derived for name in lacking):
        return records
    try:
        return _completed(game, np.array(records, subok=False))
    except (LudoError, LookupError, ArithmeticError, ValueError, TypeError):
        return records


def _completed(game: Game, records: Record) -> Record:
    """Return records with their derived fields."""
    layout = game.layout
    found: Record = np.repeat(layout.new(), len(records))
    for name in records.dtype.names or ():
        found[name] = records[name]
    for at in range(len(found)):
        state = layout.unpack(found[at : at + 1])
        game.plain.machine.derive(state)
        layout.pack(state, found[at : at + 1])
    return found


def check_streams(streams: Any, count: int = 1) -> None:
    """Refuse anything but this many chance streams."""
    wrong = STREAM_LAYOUT.complaint(streams, count)
    if not wrong and streams["drawn"].max() > MOST_DRAWN:
        wrong = f"drawn is {streams['drawn'].max()}, and at most {MOST_DRAWN}"
    if wrong:
        raise StateError(f"This is not a stream of chance: {wrong}.")


def _complaint(game: Game, record: Record, chance: bool) -> str:
    """Return what is wrong with a state whose numbers are in their ranges; empty if it is valid."""
    phase = int(record["phase"][0])
    if phase < DECIDE and not chance:
        return "a chance event is pending in it"
    try:
        wrong = game.spec.family.audit(game, record)
    except (LookupError, ArithmeticError) as error:
        return f"its numbers do not go together: {cut(str(error), 160)}"
    return wrong or (_text_complaint(game, record) if phase == DECIDE else "")


def _text_complaint(game: Game, record: Record) -> str:
    """Compare a decision with the state that its position text gives."""
    family = game.spec.family
    try:
        # Calls the family itself: the game checks a state that it cannot write.
        expected, _ = family.read(game, family.write(game, record))
        state = game.layout.unpack(expected)
        game.plain.machine.find(state, *game.scratch())
        game.layout.pack(state, expected)
    except (LudoError, LookupError, ArithmeticError) as error:
        return f"its position cannot be written and read: {cut(str(error), 160)}"
    for name, field in game.layout.fields.items():
        if (field.key or field.written) and (record[name] != expected[name]).any():
            return (
                f"{name} is {record[name][0].tolist()}, and its position says "
                f"{expected[name][0].tolist()}"
            )
    return ""
