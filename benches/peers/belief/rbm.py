"""Seconds an epoch of one restricted Boltzmann machine, 1083-500 units, batches of 100, CD-1, 69,100 binary rows.

    python3 rbm.py torch|sklearn32|sklearn64 THREADS

Prints the seconds on the clock and the seconds of CPU time. The data are random rows with a third of the units on, as boards have them; none of the contenders makes
use of that.
"""

import os
import sys
import time

which, threads = sys.argv[1], int(sys.argv[2])
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = str(threads)

ROWS, VISIBLE, HIDDEN, BATCH = 69_100, 1083, 500, 100
RATE, MOMENTUM, DECAY = 0.01, 0.9, 0.0002


def now():
    return time.perf_counter(), time.process_time()


def since(begun):
    return [end - start for start, end in zip(begun, now())]


def torch_epoch():
    import torch

    torch.set_num_threads(threads)
    torch.manual_seed(1)
    data = (torch.rand(ROWS, VISIBLE) < 1 / 3).float()
    weights = torch.randn(VISIBLE, HIDDEN) * 0.01
    visible_bias, hidden_bias = torch.zeros(VISIBLE), torch.zeros(HIDDEN)
    moving = torch.zeros_like(weights)
    visible_moving, hidden_moving = torch.zeros(VISIBLE), torch.zeros(HIDDEN)
    begun = now()
    with torch.no_grad():
        for rows in torch.randperm(ROWS).split(BATCH):
            v0 = data[rows]
            h0 = torch.addmm(hidden_bias, v0, weights).sigmoid_()
            h = torch.bernoulli(h0)
            v1 = torch.bernoulli(torch.addmm(visible_bias, h, weights.T).sigmoid_())
            h1 = torch.addmm(hidden_bias, v1, weights).sigmoid_()
            scale = RATE / len(rows)
            moving.mul_(MOMENTUM).addmm_(v0.T, h0, alpha=scale).addmm_(v1.T, h1, alpha=-scale)
            weights.mul_(1 - RATE * DECAY).add_(moving)
            visible_moving.mul_(MOMENTUM).add_((v0 - v1).sum(0), alpha=scale)
            hidden_moving.mul_(MOMENTUM).add_((h0 - h1).sum(0), alpha=scale)
            visible_bias += visible_moving
            hidden_bias += hidden_moving
    return since(begun)


def sklearn_epoch(dtype):
    import numpy
    from sklearn.neural_network import BernoulliRBM

    data = (numpy.random.default_rng(1).random((ROWS, VISIBLE), dtype=numpy.float32) < 1 / 3).astype(dtype)
    machine = BernoulliRBM(n_components=HIDDEN, batch_size=BATCH, learning_rate=RATE, n_iter=1, random_state=1)
    begun = now()
    machine.fit(data)
    return since(begun)


print(*{"torch": torch_epoch, "sklearn32": lambda: sklearn_epoch("float32"),
       "sklearn64": lambda: sklearn_epoch("float64")}[which]())
