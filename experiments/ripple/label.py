"""Asks KataGo about positions of games, with so many visits each.

    label.py KATAGO NET GAMES.sgf A_GAME SEED VISITS > weak.tsv

GAMES.sgf has a game a line, as crates/search/examples/weak_games.rs writes them; A_GAME positions of each are asked about. A line has the name of the game, moves
before the position, side of the board, handicap stones, moves, Black's chance and lead under Korean rules with a komi of 6.5, and a letter a point,
`a` surely White's to `u` surely Black's.
"""
import json
import random
import re
import subprocess
import sys
import tempfile
import threading

katago, net, games, a_game, seed, visits = sys.argv[1:]
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
rng = random.Random(int(seed))
lines = [line for line in open(games).read().split("\n") if line]
largest = max(int(re.search(r"SZ\[(\d+)", line).group(1)) for line in lines)
config = tempfile.NamedTemporaryFile("w", suffix=".cfg")
config.write(f"""logAllRequests=false
logToStderr=false
numAnalysisThreads=1
numSearchThreadsPerAnalysisThread=1
nnMaxBatchSize=1
maxVisits={visits}
reportAnalysisWinratesAs=BLACK
maxBoardXSizeForNNBuffer={largest}
maxBoardYSizeForNNBuffer={largest}
""")
config.flush()
engine = subprocess.Popen(
    [katago, "analysis", "-config", config.name, "-model", net],
    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
known = {}
room = threading.Semaphore(64)


def ask():
    rng.shuffle(lines)
    for line in lines:
        name = re.search(r"GN\[([^\]]*)", line).group(1)
        side = int(re.search(r"SZ\[(\d+)", line).group(1))
        setup = re.search(r"AB((\[..\])+)", line)
        stones = re.findall(r"\[(..)\]", setup.group(1)) if setup else []
        moves = re.findall(r";([BW])\[(..)?\]", line)
        first = 4 if side < 13 else 8
        asked = sorted(rng.sample(range(first, len(moves) + 1), min(int(a_game), max(0, len(moves) - first))))
        if not asked:
            continue
        known[name] = side, stones, moves

        def vertex(at):
            return COLUMNS[ord(at[0]) - 97] + str(side - (ord(at[1]) - 97)) if at else "pass"

        query = {
            "id": name, "moves": [[color, vertex(at)] for color, at in moves], "rules": "korean", "komi": 6.5,
            "boardXSize": side, "boardYSize": side, "analyzeTurns": asked, "includeOwnership": True}
        if stones:
            query |= {"initialStones": [["B", vertex(at)] for at in stones], "initialPlayer": "W"}
        for _ in asked:
            room.acquire()
        engine.stdin.write(json.dumps(query) + "\n")
        engine.stdin.flush()
    engine.stdin.close()


threading.Thread(target=ask, daemon=True).start()
for line in engine.stdout:
    room.release()
    said = json.loads(line)
    if "rootInfo" not in said:
        print(line[:300], file=sys.stderr)
        continue
    side, stones, moves = known[said["id"]]
    turn, root = said["turnNumber"], said["rootInfo"]
    owners = "".join(chr(107 + round(10 * max(-1, min(1, owner)))) for owner in said["ownership"])
    played = "".join(at or "tt" for _, at in moves)
    print(said["id"], turn, side, "".join(stones) or "-", played, f"{root['winrate']:.4f}", f"{root['scoreLead']:.2f}", owners, sep="\t", flush=True)
