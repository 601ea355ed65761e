"""Positions of a grid game as text: `board=AAA....AAA/... attacker=0 turn=0 phase=move die=3 ...`.

`board` is row by row, `A`, `D` or `.`; `attacker` the attacking player, `-` in the toss; `turn` the
player to act; `from` the first cell of a choice in several steps. Fields of rules have keys of
their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludo_env._engine.errors import PositionError, cut, quoted
from ludo_env._engine.family import DECIDE, OVER
from ludo_env._engine.folding import NO_OPINION
from ludo_env._engine.notation import EMPTY as NONE
from ludo_env._engine.notation import number, split_text
from ludo_env._engine.rule import Field
from ludo_env._engine.state import Plain, Record
from ludo_env._families.grid.board import (
    ATTACKER,
    DEFENDER,
    DEFENDING,
    EMPTY,
    NOWHERE,
    Board,
)
from ludo_env._families.grid.questions import (  # fmt: skip
    CONVERT_STAGE,
    GARRISON_STAGE,
    MOVE_STAGE,
    TOSS_STAGE,
)
from ludo_env._families.grid.units import put, role_of

if TYPE_CHECKING:
    from ludo_env._engine.game import Game

LETTERS = ".AD"
# The keys of a position text that belong to no field.
OWN_KEYS = ("board", "attacker", "turn", "phase", "die", "from")
STAGES = ("toss", "move", "garrison", "convert")


def write(game: Game, record: Record) -> str:
    """Return the position as text."""
    board: Board = game.spec.board
    s = game.layout.unpack(record)
    letters = [LETTERS[unit] for unit in s.board]
    rows = [
        "".join(letters[at : at + board.columns]) for at in range(0, board.cells, board.columns)
    ]
    parts = [
        "board=" + "/".join(rows),
        f"attacker={NONE if s.attacker == NOWHERE else s.attacker}",
        f"turn={s.seat}",
        f"phase={STAGES[s.stage]}",
    ]
    if s.phase == DECIDE and s.die:
        parts.append(f"die={s.die}")
    parts += [f"{field.key}={_field_word(s, field)}" for field in _written(game)]
    if s.source != NOWHERE:
        parts.append("from=" + ",".join(map(str, board.place(s.source))))
    return " ".join(parts)


def read(game: Game, text: str) -> tuple[Record, str]:
    """Return the state of a position text, and no withheld dice.

    With a die, the player is to decide; without one, a roll is pending. Without `turn=` the game
    begins as usual, unless `attacker=` already determines who begins.
    """
    fields = {field.key: field for field in _written(game)}
    values = split_text(text, [*OWN_KEYS, *fields])
    s = game.layout.unpack(game.layout.new())
    game.plain.machine.begin(s)
    if "board" in values:
        _set_board(game.spec.board, s, values["board"])
    for key, field in fields.items():
        if key in values:
            _set_field(s, field, values[key])
    _set_turn(game, s, values)
    record = game.layout.new()
    game.layout.pack(s, record)
    return record, ""


def hand_dice(game: Game, record: Record, dice: str) -> Record:
    """Return the state unchanged: no dice are withheld here; see `read`."""
    return record


def _written(game: Game) -> list[Field]:
    return [field for field in game.layout.fields.values() if field.key]


def _field_word(s: Plain, field: Field) -> str:
    value = getattr(s, field.name)
    if field.text == "roles":
        return "".join(LETTERS[role + 1] for role in (ATTACKER, DEFENDER) if value[role]) or NONE
    return str(value)


def _set_field(s: Plain, field: Field, word: str) -> None:
    if field.text != "roles":
        # A count that ends the game at its highest number is still below it in a position.
        setattr(s, field.name, number(word, field.key, field.low, field.shown or field.high))
        return
    if word not in ("A", "D", "AD", "DA", NONE):
        raise PositionError(f"{field.key}={cut(word)} is not A, D, AD or {NONE}.")
    target = getattr(s, field.name)
    for role in (ATTACKER, DEFENDER):
        target[role] = int(LETTERS[role + 1] in word)


def _set_board(board: Board, s: Plain, text: str) -> None:
    rows = text.split("/")
    if len(rows) != board.rows or any(len(row) != board.columns for row in rows):
        raise PositionError(
            f"board= is {board.rows} rows of {board.columns} letters with / between, "
            f"not {cut(text)}."
        )
    for cell, letter in enumerate("".join(rows)):
        unit = LETTERS.find(letter)
        if unit < 0:
            raise PositionError(f"board= has A, D and . for its cells, not {quoted(letter)}.")
        if unit != EMPTY and cell in board.general:
            raise PositionError(f"board= has a unit on the General, at {board.name(cell)}.")
        put(s, cell, unit)
    places = dict.fromkeys((ATTACKER, DEFENDER), 0)
    for garrison, role in zip(board.garrisons, board.owners, strict=True):
        places[role] += len(garrison)
    attackers, manned = places[ATTACKER], sum(places.values())
    if s.units[ATTACKER] > attackers or sum(s.units) > manned:
        raise PositionError(
            f"board= has {s.units[ATTACKER]} A and {s.units[DEFENDER]} D; there are at most "
            f"{attackers} A, and {manned} units together."
        )


def _set_turn(game: Game, s: Plain, values: dict[str, str]) -> None:
    """Set the roles, the player to act, and what they must decide."""
    _refuse_won(game, s)
    stage = _stage(game, values)
    attacker = values.get("attacker", NONE)
    if stage == TOSS_STAGE:
        _set_toss(s, values, attacker)
        return
    if attacker != NONE:
        s.attacker = number(attacker, "attacker", 0, 1)
    elif "turn" in values and "attacker" in values:
        raise PositionError("attacker=- is not possible: after the toss a player is the Attacker.")
    elif "turn" in values:
        s.attacker = 0
    elif s.attacker == NOWHERE:
        _refuse(values, ("die", "from"), "before the roles are known")
        return
    player = number(values["turn"], "turn", 0, 1) if "turn" in values else s.attacker
    if stage != MOVE_STAGE or "die" in values:
        _ask(game, s, values, player, stage)
    else:
        _refuse(values, ("from",), "in phase=move")
        game.plain.machine.start_turn(s, player)
        if s.phase == OVER:
            raise PositionError("Nobody could do anything in this position: it is a draw.")


def _stage(game: Game, values: dict[str, str]) -> int:
    """Return the stage of the player to act: the one in the text; with `turn=` it is a move."""
    word = values.get("phase")
    if word is None:
        return MOVE_STAGE
    stages = STAGES if game.facts.toss else STAGES[1:]
    if word not in stages:
        raise PositionError(f"phase={cut(word)} is not one of {', '.join(stages)}.")
    return STAGES.index(word)


def _set_toss(s: Plain, values: dict[str, str], attacker: str) -> None:
    """Let the winner of the toss choose, if the text names them."""
    if attacker != NONE:
        raise PositionError(
            f"attacker={attacker} is not possible: in phase=toss nobody has a role."
        )
    _refuse(values, ("die", "from"), "in phase=toss")
    if "turn" in values:
        s.seat = number(values["turn"], "turn", 0, 1)
        s.phase = DECIDE


def _ask(game: Game, s: Plain, values: dict[str, str], player: int, stage: int) -> None:
    """Let a player decide at once; refuse the position if they have no action."""
    board: Board = game.spec.board
    s.seat, s.stage, s.phase = player, stage, DECIDE
    if "die" in values:
        s.die = number(values["die"], "die", 1, len(game.facts.faces))
    if stage in (GARRISON_STAGE, CONVERT_STAGE):
        s.source = _cell(board, values.get("from", NONE))
        unit = role_of(s, player) + 1
        ground = game.plain.tables.ground[s.source]
        began = ground == unit if stage == GARRISON_STAGE else unit == DEFENDING != ground
        if s.board[s.source] != unit or not began:
            raise PositionError(
                f"from={cut(values['from'])} is not a unit that player {player} "
                "began a choice with."
            )
    else:
        _refuse(values, ("from",), "in phase=move")
    mask, notes, choices = game.scratch()
    if game.plain.machine.find(s, mask, notes, choices) == 0:
        asked = f"die={s.die}" if stage == MOVE_STAGE else f"phase={STAGES[stage]}"
        raise PositionError(f"{asked} cannot be: player {player} has no action with it.")


def _cell(board: Board, word: str) -> int:
    parts = word.split(",")
    if word == NONE or len(parts) != 2:
        raise PositionError(f"from={cut(word)} is not a cell, such as from=0,2: row and column.")
    return board.cell(
        number(parts[0], "from", 0, board.rows - 1), number(parts[1], "from", 0, board.columns - 1)
    )


def _refuse(values: dict[str, str], keys: tuple[str, ...], when: str) -> None:
    for key in keys:
        if key in values:
            raise PositionError(f"{key}={cut(values[key])} cannot be given {when}.")


def _refuse_won(game: Game, s: Plain) -> None:
    if game.plain.laws.over(s) != NO_OPINION:
        raise PositionError("This game is already won; a position must leave something to play.")
