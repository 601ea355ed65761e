"""Fixtures and settings that all tests share."""

import gc
import os
import signal

import pytest
from hypothesis import HealthCheck, settings

# Compilers make many objects that live on; looking for garbage among them takes time.
gc.set_threshold(100_000, 20, 100)
# A test run opens no window, and a slow machine is no failure.
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
# Environments begin compiled, so that it is known what a test tests; those of the start itself
# take this back.
os.environ.setdefault("LUDO_ENV_WAIT", "1")
# A shell that starts the run in the background makes it ignore Ctrl-C, and so would the programs
# that tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
settings.register_profile(
    "default", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=60
)
settings.load_profile("default")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Leave what is still there to the end of the process: pytest looks at all of it five times."""
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show how often the rules fired that ordinary play hardly reaches."""
    for report in terminalreporter.getreports("passed"):
        for name, counts in report.user_properties:
            if name == "fired":
                terminalreporter.section(f"fired in {report.nodeid}")
                terminalreporter.write_line(
                    ", ".join(f"{rule} {count}" for rule, count in counts.items())
                )
