"""How a spec and a position are refused: in which words, and that a refusal changes nothing."""

import pytest
from positions import legal_set, play

from ludo_env import SpecError
from ludo_env.testing import complaints_about


def refusal_of(spec):
    """The error with which a spec is refused."""
    with pytest.raises(SpecError) as caught:
        spec.check()
    return caught.value


def why_refused(spec):
    """Why a spec is refused: the same words when it is made and when a file is looked at."""
    said = str(refusal_of(spec))
    assert complaints_about(spec) == [f"rules: {said}"]
    return said


def refuses_position(env, position):
    """This position is refused, in one sentence, and the game goes on as before."""
    before, future = env.position, env.clone()
    with pytest.raises(ValueError) as refusal:
        env.reset(seed=5, options={"position": position, "dice": [1, 1]})
    message = str(refusal.value)
    assert "\n" not in message
    assert message.endswith((".", "?"))
    assert env.position == before
    for _ in range(8):
        action = min(legal_set(env))
        play(env, action)
        play(future, action)
        assert env.position == future.position
