"""A pytest plugin: the conformance kit of `ludo_env.testing` as fixtures.

    def test_my_rule(check_rule):
        check_rule(my_rule())

`pytest --ludo-games 100` sets how many games each check plays. Nothing of ludo_env is imported
before a fixture is used, so other test runs are as fast as without it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--ludo-games`."""
    group = parser.getgroup("ludo_env", "checks of ludo_env")
    group.addoption(
        "--ludo-games",
        type=_count,
        metavar="N",
        help="games that each check plays (default: 20 for rules and games, 3 for others)",
    )


@pytest.fixture
def check_rule(pytestconfig: pytest.Config) -> Callable[..., Any]:
    """Check a rule: `check_rule(rule, spec=None, backends=None)`."""
    from ludo_env.testing import check_rule as check

    return _playing(check, pytestconfig)


@pytest.fixture
def check_game(pytestconfig: pytest.Config) -> Callable[..., Any]:
    """Check a game: `check_game(spec, backends=None, seed=0)`."""
    from ludo_env.testing import check_game as check

    return _playing(check, pytestconfig)


@pytest.fixture
def check_family(pytestconfig: pytest.Config) -> Callable[..., Any]:
    """Check the family of a game: `check_family(spec, backends=None, seed=0)`."""
    from ludo_env.testing import check_family as check

    return _playing(check, pytestconfig)


@pytest.fixture
def check_agent(pytestconfig: pytest.Config) -> Callable[..., Any]:
    """Check an agent: `check_agent(agent, spec=None, seed=0)`."""
    from ludo_env.testing import check_agent as check

    return _playing(check, pytestconfig)


@pytest.fixture
def check_env(pytestconfig: pytest.Config) -> Callable[..., Any]:
    """Check an environment: `check_env(make, seed=0)`, where `make(**settings)` makes it."""
    from ludo_env.testing import check_env as check

    return _playing(check, pytestconfig)


def _playing(check: Callable[..., Any], config: pytest.Config) -> Callable[..., Any]:
    """Return a check that plays as many games as the command line says."""
    games = config.getoption("ludo_games")
    return check if games is None else functools.partial(check, games=games)


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise pytest.UsageError(f"--ludo-games is a whole number from 1, not {text!r}.")
    return int(text)
