"""Replays: games restored from tables, environments and files, and refused input."""

import json
import pathlib
import re
import tempfile
import webbrowser
from itertools import pairwise

import numpy as np
import pytest
from batches import marked_long
from game_tables import play_on, random_table
from hypothesis import given
from hypothesis import strategies as st

from ludo_env import LudoError, generals_v0, load_game, loose_ludo_v0, ludo_v0
from ludo_env import __main__ as cli
from ludo_env.catalogue import game_names
from ludo_env.play import Replay, Table, load_replay, load_table, replayed, save_replay, save_table


def a_table(game="ludo", moves=120):
    """Return a table of random players, after this many moves."""
    return random_table(game, moves, seed=3)


def a_file(tmp_path, game="ludo", moves=30):
    """Return a replay as a file, and its data."""
    path = tmp_path / "replay.json"
    save_replay(Replay.of_table(a_table(game, moves)), path)
    return path, json.loads(path.read_text())


def played_env(env, seed, moves, options=None):
    """Play random actions in an environment; return them."""
    env.reset(seed=seed, options=options)
    choice, actions = np.random.default_rng(1), []
    while len(actions) < moves and not any(env.terminations.values()):
        mask = env.last()[0]["action_mask"]
        actions.append(choice.choice(np.flatnonzero(mask)))
        env.step(actions[-1])
    return actions


def same(record, other):
    """Return whether all fields of two states are equal."""
    return all((record[name] == other[name]).all() for name in record.dtype.names)


@pytest.mark.parametrize("game", marked_long(game_names(), ["ludo", "french", "generals", "ebb"]))
def test_a_game_goes_through_a_file_and_comes_out_again(game, tmp_path):
    """The replay is the same; its frames are all positions of the table, in order."""
    table, positions = Table(load_game(game), [], 7, backend="python"), []
    for _ in range(150):
        positions.append(table.position)
        play_on(table, 1)
    positions = [*positions[: table.moves], table.position]
    replay = Replay.of_table(table)
    save_replay(replay, tmp_path / "replay.json")
    loaded = load_replay(tmp_path / "replay.json")
    frames = loaded.frames()
    assert loaded == replay
    assert [table.game.position(frame.record) for frame in frames] == positions
    assert [frame.action for frame in frames] == [-1, *table.actions]
    assert same(frames[-1].record, table.record)


def test_frames_tell_who_played_what():
    """Each frame has the player and their move in words; the first has neither."""
    frames = Replay.of_table(a_table("mensch", 40)).frames()
    assert frames[0][1:] == (-1, -1, "")
    for before, frame in pairwise(frames):
        assert frame.player == before.record["seat"][0]
        assert re.match(rf"player_{frame.player} \w+ +(piece \d|dice \d  pass)", frame.words)


def test_dice_alone_make_the_game():
    """Without the seed it is the same game; one die too many or too few is refused."""
    table = a_table("french", 60)
    replay = Replay.of_table(table)
    parts = {**vars(replay), "seed": None, "number": 0}
    assert same(Replay(**parts).frames()[-1].record, table.record)
    short = Replay(**{**parts, "dice": replay.dice[:-1]})
    with pytest.raises(LudoError, match=r"^Move \d+: the dice have come to their end\.$"):
        short.frames()


def test_the_result_is_that_of_the_game():
    """This is true for finished and unfinished games."""
    table = a_table("eight", 5000)
    result = Replay.of_table(table).result
    assert table.over
    assert result.end == "finished"
    assert list(result.returns) == table.game.returns(table.record)
    assert Replay.of_table(a_table("eight", 3)).result == ("not ended", (0.0,) * 5)


@pytest.mark.parametrize(
    ("make", "options"),
    [
        (lambda: ludo_v0.env(backend="python"), None),
        (lambda: ludo_v0.env(backend="python"), {"dice": [6, 6, 3, 1]}),
        (lambda: generals_v0.env(backend="python"), {"dice": [2, 5]}),
        (
            lambda: loose_ludo_v0.env("mensch", backend="python"),
            {"position": "p0=3,y,y,y turn=0 dice=2", "dice": [6, 1]},
        ),
        (lambda: loose_ludo_v0.env("tock", backend="python"), None),
    ],
)
def test_actions_of_an_environment_and_its_seed_are_a_replay(make, options):
    """With the dice and the position of the options, the last state is the environment's."""
    env = make().unwrapped
    actions = played_env(env, 42, 80, options)
    given = options or {}
    replay = replayed(env.spec, 42, actions, position=given.get("position"), dice=given.get("dice"))
    assert replay.actions == tuple(actions)
    assert same(replay.frames()[-1].record, env.record)


def test_forced_passes_are_put_in():
    """An environment that passes automatically has the same game with fewer actions."""
    env = ludo_v0.env(backend="python", auto_pass=True).unwrapped
    actions = played_env(env, 42, 40)
    replay = replayed(env.spec, 42, actions, auto_pass=True)
    passes = replay.actions.count(replay.game.pass_action)
    assert passes > 0
    assert len(replay.actions) == len(actions) + passes
    assert same(replay.frames()[-1].record, env.record)
    with pytest.raises(LudoError, match=r"^Move 1: action \d is not legal\.$"):
        replayed(env.spec, 42, actions)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((None, []), "Dice that were drawn without a seed cannot be recovered; give the seed."),
        ((-1, []), "A seed is a whole number of 0 or more, not -1."),
        ((1, [99]), "Move 1: action 99 is not legal."),
        ((1, [-1]), "Move 1: action -1 is not legal."),
        ((1, [0.5]), "actions: these are whole numbers"),
        ((1, 7), "actions: these are whole numbers"),
        ((1, [True]), "actions: these are whole numbers"),
        ((1, [], -3), "The number of a game is 0 or more, not -3."),
        ((1, [], 0, "chess"), "The beginning: "),
        ((1, [], 0, None, [9]), "The beginning: 9 cannot come up then."),
        ((1, [], 0, None, "6"), "dice: these are whole numbers"),
    ],
)
def test_what_is_no_game_is_refused_in_a_sentence(arguments, sentence):
    """The sentence names the move, or the beginning."""
    with pytest.raises(LudoError, match="^" + re.escape(sentence)):
        replayed(load_game("ludo"), *arguments)


def test_what_is_taken_back_is_in_no_replay():
    """After undo, the replay and its frames have only the actions played instead."""
    table = a_table(moves=30)
    for _ in range(20):
        table.play(table.view.actions[0], decision=True)
    for _ in range(12):
        assert table.undo()
    assert table.moves == 38
    play_on(table, 25)
    replay = Replay.of_table(table)
    assert len(replay.actions) == 63
    assert same(replay.frames()[-1].record, table.record)


def test_going_to_a_moment_brings_its_actions():
    """Each moment, forwards or backwards, comes with the actions that led to it."""
    table = a_table(moves=30)
    early = table.moment()
    play_on(table, 10)
    late, actions = table.moment(), list(table.actions)
    table.go_to(early)
    assert table.actions == actions[:30]
    table.go_to(late)
    assert table.actions == actions
    assert same(Replay.of_table(table).frames()[-1].record, table.record)


@pytest.mark.parametrize("game", ["ludo", "generals", "tock"])
def test_a_saved_game_has_its_whole_replay(game, tmp_path):
    """After loading and playing on, the replay begins where the game began."""
    table = a_table(game, 50)
    save_table(table, tmp_path / "game.json")
    loaded = load_table(tmp_path / "game.json", "python")
    play_on(table, 20)
    play_on(loaded, 20)
    assert loaded.moves == 70
    assert Replay.of_table(loaded) == Replay.of_table(table)


def test_a_table_that_began_elsewhere_is_refused():
    """The replay of another game is not made."""
    table = a_table("mensch", 0)
    table.dealer.start(1, {"position": "p0=3,y,y,y turn=0 dice=2"})
    with pytest.raises(LudoError, match="has not played its game from the beginning"):
        Replay.of_table(table)


def test_damaged_files_are_refused_in_a_sentence(tmp_path):
    """Cut, altered, wrong or made-up files get one sentence, and never another error."""
    path, data = a_file(tmp_path)
    text = path.read_text()
    result, actions, dice = data["result"], data["actions"], data["dice"]
    wrong = {
        "": "is not a replay: it is not JSON.",
        "{}": "is not a replay.",
        "7": "is not a replay.",
        "[" * 100_000: "is not a replay: it is not JSON.",
        text[:-60]: "is not a replay: it is not JSON.",
        '{"format": "ludo-env game"}': "is not a replay; its format is 'ludo-env game'.",
        "[" + "0," * 5_000_000 + "0]": "is not a replay: it is larger than 8000000 bytes.",
        changed(data, version=2): "was saved by another version of ludo-env.",
        changed(data, version=True): "was saved by another version of ludo-env.",
        changed(data, game="chess"): "holds an unknown game: 'chess' is not a game",
        changed(data, game="/etc/passwd.json"): "holds an unknown game",
        changed(data, game={}): "holds an unknown game",
        changed(data, game=None): "holds an unknown game",
        changed(data, seed=-1): "is damaged: seed is a whole number",
        changed(data, seed=1.5): "is damaged: seed is a whole number",
        changed(data, number="0"): "is damaged: number is a whole number",
        changed(data, start=5): "is damaged: start is a text",
        changed(data, start="p9=1"): "is damaged: The beginning: ",
        changed(data, dice={}): "is damaged: dice is a list",
        changed(data, dice=[6.0]): "is damaged: dice is a list of whole numbers",
        changed(data, dice=[]): "is damaged: The beginning: the dice have come to their end.",
        changed(data, dice=[9, *dice]): "is damaged: The beginning: 9 cannot come up then.",
        changed(
            data, dice=[*dice, 6]
        ): "is damaged: the dice go on after the last move (left over: 1).",
        changed(data, dice=dice[:-1]): "is damaged: Move 30: the dice have come to their end.",
        changed(data, actions=[*actions[:9], 77]): "is damaged: Move 10: action 77 is not legal.",
        changed(data, actions=[-1]): "is damaged: actions is a list of whole numbers",
        changed(data, actions=[10**30]): "is damaged: actions is a list of whole numbers",
        changed(data, actions=[[]]): "is damaged: actions is a list of whole numbers",
        changed(data, actions=[0] * 50_001): "is damaged: actions is a list of at most 50000",
        changed(data, agents=[]): "is damaged: agents is a list of 4 texts",
        changed(data, agents=[1, 2, 3, 4]): "is damaged: agents is a list of 4 texts",
        changed(data, agents=["\x1b[2J"] * 4): "is damaged: agents is a list of 4 texts",
        changed(data, agents=["\ud800"] * 4): "is damaged: agents is a list of 4 texts",
        changed(data, result=[]): "is damaged: result.end is one of",
        changed(data, result=result | {"end": []}): "is damaged: result.end is one of",
        changed(data, result=result | {"end": "finished"}): "is damaged: its moves do not lead",
        changed(data, result=result | {"returns": [1]}): "is damaged: result.returns is a list",
        changed(data, result=result | {"returns": ["a"] * 4}): "is damaged: result.returns",
        changed(data, final="0" * 16): "is damaged: its moves do not lead to the end in the file",
        changed(data, final=None): "is damaged: final is a text",
    }
    for content, complaint in wrong.items():
        path.write_text(content)
        with pytest.raises(LudoError, match=re.escape(f"{path} {complaint}")):
            load_replay(path)
    path.write_bytes(bytes(range(256)))
    with pytest.raises(LudoError, match=r"is not a replay: it is not JSON\.$"):
        load_replay(path)
    with pytest.raises(LudoError, match=r"cannot be read: Is a directory\.$"):
        load_replay(tmp_path)


def changed(data, **changes):
    """Return the data of a file with changes, as text."""
    return json.dumps(data | changes)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@given(data=st.data())
def test_whatever_is_changed_in_a_file_it_is_a_replay_or_refused(data, tmp_path_factory):
    """Any change of a value or of the text gives a `LudoError`, or a valid game."""
    folder = tmp_path_factory.mktemp("replay")
    path, whole = a_file(folder, "mensch", 8)
    if data.draw(st.booleans()):
        text = path.read_text()
        at = data.draw(st.integers(0, len(text) - 1))
        path.write_text(text[:at] + data.draw(st.text(max_size=3)) + text[at + 1 :])
    else:
        name = data.draw(st.sampled_from(sorted(whole)))
        value = whole[name]
        if isinstance(value, list) and value and data.draw(st.booleans()):
            value[data.draw(st.integers(0, len(value) - 1))] = data.draw(ANYTHING)
        else:
            whole[name] = data.draw(ANYTHING)
        path.write_text(json.dumps(whole))
    complaint, replay = "", None
    try:
        replay = load_replay(path)
    except LudoError as error:
        complaint = str(error)
    assert "\n" not in complaint
    assert complaint or len(replay.frames()) == len(replay.actions) + 1


def test_nothing_else_is_written_over(tmp_path):
    """A letter or a saved game is not overwritten; an older replay is."""
    replay = Replay.of_table(a_table(moves=5))
    letter, game = tmp_path / "letter.txt", tmp_path / "game.json"
    letter.write_text("Dear Ludo")
    save_table(a_table(moves=5), game)
    for path in (letter, game):
        before = path.read_text()
        with pytest.raises(LudoError, match=r"is not a replay; it is not overwritten\.$"):
            save_replay(replay, path)
        assert path.read_text() == before
    for moves in (5, 9):
        save_replay(Replay.of_table(a_table(moves=moves)), tmp_path / "replay.json")
    assert len(load_replay(tmp_path / "replay.json").actions) == 9


def test_a_game_of_ones_own_is_in_the_file(tmp_path):
    """All its rules are in the file; rules that are code need trust, and boards are limited."""
    data = load_game("mensch").to_dict() | {"name": "mine"}
    table = Table(load_game(data), [], 5, backend="python")
    play_on(table, 20)
    path = tmp_path / "replay.json"
    save_replay(Replay.of_table(table), path)
    assert load_replay(path).spec.name == "mine"
    whole = json.loads(path.read_text())
    board = whole["game"]["board"]
    path.write_text(
        json.dumps(whole | {"game": whole["game"] | {"board": board | {"ring": 10**9}}})
    )
    with pytest.raises(LudoError, match=r"board: a number of it is larger than 1000\.$"):
        load_replay(path)
    whole["game"]["rules"].append({"rule": "antigravity:fly"})
    path.write_text(json.dumps(whole))
    with pytest.raises(LudoError, match="is code of its own"):
        load_replay(path)


def test_record_and_replay_by_the_command_line(tmp_path, capsys):
    """A game of agents is written to a file, which gives its moves and its boards."""
    path = str(tmp_path / "game.json")
    arguments = [
        "--game",
        "mensch",
        "--seats",
        "greedy,random",
        "--seed",
        "5",
        "--most-moves",
        "30",
    ]
    assert cli.main(["record", *arguments, "--out", path]) == 0
    last = "mensch, not ended after 30 moves (seed 5).\n"
    assert capsys.readouterr().out == f"{path}: {last}"
    assert load_replay(path).agents == ("greedy", "random", "random", "random")
    assert cli.main(["replay", path, "--moves"]) == 0
    moves = capsys.readouterr().out
    assert moves.count("\n") == 31
    assert re.match(r"    1  player_\d \w+ +dice", moves)
    assert cli.main(["replay", path, "--terminal"]) == 0
    report = capsys.readouterr().out
    assert report.endswith(last)
    assert report.count("\n\n> player_") > 1
    for text in (moves, report):
        assert re.search(r"player_\d \w+ +piece [1-4]: 6, out of the yard$", text, re.MULTILINE)
        assert "piece 0" not in text
    page = tmp_path / "game.html"
    assert cli.main(["replay", path, "--html", str(page)]) == 0
    assert page.read_text("utf-8").lower().startswith("<!doctype html")
    assert cli.main(["replay", path, "--html", path]) == 2
    assert "is not a page; it is not overwritten." in capsys.readouterr().err


def test_a_page_opens_in_a_browser(tmp_path, monkeypatch, capsys):
    """It is a new file, or that of --html; without a browser its path is printed."""
    path, opened = str(tmp_path / "game.json"), []
    save_replay(Replay.of_table(random_table("mensch", 12)), path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(webbrowser, "open", lambda address: not opened.append(address))
    assert cli.main(["replay", path, "--open"]) == 0
    page = pathlib.Path(capsys.readouterr().out.strip())
    assert opened == [page.as_uri()]
    assert page.name == "game.html"
    assert page.parent.stat().st_mode & 0o077 == 0
    assert page.read_text("utf-8").lower().startswith("<!doctype html")
    kept = tmp_path / "kept.html"
    assert cli.main(["replay", path, "--open", "--html", str(kept)]) == 0
    assert opened[1:] == [kept.as_uri()]
    monkeypatch.setattr(webbrowser, "open", lambda address: False)
    assert cli.main(["replay", path, "--open", "--html", str(kept)]) == 0
    assert "no browser was found" in capsys.readouterr().err
    assert cli.main(["replay", path, "--open", "--moves"]) == 2
    assert "--open shows a page" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--out", "x.avi"], "--out ends in .json, .html, .png, .gif, .webp, .mp4, not 'x.avi'."),
        (["--out", "x.gif", "--move", "3"], "--move is for pictures"),
        (["--out", "x.json", "--seats", "human"], "record is for agents"),
        (["--out", "x.json", "--most-moves", "-1"], "--most-moves is 0 to 50000, not -1."),
        (["--out", "x.json", "--replay", "y", "--seed", "1"], "A replay has its own seed"),
        (["--out", "x.json", "--replay", "nowhere.json"], "nowhere.json cannot be read"),
        (["--out", "no/where/x.json", "--most-moves", "1"], "no/where/x.json cannot be written"),
    ],
)
def test_a_wrong_choice_is_one_sentence(arguments, sentence, capsys):
    """The sentence is on stderr, with exit status 2."""
    assert cli.main(["record", *arguments]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"ludo-env: {sentence}")
    assert err.count("\n") == 1


def test_a_write_that_fails_leaves_the_older_file(tmp_path, monkeypatch):
    """The new file replaces the older one only when it is complete."""
    target = tmp_path / "game.json"
    table = Table(load_game("mensch"), ["random"], 5, backend="python")
    table.play(table.choose())
    save_replay(Replay.of_table(table), target)
    before = target.read_bytes()
    table.play(table.choose())

    def full(path, *_):
        path.write_bytes(b"{")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pathlib.Path, "write_text", full)
    with pytest.raises(LudoError, match="No space left on device"):
        save_replay(Replay.of_table(table), target)
    assert target.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_names_that_no_file_can_have_are_refused(name, tmp_path):
    """One sentence, as for any file that cannot be written."""
    table = Table(load_game("mensch"), ["random"], 5, backend="python")
    with pytest.raises(LudoError, match="cannot be"):
        save_replay(Replay.of_table(table), tmp_path / name)


def test_a_saved_game_can_be_looked_at_as_a_replay(tmp_path, capsys):
    """`replay` and `record --replay` accept both kinds of files."""
    table = Table(load_game("mensch"), ["random"], 5, backend="python")
    for _ in range(30):
        table.play(table.choose())
    save_table(table, tmp_path / "saved.json")
    assert cli.main(["replay", str(tmp_path / "saved.json"), "--moves"]) == 0
    assert "not ended after 30 moves" in capsys.readouterr().out
    out = tmp_path / "made.json"
    assert cli.main(["record", "--replay", str(tmp_path / "saved.json"), "--out", str(out)]) == 0
    assert load_replay(out).actions == tuple(table.actions)
