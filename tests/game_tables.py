"""Tables at which people or agents play, in plain Python, and replays of random games."""

from ludo_env import load_game
from ludo_env.play import Replay, Table


def a_table(game="ludo", seats=("human",), position="", seed=3):
    """A table with these seats, from a position if one is given."""
    table = Table(load_game(game), list(seats), seed, backend="python")
    if position:
        table.dealer.start(1, {"position": position})
    return table


def random_table(game, moves, seed=4):
    """A table of random players after `moves` moves."""
    table = a_table(game, (), seed=seed)
    play_on(table, moves)
    return table


def random_replay(game="mensch", moves=12, seed=4):
    """The replay of a game of random players, after `moves` moves or at its end."""
    return Replay.of_table(random_table(game, moves, seed))


def play_on(table, moves):
    """Let the agents play `moves` more moves, or to the end."""
    for _ in range(moves):
        if not table.over:
            table.play(table.choose())


def decide(table, decisions):
    """Play until `decisions` decisions have been made; people play their first legal action."""
    for _ in range(decisions):
        to_a_person(table)
        if not table.over:
            table.play(table.view.actions[0], decision=True)


def to_a_person(table):
    """Play on until a person has a decision to make."""
    while not table.over:
        view = table.view
        forced = view.actions == [table.game.pass_action]
        if table.agents[table.turn] is None and not forced:
            return
        table.play(view.actions[0] if forced else table.choose())
