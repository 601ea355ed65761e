"""A network for Ludo whose weights are the same for every piece, shared by the trainers here.

For each piece its inputs are the place, the place where it would land, and who is near these two
squares, so landing on another piece is a single input. A plain network on the whole row has to
learn this separately for each piece and each square.
"""

import torch
from torch import nn

SEATS, PIECES, RING, GATE, HOME = 4, 4, 52, 50, 56
ACTIONS = PIECES + 1  # one for each piece, and PASS
WIDTH = 64
AROUND = torch.arange(-6, 7)  # the squares that matter to a piece, within one roll
PLACE = 16  # the size of the embedding of a place


class PieceNetwork(nn.Module):
    """Scores of the actions, and numbers that describe the position for a critic."""

    described_by = 2 * WIDTH

    def __init__(self):
        super().__init__()
        self.place = nn.Embedding(HOME + 3, PLACE)
        self.table = nn.Sequential(nn.Linear(SEATS * PLACE + 6 + 2 * SEATS, WIDTH), nn.ReLU())
        self.shared = nn.Linear(WIDTH, WIDTH)
        self.piece = nn.Linear(2 * PLACE + 4 * len(AROUND), WIDTH)
        self.move = nn.Sequential(nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU())
        self.actor = nn.Linear(WIDTH, 1)
        nn.init.zeros_(self.actor.weight)  # uniform play at the start

    def forward(self, obs):
        """Return scores (rows, actions) and descriptions of "compact" rows: see docs/rules/ludo.md.

        PASS is legal only when nothing else is, so its score does not matter.
        """
        obs = obs.long()
        place, die = obs[:, :16].view(-1, SEATS, PIECES), obs[:, 16:17]
        landing, near = surroundings(place, die, turns_in=obs[:, 21:22] > 0)
        known = self.place(place)
        die = nn.functional.one_hot(die[:, 0], 7)[:, 1:]
        table = torch.cat((known.sum(2).flatten(1), die, obs[:, 17:25]), 1)
        table = self.table(table.to(known.dtype))
        moves = self.piece(torch.cat((known[:, 0], self.place(landing), near), -1))
        moves = self.move(moves + self.shared(table)[:, None])
        scores = nn.functional.pad(self.actor(moves)[..., 0], (0, 1))
        return scores, torch.cat((table, moves.mean(1)), 1)


class PieceScores(nn.Module):
    """The scores alone, for rows with any leading dimensions."""

    def __init__(self, body):
        super().__init__()
        self.body = body

    def forward(self, obs):
        """Return scores (..., actions)."""
        return self.body(obs.reshape(-1, obs.shape[-1]))[0].view(*obs.shape[:-1], ACTIONS)


class PieceCritic(nn.Module):
    """The value for the player to act, for rows with any leading dimensions."""

    def __init__(self, body):
        super().__init__()
        self.body = body
        self.head = nn.Sequential(nn.Linear(body.described_by, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, obs):
        """Return values (..., 1)."""
        return self.head(self.body(obs.reshape(-1, obs.shape[-1]))[1]).view(*obs.shape[:-1], 1)


def surroundings(place, die, turns_in):
    """Return the place where each own piece would land, and how many pieces are near both squares.

    The second array counts the own pieces and all others on nearby squares, (rows, pieces, 52).
    """
    arm = torch.arange(SEATS)[:, None]
    square = (place - 1 + arm * 13) % RING + (arm > 0) * RING  # own pieces, then all others
    on_ring = ((place > 0) & (place <= RING)).float()
    empty = torch.zeros(len(place), 2 * RING)
    board = empty.scatter_add(1, square.flatten(1), on_ring.flatten(1))

    own = place[:, 0]
    turns_in = (own > RING) | turns_in  # after a capture the ring ends at the gate
    start = own - 1 - (own > RING).long()  # as progress: h0 is 51 steps from the entry
    end = torch.where(turns_in, (start + die).clamp(max=HOME), (start + die) % RING)
    end = torch.where(own == 0, 0, end)
    in_lane = turns_in & (end > GATE)
    around = torch.stack((start, end), -1)[..., None] + AROUND
    around = around[..., None] % RING + torch.tensor([0, RING])
    near = board.gather(1, around.flatten(1)).view(len(place), PIECES, 4 * len(AROUND))
    return end + 1 + in_lane.long(), near * ~in_lane[..., None]  # nobody is near in the lane
