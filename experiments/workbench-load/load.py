"""Many clients step through games at once. Prints one JSON value.

    python3 load.py [--clients 200] [--seconds 60] [--pause 1.0] [--cores 0,1] [--program ../../target/release/aji]

Starts the program on a free port, held to the given cores; gives each client a game of its own, lets it ask the cheap
models about the position after every move, with a pause as of someone who looks, and measures how long answers take
from the first byte sent to the last byte read. Only Python's own library is used.
"""

import argparse
import http.client
import json
import os
import random
import re
import subprocess
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
MODELS = ["cellular.lead", "cellular.owner", "freedom.lead", "bouzy.territory", "nearest.owner"]


def records() -> list[str]:
    """Real games as SGF, one for each client."""
    lines = (HERE / "../../fixtures/games/tygem-2000.tsv").read_text().splitlines()[1:]
    games = []
    for line in lines:
        letters = line.split("\t")[2]
        moves = [letters[i : i + 2] for i in range(0, len(letters), 2)]
        games.append("(;SZ[19]" + "".join(f";{'BW'[i % 2]}[{move}]" for i, move in enumerate(moves)) + ")")
    return games


def memory(pid: int) -> float:
    """Resident memory of a process in MiB."""
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text()).group(1)) / 1024


def processor(pid: int) -> float:
    """Processor time of a process in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Client(threading.Thread):
    def __init__(self, number: int, game: str, port: int, options: argparse.Namespace, end: float):
        super().__init__(daemon=True)
        self.game = game
        self.number, self.port, self.options, self.end = number, port, options, end
        self.times: list[float] = []
        self.statuses: list[int] = []

    def run(self) -> None:
        chance = random.Random(self.number)
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        # As on the page: the record first, then what the models see, position by position.
        connection.request("POST", "/api/record?name=game.sgf", self.game, {"Content-Type": "application/octet-stream"})
        tree = json.loads(connection.getresponse().read())["tree"]
        steps = [node["move"] for node in tree["nodes"] if "move" in node]
        time.sleep(self.options.pause * chance.random())
        for at in range(1, len(steps) + 1):
            if time.monotonic() > self.end:
                break
            question = json.dumps({"line": {"size": tree["size"], "steps": steps[:at]}, "models": MODELS})
            began = time.monotonic()
            connection.request("POST", "/api/read", question, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            answer.read()
            self.times.append((time.monotonic() - began) * 1000)
            self.statuses.append(answer.status)
            time.sleep(self.options.pause * (0.5 + chance.random()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=1.0)
    parser.add_argument("--cores", default="0,1")
    parser.add_argument("--program", default=str(HERE / "../../target/release/aji"))
    options = parser.parse_args()
    cores = {int(core) for core in options.cores.split(",")}
    games = records()
    server = subprocess.Popen(
        [options.program, "serve", "--port", "0", "--no-open"],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, cores),
    )
    try:
        port = int(re.search(r":(\d+)/", server.stdout.readline()).group(1))
        before, largest = memory(server.pid), 0.0
        began = time.monotonic()
        clients = [Client(i, games[i % len(games)], port, options, began + options.seconds) for i in range(options.clients)]
        for client in clients:
            client.start()
        while any(client.is_alive() for client in clients):
            largest = max(largest, memory(server.pid))
            time.sleep(0.2)
        took = time.monotonic() - began
        times = sorted(time for client in clients for time in client.times)
        statuses: dict[int, int] = {}
        for client in clients:
            for status in client.statuses:
                statuses[status] = statuses.get(status, 0) + 1

        def share(part: float) -> float:
            return round(times[int((len(times) - 1) * part)], 1)

        print(
            json.dumps(
                {
                    "clients": options.clients,
                    "cores": sorted(cores),
                    "pause_s": options.pause,
                    "seconds": round(took, 1),
                    "models": MODELS,
                    "questions": len(times),
                    "per_second": round(len(times) / took, 1),
                    "statuses": statuses,
                    "ms": {"p50": share(0.5), "p95": share(0.95), "p99": share(0.99), "max": share(1.0)},
                    "server_mib": {"before": round(before), "largest": round(largest)},
                    "server_cpu_s": round(processor(server.pid), 1),
                }
            )
        )
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
