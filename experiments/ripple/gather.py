"""Puts what the rules of crates/ripple are learned from into the form that learn.py reads, a folder a kind.

    gather.py owners FOLDER EXPERT_GAMES.tsv.gz OWNERS.tsv.gz…
    gather.py moves FOLDER EXPERT_GAMES.tsv.gz
    gather.py weak FOLDER WEAK.tsv…

Expert games have the columns id, result and moves; owners the columns id, moves before the position, Black's chance, lead, its deviation, and a letter a point. Of `moves` every
fourth position of every game is taken, from one of the first four on, with who won if the game was counted or resigned. WEAK.tsv are answers of label.py.
Then: `scenes FOLDER/games.txt FOLDER/index.txt FOLDER/scenes.bin` (crates/ripple/examples/scenes.rs).
"""
import gzip
import os
import random
import struct
import sys

kind, folder, *paths = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
games, index, meta, owners, wish, mover = [], [], bytearray(), bytearray(), bytearray(), bytearray()
STEPS = bytes.maketrans(bytes(range(97, 118)), bytes((step + 1) // 2 for step in range(21)))
OWNERS, WEAK, MOVES = range(3)


def take(side, stones, moves, rows, origin):
    """A game and positions of it: moves before, chance, lead, letters."""
    games.append(f"{side} {stones} {moves}")
    for turn, chance, lead, letters in sorted(rows):
        index.append(f"{len(games) - 1} {turn}")
        meta.extend(struct.pack("<eeBB", chance, lead, origin, side))
        owners.extend(letters.encode().translate(STEPS))
        at = moves[2 * turn:2 * turn + 2] if origin != WEAK else ""
        wish.extend(struct.pack("<H", (ord(at[1]) - 97) * 19 + ord(at[0]) - 97 if at and at != "tt" else 65535))
        mover.extend(struct.pack("b", (1 if turn % 2 == 0 else -1) * (1 if stones == "-" else -1)))


def experts(path):
    with gzip.open(path, "rt") as file:
        next(file)
        return {name: (result, moves) for name, result, moves in (line.rstrip("\n").split("\t") for line in file)}


positions = {}
if kind == "owners":
    played = experts(paths[0])
    for path in paths[1:]:
        for line in gzip.open(path, "rt"):
            name, turn, chance, lead, _, letters = line.rstrip("\n").split("\t")
            if name != "id":
                positions.setdefault(name, []).append((int(turn), float(chance), float(lead), letters))
    names = sorted(positions)
    random.Random(5).shuffle(names)
    for name in names:
        take(19, "-", played[name][1], positions[name], OWNERS)
elif kind == "moves":
    rng, played = random.Random(7), experts(paths[0])
    names = sorted(played)
    rng.shuffle(names)
    for name in names:
        result, moves = played[name]
        unknown = "Time" in result or "Offline" in result
        chance = 0.5 if unknown else 1.0 if result.startswith("B") else 0.0
        take(19, "-", moves, [(turn, chance, 0.0, "") for turn in range(rng.randrange(4), len(moves) // 2, 4)], MOVES)
else:
    for path in paths:
        for line in open(path):
            name, turn, side, stones, moves, chance, lead, letters = line.rstrip("\n").split("\t")
            positions.setdefault((name, int(side), stones, moves), []).append((int(turn), float(chance), float(lead), letters))
    names = sorted(positions)
    random.Random(5).shuffle(names)
    for name in names:
        _, side, stones, moves = name
        take(side, stones, moves, positions[name], WEAK)
for name, content in (("games.txt", "\n".join(games).encode()), ("index.txt", "\n".join(index).encode()), ("meta.bin", meta),
                      ("owners.bin", owners), ("wish.bin", wish), ("mover.bin", mover)):
    if content:
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)
print(len(index), "positions of", len(games), "games")
