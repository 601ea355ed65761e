"""Playing in the terminal: scripted people, undo, hints, saved games, and watching."""

import json
import re

import numpy as np
import pytest
from batches import marked_long
from game_tables import a_table, decide, to_a_person

from ludo_env import LudoError, load_game
from ludo_env import __main__ as cli
from ludo_env.agents import View, human
from ludo_env.agents.human import HumanAgent, Left, in_columns
from ludo_env.play import Replay, Table, TerminalGame, load_table, save_table


def fed(lines):
    """Return an `input` that gives these lines, and then ends."""
    waiting = iter(lines)

    def read(prompt):
        try:
            return next(waiting)
        except StopIteration as end:
            raise EOFError from end

    return read


def played(table, lines):
    """Return the output while these lines are typed, until the game or the input ends."""
    shown = []
    try:
        TerminalGame(table, fed(lines), shown.append).run()
    except Left as left:
        shown.append(str(left))
    return "\n".join(shown)


def positions(table, moves):
    """Return the positions of the next moves: the first legal ones, with the next dice."""
    found = [table.position]
    for _ in range(moves):
        if not table.over:
            table.play(table.view.actions[0])
            found.append(table.position)
    return found


@pytest.mark.parametrize(
    "game", marked_long(["ludo", "french", "generals", "mensch", "tock"], ["french", "generals"])
)
def test_a_whole_game_is_played_by_lines(game):
    """With the first move each time the game ends with a report, and repeats itself."""
    asked, shown = [], []

    def read(prompt):
        asked.append(prompt)
        assert len(asked) < 20_000
        return "1"

    table = a_table(game)
    TerminalGame(table, read, shown.append).run()
    assert table.over
    assert re.fullmatch(r"player_\d( and player_\d)? won after \d+ moves \(seed 3\)\.", shown[-1])
    assert set(asked) == {"> "}
    again = []
    TerminalGame(a_table(game), lambda prompt: "1", again.append).run()
    assert again == shown


def test_the_moves_of_others_are_reported():
    """Between two questions: all moves and passes of the others, with their dice."""
    text = played(a_table(), ["1", "1"])
    assert "\nplayer_3 red     piece " in text
    assert re.search(r"^No move: player_0 green \(\d\), player_1 yellow \(\d\)", text, re.MULTILINE)
    assert re.search(
        r"^player_0 green, dice 6:\n  1  piece 1: 6, out of the yard$", text, re.MULTILINE
    )


def test_wrong_lines_are_answered_and_asked_again():
    """Each wrong line is answered in a sentence, and nothing is played."""
    table = a_table()
    to_a_person(table)
    before = table.position
    text = played(
        table, ["", "0", "99", "-1", "1.5", "mvoes", "²", "explain x", "save", "9" * 5000]
    )
    assert "Type the number of a move, or help." in text
    assert text.count("Unknown move") == 3
    assert "'mvoes' is not a command; did you mean 'moves'?" in text
    assert "explain takes the number of an action, 0 to 4; why takes words." in text
    assert "save takes the name of a file" in text
    assert text.endswith("The input has ended.")
    assert table.position == before


def test_commands_say_what_they_are_for():
    """There are the board, the position, moves, refusals in the rules' words, help and quit."""
    text = played(
        a_table("mensch"),
        ["why", "why piece 9", "explain 4", "pos", "moves", "help", "board", "quit"],
    )
    assert "a player may pass only when nothing else can be played" in text
    assert "No move with 'piece 9' in its words is refused." in text
    assert re.search(r"^p0=\S+ p1=\S+ .*turn=0 dice=\d", text, re.MULTILINE)
    assert "  save FILE    keep the game in a file" in text
    assert text.endswith("Good-bye.")
    generals = played(a_table("generals", seed=4), ["1", "why b10"])
    assert "open_path: A unit goes straight on over empty cells" in generals


def test_refusals_of_pieces():
    """`why` names each refusing rule and the pieces that it stops."""
    table = a_table("mensch")
    table.dealer.start(1, {"position": "p0=3,y,y,y turn=0 dice=2"})
    text = played(table, ["why piece 3", "why 2"])
    said = "leave_yard: A piece leaves its yard only with a six; the die is spent on it whole."
    assert f"{said}\n    piece 3\n" in text
    assert f"piece 3: {said}" in text


@pytest.mark.parametrize("game", ["ludo", "french", "generals", "tock"])
def test_undo_goes_back_to_the_last_decision(game):
    """The position is restored, with the next dice and the agents' next choices."""
    table = a_table(game)
    decide(table, 3)
    to_a_person(table)
    before, moves = table.position, table.moves
    found = []
    for _ in range(2):
        decide(table, 5)
        found.append(positions(table, 100))
        for _ in range(5):
            assert table.undo()
        assert (table.position, table.moves) == (before, moves)
    assert found[0] == found[1]


def test_undo_by_a_line():
    """The same question is asked again; at the start there is nothing to undo."""
    text = played(a_table(), ["undo", "2", "undo", "2", "quit"])
    assert "There is no decision to take back." in text
    first, second = text.split("\nTaken back.\n")
    asked, then = first.split("There is no decision to take back.\n")
    assert second.startswith(asked[asked.index("\n\n") :][1:])
    assert second.endswith(then + "\nGood-bye.")


def test_a_hint_names_a_move(monkeypatch):
    """The first available adviser gives it; without one a message says so. Dice do not change."""
    text = played(a_table(), ["?"])
    assert re.search(r"^(rollout|greedy) would play [1-4]: piece", text, re.MULTILINE)
    report = played(a_table(), ["1", "1", "1"])
    hinted = played(a_table(), ["?", "1", "?", "1", "hint", "1"])
    assert [
        line for line in hinted.splitlines() if " would play " not in line
    ] == report.splitlines()
    monkeypatch.setattr(human, "ADVISERS", {"nobody": "nobody"})
    assert "Nobody can give a hint here: there is neither nobody." in played(a_table(), ["?"])


def test_hands_of_others_are_hidden():
    """A person sees only their own cards, in the picture, the position and the news."""
    table = a_table("tock")
    text = played(table, ["board", "pos", "1", "1", "pos"])
    hands = re.findall(r"hands=(\S+)", text)
    assert len(hands) > 5
    assert all(hand.endswith("/?/?/?") and not hand.startswith("?") for hand in hands)
    assert re.search(r"^> player_0 green   \S+  cards [\dAJQK,]+$", text, re.MULTILINE)
    assert "dice=?" not in text


def test_people_look_away_when_hands_change():
    """With several people and hidden cards, a line must be typed before a hand is shown."""
    text = played(a_table("tock", ["human", "human"]), [""] * 40)
    assert "dice=" not in text
    asked = []

    def read(prompt):
        asked.append(prompt)
        if len(asked) > 30:
            raise EOFError
        return "" if "Enter" in prompt else "1"

    with pytest.raises(Left):
        TerminalGame(a_table("tock", ["human", "human"]), read, lambda text: None).run()
    assert "player_0 green is next; Enter when nobody else can see the cards. " in asked
    assert "player_1 yellow is next; Enter when nobody else can see the cards. " in asked


def test_several_people():
    """Each is asked by name, and sees what the others have chosen, but not their own choice."""
    shown = []

    def read(prompt):
        shown.append("?")
        if shown.count("?") > 60:
            raise EOFError
        return "1"

    with pytest.raises(Left):
        TerminalGame(a_table(seats=["human"] * 4), read, shown.append).run()
    between = [part.strip().split("\n") for part in "\n".join(shown).split("\n?")[1:60]]
    asked = [next(line for line in part if ", dice" in line)[:8] for part in between]
    report = [part[0][:8] if re.match(r"player_\d \w+ +piece", part[0]) else "" for part in between]
    assert set(asked) == {f"player_{player}" for player in range(4)}
    choosers = ["player_3", *asked]  # with this seed, player_3 is asked first
    for chooser, mover, next_asked in zip(choosers, report, asked, strict=False):
        assert mover == ("" if chooser == next_asked else chooser)


@pytest.mark.parametrize(
    "game",
    marked_long(["ludo", "french", "generals", "storm", "tock", "uckers"], ["french", "storm"]),
)
def test_a_saved_game_goes_on_with_the_same_dice(game, tmp_path):
    """The position, the next dice and the agents' chance are the same."""
    table, path = a_table(game), tmp_path / "game.json"
    decide(table, 6)
    to_a_person(table)
    save_table(table, path)
    loaded = load_table(path, "python")
    assert (loaded.seats, loaded.seed, loaded.moves) == (table.seats, table.seed, table.moves)
    assert loaded.game.spec == table.game.spec
    decide(table, 4)
    decide(loaded, 4)
    assert positions(loaded, 200) == positions(table, 200)


def test_a_game_from_a_position_is_saved_and_replayed(tmp_path):
    """The saved game and the replay contain the start."""
    spec, start = load_game("mensch"), "p0=3,y,y,y p1=9,y,y,y turn=0 dice=2"
    table, path = Table(spec, ["human"], 5, position=start), tmp_path / "game.json"
    assert table.position.startswith("p0=3,y,y,y")
    decide(table, 3)
    to_a_person(table)
    save_table(table, path)
    loaded = load_table(path, "python")
    assert (loaded.start, loaded.position) == (start, table.position)
    replay = Replay.of_table(loaded)
    assert (replay.start, replay.actions) == (start, tuple(table.actions))
    with pytest.raises(LudoError, match="nonsense"):
        Table(spec, ["human"], 5, position="p0=nonsense")


def test_a_game_of_ones_own_is_saved_whole(tmp_path):
    """A file from outside the library is stored in the saved game itself."""
    spec = load_game("mensch").replace(*load_game("mensch").rules)
    data = spec.to_dict() | {"name": "mine"}
    source = tmp_path / "mine.json"
    source.write_text(json.dumps(data))
    table = Table(load_game(source), ["human"], 5, backend="python")
    save_table(table, tmp_path / "saved")
    source.unlink()
    assert load_table(tmp_path / "saved", "python").game.spec.name == "mine"


def test_saving_and_loading_by_the_command_line(tmp_path, monkeypatch, capsys):
    """`save` and `--load` work; a file that is not a saved game is not overwritten."""
    path, other = tmp_path / "game.json", tmp_path / "letter.txt"
    other.write_text("Dear Ludo")
    lines = ["1", f"save {path}", f"save {other}", f"save {tmp_path}/no/where", "pos"]
    monkeypatch.setattr("builtins.input", fed(lines))
    assert cli.main(["play", "--terminal", "--seed", "3", "--backend", "python"]) == 0
    first = capsys.readouterr().out
    assert f"Saved; ludo-env play --load {path} goes on from here." in first
    assert f"{other} is not a saved game; it is not overwritten." in first
    assert "cannot be written: No such file or directory." in first
    assert other.read_text() == "Dear Ludo"
    monkeypatch.setattr("builtins.input", fed(["pos"]))
    arguments = ["--load", str(path), "--backend", "python"]
    assert cli.main(["play", "--terminal", *arguments]) == 0
    position = re.findall(r"^p0=.*$", first, re.MULTILINE)[-1]
    assert position in capsys.readouterr().out.splitlines()


def test_teams_and_fewer_players_by_the_command_line(monkeypatch, capsys):
    """If a game has a choice, the seats are those of the chosen game."""
    monkeypatch.setattr("builtins.input", fed(["quit"]))
    assert cli.main(["play", "--terminal", "--players", "2", "--seed", "3"]) == 0
    assert "player_1 yellow is random.\n" in capsys.readouterr().out
    monkeypatch.setattr("builtins.input", fed(["quit"]))
    assert cli.main(["play", "--terminal", "--mode", "teams", "--seed", "3"]) == 0
    assert "player_3 red is random.\n" in capsys.readouterr().out


def test_watching(capsys):
    """Each move in words, boards, and the winner in the last line; repeatable by seed."""
    shown = []
    for _ in range(2):
        arguments = ["--game", "mensch", "--seats", "random,random", "--seed", "5", "--games", "2"]
        assert cli.main(["watch", "--terminal", *arguments, "--backend", "python"]) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]
    assert shown[0].count("\n\n> player_0 green") > 5
    assert re.search(r"^player_1 yellow  piece [1-4]: 6, out of the yard$", shown[0], re.MULTILINE)
    won = re.findall(r"^player_\d won after \d+ moves \(seed 5.*\)\.$", shown[0], re.MULTILINE)
    assert len(won) == 2
    assert shown[0].rstrip().endswith(won[1])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["watch", "--seats", "human"], "watch is for agents; ludo-env play has seats for people."),
        (["watch", "--games", "0"], "--games is at least 1, and --delay at least 0 seconds."),
        (["play", "--seats", "random"], "Nobody at this table is human"),
        (["play", "--seats", "human,randon"], "Unknown agent 'randon'; did you mean 'random'?"),
        (["play", "--seats", "human,,random"], "Unknown agent ''"),
        (["play", "--seats", "human,random,random,random,random"], "ludo has 4 seats, not 5."),
        (["play", "--seed", "-1"], "A seed is a whole number of 0 or more, not -1."),
        (["play", "--game", "chess"], "Unknown game"),
        (["play", "--load", "nowhere.json"], "nowhere.json cannot be read"),
        (["play", "--load", "x", "--seed", "3"], "A saved game has its own seed"),
        (["play", "--load", "x", "--mode", "teams"], "A saved game has its own mode"),
        (["play", "--game", "tock", "--players", "3"], "tock cannot be played with 3 players"),
        (["play", "--game", "eight", "--mode", "teams"], "eight cannot be played with the mode"),
        (["play", "--players", "0"], "num_players is one of 2, 3, 4, not 0."),
        (["play", "--speed", "quick"], "Unknown speed 'quick'"),
    ],
)
def test_a_wrong_choice_is_one_sentence(arguments, sentence, capsys):
    """One sentence on stderr, with exit status 2."""
    assert cli.main(arguments) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"ludo-env: {sentence}")
    assert err.count("\n") == 1


def test_ctrl_c_ends_politely(monkeypatch, capsys):
    """It ends with the exit status that shells expect, and without a traceback."""

    def interrupted(prompt):
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    assert cli.main(["play", "--terminal", "--seed", "3", "--backend", "python"]) == 130
    assert capsys.readouterr().out.endswith("\nInterrupted.\n")


def test_the_human_agent_alone():
    """The agent asks for every player that it gets, and needs no table."""
    table, shown = a_table("generals"), []
    view = View(table.game, table.record, np.random.default_rng(1))
    assert HumanAgent(fed(["nonsense", "2"]), shown.append).act(view) == view.actions[1]
    assert shown[0] == "player_0 white:"
    assert shown[1] == "  1  be the Attacker"
    with pytest.raises(Left):
        HumanAgent(fed([]), shown.append).act(view)
    with pytest.raises(LudoError):
        HumanAgent(3)


def test_long_lists_stand_in_columns():
    """The columns are read downwards, and are as wide as the terminal."""
    lines = in_columns([f"{number:>3}  move" for number in range(1, 31)])
    assert len(lines) < 10
    assert lines[1].startswith("  2  move")
    assert max(map(len, lines)) <= 100
