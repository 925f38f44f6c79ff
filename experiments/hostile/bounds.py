#!/usr/bin/env python3
"""Gives the program more than it should have to bear, and says what that took in seconds and in megabytes.

    python3 bounds.py [--aji target/release/aji] [--files 100000] [--games 100000] [--reviews 600] [--only REGEX]

Folders of very many files, a file of very many games, reviews of many games, a game that never ends, languages nested as deep as a
file can be. Prints one JSON value a case: the exit code, the time, the most memory, and the last line of what was complained about.
"""

import argparse
import json
import os
import pathlib
import re
import resource
import subprocess
import tempfile
import time

TINY = "(;GM[1]SZ[9]RE[B+1];B[ee];W[cc];B[gg])"


ONLY = ""


def run(name, words, folder):
    """Runs a command and prints what it took."""
    if not re.search(ONLY, name):
        return
    with open(folder / "stderr", "wb") as err, open(os.devnull, "wb") as out:
        began = time.monotonic()
        child = subprocess.Popen([str(word) for word in words], stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        _, status, used = os.wait4(child.pid, 0)
    said = (folder / "stderr").read_text(errors="replace").strip().splitlines()
    told = {
        "case": name,
        "code": os.waitstatus_to_exitcode(status),
        "seconds": round(time.monotonic() - began, 1),
        "processor": round(used.ru_utime + used.ru_stime, 1),
        "megabytes": used.ru_maxrss // 1024,
    }
    print(json.dumps({**told, "said": said[-1][:160]} if said else told, ensure_ascii=False), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--aji", default="target/release/aji")
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--reviews", type=int, default=600)
    parser.add_argument("--only", default="", help="only cases of which this regular expression finds something")
    options = parser.parse_args()
    global ONLY
    ONLY = options.only
    aji = pathlib.Path(options.aji).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "files").mkdir()
        for i in range(options.files if re.search(ONLY, f"{options.files} files") else 0):
            (folder / "files" / f"{i}.sgf").write_text(TINY)
        run(f"convert {options.files} files", [aji, "convert", folder / "files", "--out", f"{folder}/out/"], folder)
        run(f"convert {options.files} files again", [aji, "convert", folder / "files", "--out", f"{folder}/out/", "--force"], folder)
        run(f"check {options.files} files", [aji, "check", folder / "files"], folder)
        run(f"read {options.files} files", [aji, "read", folder / "files", "--jsonl"], folder)
        run(f"review {options.files} files", [aji, "review", folder / "files"], folder)
        many = folder / "many.sgf"
        many.write_text(TINY * options.games)
        for form in ["--json", "--jsonl"]:
            run(f"read {form} of {options.games} games", [aji, "read", many, form], folder)
        run(f"study of {options.games} games", [aji, "study", "predict", many, "--model", "nearest", "--at", "end"], folder)
        run(f"convert {options.games} games", [aji, "convert", many, "--out", folder / "one.sgf"], folder)
        lines = (pathlib.Path(__file__).parent / "../../fixtures/games/tygem-2000.tsv").read_text().splitlines(keepends=True)
        games = folder / "games.tsv"
        games.write_text("".join(lines[: 1 + options.reviews]))
        run(f"review --quick --json of {options.reviews} games", [aji, "review", games, "--quick", "--json"], folder)
        # One game a position: what is kept of a judgement takes the same room whoever judged, and for however long.
        judged = [aji, "review", games, "--games", "1", "--no-cache", "--json"]
        run(f"review --json of {options.reviews} games, judged", judged, folder)
        endless = folder / "endless.sgf"
        endless.write_text("(;GM[1]SZ[9]" + ";B[ee]" * 1_000_000 + ")")
        run("review --html of a million illegal moves", [aji, "review", endless, "--html", folder / "page.html"], folder)
        deep = folder / "de.ftl"
        deep.write_text("pass = " + "{" * 1_000_000)
        run("words of a million braces", [aji, "review", "--words", deep], folder)
        deep = folder / "deep.toml"
        deep.write_text("a = " + "[" * 1_000_000)
        run("a tournament of a million brackets", [aji, "match", deep], folder)
        run("parameters of a million brackets", [aji, "review", "--params", deep], folder)
        deep = folder / "deep.ets"
        deep.write_text('level 1\nclass C1 "x"\n  con 1: c12_1' + "".join(f" -2- c12_{i}" for i in range(2, 100_000)))
        run("definitions of 100,000 members", [aji, "review", "--definitions", deep], folder)
        run("a million threads", [aji, "simulate", "--games", "1", "--threads", "1000000"], folder)
    print(json.dumps({"children": round(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)}))


if __name__ == "__main__":
    main()
