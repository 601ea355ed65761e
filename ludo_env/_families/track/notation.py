"""Positions of a race as text: `p0=10,y,h3,f p1=12,12,y,y turn=0 dice=6 hit=0 sixes=1,0`.

pN are the pieces of the player at seat N: `y` yard, a number the progress on the ring, `h0`.. the
squares of the lane, `f` finished. `5@2` is a piece that now belongs to seat 2 and is counted on the
way of that seat. `turn` is the seat to act, `dice` are the dice that seat still has to play. The
fields of rules have keys of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludo_env._engine.errors import PositionError, cut
from ludo_env._engine.family import DECIDE
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.notation import EMPTY, listed, number, split_text, words_of
from ludo_env._engine.rule import Field
from ludo_env._engine.state import Plain, Record
from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._families.track.card_hands import CARDS, counted_hands, hands_in_words
from ludo_env._families.track.laws import Laws
from ludo_env._families.track.owners import owning
from ludo_env._families.track.piece_words import piece_word, places_of, player_at
from ludo_env._families.track.pieces import placing
from ludo_env._families.track.tables import YARD

if TYPE_CHECKING:
    from ludo_env._engine.game import Game


def write(game: Game, record: Record) -> str:
    """Return the position as text, with every key."""
    board: RaceBoard = game.spec.board
    s = game.layout.unpack(record)
    parts = []
    for player, seat in enumerate(board.seats):
        first = player * board.pieces
        places = s.progress[first : first + board.counts[player]]
        words = [piece_word(game, s, first + index, place) for index, place in enumerate(places)]
        parts.append(f"p{seat}=" + ",".join(words))
    parts.append(f"turn={board.seats[s.seat]}")
    if s.phase == DECIDE:
        parts.append(f"dice={_dice(game, s)}")
    parts += [f"{field.key}={_field_word(game, s, field)}" for field in _written(game)]
    return " ".join(parts)


def _dice(game: Game, s: Plain) -> str:
    """Return the dice that are left to play; EMPTY if a rule offers a choice before the throw."""
    laws: Laws = game.plain.laws
    if laws.dice_left(s) == 0 and not laws.unspent(s):
        return EMPTY
    return str(laws.write_dice(s))


def own_keys(board: RaceBoard) -> list[str]:
    """Return the keys of a position text that do not belong to a field."""
    return [*(f"p{seat}" for seat in board.seats), "turn", "dice"]


def read(game: Game, text: str) -> tuple[Record, str]:
    """Return the state of a position text, and dice that are withheld until the opening ends.

    With dice, the player is to decide; without, a roll is pending. Without turn= the game's opening
    comes first; the dice are then for the player who starts, and `hand_dice` gives them.
    """
    board: RaceBoard = game.spec.board
    fields = {field.key: field for field in _written(game)}
    pieces = {f"p{seat}": player for player, seat in enumerate(board.seats)}
    values = split_text(text, [*own_keys(board), *fields])
    s = game.layout.unpack(game.layout.new())
    game.plain.machine.begin(s)
    place, owner_of = placing(game.plain.tables), owning(game.plain.tables)
    for key, player in pieces.items():
        if key in values:
            first = player * board.pieces
            for piece in range(first, first + board.counts[player]):
                # Remove it from where a rule put it, before the text can change its owner.
                place(s, owner_of(s, piece), piece, YARD)
        for index, progress in enumerate(places_of(game, s, player, key, values.get(key))):
            piece = player * board.pieces + index
            place(s, owner_of(s, piece), piece, progress)
    _refuse_won(game, s)
    if "turn" in values:
        _give_turn(game, s, player_at(board, "turn", values["turn"]))
    for key, field in fields.items():
        if key in values:
            _set_field(game, s, field, values[key])
    dice = values.get("dice", EMPTY)
    if dice != EMPTY and not s.opening:
        _give_dice(game, s, dice)
    elif not s.opening and values.keys() & fields.keys():
        _throw_again(game, s)
    record = game.layout.new()
    game.layout.pack(s, record)
    return record, dice if dice != EMPTY and s.opening else ""


def hand_dice(game: Game, record: Record, dice: str) -> Record:
    """Return the same state with these dice for the seat to act."""
    s = game.layout.unpack(record)
    _give_dice(game, s, dice)
    changed = record.copy()
    game.layout.pack(s, changed)
    return changed


def _written(game: Game) -> list[Field]:
    return [field for field in game.layout.fields.values() if field.key]


def _field_word(game: Game, s: Plain, field: Field) -> str:
    board: RaceBoard = game.spec.board
    value = getattr(s, field.name)
    if field.text == "number":
        return str(value)
    if field.text == "own":
        first = s.seat * board.pieces
        named = len(value) if game.plain.tables.owners else board.pieces
        return listed(index for index in range(named) if value[(first + index) % len(value)])
    if field.text == "cards":
        return hands_in_words(value)
    if field.text == "set":
        return listed(board.seats[player] for player, flag in enumerate(value) if flag)
    return listed(value)


def _set_field(game: Game, s: Plain, field: Field, value: str) -> None:
    board: RaceBoard = game.spec.board
    if field.text == "number":
        setattr(s, field.name, number(value, field.key, field.low, field.high))
        return
    target = getattr(s, field.name)
    if field.text == "cards":
        hands = len(target) // len(CARDS)
        target[:] = counted_hands(value, field.key, field.high, hands)
        return
    words = words_of(value)
    if field.text == "own":
        named = len(target) if game.plain.tables.owners else board.pieces
        for word in words:
            index = number(word, field.key, 0, named - 1)
            target[(s.seat * board.pieces + index) % len(target)] = 1
        return
    if field.text == "set":
        players = [player_at(board, field.key, word) for word in words]
        if len(set(players)) != len(players):
            raise PositionError(f"{field.key}={cut(value)} names a seat twice.")
        for player in players:
            target[player] = 1
        return
    if words and len(words) != len(target):
        raise PositionError(f"{field.key}={cut(value)} must give {len(target)} numbers.")
    for index, word in enumerate(words):
        target[index] = number(word, field.key, field.low, field.high)


def _refuse_won(game: Game, s: Plain) -> None:
    for player in range(game.spec.board.players):
        if game.plain.laws.over(s, player) != NO_OPINION:
            raise PositionError(
                "This game is already won; a position must leave something to play."
            )


def _give_turn(game: Game, s: Plain, player: int) -> None:
    """Give the turn to this player, without an opening."""
    s.opening = 0
    game.plain.machine.start_turn(s, player)


def _throw_again(game: Game, s: Plain) -> None:
    """Throw for the turn again, now that all fields of rules are set."""
    played, bonus = s.played, s.bonus
    game.plain.machine.start_turn(s, s.seat)
    s.played, s.bonus = played, bonus


def _give_dice(game: Game, s: Plain, value: str) -> None:
    """Give the player to act these dice to play; refuse dice that leave nothing to decide."""
    for index in range(game.facts.dice):
        game.plain.laws.take(s, 0, index)
    game.plain.laws.read_dice(s, value.split(","))
    s.pending = 0
    s.phase = DECIDE
    game.plain.machine.find(s, *game.scratch())
    if s.phase != DECIDE:
        raise PositionError(
            f"dice={cut(value)} cannot be: nothing is left to play, so the turn is over."
        )
