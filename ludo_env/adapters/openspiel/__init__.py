"""OpenSpiel: the games of the library as `pyspiel` games, and OpenSpiel's bots as agents.

    import pyspiel
    import ludo_env.adapters.openspiel  # registers the games

    game = pyspiel.load_game("ludo_env_ludo(num_players=2)")

Every die and card is a chance node with its probabilities; the games draw nothing themselves.
"""

from ludo_env.adapters.openspiel.bots import BotAgent, RolloutEvaluator
from ludo_env.adapters.openspiel.game import SpielGame, SpielState
from ludo_env.adapters.openspiel.registry import openspiel_game

__all__ = ["BotAgent", "RolloutEvaluator", "SpielGame", "SpielState", "openspiel_game"]
