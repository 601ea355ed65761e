"""Lines: states of a room for programs, each one JSON object with words and legal moves.

Each line contains the complete state, so the last one is enough. A program that reconnects gets
the lines that it missed only for the moves in them.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable
from typing import Any

from ludo_env._play.replay import result_of
from ludo_env._render.plain_words import plain
from ludo_env._render.player_view import faces_seen, name_of, position_seen
from ludo_env._web.access import Role
from ludo_env._web.event import Event
from ludo_env._web.played import DECISION, OVER, THROW
from ludo_env._web.room import Room
from ludo_env._web.snapshot import Snapshots

_LOG = 48  # lines kept for a program that reconnects


class Lines:
    """The lines of a room; one for each room with listeners."""

    def __init__(self, room: Room, snapshots: Snapshots) -> None:
        self._room, self._snapshots = room, snapshots
        self._logs: dict[int | None, deque[dict[str, Any]]] = {}  # by viewer

    def publish(self, event: Event, viewers: Iterable[int | None]) -> dict[int | None, Any]:
        """Return the line of an event for each viewer; `message` adds the role later."""
        found = {viewer: self._event(event, viewer) for viewer in set(viewers)}
        for viewer in [viewer for viewer in self._logs if viewer not in found]:
            del self._logs[viewer]  # it would miss this line
        for viewer, line in found.items():
            self._logs.setdefault(viewer, deque(maxlen=_LOG)).append(line)
        return found

    def missed(self, viewer: int | None, role: Role, after: int | None) -> list[bytes]:
        """Return the lines after an event, or only the present state if some are missing."""
        now = {**self._now(viewer), "kind": "state", "log": self._room.log}
        past = [line for line in self._logs.get(viewer, ()) if line["event"] > (after or 0)]
        if after is None or not past or len(past) != self._room.number - after:
            return [self.message(now, role)]
        gone = [{**line, "yours": sorted(role.seats), **_NOTHING} for line in past[:-1]]
        return [*map(_encoded, gone), self.message(past[-1], role)]

    def message(self, line: dict[str, Any], role: Role) -> bytes:
        """Return the line of the present state for a role, with its legal moves."""
        room = self._room
        mine = room.turn in role.seats
        do = {DECISION: "play", THROW: "throw"}.get(room.waits_for, "") if mine else ""
        game, record = room.game, room.record
        moves = [
            {"action": action, "words": plain(game, record, game.describe(record, action))}
            for action in (room.actions if do == "play" else [])
        ]
        return _encoded({**line, "yours": sorted(role.seats), "do": do, "moves": moves})

    def trouble(self, words: str) -> bytes:
        """Return the line that says why the game cannot go on."""
        return _encoded({"event": self._room.number, "kind": "trouble", "words": words, **_NOTHING})

    def _event(self, event: Event, viewer: int | None) -> dict[str, Any]:
        is_move = event.kind == "move"
        shown = is_move and not self._room.has_hands  # an action may reveal cards of a hand
        return self._now(viewer) | {
            "kind": event.kind,
            "by": event.seat,
            "action": event.value if shown else None,
            "words": event.words,
        }

    def _now(self, viewer: int | None) -> dict[str, Any]:
        room, game, record = self._room, self._room.game, self._room.record
        waits, left = room.waits_for, room.time_left()
        covered = waits == THROW
        return {
            "event": room.number,
            "kind": "",
            "by": -1,
            "action": None,
            "words": "",
            "table": room.terms.id,
            "game": room.terms.spec.name,
            "asked": room.asked,
            "turn": room.turn,
            "waits": waits,
            "title": self._snapshots.title(viewer),
            "position": "" if covered else position_seen(game, record, viewer),
            "dice": [] if covered else faces_seen(game, record, viewer),
            "players": [
                {"player": name_of(game, record, player), "name": seat.name, "agent": seat.agent}
                for player, seat in enumerate(room.seats)
            ],
            "left": None if left is None else round(left, 1),
            "undo": room.can_undo,
            "returns": list(result_of(game, record).returns) if waits == OVER else [],
            "next": room.next_game,
        }


_NOTHING: dict[str, Any] = {"do": "", "moves": []}


def _encoded(line: dict[str, Any]) -> bytes:
    return json.dumps(line, separators=(",", ":")).encode() + b"\n"
