"""The callbacks for TensorBoard and W&B on the page of the arena, with stand-ins for both tools."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "arena.md"


class Writer:
    """A stand-in for `SummaryWriter` that records its calls."""

    def __init__(self):
        self.lines, self.flushed = [], 0

    def add_scalar(self, tag, scalar_value, global_step=None):
        """Record a line."""
        self.lines.append((tag, scalar_value, global_step))

    def flush(self):
        """Count the calls."""
        self.flushed += 1


class Run:
    """A stand-in for a run of W&B that records its calls; steps may not decrease."""

    def __init__(self):
        self.lines = []

    def log(self, data, step=None):
        """Record a line for each value."""
        assert isinstance(data, dict)
        assert not self.lines or step >= self.lines[-1][2]
        self.lines += [(name, value, step) for name, value in data.items()]


def of_the_page():
    """Return the names that the blocks of the section define."""
    section = PAGE.read_text("utf-8").split("## Progress, and logs of other tools")[1]
    found = {}
    for block in re.findall(r"```python\n(.*?)```", section.partition("\n## ")[0], re.DOTALL):
        exec(compile(block, PAGE.name, "exec"), found)
    return found


def test_callbacks():
    """Both callbacks are short, and get the progress and the shares of games won at each step."""
    found = of_the_page()
    writer, run = Writer(), Run()
    for log in (found["TensorBoardLog"](writer), found["WandbLog"](run)):
        for step in (1, 2):
            found["evaluate"]("greedy", step, log, games=2)
    assert run.lines == writer.lines
    assert writer.flushed > 0
    assert {step for _, _, step in run.lines} == {1, 2}
    values = {name: value for name, value, step in run.lines if step == 2}
    assert values["evaluation/games"] == 2
    assert (
        0 <= values["evaluation/low"] <= values["evaluation/won"] <= values["evaluation/high"] <= 1
    )
    for name in ("TensorBoardLog", "WandbLog"):
        block = PAGE.read_text("utf-8").split(f"class {name}:")[1].partition("```")[0]
        assert len(block.strip().splitlines()) <= 10
