"""Without numba and pygame the library plays in plain Python, and names what is missing."""

import json
import os
import pathlib
import subprocess
import sys
import textwrap

ROOT = pathlib.Path(__file__).parents[2]
MISSING = "import sys; sys.modules.update(dict.fromkeys(('numba', 'llvmlite', 'pygame')))\n"
NOTICE = (
    "ludo_env: numba cannot be imported (import of numba halted; None in sys.modules), so games "
    'run in plain Python, many times slower; "pip install numba" adds it.\n'
)


def run(code, folder):
    """Run code where numba and pygame cannot be imported; return its output and errors."""
    done = subprocess.run(
        [sys.executable, "-c", MISSING + textwrap.dedent(code)],
        capture_output=True, text=True, check=False, cwd=folder, timeout=300,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout, done.stderr


def commands(lines, folder):
    """Run commands in the same way; return the status and errors of each, and its text."""
    code = f"""
    import io, json
    from contextlib import redirect_stderr, redirect_stdout
    from ludo_env.__main__ import main

    for line in {lines!r}:
        words, _, typed = line.partition(" < ")
        sys.stdin, shown, errors = io.StringIO(typed), io.StringIO(), io.StringIO()
        with redirect_stdout(shown), redirect_stderr(errors):
            status = main(words.split())
        print(json.dumps([status, errors.getvalue(), shown.getvalue()]))
    """
    return [json.loads(answer) for answer in run(code, folder)[0].splitlines()]


def test_every_view_of_every_game_plays(tmp_path):
    """AEC, parallel, batch and single-seat views of all games play, with one notice per process."""
    code = """
    import gymnasium, ludo_env
    from ludo_env.catalogue import ENVIRONMENTS

    for entry in ENVIRONMENTS:
        own = {"spec": "mensch"} if entry.name == "loose" else {}
        module = getattr(ludo_env, entry.module)
        env = module.env(**own)
        env.reset(seed=1)
        env.step(int(env.last()[0]["action_mask"].argmax()))
        assert env.unwrapped.game.backend == "python"
        together = module.parallel_env(**own)
        seen, _ = together.reset(seed=1)
        together.step({agent: int(seen[agent]["action_mask"].argmax()) for agent in seen})
        envs = ludo_env.make_vec(entry.module, 2, seed=1, **own)
        envs.reset()
        envs.step(envs.sample_actions())
        one = gymnasium.make(entry.gymnasium_id, opponents="greedy", **own)
        _, info = one.reset(seed=1)
        one.step(int(info["action_mask"].argmax()))
        seats = gymnasium.make_vec(entry.gymnasium_id, 2, **own)
        _, infos = seats.reset(seed=1)
        seats.step(infos["action_mask"].argmax(axis=1))
    print("all is well")
    """
    assert run(code, tmp_path) == ("all is well\n", NOTICE)


def test_agents_rules_and_pictures(tmp_path):
    """Matches, searching agents, checks of rules, text, SVG and replay pages work."""
    code = """
    from ludo_env import ludo_v0
    from ludo_env.arena import match
    from ludo_env.play import Replay, Table
    from ludo_env.render import replay_page, scene_of, svg_of
    from ludo_env.rules import three_sixes
    from ludo_env.testing import check_rule

    result = match(["greedy", "rollout:samples=1,depth=1"], ludo_v0.spec(num_players=2), 2, seed=1)
    assert result.games == 2
    assert check_rule(three_sixes(), games=4).games == 4
    table = Table(ludo_v0.spec(), ["random"] * 4, seed=5)
    for _ in range(20):
        table.play(table.choose())
    assert replay_page(Replay.of_table(table)).lower().startswith("<!doctype html")
    env = ludo_v0.env(render_mode="ansi")
    env.reset(seed=1)
    assert "player_0" in env.render()
    assert env.unwrapped._repr_svg_().startswith("<svg")
    assert svg_of(scene_of(table.game, table.record)).startswith("<svg")
    """
    printed, errors = run(code, tmp_path)
    assert (printed, errors) == ("", NOTICE)


def test_commands(tmp_path):
    """A demonstration, terminal games, an arena with workers, and replays of both kinds work."""
    seats = "random,random,random,random"
    answers = commands(
        [
            "play --game ludo --terminal --seed 1 < quit\n",
            "demo --game mensch --every 1000 --delay 0",
            "watch --game ludo --players 2 --terminal --seed 1 --delay 0",
            f"arena --game mensch --agents {seats} --games 8 --engine process --jobs 2",
            "record --seed 3 --most-moves 9 --out game.html",
            "record --seed 3 --most-moves 9 --out game.json",
            "replay game.json --terminal",
        ],
        tmp_path,
    )
    assert [status for status, _, _ in answers] == [0] * 7
    played, demo, watched, arena, _, _, replay = answers
    assert "player_0" in played[2]
    assert played[1] == ""  # a game of people is not compiled
    assert demo[1] == NOTICE
    assert "won after" in demo[2]
    assert "won" in watched[2]
    assert "random" in arena[2]
    assert "".join(errors for _, errors, _ in answers).count("numba") == NOTICE.count("numba")
    assert "player_0" in replay[2]
    assert (tmp_path / "game.html").read_text().lower().startswith("<!doctype html")


def test_windows_and_films_say_what_they_need(tmp_path):
    """Commands that open a window or draw pixels end with one sentence before any game."""
    made, *refused = commands(
        [
            "record --seed 3 --most-moves 9 --out game.json",
            "play",
            "watch --game ludo",
            "replay game.json",
            "record --out game.png",
        ],
        tmp_path,
    )
    assert made[0] == 0
    for status, errors, shown in refused:
        assert (status, shown) == (2, "")
        assert 'needs pygame, which is not installed ("pip install pygame-ce"); ' in errors
        assert errors.count("\n") == 1
    assert not (tmp_path / "game.png").exists()


def test_what_is_missing_is_one_sentence(tmp_path):
    """A missing backend or render mode is refused before anything is built."""
    code = """
    import gymnasium, ludo_env
    from ludo_env import LudoError, ludo_v0

    for make in (
        lambda: ludo_v0.env(backend="numba"),
        lambda: ludo_v0.env(render_mode="rgb_array"),
        lambda: ludo_v0.env(render_mode="human"),
        lambda: ludo_env.make_vec("ludo_v0", 2, backend="numba"),
        lambda: gymnasium.make("ludo_env/Ludo-v0", render_mode="rgb_array"),
        lambda: gymnasium.make_vec("ludo_env/Ludo-v0", 2, render_mode="rgb_array"),
    ):
        try:
            make()
        except LudoError as error:
            print(error)
        else:
            print("no error")
    """
    lines = run(code, tmp_path)[0].splitlines()
    numba = (
        'backend="numba" needs numba, which cannot be imported here (import of numba halted; None '
        'in sys.modules); "pip install numba" adds it, and backend="python" does without.'
    )
    pixels = (
        'render_mode="rgb_array" needs pygame, which is not installed ("pip install pygame-ce"); '
        '"ansi" and pictures as SVG do without it.'
    )
    window = pixels.replace("rgb_array", "human")
    assert lines == [numba, pixels, window, numba, pixels, pixels]


def test_where_no_thread_and_no_process_can_start(tmp_path):
    """As in a browser, batches, single seats, a match with a log, and pictures work."""
    code = """
    import multiprocessing, threading, types

    # Gymnasium imports it, and uses it for processes alone.
    multiprocessing.synchronize = types.ModuleType("multiprocessing.synchronize")
    sys.modules["multiprocessing.synchronize"] = multiprocessing.synchronize
    sys.modules.update(dict.fromkeys(("_posixshmem", "resource")))

    def start(thread):
        raise RuntimeError("can't start new thread")

    threading.Thread.start = start

    import gymnasium, ludo_env
    from ludo_env.arena import match

    envs = ludo_env.make_vec("ludo_v0", 3, seed=1)
    envs.reset()
    envs.step(envs.sample_actions())
    seats = gymnasium.make_vec("ludo_env/Ludo-v0", 3, opponents="greedy")
    _, infos = seats.reset(seed=1)
    seats.step(infos["action_mask"].argmax(axis=1))
    assert match(["greedy", "random", "random", "random"], "ludo", 4, out="games").games == 4
    env = ludo_env.ludo_v0.env()
    env.reset(seed=1)
    assert env.unwrapped._repr_svg_().startswith("<svg")
    assert "ludo_env.arena.processes" not in sys.modules
    print("all is well")
    """
    assert run(code, tmp_path) == ("all is well\n", NOTICE)
