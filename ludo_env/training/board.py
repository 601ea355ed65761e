"""The writer for TensorBoard, from the package that is installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from ludo_env._engine.errors import LudoError

# The modules that have a `SummaryWriter`, in the order in which they are tried.
_MODULES = ("tensorboardX", "torch.utils.tensorboard")


@contextmanager
def writer_of(folder: str | Path) -> Iterator[Any]:
    """Yield a writer of scalars into a folder; raise a `LudoError` if no package has one."""
    for name in _MODULES:
        try:
            made = import_module(name).SummaryWriter
        except ImportError:
            continue
        writer = made(str(folder))
        try:
            yield writer
        finally:
            writer.close()
        return
    raise LudoError(
        "TensorBoard needs tensorboardX, or torch with tensorboard, which cannot be imported here; "
        "`pip install tensorboardX`."
    )
