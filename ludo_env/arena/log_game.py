"""Validation of a logged game against the plan and the rules."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from ludo_env._engine.arguments import is_whole
from ludo_env._engine.errors import quoted
from ludo_env._engine.family import OVER
from ludo_env._engine.game import Game, game_of
from ludo_env.arena.batch_play import Played
from ludo_env.arena.plan import Plan

KEYS = ("game", "seating", "returns", "decisions", "seconds", "winners")
_MOST_GAMES = 1 << 62  # numbers of games are numbers of chance streams
_MOST_DECISIONS = 1 << 40
_MOST_STAKE = 1_000_000


class GameCheck:
    """Checks games against a plan."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    def played(self, data: Mapping[str, Any]) -> Played:
        """Return the game in a line; raise a ValueError for an impossible game."""
        plan, number = self._plan, data["game"]
        if not is_whole(number, 0, _MOST_GAMES):
            raise ValueError(f"its game is {quoted(number)}, not a whole number from 0")
        for name in KEYS[1:-1]:
            if not isinstance(data[name], list) or len(data[name]) != plan.spec.players:
                shown = quoted(data[name])
                raise ValueError(f"its {name} is {shown}, not a list with a place a seat")
        seating = plan.seating(number)
        if not all(map(_is_count, data["seating"])) or tuple(data["seating"]) != seating:
            raise ValueError(f"its seating is {quoted(data['seating'])}, not {list(seating)}")
        most = _MOST_STAKE if self._has_stakes else 1
        if not all(is_whole(gained, -most, most) for gained in data["returns"]):
            shown = quoted(data["returns"])
            wanted = f"whole numbers of {-most}..{most}" if most > 1 else "numbers of -1, 0 and 1"
            raise ValueError(f"its returns is {shown}, not {wanted}")
        for count in data["decisions"]:
            if not is_whole(count, 0, _MOST_DECISIONS):
                raise ValueError(f"its decisions has {quoted(count)}, not a whole number from 0")
        for spent in data["seconds"]:
            if not isinstance(spent, float) or not math.isfinite(spent) or spent < 0:
                raise ValueError(f"its seconds has {quoted(spent)}, not a finite number from 0")
        returns, decisions, seconds = (tuple(data[name]) for name in KEYS[2:5])
        luck = self._luck(data)
        game = Played(number, seating, returns, decisions, seconds, luck=luck)
        if data["winners"] != list(game.winners) or not all(map(_is_count, data["winners"])):
            raise ValueError(f"its winners is {quoted(data['winners'])}, not {list(game.winners)}")
        self._check_end(game)
        return game

    def _luck(self, data: Mapping[str, Any]) -> tuple[tuple[float, ...], ...]:
        """Return the luck of each seat; raise a ValueError unless each has its numbers."""
        if self._plan.luck is None:
            return ()
        rows = data.get("luck")
        if (
            not isinstance(rows, list)
            or len(rows) != self._plan.spec.players
            or not all(map(self._is_guesses, rows))
        ):
            raise ValueError(f"its luck is {quoted(rows)}, not a list of numbers for each seat")
        return tuple(map(tuple, rows))

    def _is_guesses(self, row: Any) -> bool:
        if not isinstance(row, list) or len(row) != self._guesses:
            return False
        return all(isinstance(number, float) and math.isfinite(number) for number in row)

    @cached_property
    def _guesses(self) -> int:
        """Return the number of guesses of the forecast."""
        return self._plan.forecast(self._game).guesses

    def _check_end(self, game: Played) -> None:
        """Refuse an end that the rules do not allow."""
        made, most = sum(game.decisions), self._plan.max_steps
        if most is not None and made > most:
            raise ValueError(f"its decisions are more than max_steps={most}")
        if not any(game.returns):
            if made != most and not self._rules_draw:
                why = (
                    "no rule draws a game" if most is None else f"max_steps={most} was not reached"
                )
                raise ValueError(f"it is a draw of {made} decisions, and {why}")
            return
        if made == 0:
            raise ValueError("its decisions are all 0, and yet it has a winner or a loser")
        if self._wins is not None and not self._is_win(game.returns):
            raise ValueError(f"its returns is {list(game.returns)}, and no game ends with that")

    def _is_win(self, returns: tuple[int, ...]) -> bool:
        """Return whether these are returns of a win, or a multiple if the rules have stakes."""
        stake = max(map(abs, returns))
        return any(tuple(stake * gained for gained in won) == returns for won in self._wins or ())

    @cached_property
    def _has_stakes(self) -> bool:
        """Return whether a win can count several times."""
        return bool(self._game.plain.answers.get("stakes"))

    @cached_property
    def _wins(self) -> frozenset[tuple[int, ...]] | None:
        """Return the rewards of the seats for each side that can win, and if all lose.

        Return None if they are not known beforehand.
        """
        spec = self._plan.spec
        known = [maker.factory for maker in spec.family.library.values()]
        tables = self._game.plain.tables
        for rule in spec.rules:
            if rule.factory not in known or (rule.phase and "reward" in rule.hooks(tables)):
                return None
        ends = (self._returns(winner) for winner in range(spec.players))
        wins = {returns for returns in ends if max(returns) > 0}
        if spec.facts.all_lose:
            wins.add((-1,) * spec.players)
        return frozenset(wins)

    @cached_property
    def _rules_draw(self) -> bool:
        """Return whether the rules allow a draw or an aborted game."""
        spec = self._plan.spec
        by_rule = spec.facts.limited or spec.facts.stalls
        return bool(by_rule or spec.family.draws or self._wins is None)

    def _returns(self, winner: int) -> tuple[int, ...]:
        """Return the reward of each seat when this side has won."""
        record = self._game.layout.new()
        record["phase"], record["winner"] = OVER, winner
        return tuple(map(int, self._game.returns(record)))

    @cached_property
    def _game(self) -> Game:
        return game_of(self._plan.spec, "python")


def _is_count(value: Any) -> bool:
    return is_whole(value, 0, _MOST_GAMES)
