"""No file imports an agent: only texts that the user has typed or trusts name code."""

import json

import pytest
from agent_files import HUNTER, spy_in, write

from ludo_env import LudoError, load_game
from ludo_env import __main__ as cli
from ludo_env.arena import match
from ludo_env.play import Replay, Table, load_replay, load_table, save_replay, save_table

SMALL = {"backend": "python", "max_steps": 30}


class Named:
    """An agent with any name; a saved game keeps the name as the text of the seat."""

    def __init__(self, name):
        self.name = name

    def act(self, view):
        """Play the lowest action."""
        return view.actions[0]


def saved(path, seats):
    """Write a saved game whose seats are these texts, and return its path."""
    players = [seat if seat == "human" else Named(seat) for seat in seats]
    save_table(Table(load_game("mensch"), players, seed=3, backend="python"), path)
    assert json.loads(path.read_text())["seats"][: len(seats)] == seats
    return path


def test_a_saved_game_imports_no_agent(tmp_path):
    """The error names the seat and both ways to play on, by trust or by naming the seat."""
    text, mark = spy_in(tmp_path)
    path = saved(tmp_path / "game.json", ["human", text])
    with pytest.raises(LudoError) as caught:
        load_table(path, "python")
    assert f"In {path} player_1 is '" in str(caught.value)
    assert "which is code of its own; say who plays on, by seats= or --seats, or allow" in str(
        caught.value
    )
    assert not mark.exists()
    table = load_table(path, "python", seats=["human", "greedy"])
    assert table.seats == ["human", "greedy", "random", "random"]
    assert not mark.exists()
    table = load_table(path, "python", trust=True)
    assert mark.exists()
    assert table.agents[1].name == "spy"
    named = load_table(path, "python", seats=["human", text])
    assert named.seats == table.seats


@pytest.mark.parametrize("text", ["antigravity:fly", "a.b:c.d:e=1", "x.py", "x.py:a=1", "x.py:Y"])
def test_whatever_names_code_is_refused_in_a_saved_game(tmp_path, text):
    """Modules are refused too, those of Python and missing ones."""
    path = saved(tmp_path / "game.json", ["human", text])
    with pytest.raises(LudoError, match="which is code of its own"):
        load_table(path, "python")


def test_the_command_asks_for_the_seats_of_a_saved_game(tmp_path, capsys, monkeypatch):
    """`--load` alone is refused in a sentence; `--seats` or `--trust` continue."""
    text, mark = spy_in(tmp_path)
    path = saved(tmp_path / "game.json", ["human", text])
    words = ["play", "--terminal", "--load", str(path)]
    assert cli.main(words) == 2
    assert "say who plays on, by seats= or --seats" in capsys.readouterr().err
    assert not mark.exists()
    monkeypatch.setattr("builtins.input", lambda prompt="": "quit")
    assert cli.main([*words, "--seats", "human,greedy"]) == 0
    assert "is greedy" in capsys.readouterr().out
    assert not mark.exists()
    assert cli.main([*words, "--trust"]) == 0
    assert mark.exists()


def test_a_replay_of_a_saved_game_needs_no_agent(tmp_path, capsys):
    """The game is shown and written with the names of its players."""
    text, mark = spy_in(tmp_path)
    path = saved(tmp_path / "game.json", ["human", text, "not known here"])
    assert cli.main(["replay", str(path), "--moves"]) == 0
    assert cli.main(["record", "--replay", str(path), "--out", str(tmp_path / "r.json")]) == 0
    assert load_replay(tmp_path / "r.json").agents == ("human", text, "not known here", "random")
    assert not mark.exists()


def test_a_replay_imports_no_agent(tmp_path):
    """The texts of a replay are only words: it is shown without its agents."""
    text, mark = spy_in(tmp_path)
    table = Table(load_game("mensch"), ["random"], seed=1, backend="python")
    for _ in range(10):
        table.play(table.choose())
    path = tmp_path / "replay.json"
    save_replay(Replay.of_table(table), path)
    data = json.loads(path.read_text()) | {"agents": [text] * 4}
    path.write_text(json.dumps(data))
    replay = load_replay(path)
    assert replay.agents == (text,) * 4
    assert len(replay.frames()) == 11
    for words in (["--moves"], ["--terminal"], ["--html", str(tmp_path / "page.html")]):
        assert cli.main(["replay", str(path), *words]) == 0
    for out in ("again.json", "page.html", "last.png"):
        assert cli.main(["record", "--replay", str(path), "--out", str(tmp_path / out)]) == 0
    assert not mark.exists()


@pytest.mark.parametrize("place", ["rules", "seats", "agents", "opponents"])
def test_a_game_file_imports_no_agent(tmp_path, place):
    """Wherever it names one: as a rule, which needs trust, or under a key that no game has."""
    text, mark = spy_in(tmp_path)
    data = load_game("ludo").to_dict()
    data["rules"] = [*data["rules"], *([{"rule": text}] if place == "rules" else [])]
    data |= {} if place == "rules" else {place: [text]}
    path = tmp_path / "game.json"
    path.write_text(json.dumps(data))
    with pytest.raises(LudoError):
        load_game(path)
    with pytest.raises(LudoError):
        match(["random"] * 4, path, 1, **SMALL)
    assert cli.main(["play", "--terminal", "--game", str(path)]) == 2
    assert not mark.exists()


def test_a_log_of_the_arena_imports_no_agent(tmp_path):
    """A run is continued only with the agents of the call."""
    text, mark = spy_in(tmp_path)
    folder = tmp_path / "run"
    match(["random"] * 4, "ludo", 2, out=folder, **SMALL)
    log = folder / "games.jsonl"
    lines = log.read_text().splitlines(keepends=True)
    first = json.loads(lines[0])
    first["run"]["agents"] = [text] * 4
    first["run"]["files"] = {text.partition(":")[0]: "0123456789abcdef"}
    log.write_text("".join([json.dumps(first) + "\n", *lines[1:]]))
    with pytest.raises(LudoError, match="is of another run: its agents is "):
        match(["random"] * 4, "ludo", 2, out=folder, **SMALL)
    assert not mark.exists()


def test_a_game_with_an_agent_object_is_saved_by_its_name(tmp_path):
    """An unknown name must be given again; so must an agent of a file that has gone."""
    table = Table(load_game("mensch"), ["human", Named("somebody")], seed=3, backend="python")
    path = tmp_path / "game.json"
    save_table(table, path)
    assert json.loads(path.read_text())["seats"] == ["human", "somebody", "random", "random"]
    with pytest.raises(LudoError) as caught:
        load_table(path, "python")
    assert "player_1 is 'somebody', which cannot play here (Unknown agent 'somebody'; " in str(
        caught.value
    )
    assert str(caught.value).endswith("; say who plays on, by seats= or --seats.")
    loaded = load_table(path, "python", seats=["human", Named("somebody")])
    assert loaded.seats == table.seats
    assert loaded.position == table.position


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        (["random"] * 5, "seats is a list of at most 4 agents, not "),
        ("greedy", "seats is a list of at most 4 agents, not 'greedy'."),
        (["greedi"], "seats: 'greedi', which cannot play here (Unknown agent 'greedi'; did you"),
        ([3], "seats: 3, which cannot play here (An agent has a name, a text, and act(view)"),
    ],
)
def test_seats_that_cannot_be_given(tmp_path, seats, said):
    """One sentence names the seats, not the file."""
    path = saved(tmp_path / "game.json", ["human"])
    with pytest.raises(LudoError) as caught:
        load_table(path, "python", seats=seats)
    assert said in str(caught.value)
    assert "damaged" not in str(caught.value)


def test_a_game_with_an_agent_of_a_file_goes_on(tmp_path, monkeypatch):
    """The user types the file again: the same dice give the same moves."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "my_agent.py", HUNTER)
    seats = ["human", "my_agent.py:Hunter"]
    table = Table(load_game("mensch"), seats, seed=3, backend="python")
    save_table(table, "game.json")
    again = load_table("game.json", "python", seats=seats)
    for one in (table, again):
        while one.moves < 40:
            one.play(one.view.actions[0] if one.turn == 0 else one.choose())
    assert again.position == table.position
