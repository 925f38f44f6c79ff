"""Writes a model in Python and compares it with those that ship.

    python docs/python/a_model_of_your_own.py [--archive PATH] [--games N] [--out FOLDER]

The model is a cloud of influence: every stone spreads an exponentially falling weight over the points around it, by the distance on
the grid. It is some lines of NumPy, and then it is a model like any other: in tables, in studies, in reviews, at the board.
"""

import argparse
from pathlib import Path

import numpy as np

import aji

GAMES = Path(__file__).resolve().parents[2] / "fixtures/games/tygem-2000.tsv"


@aji.register
class Cloud(aji.Model):
    """Every stone is a cloud that thins out with the distance."""

    name = "cloud"
    reference = "docs/python/a_model_of_your_own.py"
    parameters = {"fall": aji.Real(0.6, min=0.05, max=0.95, about="what is left of the weight one step further")}
    quantities = {
        "lead": aji.Number("points that are Black's minus points that are White's", role="lead", unit="points"),
        "owner": aji.Field("Black's weight minus White's", role="ownership"),
    }

    def begin(self, position):
        at = np.arange(position.size)
        steps = np.abs(at[:, None] - at[None, :])
        # The distance on the grid is a sum of two, so the weight is a product of two: one matrix does both directions.
        self.kernel = self.parameters.fall**steps

    def owner(self, board):
        return self.kernel @ board.astype(float) @ self.kernel

    def read(self, position):
        owner = self.owner(position.array)
        return {"lead": float(np.sign(np.round(owner, 9)).sum()), "owner": owner}

    def rate(self, position):
        """A move is worth the points that it wins: where the cloud of one more stone would tip the balance."""
        side = 1 if position.next == "B" else -1
        owner = self.owner(position.array)
        size = position.size
        clouds = np.einsum("ri,cj->rcij", self.kernel, self.kernel)
        after = np.sign(np.round(owner + side * clouds, 9)).sum(axis=(2, 3)) * side
        legal = position.legal_mask()[:-1].reshape(size, size).astype(bool)
        return np.where(legal, after, np.nan)

    def explain(self, position, point):
        owner = self.owner(position.array)
        row, column = position.size - int(point[1:]), "ABCDEFGHJKLMNOPQRSTUVWXYZ".index(point[0])
        value = owner[row, column]
        side = "Black's" if value > 0 else "White's" if value < 0 else "nobody's"
        return f"{point} is {side}: the clouds over it add up to {value:+.2f}."


arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
arguments.add_argument("--archive", type=Path, default=GAMES)
arguments.add_argument("--games", type=int, default=200)
arguments.add_argument("--out", type=Path, default=Path("cloud"))
options = arguments.parse_args()
options.out.mkdir(parents=True, exist_ok=True)

games = aji.read(options.archive)[: options.games]
others = ["freedom", "bouzy", "zobrist", "nearest"]

print(f"Who is ahead, after every 50 moves of {len(games)} games: rank correlation with cloud.lead")
table = aji.observe(games, ["cloud.lead", *(f"{name}.lead" for name in others)], every=50)
for name in others:
    print(f"  {name:10} {aji.stats.spearman(table['cloud.lead'], table[f'{name}.lead']):.3f}")

print("\nWhose each point is, and which move is best")
for pair in aji.agree(games, ["cloud", *others], every=100)["pairs"]:
    if pair["models"][0] != "cloud":
        continue
    owner, order = pair["whole"]["same_owner"], pair["whole"]["order"]
    told = f"order of moves {order['mean']:+.3f}" if order else "rates no moves"
    print(f"  {pair['models'][1]:10} same owner {100 * owner['share']:.1f} %, {told}")

print("\nAt the board")
print(aji.match(["cloud", "random", "freedom"], games=4, size=9, gauntlet=True).text)

seen = aji.model("cloud").read(games[0], 60)
print(seen.explain("K10").text)
(options.out / "cloud.svg").write_text(seen.svg(), encoding="utf-8")
review = aji.review(games[0], models=["cloud", *others], move=60)
(options.out / "review.html").write_text(review.to_html(), encoding="utf-8")
print(f"wrote cloud.svg and review.html to {options.out}")
