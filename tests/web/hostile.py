"""Requests of hostile clients, and the state that they must not change."""

ODD = (
    None, True, False, 0, -1, 10**30, 1.5, "", "0", "\u0000", "x" * 5000, [], [[[[]]]], {},
    "../../etc/passwd", "human", "evil.py:Mine", "net:file=/etc/passwd", "'; DROP TABLE games; --",
    "</script><script>alert(1)</script>", "\ud800",
)  # fmt: skip


def state_of(server, table):
    """Return the state that must not change."""
    room = server.state.lobby.room(table["table"])
    seats = [(seat.agent, seat.name, seat.token, seat.by_hand) for seat in room.seats]
    return room.number, room.table.position, seats, len(server.state.store.ids())
