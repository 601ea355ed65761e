"""Record a learning curve: how often a policy beats three random players of Ludo while it learns.

The examples of trainers in this folder import it. Each call plays one match with the best action
(argmax) and one with sampled actions, prints a line, and adds two rows to a CSV file.
"""

import csv
import time
from pathlib import Path

from ludo_env.agents import policy_agent
from ludo_env.arena import match

COLUMNS = ("trainer", "seed", "decisions", "cpu_seconds", "choose", "wins", "games", "low", "high")


class LearningCurve:
    """The curve of one run, by CPU time of all threads, without the matches.

    Without a path nothing is written; `spent` has the previous CPU seconds of a continued run.
    """

    def __init__(self, path, trainer, seed, games=2000, style="features", spent=0.0):
        self.path, self.trainer, self.seed = Path(path) if path else None, trainer, seed
        self.games, self.style = games, style
        self.started, self.apart = time.process_time() - spent, 0.0
        if self.path and not self.path.exists():
            self._write([COLUMNS])

    @property
    def cpu_seconds(self):
        """Return the CPU seconds spent on training so far."""
        return time.process_time() - self.started - self.apart

    def add(self, policy, decisions):
        """Play the matches; policy(observations, masks) returns scores (rows, actions)."""
        spent, begun, rows = self.cpu_seconds, time.process_time(), []
        for choose in ("argmax", "sample"):
            agent = policy_agent(policy, self.style, choose, name=self.trainer)
            players = [agent, "random", "random", "random"]
            won = match(players, "ludo", self.games, seed=self.seed).agents[0].total
            low, high = won.interval
            rows.append([self.trainer, self.seed, decisions, round(spent, 1), choose, won.wins])
            rows[-1] += [won.games, round(low, 4), round(high, 4)]
            print(
                f"{spent:6.0f} CPU s {decisions:10,} decisions  {choose:6} {won.share:6.1%} "
                f"({low:.1%} to {high:.1%}) against 3 random, seed {self.seed}",
                flush=True,
            )
        if self.path:
            self._write(rows)
        self.apart += time.process_time() - begun

    def _write(self, rows):
        with self.path.open("a", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)
