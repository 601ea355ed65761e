"""Checkpoints of a training run: everything that it needs to go on as if it had never stopped."""

from __future__ import annotations

import json
import zipfile
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from ludo_env._engine.errors import LudoError, cut_path, reason
from ludo_env._engine.game import Game
from ludo_env._engine.session import STREAM_LAYOUT
from ludo_env._engine.whole_file import write_arrays
from ludo_env.training.curve import Point
from ludo_env.training.learner import Learner
from ludo_env.training.plan import Plan
from ludo_env.training.playing import Actor

_ARRAYS = ("numbers", "means", "squares")
_COUNTS = ("steps", "rounds", "games", "rows")
_FAILURES = (ValueError, KeyError, TypeError, AttributeError, EOFError, zipfile.BadZipFile)


def checkpoint_path(out: Path) -> Path:
    """Return the path of the checkpoint of a net."""
    return out.with_name(f"{out.stem}.checkpoint.npz")


def write_checkpoint(
    path: Path, learner: Learner, plan: Plan, seconds: float, points: list[Point]
) -> None:
    """Write a checkpoint that replaces an older one only when it is complete."""
    about = {
        "identity": learner.game.identity.hex(),
        "plan": asdict(plan),
        "seconds": seconds,
        "counts": {name: getattr(learner, name) for name in _COUNTS},
        "points": [asdict(point) for point in points],
    }
    write_arrays(
        path,
        about=np.frombuffer(json.dumps(about).encode(), np.uint8),
        states=np.concatenate([one.state for one in learner.actors]).view(np.uint8),
        streams=np.concatenate([one.streams for one in learner.actors]).view(np.uint8),
        **{name: getattr(learner, name) for name in _ARRAYS},
    )


def read_plan(path: Path) -> tuple[dict[str, Any], Plan]:
    """Return what a checkpoint says about itself, and its plan."""
    try:
        with np.load(path, allow_pickle=False) as file:
            about = json.loads(bytes(file["about"]).decode())
        plan = Plan(**about["plan"])
        return about, replace(plan, hidden=tuple(plan.hidden)).check()  # type: ignore[arg-type]
    except OSError as error:
        raise LudoError(f"{cut_path(path)} cannot be read: {reason(error)}.") from error
    except _FAILURES as error:
        raise LudoError(f"{cut_path(path)} is not a checkpoint of ludo-env train.") from error


def fill(learner: Learner, path: Path, about: dict[str, Any]) -> tuple[float, list[Point]]:
    """Load a checkpoint into a learner; return the seconds and the points so far."""
    game: Game = learner.game
    if about.get("identity") != game.identity.hex():
        raise LudoError(f"{cut_path(path)} is a checkpoint of another game than {game.spec.name}.")
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in _ARRAYS}
            states, streams = file["states"], file["streams"]
        states = states.view(game.layout.dtype).reshape(len(learner.actors), 1)
        streams = streams.view(STREAM_LAYOUT.dtype).reshape(len(learner.actors), 2)
        learner.actors = [Actor(*each) for each in zip(states, streams, strict=True)]
        for name, array in arrays.items():
            getattr(learner, name)[:] = array
        for name in _COUNTS:
            setattr(learner, name, int(about["counts"][name]))
        return float(about["seconds"]), [Point(**point) for point in about["points"]]
    except (*_FAILURES, OSError) as error:
        raise LudoError(f"{cut_path(path)} is not a whole checkpoint.") from error
