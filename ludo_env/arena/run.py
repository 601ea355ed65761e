"""`match` and `tournament`: plan the games, play the missing ones, and sum up the results."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from ludo_env._engine.arguments import check_flag
from ludo_env._engine.errors import LudoError, quoted
from ludo_env._engine.spec import Spec
from ludo_env._engine.whole_file import write_whole
from ludo_env.agents import Agent
from ludo_env.agents.rating import rating_model
from ludo_env.arena.batch_play import Played
from ludo_env.arena.engines import ENGINES, check_engine, play_all
from ludo_env.arena.log import GAMES_FILE, Log
from ludo_env.arena.plan import Plan, agents_of, check_count, check_number, check_word
from ludo_env.arena.progress import progress_of
from ludo_env.arena.result import Result
from ludo_env.arena.scoring import result_of
from ludo_env.arena.trace_files import saved_traces
from ludo_env.catalogue import load_game

RESULT_FILE, TABLE_FILE = "result.json", "table.csv"

Agents = Sequence[str | Agent] | str
Game = str | Path | Spec | Mapping[str, Any]
# Called with the number of finished games and of all games.
Progress = bool | Callable[[int, int], None]


def match(
    agents: Agents,
    game: Game,
    games: int,
    seed: int = 0,
    seats: str = "balanced",
    engine: str = "inline",
    jobs: int = 1,
    out: str | Path | None = None,
    progress: Progress = False,
    *,
    max_steps: int | None = None,
    decision_limit: float | None = None,
    only: int | None = None,
    chunk: int | None = None,
    backend: str = "auto",
    trust: bool = False,
    traces: bool = False,
    luck: str | Agent | None = None,
) -> Result:
    """Play games between as many agents as the game has players, on any engine.

    Args:
        agents: texts for `make_agent`, or agents themselves, one for each player.
        game: a name, a file, plain data or a `Spec`.
        games: the number of games; a multiple of the number of players balances the seats.
        seed: game i follows from (seed, i) alone.
        seats: "balanced" repeats the same dice in all cyclic seatings; "fixed" seats as listed.
        engine: "inline", "process" or "ray".
        jobs: the number of chunks of games that are played at once.
        out: a folder for games.jsonl, result.json and table.csv; games in it are not repeated.
        progress: True shows progress; a function is called with (done, of) after each chunk.
        max_steps: a game is aborted as a draw after this many decisions.
        decision_limit: seconds a decision may take; an agent that takes longer ends the run.
        only: play only the game with this number, and write nothing.
        chunk: the number of games played side by side; by default it depends on the agents.
        backend: "auto", "numba" or "python".
        trust: allow a game's file to name its own rules, which are code.
        traces: keep the actions and dice of every game in the folder, for `load_traces`.
        luck: remove luck from the results, by the forecast of an agent such as "greedy".
    """
    spec = load_game(game, trust=trust)
    how: dict[str, Any] = {
        "max_steps": max_steps, "backend": backend, "decision_limit": decision_limit, "luck": luck,
    }  # fmt: skip
    plan = Plan(spec, agents_of(agents), games, seed, seats, "match", **how)
    return run(plan, engine, jobs, out, progress, chunk, only, traces=traces)


def tournament(
    agents: Agents,
    game: Game,
    games: int,
    seed: int = 0,
    seats: str = "balanced",
    engine: str = "inline",
    jobs: int = 1,
    out: str | Path | None = None,
    progress: Progress = False,
    *,
    pairing: str = "round",
    max_steps: int | None = None,
    decision_limit: float | None = None,
    only: int | None = None,
    chunk: int | None = None,
    backend: str = "auto",
    trust: bool = False,
    traces: bool = False,
    luck: str | Agent | None = None,
) -> Result:
    """Play a tournament of any number of agents; `games` is the total number of games.

    With pairing="round" all sets of agents that fill the seats play in turn; with "pool" the agents
    of each block of games are drawn. All other parameters are as in `match`.
    """
    check_word("pairing", pairing, ("round", "pool"))
    spec = load_game(game, trust=trust)
    how: dict[str, Any] = {
        "max_steps": max_steps, "backend": backend, "decision_limit": decision_limit, "luck": luck,
    }  # fmt: skip
    plan = Plan(spec, agents_of(agents), games, seed, seats, pairing, **how)
    return run(plan, engine, jobs, out, progress, chunk, only, traces=traces)


def run(
    plan: Plan,
    engine: str = "inline",
    jobs: int = 1,
    out: str | Path | None = None,
    progress: Progress = False,
    chunk: int | None = None,
    only: int | None = None,
    *,
    traces: bool = False,
) -> Result:
    """Play the games of a plan that its folder lacks; return the result of all games."""
    check_word("engine", engine, ENGINES)
    check_count("jobs", jobs)
    if chunk is not None:
        check_count("chunk", chunk)
    check_flag("traces", traces, LudoError)
    if traces and out is None:
        raise LudoError("traces=True needs out, the folder that they are written to.")
    plan = plan.checked()
    check_engine(plan, engine, jobs)
    if only is not None:
        check_number("only", only, plan.games)
    model = rating_model()
    folder = None if out is None or only is not None else _folder(out)
    plan = replace(plan, traces=traces and folder is not None)
    wanted = range(plan.games) if only is None else [int(only)]
    start = time.perf_counter()
    with closing(Log(plan, folder)) as log, closing(saved_traces(plan, folder)) as saved:
        known = {game.game: game for game in log.found if game.game < plan.games}
        games = list(known.values())
        missing = [index for index in wanted if index not in known or saved.lacks(index)]
        with progress_of(progress) as tell:
            tell(len(wanted) - len(missing), len(wanted))
            # Closed here, so that workers end before anything else happens.
            with closing(play_all(plan, missing, engine, jobs, chunk)) as playing:
                for played in playing:
                    new = [game for game in played if not _again(game, known)]
                    log.add(new)
                    saved.add(played)
                    games += [replace(game, trace=None) for game in new]
                    missing = missing[len(played) :]
                    tell(len(wanted) - len(missing), len(wanted))
        games.sort(key=lambda game: game.game)
        seconds = time.perf_counter() - start
        now = [game for game in games if game.game not in known]
        decided = sum(sum(game.decisions) for game in now)
        result = replace(
            result_of(plan, games, model),
            played=len(now),
            elapsed=round(seconds, 3),
            decisions_per_second=round(decided / seconds, 1),
        )
        if folder is not None:
            # The log is still locked, so no other run writes these files.
            write_whole(folder / RESULT_FILE, result.to_json() + "\n")
            write_whole(folder / TABLE_FILE, result.to_csv())
    return result


def _again(game: Played, known: Mapping[int, Played]) -> bool:
    """Return whether a known game was replayed for its trace; refuse one that differs."""
    found = known.get(game.game)
    if found is None:
        return False
    if replace(found, seconds=()) != replace(game, seconds=()):
        raise LudoError(
            f"Game {game.game} has another course than in {GAMES_FILE}, so its trace cannot be "
            "added; an agent that measures time does that; choose another folder."
        )
    return True


def _folder(out: str | Path) -> Path:
    try:
        return Path(out)
    except TypeError as error:
        raise LudoError(f"out is the path of a folder, not {quoted(out)}.") from error
