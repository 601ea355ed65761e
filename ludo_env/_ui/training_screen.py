"""The training screen: several boards with games of the newest checkpoints of a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil, sqrt
from typing import ClassVar

from ludo_env._engine.errors import LudoError, cut_path
from ludo_env._engine.plurals import counted
from ludo_env._play.checkpoints import Checkpoint
from ludo_env._play.training_games import TrainingGame, TrainingGames
from ludo_env._render.display_options import Look
from ludo_env._render.pictures import pictures_of
from ludo_env._render.plain_words import numbered
from ludo_env._render.shapes import Scene, fitted
from ludo_env._render.widgets import Layer, shortened
from ludo_env._ui.base_screen import CommandScreen
from ludo_env._ui.open_window import in_window
from ludo_env._ui.options import Options
from ludo_env._ui.side_panel import (
    Box,
    Line,
    Note,
    Panel,
    Places,
    panel_sheet,
    places_of,
)
from ludo_env._ui.timeline import Timeline

FEWEST, MOST = 1, 9  # boards
_LOOK_EVERY = 1.0  # seconds between two searches of the folder
_RESULT = 2.0  # seconds for which the end of a game is shown
_CAPTION = 1.7  # the height of the line below a board, of its letters


def watch_training(games: TrainingGames, boards: int, options: Options) -> None:
    """Show games of the newest checkpoints of a folder until the window is closed."""
    games.look()  # any compiling happens before the window opens
    in_window("ludo_env: training", TrainingScreen(games, boards, options))


@dataclass
class _Board:
    """A game on one of the boards."""

    game: TrainingGame
    timeline: Timeline
    ended: float = 0.0  # seconds since the end of the game


class TrainingScreen(CommandScreen):
    """Boards side by side, and a panel with the checkpoints that play on them."""

    buttons: ClassVar = {"pause": "Pause", "speed": "Speed", "colours": "Colours", "leave": "Close"}
    keys: ClassVar = {"space": "pause"}

    def __init__(self, games: TrainingGames, boards: int, options: Options) -> None:
        super().__init__(options)
        if not FEWEST <= boards <= MOST:
            raise LudoError(f"--boards is {FEWEST} to {MOST}, not {boards}.")
        self.games = games
        self.paused = False
        self._boards: list[_Board | None] = [None] * boards
        self._since_look = _LOOK_EVERY

    def layers(self, width: int, height: int) -> list[Layer]:
        """Return the layers of the picture for a window of this size."""
        places = places_of(width, height, len(self.buttons), self.options.text)
        self._sheet = panel_sheet(width, height, places, self._panel())
        layers = [
            Layer(scene, *fitted(scene, box.width, box.height, box.x, box.y))
            for scene, box in self._scenes(places)
        ]
        return [*layers, Layer(self._sheet.scene, 0, 0, 1)]

    def advance(self, seconds: float) -> bool:
        """Let time pass on all boards, and look for new checkpoints."""
        self._since_look += seconds
        changed = self._since_look >= _LOOK_EVERY
        if changed:
            self._since_look = 0.0
            self.games.look()
        for at, board in enumerate(self._boards):
            if board is None:
                self._boards[at] = self._new_board()
                changed = changed or self._boards[at] is not None
            else:
                changed = self._advance(at, board, seconds) or changed
        return changed

    def _advance(self, at: int, board: _Board, seconds: float) -> bool:
        """Let time pass on a board; a new game follows the end of a game."""
        board.timeline.paused = self.paused
        if not board.timeline.over:
            try:
                return board.timeline.advance(seconds)
            except LudoError as error:  # the agent has failed, so another game begins
                self.message, self._boards[at] = str(error), None
                return True
        if board.ended == 0:
            self.games.count(board.game)
        board.ended += max(seconds, 1e-9)
        if board.ended > _RESULT * (self.options.pace.move > 0) and not self.paused:
            self._boards[at] = self._new_board()
        return True

    def _new_board(self) -> _Board | None:
        game = self.games.next_game()
        return None if game is None else _Board(game, Timeline(game.table, self.options))

    def _scenes(self, places: Places) -> list[tuple[Scene, Box]]:
        """Return the boards and their places; add a caption below each to the sheet."""
        columns = ceil(sqrt(len(self._boards)))
        rows = -(-len(self._boards) // columns)
        area, size = places.board, min(places.size, places.board.width / columns / 22)
        wide, high = area.width / columns, area.height / rows
        found = []
        for at, board in enumerate(self._boards):
            row, column = divmod(at, columns)
            box = Box(area.x + column * wide, area.y + row * high, wide, high)
            if board is not None:
                inner = Box(box.x + 0.3 * size, box.y, wide - 0.6 * size, high - _CAPTION * size)
                found.append((numbered(board.timeline.scene(self._look_of(board))), inner))
                text = shortened(_caption(board), inner.width, size)
                middle, below = box.x + wide / 2, box.y + high - _CAPTION * size / 2
                self._sheet.text(f"caption {at}", middle, below, text, size, align="middle")
        return found

    def _look_of(self, board: _Board) -> Look:
        return Look(done=board.timeline.last, symbols=self.theme.symbols)

    def _panel(self) -> Panel:
        games = self.games
        folder = cut_path(games.checkpoints.folder)
        title = f"{games.spec.name}: training" if games.spec else "Training"
        message = self.message or games.problem
        if not message and not games.latest:
            message = f"Waiting for the first checkpoint in {folder} ..."
        ended = len(games.moves)
        notes = [Note("", counted(ended, "game") + " so far")]
        if ended:
            notes.append(Note("", f"{sum(games.moves) / ended:.0f} moves a game on average"))
        buttons = self._labelled(pause="Go on") if self.paused else self._labelled()
        lines = [self._line(number, one) for number, one in enumerate(games.latest, 1)]
        message = message or f"The newest files in {folder}, and how often they win."
        return Panel(title, "", lines, 0, message, "Games", notes, buttons)

    def _line(self, number: int, checkpoint: Checkpoint) -> Line:
        score = self.games.scores.get(checkpoint)
        aside = f"{score.wins} of {score.seats}" if score else ""
        return Line(
            f"checkpoint {number}", str(number), f"{checkpoint.name}, {checkpoint.age}", "", aside
        )

    def _pause(self) -> None:
        self.paused = not self.paused

    def _commands(self) -> Mapping[str, Callable[[], None]]:
        return {"pause": self._pause}


def _caption(board: _Board) -> str:
    """Return the players, "red, green: net_30  blue, yellow: net_29", or the winners."""
    timeline, seats = board.timeline, board.game.seats
    game, record = timeline.game, timeline.shown
    names = [pictures_of(game).player_words(game, record, at) for at in range(game.players)]
    if timeline.over:
        gains = game.returns(record)
        won = [at for at, gain in enumerate(gains) if gain > 0]
        if not won:
            return "nobody has won"
        return f"{' and '.join(names[at] for at in won)} ({seats[won[0]].name}) won"
    shown = dict.fromkeys(seats)
    if len(shown) == 1:
        return f"{seats[0].name} plays all sides"
    return "   ".join(
        f"{', '.join(name for name, at in zip(names, seats, strict=True) if at == one)}: {one.name}"
        for one in shown
    )
