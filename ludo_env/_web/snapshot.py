"""Snapshots: what a viewer of a room sees, as plain data; this module hides the hands of others.

A viewer is the number of a player, `NOBODY` for clients who see no hand, or None for all hands. In
games without hands all viewers see the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from ludo_env._play.replay import result_of
from ludo_env._render.display_options import Look
from ludo_env._render.keys import Die, key_text
from ludo_env._render.plain_words import name_in_words, numbered, plain, sentence
from ludo_env._render.player_view import left_in_words, position_seen
from ludo_env._render.replay_page import hue_of, points_in_row
from ludo_env._render.scene import scene_of, ways_of
from ludo_env._render.shapes import Scene, Spot
from ludo_env._web.arts import Arts, Markup, Placed, art_of, name_of_key, new_arts
from ludo_env._web.choices import choices_as_data
from ludo_env._web.event import Event
from ludo_env._web.played import DECISION, OVER, THROW
from ludo_env._web.room import Room

NOBODY = -1


class _Frame(NamedTuple):
    """The picture of a state for one kind of viewer."""

    at: tuple[int, bool]  # the state: the number of its event, and whether dice are covered
    scene: Scene
    items: list[Placed]
    arts: dict[str, Markup]


class Snapshots:
    """The pictures and words of a room; one for each room in memory."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._arts = Arts()
        self._frames: dict[int | None, _Frame] = {}
        self._choices: tuple[tuple[int, int], dict[str, Any]] | None = None

    def viewer(self, seats: Iterable[int]) -> int | None:
        """Return the viewer with these seats; in games without people all hands are open."""
        room = self.room
        if not room.has_hands or not any(seat.is_for_person for seat in room.seats):
            return None
        mine = sorted(seats)
        return mine[0] if len(mine) == 1 else NOBODY

    def state(self, viewer: int | None) -> dict[str, Any]:
        """Return everything that a page needs to show the room."""
        room, frame = self.room, self._frame(viewer)
        return {
            **self._now(viewer, frame, frame.arts),
            "kind": "state",
            "game": room.terms.spec.name,
            "id": room.terms.id,
            "before": room.terms.before,
            "made": room.terms.made,
            "size": [frame.scene.width, frame.scene.height],
            "board": art_of(frame.scene.board)[1][0],
            "log": room.log,
        }

    def event(self, event: Event, viewer: int | None) -> dict[str, Any]:
        """Return the last event of the room, and the state after it."""
        room, before = self.room, self._frames.get(viewer)
        frame = self._frame(viewer)
        old = before.arts if before is not None else ()
        data = self._now(viewer, frame, new_arts(frame.arts, old))
        data |= {"kind": event.kind, "seat": event.seat, "value": None}
        if event.kind == "move":
            data["line"] = room.log[-1]
            data["ways"] = self._ways(event)
        if event.kind in {"rematch", "time"}:
            data["value"] = event.value
        return data

    def choices(self, seats: Iterable[int]) -> dict[str, Any] | None:
        """Return the choices of the player to act if their seat is among these, else None."""
        room = self.room
        if room.waits_for != DECISION or room.turn not in seats:
            return None
        at = (room.asked, room.turn)
        if self._choices is None or self._choices[0] != at:
            viewer = room.turn if room.has_hands else None
            self._choices = at, choices_as_data(room.game, room.record, viewer)
        return self._choices[1]

    def title(self, viewer: int | None) -> str:
        """Return the player to act, or the result of the game, in words."""
        room = self.room
        if room.waits_for == OVER:
            result = room.table.result().partition(" (")[0]
            return f"{sentence(plain(room.game, room.record, result))}."
        name = name_in_words(room.game, room.record, room.turn)
        if room.waits_for == THROW:
            return f"{name} throws"
        dice = left_in_words(room.game, room.record, viewer)
        return f"{name}{', ' if dice else ''}{dice}"

    def _now(self, viewer: int | None, frame: _Frame, arts: dict[str, Markup]) -> dict[str, Any]:
        """Return the data that can change with every event."""
        room = self.room
        waits = room.waits_for
        return {
            "number": room.number,
            "asked": room.asked,
            "since": room.since,
            "turn": room.turn,
            "waits": waits,
            "title": self.title(viewer),
            "moves": room.table.moves,
            "undo": room.can_undo,
            "next": room.next_game,
            "stand_in": room.stand_in,
            "clock": room.clock.as_data(),
            "analysis": room.analysis and (room.waits_for == OVER or not room.has_hands),
            "items": frame.items,
            "arts": arts,
            "spots": [_place_of(spot) for spot in frame.scene.spots],
            "seats": self._seats(frame.scene),
            "position": "" if waits == THROW else position_seen(room.game, room.record, viewer),
            "seed": str(room.terms.seed) if waits == OVER else "",
            "returns": list(result_of(room.game, room.record).returns) if waits == OVER else [],
        }

    def _seats(self, scene: Scene) -> list[dict[str, Any]]:
        room = self.room
        return [
            {
                "who": seat.kind,
                "agent": seat.agent,
                "name": seat.name,
                "by_hand": seat.by_hand,
                "player": name_in_words(room.game, room.record, player),
                "hue": hue_of(scene, player),
            }
            for player, seat in enumerate(room.seats)
        ]

    def _frame(self, viewer: int | None) -> _Frame:
        room = self.room
        at = (room.asked, room.covered)
        old = self._frames.get(viewer)
        if old is not None and old.at == at:
            return old
        done = None
        if room.before is not None and room.table.actions:
            done = room.game.effects(room.before, room.table.actions[-1])
        scene = self._scene(Look(viewer=viewer, done=done))
        signed = None
        if not self._arts.knows(scene):
            signed = self._scene(Look(viewer=viewer, done=done, symbols=True))
        self._frames[viewer] = frame = _Frame(at, scene, *self._arts.placed(scene, signed))
        return frame

    def _scene(self, look: Look) -> Scene:
        """Return the picture of the present state, without dice that are not thrown yet."""
        scene = numbered(scene_of(self.room.game, self.room.record, look))
        if not self.room.covered:
            return scene
        items = tuple(item for item in scene.items if not isinstance(item.key, Die))
        spots = tuple(spot for spot in scene.spots if not isinstance(spot.key, Die))
        return scene._replace(items=items, spots=spots)

    def _ways(self, event: Event) -> list[list[Any]]:
        """Return the motions of the last move."""
        room = self.room
        if room.before is None:
            return []
        done = room.game.effects(room.before, event.value)
        return [
            [key_text(way.key), key_text(way.lands_as), int(way.first), points_in_row(way)]
            for way in ways_of(room.game, done)
        ]


@lru_cache(maxsize=20_000)
def _place_of(spot: Spot) -> tuple[str, float, float, float, float]:
    """Return a place that can be pressed; cached, as most places stay the same between events."""
    across, down = round(spot.across, 3), round(spot.down, 3)
    return name_of_key(spot.key), round(spot.x, 3), round(spot.y, 3), across, down
