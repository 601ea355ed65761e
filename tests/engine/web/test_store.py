"""The database of games: confirmed moves are in it, however the process ends."""

import os
import random
import signal
import sqlite3
import time

import pytest
from rooms import play_on, seats, step

from ludo_env import LudoError, load_game
from ludo_env._web.lobby import Lobby
from ludo_env._web.refusal import Refusal
from ludo_env._web.store import Store


def play_in_a_process(path):
    """Continue a stored game in a new process, which reports each move."""
    reader, writer = os.pipe()
    process = os.fork()
    if process == 0:
        try:
            os.close(reader)
            lobby = Lobby(Store(path))
            games = lobby.store.ids()
            new = () if games else (load_game("mensch"), seats("me", "me", "me", "me"))
            room = lobby.room(games[0]) if games else lobby.open(*new)
            while not room.table.over:
                event = step(room, room.number)
                os.write(writer, f"{event.number} {room.table.position}\n".encode())
        finally:
            os._exit(0)
    os.close(writer)
    return process, os.fdopen(reader)


def test_a_game_is_restored_by_its_events(tmp_path):
    """It has the same seats, tokens, dice to come, and seat to act."""
    store = Store(tmp_path / "db")
    room = Lobby(store).open(load_game("french"), seats("me", "friend", "greedy", "random"))
    play_on(room, 25)
    room.rename(0, "Ann")
    store.close()
    again = Lobby(Store(tmp_path / "db")).room(room.terms.id)
    assert (again.record == room.record).all()
    assert [seat.token for seat in again.seats] == [seat.token for seat in room.seats]
    assert again.seats[0].name == "Ann"
    assert (again.number, again.terms.host) == (room.number, room.terms.host)
    assert again.table.moment().dealt.stream == room.table.moment().dealt.stream


@pytest.mark.parametrize("players", [("ludo", 2, None), ("ludo", 4, "teams")])
def test_variants_are_restored(tmp_path, players):
    """They have the same number of players and mode."""
    from ludo_env.catalogue import spec_with

    spec = spec_with(*players)
    store = Store(tmp_path / "db")
    room = Lobby(store).open(spec, seats("me", *["friend"] * (spec.players - 1)))
    play_on(room, 5)
    again = Lobby(store).room(room.terms.id)
    assert again.terms.spec.key == spec.key
    assert (again.record == room.record).all()


@pytest.mark.parametrize("times", [6, pytest.param(40, marks=pytest.mark.long)])
def test_confirmed_moves_survive_kill_9(times, tmp_path):
    """A process that is killed many times, at any moment, loses no move that it has printed."""
    chance = random.Random(7)
    path = tmp_path / "db"
    number, seen = 0, 0
    for _ in range(times):
        process, output = play_in_a_process(path)
        lines = [output.readline() for _ in range(chance.randrange(1, 9))]
        time.sleep(chance.random() / 50)
        os.kill(process, signal.SIGKILL)
        lines += output.readlines()
        os.waitpid(process, 0)
        output.close()
        whole = [line for line in lines if line.endswith("\n")]
        store = Store(path)
        room = Lobby(store).room(store.ids()[0])
        if whole:
            last, _, position = whole[-1].strip().partition(" ")
            number, seen = int(last), seen + 1
            assert room.number in (number, number + 1)
            if room.number == number:
                assert room.table.position == position
        assert room.number >= number
        store.close()
        if room.table.over:
            path = tmp_path / f"db{seen}"
            number = 0
    assert seen > times // 2


def test_one_server_at_a_time(tmp_path):
    """A second one is refused, until the first has gone."""
    store = Store(tmp_path / "db")
    with pytest.raises(LudoError, match="in use by another server"):
        Store(tmp_path / "db")
    store.close()
    Store(tmp_path / "db").close()


def test_only_the_owner_reads_the_file(tmp_path):
    """It contains the tokens of all seats."""
    Store(tmp_path / "db").close()
    assert (tmp_path / "db").stat().st_mode & 0o077 == 0


def test_other_files_are_refused(tmp_path):
    """A text and another program's database are refused."""
    text = tmp_path / "text"
    text.write_text("nothing of the kind, and long enough to be no database" * 20)
    with pytest.raises(LudoError, match="cannot be used as a database"):
        Store(text)
    other = tmp_path / "other"
    base = sqlite3.connect(other)
    base.execute("CREATE TABLE mine (x)")
    base.close()
    with pytest.raises(LudoError, match="not a database of games"):
        Store(other)
    with pytest.raises(LudoError, match="cannot be used"):
        Store(tmp_path / "no folder" / "db")


def test_lists_have_filters():
    """They filter by game, by player, and by whether the game has ended."""
    store = Store(":memory:")
    lobby = Lobby(store)
    first = lobby.open(load_game("mensch"), seats("me", "me", "me", "greedy"))
    second = lobby.open(load_game("ur_blitz"), seats("me", "hard"))
    play_on(first)
    first.rename(1, "Zoe")
    second.rename(0, "Ann")
    for room in (first, second):
        store.note(room)

    def found(**filters):
        return [game["id"] for game in store.listed(filters, 10)]

    assert set(found()) == {first.terms.id, second.terms.id}
    assert found(name="ur_blitz") == [second.terms.id]
    assert found(sitter="zoe") == [first.terms.id]
    assert found(sitter="hard") == [second.terms.id]
    assert found(ended=1) == [first.terms.id]
    assert found(ended=0) == [second.terms.id]
    assert found(before=1.0) == []
    assert found(sitter="' OR 1=1 --") == []
    game = next(game for game in store.listed({}, 10) if game["id"] == first.terms.id)
    assert game["moves"] == first.table.moves
    assert game["result"][0] == "finished"
    assert game["sitters"][3] == ["greedy", ""]


def test_a_deleted_game_is_gone():
    """All of its events are gone, too."""
    store = Store(":memory:")
    lobby = Lobby(store)
    room = lobby.open(load_game("mensch"), seats("me", "me", "me", "me"))
    play_on(room, 5)
    lobby.delete(room.terms.id)
    assert store.load(room.terms.id) is None
    assert store.run("SELECT count(*) FROM events") == [(0,)]
    for odd in (room.terms.id, None, 5, "../../etc/passwd"):
        with pytest.raises(Refusal, match="There is no game"):
            lobby.room(odd)


def test_a_damaged_game_is_refused():
    """A game with an impossible move or a gap is refused; the others stay."""
    store = Store(":memory:")
    lobby = Lobby(store)
    room = lobby.open(load_game("mensch"), seats("me", "me", "me", "me"))
    play_on(room, 5)
    store.run("DELETE FROM events WHERE number=3")
    with pytest.raises(Refusal, match="cannot be restored"):
        Lobby(store).room(room.terms.id)


def test_rooms_at_rest_leave_the_memory():
    """The least recently used room goes first, and comes back as it was; busy ones stay."""
    lobby = Lobby(Store(":memory:"), most_rooms=2)
    rooms = [lobby.open(load_game("mensch"), seats("me", "me", "me", "me")) for _ in range(3)]
    assert len(lobby) == 2
    assert lobby.room(rooms[0].terms.id) is not rooms[0]
    lobby.in_use = lambda game: True
    with pytest.raises(Refusal, match="All 2 tables"):
        lobby.open(load_game("mensch"), seats("me", "me", "me", "me"))


def test_people_move_on_by_a_seat():
    """Their tokens and names go with them, and two requests lead to one rematch."""
    store = Store(":memory:")
    lobby = Lobby(store)
    room = lobby.open(load_game("mensch"), seats("me", "friend", "greedy", "random"))
    with pytest.raises(Refusal, match="rematch follows"):
        lobby.rematch(room)
    play_on(room)
    lobby.most_games = 1
    with pytest.raises(Refusal, match="database is full"):
        lobby.rematch(room)
    lobby.most_games = 2
    following = lobby.rematch(room)
    assert lobby.rematch(room) is following
    assert [seat.token for seat in following.seats[1:]] == [seat.token for seat in room.seats[:3]]
    assert following.seats[3].agent == "greedy"
    assert following.terms.seed != room.terms.seed
    again = Lobby(store).room(room.terms.id)
    assert again.next_game == following.terms.id
