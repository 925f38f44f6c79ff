"""Compares two models on 2,000 games: who predicts the winner, how far they agree, and where they differ most.

    python docs/python/compare_two_models.py [FIRST SECOND] [--archive PATH] [--games N] [--every N] [--out FOLDER]

The games are the 2,000 of fixtures/games/tygem-2000.tsv (9-dan accounts of the TYGEM server; fixtures/games/README.md names the
origin). --archive takes your own: a file or a folder of records.
"""

import argparse
import sys
from pathlib import Path

import numpy as np

import aji

GAMES = Path(__file__).resolve().parents[2] / "fixtures/games/tygem-2000.tsv"

arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
arguments.add_argument("models", nargs="*", default=["freedom", "zobrist"])
arguments.add_argument("--archive", type=Path, default=GAMES)
arguments.add_argument("--games", type=int, default=2000)
arguments.add_argument("--every", type=int, default=20, help="look at the position after every so many moves")
arguments.add_argument("--out", type=Path, default=Path("comparison"))
options = arguments.parse_args()
options.out.mkdir(parents=True, exist_ok=True)
if len(options.models) != 2:
    arguments.error("name two models; aji models lists them")
first, second = options.models


def progress(done, total):
    if sys.stderr.isatty():
        print(f"\r{done} of {total} games ", end="", file=sys.stderr)


games = aji.read(options.archive)[: options.games]
print(f"{len(games)} games, {sum(len(game) for game in games)} moves")

# The two leads side by side, in a table that pandas and polars take as it is.
leads = [f"{name}.lead" for name in (first, second)]
table = aji.observe(games, leads, every=options.every, errors="null", progress=progress)
columns = table.to_dict()
known = np.isfinite(columns[leads[0]]) & np.isfinite(columns[leads[1]])
both = aji.stats.spearman(columns[leads[0]][known], columns[leads[1]][known])
same = np.sign(columns[leads[0]][known]) == np.sign(columns[leads[1]][known])
print(f"{len(table)} positions: rank correlation of the leads {both:.3f}, the same side ahead in {100 * same.mean():.1f} %")

# By game, as the positions of one game are no independent tries.
sums = np.bincount(columns["game"][known], weights=same)
counts = np.bincount(columns["game"][known])
interval = aji.stats.bootstrap(sums, counts)
if interval is not None:
    print(f"95 % interval, games drawn anew: {100 * interval[0]:.1f} to {100 * interval[1]:.1f} %")

print("\nHow often the side ahead won")
found = aji.predict(games, [first, second], at=[50, 100, 150, "end"], progress=progress)
print(f"{'':24}" + "".join(f"{score['at']:>20}" for score in found["predictors"][0]["scores"]))
for predictor in found["predictors"]:
    cells = [
        f"{100 * score['share']:.1f} ({100 * score['interval'][0]:.0f}–{100 * score['interval'][1]:.0f}) %"
        if score["share"] is not None
        else "–"
        for score in predictor["scores"]
    ]
    print(f"{predictor['name']:24}" + "".join(f"{cell:>20}" for cell in cells))

print("\nHow far they agree")
pair = aji.agree(games, [first, second], every=2 * options.every, progress=progress)["pairs"][0]
for agreement in [{"phase": "whole game", **pair["whole"]}, *pair["phases"]]:
    phase, order, owner = agreement["phase"], agreement["order"], agreement["same_owner"]
    told = f"order of moves {order['mean']:.3f}" if order else "order of moves –"
    if owner:
        told += f", same owner of {100 * owner['share']:.1f} % of the points"
    print(f"  {phase:12} {told}")

apart = pair["furthest_apart"]
if apart is not None:
    game = games[apart["game"]]
    print(f"\nThey differ most in game {apart['game']} after move {apart['ply']}; see first.svg and second.svg")
    for name, file in ((first, "first.svg"), (second, "second.svg")):
        seen = aji.model(name).read(game, apart["ply"])
        (options.out / file).write_text(seen.svg(), encoding="utf-8")
    print(f"wrote them to {options.out}")
