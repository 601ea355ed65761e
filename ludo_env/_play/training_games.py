"""Games between the newest checkpoints of a training run, and how often each wins."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludo_env._engine.errors import LudoError
from ludo_env._engine.game import game_of
from ludo_env._engine.spec import Spec
from ludo_env._play.checkpoints import Checkpoint, Checkpoints
from ludo_env._play.table import Table
from ludo_env.agents.view import Agent


@dataclass
class Score:
    """How many seats a checkpoint has played, and how many of them won."""

    seats: int = 0
    wins: int = 0


@dataclass
class TrainingGame:
    """A table at which checkpoints play, and the checkpoint of each seat."""

    table: Table
    seats: list[Checkpoint]


@dataclass
class TrainingGames:
    """The games of a folder; each new game is played by the newest checkpoints at that time."""

    checkpoints: Checkpoints
    spec: Spec | None = None  # None: the game of the newest network
    seed: int = 0
    backend: str = "auto"
    latest: list[Checkpoint] = field(default_factory=list)  # play in new games
    scores: dict[Checkpoint, Score] = field(default_factory=dict)
    problem: str = ""  # why the newest file does not play
    begun: int = 0
    moves: list[int] = field(default_factory=list)  # of each game that has ended
    # The agent of each file that was tried, or the reason why it cannot play.
    _agents: dict[Checkpoint, Agent | str] = field(default_factory=dict)

    def look(self) -> None:
        """Find the newest checkpoints; a file that cannot play is left out."""
        found = self.checkpoints.newest_first()
        if found and self.spec is None:
            try:
                self.spec = self.checkpoints.spec(found[0])
            except LudoError as error:
                self.problem = str(error)
        if self.spec is None:
            return
        self.latest, tried, problems = [], {}, []
        for checkpoint in found:
            tried[checkpoint] = agent = self._agents.get(checkpoint) or self._agent(checkpoint)
            if isinstance(agent, str):
                problems.append(agent)
                continue
            self.latest.append(checkpoint)
            if len(self.latest) == self.spec.players:
                break
        self._agents, self.problem = tried, next(iter(problems), "")

    def next_game(self) -> TrainingGame | None:
        """Return a new game, with the seats rotated; None while there is no checkpoint."""
        if self.spec is None or not self.latest:
            return None
        number, count = self.begun, len(self.latest)
        self.begun += 1
        seats = [self.latest[(player + number) % count] for player in range(self.spec.players)]
        agents = [agent for one in seats if not isinstance(agent := self._agents[one], str)]
        table = Table(self.spec, agents, self.seed, number, self.backend)
        return TrainingGame(table, seats)

    def count(self, game: TrainingGame) -> None:
        """Count a game that has ended."""
        self.moves.append(game.table.moves)
        gains = game.table.game.returns(game.table.record)
        for checkpoint, gain in zip(game.seats, gains, strict=True):
            score = self.scores.setdefault(checkpoint, Score())
            score.seats += 1
            score.wins += gain > 0

    def _agent(self, checkpoint: Checkpoint) -> Agent | str:
        """Return the agent of a checkpoint, or the reason why it cannot play."""
        if self.spec is None:
            raise LudoError("The game of these checkpoints is not known yet.")
        try:
            return self.checkpoints.agent(checkpoint, game_of(self.spec, self.backend))
        except LudoError as error:
            return str(error)
