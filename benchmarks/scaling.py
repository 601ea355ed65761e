"""Estimates of a batch on many cores: `python benchmarks/scaling.py [--json FILE]`.

It measures the time of a step on one core, the time of the single-threaded part of a step, the
bytes that a step moves, and the bytes that one and two cores copy per second. An estimate is the
larger of two times: that of the work (shared by the cores, plus the single-threaded part), and that
of the memory.
"""

from __future__ import annotations

import argparse
import json
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from lane_table import machine
from text_table import table_lines

from ludo_env import make_vec

_BATCHES: dict[str, dict[str, Any]] = {
    "ludo compact": {},
    "ludo features": {"observation": "features"},
    "generals compact": {"id": "generals_v0"},
    "generals planes": {"id": "generals_v0", "observation": "planes"},
}
_CORES = (1, 2, 8, 64)
_GAMES = 262_144  # in the estimates
_COPIED = 1 << 28  # bytes, far more than the caches hold
_UNTOUCHED = ("finals",)  # written only when a game ends, in one autoreset mode


def main() -> None:
    """Measure, print the tables, and write them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results")
    chosen = parser.parse_args()
    bandwidth = {cores: _bandwidth(cores) for cores in (1, 2)}
    rows = [_row(name, keywords, bandwidth) for name, keywords in _BATCHES.items()]
    print(f"Copied by one core: {bandwidth[1]} GB/s, by two: {bandwidth[2]} GB/s.")
    print("\n".join(_lines(rows)))
    if chosen.json:
        content = {"machine": machine(), "games": _GAMES, "bandwidth": bandwidth, "lanes": rows}
        chosen.json.write_text(json.dumps(content, indent=2) + "\n")


def estimates(row: dict[str, Any], cores: int, bandwidth: dict[int, float]) -> tuple[float, float]:
    """Return the least and the most steps per second of a batch on this many cores.

    For the least, all cores share the memory bandwidth of two; for the most, each pair has its own.
    """
    seconds = _GAMES * row["ns_per_step"] * 1e-9 / cores + row["alone_us"] * 1e-6
    moved = _GAMES * row["bytes_per_step"]
    shared = bandwidth[min(cores, 2)]
    grown = shared * max(1, cores // 2)
    least, most = (_GAMES / max(seconds, moved / (rate * 1e9)) for rate in (shared, grown))
    return least, most


def _row(name: str, keywords: dict[str, Any], bandwidth: dict[int, float]) -> dict[str, Any]:
    """Measure a batch: the time of a step in the caches, and of its single-threaded part."""
    small, large = 2048, 65_536 if "planes" not in name else 8192
    whole, alone = _step_times(large, keywords)
    row = {
        "lane": name,
        "ns_per_step": round(min(_step_times(small, keywords)[0] / small, whole / large) * 1e9, 1),
        "bytes_per_step": _bytes(keywords),
        "alone_us": round(alone / large * _GAMES * 1e6, 1),
    }
    for cores in _CORES:
        row[f"cores_{cores}"] = [round(rate) for rate in estimates(row, cores, bandwidth)]
    return row


def _step_times(games: int, keywords: dict[str, Any]) -> tuple[float, float]:
    """Return the seconds of a whole step, and of its part outside the compiled loop."""
    envs = _envs(games, keywords)
    batch, inside = envs.batch, [0.0]
    carry_out: Callable[[bool], int] = batch.carry_out

    def timed(check: bool = False) -> int:
        start = time.perf_counter()
        ended = carry_out(check)
        inside[0] = time.perf_counter() - start
        return ended

    batch.carry_out = timed
    whole, outside = [], []
    for _ in range(600):
        start = time.perf_counter()
        envs.step(envs.sample_actions())
        whole.append(time.perf_counter() - start)
        outside.append(whole[-1] - inside[0])
    # The last steps, when the games are at all stages; the lower quartile, as machines are busy.
    return tuple(float(np.quantile(times[300:], 0.25)) for times in (whole, outside))  # type: ignore[return-value]


def _bytes(keywords: dict[str, Any]) -> int:
    """Return the bytes that a step of one game reads and writes, if no array is in a cache."""
    batch = _envs(64, keywords).batch
    arrays = {id(array): array for array in batch._arrays()}
    for name in _UNTOUCHED:
        del arrays[id(getattr(batch, name))]
    return 2 * sum(array.nbytes for array in arrays.values()) // 64


def _envs(games: int, keywords: dict[str, Any]) -> Any:
    own = {"id": "ludo_v0", "observation": "compact"} | keywords
    envs = make_vec(own.pop("id"), games, seed=1, copy=False, backend="numba", **own)
    envs.reset()
    return envs


def _bandwidth(cores: int, rounds: int = 8) -> float:
    """Return the gigabytes per second that this many threads read and write in a copy."""
    pairs = [(np.ones(_COPIED // 8), np.zeros(_COPIED // 8)) for _ in range(cores)]
    best = 0.0
    for _ in range(rounds):
        threads = [threading.Thread(target=np.copyto, args=(to, of)) for of, to in pairs]
        start = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        best = max(best, 2 * _COPIED * cores / (time.perf_counter() - start) / 1e9)
    return round(best, 1)


def _lines(rows: list[dict[str, Any]]) -> list[str]:
    heads = ["", "ns a step", "bytes a step", "alone us"]
    heads += [f"{cores} core{'s' * (cores > 1)}, M/s" for cores in _CORES]
    cells = [
        [
            *(row["lane"], f"{row['ns_per_step']:.0f}", f"{row['bytes_per_step']:,}"),
            f"{row['alone_us']:.0f}",
            *(_range(row[f"cores_{cores}"]) for cores in _CORES),
        ]
        for row in rows
    ]
    return table_lines(heads, cells)


def _range(rates: list[int]) -> str:
    least, most = (f"{rate / 1e6:.1f}" for rate in rates)
    return least if least == most else f"{least} to {most}"


if __name__ == "__main__":
    main()
