"""Programs at tables: states as lines, the example client, and `ludo-env play --table`."""

import io
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from table_client import Client, Page, Program, begin

from ludo_env import __main__ as cli

EXAMPLE = Path(__file__).parents[2] / "examples" / "table_client.py"


def link(server, table, token):
    """Return the link of a seat, as a page copies it."""
    return f"{server.address}/table/{table['table']}#{token}"


@pytest.fixture
def play(monkeypatch, capsys):
    """Run `ludo-env play` with these options; return its output and status."""

    def run(*options, text=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        status = cli.main(["play", *options])
        printed = capsys.readouterr()
        return printed.out + printed.err, status

    return run


def test_a_state_has_words_and_legal_moves(server):
    """A state has the turn, the position, the dice, and each move by number and in words."""
    table = begin(server, "mensch", ["friend"] * 4)
    room = server.state.lobby.room(table["table"])
    programs = [Program(server, table["table"], token) for token in table["seats"]]
    for _ in range(12):
        number = room.number
        for program in programs:
            program.read_until(lambda state: state["event"] >= number)  # noqa: B023
        if room.number > number:
            continue  # there was a pass in between
        states = [program.lines[-1] for program in programs]
        assert {state["position"] for state in states} == {room.table.position}
        assert {state["turn"] for state in states} == {room.turn}
        assert [state["yours"] for state in states] == [[0], [1], [2], [3]]
        acting = states[room.turn]
        colours = ("green", "yellow", "blue", "red")
        assert acting["title"].startswith(colours[room.turn])
        if room.waits_for == "pass":
            continue
        assert [state["do"] for state in states].count("") == 3
        assert acting["do"] == "play"
        assert [move["action"] for move in acting["moves"]] == room.actions
        page = Page(server, table["table"], table["seats"][room.turn] or table["host"])
        page.read_until(lambda: page.choices)  # noqa: B023
        said = {choice["action"]: choice["words"] for choice in page.choices["list"]}
        assert all(said[move["action"]] == move["words"] for move in acting["moves"])
        page.close()
        assert acting["dice"]
        assert [len(state["moves"]) for state in states].count(0) == 3
        status, answer = programs[acting["turn"]].step()
        assert (status, answer["number"]) == (200, acting["event"] + 1)
        made = programs[acting["turn"]].read()
        assert (made["kind"], made["by"]) == ("move", acting["turn"])
        assert made["action"] in [move["action"] for move in acting["moves"]]
        assert made["words"]


def test_dice_wait_to_be_thrown(server):
    """Before the throw a state has neither dice nor a position, and asks for the throw."""
    table = begin(server, "ludo", ["friend"] * 4, by_hand=True)
    room = server.state.lobby.room(table["table"])
    program = Program(server, table["table"], table["seats"][room.turn])
    state = program.read()
    assert (state["do"], state["position"], state["dice"], state["moves"]) == ("throw", "", [], [])
    status, _ = program.step()
    assert status == 200
    state = program.read_until(lambda state: state["kind"] == "throw")
    assert state["dice"] == [state["position"].split("dice=")[1].split()[0]]


def test_a_program_that_comes_back_gets_the_moves_it_missed(server):
    """It gets the lines after the event it names, the last one with moves; else the whole log."""
    table = begin(server, "mensch", ["me"] * 4)
    room = server.state.lobby.room(table["table"])
    first = Program(server, table["table"], table["host"])
    had = first.read()["event"]
    for _ in range(10):
        asked = first.read_until(lambda state: state["do"])["asked"]
        first.step()
        first.read_until(lambda state: state["asked"] > asked)  # noqa: B023
    state = first.read_until(lambda state: state["do"] and state["event"] == room.number)
    again = Program(server, table["table"], table["host"], after=had)
    numbers = [again.read()["event"] for _ in range(state["event"] - had)]
    assert numbers == list(range(had + 1, state["event"] + 1))
    assert [line["do"] for line in again.lines].count("") == len(numbers) - 1
    assert again.lines[-1] == state
    for after in (None, 999_999):
        whole = Program(server, table["table"], table["host"], after=after).read()
        assert whole["kind"] == "state"
        assert whole["moves"] == state["moves"]
        assert whole["log"] == [list(line) for line in room.log]


def test_a_repeated_answer_is_one_move(server):
    """A program that lost the answer can send its move again."""
    table = begin(server, "mensch", ["me"] * 4)
    program = Program(server, table["table"], table["host"])
    program.read_until(lambda state: state["do"] == "play")
    first = program.step()
    assert first[0] == 200
    assert program.step() == first


def test_pages_and_programs_play_together(server):
    """A listening program counts as present, and its moves are those of its seat."""
    table = begin(server, "ur_blitz", ["me", "friend"])
    host = Page(server, table["table"], table["host"])
    program = Program(server, table["table"], table["seats"][1])
    host.read_until(lambda: host.presence.get("seats") == [0, 1])
    room = server.state.lobby.room(table["table"])
    played = set()
    end = time.monotonic() + 20
    while room.table.moves < 16 and time.monotonic() < end:
        number = room.number
        host.read_to(number)
        program.read_until(lambda state: state["event"] >= number)  # noqa: B023
        if host.mine:
            played.add((0, host.step(number)[0]))
        elif program.lines[-1]["do"]:
            played.add((1, program.step(number)[0]))
        else:
            time.sleep(0.01)  # somebody has to pass, which happens automatically
    assert played == {(0, 200), (1, 200)}


def test_the_rules_of_a_table_are_data(server):
    """The rules are the name of a game of the library; a variant is a whole game."""
    table = begin(server, "ludo", ["friend"] * 4)
    client = Client(server, table["seats"][0])
    assert client.get(f"/api/tables/{table['table']}/game") == {"game": "ludo"}
    table = begin(server, "ludo", ["friend"] * 4, mode="teams")
    client = Client(server, table["seats"][0])
    assert client.get(f"/api/tables/{table['table']}/game")["game"]["board"]["teams"]


def result(room):
    """Return the result of a game of green and yellow, in words."""
    said = room.table.result().partition(" (")[0]
    return said.replace("player_0", "Green").replace("player_1", "Yellow")


def test_the_example_plays_a_game_to_its_end(server):
    """The example is a program of at most 40 lines that needs only the standard library."""
    assert len(EXAMPLE.read_text("utf-8").splitlines()) <= 40
    table = begin(server, "ur_blitz", ["friend", "random"], by_hand=True)
    done = subprocess.run(
        [sys.executable, EXAMPLE, link(server, table, table["seats"][0])],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    room = server.state.lobby.room(table["table"])
    assert room.waits_for == "over"
    assert done.stdout == f"{result(room)}.\n"
    assert {event[0] for event in room.log} == {0, 1}


def test_a_seat_is_played_in_a_terminal(server, play):
    """The terminal has the board, moves by number, hints, reasons and the result."""
    table = begin(server, "ur_blitz", ["random", "friend"], by_hand=True)
    words, status = play(
        "--table", link(server, table, table["seats"][1]),
        text="hint\nwhy\nsave x\nundo\n" + "1\n" * 300,
    )  # fmt: skip
    assert status == 0, words
    room = server.state.lobby.room(table["table"])
    assert room.waits_for == "over"
    assert "would play: piece" in words
    assert "'save' is not a command" in words
    assert "player_0 green   piece" in words
    assert words.endswith(f"{result(room)}.\n")


def test_hands_are_dealt_in_a_terminal(server, play):
    """The terminal shows only the cards of the seat."""
    table = begin(server, "tock", ["random", "friend", "random", "random"])
    words, status = play(
        "--table", link(server, table, table["seats"][1]),
        text="1\n1\nquit\n",
    )  # fmt: skip
    assert status == 0
    shown = [line.split()[0] for line in words.splitlines() if line.startswith("  hands=")]
    assert shown
    assert all(hands.split("/")[0::2][0] == "hands=?" for hands in shown)
    assert all(hands.split("/")[1] != "?" for hands in shown)


def test_an_agent_of_this_computer_plays_at_a_seat(server, play):
    """The agent has a name, parameters or a file, which are never sent to the server."""
    table = begin(server, "ur_blitz", ["random", "friend"], by_hand=True)
    seat = link(server, table, table["seats"][1])
    words, status = play("--table", seat, "--seats", "greedy")
    assert status == 0, words
    assert server.state.lobby.room(table["table"]).waits_for == "over"
    assert words.startswith("player_1 yellow  piece ")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--table", "ludo"], "The link of a seat is such as http://127.0.0.1:8000/table/ID#TOKEN"),
        (["--table", "http://127.0.0.1:9/table/a"], "The link of a seat is such as"),
        (["--table", "file:///table/a#b"], "The link of a seat is such as"),
        (["--table", "http://h/table/a#b", "--game", "ludo"], "omit --game"),
        (["--table", "http://h/table/a#b", "--seats", "greedy,greedy"], "is for one seat"),
    ],
)
def test_other_links_are_refused(play, options, sentence):
    """Other links are refused in one sentence."""
    words, status = play(*options)
    assert (status, sentence in words) == (2, True), words
    assert "Traceback" not in words


def test_a_link_that_opens_nothing_is_said_so(server, play):
    """The error has the server's words."""
    table = begin(server, "ur_blitz", ["me", "me"])
    words, status = play("--table", link(server, table, "x"))
    assert status != 0
    assert "This link does not open this table." in words
    assert json.dumps(words).count("\\n") == 1
