"""Masked PPO that learns Ludo by self-play.  Needs torch; two minutes of a processor.

    python examples/ppo_selfplay.py --save net.pt
    python examples/ppo_selfplay.py --save net.pt --resume net.pt --decisions 8_000_000

One network plays all four seats: observations are rotated so that the own arm comes first. Many
games run side by side, and in each of them the decisions of the four seats are interleaved. For
learning they are separated again: a decision is followed by the next decision of the *same* seat,
and the -1 of a loser belongs to its last decision, regardless of who ended the game.

During training the network plays matches against three random players, where another random player
would win 25 %; at the end also against three greedy ones. `agent` returns the player of a
checkpoint.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from gymnasium.vector import AutoresetMode
from learning_curve import LearningCurve
from piece_network import SEATS, PieceNetwork
from torch import nn

import ludo_env
from ludo_env.agents import policy_agent
from ludo_env.arena import match

STEPS = 128  # decisions in each game between two updates
EPOCHS = 2
BATCH = 4096
LEARNING_RATE = 1e-3  # decreases to zero over the run
GAMMA, LAMBDA = 0.999, 0.95
CLIP = 0.2
VALUE, ENTROPY = 0.5, 0.01  # weights in the loss


class ActorCritic(nn.Module):
    """Log-probabilities of the actions, and the value of the position for the player to act."""

    def __init__(self):
        super().__init__()
        self.body = PieceNetwork()
        width = self.body.described_by
        self.critic = nn.Sequential(nn.Linear(width, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, obs, mask):
        """Return log-probabilities (rows, actions) and values (rows)."""
        scores, described = self.body(obs)
        logps = scores.masked_fill(mask == 0, -1e9).log_softmax(-1)
        return logps, self.critic(described)[:, 0]


def agent(path, choose="argmax"):
    """Return the player of a saved network; choose="sample" draws with its probabilities."""
    torch.set_num_threads(1)  # other threads would wait most of the time
    network = ActorCritic()
    network.load_state_dict(torch.load(path, weights_only=True)["network"])
    return policy_agent(policy_of(network), "compact", choose, name=Path(path).stem)


def policy_of(network):
    """Return the network as a function of arrays, as `policy_agent` takes it."""

    def scores(observations, masks):
        with torch.inference_mode():
            return network.body(torch.from_numpy(observations))[0].numpy()

    return scores


def collect(envs, network, obs, infos):
    """Play STEPS decisions in every game; return data, how many games ended, and what is next."""
    seen, scored = [], []
    for _ in range(STEPS):
        now, mask = torch.from_numpy(obs), torch.from_numpy(infos["action_mask"])
        with torch.no_grad():
            logps, value = network(now, mask)
        # The largest of the logits plus Gumbel noise is a draw from the softmax.
        action = (logps - torch.empty_like(logps).exponential_().log()).argmax(-1)
        seen.append((now, mask, action, logps.gather(1, action[:, None])[:, 0]))
        seat = infos["to_act"]
        obs, _, terminated, truncated, infos = envs.step(action.numpy())
        scored.append((seat, value.numpy(), terminated | truncated, infos["rewards_all"]))
    with torch.no_grad():
        _, value = network(torch.from_numpy(obs), torch.from_numpy(infos["action_mask"]))
    seats, values, dones, finals = (np.stack(column) for column in zip(*scored, strict=True))
    gain = advantages(seats, values, dones, finals, infos["to_act"], value.numpy()).ravel()
    known = torch.from_numpy(~np.isnan(gain))
    targets = torch.from_numpy(gain), torch.from_numpy(gain + values.ravel())
    data = *(torch.cat(column) for column in zip(*seen, strict=True)), *targets
    return [column[known] for column in data], int(dones.sum()), obs, infos


def advantages(seats, values, dones, finals, next_seat, next_value):
    """Return GAE along each seat's own decisions, backwards; NaN if the next value is unknown.

    For every game and seat, `later` is the value of its next decision, `gain` the advantage there,
    and `reward` the reward before it. After a rollout only the seat to act has a next value.
    """
    rows = np.arange(values.shape[1])
    later = np.full((len(rows), SEATS), np.nan, np.float32)
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


def update(network, optimizer, obs, mask, action, old_logp, advantage, value_target):
    """Run some epochs of clipped policy gradient over one rollout."""
    choice = mask.sum(-1) > 1  # a forced move does not train the policy
    advantage = (advantage - advantage[choice].mean()) / advantage[choice].std() * choice
    for _ in range(EPOCHS):
        for part in torch.randperm(len(obs)).split(BATCH):
            logps, value = network(obs[part], mask[part])
            ratio = (logps.gather(1, action[part, None])[:, 0] - old_logp[part]).exp()
            gain = advantage[part]
            policy_loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            value_loss = (value - value_target[part]).square().mean()
            entropy = -(logps.exp() * logps).sum(-1).mean()
            loss = policy_loss + VALUE * value_loss - ENTROPY * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()
    return value_loss.item(), entropy.item()


def train(options):
    """Train by self-play until the given decisions or CPU seconds are spent; return the network."""
    network = ActorCritic()
    optimizer = torch.optim.Adam(network.parameters(), LEARNING_RATE, eps=1e-5)
    decisions, before = 0, 0.0
    if options.resume:
        saved = torch.load(options.resume, weights_only=True)
        network.load_state_dict(saved["network"])
        optimizer.load_state_dict(saved["optimizer"])
        torch.set_rng_state(saved["random"])
        decisions, before = saved["decisions"], saved["cpu_seconds"]
    envs = ludo_env.make_vec(
        "ludo_v0", options.envs, observation="compact", autoreset_mode=AutoresetMode.SAME_STEP
    )
    obs, infos = envs.reset(seed=options.seed + decisions)
    curve = LearningCurve(
        options.curve, "ppo_selfplay", options.seed, options.games, "compact", spent=before
    )
    games, evaluated = 0, decisions
    share = spent_share(options, decisions, curve.cpu_seconds)
    while share < 1:
        optimizer.param_groups[0]["lr"] = LEARNING_RATE * (1 - share)
        data, ended, obs, infos = collect(envs, network, obs, infos)
        value_loss, entropy = update(network, optimizer, *data)
        decisions, games = decisions + options.envs * STEPS, games + ended
        print(
            f"{curve.cpu_seconds:6.0f} CPU s {decisions:10,} decisions  {games:6,} games  "
            f"value loss {value_loss:.3f}  entropy {entropy:.3f}",
            flush=True,
        )
        share = spent_share(options, decisions, curve.cpu_seconds)
        if share >= 1 or decisions - evaluated >= options.every:
            evaluated = decisions
            if options.save:
                state = {"network": network.state_dict(), "optimizer": optimizer.state_dict()}
                counts = {"decisions": decisions, "cpu_seconds": curve.cpu_seconds}
                save(options.save, {**state, **counts, "random": torch.get_rng_state()})
            curve.add(policy_of(network), decisions)
    return network


def spent_share(options, decisions, cpu_seconds):
    """Return the finished share of the run, from 0 to 1."""
    if options.cpu_seconds is not None:
        return cpu_seconds / options.cpu_seconds
    return decisions / options.decisions


def save(path, state):
    """Write a checkpoint, which replaces the old one only when it is complete."""
    part = Path(f"{path}.part")
    torch.save(state, part)
    part.replace(path)


def main():
    """Train, and play against random and against greedy players."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--decisions", type=int, default=6_000_000, help="how long to train")
    parser.add_argument("--cpu-seconds", type=float, help="how long to train, instead of decisions")
    parser.add_argument("--save", metavar="FILE", help="where to write checkpoints")
    parser.add_argument("--resume", metavar="FILE", help="a checkpoint to continue from")
    parser.add_argument("--every", type=int, default=500_000, help="decisions between checkpoints")
    parser.add_argument("--games", type=int, default=400, help="how many games to evaluate on")
    parser.add_argument("--curve", metavar="FILE", help="a CSV file to add the evaluations to")
    parser.add_argument("--envs", type=int, default=512, help="games side by side")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)  # small matrices: a second thread would mostly wait
    player = policy_agent(policy_of(train(options)), "compact", name="ppo_selfplay")
    games = min(options.games, 400)  # greedy players take time to decide
    for other in ("random", "greedy"):
        result = match([player, other, other, other], "ludo", games, options.seed + 1)
        won = result.agents[0].total
        low, high = won.interval
        print(
            f"won {won.wins} of {won.games} games against 3 {other} players: {won.share:.1%} "
            f"(95 % interval {low:.1%} to {high:.1%})"
        )


if __name__ == "__main__":
    main()
