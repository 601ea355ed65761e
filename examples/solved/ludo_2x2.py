"""Exact values of two-piece Ludo: the first move, the gate, blocks, and rules of thumb.

    ludo-env solve --game examples/solved/ludo_2x2.toml --out ludo_2x2.solution
    python examples/solved/ludo_2x2.py ludo_2x2.solution

Solving takes about five minutes and 5 GiB; this script takes about two minutes.
"""

import argparse
from pathlib import Path

import numpy as np

from ludo_env.arena import match
from ludo_env.solver import OptimalAgent, load

LAST, RING = 50, 52


class Watched(OptimalAgent):
    """The optimal agent, which remembers the states of its decisions."""

    def __init__(self, solution):
        """Begin with no states."""
        super().__init__(solution)
        self.records = []

    def act_batch(self, decisions):
        """Return the best actions, and remember the states."""
        self.records.append(decisions.records)
        return super().act_batch(decisions)


def main():
    """Print every figure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path, help="the file of `ludo-env solve --out`")
    parser.add_argument("--games", type=int, default=1_000, help="games of optimal play to look at")
    parser.add_argument("--simulated", type=int, default=1_000_000)
    chosen = parser.parse_args()
    solution = load(chosen.file)
    print(f"{solution}, exact to {solution.residual:.1e}")
    show_start(solution, chosen.simulated)
    states = states_of(solution, chosen.games)
    show_gate(solution, states[:: max(1, len(states) // 4_000)])
    show_blocks(solution)
    show_rules_of_thumb(solution, states)


def states_of(solution, games):
    """Return the decisions with a choice, from games with optimal play on both sides."""
    agent = Watched(solution)
    match([agent, agent], solution.spec, games, seed=1, seats="fixed")
    states = np.concatenate(agent.records)
    return states[(~np.isnan(solution.all_action_values(states))).sum(axis=1) > 1]


def show_start(solution, games):
    """Print the values of the first move and the first throw, and a simulation."""
    print("\nThe first player wins")
    print(f"  before the first throw   {100 * solution.start:.10f} %")
    for die in (5, 6):
        value = solution.value(solution.game.read(f"turn=0 dice={die}")[0])
        print(f"  after a first throw of {die} {100 * value:.4f} %")
    played = solution.simulate(games, seed=2)
    off = (played.share - solution.start) / played.error
    print(
        f"  in {games:,} simulated games {100 * played.share:.4f} %, {off:+.2f} standard errors off"
    )


def show_gate(solution, states):
    """Compare the same states with the gate open and closed."""
    print("\nThe gate: the same decisions with captures taken away or given (points)")
    game = solution.game
    for name, own, other in (("own", 1, 0), ("the other's", 0, 1), ("both", 1, 1)):
        changes = []
        for state in states:
            text = game.position(state.reshape(1)).replace("hit=-", "hit={}")
            if "hit={}" not in text:
                continue
            mover = "02"[int(state["seat"])]
            opened = [mover] * own + ["20"["02".index(mover)]] * other
            rows = [game.read(text.format(hit))[0] for hit in ("-", ",".join(sorted(opened)))]
            shut, wide = solution.values(np.concatenate(rows))
            changes.append(wide - shut)
        known = np.array(changes)[~np.isnan(changes)]
        print(
            f"  {name} gate open instead of closed: {100 * known.mean():+.2f} ({len(known)} states)"
        )


def show_blocks(solution):
    """Compare two pieces on one square with the same pieces a square ahead and a square behind."""
    print("\nA block on an open square, instead of its pieces one square before and one behind;")
    print("the other has one piece on the ring, one in the yard, and throws next (points)")
    safe, game = set(solution.spec.board.safe), solution.game
    near, far = [], []
    for cell in range(1, LAST):
        if {cell - 1, cell, cell + 1} & safe:
            continue
        for enemy in range(LAST + 1):
            place = (enemy + RING // 2) % RING  # of the ring, from the entry of seat 0
            if place in (cell - 1, cell, cell + 1):
                continue
            rows = [
                game.read(f"p0={pieces} p2=y,{enemy} turn=2")[0]
                for pieces in (f"{cell},{cell}", f"{cell - 1},{cell + 1}")
            ]
            block, apart = 1 - solution.values(np.concatenate(rows))
            behind = (cell - place) % RING
            (near if behind <= 7 else far).append(block - apart)
    for name, found in (("1 to 7 squares behind it", near), ("farther away", far)):
        known = np.array(found)[~np.isnan(found)]
        better = (known > 0).mean()
        print(
            f"  the other's piece {name}: {100 * known.mean():+.2f}, from {100 * known.min():+.2f} "
            f"to {100 * known.max():+.2f}, better in {100 * better:.0f} % of {len(known)} positions"
        )


def show_rules_of_thumb(solution, states):
    """Print how often rules of thumb choose best, and the decision in which each loses most."""
    print(f"\nRules of thumb in {len(states):,} decisions of optimal play")
    game, values = solution.game, solution.all_action_values(states)
    seen = {name: [] for name in THUMBS}
    for number, state in enumerate(states):
        row = {
            int(action): float(values[number, action])
            for action in np.flatnonzero(~np.isnan(values[number]))
        }
        effects = game.all_effects(state.reshape(1))
        for name, rule in THUMBS.items():
            natural = {effect.action for effect in effects if rule(solution, state, effect)}
            if 0 < len(natural) < len(row):
                seen[name].append((max(row.values()) - max(row[one] for one in natural), number))
    for name, found in seen.items():
        if not found:
            continue
        regrets = np.array([regret for regret, _ in found])
        worst, number = max(found)
        print(
            f"  {name}: best in {100 * (regrets < 1e-12).mean():.1f} % of {len(found)} decisions, ",
            end="",
        )
        print(f"gives away {100 * regrets.mean():.2f} points on average")
        state = states[number : number + 1]
        print(f"    at most {100 * worst:.2f}: {game.position(state)}")
        for action, value in solution.action_values(state).items():
            print(f"      {100 * value:.2f} %  {game.describe(state, action)}")


def makes_block(solution, state, effect):
    """Return whether a piece joins an own piece on an open square."""
    own = [place for piece, place in enumerate(pieces_of(state)) if piece != effect.piece]
    board = solution.spec.board
    cell = (effect.end + board.entries[board.seats[int(state["seat"])]]) % RING
    return (
        effect.start != effect.end
        and effect.end in own
        and effect.end <= LAST
        and cell not in board.safe
    )


def farthest(solution, state, effect):
    """Return whether the piece that moves is the farthest one."""
    return effect.start == max(place for place in pieces_of(state) if place < home_of(solution))


def last(solution, state, effect):
    """Return whether the piece that moves is the last one on the board."""
    return effect.start == min((p for p in pieces_of(state) if p >= 0), default=-1)


def home_of(solution):
    """Return the progress of a piece that is home."""
    return solution.game.layout.fields["progress"].high


def pieces_of(state):
    """Return the progress of the pieces of the player to act."""
    rows = state["progress"].reshape(2, -1)
    return rows[int(state["seat"])].tolist()


THUMBS = {
    "capture": lambda solution, state, effect: bool(effect.captures),
    "bring a piece out with a six": lambda solution, state, effect: effect.start < 0 <= effect.end,
    "bring a piece home": lambda solution, state, effect: effect.end == home_of(solution),
    "make a block": makes_block,
    "move the piece that is farthest": farthest,
    "move the piece that is last": last,
}

if __name__ == "__main__":
    main()
