"""The tables of the page about speed, from the results of the benchmarks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ludo_docs.generated import Generated, table_of

_DATA = Path(__file__).parents[2] / "_data"


class SpeedTable(Generated):
    """A row for each lane of `benchmarks/run.py`: its rate, and the ratio to its limit."""

    def text(self, name: str) -> str:
        """Return the table of `speed.json`."""
        content = _read("speed.json")
        rows = [
            (lane["lane"], f"{lane['rate']:,} {lane['unit']}", lane["limit"], _ratio(lane))
            for lane in content["lanes"]
        ]
        return f"{_machine(content)}\n\n" + table_of(("lane", "rate", "beside", "ratio"), rows)


class ScalingTable(Generated):
    """A row for each batch of `benchmarks/scaling.py`: its limits, and the estimates."""

    def text(self, name: str) -> str:
        """Return the table of `scaling.json`."""
        content = _read("scaling.json")
        lanes = content["lanes"]
        cores = [key for key in lanes[0] if key.startswith("cores_")]
        heads = ["batch", "one core, a step", "memory, a step", "one thread alone, a step"]
        heads += [f"{key.removeprefix('cores_')} cores" for key in cores[1:]]
        rows = [
            [
                lane["lane"],
                f"{lane['ns_per_step']:.0f} ns a game",
                f"{lane['bytes_per_step']:,} bytes a game",
                f"{lane['alone_us']:.0f} µs",
                *(_millions(lane[key]) for key in cores[1:]),
            ]
            for lane in lanes
        ]
        one, two = (content["bandwidth"][key] for key in ("1", "2"))
        said = (
            f"{content['games']:,} games. Copying, one core moves {one} GB/s here, and two move "
            f"{two} GB/s. Millions of steps per second:"
        )
        return f"{said}\n\n" + table_of(heads, rows)


def _read(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((_DATA / name).read_text())
    return content


def _machine(content: dict[str, Any]) -> str:
    machine = content["machine"]
    return (
        f"{machine['processor']}, {machine['cores']} cores, {machine['system']}, Python "
        f"{machine['python']}, numpy {machine['numpy']}, numba {machine['numba']}."
    )


def _ratio(lane: dict[str, Any]) -> str:
    ratio = lane["ratio"]
    if ratio is None:
        return ""
    return f"{ratio:.0f}" if ratio >= 10 else f"{ratio:.2f}"


def _millions(rates: list[int]) -> str:
    least, most = (f"{rate / 1e6:.0f}" for rate in rates)
    return least if least == most else f"{least} to {most}"
