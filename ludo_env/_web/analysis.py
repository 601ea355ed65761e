"""The analysis of tables: computed in workers, a few moves at a time, and kept in the database."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from typing import Any
from zlib import crc32

from ludo_env._engine.spec import Spec
from ludo_env._play.analysis import GameAnalysis
from ludo_env._web.played import OVER, THROW
from ludo_env._web.refusal import NOT_NOW, Refusal
from ludo_env._web.room import Room
from ludo_env._web.store import Store
from ludo_env._web.thinking import Thinking

AT_ONCE = 20  # moves in one request to a worker
_MOST_KNOWN = 8  # games that a worker keeps to continue
_DIGITS = 4


class Analyses:
    """The analysis of the tables of a server; one request at a time for each table."""

    def __init__(self, store: Store, thinking: Thinking) -> None:
        self._store, self._thinking = store, thinking
        self._locks: dict[str, tuple[asyncio.Lock, int]] = {}  # with the number of those waiting
        self._now: OrderedDict[str, tuple[int, dict[str, Any]]] = OrderedDict()

    async def of(self, room: Room, first: int, count: int) -> dict[str, Any]:
        """Return the chances now, and the judgements of the moves from `first` on.

        Up to `count` moves that are not judged yet are judged now.
        """
        if room.waits_for != OVER and not room.analysis:
            raise Refusal(NOT_NOW, "This table shows no chances while the game goes on.")
        if room.waits_for != OVER and room.has_hands:
            raise Refusal(NOT_NOW, "Chances would tell of hidden cards; they come after the end.")
        game = room.terms.id
        lock, waiting = self._locks.get(game, (asyncio.Lock(), 0))
        self._locks[game] = (lock, waiting + 1)
        try:
            async with lock:
                return await self._found(room, first, count)
        finally:
            lock, waiting = self._locks.pop(game)
            if waiting > 1:
                self._locks[game] = (lock, waiting - 1)

    async def _found(self, room: Room, first: int, count: int) -> dict[str, Any]:
        asked, waits, actions = room.asked, room.waits_for, list(room.table.actions)
        marks = _marks(actions)
        known = {
            move: json.loads(judged)
            for move, (played, judged) in self._store.judged(room.terms.id, first).items()
            if move < len(marks) and marks[move] == played
        }
        # Dice that wait to be thrown must not be shown.
        shown = actions[:-1] if waits == THROW else actions
        missing = [move for move in range(first, len(shown)) if move not in known][:count]
        now = self._now.get(room.terms.id)
        if missing or now is None or now[0] != asked:
            begin = missing[0] if missing else len(shown)
            number = missing[-1] - begin + 1 if missing else 0
            about = (room.terms.spec, room.terms.seed, room.table.start, shown, begin, number)
            judge, chances, rows = await self._thinking.run(judged_in, *about)
            self._now[room.terms.id] = asked, {"judge": judge, "chances": chances}
            while len(self._now) > _MOST_KNOWN * _MOST_KNOWN:
                self._now.popitem(last=False)
            found = dict(enumerate(rows, begin))
            texts = {move: (marks[move], json.dumps(row)) for move, row in found.items()}
            if texts:
                self._store.keep_judged(room.terms.id, texts)
            known |= found
        return {
            "asked": asked,
            "moves": len(actions),
            "over": waits == OVER,
            **self._now[room.terms.id][1],
            "judged": {str(move): row for move, row in sorted(known.items())},
        }


def judged_in(
    spec: Spec, seed: int, start: str, actions: list[int], first: int, count: int
) -> tuple[str, list[float], list[dict[str, Any]]]:
    """Return the judge, the chances now, and some judged moves; this runs in a worker."""
    key = (spec, seed, start)
    found = _analyses.pop(key, None)
    if found is None:
        found = GameAnalysis(*key)
    found.follow(actions)
    _analyses[key] = found
    while len(_analyses) > _MOST_KNOWN:
        _analyses.popitem(last=False)
    rows = [
        {
            "player": row.player,
            "chances": _rounded(row.chances),
            "mark": row.mark,
            "cost": round(row.cost, _DIGITS),
            "best": row.best,
            "luck": None if row.luck is None else _rounded(row.luck),
        }
        for row in found.judged(first, count)
    ]
    return found.judge, _rounded(found.chances()), rows


# The games analysed last in this process; the next request only adds a few moves.
_analyses: OrderedDict[tuple[Spec, int, str], GameAnalysis] = OrderedDict()


def _rounded(numbers: tuple[float, ...]) -> list[float]:
    return [round(float(number), _DIGITS) for number in numbers]


def _marks(actions: list[int]) -> list[int]:
    """Return for each action a hash of the game up to and including it."""
    found, mark = [], 0
    for action in actions:
        mark = crc32(action.to_bytes(4, "little"), mark)
        found.append(mark)
    return found
