"""Reads and replays games with aji, sgfmill and sente, in the same run.

    python benches/python/records.py [--archive FOLDER] [--games N] [--repeat N]

Without an archive the 2,000 games of fixtures/games/tygem-2000.tsv are written as one SGF file each into a temporary folder. Needs
sgfmill and sente (pip install sgfmill sente==0.4.3); a peer that is not there is left out and named.
"""

import argparse
import os
import tempfile
import time
from pathlib import Path

import aji

GAMES = Path(__file__).resolve().parents[2] / "fixtures/games/tygem-2000.tsv"


def with_aji(paths):
    games = aji.read(paths, threads=1)
    read = time.process_time()
    moves = sum(len(game.boards()) - 1 for game in games)
    return read, len(games), moves


def with_aji_plies(paths):
    games = aji.read(paths, threads=1)
    read = time.process_time()
    moves = sum(1 for game in games for ply in game.replay() if ply.number)
    return read, len(games), moves


def with_sgfmill(paths):
    from sgfmill import sgf, sgf_moves

    games = [sgf.Sgf_game.from_bytes(path.read_bytes()) for path in paths]
    lines = [sgf_moves.get_setup_and_moves(game) for game in games]
    read = time.process_time()
    moves = 0
    for board, plays in lines:
        for color, move in plays:
            if move is not None:
                board.play(move[0], move[1], color)
            moves += 1
    return read, len(games), moves


def with_sente(paths):
    from sente import sgf

    games = [sgf.load(str(path), disable_warnings=True, ignore_illegal_properties=True) for path in paths]
    read = time.process_time()
    moves = 0
    for game in games:
        line = game.get_default_sequence()
        game.play_sequence(line)
        moves += len(line)
    return read, len(games), moves


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--archive", type=Path)
    arguments.add_argument("--games", type=int, default=2000)
    arguments.add_argument("--repeat", type=int, default=3)
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.archive is None:
            for number, game in enumerate(aji.read(GAMES)[: options.games]):
                Path(folder, f"{number:04}.sgf").write_text(game.to_sgf(), encoding="utf-8")
        archive = options.archive or Path(folder)
        paths = [Path(at, name) for at, _, names in os.walk(archive) for name in sorted(names) if name.endswith(".sgf")]
        paths = sorted(paths)[: options.games]
        size = sum(path.stat().st_size for path in paths)
        print(f"{len(paths)} files, {size / 1e6:.2f} MB; seconds of CPU time on one thread, the best of {options.repeat} runs")
        peers = {
            "aji, all boards as arrays": with_aji,
            "aji, ply by ply": with_aji_plies,
            "sgfmill": with_sgfmill,
            "sente": with_sente,
        }
        base = None
        for name, peer in peers.items():
            try:
                runs = []
                for _ in range(options.repeat):
                    began = time.process_time()
                    read, games, moves = peer(paths)
                    runs.append((time.process_time() - began, read - began))
            except ImportError as missing:
                print(f"{name:30} left out: {missing}")
                continue
            except Exception as problem:
                print(f"{name:30} failed: {type(problem).__name__}: {str(problem)[:90]}")
                continue
            whole, reading = min(runs)
            base = base or whole
            rate = moves / (whole - reading)
            print(
                f"{name:30} read {reading:7.3f} s, replayed {whole - reading:7.3f} s ({rate / 1e6:6.2f} M moves/s), "
                f"{games} games, {moves} moves; {whole / base:6.1f} times the first"
            )


main()
