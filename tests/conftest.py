"""Fixtures and settings that all tests share."""

import gc
import os
import signal

import pytest
from hypothesis import HealthCheck, settings

# Compilers make many long-lived objects; garbage collection among them takes time.
gc.set_threshold(100_000, 20, 100)
# A test run opens no window.
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
# Environments are compiled from the start, so that it is clear what a test tests. Tests of the
# start itself undo this.
os.environ.setdefault("LUDO_ENV_WAIT", "1")
# A job that a shell starts in the background ignores Ctrl-C, and so would the programs that
# tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
settings.register_profile(
    "default", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=60
)
settings.load_profile("default")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Exempt all objects from garbage collection: pytest collects five times at the end."""
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show how often the rules that play rarely reaches have fired."""
    for report in terminalreporter.getreports("passed"):
        for name, counts in report.user_properties:
            if name == "fired":
                terminalreporter.section(f"fired in {report.nodeid}")
                terminalreporter.write_line(
                    ", ".join(f"{rule} {count}" for rule, count in counts.items())
                )
