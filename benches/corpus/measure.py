#!/usr/bin/env python3
"""Measures imports and queries of a corpus, and computes from them what 20 million games take.

    measure.py all AJI GAMES.tsv.gz FOLDER     all of it: FOLDER/imports.csv, FOLDER/queries.csv, FOLDER/scans.csv
    measure.py report FOLDER                   the tables of the manual, from these files

GAMES.tsv.gz is a move list, a game a line. It is imported in parts of growing size, and at last eightfold: turned and
mirrored, so that every game is another one. Every command is a process of its own, measured by itself. For the scans DuckDB
(`pip install duckdb`) reads the same files with the same number of threads.
"""
import csv
import gzip
import os
import pathlib
import re
import subprocess
import sys
import time

SIZES = [1_000, 5_000, 20_000, 80_000]
# What is read as it is stored; DuckDB answers these too.
SCANS = [
    ("count the games", "select count(*) from games"),
    ("three columns of the games", "select count(*), avg(n_moves), max(komi) from games"),
    ("captures by colour, all moves", "select color, sum(captured) from plies group by 1"),
    ("first moves", "select left(moves, 4) as opening, count(*) as n from games group by 1 order by n desc limit 5"),
]
# What is computed by following the games.
FOLLOWED = [
    ("count the positions", "select count(*) from positions"),
    ("who is next (replay only)", "select next, count(*) from positions group by 1"),
    ("all positions written down", "select max(board_size(position)) from positions"),
    ("a shape, a move in ten", "select count(*) from positions where has_shape(position, 'XO/OX') and move_number % 10 = 5"),
    ("freedom_lead, a move in fifty", "select avg(freedom_lead(position)) from positions where move_number % 50 = 25"),
]
# One number of each model, at every move, over the smallest corpus: as a function of the position alone, and followed
# from the start of each game.
FUNCTIONS = [
    "agents_capacity", "belief_free_energy", "bouzy_lead", "cellular_black_area", "freedom_lead", "ising_atomic_hamiltonian",
    "ising_molecular_hamiltonian", "nearest_lead", "zobrist_lead",
]
REVIEWS = [
    ("freedom", "lead"), ("ising.molecular", "gain"), ("structure", "level1_total"), ("structure", "level2_total"),
]
MODELS = [(f"`{name}(position)`", f"select avg({name}(position)) from positions") for name in FUNCTIONS]
MODELS += [(f"`{column}` of `review('{name}')`", f"select avg({column}) from review('{name}')") for name, column in REVIEWS]

LETTERS = "abcdefghijklmnopqrs"
MIRROR = str.maketrans(LETTERS, LETTERS[::-1])


def measured(command):
    """The output of a command, what it wrote to stderr, seconds by the wall and of the processor, and its peak memory in MB."""
    began = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    out, err = child.stdout.read(), child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"{' '.join(map(str, command))}: {err}")
    return out, err, time.monotonic() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def turned(line, how):
    """A game turned and mirrored in one of eight ways; its moves are the last column, two letters each."""
    *rest, moves = line.split("\t")
    x, y = moves[0::2], moves[1::2]
    x, y = x.translate(MIRROR) if how & 1 else x, y.translate(MIRROR) if how & 2 else y
    if how & 4:
        x, y = y, x
    return "\t".join([*rest, "".join(map("".join, zip(x, y)))])


def sources(games, folder):
    """Lists of the first games, and one of all of them in their eight ways."""
    with gzip.open(games, "rt") as file:
        head, *lines = file.read().splitlines()
    for n in SIZES:
        with gzip.open(folder / f"{n}.tsv.gz", "wt", compresslevel=6) as out:
            out.write("\n".join([head, *lines[:n]]) + "\n")
    with gzip.open(folder / f"{8 * SIZES[-1]}.tsv.gz", "wt", compresslevel=6) as out:
        out.write(head + "\n")
        for how in range(8):
            for line in lines:
                out.write(turned(line, how) + "\n")


def bytes_of(folder):
    return sum(path.stat().st_size for path in folder.rglob("*.parquet"))


def imports(aji, games, folder):
    with open(folder / "imports.csv", "w") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["games", "threads", "wall_s", "cpu_s", "peak_mb", "source_bytes", "text_bytes", "disk_bytes"])
        # By another process: what a process holds when it starts a command counts for the command.
        subprocess.run([sys.executable, __file__, "sources", games, folder], check=True)
        for n in [*SIZES, 8 * SIZES[-1]]:
            source = folder / f"{n}.tsv.gz"
            with gzip.open(source) as unpacked:
                text = sum(len(block) for block in iter(lambda: unpacked.read(1 << 20), b""))
            for threads in (1, 2) if n <= SIZES[-1] else (2,):
                into = folder / f"{n}-{threads}.aji"
                command = [aji, "corpus", "import", source, "--into", into, "--threads", str(threads)]
                _, _, wall, cpu, peak = measured(command)
                out.writerow([n, threads, f"{wall:.2f}", f"{cpu:.2f}", f"{peak:.0f}", source.stat().st_size, text, bytes_of(into)])
                file.flush()


def queries(aji, folder):
    with open(folder / "queries.csv", "w") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["games", "threads", "query", "sql", "wall_s", "cpu_s", "peak_mb", "games_replayed", "positions", "model_calls"])
        plan = [(n, name, sql) for n in [*SIZES, 8 * SIZES[-1]] for name, sql in SCANS]
        plan += [(n, name, sql) for n in SIZES for name, sql in FOLLOWED]
        plan += [(SIZES[0], name, sql) for name, sql in MODELS]
        for n, name, sql in plan:
            for threads in (1, 2):
                corpus = folder / f"{n}-2.aji"
                command = [aji, "corpus", "query", corpus, sql, "--csv", "--stats", "--threads", str(threads)]
                _, err, wall, cpu, peak = measured(command)
                counted = re.search(r"games replayed (\d+), positions written (\d+), model calls (\d+)", err)
                out.writerow([n, threads, name, sql, f"{wall:.3f}", f"{cpu:.3f}", f"{peak:.0f}", *counted.groups()])
                file.flush()


DUCKDB = """
import duckdb, sys
folder, sql, threads = sys.argv[1:]
base = duckdb.connect(config={"threads": int(threads)})
for table in ("games", "plies"):
    base.execute(f"create view {table} as select * from read_parquet('{folder}/{table}/*.parquet')")
base.execute(sql).fetchall()
"""


def scans(aji, folder):
    """The same scans by aji and by DuckDB, in turn; the best of three."""
    with open(folder / "scans.csv", "w") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["games", "query", "aji_s", "duckdb_s"])
        for n in (SIZES[-1], 8 * SIZES[-1]):
            corpus = folder / f"{n}-2.aji"
            for name, sql in SCANS:
                ours = [aji, "corpus", "query", corpus, sql, "--csv", "--threads", "2"]
                theirs = [sys.executable, "-c", DUCKDB, corpus, sql, "2"]
                times = [(measured(ours)[2], measured(theirs)[2]) for _ in range(3)]
                out.writerow([n, name, *(f"{min(column):.3f}" for column in zip(*times))])
                file.flush()


def told(hours):
    if hours >= 48:
        return f"{hours / 24:.1f} days"
    if hours >= 1:
        return f"{hours:.1f} h"
    return f"{hours * 60:.1f} min" if hours * 60 >= 1 else f"{hours * 3600:.1f} s"


def report(folder):
    imported = list(csv.DictReader(open(folder / "imports.csv")))
    asked = list(csv.DictReader(open(folder / "queries.csv")))
    number = lambda row, name: float(row[name])
    print("| games | cores | seconds | processor s | games/s | text MB/s | peak memory | bytes a game |\n|---:|---:|---:|---:|---:|---:|---:|---:|")
    for row in imported:
        n, wall = number(row, "games"), number(row, "wall_s")
        print(f"| {n:,.0f} | {row['threads']} | {wall:.1f} | {number(row, 'cpu_s'):.1f} | {n / wall:,.0f} | "
              f"{number(row, 'text_bytes') / wall / 1e6:.2f} | {row['peak_mb']} MB | {number(row, 'disk_bytes') / n:.0f} |")
    small, large = [row for row in imported if row["threads"] == "2" and number(row, "games") >= SIZES[-1]]
    slope = (number(large, "peak_mb") - number(small, "peak_mb")) / (number(large, "games") - number(small, "games")) * 2**20
    at_20_m = number(large, "peak_mb") + slope * (20e6 - number(large, "games")) / 2**20
    print(f"\nPeak memory grows by {slope:.1f} bytes a game; at 20 million games it is {at_20_m:.0f} MB.\n")

    # How much of the corpus the two cores go through in a second, whether they have to read it or not.
    bytes_of_all = {int(row["games"]): number(row, "disk_bytes") for row in imported}
    print("| query | games | 1 core | 2 cores | gain | games/s of a core | corpus MB/s | peak memory |\n|---|---:|---:|---:|---:|---:|---:|---:|")
    pairs = {}
    for row in asked:
        pairs.setdefault((row["query"], int(row["games"])), {})[row["threads"]] = row
    for (name, n), both in sorted(pairs.items(), key=lambda item: [q[0] for q in SCANS + FOLLOWED].index(item[0][0])
                                  if item[0][0] in [q[0] for q in SCANS + FOLLOWED] else 99):
        one, two = both["1"], both["2"]
        print(f"| {name} | {n:,} | {number(one, 'wall_s'):.2f} s | {number(two, 'wall_s'):.2f} s | "
              f"{number(one, 'wall_s') / number(two, 'wall_s'):.2f} | {n / number(one, 'cpu_s'):,.0f} | "
              f"{bytes_of_all[n] / number(two, 'wall_s') / 1e6:,.0f} | {two['peak_mb']} MB |")

    print("\n| model | positions/s of a core | 2 cores against 1 |\n|---|---:|---:|")
    replay = number(pairs[("who is next (replay only)", SIZES[0])]["1"], "cpu_s")
    for name, _ in MODELS:
        one, two = (pairs[(name, SIZES[0])][threads] for threads in "12")
        rate = number(one, "model_calls") / number(one, "cpu_s")
        print(f"| {name} | {rate:,.0f} | {number(one, 'wall_s') / number(two, 'wall_s'):.2f} |")
    print(f"\n(Replaying these games alone takes {replay:.2f} s.)")

    # Sixteen cores a machine.
    cores = 16
    plies = number(pairs[("all positions written down", SIZES[-1])]["1"], "positions") / SIZES[-1]
    work = []
    for name, _ in SCANS[1:3] + FOLLOWED[1:4]:
        n = SIZES[-1]
        work.append((name, number(pairs[(name, n)]["1"], "cpu_s") / n * 20e6))
    for name, _ in MODELS:
        one = pairs[(name, SIZES[0])]["1"]
        work.append((f"{name} at every move", number(one, "cpu_s") / number(one, "model_calls") * plies * 20e6))
    print("\n| 20 million games | core hours | 1 machine | 10 machines | 100 machines |\n|---|---:|---:|---:|---:|")
    # An import is one process, and more cores do not make it faster.
    rate = number(large, "games") / number(large, "wall_s")
    print(f"| import | {number(large, 'cpu_s') / number(large, 'games') * 20e6 / 3600:.2f} | {told(20e6 / rate / 3600)} | – | – |")
    for name, seconds in work:
        each = [told(seconds / 3600 / cores / machines) for machines in (1, 10, 100)]
        print(f"| {name} | {seconds / 3600:.2f} | " + " | ".join(each) + " |")

    print("\n| scan, two cores, with the start of the program | games | aji | DuckDB | ratio |\n|---|---:|---:|---:|---:|")
    for row in csv.DictReader(open(folder / "scans.csv")):
        ours, theirs = number(row, "aji_s"), number(row, "duckdb_s")
        print(f"| {row['query']} | {int(row['games']):,} | {ours:.2f} s | {theirs:.2f} s | {theirs / ours:.2f} |")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["all", aji, games, folder]:
            folder = pathlib.Path(folder)
            folder.mkdir(parents=True, exist_ok=True)
            imports(aji, games, folder)
            queries(aji, folder)
            scans(aji, folder)
        case ["sources", games, folder]:
            sources(games, pathlib.Path(folder))
        case ["report", folder]:
            report(pathlib.Path(folder))
        case _:
            sys.exit(__doc__)
