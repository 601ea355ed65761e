"""Call a batch in every odd way: `python fuzz_batches.py COUNT SEED [KINDS]`.

A separate program, because the errors it looks for can end the interpreter. Calls come in any
order, at any time, with odd values, from one thread and from several; each must work or refuse.
"""

import faulthandler
import json
import sys
import threading
from collections import Counter
from random import Random

import numpy as np
from fuzz_states import check_sentence

from ludo_env import LudoError, OrderError, make_vec

HANG = 20  # seconds that one call may take
ODD = (
    None, True, -1, 0, 1, 3, 10**9, 2**63, 10**30, 0.5, float("nan"), "", "0000", b"0", [], [0], {},
    {"reset_mask": None}, {"position": 5}, {"position": "p0=1"}, {"dice": [1]}, object(),
    np.zeros(0), np.zeros(4), np.zeros((2, 2), np.int64), np.array(0), np.array([None] * 4),
    np.full(4, 99), np.full(4, -1), np.zeros(4, np.int8), np.zeros(4, np.bool_),
    np.ones(4, np.bool_), np.array([0, 0, 0, 2**64 - 1], np.uint64), np.zeros(8, np.int64)[::2],
    [[0], [1, 2]], [1, 2, 3, 4],
)  # fmt: skip
KINDS = (
    ("ludo_v0", {}), ("ludo_v0", {"threads": 2}), ("strict_ludo_v0", {"layout": "columns"}),
    ("french_ludo_v0", {}), ("generals_v0", {"role_choice": "fixed"}),
)  # fmt: skip


def made(random, kinds):
    """A batch of a random kind, with four games or one."""
    game, keywords = random.choice(kinds)
    games = 1 if random.random() < 0.2 and "threads" not in keywords else 4
    return make_vec(
        game, games, seed=random.getrandbits(20), copy=random.random() < 0.5,
        illegal=random.choice(("terminate", "raise", "substitute")),
        autoreset_mode=random.choice(("NextStep", "SameStep", "Disabled")), **keywords,
    )  # fmt: skip


def one(envs, random, saved):
    """Make one call; return what happened, in a word."""
    odd = random.choice(ODD)
    calls = {
        "step": lambda: envs.step(envs.sample_actions()),
        "odd step": lambda: envs.step(odd),
        "reset": envs.reset,
        "odd seed": lambda: envs.reset(seed=odd),
        "odd options": lambda: envs.reset(options=odd),
        "get_state": envs.get_state,
        "odd get_state": lambda: envs.get_state(odd),
        "set_state": lambda: envs.set_state(random.choice(saved)),
        "odd set_state": lambda: envs.set_state(odd, random.choice(ODD)),
        "position": lambda: envs.position(odd),
        "observations": envs.observations,
        "threads": lambda: _at_once(envs),
        "close": envs.close,
    }
    weights = [8, 12, 1, 3, 4, 1, 3, 2, 3, 3, 1, 1, 1 if random.random() < 0.1 else 0]
    name = random.choices(list(calls), weights)[0]
    try:
        found = calls[name]()
    except (LudoError, OrderError) as error:
        check_sentence(error)
        return f"{name}: refused"
    if name == "get_state":
        saved.append(found)
        del saved[:-20]
    return name


def _at_once(envs):
    """Step from three threads; each step is played or refused."""
    failed = []

    def step():
        try:
            envs.step(envs.sample_actions())
        except (LudoError, OrderError):
            pass
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=step) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]


def main():
    """Make `count` calls, on a new batch now and then, and print the counts of results."""
    count, random = int(sys.argv[1]), Random(int(sys.argv[2]))
    kinds = KINDS[: int(sys.argv[3])] if len(sys.argv) > 3 else KINDS
    counts, saved = Counter(), [None]
    envs = made(random, kinds)
    for number in range(count):
        if number % 40 == 0 or (envs.closed and random.random() < 0.3):
            envs.close()
            envs = made(random, kinds)  # compiles now and then, which is no hang
        faulthandler.dump_traceback_later(HANG, exit=True)
        counts[one(envs, random, saved)] += 1
        faulthandler.cancel_dump_traceback_later()
        if envs._begun and not envs.closed:
            for game in range(envs.num_envs):
                wrong = envs.game.audit(envs.batch.records[game : game + 1])
                assert not wrong, wrong
    print(json.dumps(counts))


if __name__ == "__main__":
    main()
