"""A trial game of random actions in plain Python, to test its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ludo_env._engine.chance import stream_keys
from ludo_env._engine.errors import SpecError
from ludo_env._engine.family import OVER, Machine
from ludo_env._engine.kernel import BEGIN, PLAY, SETTLE, turn_loop, unpack_status
from ludo_env._engine.session import STREAM_LAYOUT

if TYPE_CHECKING:
    from ludo_env._engine.game import Game
    from ludo_env._engine.state import Record


def dry_run(
    game: Game,
    machine: Machine,
    seed: int,
    decisions: int,
    *,
    audited: bool = False,
    start: Record | None = None,
) -> int:
    """Play at most this many decisions of a game, and return their number.

    It is a new game, or continues from the state `start`. A number outside its field's range is
    refused, and so is an unsound state if the game is `audited`.
    """
    has_pass = game.spec.family.has_pass
    run = turn_loop(machine, game.layout.clearing(), lambda *_: None, game.actions, has_pass)
    record = game.layout.new() if start is None else start.copy()
    state = game.layout.unpack(record)
    stream = STREAM_LAYOUT.unpack(STREAM_LAYOUT.new())
    stream.key0, stream.key1 = stream_keys(seed)
    mask, notes, choices = game.scratch()
    row = np.zeros(1, np.float32)
    rng = np.random.default_rng(seed)
    begin = BEGIN if start is None else 0
    status = run(state, stream, mask, notes, choices, row, begin | SETTLE, 0)
    for decision in range(decisions):
        game.layout.pack(state, record)
        complaint = game.audit(record) if audited else ""
        if complaint:
            raise SpecError(f"{complaint} in {game.position(record)!r}.")
        phase = unpack_status(status)[1]
        if phase == OVER:
            for player in range(game.players):
                machine.reward(state, player)
        if phase >= OVER:
            return decision
        action = int(rng.choice(np.flatnonzero(mask)))
        status = run(state, stream, mask, notes, choices, row, PLAY | SETTLE, action)
    return decisions
