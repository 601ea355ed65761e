"""Files of networks: the weights, the game, and a description of the training.

A file is a numpy `.npz` with `weights` and `about`, a JSON text. It contains no code.
"""

from __future__ import annotations

import json
import zipfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ludo_env._engine.errors import LudoError, cut_path, quoted, reason
from ludo_env._engine.game import Game
from ludo_env._engine.network import Network, network_of
from ludo_env._engine.whole_file import write_arrays
from ludo_env.agents.net_inputs import inputs_of

# The library's own files, one network for each of some games.
FOLDER = Path(__file__).parent.parent / "data" / "nets"
# Limits on the units of a hidden layer and on the size of a file.
MOST_UNITS, _MOST_BYTES = 1024, 2**28
_FORMAT = 2
# The slope of units below zero, in new networks.
LEAK = 0.1


@dataclass(frozen=True)
class Net:
    """A network with its weights; `about` describes how they were made."""

    network: Network
    numbers: Any  # an array, or a list in plain Python
    about: dict[str, Any]


@lru_cache(maxsize=64)
def network_for(game: Game, hidden: tuple[int, int], leak: float = LEAK) -> Network:
    """Return the functions of a network of this shape for a game."""
    parts = game.plain if game.backend == "python" else game.arrays
    return network_of(inputs_of(game), hidden, leak, parts.machine.reward, game.players)


def write_net(
    path: str | Path,
    game: Game,
    network: Network,
    numbers: npt.NDArray[np.float64],
    about: dict[str, Any],
) -> None:
    """Write a network to a file, completely or not at all.

    The weights have half precision, which is more than enough to play.
    """
    known = {
        "format": _FORMAT,
        "game": game.spec.name,
        "identity": game.identity.hex(),
        "inputs": network.inputs.words,
        "hidden": [network.shape.first, network.shape.second],
        "leak": network.shape.leak,
        **about,
    }
    text = np.frombuffer(json.dumps(known).encode(), np.uint8)
    write_arrays(Path(path), compressed=True, weights=numbers.astype(np.float16), about=text)


def net_of(game: Game, path: str | None = None) -> Net:
    """Return the network in a file, or else the library's network for the game."""
    if path is None:
        return _own_net(game)
    return _read(game, path, Path(path).stat().st_mtime_ns if Path(path).is_file() else 0)


def about_nets() -> dict[str, dict[str, Any]]:
    """Return the descriptions of the library's networks, by name."""
    return {path.stem: about_net(path) for path in sorted(FOLDER.glob("*.npz"))}


def about_net(path: str | Path) -> dict[str, Any]:
    """Return the checked description in the file of a network."""
    try:
        if Path(path).stat().st_size > _MOST_BYTES:
            raise _damaged(path, "it is too large")
        with np.load(path, allow_pickle=False) as file:
            about = json.loads(bytes(file["about"]).decode())
    except OSError as error:
        raise LudoError(f"The net {cut_path(path)} cannot be read: {reason(error)}.") from error
    except (ValueError, KeyError, TypeError, AttributeError, EOFError, zipfile.BadZipFile) as error:
        raise _damaged(path, "it was not written by ludo-env train") from error
    if not isinstance(about, dict) or about.get("format") != _FORMAT:
        raise _damaged(path, f"it does not have the format {_FORMAT} of this version")
    texts = ("game", "identity", "inputs")
    if not all(isinstance(about.get(key), str) for key in texts):
        raise _damaged(path, "it does not say what game it is for")
    hidden = about.get("hidden")
    if not isinstance(hidden, list) or len(hidden) != 2 or not all(map(_is_size, hidden)):
        raise _damaged(path, "it does not say how large its layers are")
    leak = about.setdefault("leak", 0.0)
    if not isinstance(leak, float) or not 0 <= leak < 1:
        raise _damaged(path, "it does not say what its units pass on")
    return about


def has_net(game: Game) -> bool:
    """Return whether the library has a network for a game."""
    return bool(_own_name(game))


def _own_net(game: Game) -> Net:
    """Return the library's network for a game."""
    name = _own_name(game)
    if name:
        return _read(game, str(FOLDER / f"{name}.npz"), 0)
    has = ", ".join(about_nets())
    raise LudoError(
        f"No net comes along for this form of {game.spec.name} (there are: {has}); "
        f"ludo-env train makes one, which plays as net:file=FILE.npz."
    )


@lru_cache(maxsize=64)
def _own_name(game: Game) -> str:
    """Return the name of the library's network for this game, or for one with the same inputs."""
    known = about_nets()
    words = inputs_of(game).words
    for key, wanted in (("identity", game.identity.hex()), ("inputs", words)):
        for name, about in known.items():
            if about[key] == wanted:
                return name
    return ""


@lru_cache(maxsize=16)
def _read(game: Game, path: str, changed: int) -> Net:
    """Return the network in a file; refuse one that does not fit the game."""
    about = about_net(path)
    network = network_for(game, tuple(about["hidden"]), about["leak"])
    if about["inputs"] != network.inputs.words:
        raise LudoError(
            f"{cut_path(path)} is a net for {quoted(about['game'])} with the inputs "
            f"{quoted(about['inputs'])}, and this form of {game.spec.name} has others: "
            f"{network.inputs.words}."
        )
    with np.load(path, allow_pickle=False) as file:
        numbers = file["weights"].astype(np.float64)
    if numbers.shape != (network.shape.size,) or not np.isfinite(numbers).all():
        raise _damaged(path, f"it has not the {network.shape.size} weights of its shape")
    return Net(network, numbers.tolist() if game.backend == "python" else numbers, about)


def _is_size(number: object) -> bool:
    return isinstance(number, int) and 1 <= number <= MOST_UNITS


def _damaged(path: str | Path, why: str) -> LudoError:
    return LudoError(f"{cut_path(path)} is not a net: {why}.")
