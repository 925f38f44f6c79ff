"""Models written in Python are used wherever a model is."""

import numpy as np
import pytest

import aji


class Liberties(aji.Model):
    """Whoever has more liberties is ahead."""

    name = "liberties"
    quantities = {
        "lead": aji.Number("Black's liberties minus White's", role="lead", unit="liberties"),
        "map": aji.Field("liberties of the chain on each point", role="ownership"),
    }
    parameters = {"weight": aji.Real(1.0, min=0.0, max=10.0, about="what a liberty is worth")}

    def read(self, position):
        board = position.array
        field = np.zeros(board.shape)
        lead = 0
        seen = set()
        for row, column in zip(*np.nonzero(board)):
            chain = position.chain((int(row), int(column)))
            field[row, column] = board[row, column] * len(chain["liberties"])
            if chain["stones"][0] not in seen:
                seen.add(chain["stones"][0])
                lead += board[row, column] * len(chain["liberties"])
        return {"lead": self.parameters.weight * lead, "map": field}

    def rate(self, position):
        center = (position.size - 1) / 2
        return {point: -abs(ord(point[0]) - ord("E")) - abs(int(point[1:]) - 1 - center) for point in position.legal_moves()}

    def explain(self, position, point):
        return [f"{point} has its liberties."]


@pytest.fixture
def liberties():
    aji.register(Liberties)
    yield Liberties
    aji.unregister("liberties")


def test_it_reads(liberties):
    position = aji.Position(9).play("E5").play("A1")
    seen = aji.model("liberties", weight=2).read(position)
    assert seen.values == {"liberties.lead": 4.0}
    assert seen.maps["liberties.map"][4, 4] == 4 and seen.maps["liberties.map"][8, 0] == -2
    assert seen.explain("E5").text == "E5 has its liberties."
    assert seen._repr_svg_().startswith("<svg")
    assert seen.moves[0].keys() == {"point", "rating"}


def test_it_has_a_card(liberties):
    card = next(card for card in aji.models() if card["name"] == "liberties")
    assert card["idea"] == "Whoever has more liberties is ahead."
    assert card["abilities"] == ["rates", "explains"]
    assert card["parameters"][0]["max"] == 10
    with pytest.raises(aji.ModelError, match="liberties.weight takes a number from 0 to 10"):
        aji.model("liberties", weight=11)


def test_it_goes_into_tables_reviews_and_studies(liberties, tygem):
    games = tygem[:4]
    table = aji.observe(games, ["liberties.lead", "freedom.lead"], maps="liberties.map", every=60, threads=2)
    row = 1
    game, ply = games[table["game"][row]], int(table["move_number"][row])
    assert table["liberties.lead"][row] == Liberties._begin(None, {"weight": 1.0}, 1).read(game.position(ply))["lead"]
    review = aji.review(games[0], models=["liberties", "freedom", "nearest"], move=40)
    assert review.curves["liberties.lead"].shape == (41,)
    pair = aji.agree(games, ["liberties", "nearest"], every=80)["pairs"][0]
    assert pair["models"] == ["liberties", "nearest"] and pair["whole"]["same_owner"]["points"] > 0
    found = aji.predict(games, ["liberties"], at=["end"])
    assert "liberties.lead" in [predictor["name"] for predictor in found["predictors"]]


def test_it_plays(liberties):
    choice = aji.player("liberties").choose(aji.Position(9))
    assert choice.move == "E5" and choice.text
    result = aji.match(["liberties", "random"], games=2, size=5, threads=2)
    assert len(result.games) == 2 and "liberties" in result.text
    assert aji.player("liberties+search").name == "liberties+search"


def test_it_follows_games():
    @aji.register
    class Counter(aji.Model):
        name = "counter"
        quantities = {"captured": aji.Number("stones taken so far", sign="none", of_game=True)}

        def begin(self, position):
            self.captured = 0

        def observe(self, ply, position):
            self.captured += len(ply["captured"])

        def read(self, position):
            return {"captured": self.captured}

    try:
        game = aji.read_one("(;SZ[9];B[ee];W[ed];B[dd];W[cc];B[fd];W[de];B[ec])")
        assert aji.observe([game], "counter")["counter.captured"].tolist() == [0, 0, 0, 0, 0, 0, 1]
    finally:
        aji.unregister("counter")


@pytest.mark.parametrize("threads", [1, 2])
def test_what_it_raises_is_raised(tygem, threads):
    @aji.register
    class Broken(aji.Model):
        name = "broken"
        quantities = {"lead": aji.Number(role="lead")}

        def read(self, position):
            raise ZeroDivisionError("no such luck")

    try:
        for work in (
            lambda: aji.model("broken").read(aji.Position(9)),
            lambda: aji.observe(tygem[:8], "broken", threads=threads),
            lambda: aji.review(tygem[0], models=["broken"], move=5),
            lambda: aji.predict(tygem[:8], ["broken"], threads=threads),
        ):
            with pytest.raises(ZeroDivisionError, match="no such luck"):
                work()
        assert aji.observe(tygem[:2], "nearest.lead", every=50)["nearest.lead"].shape[0] > 0
    finally:
        aji.unregister("broken")


def test_what_it_gives_is_checked():
    @aji.register
    class Sloppy(aji.Model):
        name = "sloppy"
        quantities = {"lead": aji.Number(role="lead"), "map": aji.Field()}
        answer = {}

        def read(self, position):
            return self.answer

    try:
        for answer, told in (
            ({"lead": 1.0}, "gives no map"),
            ({"lead": 1.0, "map": np.zeros((8, 9))}, "9 rows and columns, not 8 and 9"),
            ([1.0], "a dict of names"),
        ):
            Sloppy.answer = answer
            with pytest.raises(aji.ModelError, match=told):
                aji.model("sloppy").read(aji.Position(9))
    finally:
        aji.unregister("sloppy")


def test_cards_are_checked():
    with pytest.raises(aji.ModelError, match="has a name"):
        aji.register(type("Nameless", (aji.Model,), {}))
    with pytest.raises(aji.ModelError, match="no quantities"):
        aji.register(type("Empty", (aji.Model,), {"name": "empty"}))
    quantities = {"lead": aji.Number()}
    with pytest.raises(aji.ModelError, match="has no read"):
        aji.register(type("Blind", (aji.Model,), {"name": "blind", "quantities": quantities}))
    read = {"quantities": quantities, "read": lambda self, position: {"lead": 0}}
    with pytest.raises(aji.ModelError, match="there already"):
        aji.register(type("Thief", (aji.Model,), {"name": "freedom", **read}))
    with pytest.raises(aji.ModelError, match="stays"):
        aji.unregister("freedom")
