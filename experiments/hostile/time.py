#!/usr/bin/env python3
"""Times how `aji check` reads texts that would be slow if some step looked back or ahead too far."""

import argparse
import json
import pathlib
import resource
import subprocess
import tempfile

PREFIXES = ["", "(;", "(;C[", "(;GM[1]FF[4];AB[aa]"]
PIECES = [
    "(", ")", ";", "[", "]", "\\", "()", "(;", "(;)", "((;", "(;GM[1]", "(;GM[2]", ");B[aa]", "C[", "C[]]", "C[a] ", "A[]",
    "AB[aa]", "[aa]", "] ", "a", "(;C[x](;GM", "\ufeff", "B[aa]", ";PL[B]", "(;SZ[9]AB[aa:ii]",
]


def processor_time():
    """What all children that have ended took of the processor."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def seconds(aji, text):
    """The least of three runs, in seconds of the processor: other work on the machine does not count."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "hostile.sgf"
        path.write_text(text)
        best = float("inf")
        for _ in range(3):
            before = processor_time()
            subprocess.run([aji, "check", "--quiet", path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
            best = min(best, processor_time() - before)
        return best


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--aji", default="target/release/aji")
    parser.add_argument("--bytes", type=int, default=1 << 20)
    arguments = parser.parse_args()
    texts = {f"{prefix}{piece}…": (prefix, piece) for prefix in PREFIXES for piece in PIECES}
    rows = []
    for name, (prefix, piece) in texts.items():
        size = len(piece.encode())
        small, large = (seconds(arguments.aji, prefix + piece * (n // size)) for n in (arguments.bytes // 4, arguments.bytes))
        rows.append({"text": name, "seconds": round(large, 3), "against a quarter": round(large / small, 1)})
    names = "".join(f"X{i}[v]" for i in range(200_000))
    rows.append({"text": "(;X0[v]X1[v]… with 200,000 names", "seconds": round(seconds(arguments.aji, f"(;{names})"), 3)})
    rows.sort(key=lambda row: -row["seconds"])
    for row in rows[:8]:
        print(json.dumps(row, ensure_ascii=False))
    print(json.dumps({"texts": len(rows), "bytes": arguments.bytes, "slowest": rows[0]["seconds"]}))


if __name__ == "__main__":
    main()
