"""Puts what the rules of crates/ripple are learned from into the form that learn.py reads.

    gather.py FOLDER EXPERT_GAMES.tsv.gz OWNERS.tsv.gz… -- WEAK.tsv…

Expert games have the columns id, result and moves; owners the columns id, moves before the position, Black's chance, lead, its deviation, and a letter a point. WEAK.tsv are
answers of label.py. Then: `scenes FOLDER/games.txt FOLDER/index.txt FOLDER/scenes.bin` (crates/ripple/examples/scenes.rs).
"""
import gzip
import os
import random
import struct
import sys

folder, experts, *rest = sys.argv[1:]
owner_files, weak_files = rest[:rest.index("--")], rest[rest.index("--") + 1:]
os.makedirs(folder, exist_ok=True)
games, index, meta, owners, wish, mover = [], [], bytearray(), bytearray(), bytearray(), bytearray()
STEPS = bytes.maketrans(bytes(range(97, 118)), bytes((step + 1) // 2 for step in range(21)))


def take(game, rows, origin):
    """A game and positions of it: moves before, chance, lead, letters."""
    side, stones, moves = game
    games.append(f"{side} {stones} {moves}")
    for turn, chance, lead, letters in sorted(rows):
        index.append(f"{len(games) - 1} {turn}")
        meta.extend(struct.pack("<eeBB", chance, lead, origin, side))
        owners.extend(letters.encode().translate(STEPS))
        at = moves[2 * turn:2 * turn + 2] if origin == 0 else ""
        wish.extend(struct.pack("<H", (ord(at[1]) - 97) * 19 + ord(at[0]) - 97 if at and at != "tt" else 65535))
        mover.extend(struct.pack("b", (1 if turn % 2 == 0 else -1) * (1 if stones == "-" else -1)))


played = {}
for line in gzip.open(experts, "rt"):
    name, _, moves = line.rstrip("\n").split("\t")
    played[name] = moves
positions = {}
for path in owner_files:
    for line in gzip.open(path, "rt"):
        name, turn, chance, lead, _, letters = line.rstrip("\n").split("\t")
        positions.setdefault(name, []).append((int(turn), float(chance), float(lead), letters))
names = sorted(positions)
random.Random(5).shuffle(names)
for name in names:
    take((19, "-", played[name]), positions[name], 0)
for path in weak_files:
    weak = {}
    for line in open(path):
        name, turn, side, stones, moves, chance, lead, letters = line.rstrip("\n").split("\t")
        weak.setdefault((name, int(side), stones, moves), []).append((int(turn), float(chance), float(lead), letters))
    for (_, side, stones, moves), rows in weak.items():
        take((side, stones, moves), rows, 1)
for name, content in (("games.txt", "\n".join(games).encode()), ("index.txt", "\n".join(index).encode()), ("meta.bin", meta),
                      ("owners.bin", owners), ("wish.bin", wish), ("mover.bin", mover)):
    with open(os.path.join(folder, name), "wb") as file:
        file.write(content)
print(len(index), "positions of", len(games), "games")
