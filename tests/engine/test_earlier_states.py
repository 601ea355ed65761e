"""States of a version with fewer derived fields are completed when they are read."""

import dataclasses
import pickle

import numpy as np
import pytest

from ludo_env import generals_v0, make_vec
from ludo_env._engine.errors import StateError

DERIVED = "occupied"


def without_derived(records, name=DERIVED):
    """The records as they were before a field was kept."""
    kept = [(one, records.dtype[one]) for one in records.dtype.names if one != name]
    old = np.zeros(records.shape, np.dtype(kept, align=True))
    for one, _ in kept:
        old[one] = records[one]
    return old


def test_an_environment_reads_them():
    """A saved environment goes on, and nothing else changes."""
    env, other = generals_v0.env(backend="python"), generals_v0.env(backend="python")
    env.reset(seed=1)
    env.step(600)
    other.reset(seed=2)
    saved = env.get_state()
    dealt = saved.dealt._replace(record=without_derived(saved.dealt.record), sign=b"")
    other.set_state(dataclasses.replace(saved, dealt=dealt))
    assert other.unwrapped.position == env.unwrapped.position
    assert other.get_state().dealt.record.tobytes() == saved.dealt.record.tobytes()


def test_a_batch_reads_them():
    """Saved games of a batch are completed, too."""
    envs = make_vec("generals_v0", 4, seed=1, backend="python", observation="compact")
    envs.reset()
    for _ in range(5):
        envs.step(envs.sample_actions())
    saved = envs.get_state()
    arrays = dict(saved.arrays, records=without_derived(saved.arrays["records"]))
    envs.set_state(dataclasses.replace(saved, arrays=arrays, sign=b""))
    np.testing.assert_array_equal(envs.get_state().arrays["records"], saved.arrays["records"])


@pytest.mark.parametrize("name", ["units", "board"])
def test_other_fields_are_not_made_up(name):
    """A missing field that does not follow from the others is an error."""
    env = generals_v0.env(backend="python")
    env.reset(seed=1)
    saved = env.get_state()
    dealt = saved.dealt._replace(record=without_derived(saved.dealt.record, name), sign=b"")
    with pytest.raises(StateError):
        env.set_state(dataclasses.replace(saved, dealt=dealt))


def test_a_pickled_spec_holds_nothing_that_was_worked_out():
    """The version that reads it makes its layout anew, as the states in it need."""
    spec = generals_v0.spec()
    assert spec.layout.fields
    again = pickle.loads(pickle.dumps(spec))
    assert again == spec
    assert set(vars(again)) == {"name", "family", "board", "rules"}
