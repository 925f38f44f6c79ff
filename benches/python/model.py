"""Bouzy's territory along games: aji beside two versions in NumPy, in the same run.

    python benches/python/model.py [--games N] [--every N] [--repeat N]

The function is 5 dilations and 21 erosions (docs/models/baseline.md). One version in NumPy takes a board at a time, the other all boards
of a game at once. All maps are asserted to be the same, number by number.
"""

import argparse
import time
from pathlib import Path

import numpy as np

import aji

GAMES = Path(__file__).resolve().parents[2] / "fixtures/games/tygem-2000.tsv"


def neighbours(marks):
    """How many of the four neighbours are marked, for the last two axes."""
    count = np.zeros(marks.shape, dtype=np.int32)
    count[..., 1:, :] += marks[..., :-1, :]
    count[..., :-1, :] += marks[..., 1:, :]
    count[..., :, 1:] += marks[..., :, :-1]
    count[..., :, :-1] += marks[..., :, 1:]
    return count


def bouzy(boards):
    """5 dilations and 21 erosions of boards with +1, -1 and 0; any number of leading axes."""
    values = 128 * boards.astype(np.int32)
    inside = neighbours(np.ones_like(values, dtype=bool))
    for _ in range(5):
        above, below = neighbours(values > 0), neighbours(values < 0)
        up = np.where((values >= 0) & (below == 0), above, 0)
        down = np.where((values <= 0) & (above == 0), below, 0)
        values = values + up - down
    for _ in range(21):
        above, below = neighbours(values > 0), neighbours(values < 0)
        sign = np.sign(values)
        others = inside - np.where(sign > 0, above, below)
        values = sign * np.maximum(np.abs(values) - others, 0)
    return values


def with_numpy(boards):
    return [bouzy(board) for game in boards for board in game]


def with_numpy_batches(boards):
    return [board for game in boards for board in bouzy(game)]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--games", type=int, default=200)
    arguments.add_argument("--every", type=int, default=10)
    arguments.add_argument("--repeat", type=int, default=3)
    options = arguments.parse_args()
    games = aji.read(GAMES)[: options.games]
    boards = [game.boards()[options.every :: options.every] for game in games]
    n = sum(len(game) for game in boards)
    print(f"{n} positions of {len(games)} games; CPU time on one thread, the best of {options.repeat} runs")

    def with_aji():
        table = aji.observe(games, maps=["bouzy.territory"], every=options.every, threads=1)
        return table["bouzy.territory.map"]

    peers = {
        "aji, replay included": with_aji,
        "NumPy, a game at once": lambda: with_numpy_batches(boards),
        "NumPy, a board at a time": lambda: with_numpy(boards),
    }
    expected = None
    base = None
    for name, peer in peers.items():
        times = []
        for _ in range(options.repeat):
            began = time.process_time()
            maps = peer()
            times.append(time.process_time() - began)
        expected = np.asarray(maps) if expected is None else expected
        assert np.array_equal(expected, np.asarray(maps)), name
        base = base or min(times)
        print(f"{name:32} {n / min(times):10.0f} positions/s, {min(times) / base:6.1f} times the first")


main()
