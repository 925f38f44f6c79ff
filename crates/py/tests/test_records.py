"""Reading and replaying, beside sgfmill."""

import gzip
import io
import pickle

import numpy as np
import pytest
from sgfmill import boards, sgf, sgf_moves

import aji

RECORD = "(;SZ[9]KM[7]PB[Ann]PW[Bob];B[ee];W[ed];B[dd];W[fe];B[fd];W[gd];B[ec])"


def test_everything_that_can_be_read(tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text(RECORD)
    packed = tmp_path / "more" / "game.sgf.gz"
    packed.parent.mkdir()
    packed.write_bytes(gzip.compress(RECORD.encode()))
    (tmp_path / "notes.txt").write_text("no record")
    (tmp_path / "numbers.tsv").write_text("a\tb\n1\t2\n")
    (tmp_path / "list.tsv").write_text("id\tresult\tmoves\n7\tB+R\tpdddqppp\n")
    one = aji.read_one(RECORD)
    assert aji.read_one(RECORD.encode()) == one
    assert aji.read_one(path) == aji.read_one(str(path)) == aji.read_one(packed) == one
    with path.open("rb") as file:
        assert aji.read_one(file) == one
    assert aji.read_one(io.StringIO(RECORD)) == one
    folder = aji.read(tmp_path)
    assert [len(game) for game in folder] == [7, 4, 7]
    assert [len(game) for game in aji.scan([path, packed])] == [7, 7]
    assert pickle.loads(pickle.dumps(one)) == one


def test_every_format(root):
    lines = (root / "fixtures/formats/cases.tsv").read_text(encoding="utf-8").splitlines()[1:]
    for name, _, verdict, expected in (line.split("\t") for line in lines):
        path = root / "fixtures/formats" / name
        if verdict == "game":
            facts = dict(fact.split("=", 1) for fact in expected.split("; "))
            game = aji.read_one(path)
            assert len(game) == int(facts.get("moves", len(game))), name
            assert game.size == int(facts.get("size", game.size)), name
        else:
            with pytest.raises(aji.RecordError):
                aji.read(path)


def test_problems_have_their_places():
    games = aji.read("(;GM[1]SZ[9]KM[6,5]PB[Ann];B[ee];W[ge];B[gc]", name="ann.sgf")
    assert [str(problem) for problem in games.problems] == [
        "ann.sgf:1:16: KM[6,5] is read as 6.5",
        "ann.sgf:1:45: the `)` that ends the game is missing",
    ]
    with pytest.raises(aji.RecordError) as raised:
        aji.read("(;GM[1]SZ[9]KM[6,5];B[ee])", name="ann.sgf", strict=True)
    assert (raised.value.file, raised.value.line, raised.value.column) == ("ann.sgf", 1, 16)


def test_what_cannot_be_read_is_an_exception(tmp_path):
    with pytest.raises(aji.RecordError, match="the file is empty"):
        aji.read(b"")
    with pytest.raises(FileNotFoundError):
        aji.read(tmp_path / "nowhere.sgf")
    with pytest.raises(aji.RecordError, match="holds no game records"):
        aji.read(tmp_path)
    with pytest.raises(aji.RecordError, match="damaged"):
        aji.read(gzip.compress(RECORD.encode())[:-9])
    (tmp_path / "a.sgf").write_bytes(b"")
    (tmp_path / "b.sgf").write_text(RECORD)
    (tmp_path / "c.sgf.gz").write_bytes(b"\x1f\x8b nonsense")
    games = aji.read(tmp_path)
    assert len(games) == 1
    assert [problem.severity for problem in games.problems] == ["unreadable"] * 2


def test_illegal_moves_are_marked_or_raise_with_their_place():
    text = "(;SZ[9]\n;B[ee];W[cc]\n;B[ee])"
    game = aji.read_one(text, name="twice.sgf")
    plies = list(game.replay())
    assert plies[2].illegal and not plies[1].illegal
    with pytest.raises(aji.RecordError, match="move 3: Black E5 is illegal") as raised:
        list(game.replay(strict=True))
    assert (raised.value.file, raised.value.line, raised.value.column) == ("twice.sgf", 3, 1)


def test_variations_comments_and_setup():
    game = aji.read_one("(;SZ[9]AB[cc][gg]AW[cg]PL[W];W[ee]C[well](;B[dc])(;B[ff];W[fe]))")
    assert game.variations == [[1], [2]]
    assert game.position(0).next == "W" and game.position(0).array.sum() == 1
    assert [ply.move for ply in game.replay(variation=[2])] == ["E5", "F4", "F5"]
    first = next(game.replay())
    assert first.comment == "well" and first.point == (4, 4)
    with pytest.raises(aji.AjiError, match="2 ways"):
        game.replay(variation=[3])
    assert aji.read_one(game.to_sgf()) == game
    assert len(game.tree()["nodes"]) == 5


def test_edits_in_the_middle_of_a_game_are_followed():
    game = aji.read_one("(;SZ[9];B[ee];AW[aa]AE[ee];W[cc];B[dd])")
    plies = list(game.replay())
    boards_seen = [ply.position.array for ply in reversed(plies)][::-1]
    assert plies[1].edited
    assert np.array_equal(np.stack([game.position(0).array, *boards_seen]), game.boards())


def test_boards_and_moves_are_those_of_sgfmill(real, tygem):
    compared = 0
    for game in [*real, *tygem[:50]]:
        theirs = sgf.Sgf_game.from_string(game.to_sgf())
        try:
            board, plays = sgf_moves.get_setup_and_moves(theirs)
        except ValueError:
            # sgfmill follows no stones that are put up after the first node.
            continue
        compared += 1
        ours = game.boards()
        assert len(plays) == len(game)
        assert np.array_equal(ours[0], as_array(board))
        for number, (color, move) in enumerate(plays, start=1):
            assert game.moves[number - 1][0] == color.upper()
            if move is None:
                continue
            try:
                board.play(move[0], move[1], color)
            except ValueError:
                # An occupied point: sgfmill stops, we do what the record says.
                break
            assert np.array_equal(ours[number], as_array(board)), (game, number)
    assert compared >= 100


def as_array(board: boards.Board):
    """Row 0 of sgfmill is the bottom."""
    values = {"b": 1, "w": -1, None: 0}
    rows = [[values[board.get(row, column)] for column in range(board.side)] for row in range(board.side)]
    return np.array(rows[::-1], dtype=np.int8)


def test_info(tygem):
    game = aji.read_one(RECORD)
    assert (game.info["black"]["name"], game.info["komi"], game.rules, game.handicap) == ("Ann", 7, "chinese", 0)
    assert {game.winner for game in tygem} == {"B", "W"}
    assert game.moves_array.tolist()[:2] == [[1, 4, 4], [-1, 3, 4]]
    assert game.file is None and tygem[3].number == 3 and tygem[3].file.endswith("tygem-200.tsv")
