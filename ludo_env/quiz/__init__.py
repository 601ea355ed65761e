"""Positions with known answers: a measure of agents that needs no games.

>>> from ludo_env.quiz import load_positions, score_agent
>>> score = score_agent("greedy", load_positions("positions.jsonl"))  # doctest: +SKIP
>>> print(score)  # doctest: +SKIP
"""

from ludo_env.quiz.files import load_positions, save_positions
from ludo_env.quiz.making import make_positions
from ludo_env.quiz.playouts import Known, winning_chances
from ludo_env.quiz.positions import Position, PositionSet
from ludo_env.quiz.scoring import Score, ScoreLine, score_agent, score_answers

__all__ = [
    "Known",
    "Position",
    "PositionSet",
    "Score",
    "ScoreLine",
    "load_positions",
    "make_positions",
    "save_positions",
    "score_agent",
    "score_answers",
    "winning_chances",
]
