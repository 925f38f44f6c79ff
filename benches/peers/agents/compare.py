#!/usr/bin/env python3
"""Compares games of `netlogo.py` with games of `aji simulate --csv`: do they come from the same distribution?

    python3 compare.py theirs.csv ours.csv

Rank-sum tests (two-sided, with ties) for lengths, scores and deaths, a chi-square test for the wins. Needs scipy.
"""

import csv
import sys

from scipy.stats import chi2_contingency, mannwhitneyu


def read(name):
    with open(name, newline="") as file:
        return list(csv.DictReader(file))


def main():
    theirs, ours = (read(name) for name in sys.argv[1:3])
    print(f"{len(theirs)} games of the transliteration, {len(ours)} of aji")
    print(f"{'':18} {'mean':>10} {'mean (aji)':>10} {'p':>7}")
    columns = ["ticks", "plays", "black_score", "white_score", "deaths", "breathing_deaths"]
    lowest = 1.0
    for column in columns:
        a, b = ([float(row[column]) for row in rows] for rows in (theirs, ours))
        p = mannwhitneyu(a, b, alternative="two-sided").pvalue
        lowest = min(lowest, p)
        print(f"{column:18} {sum(a) / len(a):10.2f} {sum(b) / len(b):10.2f} {p:7.3f}")
    wins = [[sum(row["winner"] == color for row in rows) for color in "BW"] for rows in (theirs, ours)]
    p = chi2_contingency(wins).pvalue
    lowest = min(lowest, p)
    print(f"wins B:W {wins[0][0]}:{wins[0][1]} and {wins[1][0]}:{wins[1][1]}, p {p:.3f}")
    print("no difference at 1 %" if lowest >= 0.01 else "they differ at 1 %")


if __name__ == "__main__":
    main()
