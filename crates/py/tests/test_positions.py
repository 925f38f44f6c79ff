"""Positions: arrays, rules, scores."""

import numpy as np
import pytest
from sgfmill import boards

import aji

KO = """
. X O . .
X . X O .
. X O . .
. . . . .
. . . . .
"""


def test_arrays_go_both_ways_with_row_0_at_the_top():
    array = np.zeros((9, 9), dtype=np.int64)
    array[0, 0], array[0, 8], array[8, 2] = 1, -1, 7
    position = aji.Position.from_array(array, next="W")
    assert position.at("A9") == "B" and position.at("J9") == "W" and position.at((8, 2)) == "B"
    assert position.at("C1") == "B" and position.next == "W"
    assert position.array.dtype == np.int8
    assert np.array_equal(position.array, np.sign(array))
    assert aji.Position.from_array(position.array.tolist(), next="W") == position
    assert aji.Position.from_array(np.asfortranarray(position.array), next="W") == position
    assert hash(aji.Position.from_array(array, next="W")) == hash(position)
    assert position.array[::-1].tolist() != position.array.tolist()


def test_texts_go_both_ways():
    position = aji.Position.from_text(KO)
    assert np.array_equal(aji.Position.from_text(str(position)).array, position.array)
    with pytest.raises(aji.AjiError, match="line 2"):
        aji.Position.from_text(". .\n. ?")
    with pytest.raises(aji.AjiError, match="not a possible position"):
        aji.Position.from_text("X O\nO O")


def test_impossible_arrays():
    with pytest.raises(aji.AjiError, match="square"):
        aji.Position.from_array(np.zeros((9, 8)))
    with pytest.raises(aji.AjiError, match="two dimensions"):
        aji.Position.from_array(np.zeros(81))
    with pytest.raises(aji.AjiError, match="2 to 25"):
        aji.Position.from_array(np.zeros((26, 26)))


def test_ko_and_legal_moves():
    position = aji.Position.from_text(KO, next="W").play("B4")
    assert position.captures == {"B": 0, "W": 1} and position.ko == "C4"
    assert not position.legal("C4") and "ko" in position.why_illegal("C4")
    assert "C4" not in position.legal_moves()
    mask = position.legal_mask()
    assert mask.shape == (26,) and mask[-1] == 1 and mask[1 * 5 + 2] == 0
    assert mask[:-1].sum() == len(position.legal_moves())
    with pytest.raises(aji.IllegalMoveError) as raised:
        position.play("C4")
    assert (raised.value.color, raised.value.move) == ("B", "C4")
    assert position.play("E1").play("A1").legal("C4")


def test_points_are_texts_or_pairs():
    position = aji.Position(9)
    assert position.play("E5") == position.play((4, 4)) == position.play("e5")
    with pytest.raises(aji.AjiError, match="no point"):
        position.play("I5")
    with pytest.raises(aji.AjiError, match="counted from 0"):
        position.play((0, 9))
    with pytest.raises(TypeError):
        position.play(40)
    assert position.play("pass").play("pass").over


def test_chains_and_symmetries():
    position = aji.Position.from_text(KO)
    assert position.chain("B5")["liberties"] == ["A5", "B4"]
    assert position.chain("A1") is None
    turned = {position.transformed(k).array.tobytes() for k in range(8)}
    rotations = [np.rot90(board, k) for board in (position.array, position.array.T) for k in range(4)]
    assert turned == {np.ascontiguousarray(board).tobytes() for board in rotations}


def test_area_scores_are_those_of_sgfmill(tygem, real):
    for game in [*tygem[:60], *real]:
        position = game.position()
        board = boards.Board(position.size)
        for row, column in zip(*np.nonzero(position.array)):
            color = "b" if position.array[row, column] > 0 else "w"
            board.board[position.size - 1 - row][column] = color
        drawn = aji.Position.from_array(position.array, rules="tromp-taylor", komi=0)
        score = drawn.score()
        assert score["lead"] == board.area_score(), game
        assert score["area"].sum() == board.area_score()


def test_dead_stones_come_off():
    position = aji.Position.from_text(". X . .\n. X . .\n. X O .\n. X . .", komi=0)
    # Eight points of Black's on the left, one stone of White's on the right, which is nobody's.
    assert position.score()["result"] == "B+7"
    assert position.score(dead=["C2"])["result"] == "B+16"


def test_pictures():
    position = aji.Position.from_text(KO)
    assert position._repr_svg_().startswith("<svg")
    assert "circled" in position.svg(title="circled", marks=["A1"], labels={"B2": "x"})
    assert position.png(200)[:4] == b"\x89PNG"
    game = aji.Game.from_moves(["E5", "C3"], size=9, black="A <b>")
    assert "A &lt;b&gt;" in game._repr_svg_() and game.svg(1, numbers=5) and "<svg" in game.animation()
