"""Reviews a game: the story, the moves that mattered, and a page to click through.

    python docs/python/review_a_game.py [RECORD] [--move N] [--out FOLDER]

Without a record it takes the bundled game of the program, which lies in the repository.
"""

import argparse
from pathlib import Path

import numpy as np

import aji

BUNDLED = Path(__file__).resolve().parents[2] / "crates/cli/assets/bundled.sgf"

arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
arguments.add_argument("record", nargs="?", default=BUNDLED)
arguments.add_argument("--move", type=int, help="review up to this move")
arguments.add_argument("--out", type=Path, default=Path("review"), help="where the page and the pictures go")
options = arguments.parse_args()
options.out.mkdir(parents=True, exist_ok=True)

game = aji.read_one(options.record)
print(game)
review = aji.review(game, move=options.move)

print("\nThe story\n")
print(review.story)

# The moves that the models say changed most, from the curves of all leads: each in units of its own spread.
leads = {name: values for name, values in review.curves.items() if name.endswith(".lead")}
steps = [np.abs(np.diff(values)) / (np.abs(values).max() or 1.0) for values in leads.values()]
shift = np.mean(steps, axis=0)
print(f"\nThe moves that changed most, in the eyes of {len(leads)} models\n")
for at in np.argsort(shift)[::-1][:5]:
    color, point = game.moves[at]
    print(f"{at + 1:4}  {color} {point:4} {shift[at]:.3f}  {review.words(int(at) + 1)}")

(options.out / "review.html").write_text(review.to_html(), encoding="utf-8")
(options.out / "leads.svg").write_text(review.leads_svg(), encoding="utf-8")
(options.out / "review.sgf").write_text(review.to_sgf(), encoding="utf-8")
(options.out / "end.svg").write_text(review.svg(), encoding="utf-8")
print(f"\nwrote review.html, leads.svg, end.svg and review.sgf to {options.out}")
