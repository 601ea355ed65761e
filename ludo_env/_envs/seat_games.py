"""Many games with a learner in each: they are played until every learner is to act, or is done."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.errors import LudoError
from ludo_env._engine.game import Game
from ludo_env._engine.seat_batch import Games, SeatBatch
from ludo_env._engine.seat_loop import ACT, BEGIN_ANEW, SHOW
from ludo_env._engine.state import Record
from ludo_env._envs.opponent_chance import generator_of
from ludo_env._envs.opponents import Seated, seated
from ludo_env.agents.agent_errors import AgentError, failed, refused
from ludo_env.agents.decisions import Decisions

# Maximum number of games dealt until a learner has a turn.
_DEALS = 1000


class SeatGames:
    """The games of a batch of single seats, with the opponents of their learners."""

    def __init__(
        self, game: Game, style: str, games: int, opponents: Any, seat: Any, *, auto_pass: bool
    ) -> None:
        self.game = game
        self.seat = seat  # a number, or "random"
        self.opponents = opponents  # as given
        self._style = style
        self._seated = seated(opponents, game.players - 1, style)
        for opponent in self._seated:
            _check_keeps_nothing(opponent)
        uniform = [opponent is None for opponent in self._seated]
        self.batch = SeatBatch(game, style, games, uniform, auto_pass=auto_pass)
        self.batch.learners[:] = 0 if seat == "random" else seat
        # Which opponent plays a seat: all uniform ones are number -1.
        self._number = np.array([-1 if even else place for place, even in enumerate(uniform)])

    @property
    def may_fail(self) -> bool:
        """Whether an opponent other than the uniform one plays: a call can raise."""
        return any(opponent is not None for opponent in self._seated)

    @property
    def done(self) -> npt.NDArray[np.bool_]:
        """Which games are over, or were aborted by a rule."""
        return self.batch.over | self.batch.stopped

    def begin(self, games: Games) -> None:
        """Begin these games, until it is their learners' turn; deal again where it never is."""
        if self.seat == "random":
            self.batch.learners[games] = self.batch.draw(games, self.game.players)
        for _ in range(_DEALS):
            self._carry_out(games, BEGIN_ANEW)
            games = games[self.done[games]]
            if not len(games):
                return
        raise LudoError(f"In {_DEALS} games the learner of game {games[0]} never came to act.")

    def place(self, record: Record, games: Games) -> None:
        """Begin these games from a position."""
        if self.seat == "random":
            self.batch.learners[games] = self.batch.draw(games, self.game.players)
        self.batch.records[games] = record
        self._carry_out(games, SHOW)
        over = games[self.done[games]]
        if len(over):
            raise LudoError(
                "From this position the game was over before "
                f"player_{self.batch.learners[over[0]]} could act."
            )

    def play(self, actions: npt.NDArray[Any], games: Games) -> None:
        """Play the learners' actions in these games, and the opponents' replies."""
        self.batch.actions[games] = actions[games]
        self._carry_out(games, ACT)

    def _carry_out(self, games: Games, order: int) -> None:
        """Carry out an order, and ask opponents until the learners are to act."""
        batch = self.batch
        batch.carry_out(games, order)
        while True:
            waiting = batch.to_act[games] != batch.learners[games]
            games = games[waiting & ~self.done[games]]
            if not len(games):
                return
            self._ask(games)
            batch.carry_out(games, ACT)

    def _ask(self, games: Games) -> None:
        """Have the opponents who are to act in these games choose their actions."""
        batch = self.batch
        batch.sample(games)
        batch.actions[games] = batch.sampled[games]
        seats = batch.to_act[games]
        places = seats - (seats > batch.learners[games])
        numbers = self._number[places]
        for number in np.unique(numbers[numbers >= 0]).tolist():
            rows = games[numbers == number]
            opponent = self._seated[number]
            assert opponent is not None
            decisions = Decisions(batch, rows, self._random_of, self._style)
            answer = opponent.act_batch(decisions)
            batch.actions[rows] = self._checked(opponent, answer, rows)

    def _random_of(self, row: int, _: int) -> np.random.Generator:
        stream = self.batch.samplers[row]
        return generator_of(stream["key0"], stream["key1"], stream["drawn"])

    def _checked(self, opponent: Seated, answer: Any, rows: Games) -> Games:
        """Return the actions of an opponent, all legal; refuse anything else by its first fault."""
        batch = self.batch
        try:
            actions = np.asarray(answer)
        except Exception as error:
            raise self._failed(opponent, rows, "") from error
        if actions.shape != rows.shape or actions.dtype.kind not in "iu":
            gave = f" of shape {actions.shape} and type {actions.dtype}"
            raise self._failed(opponent, rows, gave)
        within = np.clip(actions, 0, self.game.actions - 1)
        wrong = np.flatnonzero((within != actions) | (batch.masks[rows, within] == 0))
        if len(wrong):
            row, action = int(rows[wrong[0]]), int(actions[wrong[0]])
            who = opponent.title(int(batch.to_act[row]))
            record, legal = batch.records[row : row + 1].copy(), np.flatnonzero(batch.masks[row])
            where = f" in game {row}"
            raise refused(who, action, opponent.agent, self.game, record, legal, where, row)
        return actions.astype(np.int64)

    def _failed(self, opponent: Seated, rows: Games, gave: str) -> AgentError:
        """Return the error for an answer that is not an array of actions."""
        row = int(rows[0])
        said = (
            f"{opponent.title(int(self.batch.to_act[row]))} was asked for {len(rows)} whole "
            f"numbers, an action for each game, and gave {f'an array{gave}' if gave else 'others'}"
        )
        record = self.batch.records[row : row + 1].copy()
        return failed(said, opponent.agent, self.game, record, row)


def _check_keeps_nothing(opponent: Seated | None) -> None:
    """Refuse an opponent that follows one game: here it plays many at once."""
    if opponent is not None and opponent.begins() is not None:
        raise LudoError(
            "An opponent with new_game() follows one game, and in a batch it plays many at once; "
            "an agent with act(view) gets all that it needs in the view."
        )
