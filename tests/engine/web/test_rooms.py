"""Rooms: what each seat may do and when, their events, and the room that events restore."""

import pytest
from rooms import play_on, room, seats, step, to_decision

from ludo_env import load_game
from ludo_env._web.event import Terms
from ludo_env._web.played import AGENT, DECISION, OVER, THROW
from ludo_env._web.refusal import Refusal
from ludo_env._web.room import Room
from ludo_env._web.seat import Seat, agent_asked, name_asked, seats_asked


def refused(call, *arguments):
    """The status and the sentence of a refusal."""
    with pytest.raises(Refusal) as caught:
        call(*arguments)
    return caught.value.status, str(caught.value)


def test_events_are_numbered_from_one():
    """Each event is kept before the room changes."""
    kept = []
    table = room("me", "friend", "me", "me", kept=kept)
    play_on(table, 20)
    assert [event.number for event in kept] == list(range(1, 21))
    assert table.number == 20


def test_nothing_changes_if_an_event_cannot_be_kept():
    """A full disk leaves the room as it was."""
    terms = Terms("a", load_game("mensch"), 5, seats("me", "me", "me", "me"), "host", "watch")

    def full(event):
        raise OSError("full")

    table = Room(terms, full)
    before = table.table.position
    with pytest.raises(OSError, match="full"):
        step(table)
    assert (table.number, table.table.position) == (0, before)


@pytest.mark.parametrize("game", ["mensch", "french", "generals", "tock", "ludo"])
def test_events_lead_to_the_same_room(game):
    """Dice, throws, seats and the decisions that can be taken back are restored."""
    kept = []
    players = load_game(game).players
    table = room("me", *["friend"] * (players - 1), game=game, by_hand=True, kept=kept)
    play_on(table, 40)
    table.hand_over(0, "greedy")
    play_on(table, 5)
    terms = Terms("a", load_game(game), 5, seats("me", *["friend"] * (players - 1), by_hand=True),
                  "host", "watch")  # fmt: skip
    again = Room(terms, kept.append, list(kept))
    assert (again.record == table.record).all()
    assert (again.number, again.asked, again.covered) == (table.number, table.asked, table.covered)
    assert again.seats[0].agent == "greedy"
    assert len(again.table.history) == len(table.table.history)


def test_a_seat_plays_at_its_time_only():
    """It cannot play for another seat, an illegal action, or anything that is no action."""
    table = room("me", "friend", "me", "me")
    to_decision(table)
    other = (table.turn + 1) % 4
    action = table.actions[0]
    assert refused(table.play, other, action, table.asked)[0] == 409
    illegal = next(one for one in range(table.game.actions) if one not in table.actions)
    assert refused(table.play, table.turn, illegal, table.asked) == (
        409, f"Action {illegal} is not legal now.",
    )  # fmt: skip
    for odd in ("0", None, True, 1.0, [0]):
        assert refused(table.play, table.turn, odd, table.asked)[0] == 400
        assert refused(table.play, table.turn, action, odd)[0] == 400


def test_a_repeated_move_is_one_move():
    """The answer is the event that it led to; another move with the same number is refused."""
    table = room("me", "friend", "me", "me")
    to_decision(table)
    seat, asked, action = table.turn, table.asked, table.actions[0]
    first = table.play(seat, action, asked)
    assert table.play(seat, action, asked) is first
    assert table.number == first.number
    assert refused(table.play, seat, action + 1, asked)[0] == 409
    assert "has gone on" in refused(table.play, seat, action, asked - 1)[1]


def test_dice_are_covered_until_they_are_thrown():
    """Nobody plays before; a repeated throw is one throw."""
    table = room("me", "friend", "me", "me", by_hand=True)
    assert table.waits_for == THROW
    asked = table.asked
    assert refused(table.play, table.turn, table.actions[0], asked)[1].startswith("The dice")
    assert refused(table.throw, (table.turn + 1) % 4, asked)[0] == 409
    event = table.throw(table.turn, asked)
    assert table.waits_for != THROW
    assert table.throw(table.turn, asked) is event


def test_cards_are_not_thrown():
    """Hands are visible as soon as they are dealt."""
    table = room("me", "friend", "friend", "friend", game="tock", by_hand=True)
    for _ in range(30):
        assert table.waits_for != THROW
        step(table)


def test_a_person_alone_takes_moves_back():
    """The dice are the same, and thrown already; a repeated request takes back one move."""
    table = room("me", "random", "random", "random", by_hand=True)
    to_decision(table)
    position, asked = table.table.position, table.asked
    step(table)
    to_decision(table)
    event = table.undo(0, table.asked)
    assert table.table.position == position
    assert table.waits_for == DECISION
    assert table.undo(0, event.value) is event
    assert refused(table.undo, 0, asked)[0] == 409
    assert refused(table.undo, 0, table.asked)[0] == 409


def test_nobody_takes_back_a_move_among_friends():
    """This also holds while an agent plays for the friend."""
    table = room("me", "friend", "random", "random")
    to_decision(table)
    step(table)
    table.hand_over(1, "random")
    assert "plays alone" in refused(table.undo, 0, table.asked)[1]


def test_an_agent_takes_a_seat_and_gives_it_back():
    """The same event is not kept twice, and an agent's seat cannot be a person's."""
    table = room("me", "friend", "random", "me")
    table.hand_over(1, "greedy")
    while table.turn != 1:
        step(table)
    assert table.waits_for in (AGENT, "pass")
    assert table.hand_over(1, "greedy") is None
    table.hand_over(1, "")
    assert table.seats[1].person_plays
    assert refused(table.hand_over, 2, "")[0] == 409
    assert refused(table.hand_over, 1, "evil.py:Mine")[0] == 400
    assert refused(table.hand_over, 1, None)[0] == 400


def test_a_rematch_follows_the_end():
    """There is no rematch before the end."""
    table = room("me", "friend", "me", "me")
    assert refused(table.goes_on, "b")[0] == 409
    play_on(table)
    assert table.waits_for == OVER
    table.goes_on("b")
    assert table.next_game == "b"
    assert refused(table.play, 0, 0, table.asked)[1] == "The game has ended."


def test_one_hand_at_a_screen():
    """Where cards are hidden, only one seat can be the host's."""
    with pytest.raises(Refusal, match="hidden cards"):
        room("me", "me", "friend", "friend", game="tock")


def test_events_have_an_end(monkeypatch):
    """Taking back and playing again cannot fill the disk."""
    monkeypatch.setattr("ludo_env._web.room.MOST_EVENTS", 3)
    table = room("me", "friend", "me", "me")
    play_on(table, 3)
    assert refused(step, table)[0] == 403


@pytest.mark.parametrize(
    "seat",
    [
        None, [], {}, {"who": "you"}, {"who": ["me"]}, {"who": "me", "token": "x"},
        {"who": "agent"}, {"who": "agent", "agent": "human"}, {"who": "agent", "agent": "a.py:B"},
        {"who": "agent", "agent": "net:file=/etc/passwd"}, {"who": "me", "name": "x" * 31},
        {"who": "me", "name": "a\nb"}, {"who": "me", "name": 5}, {"who": "me", "by_hand": 1},
    ],
)  # fmt: skip
def test_odd_seats_are_refused(seat):
    """Only the words of the library and short names are accepted."""
    assert refused(seats_asked, [seat, seat], 2)[0] == 400


def test_seats_are_as_many_as_players():
    """Each seat has its own token of 128 bits."""
    assert refused(seats_asked, [{"who": "me"}], 2)[0] == 400
    asked = [{"who": "me", "name": " Ann "}, {"who": "agent", "agent": "greedy", "name": "B"}]
    mine, other = seats_asked(asked, 2)
    assert (mine.name, other.name, other.agent) == ("Ann", "", "greedy")
    assert mine.token != other.token
    assert len(mine.token) == 22
    assert isinstance(mine, Seat)
    assert agent_asked("hard", "agent") == "hard"
    assert name_asked("") == ""
