"""Shared code of the examples of trainers: command line options, seeds, and scores as arrays."""

import argparse

import numpy as np
import torch


def option_parser(about, trainer, steps):
    """Return a parser for the options of a run; `about` is the docstring of the example."""
    parser = argparse.ArgumentParser(description=about.split("\n", maxsplit=1)[0])
    parser.add_argument("--steps", type=int, default=steps, help="decisions of the learner")
    parser.add_argument("--games", type=int, default=2000, help="games of each match")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", default=f"{trainer}.csv", help="the file to add rows to")
    return parser


def read_options(parser):
    """Return the options, and seed all random numbers of this process."""
    options = parser.parse_args()
    np.random.seed(options.seed)  # noqa: NPY002  (trainers draw from this one)
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)  # small matrices: a second thread gains little and waits a lot
    return options


def policy_of(network):
    """Return a policy for `policy_agent`: arrays of observations in, arrays of scores out."""

    def policy(observations, masks):
        with torch.no_grad():
            return network(torch.from_numpy(observations)).numpy()

    return policy
