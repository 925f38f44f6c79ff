"""Models, what they see, reviews."""

import networkx
import numpy as np
import pytest

import aji


def test_cards_tell_everything():
    cards = {card["name"]: card for card in aji.models()}
    assert {"cellular", "freedom", "agents", "ising.molecular", "belief", "structure", "bouzy"} <= set(cards)
    lead = next(quantity for quantity in cards["freedom"]["quantities"] if quantity["role"] == "lead")
    assert lead["name"] == "freedom.lead" and lead["sign"] == "black"


def test_names_and_parameters_are_checked():
    with pytest.raises(aji.UnknownNameError, match="did you mean 'freedom'"):
        aji.model("freedm")
    with pytest.raises(LookupError, match="did you mean 'freedom.reach'"):
        aji.model("freedom", reech=3)
    with pytest.raises(aji.ModelError, match="freedom.reach takes a whole number"):
        aji.model("freedom", reach=99)
    assert aji.model("freedom", reach=3).parameters["freedom.reach"] == 3
    with pytest.raises(aji.ModelError, match="belief"):
        aji.model("belief").read(aji.Position(9))


def test_every_model_reads_every_shape(tygem):
    game = tygem[0]
    shapes = {"number": "values", "field": "maps", "labels": "labels", "graph": "graphs"}
    for card in aji.models():
        seen = aji.model(card["name"]).read(game, 60)
        for quantity in card["quantities"]:
            assert quantity["name"] in getattr(seen, shapes[quantity["shape"]]), quantity
        for array in seen.maps.values():
            assert array.shape == (19, 19) and array.dtype == np.float64
        assert seen._repr_svg_().startswith("<svg")
        if "rates" in card["abilities"]:
            points = {rating["point"] for rating in seen.moves}
            assert points <= set(seen.position.legal_moves())


def test_maps_have_row_0_at_the_top():
    position = aji.Position(9).play("A9")
    owner = aji.model("bouzy").read(position).maps["bouzy.territory"]
    assert owner[0, 0] > 0 and owner[8, 8] == 0


def test_a_game_knows_more_than_its_last_position(tygem):
    freedom = aji.model("freedom")
    followed, alone = freedom.read(tygem[0], 50), freedom.read(tygem[0].position(50))
    assert "freedom.gain" in followed.values and "freedom.gain" not in alone.values
    assert followed.values["freedom.lead"] == alone.values["freedom.lead"]
    assert followed["freedom.lead"] == followed.values["freedom.lead"]
    with pytest.raises(aji.AjiError, match="there is no move 9999"):
        freedom.read(tygem[0], 9999)
    with pytest.raises(TypeError):
        freedom.read("Q16")


def test_explanations_and_frames():
    position = aji.Position(9).play("E5").play("C3").play("G7")
    seen = aji.model("freedom").read(position)
    answer = seen.explain("E6")
    assert answer.data["point"] == "E6" and answer.text and "<svg" in answer.svg()
    between = seen.explain("E5", "G7")
    assert (between.data["from"], between.data["to"]) == ("E5", "G7")
    steps = aji.model("cellular").read(position).frames("cellular.state")
    assert len(steps) > 1 and steps[-1][1].shape == (9, 9)
    with pytest.raises(aji.ModelError, match="does not answer"):
        aji.model("nearest").read(position).explain("A1", "B1")


def test_graphs_go_to_networkx(tygem):
    seen = aji.model("ising.molecular").read(tygem[0], 80)
    for graph in seen.graphs.values():
        made = networkx.node_link_graph(aji.node_link(graph), edges="edges")
        assert made.number_of_nodes() == len(graph["nodes"])
        assert made.number_of_edges() == len(graph["edges"])


def test_definitions_of_structure_can_be_given(root):
    with pytest.raises(aji.ModelError, match="definitions:1:"):
        aji.model("structure", definitions="nonsense here\n")
    with pytest.raises(aji.ModelError, match="takes no definitions"):
        aji.model("freedom", definitions="\n")


def test_a_review_is_the_one_of_the_command_line(root):
    game = aji.read_one(root / "crates/cli/assets/bundled.sgf")
    review = aji.review(game, models=["freedom", "nearest"], move=60)
    assert review.data["summary"]["moves"] == 60
    assert len(review.data["plies"]) == 60
    assert review.curves["freedom.lead"].shape == (61,)
    plies = review.data["plies"]
    assert review.words(60) == " ".join(sentence["text"] for sentence in plies[59]["words"])
    assert review.curves["freedom.lead"][60] == pytest.approx(plies[59]["values"]["freedom.lead"])
    assert review.story and str(review) == review.story
    assert "<svg" in review._repr_html_() and "<html" in review.to_html()
    assert aji.read_one(review.to_sgf()).moves == game.moves
    assert review.to_csv().count("\n") == 62
    with pytest.raises(aji.AjiError, match="there is no move 61"):
        review.words(61)


def test_a_review_is_judged_where_games_are_asked_for(root):
    game = aji.read_one(root / "fixtures/gnugo/9x9-02-level-3.sgf")
    review = aji.review(game, models=[], games=20, language="de", side="black")
    assert all(ply["lead"] is not None for ply in review.data["plies"])
    assert all("Schwarz" in moment["title"] for moment in review.data["digest"]["moments"])
    assert review.story.startswith("Weiß gewinnt mit 0.5 Punkten.")
    assert aji.review(game, models=[]).to_problems().strip() == ""
    with pytest.raises(aji.AjiError, match="a language is one of en, de, ja"):
        aji.review(game, models=[], language="tlh")


def test_a_review_leaves_out_who_cannot_look():
    game = aji.Game.from_moves(["C3", "E5"], size=9)
    names = {name.split(".")[0] for name in aji.review(game).curves}
    assert "freedom" in names and "belief" not in names
    with pytest.raises(aji.ModelError, match="belief"):
        aji.review(game, models=["belief"])


def test_the_dummy_appears_by_itself(tygem):
    """A model that no code knows by name. Builds for users do not have it."""
    aji._aji.add_dummy()
    try:
        assert "dummy" in [card["name"] for card in aji.models()]
        assert "dummy" in [player["name"] for player in aji.players()]
        seen = aji.model("dummy", weight=2).read(tygem[0], 30)
        assert set(seen.graphs) == {"dummy.chains"} and seen._repr_svg_()
        table = aji.observe(tygem[:3], ["dummy"], maps=["dummy.lead"], every=50)
        assert {"dummy.lead", "dummy.gain", "dummy.lead.map"} <= set(table.columns)
        assert "dummy.lead" in aji.review(tygem[0], models=["dummy"], move=30).curves
        assert len(aji.match(["dummy", "random"], games=2, size=5).games) == 2
    finally:
        aji.unregister("dummy")
