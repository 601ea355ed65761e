"""The command line: help, errors, exit statuses, colours, completion, new games."""

import io
import os
import pty
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from batches import marked_long

from ludo_env import LudoError, Spec, load_game
from ludo_env import __main__ as cli

COMMANDS = [
    "", "demo", "play", "watch", "record", "replay", "arena", "quiz", "bench", "solve", "rules",
    "rules list", "rules show", "rules hooks", "rules facts", "rules check", "rules new",
    "games", "agents", "completion", "train", "serve",
]  # fmt: skip
# These changes make an example quick, and let it run without a screen.
QUICK = {
    "demo": ["--delay", "0"],
    "play": ["--terminal"],
    "watch": ["--terminal", "--delay", "0"],
    "train": ["--measured", "0", "--hidden", "3,2"],
    "serve": ["--port", "0"],
}
ANSI = "\x1b["


def helped(command, capsys):
    """Return the help of a command."""
    with pytest.raises(SystemExit) as left:
        cli.main([*command.split(), "--help"])
    assert left.value.code == 0
    return capsys.readouterr().out


def refused(arguments, capsys):
    """Return the sentence with which a command line is refused."""
    assert cli.main(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("ludo-env: ")
    assert shown.err.count("\n") == 1
    return shown.err.removeprefix("ludo-env: ").rstrip("\n")


def test_every_command_is_tested_here(capsys):
    """The list above is complete."""
    found = [""]
    for command in ("", "rules"):
        names = re.findall(r"^    ([a-z]+)  ", helped(command, capsys), re.MULTILINE)
        found += [f"{command} {name}".strip() for name in names]
    assert sorted(found) == sorted(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_help(command, capsys, monkeypatch):
    """Help has a description, examples and exit statuses, and fits a terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    shown = helped(command, capsys)
    assert re.search(r"^\S.*\.$", shown, re.MULTILINE)
    if command:
        assert "\nexamples:\n  ludo-env " in shown
        assert "\nexit status:\n  0    done\n" in shown
        assert "  2    wrong use" in shown
        assert "  130  interrupted" in shown
    assert "--color" in shown
    too_long = [line for line in shown.splitlines() if len(line) > 90]
    assert too_long == []


# `bench` also builds the C programs; `solve` and `train` are slow without compiled code.
LENGTHY = {"bench", "solve", "train"}


@pytest.mark.parametrize("command", marked_long(COMMANDS[1:], {*COMMANDS} - LENGTHY))
def test_examples_of_the_help_run(command, capsys, tmp_path, monkeypatch):
    """Examples run in order in an empty folder, in plain Python, without a window."""
    shown = helped(command, capsys)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("webbrowser.open", lambda link: True)
    monkeypatch.setattr("ludo_env.server.TableServer.run", lambda server: None)
    if command == "replay":
        cli.main(["record", "--players", "2", "--seed", "5", "--out", "game.json"])
    for line in re.findall(r"^  (ludo-env .*)$", shown.split("examples:")[1], re.MULTILINE):
        words = shlex.split(line.partition(" | ")[0])[1:]
        words += QUICK.get(words[0], [])
        if "--backend" in helped(words[0], capsys) and "--replay" not in words:
            words += ["--backend", "python"]
        assert cli.main(words) == 0, (line, capsys.readouterr())


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "ludo-env needs a command: demo, play,"),
        ("rules", "rules needs a command: list, show,"),
        ("arean", "ludo-env has no command 'arean'; did you mean 'arena'?"),
        ("rules chek", "rules has no command 'chek'; did you mean 'check'?"),
        ("--colour never games", "ludo-env has no option '--colour'; did you mean '--color'?"),
        ("arena --agnts random", "arena has no option '--agnts'; did you mean '--agents'?"),
        ("play --term", "play has no option '--term'; did you mean '--terminal'?"),
        (
            "arena --game=ludo --player=2",
            "arena has no option '--player'; did you mean '--players'",
        ),
        ("arena", "arena needs --agents; ludo-env arena --help explains it."),
        ("replay", "replay needs FILE; ludo-env replay --help explains it."),
        ("arena --agents", "--agents takes a value."),
        ("arena --agents random --games many", "--games is a whole number, not 'many'."),
        ("watch --delay long", "--delay is a number, not 'long'."),
        ("demo --backend c", "--backend is one of auto, numba, python, not 'c'."),
        ("games --color blue", "--color is one of auto, always, never, not 'blue'."),
        ("demo extra", "demo does not take 'extra'; ludo-env demo --help says what it takes."),
        ("arena --agents random --pool=1", "--pool takes no value, and got '1'."),
        ("replay x --moves --terminal", "--terminal and --moves cannot be given together."),
        ("completion tcsh", "shell is one of bash, zsh, fish, not 'tcsh'."),
        ("bench --num-envs 0", "--num-envs is a whole number from 1, not '0'."),
        ("bench ludo --game tock", "ludo-env bench measures one game"),
        ("demo --seed -1 --players x", "--players is a whole number, not 'x'."),
        ("demo --mode solo", "--mode is one of ffa, teams, not 'solo'."),
        ("rules check ludoo", "Unknown game 'ludoo'"),
        ("rules check nowhere.toml", "nowhere.toml cannot be read"),
        ("rules new ludo", "There is a game 'ludo' already"),
        ("rules new my-ludo", "The name of a game has letters, digits and _, unlike 'my-ludo'."),
        ("record --out x.json --replay y --players 2", "A replay has its own players"),
    ],
)
def test_wrong_use_is_one_sentence(line, sentence, capsys):
    """On stderr, with the exit status 2; it says what is allowed."""
    assert refused(line.split(), capsys).startswith(sentence)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("demo", []), ("watch", ["--terminal", "--seed", "1"]),
        ("record", ["--out", "x.json", "--seed", "1"]),
        ("play", ["--terminal", "--seed", "1"]),
        ("arena", ["--agents", "random,random", "--games", "1"]), ("rules check", []),
        ("bench", ["--num-envs", "1"]),
    ],
)  # fmt: skip
def test_every_command_takes_the_same_options(command, words, capsys):
    """A number of players and a mode that a game of a file does not have: with the reason."""
    game = ["tock"] if command == "rules check" else ["--game", "tock"]
    for option, said in (
        (["--players", "3"], "tock cannot be played with 3 players: it is a game for 4 players"),
        (["--mode", "teams"], "tock cannot be played with the mode 'teams': it is a game for 4"),
    ):
        message = refused([*command.split(), *game, *option, *words], capsys)
        assert message.startswith(said)
        assert message.endswith("copy its file with `ludo-env rules new` to change it.")


def test_files_have_the_players_and_the_mode_that_they_have(capsys, tmp_path):
    """Asking for the players and the mode that a file has is allowed, also in a game for teams."""
    load_game("uckers").dump(tmp_path / "mine.toml")
    for game in ("uckers", str(tmp_path / "mine.toml")):
        assert cli.main(["rules", "check", game, "--players", "4", "--mode", "teams"]) == 0
    assert "uckers, 4 players" in capsys.readouterr().out
    assert "mode 'ffa'" in refused(["rules", "check", "uckers", "--mode", "ffa"], capsys)


def test_the_old_spelling_of_teams(capsys):
    """`--teams` works for one more release, and names its replacement."""
    command = ["arena", "--agents", "random,random,random,random", "--games", "1", "--quiet"]
    results = []
    for option in (["--teams"], ["--mode", "teams"]):
        assert cli.main([*command, *option, "--backend", "python"]) == 0
        results.append(capsys.readouterr())
    assert results[0].err.startswith("ludo-env: --teams is now --mode teams")
    assert results[0].out.partition(";")[0] == results[1].out.partition(";")[0]
    assert "--teams" not in helped("arena", capsys)


@pytest.mark.parametrize(
    "command",
    [
        *("games", "agents", "rules list", "rules show blocks", "rules check ludo"),
        *("demo --backend python", "completion bash"),
    ],
)
def test_ctrl_c(command, monkeypatch):
    """Ends any command with one line and the status that shells expect."""
    shown = []

    def interrupted(*words, **how):
        if how.get("file") is sys.stderr:
            shown.append(" ".join(words))
            return
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.print", interrupted)
    assert cli.main(command.split()) == 130
    assert shown == ["ludo-env: interrupted."]


def test_the_answer_no(tmp_path, capsys):
    """`rules check` exits with 1 for a game with errors, and writes a line to stderr for each."""
    path = tmp_path / "game.toml"
    path.write_text('name = "x y"\nfamily = "track"\nrules = []\nfoo = 1\n')
    assert cli.main(["rules", "check", str(path)]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 3
    path.write_text("name = ")
    assert cli.main(["rules", "check", str(path)]) == 1
    assert "is not TOML" in capsys.readouterr().err


def test_games_are_checked_by_name(capsys):
    """Games are checked by name, also with a number of players."""
    assert cli.main(["rules", "check", "strict", "--players", "2"]) == 0
    assert capsys.readouterr().out == "strict: strict_ludo, 2 players, 5 actions\n"


@pytest.mark.parametrize(
    "origin",
    marked_long(
        ["ludo", "strict", "french", "tock", "eight", "generals", "storm"],
        ["ludo", "generals", "eight"],
    ),
)
def test_a_new_game(origin, tmp_path, monkeypatch, capsys):
    """A new game is a copy under its own name; --trust allows the rule beside it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    name = f"my_{origin}"
    assert cli.main(["rules", "new", name, "--from", origin]) == 0
    out = capsys.readouterr().out
    assert f"Next: ludo-env rules check {name}.toml; ludo-env play --game {name}.toml\n" in out
    game, module = Path(f"{name}.toml"), Path(f"{name}_rules.py")
    spec = Spec.load(game)
    assert (spec.name, spec.board, spec.rules) == (
        name, load_game(origin).board, load_game(origin).rules,
    )  # fmt: skip
    lines = game.read_text().splitlines()
    start = lines.index("# [[rules]]")
    used = [line.removeprefix("# ") for line in lines[start:]]
    game.write_text("\n".join([*lines[:start], *used]) + "\n")
    assert cli.main(["rules", "check", str(game)]) == 1
    assert "trust" in capsys.readouterr().err
    assert cli.main(["rules", "check", str(game), "--trust"]) == 0
    capsys.readouterr()
    for path in (game, module):
        text = path.read_text()
        (game if path is module else module).rename("kept")
        assert f"{path} exists already" in refused(["rules", "new", name], capsys)
        Path("kept").rename(game if path is module else module)
        assert path.read_text() == text


def test_a_new_game_from_a_file(tmp_path, monkeypatch, capsys):
    """A new game can be made from a file without a name in it, and from JSON."""
    monkeypatch.chdir(tmp_path)
    game = load_game("mensch")
    game.dump("mensch.json")
    game.dump("nameless.toml")
    named = Path("nameless.toml").read_text()
    nameless = re.sub(r"^name.*\n", "", named, flags=re.MULTILINE)
    Path("nameless.toml").write_text(f"# A comment.\n\n{nameless}")
    for number, origin in enumerate(("nameless.toml", "mensch.json")):
        assert cli.main(["rules", "new", f"mine{number}", "--from", origin]) == 0
        assert Spec.load(f"mine{number}.toml").name == f"mine{number}"
    assert "# A comment." in Path("mine0.toml").read_text()


def test_a_module_of_the_same_name_is_noticed(tmp_path, monkeypatch):
    """The rule beside the file is used, not a module of the same name imported from elsewhere."""
    monkeypatch.setattr(sys, "path", sys.path[:])
    rule = "from ludo_env import hooks, rule\n\n@rule()\ndef nothing(board):\n"
    rule += "    return hooks(may_land=lambda s, colour, cell: True)\n"
    load_game("ludo").dump(tmp_path / "ludo.toml")
    game = (tmp_path / "ludo.toml").read_text()
    game += '\n[[rules]]\nrule = "shared_rules_of_tests:nothing"\n'
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "shared_rules_of_tests.py").write_text(rule)
        (tmp_path / folder / "game.toml").write_text(game)
    with pytest.raises(LudoError, match="trust"):
        Spec.load(tmp_path / "one" / "game.toml")
    spec = Spec.load(tmp_path / "one" / "game.toml", trust=True)
    assert "nothing" in [rule.name for rule in spec.rules]
    with pytest.raises(LudoError, match="is the name of another module"):
        Spec.load(tmp_path / "two" / "game.toml", trust=True)


@pytest.mark.parametrize(
    ("choice", "variables", "coloured"),
    [
        ("auto", {}, True), ("auto", {"NO_COLOR": "1"}, False), ("auto", {"NO_COLOR": ""}, True),
        ("auto", {"TERM": "dumb"}, False), ("never", {}, False),
        ("always", {"NO_COLOR": "1"}, True),
    ],
)  # fmt: skip
def test_colours_on_a_terminal(choice, variables, coloured, monkeypatch, capsys):
    """Colours depend on `--color`, the variable NO_COLOR, and the kind of terminal."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    demo = ["demo", "--game", "mensch", "--every", "500", "--backend", "python"]
    for command in (["--color", choice, *demo], [*demo, "--color", choice]):
        assert cli.main(command) == 0
        assert (ANSI in capsys.readouterr().out) == coloured


@pytest.mark.parametrize("choice", ["auto", "always"])
def test_output_to_a_file(choice, capsys):
    """Output to a file has no control characters, and colours only on request."""
    watch = ["watch", "--terminal", "--game", "mensch", "--seed", "5", "--color", choice]
    assert cli.main([*watch, "--backend", "python"]) == 0
    out = capsys.readouterr().out
    assert set(re.findall(r"\x1b\[[\d;]*([A-Za-z])", out)) == (
        {"m"} if choice == "always" else set()
    )
    assert {letter for letter in out if ord(letter) < 32} <= {"\n", "\x1b"}


def test_a_narrow_terminal(tmp_path):
    """The tables of an arena fit into 40 columns of a real terminal, with and without colours."""
    command = [sys.executable, "-m", "ludo_env", "arena", "--players", "2", "--games", "4"]
    command += ["--agents", "random,random", "--backend", "python"]
    environment = {**os.environ, "COLUMNS": "40", "TERM": "xterm-256color"}
    environment.pop("NO_COLOR", None)
    for choice in ("never", "always"):
        primary, secondary = pty.openpty()
        done = subprocess.Popen(
            [*command, "--color", choice], stdout=secondary, stderr=subprocess.DEVNULL,
            env=environment,
        )  # fmt: skip
        os.close(secondary)
        shown = b""
        while True:
            try:
                part = os.read(primary, 10_000)
            except OSError:
                break
            if not part:
                break
            shown += part
        os.close(primary)
        assert done.wait() == 0
        text = shown.decode()
        assert "random" in text
        assert choice == "always" or ANSI not in text


def script(shell, capsys):
    """Return the completion script for a shell."""
    assert cli.main(["completion", shell]) == 0
    return capsys.readouterr().out


def asked_of_bash(code, words):
    """Return what Tab offers after these words, according to bash."""
    quoted = " ".join(map(shlex.quote, words))
    ask = f"{code}\nCOMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _ludo_env\n"
    ask += 'printf "%s\\n" "${COMPREPLY[@]}"'
    done = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("ludo-env ar", {"arena"}),
        ("ludo-env rules ch", {"check"}),
        ("ludo-env --color n", {"never"}),
        ("ludo-env --color never de", {"demo"}),
        ("ludo-env arena --tr", {"--trust", "--traces"}),
        ("ludo-env play --game men", {"mensch"}),
        ("ludo-env rules check men", {"mensch"}),
        ("ludo-env bench men", {"mensch"}),
        ("ludo-env arena --agents heu", {"heuristic"}),
        ("ludo-env arena --agents greedy,heu", {"greedy,heuristic"}),
        ("ludo-env play --seats human,gr", {"human,greedy"}),
        ("ludo-env arena --seats ba", {"balanced"}),
        ("ludo-env demo --backend p", {"python"}),
        ("ludo-env completion f", {"fish"}),
        ("ludo-env play --load sav", {"saved.json"}),
        ("ludo-env replay sav", {"saved.json"}),
        ("ludo-env watch --seed ", set()),
    ],
)
def test_completion_in_bash(words, offered, capsys, tmp_path, monkeypatch):
    """Commands, options, their words, games, agents in a list, and files."""
    monkeypatch.chdir(tmp_path)
    Path("saved.json").touch()
    assert set(asked_of_bash(script("bash", capsys), words.split(" "))) == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_every_option(shell, capsys):
    """Every option of every command is completed; an installed shell accepts the script."""
    code = script(shell, capsys)
    for command in COMMANDS:
        options = re.findall(r"^  (?:-h, )?--([a-z-]+)", helped(command, capsys), re.MULTILINE)
        assert options
        for option in options:
            assert f"-l {option} " in code if shell == "fish" else f"--{option}" in code
    for name in ("mensch", "greedy"):
        assert name in code
    if shutil.which(shell):
        done = subprocess.run(
            [shell, "-n"], input=code, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
