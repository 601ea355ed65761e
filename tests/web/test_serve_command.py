"""`ludo-env serve`: its output, where games are kept, and that a stopped server goes on."""

import re
import signal
import subprocess
import sys

import pytest
from table_client import Client

from ludo_env import __main__ as cli


class Running:
    """A server in a process of its own; `address` and `owner` are what it printed."""

    def __init__(self, *options):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ludo_env", "serve", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.lines = []
        while not self.lines or "Ctrl-C" not in self.lines[-1]:
            line = self.process.stdout.readline()
            assert line, self.process.stderr.read()
            self.lines.append(line)
        found = re.fullmatch(r"Tables: (http://\S+)/#(\S+)\n", self.lines[0])
        self.address, self.owner = found.groups()


def test_it_serves_until_it_is_interrupted(tmp_path):
    """It serves on loopback; the printed link opens the archive, and it uses the named database."""
    running = Running("--port", "0", "--db", str(tmp_path / "games.db"))
    assert running.address.startswith("http://127.0.0.1:")
    assert Client(running, running.owner).get("/api/tables") == {"games": [], "most": 100}
    assert b"<title>Tables</title>" in Client(running).get("/")
    running.process.send_signal(signal.SIGINT)
    assert running.process.wait(20) == 0
    assert running.process.stderr.read() == ""
    assert (tmp_path / "games.db").exists()


def test_the_network_is_opened_by_an_option_only(tmp_path):
    """`--lan` says that it opens the network, and what others can do."""
    running = Running("--lan", "--port", "0", "--db", str(tmp_path / "games.db"))
    assert "Everybody in this network can reach the server" in "".join(running.lines)
    assert "127.0.0.1" not in running.address
    assert Client(running).ask("GET", "/")[0] == 200
    running.process.kill()
    running.process.wait(20)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--lan", "--host", "127.0.0.1"], "--lan listens on all addresses; omit --host."),
        (["--port", "70000"], "A port is a number 0..65535, not 70000."),
        (["--host", "192.0.2.77", "--port", "0"], "The server cannot use port 0"),
        (["--port", "0", "--db", "no/such/folder.db"], "cannot be used as a database"),
    ],
)
def test_wrong_options_are_refused(options, sentence, capsys, tmp_path, monkeypatch):
    """Wrong options are refused in one sentence."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert cli.main(["serve", *options]) == 2
    assert sentence in capsys.readouterr().err
