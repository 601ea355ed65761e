"""Positions of a race as text: `p0=10,y,h3,f p1=12,12,y,y turn=0 dice=6 hit=0 sixes=1,0`.

pN are the pieces of the player at seat N: `y` yard, a number the progress on the ring, `h0`.. the
squares of the lane, `f` finished. `5@2` is a piece that now belongs to seat 2 and is counted on the
way of that seat. `turn` is the seat to act, `dice` are the dice that seat still has to play. The
fields of rules have keys of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludo_env._engine.errors import PositionError, cut, quoted
from ludo_env._engine.family import DECIDE, NOBODY, OVER, STOPPED, TOSS
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.notation import EMPTY, listed, number, split_text, words_of
from ludo_env._engine.rule import Field
from ludo_env._engine.state import Plain, Record
from ludo_env._families.track.board_kinds import RaceBoard
from ludo_env._families.track.card_hands import CARDS, counted_hands, hands_in_words
from ludo_env._families.track.owners import owning
from ludo_env._families.track.pieces import placing
from ludo_env._families.track.tables import YARD
from ludo_env._families.track.throws import throwing

if TYPE_CHECKING:
    from ludo_env._engine.game import Game

# Separates the place of a piece from the seat that owns it now.
OWNED = "@"


def write(game: Game, record: Record) -> str:
    """Return the position as text, with every key."""
    board: RaceBoard = game.spec.board
    s = game.layout.unpack(record)
    parts = []
    for player, seat in enumerate(board.seats):
        first = player * board.pieces
        places = s.progress[first : first + board.counts[player]]
        words = [_piece_word(game, s, first + index, place) for index, place in enumerate(places)]
        parts.append(f"p{seat}=" + ",".join(words))
    parts.append(f"turn={board.seats[s.seat]}")
    if s.phase == DECIDE:
        parts.append(f"dice={_dice(game, s)}")
    parts += [f"{field.key}={_field_word(game, s, field)}" for field in _written(game)]
    return " ".join(parts)


def _dice(game: Game, s: Plain) -> str:
    """Return the dice that are left to play; EMPTY if a rule offers a choice before the throw."""
    laws = game.plain.laws
    if laws["dice_left"](s) == 0 and not laws["unspent"](s):
        return EMPTY
    return str(laws["write_dice"](s))


def own_keys(board: RaceBoard) -> list[str]:
    """Return the keys of a position text that do not belong to a field."""
    return [*(f"p{seat}" for seat in board.seats), "turn", "dice"]


def read(game: Game, text: str) -> tuple[Record, str]:
    """Return the state of a position text, and dice that are withheld until the opening ends.

    With dice, the player is to decide; without, a roll is pending. Without turn= the game's opening
    comes first; dice= then belongs to the starter, and `hand_dice` hands it over.
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
                # Removed from where a rule put it before the text can change its owner.
                place(s, owner_of(s, piece), piece, YARD)
        for index, progress in enumerate(_places(game, s, player, key, values.get(key))):
            piece = player * board.pieces + index
            place(s, owner_of(s, piece), piece, progress)
    _refuse_won(game, s)
    if "turn" in values:
        _give_turn(game, s, _seat(board, "turn", values["turn"]))
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


def audit(game: Game, record: Record) -> str:
    """Return what is wrong with a state: its pieces, its chance event, or its end."""
    s = game.layout.unpack(record)
    return _crowd_complaint(game, s) or _chance_complaint(game, s) or _end_complaint(game, s)


def _crowd_complaint(game: Game, s: Plain) -> str:
    """Compare the crowds with the places of the pieces."""
    board: RaceBoard = game.spec.board
    tables = game.plain.tables
    owner_of = owning(tables)
    kept = s.crowds if tables.wide else s.crowd
    crowd = [0] * len(kept)
    for piece, place in enumerate(s.progress):
        colour, index = divmod(piece, board.pieces)
        if index >= board.counts[colour] and place != board.finish:
            return f"piece {index} of player {colour}, who does not have it, is not home"
        owner = owner_of(s, piece)
        if tables.owners and not _is_owned(s, piece, colour, board):
            return f"piece {index} of player {colour} has an owner that it cannot have"
        if place > YARD and tables.wide:
            crowd[tables.cell[owner, place] * board.players + owner] += 1
        elif place > YARD:
            crowd[tables.cell[owner, place]] += tables.one[owner]
    if crowd != kept:
        return "A rule moved a piece without place(): the crowds no longer agree with the pieces"
    return ""


def _is_owned(s: Plain, piece: int, colour: int, board: RaceBoard) -> bool:
    """Return whether the owner of a piece is a valid player, written in its only form."""
    owner: int = s.owner[piece]
    missing = piece % board.pieces >= board.counts[colour]
    return owner == 0 or (owner <= board.players and owner != 1 + colour and not missing)


def _chance_complaint(game: Game, s: Plain) -> str:
    """Check the pending chance event: dice still to be thrown, or a toss for the first turn."""
    if s.phase == STOPPED:  # perhaps because chance never reached a decision
        return ""
    if s.phase >= DECIDE:
        return (
            "dice are pending, or the opening, and yet chance is over"
            if (s.pending or s.opening)
            else ""
        )
    if s.phase == TOSS:
        sound = s.opening and 1 <= s.sides <= game.players
        return "" if sound else "a toss is pending that this game does not have"
    outcomes = throwing(game.plain.tables, game.plain.laws, game.facts).sides(s)
    if s.pending == 0 or s.sides != outcomes or outcomes == 0:
        return "a die is pending that this game does not have"
    return ""


def _end_complaint(game: Game, s: Plain) -> str:
    """Check that the winner is one who has won by the rules."""
    over = game.plain.laws["over"]
    if s.phase != OVER:
        return "" if s.winner == NOBODY else "a player has won, and yet the game is not over"
    winners = {over(s, player) for player in range(game.players)} - {NO_OPINION}
    if game.facts.get("all_lose") and not winners:
        winners = {len(set(game.spec.board.sides))}
    drawn = s.winner == NOBODY and not winners and game.facts.get("stalls")
    if s.winner not in winners and not drawn:
        return "the game is over, and by the rules the winner has not won"
    return ""


def _written(game: Game) -> list[Field]:
    return [field for field in game.layout.fields.values() if field.key]


def _piece_word(game: Game, s: Plain, piece: int, progress: int) -> str:
    """Return the place of a piece, and its owner if that has changed."""
    board: RaceBoard = game.spec.board
    owner = owning(game.plain.tables)(s, piece)
    word = _place_word(game, s, piece, owner, progress)
    return word if owner == piece // board.pieces else f"{word}{OWNED}{board.seats[owner]}"


def _place_word(game: Game, s: Plain, piece: int, owner: int, progress: int) -> str:
    board: RaceBoard = game.spec.board
    word = game.plain.laws["write_piece"](s, piece)
    if word != NO_OPINION:
        return str(word)
    if progress == YARD:
        return "y"
    if progress == board.finish:
        return "f"
    return board.word(owner, progress)


def _places(game: Game, s: Plain, player: int, key: str, value: str | None) -> list[int]:
    """Return the places of a player's pieces; without a value, those at the start of the game."""
    board: RaceBoard = game.spec.board
    count = board.counts[player]
    first = player * board.pieces
    if value is None:
        return list(s.progress[first : first + count])
    words = value.split(",")
    if len(words) != count:
        raise PositionError(
            f"{key}={cut(value)} names {len(words)} pieces; this game has {count} a player."
        )
    return [_place(game, s, first + index, key, word) for index, word in enumerate(words)]


def _place(game: Game, s: Plain, piece: int, key: str, word: str) -> int:
    board: RaceBoard = game.spec.board
    colour = owner = piece // board.pieces
    if game.plain.tables.owners and OWNED in word:
        word, _, seat = word.partition(OWNED)
        owner = _seat(board, key, seat)
        s.owner[piece] = 0 if owner == colour else 1 + owner
    if game.plain.laws["read_piece"](s, piece, word):
        return YARD
    if word == "y":
        return YARD
    if word == "f":
        return board.finish
    laps = bool(game.facts.get("laps"))
    places = board.places(owner, laps)
    if word not in places:
        raise PositionError(
            f"{key}: {quoted(word)} is not a place for a piece; places are y, "
            f"{board.places_in_words(laps)} and f."
        )
    return places[word]


def _seat(board: RaceBoard, key: str, word: str) -> int:
    """Return the player at a seat."""
    players = {str(seat): player for player, seat in enumerate(board.seats)}
    if word not in players:
        raise PositionError(
            f"{key}={cut(word)}: no player sits there; the seats are {listed(board.seats)}."
        )
    return players[word]


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
        players = [_seat(board, field.key, word) for word in words]
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
        if game.plain.laws["over"](s, player) != NO_OPINION:
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
    """Give the player to act these dice to play; refuse dice without a decision."""
    for index in range(game.facts["dice"]):
        game.plain.laws["take"](s, 0, index)
    game.plain.laws["read_dice"](s, value.split(","))
    s.pending = 0
    s.phase = DECIDE
    game.plain.machine.find(s, *game.scratch())
    if s.phase != DECIDE:
        raise PositionError(
            f"dice={cut(value)} cannot be: nothing is left to play, so the turn is over."
        )
