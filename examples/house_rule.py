"""A house rule in twenty lines: landing on a star jumps to the next star.  Runs in a few seconds.

The rule is an ordinary function of the board. It is checked in plain Python, compiled, and played.
"""

from ludo_env import env_of, hooks, ludo_v0, rule
from ludo_env.rules import placing
from ludo_env.testing import check_rule


@rule()
def star_jump(board, first=5, apart=13):
    """A piece that lands on a star jumps to the next star, over everything in between."""
    place = placing(board)

    def is_star(cell):
        return cell < board.ring and cell % apart == first

    def react(s, hits, colour, piece, cell):
        target = s.progress[piece] + apart
        if is_star(cell) and target <= board.gate:
            place(s, colour, piece, target)
        return hits

    return hooks(react=react)


def main():
    """Check the rule in a dry run, then play with it."""
    report = check_rule(star_jump(), games=5)
    print(f"played {report.decisions} decisions; asked {report.answered['star_jump.react']} times")
    env = env_of(ludo_v0.spec().with_rules(star_jump()))
    env.reset(options={"position": "p0=2,y,y,y turn=0 dice=3"})
    env.step(0)
    print("from 2 with a 3:", env.position)
    decisions = env.game.playout(env.game.session(seed=1), 1000)
    print(f"a thousand compiled games take {decisions / 1000:.0f} decisions each")


if __name__ == "__main__":
    main()
