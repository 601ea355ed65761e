"""How a spec and a position are refused: with which message, and without any change."""

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
    """The refusal of a spec, which is the same when it is made and when a file is checked."""
    said = str(refusal_of(spec))
    assert complaints_about(spec) == [f"rules: {said}"]
    return said


def refuses_position(env, position):
    """Check that this position is refused in one sentence, and that the game goes on as before."""
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
