"""Clocks: what they count, what happens when time is up, and that events restore them."""

import pytest
from rooms import Timed, play_on, step, to_decision

from ludo_env._web.archive import row_of
from ludo_env._web.clock import Clock, clock_asked
from ludo_env._web.played import AGENT, DECISION, OVER, THROW
from ludo_env._web.refusal import Refusal
from ludo_env._web.room import Room
from ludo_env.catalogue import listed_games


def test_a_move_has_its_time():
    """When the time is up an agent plays this move, and the person the next."""
    timed = Timed("me", "friend", "friend", "friend", move=30)
    room = timed.room
    to_decision(room)
    seat = room.turn
    assert room.time_left() == 30
    timed.time += 29
    assert room.time_left() == 1
    assert room.time_up() is None
    timed.time += 1
    event = room.time_up()
    assert (event.kind, event.seat, event.value) == ("time", seat, ["move", "random"])
    assert (room.waits_for, room.agent) == (AGENT, "random")
    assert room.time_left() is None
    assert room.time_up() is None
    step(room)
    assert (room.agent, room.seats[seat].agent) == ("", "")
    to_decision(room)
    assert room.time_left() == 30
    assert room.clock.used[seat] == 30


def test_a_throw_does_not_begin_the_time_anew():
    """Dice are thrown for a player who has no time left, and then a move is played for them."""
    timed = Timed("me", "friend", "friend", "friend", move=30, by_hand=True)
    room = timed.room
    while not (room.waits_for == THROW and room.table.moves > 10):
        step(room)
    timed.time += 20
    room.throw(room.turn, room.asked)
    while room.waits_for != DECISION:
        step(room)
    if room.clock.spent:
        assert room.time_left() == 10
    while room.waits_for != THROW:
        step(room)
    timed.time += 30
    seat = room.turn
    assert room.time_up().kind == "throw"
    if room.waits_for == DECISION:
        assert room.turn == seat
        assert room.time_up().kind == "time"


def test_a_game_has_its_time():
    """A player who has used all of it loses the seat to an agent for the rest of the game."""
    timed = Timed("me", "friend", "friend", "friend", move=30, game=40)
    room = timed.room
    to_decision(room)
    seat = room.turn
    timed.time += 25
    step(room)
    assert room.clock.used[seat] == 25
    while room.turn != seat or room.waits_for != DECISION:
        step(room)
    assert room.time_left() == 15
    timed.time += 15
    event = room.time_up()
    assert (event.kind, event.value) == ("time", ["game", "greedy"])
    assert room.seats[seat].agent == "greedy"
    with pytest.raises(Refusal, match=f"player_{seat} has used all of their time"):
        room.hand_over(seat, "")
    other = (seat + 1) % 4
    room.hand_over(other, "greedy")
    room.hand_over(other, "")


def test_time_of_others_and_of_agents_is_not_counted():
    """Forced passes are not counted either; a seat left and taken back has no more time."""
    timed = Timed("me", "random", "random", "random", game=100, move=30)
    room = timed.room
    to_decision(room)
    timed.time += 12
    room.hand_over(0, "greedy")
    assert room.time_left() is None
    room.hand_over(0, "")
    assert room.time_left() == 18
    step(room)
    while room.waits_for != DECISION:
        timed.time += 500
        step(room)
    assert room.clock.used == [12, 0, 0, 0]


def test_nothing_is_counted_before_the_clock_starts_and_it_starts_anew():
    """After a rest the present move has all of its time; the time used for the game is kept."""
    timed = Timed("me", "friend", "friend", "friend", move=30, game=100)
    waiting = Room(timed.terms(), [].append, now=lambda: timed.time)
    waiting.set_clock(30, 0)
    timed.time += 1000
    assert waiting.time_left() is None
    assert waiting.time_up() is None
    room = timed.room
    to_decision(room)
    timed.time += 10
    seat = room.turn
    step(room)
    to_decision(room)
    timed.time += 5000
    room.start_clock()
    assert room.time_left() == 30
    assert room.clock.used[seat] == 10


def test_events_lead_to_the_same_clock():
    """This includes the seats of agents, and the agent that plays for a player who was too slow."""
    timed = Timed("me", "friend", "friend", "friend", move=30, game=300, by_hand=True)
    room = timed.room
    for number in range(120):
        timed.time += 1 + number % 29
        if number % 7 == 0:
            timed.time += 30
            room.time_up()
        elif room.waits_for != OVER:
            step(room, number)
        again = timed.again()
        assert again.clock == room.clock
        assert (again.stand_in, again.waits_for, again.covered) == (
            room.stand_in, room.waits_for, room.covered,
        )  # fmt: skip
        assert [seat.agent for seat in again.seats] == [seat.agent for seat in room.seats]
    assert "greedy" in {seat.agent for seat in room.seats}


def test_exports_say_who_played_for_whom():
    """The agent is recorded as the mover of the move that it played."""
    timed = Timed("me", "friend", "friend", "friend", move=30)
    to_decision(timed.room)
    at = timed.room.table.moves
    timed.time += 30
    timed.room.time_up()
    play_on(timed.room)
    row = row_of(timed.terms(), timed.kept)
    assert [move for move, who in enumerate(row["movers"]) if who == "random"] == [at]
    assert set(row["movers"]) == {"human", "random"}
    assert row["replay"]["agents"] == ["human"] * 4


def test_a_clock_that_is_turned_back_takes_nothing():
    """The system may set its clock back."""
    clock = Clock([0.0, 0.0], move=30)
    clock.start(1000.0)
    clock.count(0, 900.0)
    assert clock.used == [0.0, 0.0]
    assert clock.left(0, 800.0)[0] == 30


def test_games_without_a_clock_have_no_limits():
    """Nobody is too slow, however long they think."""
    timed = Timed("me", "friend", "friend", "friend")
    assert timed.room.clock.as_data() is None
    timed.time += 1e9
    assert timed.room.time_left() is None
    assert timed.room.start_clock() is None
    play_on(timed.room)
    assert timed.room.waits_for == OVER


@pytest.mark.parametrize("game", [name for name, entry in listed_games().items()])
def test_the_agents_of_a_clock_play_every_game(game):
    """Each agent that plays for slow players can move in each game of the library."""
    from ludo_env.agents import make_agent
    from ludo_env.play import Table

    spec = listed_games()[game].spec()
    for name in ("random", "greedy"):
        table = Table(spec, [name] * spec.players, 1, 0, "python")
        table.play(table.choose())
        assert make_agent(name).name == name


@pytest.mark.parametrize(
    "odd",
    [
        None, 5, [], "30", {"move": "30"}, {"move": True}, {"move": -1}, {"move": 4},
        {"move": 1e2}, {"game": 86_401}, {"game": None}, {"moves": 30}, {"move": 10**30},
    ],
)  # fmt: skip
def test_odd_limits_are_refused(odd):
    """Limits are whole seconds within bounds."""
    with pytest.raises(Refusal, match="clock") as caught:
        clock_asked(odd)
    assert caught.value.status == 400


def test_limits_can_be_left_out():
    """Either limit can be left out, or both."""
    assert clock_asked({}) == (0, 0)
    assert clock_asked({"move": 30}) == (30, 0)
    assert clock_asked({"game": 600, "move": 0}) == (0, 600)
