"""Programs that run in processes of their own, with the library imported.

Importing takes longer than most programs of the pages. A server imports once, and a fork of it runs
each program: in its own folder, and unaffected by the programs before it.
"""

import json
import os
import subprocess
import sys

# Reads a line for each program: its blocks and its folder. Answers with a line: the exit status.
SERVER = """
import json, os, sys, traceback
import gymnasium, ludo_env

for line in sys.stdin:
    blocks, folder = json.loads(line)
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.chdir(folder)
            sys.stdin = open(os.devnull)
            report = os.open("report.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(report, 1)
            os.dup2(report, 2)
            sys.path.insert(0, "")
            sys.argv = [""]
            for block in blocks:
                print(block, flush=True)
                exec(compile(block, "block", "exec"), {"__name__": "__main__"})
            status = 0
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else int(end.code is not None)
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


class ForkedPrograms:
    """The server that runs all programs of a test file."""

    def __init__(self):
        self._server = subprocess.Popen(
            [sys.executable, "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(self, blocks, folder):
        """Run blocks of code one after the other; return the exit status and all printed output."""
        self._server.stdin.write(json.dumps([blocks, str(folder)]) + os.linesep)
        self._server.stdin.flush()
        status = int(self._server.stdout.readline())
        return status, (folder / "report.txt").read_text()

    def close(self):
        """End the server."""
        self._server.stdin.close()
        self._server.wait(timeout=60)
