"""Small games for two that the tests of the solver solve, and the optimal policy in play."""

from dataclasses import replace
from random import Random

from ludo_env import Spec, generals_v0, hooks, rule, rules
from ludo_env.boards import ring
from ludo_env.families import GRID, TRACK
from ludo_env.rules import DECIDE, OVER, generals
from ludo_env.sessions import BEGIN, PLAY, ROLL, unpack_status

SHORT = rules.dice(faces=(1, 2))


def race(*more, die=None, out=None, pieces=1, length=8, **board):
    """A race on a short ring, with a lane of one square."""
    own = (
        die or rules.dice(faces=(1, 2, 3)), out or rules.enter_by_number(), rules.exact_finish(),
        rules.capture_lone(), rules.all_home_wins(),
    )  # fmt: skip
    tiles = ring(length=length, lane=1, arms=2, gate=length - 2, pieces=pieces, **board)
    return Spec("small", TRACK, tiles, (*own, *more))


@rule(facts={"faces": (1, 2)})
def short_die(board):
    """A die of two faces."""
    return hooks()


def grid(turns):
    """An Attacker, a Defender and a General on six cells, with a limit on turns."""
    own = (
        generals.roles_fixed(), short_die(), generals.open_path(), generals.combat(),
        generals.interception(), generals.attack_general(), generals.no_attackers_left(),
        generals.stalemate(), generals.winner_takes_all(), generals.turn_limit(turns=turns),
    )  # fmt: skip
    tiles = replace(
        generals_v0.spec().board, rows=2, columns=3, general=(5,), moat=(4,),
        garrisons=((0,), (2,)), owners=(0, 1),
    )  # fmt: skip
    return Spec("tiny grid", GRID, tiles, own)


# Pieces that are alike or not, throws of several dice, throws again, draws, openings.
SMALL = {
    "one piece": race(),
    "two pieces": race(pieces=2, length=4, die=SHORT),
    "uneven": race(pieces=2, length=4, die=SHORT, markers=(1, 2)),
    "two dice": race(die=rules.dice(count=2, faces=(1, 2)), length=6),
    "limit of turns": race(rules.turn_limit(turns=5), length=4, die=SHORT),
    "three tries": race(
        rules.three_tries(), die=rules.dice(faces=(1, 6)), out=rules.leave_yard(), length=6
    ),
    "lot": race(rules.first_player_random(), length=6),
    "extra rolls": race(rules.bonus_capture(), rules.capture_before_home(), length=6),
    "three pieces": race(pieces=3, length=4, die=SHORT),
    "grid": grid(turns=6),
    "spinner": race(die=rules.spinner(values=(1, 2, 0), weights=(1, 2, 1))),
}


def games_won(solution, games, seed=0):
    """Play games in which both choose by a solution; count the wins of the first player."""
    random, session, won = Random(seed), solution.game.session(), 0.0
    for _ in range(games):
        _, phase, _ = unpack_status(session.run(BEGIN, 0))
        while phase < OVER:
            if phase == DECIDE:
                values = solution.action_values(session.record)
                status = session.run(PLAY, max(values, key=values.get))
            else:
                status = session.run(ROLL, random.randrange(int(session.record["sides"][0])))
            _, phase, _ = unpack_status(status)
        first, second = solution.game.returns(session.record)
        won += 0.5 * (1 + (first > 0) - (second > 0))
    return won
