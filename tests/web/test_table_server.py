"""Tables through HTTP: the requests of people, and what everybody sees."""

import http.client
import json
import re
import time

import pytest
from table_client import Client, Page, begin, follow

from ludo_env import game_of, load_game
from ludo_env.play import load_replay
from ludo_env.server import Options, TableServer


def test_two_people_play_a_game(server):
    """Every page saw the same events in order, to the end, and the same result."""
    table = begin(server, "ur_blitz", ["me", "friend"], by_hand=True)
    host = Page(server, table["table"], table["host"])
    friend = Page(server, table["table"], table["seats"][1])
    watcher = Page(server, table["table"], table["watch"])
    assert (host.you["seats"], host.you["host"]) == ([0], True)
    assert (friend.you["seats"], watcher.you["seats"]) == ([1], [])
    pages = [host, friend, watcher]
    follow(pages, lambda: host.state["waits"] == "over")
    for page in pages:
        numbers = [event["number"] for event in page.events]
        assert numbers == sorted(set(numbers))
        assert page.state["title"] == host.state["title"]
        winner = page.state["title"].split(" won after ")[0]
        assert winner in {"Green", "Yellow", "Blue", "Red"}
    assert {event["kind"] for event in host.events} == {"state", "throw", "move"}


def test_agents_play_between_people(server):
    """Each agent plays at its turn, including forced passes."""
    table = begin(server)
    host = Page(server, table["table"], table["host"])
    friend = Page(server, table["table"], table["seats"][1])
    follow([host, friend], lambda: host.state["moves"] >= 30)
    assert {event["seat"] for event in host.events if event["kind"] == "move"} == {0, 1, 2, 3}


@pytest.mark.parametrize("game", ["french", "generals", "tock", "ludo"])
def test_other_games_are_played(server, game):
    """Two people play for a while; the choices are the legal moves, with their words."""
    players = load_game(game).players
    table = begin(server, game, ["me", "friend", *["random"] * (players - 2)])
    pages = [Page(server, table["table"], table[key]) for key in ("host",)]
    pages.append(Page(server, table["table"], table["seats"][1]))
    follow(pages, lambda: pages[0].state["moves"] >= 12)
    follow(pages, lambda: any(page.mine for page in pages))
    acting = next(page for page in pages if page.mine)
    asked = acting.state["asked"]
    acting.read_until(lambda: acting.choices and acting.choices["asked"] == asked)
    assert all(choice["words"] for choice in acting.choices["list"])
    room = server.state.lobby.room(table["table"])
    assert [choice["action"] for choice in acting.choices["list"]] == room.actions


def test_only_the_player_to_act_gets_choices(server):
    """Other players and spectators get no choices."""
    table = begin(server, seats=("me", "friend", "friend", "friend"))
    pages = [Page(server, table["table"], table["host"])]
    pages += [Page(server, table["table"], token) for token in table["seats"][1:]]
    watcher = Page(server, table["table"], table["watch"])
    follow([*pages, watcher], lambda: all(page.choices for page in pages))
    assert watcher.choices is None
    for seat, page in enumerate(pages):
        asked = {event["asked"]: event for event in page.events if event["waits"] == "decision"}
        assert asked[page.choices["asked"]]["turn"] == seat


def test_hidden_hands_are_hidden_by_the_server(server):
    """No message to a page names the cards of another player."""
    table = begin(server, "tock", ["me", "friend", "friend", "friend"])
    pages = [Page(server, table["table"], table["host"])]
    pages += [Page(server, table["table"], token) for token in table["seats"][1:]]
    watcher = Page(server, table["table"], table["watch"])
    room = server.state.lobby.room(table["table"])
    for _ in range(6):
        settle(room, [*pages, watcher])
        words = dict(word.split("=") for word in room.table.position.split())
        hands = words["hands"].split("/")
        for seat, page in enumerate([*pages, watcher]):
            seen = dict(word.split("=") for word in page.state["position"].split())["hands"]
            shown = ["?"] * 4
            if seat < 4:
                shown[seat] = hands[seat]
            assert seen.split("/") == shown
            dice = [art for key, art, *_ in page.state["items"] if key.startswith("die ")]
            faces = "".join(
                re.findall(r"<text[^>]*>(.*?)</text>", "".join(page.arts[art][0] for art in dice))
            )
            acts = seat == page.state["turn"] and hands[seat] != "-"
            assert (faces.strip("?") != "") == acts
        acting = next(page for page in pages if page.mine)
        acting.step()


def settle(room, pages):
    """Let all pages read until a person is to act, when no more events follow by themselves."""
    while True:
        number = room.number
        for page in pages:
            page.read_to(number)
        if any(page.mine for page in pages) and room.number == number:
            return
        if room.number == number:
            pages[0].read()


def test_dice_that_are_not_thrown_are_not_sent(server):
    """They are sent neither as a picture nor in words before the throw, and are sent after it."""
    table = begin(server, "ludo", ["me", "friend", "friend", "friend"], by_hand=True)
    page = Page(server, table["table"], table["host"])
    first = page if page.mine else Page(server, table["table"], table["seats"][page.state["turn"]])
    assert first.state["waits"] == "throw"
    assert first.state["position"] == ""
    assert not [item for item in first.state["items"] if item[0].startswith("die")]
    assert first.choices is None
    assert "dice" not in first.state["title"]
    first.step()
    first.read_until(lambda: first.state["kind"] == "throw")
    assert [item for item in first.state["items"] if item[0].startswith("die")]


def test_a_page_that_comes_back_gets_what_it_missed(server):
    """It gets the events after its last one or, if there are too many, the whole state."""
    table = begin(server, seats=("me", "friend", "friend", "friend"))
    host = Page(server, table["table"], table["host"])
    pages = [host] + [Page(server, table["table"], token) for token in table["seats"][1:]]
    watcher = Page(server, table["table"], table["watch"])
    follow([*pages, watcher], lambda: host.state["moves"] >= 5)
    had = watcher.state["number"]
    watcher.close()
    follow(pages, lambda: host.state["moves"] >= 15)
    room = server.state.lobby.room(table["table"])
    settle(room, pages)
    again = Page(server, table["table"], table["watch"], after=had)
    again.read_to(host.state["number"])
    assert [event["number"] for event in again.events] == list(
        range(had + 1, host.state["number"] + 1)
    )
    assert "state" not in {event["kind"] for event in again.events}
    follow(pages, lambda: host.state["moves"] >= 85)
    settle(room, pages)
    late = Page(server, table["table"], table["watch"], after=had)
    assert late.events[0]["kind"] == "state"
    assert late.state["items"] == host.state["items"]
    assert len(late.state["log"]) == late.state["moves"]


def test_every_art_of_an_event_is_known_to_the_page(server):
    """Each kind is in the first state of the page, or in an event since then."""
    table = begin(server, "french", ("me", "friend", "friend", "friend"), by_hand=True)
    pages = [Page(server, table["table"], table["host"])]
    pages += [Page(server, table["table"], token) for token in table["seats"][1:]]
    follow(pages, lambda: pages[0].state["moves"] >= 15)
    for page in pages:
        known = set()
        for event in page.events:
            known |= set(event["arts"])
            assert {item[1] for item in event["items"]} <= known


def test_it_is_shown_who_is_connected(server):
    """The page shows connected people by seat, and the number of spectators."""
    table = begin(server)
    host = Page(server, table["table"], table["host"])
    host.read_until(lambda: host.presence)
    assert host.presence == {"kind": "presence", "seats": [0], "watching": 0}
    friend = Page(server, table["table"], table["seats"][1])
    watcher = Page(server, table["table"], table["watch"])
    host.read_until(lambda: host.presence["watching"] == 1)
    assert host.presence["seats"] == [0, 1]
    friend.close()
    watcher.close()
    host.read_until(lambda: host.presence["seats"] == [0])


def test_a_seat_is_given_to_an_agent_and_taken_back(server):
    """Its holder or the host does both; meanwhile the holder cannot play."""
    table = begin(server, seats=("me", "friend", "friend", "friend"))
    host = Page(server, table["table"], table["host"])
    friend = Page(server, table["table"], table["seats"][1])
    assert friend.do("seat", seat=1, agent="greedy")[0] == 200
    assert host.do("seat", seat=2, agent="random")[0] == 200
    assert host.do("seat", seat=3, agent="random")[0] == 200
    host.read_until(lambda: [seat["agent"] for seat in host.state["seats"]][1:] == [
        "greedy", "random", "random"])  # fmt: skip
    follow([host], lambda: host.state["moves"] > 30)
    movers = [event["seat"] for event in host.events if event["kind"] == "move"]
    assert {0, 1, 2, 3} <= set(movers)
    assert friend.do("play", action=0, asked=0)[0] == 409
    status, answer = friend.do("seat", seat=1, agent="")
    assert status == 200
    friend.read_to(answer["number"])
    follow([host, friend], lambda: friend.mine)
    assert friend.step()[0] == 200
    assert friend.do("seat", seat=0, agent="greedy")[0] == 403
    assert friend.do("seat", seat=2, agent="")[0] == 403


def test_one_person_takes_moves_back(server):
    """The other seats are agents'; the log goes back too."""
    table = begin(server, seats=("me", "random", "random", "random"))
    host = Page(server, table["table"], table["host"])
    follow([host], lambda: host.mine and host.state["undo"])
    position, moves = host.state["position"], host.state["moves"]
    host.read_to(host.step()[1]["number"])
    follow([host], lambda: host.mine)
    status, answer = host.do("undo", asked=host.state["asked"])
    assert status == 200, answer
    host.read_until(lambda: host.state["kind"] == "undo")
    assert (host.state["position"], host.state["moves"]) == (position, moves)
    again = Page(server, table["table"], table["host"])
    assert len(again.state["log"]) == moves


def test_a_rematch_has_other_seats_and_the_same_links(server):
    """Everybody moves one seat on and is notified."""
    table = begin(server, "ur_blitz", ("me", "friend"))
    host = Page(server, table["table"], table["host"])
    friend = Page(server, table["table"], table["seats"][1])
    assert host.do("rematch")[0] == 409
    follow([host, friend], lambda: host.state["waits"] == "over")
    status, answer = friend.do("rematch")
    assert status == 200
    assert host.do("rematch")[1] == answer
    host.read_until(lambda: host.state["kind"] == "rematch")
    assert host.state["next"] == answer["table"] == host.state["value"]
    following = Page(server, answer["table"], table["host"])
    assert following.you["seats"] == [1]
    assert following.state["before"] == table["table"]
    assert Page(server, answer["table"], table["seats"][1]).you["seats"] == [0]


def test_hints_and_reasons(server):
    """The player to decide gets a legal move, and the words of the rules."""
    table = begin(server, "ludo", ["me"] * 4)
    host = Page(server, table["table"], table["host"])
    follow([host], lambda: host.state["moves"] >= 8 and host.mine)
    host.read_until(lambda: host.choices and host.choices["asked"] == host.state["asked"])
    status, answer = host.do("hint")
    assert status == 200
    assert answer["action"] in [choice["action"] for choice in host.choices["list"]]
    piece = f"piece {host.state['turn']} 0"
    status, answer = host.do("why", keys=[piece])
    assert (status, answer["words"][-1]) == (200, ".")
    assert host.do("why", keys=["nothing"])[1] == {"words": "Nothing there can be played."}
    assert host.do("why", keys="all")[0] == 400
    assert Page(server, table["table"], table["watch"]).do("hint")[0] == 409


def test_a_new_link_closes_the_old_one(server):
    """Only the host can make a new link."""
    table = begin(server)
    host = Page(server, table["table"], table["host"])
    friend = Page(server, table["table"], table["seats"][1])
    assert friend.do("link", seat=1)[0] == 403
    status, links = host.do("link", seat=1)
    assert status == 200
    assert links == host.get(f"{host.path}/links")
    assert links["seats"][1] != table["seats"][1]
    while friend.answer.readline():
        pass
    assert Page(server, table["table"], table["seats"][1]).status == 401
    assert Page(server, table["table"], links["seats"][1]).you["seats"] == [1]
    assert host.do("link", seat=2)[0] == 409


def test_the_replay_comes_after_the_end(server, tmp_path):
    """Earlier it would reveal the next dice; after the end it is a replay file of the library."""
    table = begin(server, "ur_blitz", ("me", "random"))
    host = Page(server, table["table"], table["host"])
    assert host.ask("GET", f"{host.path}/replay.json")[0] == 409
    follow([host], lambda: host.state["waits"] == "over")
    data = {"format": "ludo-env replay", "version": 1, **host.get(f"{host.path}/replay.json")}
    (tmp_path / "game.json").write_text(json.dumps(data))
    replay = load_replay(tmp_path / "game.json")
    assert len(replay.actions) == host.state["moves"]
    assert replay.agents == ("human", "random")
    assert b"<svg" in host.get(f"{host.path}/replay.html")


def test_a_restarted_server_goes_on(tmp_path):
    """The server goes on with the same links, at the same event."""
    path = tmp_path / "db"
    with TableServer(Options(path, port=0, pace=0.0, workers=0)) as server:
        table = begin(server)
        host = Page(server, table["table"], table["host"])
        friend = Page(server, table["table"], table["seats"][1])
        follow([host, friend], lambda: host.state["moves"] >= 12)
        owner = server.owner
    with TableServer(Options(path, port=0, pace=0.0, workers=0)) as server:
        assert server.owner == owner
        again = Page(server, table["table"], table["host"], after=host.state["number"])
        assert again.state["number"] >= host.state["number"]
        friend = Page(server, table["table"], table["seats"][1])
        follow([again, friend], lambda: again.state["moves"] >= 25)


def test_agents_think_in_processes(tmp_path):
    """An agent that searches runs in another process, and the server still answers."""
    with TableServer(Options(tmp_path / "db", port=0, pace=0.0, workers=1)) as server:
        table = begin(server, seats=("me", "greedy", "greedy", "greedy"))
        host = Page(server, table["table"], table["host"])
        follow([host], lambda: host.state["moves"] >= 12)
        assert {event["seat"] for event in host.events[1:]} == {0, 1, 2, 3}


def test_the_pace_can_be_followed(tmp_path):
    """An agent moves no sooner than the pace allows."""
    with TableServer(Options(tmp_path / "db", port=0, pace=0.15, workers=0)) as server:
        table = begin(server, seats=("random",) * 4)
        page = Page(server, table["table"], table["host"])
        start = time.monotonic()
        page.read_until(lambda: page.state["moves"] >= 6)
        assert time.monotonic() - start >= 0.75


def test_small_answers_are_sent_at_once(server):
    """On a kept connection no answer waits 40 ms for the other side."""
    connection = http.client.HTTPConnection(Client(server).host, timeout=10)
    times = []
    for _ in range(21):
        start = time.monotonic()
        connection.request("POST", "/api/tables", b"{}", {"Content-Type": "application/json"})
        connection.getresponse().read()
        times.append(time.monotonic() - start)
    connection.close()
    assert sorted(times)[5] < 0.03


def test_games_of_agents_are_open(server):
    """A game without people has no hidden hands."""
    table = begin(server, "tock", ["random"] * 4)
    page = Page(server, table["table"], table["watch"])
    assert "?" not in page.state["position"]


def test_the_first_page_of_a_game_shows_its_scene(server):
    """Items and places are those of the engine's picture."""
    from ludo_env.render import key_text, scene_of

    table = begin(server, "generals", ["me", "me"])
    page = Page(server, table["table"], table["host"])
    room = server.state.lobby.room(table["table"])
    scene = scene_of(game_of(load_game("generals"), "python"), room.record)
    drawn = [[key, x, y] for key, _, x, y in page.state["items"]]
    assert drawn == [[key_text(i.key), round(i.x, 3), round(i.y, 3)] for i in scene.items]
    assert page.state["size"] == [scene.width, scene.height]


def test_the_owner_has_the_archive(server):
    """The owner has a list with filters, exports and deletion; others have no access."""
    table = begin(server, "ur_blitz", ("me", "random"))
    host = Page(server, table["table"], table["host"])
    follow([host], lambda: host.state["waits"] == "over")
    begin(server, "generals", ["me", "me"])
    owner = Client(server, server.owner)
    games = owner.get("/api/tables")["games"]
    assert [game["game"] for game in games] == ["generals", "ur_blitz"]
    assert owner.get("/api/tables?state=ended")["games"][0]["id"] == table["table"]
    assert owner.get("/api/tables?sitter=random&game=generals")["games"] == []
    for path in ("/api/tables", "/api/export"):
        assert Client(server, table["host"]).ask("GET", path)[0] == 401
        assert Client(server).ask("GET", path)[0] == 401
    (line,) = owner.get("/api/export?format=jsonl").splitlines()
    row = json.loads(line)
    assert len(row["movers"]) == len(row["times"]) == len(row["replay"]["actions"])
    assert set(row["movers"]) == {"human", "random"}
    parquet = owner.get("/api/export?format=parquet")
    assert parquet[:4] == b"PAR1"
    assert owner.ask("GET", "/api/export?format=csv")[0] == 400
    assert owner.ask("DELETE", f"/api/tables/{table['table']}")[0] == 200
    assert owner.get("/api/tables?state=ended")["games"] == []
    assert Page(server, table["table"], table["host"]).status == 404


def test_exported_replays_can_be_played_again(server, tmp_path):
    """Each row has a file for `ludo-env replay`, without undone moves."""
    table = begin(server, "ur_blitz", ("me", "random"))
    host = Page(server, table["table"], table["host"])
    follow([host], lambda: host.mine and host.state["undo"])
    host.do("undo", asked=host.state["asked"])
    host.read_until(lambda: host.state["kind"] == "undo")
    follow([host], lambda: host.state["waits"] == "over")
    row = json.loads(Client(server, server.owner).get("/api/export"))
    (tmp_path / "one.json").write_text(json.dumps(row["replay"]))
    assert len(load_replay(tmp_path / "one.json").actions) == host.state["moves"]


def test_games_and_agents_are_listed(server):
    """Each has its variants, and a picture in two schemes."""
    listed = Client(server).get("/api/games")
    ludo = next(game for game in listed["games"] if game["name"] == "ludo")
    assert (ludo["players"], ludo["modes"], ludo["hands"]) == ([2, 3, 4], ["ffa", "teams"], False)
    assert "human" not in listed["agents"]
    for scheme in ("day", "night"):
        assert Client(server).get(f"/api/games/tock/{scheme}.svg").startswith(b"<svg")
    assert Client(server).ask("GET", "/api/games/tock/dusk.svg")[0] == 404


def test_variants_are_opened(server):
    """Variants are the players and modes of the catalogue."""
    table = begin(server, "ludo", ["me", "me"], players=2)
    assert len(Page(server, table["table"], table["host"]).state["seats"]) == 2
    table = begin(server, "ludo", ["me"] * 4, mode="teams")
    assert server.state.lobby.room(table["table"]).terms.spec.board.teams
