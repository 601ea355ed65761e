"""Masked PPO that learns Ludo by self-play, in one file.  Needs torch; four minutes.

    python examples/ppo_selfplay.py [--seconds 200] [--games 2000]

One network plays all four seats: an observation is rotated so that the own arm comes first. Many
games run side by side, and in each of them the decisions of the four seats are interleaved. For
learning they are separated again: what follows a decision is the next decision of the *same*
seat, and the -1 of a loser belongs to its last decision, regardless of who ended the game.

At the end the network plays games against three players who move at random. Each seat is the
network's in a quarter of them. Random play would win 25 %.
"""

import argparse
import math
import time

import numpy as np
import torch
from gymnasium.vector import AutoresetMode
from torch import nn

import ludo_env

NUM_ENVS = 512  # games side by side
STEPS = 128  # decisions in each game between two updates
EPOCHS = 2
BATCH = 4096
LEARNING_RATE = 1e-3  # decreases to zero over the given time
GAMMA, LAMBDA = 0.999, 0.95
CLIP = 0.2
VALUE, ENTROPY = 0.5, 0.01  # weights in the loss
WIDTH = 64
SEATS, PIECES, RING, GATE, HOME = 4, 4, 52, 50, 56
AROUND = torch.arange(-6, 7)  # the squares that matter to a piece: within a roll of it


class Agent(nn.Module):
    """Logits of the actions, and the value of the position for the player to act.

    All pieces go through the same weights. For each, the network sees where it is, where it
    would land, and who is near these two squares: to land on a piece is then a single input.
    """

    def __init__(self):
        super().__init__()
        self.place = nn.Embedding(HOME + 3, 16)
        self.table = nn.Sequential(nn.Linear(SEATS * 16 + 6 + 2 * SEATS, WIDTH), nn.ReLU())
        self.piece = nn.Linear(WIDTH + 2 * 16 + 2 * len(AROUND) * 2, WIDTH)
        self.move = nn.Sequential(nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU())
        self.actor = nn.Linear(WIDTH, 1)
        self.critic = nn.Sequential(nn.Linear(2 * WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 1))
        nn.init.zeros_(self.actor.weight)  # uniform play at the start

    def forward(self, obs, mask):
        """Return log-probabilities and values; docs/rules/ludo.md has the columns of obs."""
        place, die = obs[:, :16].long().view(-1, SEATS, PIECES), obs[:, 16:17].long()
        sixes_and_captures = obs[:, 17:25]
        arm = torch.arange(SEATS)[:, None]
        square = (place - 1 + arm * 13) % RING + (arm > 0) * RING  # own pieces, then all others
        on_ring = ((place > 0) & (place <= RING)).float()
        board = torch.zeros(len(obs), 2 * RING)
        board.scatter_add_(1, square.flatten(1), on_ring.flatten(1))

        own = place[:, 0]
        turns_in = (own > RING) | (obs[:, 21:22] > 0)  # after a capture the ring ends at the gate
        start = own - 1 - (own > RING).long()
        landing = torch.where(turns_in, (start + die).clamp(max=HOME), (start + die) % RING)
        landing = torch.where(own == 0, 0, landing)
        around = torch.stack((start, landing), -1)[..., None] + AROUND
        around = around[..., None] % RING + torch.tensor([0, RING])
        near = board.gather(1, around.flatten(1)).view(len(obs), PIECES, 4 * len(AROUND))
        near = near * ~(turns_in & (landing > GATE))[..., None]  # no piece is near in the lane

        known = self.place(place)
        die = nn.functional.one_hot(die[:, 0], 7)[:, 1:]
        table = self.table(torch.cat((known.sum(2).flatten(1), die, sixes_and_captures), 1))
        shared = table[:, None].expand(-1, PIECES, -1)
        moves = self.piece(torch.cat((shared, known[:, 0], self.place(landing + 1), near), -1))
        moves = self.move(moves)
        logits = nn.functional.pad(self.actor(moves)[..., 0], (0, 1))  # the last one is PASS
        logps = logits.masked_fill(mask == 0, -1e9).log_softmax(-1)
        return logps, self.critic(torch.cat((table, moves.mean(1)), 1))[:, 0]


def advantages(seats, values, dones, finals, next_seat, next_value):
    """Return GAE along each seat's own decisions, backwards; NaN while the next is unknown.

    For every game and seat `later` is the value of its next decision, `gain` the advantage there,
    and `reward` what it gets before it. After a rollout only the seat to act has a next value.
    """
    rows = np.arange(NUM_ENVS)
    later = np.full((NUM_ENVS, SEATS), np.nan, np.float32)
    later[rows, next_seat] = next_value
    gain, reward = np.zeros_like(later), np.zeros_like(later)
    result = np.empty_like(values)
    for t in reversed(range(len(values))):
        ended, mine = dones[t], (rows, seats[t])
        later[ended], gain[ended], reward[ended] = 0, 0, finals[t, ended]
        delta = reward[mine] + GAMMA * later[mine] - values[t]
        result[t] = delta + GAMMA * LAMBDA * gain[mine]
        later[mine], gain[mine], reward[mine] = values[t], np.nan_to_num(result[t]), 0
    return result


def update(agent, optimizer, obs, mask, action, old_logp, advantage, value_target):
    """Run some epochs of clipped policy gradient over one rollout."""
    choice = mask.sum(-1) > 1  # a forced move teaches the policy nothing
    advantage = (advantage - advantage[choice].mean()) / advantage[choice].std() * choice
    for _ in range(EPOCHS):
        for part in torch.randperm(len(obs)).split(BATCH):
            logps, value = agent(obs[part], mask[part])
            ratio = (logps.gather(1, action[part, None])[:, 0] - old_logp[part]).exp()
            gain = advantage[part]
            policy_loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            value_loss = (value - value_target[part]).square().mean()
            entropy = -(logps.exp() * logps).sum(-1).mean()
            loss = policy_loss + VALUE * value_loss - ENTROPY * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()
    return value_loss.item(), entropy.item()


def train(seconds, seed):
    """Train by self-play for a time in seconds."""
    envs = ludo_env.make_vec(
        "ludo_v0", NUM_ENVS, observation="compact", autoreset_mode=AutoresetMode.SAME_STEP
    )
    obs, infos = envs.reset(seed=seed)
    agent = Agent()
    optimizer = torch.optim.Adam(agent.parameters(), LEARNING_RATE, eps=1e-5)
    start, decisions, games, rollouts = time.perf_counter(), 0, 0, 0
    while (spent := time.perf_counter() - start) < seconds:
        optimizer.param_groups[0]["lr"] = LEARNING_RATE * (1 - spent / seconds)
        seen, scored = [], []
        for _ in range(STEPS):
            now, mask = torch.from_numpy(obs), torch.from_numpy(infos["action_mask"])
            with torch.no_grad():
                logps, value = agent(now, mask)
            # The largest of the logits plus Gumbel noise is a draw from the softmax.
            action = (logps - torch.empty_like(logps).exponential_().log()).argmax(-1)
            seen.append((now, mask, action, logps.gather(1, action[:, None])[:, 0]))
            seat = infos["to_act"]
            obs, _, terminated, truncated, infos = envs.step(action.numpy())
            scored.append((seat, value.numpy(), terminated | truncated, infos["rewards_all"]))
        with torch.no_grad():
            _, value = agent(torch.from_numpy(obs), torch.from_numpy(infos["action_mask"]))
        seats, values, dones, finals = (np.stack(column) for column in zip(*scored, strict=True))
        gain = advantages(seats, values, dones, finals, infos["to_act"], value.numpy()).ravel()
        known = torch.from_numpy(~np.isnan(gain))
        targets = torch.from_numpy(gain), torch.from_numpy(gain + values.ravel())
        data = *(torch.cat(column) for column in zip(*seen, strict=True)), *targets
        value_loss, entropy = update(agent, optimizer, *(column[known] for column in data))

        decisions, games, rollouts = decisions + values.size, games + dones.sum(), rollouts + 1
        if rollouts % 10 == 0:
            spent = time.perf_counter() - start
            print(
                f"{spent:4.0f} s  {decisions:10,} decisions  {games:6,} games  "
                f"{decisions / spent:6,.0f} steps/s  value loss {value_loss:.3f}  "
                f"entropy {entropy:.3f}",
                flush=True,
            )
    return agent


def evaluate(agent, games, seed):
    """Return how many games the agent wins against random players; in game i it has seat i % 4."""
    envs = ludo_env.make_vec(
        "ludo_v0", games, observation="compact", autoreset_mode=AutoresetMode.DISABLED
    )
    obs, infos = envs.reset(seed=seed)
    own, over, wins = np.arange(games) % SEATS, np.zeros(games, np.bool_), 0
    while not over.all():
        action = envs.sample_actions()
        mine = (infos["to_act"] == own) & ~over
        now, mask = torch.from_numpy(obs[mine]), torch.from_numpy(infos["action_mask"][mine])
        with torch.no_grad():
            action[mine] = agent(now, mask)[0].argmax(-1).numpy()
        obs, _, terminated, truncated, infos = envs.step(action)
        ended = (terminated | truncated) & ~over
        wins += int((infos["rewards_all"][ended, own[ended]] > 0).sum())
        over |= ended
    return wins


def wilson(wins, games, z=1.96):
    """Return the 95 % interval of a share."""
    share, extra = wins / games, z * z / games
    half = z * math.sqrt((share * (1 - share) + extra / 4) / games)
    return [(share + extra / 2 + side) / (1 + extra) for side in (-half, half)]


def main():
    """Train, evaluate, and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--seconds", type=float, default=200, help="how long to train")
    parser.add_argument("--games", type=int, default=2000, help="how many games to evaluate on")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)  # small matrices: a second thread gains little and waits a lot
    start = time.perf_counter()
    agent = train(options.seconds, options.seed)
    wins = evaluate(agent, options.games, options.seed + 1)
    low, high = wilson(wins, options.games)
    print(
        f"won {wins} of {options.games} games against 3 random players: "
        f"{wins / options.games:.1%} (95 % interval {low:.1%} to {high:.1%}; chance 25 %), "
        f"{time.perf_counter() - start:.0f} s in all"
    )


if __name__ == "__main__":
    main()
