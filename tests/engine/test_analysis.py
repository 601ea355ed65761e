"""The analysis of a game: the cost of moves, and luck that adds up to that of the whole game."""

import numpy as np
import pytest

from ludo_env import load_game
from ludo_env._engine.chance import draw, keys_further, stream_keys
from ludo_env._engine.luck import walk_through
from ludo_env._engine.session import STREAM_LAYOUT
from ludo_env._engine.state import Plain
from ludo_env._play.analysis import BEST, MARKS, GameAnalysis
from ludo_env._play.table import Table
from ludo_env.agents.forecast import appraised_forecast


def played(name, moves, seed=3):
    """A table after some moves of random players."""
    table = Table(load_game(name), ["random"] * 4, seed, 0, "python")
    while not table.over and table.moves < moves:
        table.play(table.choose())
    return table


def analysed(table):
    """The analysis of its game."""
    found = GameAnalysis(table.game.spec, table.seed, table.start)
    found.follow(table.actions)
    return found


def test_keys_go_on_where_a_stream_is():
    """The draws of the further stream are the later ones of the first."""
    keys = stream_keys(7, 2)
    first, later = (
        Plain(dict(zip(STREAM_LAYOUT.fields, (*one, 0), strict=True)))
        for one in (keys, keys_further(keys, 5))
    )
    assert [draw(first, 6) for _ in range(12)][5:] == [draw(later, 6) for _ in range(7)]


def test_luck_of_moves_adds_up_to_that_of_the_game():
    """The sum is the luck in the result list of a window, and in an arena."""
    table = played("mensch", 10_000)
    rows = analysed(table).judged(0, 10_000)
    assert len(rows) == table.moves
    game, actions = table.game, np.array(table.actions)
    keys = np.array([stream_keys(table.seed, 0)], np.int64)
    forecast = appraised_forecast(game)
    whole = walk_through(game, forecast, keys, [actions[actions != game.pass_action]])
    # The throw before the first choice belongs to no move.
    first = walk_through(game, forecast, keys, [actions[:0]])
    wanted = (whole.luck - first.luck)[0, 1] / 2
    assert np.allclose(np.sum([row.luck for row in rows], axis=0), wanted)


@pytest.mark.parametrize("name", ["mensch", "french"])
def test_a_move_costs_what_the_best_one_would_have_kept(name):
    """No cost is negative; the best moves cost nothing, and a single choice has no mark."""
    rows = analysed(played(name, 60)).judged(20, 25)
    assert rows
    assert all(row.cost >= 0 and row.mark in ("", *MARKS) for row in rows)
    assert all(row.cost <= 0.005 for row in rows if row.mark in ("", BEST))
    assert all(0 <= chance <= 1 for row in rows for chance in row.chances)


def test_the_best_moves_are_marked_so():
    """The best moves, played one after the other, are all marked as best."""
    from ludo_env.agents.ranking import ranked_actions

    table = Table(load_game("mensch"), [], 5, 0, "python")
    for _ in range(40):
        table.play(ranked_actions(table.view)[1][0][0])
    found = analysed(table)
    assert {row.mark for row in found.judged(0, 40)} <= {"", BEST}
    assert found.chances() == pytest.approx(found.judged(0, 40)[-1].chances, abs=0.5)


def test_dice_to_come_are_not_looked_at():
    """A move is judged at the next choice, when the throws in between are known."""
    table = played("mensch", 1)
    for _ in range(30):
        found = analysed(table)
        forced = table.view.actions == [table.game.pass_action]
        assert (found.settled == table.moves) != forced
        assert len(found.judged(0, 1000)) == found.settled
        table.play(table.choose())


def test_moves_that_were_taken_back_are_forgotten():
    """The analysis continues with the other moves."""
    table = played("mensch", 30)
    found = analysed(table)
    again = [*table.actions[:10]]
    found.follow(again)
    assert found.settled <= 10
    found.follow(table.actions)
    assert found.judged(0, 30) == analysed(table).judged(0, 30)


def test_games_without_a_judge_have_no_analysis():
    """Such games have neither chances nor marks."""
    found = analysed(played("caravans", 5))
    assert (found.judge, found.chances(), found.judged(0, 9)) == ("", (), [])
    end = analysed(played("mensch", 10_000))
    assert sorted(end.chances()) == [0, 0, 0, 1]
