"""The file of a run is external data: refused with its line, or resumed to the same table."""

import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import zlib

import pytest

from ludo_env import LudoError, Spec, hooks, load_game, rule
from ludo_env import rules as track_rules
from ludo_env.arena import match
from ludo_env.arena.log import Log
from ludo_env.arena.log_lines import FORMAT, game_line
from ludo_env.arena.plan import Plan
from ludo_env.rules import generals as grid_rules

GAMES, SEED = 16, 3
AGENTS = ["random"] * 4


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """Return the result and the lines of the file of a run without incidents."""
    folder = tmp_path_factory.mktemp("undisturbed")
    result = play(folder)
    return result, (folder / "games.jsonl").read_bytes().splitlines(keepends=True)


def play(folder, games=GAMES, **how):
    """Play the run to which all files here belong."""
    return match(AGENTS, "ludo", games, seed=SEED, out=folder, **how)


def refused(folder, data):
    """Return the sentence with which a file is refused, and check that the file is unchanged."""
    file = folder / "games.jsonl"
    file.write_bytes(data)
    with pytest.raises(LudoError) as caught:
        play(folder)
    assert file.read_bytes() == data
    assert sorted(path.name for path in folder.iterdir()) == ["games.jsonl"]
    return one_sentence(caught.value)


def one_sentence(error):
    """Return the message of an error, which is one short line."""
    message = str(error)
    assert "\n" not in message
    assert message.endswith(".")
    assert len(message) < 500
    return message


def changed(line, **values):
    """Return a line with other values, and everything else unchanged."""
    return (json.dumps(json.loads(line) | values) + "\n").encode()


def older(line, form):
    """Return a line as written before lines had sums (1), or had one over the seconds (2)."""
    data = json.loads(line)
    data.pop("sum", None)
    if form == 1:
        data.pop("check", None)
        data.pop("log", None)
    elif "log" in data:
        data["log"] = 2
    return (json.dumps(data) + "\n").encode()


def unsummed(line):
    """Return a line as written before lines had check sums."""
    return older(line, 1)


def summed(line):
    """Return a line whose sums match its content."""
    data = json.loads(line)
    keys = ("game", "seating", "returns", "decisions", "winners")
    data["check"] = crc({key: data[key] for key in keys})
    data.pop("sum", None)
    return (json.dumps(data | {"sum": crc(data)}) + "\n").encode()


def crc(data):
    """Return the check sum of some data."""
    return f"{zlib.crc32(json.dumps(data).encode()):08x}"


FORMS = (1, 2, 3)


def in_form(lines, form):
    """Return the lines of a file of some format, with the matching sums."""
    return [
        older(line, form) if form < FORMAT else summed(line) if "game" in json.loads(line) else line
        for line in lines
    ]


WRONG = [
    ({"game": -1}, "its game is -1"),
    ({"game": 2**70}, "its game is"),
    ({"game": True}, "its game is True"),
    ({"game": 1.0}, "its game is 1.0"),
    ({"game": [[1]]}, r"its game is \[\[1\]\]"),
    ({"seating": [3, 2, 1, 0]}, "its seating is"),
    ({"seating": [[1], 2, 3, 0]}, "its seating is"),
    ({"seating": [1.0, 2, 3, 0]}, "its seating is"),
    ({"seating": "1230"}, "its seating is '1230', not a list with a place"),
    ({"returns": [1, 1]}, "its returns is"),
    ({"returns": [5, -1, -1, -1]}, "its returns is"),
    ({"returns": {"a": 1}}, "its returns is"),
    ({"decisions": [1, 2, 3, -4]}, "its decisions has -4"),
    ({"decisions": [1, 2, 3, 10**30]}, "its decisions has 10"),
    ({"decisions": [1, 2, 3, "4"]}, "its decisions has '4'"),
    ({"seconds": [0.0, 0.0, 0.0, -1.0]}, "its seconds has -1.0"),
    ({"seconds": [0.0, 0.0, 0.0, None]}, "its seconds has None"),
    ({"seconds": [0.0, 0.0, 0.0, float("inf")]}, "it is not JSON"),
    ({"seconds": [0.0, 0.0, 0.0, float("nan")]}, "it is not JSON"),
    ({"winners": []}, "its winners is"),
    ({"winners": [0, 1, 2, 3]}, "its winners is"),
    ({"winners": None}, "its winners is None"),
]


@pytest.mark.parametrize("old", [False, True])
@pytest.mark.parametrize(("values", "why"), WRONG)
def test_a_line_is_checked_against_the_plan(values, why, old, undisturbed, tmp_path):
    """A line that a run cannot have written is refused by number, in both formats."""
    _, lines = undisturbed
    data = [*lines[:2], changed(lines[2], **values), *lines[3:]]
    if old:
        data = [unsummed(line) for line in data]
    message = refused(tmp_path, b"".join(data))
    assert message.startswith("Line 3 of ")
    assert re.search(why, message)


# Games that the rules of Ludo do not allow.
IMPOSSIBLE = [
    ({"returns": [1, 1, 1, 1], "winners": [0, 1, 2, 3]}, "and no game ends with that"),
    ({"returns": [1, 1, -1, -1], "winners": [0, 1]}, "and no game ends with that"),
    ({"returns": [1, 0, 0, 0], "winners": [0]}, "and no game ends with that"),
    ({"returns": [-1, -1, -1, -1], "winners": []}, "and no game ends with that"),
    ({"returns": [-1, 0, 0, 0], "winners": []}, "and no game ends with that"),
    ({"returns": [0, 0, 0, 0], "winners": []}, "no rule draws a game"),
    ({"decisions": [0, 0, 0, 0]}, "its decisions are all 0"),
    (
        {"returns": [0, 0, 0, 0], "winners": [], "decisions": [0, 0, 0, 0]},
        "a draw of 0 decisions, and no rule draws a game",
    ),
]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("values", "why"), IMPOSSIBLE)
def test_a_game_ends_as_the_rules_say(values, why, form, undisturbed, tmp_path):
    """Correct sums, or an older format without them, allow no other end."""
    _, lines = undisturbed
    data = in_form([*lines[:5], changed(lines[5], **values), *lines[6:]], form)
    message = refused(tmp_path, b"".join(data))
    assert message.startswith("Line 6 of ")
    assert why in message


def test_the_seconds_are_summed_too(undisturbed, tmp_path):
    """Seconds are in the table; two runs differ in them and in `sum`, but not in `check`."""
    _, lines = undisturbed
    seconds = [spent + 9 for spent in json.loads(lines[3])["seconds"]]
    message = refused(
        tmp_path, b"".join([*lines[:3], changed(lines[3], seconds=seconds), *lines[4:]])
    )
    assert re.match("Line 4 of .*check sum", message)
    (tmp_path / "games.jsonl").unlink()
    play(tmp_path)
    again = (tmp_path / "games.jsonl").read_bytes().splitlines()
    for one, other in zip(lines[1:], again[1:], strict=True):
        assert json.loads(one)["check"] == json.loads(other)["check"]


ENDS = [
    (load_game("uckers"), None, "win"),
    (load_game("ludo"), 40, "draw"),
    (load_game("ludo").with_rules(track_rules.turn_limit(turns=30)), 900, "draw"),
    (load_game("generals").replace(grid_rules.turn_limit(turns=20)), 900, "draw"),
    (load_game("generals"), None, "win"),
    (load_game("ludo").with_rules(track_rules.against_the_clock(turns=30)), None, "draw"),
]


@pytest.mark.parametrize(("spec", "most", "end"), ENDS, ids=range(len(ENDS)))
def test_what_was_played_goes_on_in_every_format(spec, most, end, tmp_path):
    """Wins of teams, draws by `max_steps` or by a rule, and a loss for all are valid ends."""
    agents = ["random"] * spec.players
    how = {"max_steps": most, "out": tmp_path, "backend": "python"}
    result = match(agents, spec, 2, **how)
    assert result.draws == (2 if end == "draw" else 0)
    file = tmp_path / "games.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    for form in FORMS:
        file.write_bytes(b"".join(in_form(lines, form)))
        again = match(agents, spec, 2, **how)
        assert (again, again.played) == (result, 0)


@pytest.mark.parametrize("form", FORMS)
def test_a_draw_that_came_too_soon(form, tmp_path):
    """Without a rule that draws, a draw has exactly `max_steps` decisions."""
    match(AGENTS, "ludo", 4, seed=1, max_steps=40, out=tmp_path)
    file = tmp_path / "games.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    data = b"".join(in_form([*lines[:2], changed(lines[2], decisions=[9, 10, 10, 10])], form))
    file.write_bytes(data)
    with pytest.raises(LudoError, match=r"Line 3 of .* max_steps=40 was not reached") as caught:
        match(AGENTS, "ludo", 4, seed=1, max_steps=40, out=tmp_path)
    one_sentence(caught.value)
    assert file.read_bytes() == data


def test_partners_win_together(tmp_path):
    """A partner cannot win alone, nor can two players of different teams."""
    match(AGENTS, "uckers", 2, out=tmp_path, backend="python")
    file = tmp_path / "games.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    for winners in ([0], [0, 1], [0, 1, 2]):
        returns = [1 if seat in winners else -1 for seat in range(4)]
        line = changed(lines[2], returns=returns, winners=winners)
        file.write_bytes(b"".join(in_form([*lines[:2], line], 3)))
        with pytest.raises(LudoError, match=r"Line 3 of .* no game ends with that"):
            match(AGENTS, "uckers", 2, out=tmp_path, backend="python")


@rule()
def last_but_one_wins_nothing(board):
    """A rule of a user, who shares out what a game is worth in a way of their own."""

    def reward(s, player):
        return 1 if player == s.winner else 0 if player == 0 else -1

    return hooks(reward=reward)


def test_rules_of_a_users_own_share_out_as_they_like(tmp_path):
    """The results of such a rule are not refused."""
    base = load_game("ludo")
    spec = Spec("own", base.family, base.board, (last_but_one_wins_nothing(), *base.rules))
    result = match(AGENTS, spec, 8, seed=1, out=tmp_path, backend="python")
    lines = (tmp_path / "games.jsonl").read_text().splitlines()[1:]
    assert any(0 in (json.loads(line)["returns"]) for line in lines)
    again = match(AGENTS, spec, 8, seed=1, out=tmp_path, backend="python")
    assert (again, again.played) == (result, 0)


def test_the_check_sum_finds_what_no_plan_can_tell(undisturbed, tmp_path):
    """Another number of decisions or winner is possible, but the check sum shows the change."""
    _, lines = undisturbed
    line = json.loads(lines[4])
    for values in (
        {"decisions": [count + 1 for count in line["decisions"]]},
        {"returns": line["returns"][::-1], "winners": [3 - line["winners"][0]]},
        {"check": "00000000"},
        {"check": None},
        {"more": 1},
    ):
        message = refused(tmp_path, b"".join([*lines[:4], changed(lines[4], **values), *lines[5:]]))
        assert message.startswith("Line 5 of ")
    message = refused(tmp_path, b"".join([*lines[:4], unsummed(lines[4]), *lines[5:]]))
    assert "check sum" in message


def test_two_lines_of_one_game(undisturbed, tmp_path):
    """Equal lines count once; two different ones are refused."""
    result, lines = undisturbed
    (tmp_path / "games.jsonl").write_bytes(b"".join([*lines, lines[3], lines[3]]))
    assert play(tmp_path) == result
    other = json.loads(lines[3])
    other = summed(changed(lines[3], seconds=[spent + 1 for spent in other["seconds"]]))
    (tmp_path / "result.json").unlink()
    (tmp_path / "table.csv").unlink()
    assert "appears in another line" in refused(tmp_path, b"".join([*lines, other]))


def test_a_file_from_before_check_sums_goes_on(undisturbed, tmp_path):
    """Its games are accepted, and lines added to it have sums."""
    result, lines = undisturbed
    old = b"".join(unsummed(line) for line in lines[:9])
    assert b"check" not in old
    assert b'"log"' not in old
    file = tmp_path / "games.jsonl"
    file.write_bytes(old)
    again = play(tmp_path)
    assert (again, again.played) == (result, GAMES - 8)
    assert file.read_bytes().startswith(old)
    again = play(tmp_path)
    assert (again, again.played) == (result, 0)
    # Without a sum, a game of a longer run looks like an invented one.
    file.write_bytes(b"".join(unsummed(line) for line in lines))
    with pytest.raises(LudoError, match=r"Line 10 of .* a run of 8 games has no game 8"):
        play(tmp_path, games=8)


@pytest.mark.parametrize("old", [False, True])
def test_a_torn_end_is_played_again(old, undisturbed, tmp_path):
    """After a cut anywhere in the last line, also in the first, the table is the same."""
    result, lines = undisturbed
    lines = [unsummed(line) for line in lines] if old else lines
    for whole in (0, 1, 7, GAMES):
        last = lines[whole]
        for cut in {1, 2, len(last) // 2, len(last) - 2, len(last) - 1}:
            (tmp_path / "games.jsonl").write_bytes(b"".join(lines[:whole]) + last[:cut])
            again = play(tmp_path)
            assert (again, again.played) == (result, GAMES - max(0, whole - 1))
            written = (tmp_path / "games.jsonl").read_bytes().splitlines()
            assert len(written) == GAMES + 1


FOREIGN = [
    b"my notes",
    b"my notes\n",
    b"{",
    b'{"name": "ludo"}',
    b'{"run": {"game": "mensch"',
    b"\x00" * 4096,
    b"\n",
    b"\xff\xfe\x00",
    b"[" * 100_000,
    b"[" * 1000 + b"]" * 1000 + b"\n",
    b'{"run": 1}\n{"game": 1}\n',
    b"x" * (1 << 18),
    b'{"run": ' * 20_000 + b"\n",
]


@pytest.mark.parametrize("data", FOREIGN, ids=range(len(FOREIGN)))
def test_a_file_of_somebody_else_is_not_touched(data, tmp_path):
    """It is not cut or extended, whatever its last line; `{` may begin any file."""
    if data == b"{":  # our first line after one byte looks the same
        (tmp_path / "games.jsonl").write_bytes(data)
        assert play(tmp_path).games == GAMES
        return
    refused(tmp_path, data)


def test_an_empty_file_is_begun(tmp_path):
    """An empty file has nothing to lose."""
    (tmp_path / "games.jsonl").touch()
    assert play(tmp_path).played == GAMES
    first = json.loads((tmp_path / "games.jsonl").read_text().partition("\n")[0])
    assert first["log"] == FORMAT


def test_what_is_no_file_is_refused(tmp_path):
    """A folder or a pipe with that name is refused at once."""
    (tmp_path / "a" / "games.jsonl").mkdir(parents=True)
    (tmp_path / "b").mkdir()
    os.mkfifo(tmp_path / "b" / "games.jsonl")
    for folder in ("a", "b"):
        with pytest.raises(LudoError, match="is not a file"):
            play(tmp_path / folder)


def test_another_version_and_an_altered_first_line(undisturbed, tmp_path):
    """An unknown format is refused."""
    _, lines = undisturbed
    first = json.loads(lines[0])
    for other, why in (
        (first | {"log": 4}, "has the format 4"),
        (first | {"log": 1}, "has the format 1"),
        (first | {"log": 3.0}, "Line 1 of .* is not as it was written"),
        (first | {"more": 3}, "Line 1 of .* is not as it was written"),
        ({"run": first["run"] | {"seed": 3.0}}, "Line 1 of .* is not as it was written"),
        ({"run": first["run"] | {"agents": "x" * 5000}}, "its agents is"),
    ):
        message = refused(tmp_path, (json.dumps(other) + "\n").encode() + b"".join(lines[1:]))
        assert re.search(why, message)


def test_a_second_run_is_refused_while_the_first_plays(tmp_path):
    """The file is locked while a run writes to it, and only then."""
    messages = []

    def progress(done, games):
        if not messages:
            with pytest.raises(LudoError, match="Another run is writing to") as caught:
                play(tmp_path)
            messages.append(one_sentence(caught.value))

    assert play(tmp_path, progress=progress) == play(tmp_path)
    assert messages


def test_a_killed_run_leaves_no_lock(tmp_path):
    """The system holds the lock, which ends with the process."""
    code = (
        "import os, signal, sys\n"
        "from ludo_env.arena import match\n"
        f"match({AGENTS}, 'ludo', {GAMES}, seed={SEED}, out=sys.argv[1], chunk=4,\n"
        "      progress=lambda done, games: done and os.kill(os.getpid(), signal.SIGKILL))\n"
    )
    done = subprocess.run([sys.executable, "-c", code, tmp_path], check=False)
    assert done.returncode == -signal.SIGKILL
    again = play(tmp_path)
    assert again.played == GAMES - 4
    assert again == match(AGENTS, "ludo", GAMES, seed=SEED)


@pytest.mark.parametrize("room", [100, 700, 1500, 2500])
def test_a_full_disk_is_one_sentence(room, tmp_path, undisturbed):
    """Complete lines stay in the file, and the run continues from there."""
    result, lines = undisturbed
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, limits[1]))
    try:
        with pytest.raises(
            LudoError, match=r"cannot be written to: .* games in it are kept"
        ) as hit:
            play(tmp_path, chunk=4)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    one_sentence(hit.value)
    assert isinstance(hit.value.__cause__, OSError)
    kept = (tmp_path / "games.jsonl").read_bytes()
    assert kept == b"" or kept.endswith(b"\n")
    games = max(0, kept.count(b"\n") - 1)
    assert f"the {games} games in it are kept" in str(hit.value)
    again = play(tmp_path)
    assert (again, again.played) == (result, GAMES - games)
    assert len((tmp_path / "games.jsonl").read_bytes().splitlines()) == len(lines)


def test_a_result_that_cannot_be_written_is_one_sentence(tmp_path):
    """The games are kept; only the result is missing."""
    (tmp_path / "result.json").mkdir()
    with pytest.raises(LudoError, match=r"result\.json cannot be written"):
        play(tmp_path)
    (tmp_path / "result.json").rmdir()
    assert play(tmp_path).played == 0


def test_a_line_of_a_longer_run_is_kept(undisturbed, tmp_path):
    """A run may be shortened: other games stay in the file."""
    _, lines = undisturbed
    (tmp_path / "games.jsonl").write_bytes(b"".join(lines))
    assert play(tmp_path, games=8).games == 8
    assert (tmp_path / "games.jsonl").read_bytes() == b"".join(lines)


def test_lines_are_read_as_they_are_written(undisturbed, tmp_path):
    """The next run finds the lines that `add` writes."""
    _, lines = undisturbed
    (tmp_path / "games.jsonl").write_bytes(b"".join(lines))
    log = Log(Plan(load_game("ludo"), tuple(AGENTS), GAMES, SEED), tmp_path)
    assert [game_line(game).encode() for game in log.found] == lines[1:]
    log.close()


def odd_value(chance):
    """Return some JSON that is not part of a game, or is out of place in it."""
    return chance.choice(
        [
            *(None, True, False, -1, 0, 1, 10**30, -(10**30), 0.5, -0.0, 1e300, "", "0", [], {}),
            *([0], [[0]], [1, 2, 3, 4], {"a": 1}, float("inf"), float("nan"), "\u202e", "x" * 200),
            *([None] * 4, [0, 0, 0, 0], [-1, -1, -1, 1], [1.0] * 4, [True] * 4, [[]] * 4),
        ]
    )


def corrupted(lines, chance):
    """Return the file after one or two accidents."""
    whole, lines = lines, list(lines)
    for _ in range(chance.choice([1, 1, 2])):
        at = chance.randrange(len(lines))
        data = lines[at]
        kind = chance.randrange(17)
        if kind == 0:  # bytes change
            raw = bytearray(data)
            for _ in range(chance.choice([1, 1, 3])):
                raw[chance.randrange(len(raw))] = chance.randrange(256)
            lines[at] = bytes(raw)
        elif kind == 1:  # one bit
            raw = bytearray(data)
            raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
            lines[at] = bytes(raw)
        elif kind == 2:  # a digit changes
            places = [place for place, byte in enumerate(data) if 48 <= byte < 58]
            raw = bytearray(data)
            if places:
                raw[chance.choice(places)] = 48 + chance.randrange(10)
            lines[at] = bytes(raw)
        elif kind == 3:
            lines.pop(at)
        elif kind == 4:
            lines.insert(chance.randrange(len(lines) + 1), data)
        elif kind == 5:
            other = chance.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        elif kind in {6, 7, 8}:  # a value changes
            try:
                parsed = json.loads(data)
                if not isinstance(parsed, dict) or not parsed:
                    continue
                key = chance.choice(sorted(parsed))
                value = parsed[key]
                if isinstance(value, list) and value and chance.random() < 0.5:
                    value[chance.randrange(len(value))] = odd_value(chance)
                else:
                    parsed[key] = odd_value(chance)
                if chance.random() < 0.2:
                    parsed.pop(chance.choice(sorted(parsed)))
            except (ValueError, RecursionError):
                continue
            lines[at] = (json.dumps(parsed) + "\n").encode()
        elif kind == 9:  # cut, with everything after it
            place = chance.randrange(len(data))
            lines[at:] = [data[:place]]
        elif kind == 10:  # cut out
            start = chance.randrange(len(data))
            lines[at] = data[:start] + data[start + chance.randrange(1, 40) :]
        elif kind == 11:
            deep = chance.choice([10, 1000, 30_000])
            lines.insert(at, chance.choice([b"[" * deep, b'{"game":' * deep]) + b"\n")
        elif kind == 12:
            raw = json.dumps(odd_value(chance)).encode()
            lines.insert(at, raw + chance.choice([b"", b"\n", b"\n\n"]))
        elif kind == 13:  # other seconds, with the old sums
            lines[at] = edited(data, lambda line: changed(line, seconds=[chance.random()] * 4))
        elif kind == 14:  # an impossible end, with correct sums
            values, _ = chance.choice(IMPOSSIBLE)
            lines[at] = edited(data, lambda line, values=values: summed(changed(line, **values)))
        elif kind == 15:  # the same in a file of an older format, with no other accident
            form, (values, _) = chance.choice(FORMS[:2]), chance.choice(IMPOSSIBLE)
            at = chance.randrange(1, len(whole))
            return b"".join(
                in_form([*whole[:at], changed(whole[at], **values), *whole[at + 1 :]], form)
            )
        else:
            lines.insert(at, chance.randbytes(chance.choice([1, 50, 3000])) + b"\n")
        lines = lines or [b""]
    return b"".join(lines)


def edited(line, edit, *how):
    """Return a line with a change, or the line itself if it cannot be changed so."""
    try:
        return edit(line, *how)
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        return line


def check_corrupted(lines, result, folder, cases):
    """Check for a refusal with its line and no change, or the same table; return how often each."""
    refusals = resumed = 0
    known = {line for form in FORMS for line in in_form(lines, form)}
    file = folder / "games.jsonl"
    for case in cases:
        chance = random.Random(case)
        some = lines if chance.random() < 0.5 else lines[: chance.randrange(2, len(lines))]
        data = corrupted(some, chance)
        file.write_bytes(data)
        try:
            again = play(folder)
        except LudoError as error:
            message = one_sentence(error)
            assert message.startswith("Line ") or "of another run" in message or "format" in message
            assert file.read_bytes() == data, case
            refusals += 1
        else:
            assert again == result, case
            # The result has what was written, including the seconds.
            after = file.read_bytes().splitlines(keepends=True)
            assert {line for line in after if line in data} <= known, case
            resumed += 1
    return refusals, resumed


def test_corrupted_files(undisturbed, tmp_path):
    """A share of the corrupted files is tried."""
    result, lines = undisturbed
    refusals, resumed = check_corrupted(lines, result, tmp_path, range(60))
    assert min(refusals, resumed) > 5


@pytest.mark.long
def test_three_hundred_corrupted_files(undisturbed, tmp_path):
    """All of the corrupted files are tried."""
    result, lines = undisturbed
    refusals, resumed = check_corrupted(lines, result, tmp_path, range(1000, 1300))
    print(f"300 corrupted logs: {refusals} refused, {resumed} resumed with the same table")
    assert min(refusals, resumed) > 30
