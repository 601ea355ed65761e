"""The table of lanes: as text, and as JSON for a later run to compare with."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numba
import numpy as np
from lanes import LIMIT, OWN, Lane
from text_table import table_lines

Rates = Mapping[str, float]
FORMAT = 1


def lane_result(lane: Lane, rates: Rates) -> dict[str, Any]:
    """Return the result of a measured lane as plain data."""
    own, limit = rates[OWN], rates.get(LIMIT)
    reached = own / limit if limit else None
    return {
        "lane": lane.name,
        "unit": lane.unit,
        "rate": round(own),
        "limit": lane.limit,
        "limit_rate": round(limit) if limit else None,
        "ratio": None if reached is None else round(reached, 3),
        "target": lane.target,
    }


def lines_of(results: Sequence[dict[str, Any]], before: Mapping[str, Any]) -> list[str]:
    """Return the lines of the table; with earlier results, compare them with the new ones."""
    heads = ["lane", "unit", "rate", "beside", "its rate", "ratio", "target"]
    if before:
        heads += ["rate then", "ratio then", "now / then"]
    rows = []
    for result in results:
        row = [
            *(result["lane"], result["unit"], f"{result['rate']:,}", result["limit"]),
            *(_number(result["limit_rate"], ","), _ratio(result), _target(result)),
        ]
        if before:
            then = before.get(result["lane"])
            row += ["", "", ""] if then is None else _then(result, then)
        rows.append(row)
    return table_lines(heads, rows, left=(0, 1, 3))


def write(path: Path, results: Sequence[dict[str, Any]], among: Sequence[str] = ()) -> None:
    """Write the results, with a description of the machine and its software.

    Results in the file of other lanes named in `among` are kept, if it is from the same machine.
    """
    found = {result["lane"]: result for result in results}
    if among and path.exists() and json.loads(path.read_text()).get("machine") == machine():
        found = read(path) | found
    lanes = [found[name] for name in among or found if name in found]
    content = {"format": FORMAT, "machine": machine(), "lanes": lanes}
    path.write_text(json.dumps(content, indent=2) + "\n")


def read(path: Path) -> dict[str, dict[str, Any]]:
    """Return the results in a file, by lane."""
    content = json.loads(path.read_text())
    if content.get("format") != FORMAT:
        raise SystemExit(f"{path} is not a table that this version of run.py has written.")
    return {result["lane"]: result for result in content["lanes"]}


def machine() -> dict[str, Any]:
    """Return a description of the machine, without a host name."""
    model = platform.processor() or platform.machine()
    information = Path("/proc/cpuinfo")
    if information.exists():
        named = [
            line.partition(":")[2].strip()
            for line in information.read_text().splitlines()
            if line.startswith("model name")
        ]
        model = named[0] if named else model
    return {
        "processor": model,
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
    }


def _then(result: dict[str, Any], then: Mapping[str, Any]) -> list[str]:
    """Return the columns about earlier results.

    Rates of another run are compared relative to their limits, as the machine may have been slower.
    In one run (`--beside`) the rates themselves are compared.
    """
    if result["ratio"] and then["ratio"] and not then.get("same_run"):
        change = result["ratio"] / then["ratio"]
    else:
        change = result["rate"] / then["rate"]
    return [f"{then['rate']:,}", _ratio(then), f"{change:.2f}"]


def _ratio(result: Mapping[str, Any]) -> str:
    ratio = result["ratio"]
    if ratio is None:
        return ""
    return f"{ratio:.1f}" if ratio >= 10 else f"{ratio:.2f}"


def _target(result: Mapping[str, Any]) -> str:
    target = result["target"]
    if target is None:
        return ""
    return f"{target:,.0f}" if target >= 100 and not result["limit"] else f"{target:g}"


def _number(value: float | None, form: str) -> str:
    return "" if value is None else f"{value:{form}}"
