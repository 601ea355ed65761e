"""The types of games: what OpenSpiel knows about a game before it is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyspiel

from ludo_env._engine.family import OVER
from ludo_env._engine.game import game_of
from ludo_env._engine.spec import Spec


def game_type(
    name: str, spec: Spec, defaults: Mapping[str, Any], players: tuple[int, ...] = ()
) -> pyspiel.GameType:
    """Return the type of a game, registered by a name for so many players; for its own if empty."""
    seats = players or (spec.players,)
    kind = pyspiel.GameType
    hidden, zero_sum = is_hidden(spec), is_zero_sum(spec)
    return kind(
        short_name=name,
        long_name=f"{spec.name} of ludo_env",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            kind.Information.IMPERFECT_INFORMATION
            if hidden
            else kind.Information.PERFECT_INFORMATION
        ),
        utility=kind.Utility.ZERO_SUM if zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        min_num_players=min(seats),
        max_num_players=max(seats),
        provides_information_state_string=hidden,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(defaults),
    )


def is_hidden(spec: Spec) -> bool:
    """Return whether players hold something that the others do not see, such as cards."""
    return any(field.private for field in spec.fields)


def is_zero_sum(spec: Spec) -> bool:
    """Return whether the returns of every end are known to add up to 0."""
    library = {maker.factory for maker in spec.family.library.values()}
    if spec.facts.all_lose or any(rule.factory not in library for rule in spec.rules):
        return False
    game = game_of(spec, "python")
    record = game.layout.new()
    record["phase"] = OVER
    for winner in range(spec.players):
        record["winner"] = winner
        gained = game.returns(record)
        if max(gained) > 0 and sum(gained) != 0:  # a number that is not a side wins nothing
            return False
    return True
