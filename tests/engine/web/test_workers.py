"""Workers of a server end with it, however it ends."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

PROGRAM = """
import asyncio, os, sys
from ludo_env._web.thinking import Thinking

async def main():
    print(await Thinking(1).run(os.getpid), flush=True)
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""


def is_alive(process):
    """Return whether a process runs; one that nobody has waited for does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_workers_end_with_a_server_that_was_killed(tmp_path):
    """They would otherwise wait for its questions for ever."""
    (tmp_path / "program.py").write_text(PROGRAM)
    server = subprocess.Popen(
        [sys.executable, tmp_path / "program.py"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        worker = int(server.stdout.readline())
        assert is_alive(worker)
    finally:
        os.kill(server.pid, signal.SIGKILL)
        server.wait(10)
        server.stdout.close()
    end = time.monotonic() + 10
    while is_alive(worker):
        assert time.monotonic() < end
        time.sleep(0.02)
