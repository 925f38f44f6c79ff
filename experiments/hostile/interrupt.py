#!/usr/bin/env python3
"""Sends Ctrl-C and SIGTERM to every command that takes long, with engines that do not want to end, and says how long it took.

    python3 interrupt.py [--aji target/release/aji] [--fake target/release/examples/fake]

The second program is the engine of the tests, which fails as it is told (`cargo build --release -p aji --examples`). A command
passes if it is gone within two seconds together with every process that it started. Prints one JSON value a command.
"""

import argparse
import json
import os
import pathlib
import random
import signal
import subprocess
import tempfile
import time

GAME = "(;GM[1]SZ[19]" + "".join(f";{'BW'[i % 2]}[{chr(97 + i % 19)}{chr(97 + i // 19)}]" for i in range(150)) + ")"


def descendants(mark):
    """The processes that carry a mark in their environment and are not dead."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            marked = f"AJI_MARK={mark}".encode() in (entry / "environ").read_bytes().split(b"\0")
            dead = (entry / "stat").read_text().rsplit(") ", 1)[1].startswith("Z")
        except OSError:
            continue
        if marked and not dead:
            found.append(int(entry.name))
    return found


def commands(aji, fake, folder):
    game = folder / "game.sgf"
    game.write_text(GAME)
    many = folder / "many.sgf"
    many.write_text(GAME * 400)
    suite = folder / "suite.tst"
    suite.write_text("".join(f"{i} genmove black\n#? [A1]\n" for i in range(1, 200)))
    for how in ["hang", "deaf", "fork", "blank", "flood", "long-line", "shut", "talk", "stderr"]:
        engine = f"'{fake}' --fail {how}"
        yield f"match, engine {how}", [aji, "match", "--player", "random", "--player", engine, "--games", "100000", "--size", "9"]
        yield f"regress, engine {how}", [aji, "regress", suite, "--engine", engine]
    yield "match, own players", [aji, "match", "--player", "aji:2000", "--player", "aji:2000", "--games", "100"]
    yield "review", [aji, "review", many, "--json"]
    yield "read", [aji, "read", many, "--json", "--model", "freedom"]
    yield "study", [aji, "study", "moves", many]
    yield "simulate", [aji, "simulate", "--games", "10000000", "--json"]
    yield "convert", [aji, "convert", many, "--out", folder / "out" / ""]
    yield "check", [aji, "check", *[many] * 200]
    yield "solve", [aji, "solve", game]
    yield "gtp", [aji, "gtp"]
    yield "serve", [aji, "serve", "--no-open", "--port", "0"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--aji", default="target/release/aji")
    parser.add_argument("--fake", default="target/release/examples/fake")
    options = parser.parse_args()
    chance = random.Random(1)
    slowest, left = 0.0, 0
    for sent in [signal.SIGINT, signal.SIGTERM]:
        with tempfile.TemporaryDirectory() as name:
            for what, words in commands(pathlib.Path(options.aji).resolve(), pathlib.Path(options.fake).resolve(), pathlib.Path(name)):
                mark = f"{os.getpid()}-{chance.random()}"
                child = subprocess.Popen(
                    [str(word) for word in words],
                    env={**os.environ, "AJI_MARK": mark},
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
                time.sleep(0.5 + chance.random())
                ended = child.poll() is not None
                began = time.monotonic()
                child.send_signal(sent)
                child.wait()
                seconds = time.monotonic() - began
                rest = descendants(mark)
                slowest, left = max(slowest, seconds), left + len(rest)
                told = {"command": what, "signal": sent.name, "seconds": round(seconds, 2), "left behind": len(rest)}
                print(json.dumps({**told, "had ended": True} if ended else told), flush=True)
                for process in rest:
                    os.kill(process, signal.SIGKILL)
    print(json.dumps({"slowest": round(slowest, 2), "left behind": left}))


if __name__ == "__main__":
    main()
