"""Hostile files: damaged games, replays and saved games are refused in one sentence."""

import copy
import json
import random
import re
import signal

import pytest
from game_tables import play_on
from hostile_specs import hostile

from ludo_env import LudoError, Spec, SpecError, french_ludo_v0, generals_v0, loose_ludo_v0, ludo_v0
from ludo_env._engine.game_data import from_dict
from ludo_env._engine.game_files import MOST_BYTES, load
from ludo_env._engine.input_limits import key_too_long
from ludo_env._play.replay_file import replay_as_data
from ludo_env._play.saved_game import sealed
from ludo_env.play import Replay, Table, load_replay, load_table, replayed, save_replay, save_table

# A message with six complaints, each of which quotes 80 characters.
LONGEST = 3000
JUNK = (
    None, True, -1, 0, 7, 10**30, 2**63, 1.5, float("nan"), "", "x", "\u202ebidi", "\x1b[31m",
    "\ud800", [], {}, [None], [[1]], [10**30], {"a": 1}, "y" * 30_000, [0] * 60_000,
)  # fmt: skip


def sentence(error):
    """Check that a refusal is one line of bounded length."""
    text = str(error.value if hasattr(error, "value") else error)
    assert "\n" not in text, text[:500]
    assert 0 < len(text) < LONGEST, text[:500]


def try_specs(numbers):
    """Try to make each hostile spec; return how many were refused."""
    refused = 0
    for number in numbers:
        try:
            Spec.from_dict(hostile(number))
        except SpecError as error:  # noqa: PERF203
            refused += 1
            sentence(error)
    return refused


def damaged(rng, data):
    """The data of a file with one to three things changed."""
    changed = copy.deepcopy(data)
    for _ in range(rng.choice((1, 1, 2, 3))):
        holder, key = _place(rng, changed)
        kind = rng.randrange(4)
        if kind == 0:
            del holder[key]
        elif kind == 1 and type(holder[key]) is int:
            holder[key] += rng.choice((-1, 1, 2, 100, 10**12))
        elif kind == 2 and isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[rng.randrange(len(holder))]))
        else:
            holder[key] = copy.deepcopy(rng.choice(JUNK))
    return changed


def _place(rng, data):
    holder, key = data, rng.choice([*data, "state"] if "state" in data else [*data])
    while isinstance(holder[key], (dict, list)) and holder[key] and rng.random() < 0.85:
        holder = holder[key]
        key = rng.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
    return holder, key


def games():
    """Tables in the middle of a game, of both families and of files."""
    specs = (
        ludo_v0.spec(2),
        french_ludo_v0.spec(2),
        generals_v0.spec(),
        loose_ludo_v0.spec("tock"),
    )
    for number, spec in enumerate(specs):
        table = Table(spec, ["random"], 5, number, "python")
        play_on(table, 40)
        yield table


def files(folder):
    """The data of replays and saved games, with the functions that read them."""
    for table in games():
        replay = replay_as_data(Replay.of_table(table))
        yield {"format": "ludo-env replay", "version": 1, **replay}, load_replay
        path = folder / "game.json"
        save_table(table, path)
        yield json.loads(path.read_text("utf-8")), load_table
        path.unlink()


def try_files(folder, numbers):
    """Try to read each damaged file; return how many were refused."""
    known, refused = list(files(folder)), 0
    for number in numbers:
        rng = random.Random(number)
        data, reads = known[number % len(known)]
        data = damaged(rng, data)
        if reads is load_table and rng.random() < 0.9:
            data = sealed(data)  # the damage was done by somebody who knows the format
        text = json.dumps(data)
        if rng.random() < 0.2:
            at = rng.randrange(len(text))
            text = text[:at] + rng.choice(("", "\x00", "}", "[[[[", "\ufeff", "9" * 5000))
        path = folder / "damaged.json"
        path.write_text(text, "utf-8", errors="replace")
        try:
            reads(path)
        except LudoError as error:
            refused += 1
            sentence(error)
    return refused


def test_hostile_specs():
    """A small share of the hostile specs: each is refused, or is a game."""
    assert try_specs(range(100)) > 50


def test_damaged_files(tmp_path):
    """A small share of the replays and saved games."""
    assert try_files(tmp_path, range(80)) > 50


@pytest.mark.long
@pytest.mark.parametrize("share", range(15))
def test_hostile_specs_long(share):
    """1 500 of them, in shares of a hundred."""
    assert try_specs(range(10_000 + 100 * share, 10_100 + 100 * share)) > 50


@pytest.mark.long
def test_damaged_files_long(tmp_path):
    """500 replays and saved games."""
    assert try_files(tmp_path, range(1000, 1500)) > 300


def test_a_file_of_more_than_a_megabyte_is_not_read(tmp_path):
    """The size is checked first, whatever the file holds."""
    for name in ("large.toml", "large.json"):
        path = tmp_path / name
        path.write_text("#" * (MOST_BYTES + 1))
        with pytest.raises(SpecError, match="larger than 1000000 bytes") as error:
            load(path)
        sentence(error)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("\na" + ".a" * 7 + " = 1", 2),
        ("name = 'x'  # a\n[" + "a . \t" * 7 + "a]", 2),
        ("x = {y = 1, " + '\'a."\'."b.\\"\'".' * 4 + "c = 1}", 1),
        ('x = """a.b\n\\""""""\n' + "a." * 7 + "a = 1", 3),
        ("x = '''\n\\'''\n[[" + "a." * 7 + "a]]", 3),
        ("a" + ".a" * 490_000 + "=1", 1),
    ],
    ids=range(6),
)
def test_a_key_of_very_many_parts_is_refused_before_the_text_is_read(text, line, tmp_path):
    """Readers of TOML take more than hours for one of a megabyte; the last of these is one."""
    path = tmp_path / "game.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(SpecError, match=f"line {line}: a key has at most 7 parts") as error:
        load(path)
    sentence(error)


@pytest.mark.parametrize(
    "text",
    [
        'a = "' + "x." * 50 + '"',
        "a = '" + "x." * 50 + "'",
        "# " + "x." * 50,
        'a = """\n' + "x." * 50 + '\\"""\n' + "x." * 50 + '"""""\n',
        "a = '''\n" + "x." * 50 + "\\'''\n",
        "a = [" + "1.5, " * 50 + "]",
        "a = [" + "1979-05-27T07:32:00.999999, " * 50 + "]",
        "a.b.c.d.e.f.g = 1.5",
        '"' + "x." * 50 + '".b = 1',
        "a = {" + ", ".join(f"b.c{i} = 0.5" for i in range(50)) + "}",
        "a = " + "." * 50,
    ],
    ids=range(11),
)
def test_dots_of_strings_numbers_and_comments_are_not_counted(text):
    """Keys that are close to each other are not counted either."""
    assert key_too_long(text) == ""


@pytest.mark.parametrize(
    ("board", "said"),
    [
        ({"safe": {}}, "board.safe: it is a list of whole numbers, not {}"),
        ({"safe": [0, "x"]}, "board.safe: it is a list of whole numbers"),
        ({"arms": "4"}, "board.arms: it is a whole number, not '4'"),
        ({"corners": 1}, "board.corners: it is true or false, not 1"),
        ({"end_path": 10**9}, "A ring has at most 1000 squares"),
        ({"safe": [0] * 3000}, "board.safe: it has at most 2000 entries, not 3000"),
        ({"safe": [[[[[[[[0]]]]]]]]}, "nested at most 6 deep"),
        ({"pieces": 10**40}, "board.pieces: a number is at most"),
    ],
)
def test_what_a_board_cannot_be_is_reported_with_its_place(board, said):
    """The place is the key in the file."""
    data = loose_ludo_v0.spec("ludo").to_dict()
    data["board"] = {"kind": "cross", **board}
    with pytest.raises(SpecError) as error:
        from_dict(data)
    assert said in str(error.value)
    sentence(error)


def test_what_a_grid_cannot_be_is_reported_with_its_place():
    """Boards of grids are reported in the same way."""
    data = generals_v0.spec().to_dict()
    data["board"]["moat"] = {"a": 1}
    data["board"]["garrisons"] = [[0], "x"]
    with pytest.raises(SpecError) as error:
        from_dict(data)
    assert "board.moat: it is a list of whole numbers" in str(error.value)
    assert "board.garrisons: it is a list of lists of whole numbers" in str(error.value)


def test_too_many_rules_and_complaints():
    """A game has at most two hundred rules, and a message at most six complaints."""
    data = loose_ludo_v0.spec("ludo").to_dict()
    rules = data["rules"]
    with pytest.raises(SpecError, match="rules: a game has at most 200 of them, not 2000"):
        from_dict({**data, "rules": rules[:1] * 2000})
    with pytest.raises(SpecError, match=r"and 144 more\.$") as error:
        from_dict({**data, "rules": [{"rule": "x" * 10_000}] * 150})
    sentence(error)


@pytest.mark.parametrize("name", ["../x:y", ":y", "x:", "os:system", "no such module:y", "...:y"])
def test_a_trusted_path_that_is_none_is_one_sentence(name):
    """Trust lets a file name code; what cannot be imported is refused."""
    data = loose_ludo_v0.spec("ludo").to_dict()
    data["rules"][0] = {"rule": name}
    with pytest.raises(SpecError) as error:
        from_dict(data, trust=True)
    sentence(error)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("raise KeyboardInterrupt", "cannot be imported: it raised KeyboardInterrupt."),
        ("import sys; sys.exit(3)", "cannot be imported: it called sys.exit(3)."),
        ("import sys; sys.exit()", "cannot be imported: it called sys.exit()."),
        ("raise GeneratorExit", "cannot be imported: it raised GeneratorExit."),
        ("1 / 0", "cannot be imported: it raised ZeroDivisionError: division by zero."),
        ("import no_such_module", "cannot be imported: No module named 'no_such_module'."),
    ],
    ids=range(6),
)
def test_a_trusted_module_that_raises_is_one_sentence(code, said, request, tmp_path, monkeypatch):
    """Any error is refused, also its own KeyboardInterrupt; `sys.exit` is called by its name."""
    module = f"raising_rules_{request.node.callspec.id}"
    (tmp_path / f"{module}.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    data = loose_ludo_v0.spec("ludo").to_dict()
    data["rules"][0] = {"rule": f"{module}:mine"}
    handler = signal.getsignal(signal.SIGINT)
    with pytest.raises(BaseException) as error:
        from_dict(data, trust=True)
    assert error.type is SpecError
    assert said in str(error.value)
    assert signal.getsignal(signal.SIGINT) is handler
    sentence(error)


def test_ctrl_c_during_an_import_is_not_an_error_of_the_file(tmp_path, monkeypatch):
    """Ctrl-C ends the call, as everywhere."""
    (tmp_path / "interrupted_rules.py").write_text("import signal; signal.raise_signal(2)")
    monkeypatch.syspath_prepend(tmp_path)
    data = loose_ludo_v0.spec("ludo").to_dict()
    data["rules"][0] = {"rule": "interrupted_rules:mine"}
    with pytest.raises(KeyboardInterrupt):
        from_dict(data, trust=True)


@pytest.mark.parametrize("path", [None, 0, b"game.toml", 1.5, ["game.toml"]])
def test_what_is_no_path_is_one_sentence(path):
    """This holds for loading a game, and for dumping one."""
    shown = re.escape(repr(path))
    with pytest.raises(SpecError, match=f"^A game is loaded from the path of a file, not {shown}"):
        Spec.load(path)
    with pytest.raises(SpecError, match=f"^A game is dumped to the path of a file, not {shown}"):
        ludo_v0.spec(2).dump(path)


@pytest.mark.parametrize("name", ["\x1b[31mred", "two\nlines", "\u202edesrever", "x" * 20_001])
def test_what_could_not_be_loaded_is_not_saved(tmp_path, name):
    """Names of agents with control characters or marks of direction stay out of files."""
    replay = replayed(ludo_v0.spec(2), 3, [], agents=[name])
    path = tmp_path / "game.replay.json"
    with pytest.raises(LudoError, match="This replay cannot be kept in a file") as error:
        save_replay(replay, path)
    sentence(error)
    assert not path.exists()


def test_a_game_whose_name_is_no_word_is_not_saved(tmp_path):
    """A game that no file could hold is not saved either."""
    spec = ludo_v0.spec(2)
    table = Table(type(spec)("my game", spec.family, spec.board, spec.rules), [], 1)
    with pytest.raises(LudoError, match="name: 'my game' is not a word"):
        save_table(table, tmp_path / "game.json")
    with pytest.raises(LudoError, match="name: 'my game' is not a word"):
        save_replay(Replay.of_table(table), tmp_path / "game.replay.json")
    assert not list(tmp_path.iterdir())
