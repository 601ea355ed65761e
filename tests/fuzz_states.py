"""Put changed states into environments: `python fuzz_states.py GAME COUNT SEED BACKEND [batch]`.

A separate program, because the errors it looks for can end the interpreter. It prints how many
states were refused and how many were played on. It fails on anything but a refusal in one sentence,
on a refusal that has changed something, and on an accepted state that cannot be played.
"""

import dataclasses
import faulthandler
import json
import pickle
import sys
from collections import Counter
from random import Random

import numpy as np
from batches import GAMES
from small_races import alone, converting, crowd

import ludo_env
from ludo_env import LudoError

# Games in which owners change, with many players, and with one.
FUZZED = GAMES | {
    "converting": ("loose_ludo_v0", {"spec": converting()}),
    "crowd": ("loose_ludo_v0", {"spec": crowd(pieces=1)}),
    "alone": ("loose_ludo_v0", {"spec": alone()}),
}
HANG = 20  # seconds that one state may take
STEPS = 200  # that a state that was taken must play
ODD = (
    None, True, -1, 0, 1, 2**40, 10**30, 0.5, float("nan"), "", "player_0", "player_9", b"x",
    [], ["player_1"], {}, {"player_0": 1}, (), np.zeros(3), np.int64(2),
)  # fmt: skip


class Fuzzer:
    """One game whose states are changed."""

    def __init__(self, name, seed, backend):
        self.random = Random(f"{name} {seed}")
        module, keywords = FUZZED[name]
        make = getattr(ludo_env, module).raw_env
        self.env = make(backend=backend, **keywords)
        self.target = make(backend=backend, **keywords)
        self.target.reset(seed=seed)
        self.strangers = [_saved_elsewhere(other) for other in ("ludo 2", "strict", "generals")]
        self.counts = Counter()

    def one(self):
        """Change one state, and check the result."""
        saved = self._reached()
        change = self.random.choice(
            (self._field, self._field, self._field, self._bytes, self._agent_state, self._chance,
             self._stranger)
        )  # fmt: skip
        changed = change(saved)
        before = pickle.dumps(self.target.get_state())
        try:
            self.target.set_state(changed)
        except LudoError as error:
            check_sentence(error)
            assert pickle.dumps(self.target.get_state()) == before, "a refusal changed something"
            self.counts["refused"] += 1
            return
        self.counts["taken"] += 1
        self._play_on()

    def _reached(self):
        """A state of a random game; each call continues the game."""
        env, random = self.env, self.random
        if not env._is_reset() or not env.agents or env.terminations[env.agents[0]]:
            env.reset(seed=random.getrandbits(32))
        for _ in range(random.randrange(12)):
            if env.terminations[env.agent_selection] or env.truncations[env.agent_selection]:
                break
            env.step(self._legal(env))
        saved = env.get_state()
        return dataclasses.replace(saved, dealt=saved.dealt._replace(sign=b""))

    def _legal(self, env):
        return int(self.random.choice(np.flatnonzero(env._session.mask).tolist()))

    def _field(self, saved):
        """Change some numbers of the record, mostly to the ends of their ranges or beyond."""
        record = saved.dealt.record.copy()
        for _ in range(self.random.choice((1, 1, 1, 2, 3))):
            name = self.random.choice(record.dtype.names)
            values = record[name].reshape(-1)
            limits = np.iinfo(values.dtype)
            field = self.env.game.layout.fields[name]
            number = self.random.choice(
                (limits.min, limits.max, field.low - 1, field.high + 1, field.low, field.high,
                 self.random.randint(field.low, field.high), int(values[0]) + 1)
            )  # fmt: skip
            at = self.random.randrange(len(values))
            values[at] = min(max(number, limits.min), limits.max)
            record[name] = values.reshape(record[name].shape)
        return self._with(saved, record=record)

    def _bytes(self, saved):
        """Write random bytes in random places."""
        data = bytearray(saved.dealt.record.tobytes())
        for _ in range(self.random.choice((1, 2, 8, len(data)))):
            data[self.random.randrange(len(data))] = self.random.getrandbits(8)
        return self._with(saved, record=np.frombuffer(bytes(data), saved.dealt.record.dtype))

    def _agent_state(self, saved):
        """Put something odd into the agent state."""
        agent_state = dict(saved.agent_state)
        name = self.random.choice([*agent_state, "nonsense"])
        old = agent_state.get(name)
        agent_state[name] = self.random.choice(ODD)
        if isinstance(old, dict) and old and self.random.random() < 0.7:
            agent_state[name] = {**old, self.random.choice(list(old)): self.random.choice(ODD)}
        return dataclasses.replace(saved, agent_state=agent_state)

    def _chance(self, saved):
        """Another stream, other scripted dice, or no record at all."""
        part = self.random.choice(("stream", "script", "record", "sign"))
        if part == "stream" and self.random.random() < 0.7:
            data = bytearray(saved.dealt.stream.tobytes())
            data[self.random.randrange(len(data))] = self.random.getrandbits(8)
            return self._with(saved, stream=np.frombuffer(bytes(data), saved.dealt.stream.dtype))
        return self._with(saved, **{part: self.random.choice((*ODD, (1, 2), (7,), [6, 6], (0,)))})

    def _stranger(self, saved):
        """A state of another game, its record in a state of this one, or no state."""
        other = self.random.choice(self.strangers)
        kind = self.random.randrange(4)
        if kind == 0:
            return other
        if kind == 1:
            return dataclasses.replace(saved, dealt=other.dealt._replace(sign=b""))
        if kind == 2:
            return dataclasses.replace(other, game=saved.game)
        return self.random.choice(ODD)

    def _with(self, saved, **parts):
        return dataclasses.replace(saved, dealt=saved.dealt._replace(**parts))

    def _play_on(self):
        env = self.target
        for _ in range(STEPS):
            if not env.agents or env._ended:
                break
            before = env.position
            try:
                env.step(self._legal(env))
            except LudoError as error:
                # Scripted dice may turn out to be impossible: cards that have all been played.
                if "cannot come up now" not in str(error):
                    raise
                assert env.position == before, "a refusal changed something"
                break
            env.last()
            wrong = env.game.audit(env._session.record)
            assert not wrong, wrong
        self.target.reset(seed=1)


class BatchFuzzer(Fuzzer):
    """The same for the saved games of a batch."""

    def __init__(self, name, seed, backend):
        super().__init__(name, seed, backend)
        module, keywords = FUZZED[name]
        mode = self.random.choice(("NextStep", "SameStep", "Disabled"))
        self.batch = ludo_env.make_vec(
            module, 8, seed=seed, backend=backend, autoreset_mode=mode, **keywords
        )
        self.batch.reset()

    def one(self):
        """Change the saved games of a batch, and check the result."""
        batch, random = self.batch, self.random
        for _ in range(random.randrange(6)):
            batch.step(batch.sample_actions())
        saved = dataclasses.replace(batch.get_state(), sign=b"")
        arrays = dict(saved.arrays)
        name = random.choice([*arrays, "records", "records", "nonsense"])
        array = arrays.get(name)
        if array is None or random.random() < 0.2:
            arrays[name] = random.choice((*ODD, np.zeros(8), np.zeros((8, 2), np.int64)))
        else:
            data = bytearray(array.tobytes())
            for _ in range(random.choice((1, 1, 2, 6))):
                data[random.randrange(len(data))] = random.choice((0, 1, 2, 127, 128, 255))
            arrays[name] = np.frombuffer(bytes(data), array.dtype).reshape(array.shape)
        before = pickle.dumps(batch.get_state())
        try:
            batch.set_state(dataclasses.replace(saved, arrays=arrays))
        except LudoError as error:
            check_sentence(error)
            assert pickle.dumps(batch.get_state()) == before, "a refusal changed something"
            self.counts["refused"] += 1
            return
        self.counts["taken"] += 1
        for _ in range(25):  # of 8 games: as many steps as a single state plays
            batch.reset(options={"reset_mask": _ended(batch)}) if _ended(batch).any() else None
            batch.step(batch.sample_actions())
            for game in range(8):
                wrong = batch.game.audit(batch.batch.records[game : game + 1])
                assert not wrong, wrong


def _ended(batch):
    return batch.batch.terminated | batch.batch.truncated


def _saved_elsewhere(name):
    module, keywords = FUZZED[name]
    env = getattr(ludo_env, module).raw_env(backend="python", **keywords)
    env.reset(seed=5)
    return env.get_state()


def check_sentence(error):
    """Fail if a refusal is not one short line."""
    assert "\n" not in str(error), error
    assert len(str(error)) <= 500, error


def main():
    """Run one fuzzer, and print its counts."""
    name, count, seed, backend = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    kind = BatchFuzzer if "batch" in sys.argv[5:] else Fuzzer
    fuzzer = kind(name, seed, backend)
    for number in range(count):
        faulthandler.dump_traceback_later(HANG, exit=True)
        fuzzer.one()
        if number % 1000 == 999:
            print(number + 1, dict(fuzzer.counts), file=sys.stderr, flush=True)
    faulthandler.cancel_dump_traceback_later()
    print(json.dumps(fuzzer.counts))


if __name__ == "__main__":
    main()
