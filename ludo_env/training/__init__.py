"""Training of networks by self-play, which play as the agent `net:file=FILE.npz`.

>>> from ludo_env.training import train
>>> points = train("ludo", "net.npz", minutes=10, seed=1)  # doctest: +SKIP
"""

from ludo_env.training.curve import Point
from ludo_env.training.run import train

__all__ = ["Point", "train"]
