"""Tests and intervals for studies of many games.

They are robust (the energies of Go have long tails) and the same as in ``aji study`` and ``aji match``.
"""

from __future__ import annotations

from typing import NamedTuple, Sequence

import numpy as np
import numpy.typing as npt

from . import _aji

__all__ = [
    "RankSum",
    "Share",
    "Summary",
    "binomial_p",
    "bootstrap",
    "chi_squared_p",
    "holm",
    "homogeneity_p",
    "rank_sum",
    "spearman",
    "summary",
    "wilson",
]


class RankSum(NamedTuple):
    """What the rank-sum test of Wilcoxon, Mann and Whitney says of two samples."""

    n: tuple[int, int]
    u: float
    z: float
    p: float
    log10_p: float
    exact: bool
    superiority: float
    cliffs_delta: float


class Share(NamedTuple):
    """A share with the 95 % interval of Wilson."""

    hits: int
    n: int
    value: float
    interval: tuple[float, float]


class Summary(NamedTuple):
    """What a box plot shows of a sample."""

    n: int
    least: float
    q1: float
    median: float
    q3: float
    greatest: float
    whiskers: tuple[float, float]
    n_outliers: int
    n_infinite: int


def rank_sum(first: npt.ArrayLike, second: npt.ArrayLike) -> RankSum:
    """Compares two samples by ranks; ``superiority`` is how often a value of the first is greater, ties counted half.

    >>> test = rank_sum([1, 2, 3], [4, 5, 6, 7])
    >>> test.superiority, test.exact, round(test.p, 4)
    (0.0, True, 0.0571)
    """
    result: RankSum = _aji.rank_sum(first, second)
    return result


def wilson(hits: int, n: int) -> Share:
    """A share with its 95 % interval.

    >>> share = wilson(5, 10)
    >>> share.value, tuple(round(bound, 3) for bound in share.interval)
    (0.5, (0.237, 0.763))
    """
    result: Share = _aji.wilson(hits, n)
    return result


def bootstrap(
    sums: npt.ArrayLike, counts: npt.ArrayLike | None = None, seed: int = 1
) -> tuple[float, float] | None:
    """The 95 % interval of a mean by drawing whole units anew: games are independent, the positions in one are not.

    Every unit is a sum and how many values went into it (by default one).

    >>> low, high = bootstrap([0, 1] * 50)
    >>> low < 0.5 < high
    True
    """
    return _aji.bootstrap(sums, counts, seed)


def holm(p: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """P-values of several tests, corrected by Holm's way.

    >>> holm([0.01, 0.04, 0.03]).round(2).tolist()
    [0.03, 0.06, 0.06]
    """
    return _aji.holm(p)


def spearman(a: npt.ArrayLike, b: npt.ArrayLike) -> float | None:
    """How far two lists put the same things in the same order, from -1 to 1; ``None`` where one has all values the same.

    >>> spearman([1, 2, 3], [10, 20, 90])
    1.0
    """
    return _aji.spearman(a, b)


def binomial_p(hits: int, n: int, chance: float = 0.5) -> float:
    """The two-sided p-value of so many hits in n tries.

    >>> round(binomial_p(9, 10), 4)
    0.0215
    """
    return _aji.binomial_p(hits, n, chance)


def chi_squared_p(sum: float, degrees: int) -> float:
    """The p-value of a chi-squared test.

    >>> round(chi_squared_p(5.9915, 2), 3)
    0.05
    """
    return _aji.chi_squared_p(sum, degrees)


def homogeneity_p(groups: Sequence[tuple[int, int]]) -> float | None:
    """Whether shares differ between groups, each with its hits and its misses.

    >>> round(homogeneity_p([(30, 70), (45, 55)]), 4)
    0.0285
    """
    return _aji.homogeneity_p(list(groups))


def summary(values: npt.ArrayLike) -> Summary:
    """What a box plot shows of a sample.

    >>> summary([1, 2, 3, 4, 100]).median
    3.0
    """
    result: Summary = _aji.summary(values)
    return result
