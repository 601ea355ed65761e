"""Settings: their types list the words that the engine knows."""

import typing

from ludo_env._engine.game import BACKENDS
from ludo_env._envs.settings import Backend


def test_words_of_the_backend_are_those_of_the_engine():
    """The type lists the backends of the engine."""
    assert typing.get_args(Backend) == BACKENDS
