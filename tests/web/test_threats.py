"""Threats: attempts of a hostile client, none of which has an effect.

`docs/use/serve.md` has a table of threats; each of its lines names a test of the files whose names
begin with `test_threats`.
"""

import http.client
import json
import random
import re
import socket
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hostile import ODD, state_of
from table_client import Client, Page, Program, begin

from ludo_env import load_game
from ludo_env.server import Limits, Options, TableServer

PAGE = Path(__file__).parents[2] / "docs" / "use" / "serve.md"
FILES = sorted(Path(__file__).parent.glob("test_threats*.py"))


def test_wrong_tokens_open_nothing(server, table):
    """Tokens of another table, of the owner, parts of tokens, no token, and odd ones."""
    before = state_of(server, table)
    other = begin(server, "mensch", ["me"] * 4)
    keys = [
        "", "x", other["host"], table["host"][:-1], table["host"] + "x", table["host"].swapcase(),
        table["table"], server.owner, "%00", "a" * 5000,
    ]  # fmt: skip
    for key in keys:
        client = Client(server, key)
        for verb in ("play", "throw", "undo", "seat", "link", "rematch", "hint", "why"):
            status, answer = client.ask("POST", f"/api/tables/{table['table']}/{verb}", {})
            assert status in (401, 429), (key, verb, answer)
        for name in ("events", "links", "states", "game"):
            assert client.ask("GET", f"/api/tables/{table['table']}/{name}")[0] in (401, 429)
    assert state_of(server, table)[:3] == before[:3]


def test_tokens_are_long_and_compared_in_constant_time(server, table):
    """Tokens have 128 bits of the system's randomness, and are compared in constant time only."""
    keys = [table["host"], table["watch"], *table["seats"][1:], server.owner, table["table"]]
    assert len(set(keys)) == len(keys)
    assert all(re.fullmatch(r"[\w-]{22}", key) for key in keys)
    import ludo_env.server

    folder = Path(ludo_env.server.__file__).parents[1] / "_web"
    source = "".join((folder / name).read_text("utf-8") for name in ("access.py", "server.py"))
    assert source.count("compare_digest(") == 4


def test_a_seat_does_only_what_it_may(server, table):
    """A seat cannot play for, change or see the links of others, delete, or play out of turn."""
    before = state_of(server, table)
    room = server.state.lobby.room(table["table"])
    mine = next(seat for seat in (1, 2, 3) if seat != room.turn)
    client = Client(server, table["seats"][mine])
    path, action = f"/api/tables/{table['table']}", room.actions[0]
    asked = {"action": action, "asked": room.asked}
    assert client.ask("POST", f"{path}/play", {**asked, "seat": room.turn})[0] == 403
    assert client.ask("POST", f"{path}/play", {**asked, "seat": mine})[0] == 409
    assert client.ask("POST", f"{path}/play", asked)[0] == 409
    assert client.ask("POST", f"{path}/seat", {"seat": 0, "agent": "greedy"})[0] == 403
    assert client.ask("POST", f"{path}/seat", {"seat": 0, "name": "x"})[0] == 403
    assert client.ask("POST", f"{path}/link", {"seat": mine})[0] == 403
    assert client.ask("GET", f"{path}/links")[0] == 403
    assert client.ask("DELETE", path)[0] == 403
    host = Client(server, table["host"])
    assert host.ask("POST", f"{path}/seat", {"seat": mine, "name": "x"})[0] == 403
    assert state_of(server, table) == before


def test_spectators_change_nothing(server, table):
    """Spectators can only watch."""
    before = state_of(server, table)
    client = Client(server, table["watch"])
    for verb in ("play", "throw", "undo", "seat", "link", "rematch"):
        bodies = {"play": {"action": 0, "asked": before[0]}, "seat": {"seat": 1, "agent": ""}}
        status, _ = client.ask("POST", f"/api/tables/{table['table']}/{verb}", bodies.get(verb, {}))
        assert status == 403
    assert state_of(server, table) == before


def test_old_moves_are_not_played_again(server, table):
    """A repeated request gets the same answer, or is refused once the game has gone on."""
    room = server.state.lobby.room(table["table"])
    keys = [table["host"], *table["seats"][1:]]
    path = f"/api/tables/{table['table']}/play"
    recorded = []
    for _ in range(3):
        body = {"action": room.actions[0], "asked": room.asked, "seat": room.turn}
        recorded.append((keys[room.turn], body))
        assert Client(server, keys[room.turn]).ask("POST", path, body)[0] == 200
        end = time.monotonic() + 10
        while room.waits_for != "decision":  # a pass, which happens automatically
            assert time.monotonic() < end
            time.sleep(0.005)
    before = state_of(server, table)
    for key, body in recorded * 3:
        status, answer = Client(server, key).ask("POST", path, body)
        assert status == 409 or answer["number"] == room.number
    assert state_of(server, table) == before


def test_dice_to_come_are_secret(server):
    """No message has the seed or dice to come before the game has ended."""
    opened = begin(server, "ludo", ["me"] * 4, by_hand=True)
    page = Page(server, opened["table"], opened["host"])
    room = server.state.lobby.room(opened["table"])
    for _ in range(30):
        page.read_until(lambda: page.mine)
        page.read_to(page.step()[1]["number"])
        assert page.state["seed"] == ""
        if page.state["waits"] == "throw":
            assert page.state["position"] == ""
            assert not [key for key, *_ in page.state["items"] if key.startswith("die ")]
    assert str(room.terms.seed) not in json.dumps(page.events)
    assert room.terms.seed.bit_length() > 40
    assert page.ask("GET", f"{page.path}/replay.json")[0] == 409


def test_other_origins_and_hosts_are_refused(server, table):
    """A page of another site, and a name whose DNS entry leads here, are refused."""
    before = state_of(server, table)
    client = Client(server, table["host"])
    path = f"/api/tables/{table['table']}/seat"
    body = {"seat": 0, "agent": "greedy"}
    for headers in (
        {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"},
        {"Origin": "https://127.0.0.1"}, {"Sec-Fetch-Site": "same-site"},
    ):  # fmt: skip
        assert client.ask("POST", path, body, headers)[0] == 403
    for host in ("evil.example", "evil.example:80", "127.0.0.1", "localhost:1", ""):
        assert client.ask("POST", path, body, {"Host": host})[0] == 421
        assert client.ask("GET", "/", headers={"Host": host})[0] == 421
    assert state_of(server, table) == before


def test_bodies_are_json_of_limited_size(server, table):
    """Other bodies are not read, and larger ones are not kept."""
    before = state_of(server, table)
    client = Client(server, table["host"])
    path = f"/api/tables/{table['table']}/play"
    kind = {"Content-Type": "application/json"}
    for body in (
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b"[" * 60_000,
        b'{"action": NaN}',
        b"null",
        b"1" * 9_000,
    ):
        assert client.ask("POST", path, body, kind)[0] == 400, body[:20]
    for other in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        assert client.ask("POST", path, b"{}", {"Content-Type": other})[0] == 400
    assert client.ask("POST", path, b" " * 70_000, kind)[0] == 413
    with suppress(ConnectionResetError):  # the server closes after the head, maybe before answering
        assert client.ask("POST", path, b"{}", {**kind, "Content-Length": "-5"})[0] == 400
    assert state_of(server, table) == before


def test_odd_values_are_refused(server, table):
    """Every field refuses odd values."""
    for odd in ODD:
        refuses(server, table, odd)


def refuses(server, table, odd):
    """Check that this value changes nothing, in any field."""
    before = state_of(server, table)
    turn = server.state.lobby.room(table["table"]).turn
    mine = next(seat for seat in (1, 2, 3) if seat != turn)  # the player to act is allowed to play
    client = Client(server, table["seats"][mine])
    path = f"/api/tables/{table['table']}"
    for verb, body in (
        ("play", {"action": odd, "asked": before[0]}), ("play", {"action": 0, "asked": odd}),
        ("play", {"action": 0, "asked": before[0], "seat": odd}),
        ("throw", {"asked": odd}), ("undo", {"asked": odd}), ("why", {"keys": [odd]}),
        ("seat", {"seat": mine, "agent": odd if odd != "" else "x"}), ("play", {"more": odd}),
        ("seat", {"seat": mine, "by_hand": odd if type(odd) is not bool else 1}),
        ("link", {"seat": odd}),
    ):  # fmt: skip
        status, answer = client.ask("POST", f"{path}/{verb}", body)
        assert 400 <= status < 500, (verb, body, answer)
    for name in ("game", "players", "mode", "clock"):
        body = {"game": "ludo", "seats": [{"who": "me"}] * 4, name: odd}
        if name == "clock" and odd == {}:
            continue  # no limit
        status, answer = client.ask("POST", "/api/tables", body)
        assert status in (400, 429) or (
            name in ("players", "mode") and odd is None and status == 201
        ), answer
    assert state_of(server, table)[:3] == before[:3]


def test_no_file_of_the_server_is_reachable(server):
    """Only the listed pages can be reached; no path leads outside them."""
    for path in (
        "/page/../../pyproject.toml", "/page/..%2f..%2fpyproject.toml", "/page/table.html",
        "/etc/passwd", "//etc/passwd", "/page/%2e%2e/room.py", "/page/room.py", "/db", "/page/",
        "/api/games/..%2f..%2fetc/day.svg", "/api/tables/..%2f..%2fdb/replay.json",
    ):  # fmt: skip
        status, answer = Client(server, server.owner).ask("GET", path)
        assert 400 <= status < 500, path
        assert b"root:" not in json.dumps(answer).encode()


def test_positions_are_limited():
    """An address has a limited number at once, and each leaves nothing behind."""
    with TableServer(Options(port=0, workers=0)) as server:
        body = {"game": "ludo", "change": {"item": "../..", "x": 1, "y": 1}}
        answers = [Client(server).ask("POST", "/api/positions", body)[0] for _ in range(60)]
        assert set(answers) == {200, 429}
        long = {"game": "ludo", "position": "p0=" + "y," * 2000}
        assert Client(server).ask("POST", "/api/positions", long)[0] in {400, 429}
        assert server.state.store.ids() == []


def test_agents_of_clients_are_names(server):
    """No module or file is accepted, nor a parameter that names one or takes very long."""
    for agent in ("evil.py:Mine", "os:system", "net:file=/etc/passwd", "mcts:samples=1000000000"):
        seats = [{"who": "agent", "agent": agent}, {"who": "me"}]
        body = {"game": "ur_blitz", "seats": seats}
        assert Client(server).ask("POST", "/api/tables", body)[0] == 400


def test_shared_games_are_limited(server):
    """They are limited by length, by rate, and to rules of the library."""
    before = server.state.store.ids()
    replay = {"actions": [0] * 3001}
    status, answer = Client(server).ask("POST", "/api/shared", {"replay": replay})
    assert (status, answer["error"]) == (400, "A game in a link has at most 3000 moves.")
    game = {"name": "mine", "family": "race", "rules": ["evil.py:Mine"]}
    replay = {"game": game, "actions": [0]}
    answers = [Client(server).ask("POST", "/api/shared", {"replay": replay})[0] for _ in range(20)]
    assert set(answers) == {400, 429}
    assert server.state.store.ids() == before


def test_games_of_clients_are_those_of_the_library(server):
    """Files and a stranger's rules are refused."""
    spec = load_game("ur_blitz").to_dict()
    for game in ("evil.toml", "/etc/passwd", "./ludo.toml", spec, ["ludo"]):
        body = {"game": game, "seats": [{"who": "me"}] * 2}
        assert Client(server).ask("POST", "/api/tables", body)[0] == 400


def test_texts_of_clients_are_never_code(server, table):
    """Names are sent as JSON, which browsers do not show as a page; scripts come from files."""
    client = Client(server, table["host"])
    name = "</script><script>alert()"
    path = f"/api/tables/{table['table']}"
    assert client.ask("POST", f"{path}/seat", {"seat": 0, "name": name})[0] == 200
    assert client.headers["content-type"] == "application/json"
    assert client.headers["x-content-type-options"] == "nosniff"
    text = client.get(f"/table/{table['table']}")
    policy = client.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert b"<script>" not in text
    assert b"style=" not in text
    assert not re.findall(rb"https?://", text)
    pages = [client.get(page).decode() for page in ("/", "/table/a", "/analysis/a")]
    scripts = set(re.findall(r'<script src="(.*?)"', "".join(pages)))
    assert len(scripts) >= 12
    for file in scripts:
        script = client.get(file)
        assert not re.search(
            rb"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", script
        )


def test_tables_and_rates_are_limited(tmp_path):
    """There are limits for an address and for a token; rooms in use are not removed."""
    limits = Limits(rooms=3, tables=(0.01, 4), moves=(0.01, 5), failures=(0.01, 3))
    options = Options(tmp_path / "db", port=0, workers=0, limits=limits)
    with TableServer(options) as server:
        tables = [begin(server, "ur_blitz", ["me", "me"]) for _ in range(4)]
        body = {"game": "ur_blitz", "seats": [{"who": "me"}] * 2}
        assert Client(server).ask("POST", "/api/tables", body)[0] == 429
        assert len(server.state.lobby) == 3
        client = Client(server, tables[0]["host"])
        path = f"/api/tables/{tables[0]['table']}/seat"
        statuses = [client.ask("POST", path, {"seat": 0})[0] for _ in range(8)]
        assert statuses == [400] * 5 + [429] * 3
        guesses = [Client(server, "x").ask("POST", path, {})[0] for _ in range(5)]
        assert guesses == [401] * 3 + [429] * 2
        other = Client(server, tables[1]["host"])
        assert other.ask("GET", f"/api/tables/{tables[1]['table']}/links")[0] == 200


def test_kept_games_are_limited(tmp_path):
    """A full database takes no new game, not even of the owner, who can delete old ones."""
    options = Options(tmp_path / "db", port=0, workers=0, limits=Limits(games=2))
    with TableServer(options) as server:
        tables = [begin(server, "ur_blitz", ["me", "me"]) for _ in range(2)]
        body = {"game": "ur_blitz", "seats": [{"who": "me"}] * 2}
        for client in (Client(server), Client(server, server.owner)):
            status, answer = client.ask("POST", "/api/tables", body)
            assert status == 429
            assert answer["error"].startswith("The database is full (limit of games: 2); the owner")
        assert len(server.state.store.ids()) == 2
        page = Page(server, tables[0]["table"], tables[0]["host"])
        assert page.step()[0] == 200  # games that have begun go on
        page.close()
        Client(server, server.owner).ask("DELETE", f"/api/tables/{tables[1]['table']}")
        begin(server, "ur_blitz", ["me", "me"])


def test_moves_of_a_table_are_limited(tmp_path):
    """Other tables keep their share, and no client can use up the share of the player to act."""
    options = Options(tmp_path / "db", port=0, workers=0, limits=Limits(table=(0.01, 5)))
    with TableServer(options) as server:
        table = begin(server, "ur_blitz", ["me", "friend"], by_hand=True)
        room = server.state.lobby.room(table["table"])
        keys, path = [table["host"], table["seats"][1]], f"/api/tables/{table['table']}/throw"
        acting, other = (Client(server, keys[seat]) for seat in (room.turn, 1 - room.turn))
        late = {"asked": 99}
        assert [other.ask("POST", path, late)[0] for _ in range(7)] == [409] * 7
        statuses = [acting.ask("POST", path, late)[0] for _ in range(7)]
        assert statuses == [409] * 5 + [429] * 2
        elsewhere = begin(server, "ur_blitz", ["me", "me"], by_hand=True)
        path = f"/api/tables/{elsewhere['table']}/throw"
        assert Client(server, elsewhere["host"]).ask("POST", path, {"asked": 0})[0] == 200


def test_streams_are_limited(tmp_path):
    """Streams of a token and of the server are limited; streams that close make room."""
    options = Options(tmp_path / "db", port=0, workers=0, limits=Limits(streams=14))
    with TableServer(options) as server:
        table = begin(server, "ur_blitz", ["me", "friend"])
        pages = [Page(server, table["table"], table["host"]) for _ in range(12)]
        assert Page(server, table["table"], table["host"]).status == 429
        pages += [Program(server, table["table"], table["watch"]) for _ in range(2)]
        assert Program(server, table["table"], table["watch"]).status == 429
        assert Page(server, table["table"], table["watch"]).status == 429
        for page in pages:
            page.close()
        end = time.monotonic() + 10
        while server.state.streams:
            assert time.monotonic() < end
            time.sleep(0.05)


def test_slow_and_broken_requests_end(server, monkeypatch):
    """An endless head or body, and bytes that are not HTTP."""
    monkeypatch.setattr(f"{'ludo_env'}.{'_web'}.guard.PATIENCE", 0.3)
    host, port = urlsplit(server.address).netloc.split(":")
    for sent in (
        b"\x16\x03\x01\x02\x00garbage\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: " + b"a" * 40_000,
        f"POST /api/tables HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Length: 9\r\n\r\n{{".encode(),
        f"GET / HTTP/1.1\r\nHost: {host}:{port}\r\nHost: x\r\nConnection: close\r\n\r\n".encode(),
    ):
        with socket.create_connection((host, int(port)), timeout=10) as connection:
            connection.sendall(sent)
            answer = connection.recv(1000)
            assert answer == b"" or re.match(rb"HTTP/1.1 4\d\d ", answer), sent[:40]
    assert Client(server).get("/api/games")["games"]


def test_other_machines_get_no_header_that_browsers_complain_of(tmp_path):
    """A page over the network has no encryption, and no policy that needs it."""
    with TableServer(Options(tmp_path / "db", port=0, workers=0, names=["192.0.2.7"])) as server:
        client = Client(server)
        for host, there in (("127.0.0.1", True), ("localhost", True), ("192.0.2.7", False)):
            status, _ = client.ask("GET", "/", headers={"Host": f"{host}:{server.port}"})
            assert status == 200
            assert ("cross-origin-opener-policy" in client.headers) == there
            assert "content-security-policy" in client.headers


def test_websockets_and_odd_methods_are_refused(server, table):
    """The server has no WebSockets, and accepts no odd methods."""
    client = Client(server, table["host"])
    for method in ("PUT", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "POST"):
        assert client.ask(method, "/")[0] == 405
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
               "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}  # fmt: skip
    status, _ = client.ask("GET", f"/api/tables/{table['table']}/links", headers=upgrade)
    assert status in (200, 400)


def test_errors_say_nothing_of_the_server(server, table, monkeypatch):
    """An internal error is reported in a sentence, without a traceback."""
    room = server.state.lobby.room(table["table"])
    monkeypatch.setattr(type(room), "rename", lambda *_: 1 / 0)
    client = Client(server, table["host"])
    path = f"/api/tables/{table['table']}/seat"
    status, answer = client.ask("POST", path, {"seat": 0, "name": "x"})
    assert (status, answer) == (500, {"error": "The server has failed; its log says how."})


@pytest.mark.parametrize("count", [400, pytest.param(10_000, marks=pytest.mark.long)])
def test_hostile_requests_change_nothing(server, table, count):
    """Random requests of all these kinds get only 4xx, and change nothing."""
    chance = random.Random(5)
    before = state_of(server, table)
    keys = ["", "x", table["watch"], table["seats"][1], table["seats"][2]]
    verbs = ["play", "throw", "undo", "link", "rematch", "events", "links", "x", "../..",
             "states", "branch"]  # fmt: skip
    host = urlsplit(server.address).netloc
    connection = http.client.HTTPConnection(host, timeout=20)
    for _ in range(count):
        key, odd = chance.choice(keys), chance.choice(ODD)
        verb = chance.choice(verbs)
        room = server.state.lobby.room(table["table"])
        if key in table["seats"] and table["seats"].index(key) == room.turn:
            key = table["watch"]  # the player to act is allowed to play
        if verb in ("events", "states") and key not in ("", "x"):
            continue
        body = json.dumps({"action": odd, "asked": chance.choice([odd, before[0]]), "seat": odd})
        headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        method = chance.choice(["GET", "POST", "POST", "DELETE", "PUT"])
        sent = body[: chance.randrange(len(body))] if chance.random() < 0.3 else body
        try:
            path = f"/api/tables/{table['table']}/{verb}"
            connection.request(method, path, sent.encode(), headers)
            answer = connection.getresponse()
            answer.read()
        except (http.client.HTTPException, OSError):
            connection.close()
            continue
        assert 400 <= answer.status < 500, (method, verb, key, sent)
    assert state_of(server, table) == before
    assert server.state.streams == 0


def test_each_threat_of_the_page_has_its_test():
    """Every line of the table names a test that exists here."""
    section = PAGE.read_text("utf-8").split("## Threats")[1]
    lines = [line for line in section.splitlines() if line.startswith("| ")][1:]
    named = [re.fullmatch(r"\| .* \| .* \| `(test_\w+)` \|", line)[1] for line in lines]
    known = "".join(file.read_text("utf-8") for file in FILES)
    assert len(named) >= 25
    assert {name for name in named if f"def {name}(" not in known} == set()
