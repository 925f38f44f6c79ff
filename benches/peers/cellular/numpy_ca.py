"""The evaluation automaton in numpy, as a peer to time the Rust crate against.

Reads boards from standard input, one line of 361 characters each (X black, O white, . empty). Writes for each
"black_area white_area neutral steps", then for each way of running the automaton its name and evolutions per second.
"""

import sys
import time

import numpy as np

SIDE = 19
FREE, WHITE_TERRITORY, BLACK_TERRITORY, NEUTRAL, WHITE, BLACK = 1, 2, 3, 6, 10, 15


def step(states):
    """One step of the rule on an array whose last two axes are boards ringed by edge cells of state -1."""
    inner = states[..., 1:-1, 1:-1]
    product = (
        inner * states[..., :-2, 1:-1] * states[..., 2:, 1:-1] * states[..., 1:-1, :-2] * states[..., 1:-1, 2:]
    )
    white, black = product % 2 == 0, product % 3 == 0
    spread = 1 + white + 2 * black + 2 * (white & black)
    out = states.copy()
    out[..., 1:-1, 1:-1] = np.where((inner == BLACK) | (inner == WHITE), inner, spread)
    return out


def evolve(states):
    """The fixed point of one board or of many, and the number of steps to it."""
    steps = 0
    while True:
        following = step(states)
        if np.array_equal(following, states):
            return states, steps
        states, steps = following, steps + 1


def ringed(line):
    codes = {"X": BLACK, "O": WHITE, ".": FREE}
    board = np.array([codes[c] for c in line], dtype=np.int32).reshape(SIDE, SIDE)
    return np.pad(board, 1, constant_values=-1)


def rate(boards, work, seconds=2.0):
    """Boards per second in the best round."""
    best, begun = float("inf"), time.perf_counter()
    while best == float("inf") or time.perf_counter() - begun < seconds:
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return len(boards) / best


def main():
    boards = [ringed(line) for line in sys.stdin.read().split()]
    for board in boards:
        end, steps = evolve(board)
        area = [int(np.isin(end, own).sum()) for own in ([BLACK, BLACK_TERRITORY], [WHITE, WHITE_TERRITORY])]
        print(*area, int((end == NEUTRAL).sum()), steps)
    batch = np.stack(boards)
    print("numpy, board by board", rate(boards, lambda: [evolve(board) for board in boards]))
    print("numpy, all boards in one array", rate(boards, lambda: evolve(batch)))


if __name__ == "__main__":
    main()
