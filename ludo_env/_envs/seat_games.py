"""Many games with a learner in each, played until each learner is to act or the game is over."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.errors import LudoError
from ludo_env._engine.game import Game
from ludo_env._engine.seat_batch import Games, SeatBatch
from ludo_env._engine.seat_loop import ACT, BEGIN_ANEW, SHOW
from ludo_env._engine.starting import MOST_AT_ONCE
from ludo_env._engine.state import Record
from ludo_env._envs.opponent_chance import generator_of
from ludo_env._envs.opponents import (
    UNASKED,
    Place,
    Seated,
    begins,
    league_of,
    numbers_of,
    seated,
    seated_one,
)
from ludo_env.agents.agent_errors import AgentError, failed, refused
from ludo_env.agents.decisions import Decisions
from ludo_env.agents.league_members import LeagueMember
from ludo_env.agents.league_results import Undo, take_back
from ludo_env.agents.ready_game import ready_game

# Maximum number of games that are started until a learner has a turn.
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
        self.league, self._league_places = league_of(self._seated)
        # The number of the league's member at each place of each game; -1 without a member.
        self._sitting = np.full((games, len(self._seated)), -1)
        self._members: dict[int, LeagueMember] = {}
        self._undo: Undo = []
        uniform = [opponent is None for opponent in self._seated]
        self.batch = SeatBatch(game, style, games, uniform, auto_pass=auto_pass)
        self.batch.learners[:] = 0 if seat == "random" else seat
        # The opponent of each place; one with several places has one number, and is asked once.
        numbers = numbers_of(self._seated)
        self._number = np.array(numbers)
        self._asked = list(dict.fromkeys(numbers))
        self._alike = self.league is None and len(set(numbers)) == 1

    @property
    def may_fail(self) -> bool:
        """Whether any opponent is not the uniformly random one, so that a call may raise."""
        return any(opponent is not None for opponent in self._seated)

    @property
    def done(self) -> npt.NDArray[np.bool_]:
        """The games that are over or were aborted by a rule, as booleans."""
        return self.batch.over | self.batch.stopped

    @property
    def members(self) -> npt.NDArray[np.int64]:
        """The number of the league's member on each seat of each game; -1 without a member."""
        numbers = np.full((self.batch.games, self.game.players), -1)
        rows = np.arange(self.batch.games)
        for place in self._league_places:
            seats = place + (place >= self.batch.learners)
            numbers[rows, seats] = self._sitting[:, place]
        return numbers

    def begin(self, games: Games) -> None:
        """Begin these games and play to the learners' turns; start again where there is no turn."""
        if self.seat == "random":
            self.batch.learners[games] = self.batch.draw(games, self.game.players)
        for _ in range(_DEALS):
            self._draw_members(games)
            self._carry_out(games, BEGIN_ANEW)
            games = games[self.done[games]]
            if not len(games):
                return
        raise LudoError(f"In {_DEALS} games the learner of game {games[0]} never came to act.")

    def place(self, record: Record, games: Games) -> None:
        """Begin these games from a position."""
        if self.seat == "random":
            self.batch.learners[games] = self.batch.draw(games, self.game.players)
        self._draw_members(games)
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
        self._undo = []
        self.batch.actions[games] = actions[games]
        self._carry_out(games, ACT)

    def record(self, games: Games) -> None:
        """Record the results of these finished games in the league."""
        if self.league is None:
            return
        members, batch = self.members, self.batch
        for game in games.tolist():
            returns = self.game.returns(batch.records[game : game + 1])
            learner = int(batch.learners[game])
            self._undo += self.league.record(learner, members[game].tolist(), returns)

    def take_back(self) -> None:
        """Undo the results that were recorded since the last call of `play`."""
        take_back(self._undo)
        self._undo = []

    def kept(self) -> dict[str, Any]:
        """Return copies of everything that play depends on."""
        return {
            "batch": self.batch.kept(),
            "sitting": self._sitting.copy(),
            "members": self._members.copy(),
        }

    def put(self, kept: dict[str, Any]) -> None:
        """Restore what `kept` returned."""
        self.batch.put(kept["batch"])
        self._sitting, self._members = kept["sitting"], kept["members"]

    def _draw_members(self, games: Games) -> None:
        """Draw the league's members for these games, with the random numbers of each game."""
        if self.league is None:
            return
        places = self._league_places
        words = np.stack([self.batch.draw(games, np.uint64(2**32)) for _ in places], axis=1)
        drawn = self.league.drawn(words.ravel())
        numbers = np.array([member.number for member in drawn])
        self._sitting[games[:, None], places] = numbers.reshape(words.shape)
        self._members.update({member.number: member for member in drawn})
        # Members that the league has dropped stay as long as they play in a game.
        playing = np.unique(self._sitting[:, places])
        self._members = {n: self._members[n] for n in playing[playing >= 0].tolist()}

    def _carry_out(self, games: Games, order: int) -> None:
        """Carry out an order, and ask opponents until the learners are to act."""
        batch = self.batch
        batch.carry_out(games, order)
        while True:
            waiting = batch.to_act[games] != batch.learners[games]
            games = games[waiting & ~(batch.over[games] | batch.stopped[games])]
            if not len(games):
                return
            self._ask(games)
            batch.carry_out(games, ACT)

    def _ask(self, games: Games) -> None:
        """Have the opponents who are to act in these games choose their actions."""
        batch = self.batch
        batch.sample(games)
        numbers, asked = self._opponents_of(games)
        for number in asked:
            rows = games if self._alike else games[numbers == number]
            opponent = self._opponent(number)
            if opponent is None:
                batch.actions[rows] = batch.sampled[rows]
            elif len(rows):
                # A large batch waits until its own loop and the code of its agents are compiled.
                few = batch.games <= MOST_AT_ONCE
                game = ready_game(batch.game, opponent.agent) if few else batch.game
                decisions = Decisions(batch, rows, self._random_of, self._style, game)
                answer = opponent.act_batch(decisions)
                batch.actions[rows] = self._checked(opponent, answer, rows)

    def _opponents_of(self, games: Games) -> tuple[Games, list[int]]:
        """Return the number of the opponent to act in each game, and all possible numbers."""
        seats = self.batch.to_act[games]
        places = seats - (seats > self.batch.learners[games])
        numbers = self._number[places]
        if self.league is None:
            return numbers, self._asked
        # Members of the league come after the opponents with fixed seats.
        sitting = self._sitting[games, places]
        numbers = np.where(sitting < 0, numbers, len(self._seated) + sitting)
        return numbers, np.unique(numbers).tolist()

    def _opponent(self, number: int) -> Seated | None:
        """Return the opponent with this number; None for the uniformly random one."""
        fixed = len(self._seated)
        if number == UNASKED:
            return None
        if number < fixed:
            place = self._seated[number]
            return place if isinstance(place, Seated) else None
        return seated_one(self._members[number - fixed].agent, self._style)

    def _random_of(self, row: int, _: int) -> np.random.Generator:
        stream = self.batch.samplers[row]
        return generator_of(stream["key0"], stream["key1"], stream["drawn"])

    def _checked(self, opponent: Seated, answer: Any, rows: Games) -> Games:
        """Return the legal actions of an opponent; raise an error for the first invalid one."""
        batch = self.batch
        try:
            actions = np.asarray(answer)
        except Exception as error:
            raise self._failed(opponent, rows, "") from error
        if actions.shape != rows.shape or actions.dtype.kind not in "iu":
            gave = f" of shape {actions.shape} and type {actions.dtype}"
            raise self._failed(opponent, rows, gave)
        # Read as unsigned, negative numbers are too large as well.
        chosen = actions.astype(np.int64)
        if chosen.view(np.uint64).max() < self.game.actions and batch.masks[rows, chosen].all():
            return chosen
        within = np.clip(actions, 0, self.game.actions - 1)
        wrong = np.flatnonzero((within != actions) | (batch.masks[rows, within] == 0))
        row, action = int(rows[wrong[0]]), int(actions[wrong[0]])
        who = opponent.title(int(batch.to_act[row]))
        record, legal = batch.records[row : row + 1].copy(), np.flatnonzero(batch.masks[row])
        where = f" in game {row}"
        raise refused(who, action, opponent.agent, self.game, record, legal, where, row)

    def _failed(self, opponent: Seated, rows: Games, gave: str) -> AgentError:
        """Return the error for an answer that is not an array of actions."""
        row = int(rows[0])
        said = (
            f"{opponent.title(int(self.batch.to_act[row]))} was asked for {len(rows)} whole "
            f"numbers, an action for each game, and gave {f'an array{gave}' if gave else 'others'}"
        )
        record = self.batch.records[row : row + 1].copy()
        return failed(said, opponent.agent, self.game, record, row)


def _check_keeps_nothing(opponent: Place) -> None:
    """Refuse an opponent that follows one game, because here it plays many at once."""
    if begins(opponent) is not None:
        raise LudoError(
            "An opponent with new_game() follows one game, and in a batch it plays many at once; "
            "an agent with act(view) gets all that it needs in the view."
        )
