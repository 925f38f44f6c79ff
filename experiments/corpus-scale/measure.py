#!/usr/bin/env python3
"""Measures queries over a corpus and computes what 20 million games would take.

    measure.py run AJI CORPUS_DIR... > rates.csv     runs the queries (seconds by the wall, by the CPU, rows, model calls)
    measure.py scale rates.csv                       the table of the manual, from the measured rates

Rates are per second of CPU time, so that other work on the machine does not count.
"""
import csv
import re
import resource
import subprocess
import sys
import time

QUERIES = [
    ("scan games", "select count(*), avg(n_moves), max(komi) from games"),
    ("scan plies", "select color, count(*), sum(captured) from plies group by 1"),
    ("count positions", "select count(*) from positions"),
    ("replay", "select next, count(*) from positions group by 1"),
    ("write positions", "select max(length(cast(position as bytea))) from positions"),
    ("freedom_lead", "select avg(freedom_lead(position)) from positions where move_number % 10 = 5"),
    ("cellular_black_area", "select avg(cellular_black_area(position)) from positions where move_number % 10 = 5"),
    ("ising_atomic_hamiltonian", "select avg(ising_atomic_hamiltonian(position)) from positions where move_number % 10 = 5"),
    ("bouzy_lead", "select avg(bouzy_lead(position)) from positions where move_number % 10 = 5"),
    ("review freedom gain", "select avg(gain) from review('freedom') where move_number <= 30"),
]


def run(aji, folders):
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["games", "threads", "query", "wall_s", "cpu_s", "peak_mb", "games_replayed", "model_calls"])
    for folder in folders:
        answer = subprocess.run([aji, "corpus", "query", folder, "select count(*) as n from games", "--csv"],
                                capture_output=True, text=True, check=True).stdout
        games = int(answer.split()[1])
        for name, sql in QUERIES:
            for threads in (1, 2):
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                began = time.monotonic()
                done = subprocess.run([aji, "corpus", "query", folder, sql, "--csv", "--stats", "--threads", str(threads)],
                                      capture_output=True, text=True, check=True)
                wall = time.monotonic() - began
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
                replayed = re.search(r"games replayed (\d+)", done.stderr)
                calls = re.search(r"model calls (\d+)", done.stderr)
                out.writerow([games, threads, name, f"{wall:.2f}", f"{cpu:.2f}", after.ru_maxrss // 1024,
                              replayed.group(1) if replayed else "", calls.group(1) if calls else ""])
                sys.stdout.flush()


def scale(path):
    """Hours for 20 million games of 200 moves: work / (rate of a core × cores), with 16 cores a machine."""
    rows = [row for row in csv.DictReader(open(path)) if row["threads"] == "1"]
    largest = max(int(row["games"]) for row in rows)
    all_games, moves, cores = 20e6, 200, 16
    print("| query | per core | 1 machine | 10 machines | 100 machines |")
    print("|---|---:|---:|---:|---:|")
    for row in rows:
        if int(row["games"]) != largest:
            continue
        cpu, calls, games = float(row["cpu_s"]), int(row["model_calls"] or 0), int(row["games"])
        if calls:
            rate, unit, work = calls / cpu, "positions/s", all_games * moves
        else:
            rate, unit, work = games / cpu, "games/s", all_games
        hours = [work / rate / cores / machines / 3600 for machines in (1, 10, 100)]
        told = " | ".join(f"{hour:.1f} h" if hour >= 1 else f"{hour * 60:.1f} min" for hour in hours)
        print(f"| {row['query']} | {rate:,.0f} {unit} | {told} |")


if __name__ == "__main__":
    if sys.argv[1:2] == ["run"] and len(sys.argv) > 3:
        run(sys.argv[2], sys.argv[3:])
    elif sys.argv[1:2] == ["scale"] and len(sys.argv) == 3:
        scale(sys.argv[2])
    else:
        sys.exit(__doc__)
