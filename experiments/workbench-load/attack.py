"""Clients that do the workbench harm. Prints one JSON value an attack.

    python3 attack.py [--program ../../target/release/aji] [--clients 520] [--uploads 60]

Starts the program on a free port; lets many clients ask and never read, or connect and say nothing, while an honest one asks every
half second and measures how long it waits; and sends many records of 8 MB at once. Only Python's own library is used.
"""

import argparse
import contextlib
import http.client
import json
import re
import socket
import subprocess
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent


def memory(pid: int) -> int:
    """The most resident memory that a process has had, in MiB."""
    return int(re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{pid}/status").read_text()).group(1)) // 1024


@contextlib.contextmanager
def server(program: Path):
    child = subprocess.Popen([program, "serve", "--no-open", "--port", "0"], stdout=subprocess.PIPE, text=True)
    try:
        port = int(re.search(r"http://127\.0\.0\.1:(\d+)/", child.stdout.readline()).group(1))
        yield child, port
    finally:
        child.terminate()
        child.wait()


def honest(port: int, seconds: float) -> dict:
    """Asks again and again; the waits in seconds, and how often nobody answered within 30."""
    waits, lost, end = [], 0, time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.monotonic()
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            connection.request("GET", "/api/about")
            assert connection.getresponse().status == 200
            waits.append(time.monotonic() - began)
        except OSError:
            lost += 1
        finally:
            connection.close()
        time.sleep(0.5)
    waits.sort()
    return {"asked": len(waits) + lost, "lost": lost, "longest_s": round(waits[-1], 2) if waits else None}


def never_read(port: int, clients: int) -> list[socket.socket]:
    """Clients that ask for much and read nothing."""
    question = b"GET /api/models HTTP/1.1\r\nHost: localhost\r\n\r\n" * 2000
    open_ones = []
    for _ in range(clients):
        one = socket.create_connection(("127.0.0.1", port))
        one.setblocking(False)
        with contextlib.suppress(BlockingIOError, ConnectionError):
            one.send(question)
        open_ones.append(one)
    return open_ones


def say_nothing(port: int, clients: int) -> list[socket.socket]:
    """Clients that connect, and that is all."""
    return [socket.create_connection(("127.0.0.1", port)) for _ in range(clients)]


def upload(port: int, record: bytes, statuses: list[int]) -> None:
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
        connection.request("POST", "/api/record?name=game.sgf", record, {"Content-Type": "application/octet-stream"})
        response = connection.getresponse()
        response.read()
        statuses.append(response.status)
    except OSError:
        statuses.append(0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=Path, default=HERE / "../../target/release/aji")
    parser.add_argument("--clients", type=int, default=520)
    parser.add_argument("--uploads", type=int, default=60)
    options = parser.parse_args()
    for attack in [never_read, say_nothing]:
        with server(options.program) as (child, port):
            held: list[socket.socket] = []
            attacker = threading.Thread(target=lambda: held.extend(attack(port, options.clients)), daemon=True)
            attacker.start()
            time.sleep(1)
            told = honest(port, 30)
            print(json.dumps({"attack": attack.__name__, "clients": options.clients, **told, "server_mib": memory(child.pid)}))
            for one in held:
                one.close()
    game = b"(;SZ[19]" + b";B[aa];W[bb]" * ((8 << 20) // 12 - 1) + b")"
    for name, record in [("moves", game), ("comment", b"(;SZ[19];B[aa]C[" + b"x" * (len(game) - 20) + b"])")]:
        with server(options.program) as (child, port):
            statuses: list[int] = []
            threads = [threading.Thread(target=upload, args=(port, record, statuses)) for _ in range(options.uploads)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            counts = {str(status): statuses.count(status) for status in sorted(set(statuses))}
            size = round(len(record) / (1 << 20), 1)
            told = {"attack": f"uploads of a long {name}", "uploads": options.uploads, "mib_each": size, "statuses": counts}
            print(json.dumps({**told, "server_mib": memory(child.pid)}), flush=True)


if __name__ == "__main__":
    main()
