"""Players, matches, simulations, training, statistics."""

import numpy as np
import pytest

import aji


def test_players():
    names = {player["name"] for player in aji.players()}
    assert {"random", "blend", "freedom", "cellular:grow"} <= names
    with pytest.raises(aji.UnknownNameError, match="did you mean 'freedom'"):
        aji.player("freedm")
    position = aji.Position(9).play("E5")
    choice = aji.player("freedom+search", seed=5).choose(position)
    assert position.legal(choice.move) and choice.candidates and "<svg" in choice._repr_svg_()
    assert choice.explanation.text == choice.text
    assert aji.player("freedom+search", seed=5).genmove(position) == choice.move
    game = aji.Game.from_moves(["E5"], size=9)
    assert aji.player("freedom+search", seed=5).genmove(game) == choice.move


def test_a_whole_game_by_hand():
    position, players = aji.Position(5, komi=0.5), {"B": aji.player("cellular"), "W": aji.player("random")}
    while not position.over:
        position = position.play(players[position.next].genmove(position))
    assert position.score()["result"][0] in "BW"


def test_matches_are_the_same_on_any_number_of_threads():
    one = aji.match(["cellular", "random", "nearest"], games=4, size=5, seed=3, threads=1, random_moves=2)
    two = aji.match(["cellular", "random", "nearest"], games=4, size=5, seed=3, threads=2, random_moves=2)
    assert len(one.games) == 12 and one.games == two.games
    assert one.report["played"] == 12 and "cellular" in one.text and "<pre>" in one._repr_html_()
    assert {row["result"] for row in one.rows} == {game.result for game in one.games} or len(one.rows) == 12
    with pytest.raises(aji.UnknownNameError, match="did you mean"):
        aji.match(["celular", "random"], size=5)
    with pytest.raises(aji.AjiError, match="no such program"):
        aji.match(["no-such-engine --gtp", "random"], size=5)


def test_a_recipe_from_a_file(tmp_path):
    recipe = tmp_path / "mine.toml"
    recipe.write_text("[weights]\nfreedom = 1\nnearest = 2\n")
    assert aji.Position(9).legal(aji.player(f"blend:{recipe}").genmove(aji.Position(9)))
    assert len(aji.match([f"blend:{recipe}", ("freedom", {"freedom.reach": 2})], games=1, size=5).games) == 1


def test_simulations():
    one, two = (aji.simulate(60, size=7, black="hottest", seed=4, threads=n) for n in (1, 2))
    assert all(np.array_equal(one.table[name], two.table[name]) for name in one.table.columns)
    assert one.black_wins.hits == (one.table["winner"] == 1).sum()
    assert one.capacity.shape == (101,)
    game = one.game(59)
    assert game.size == 7 and len(game) > 0
    with pytest.raises(IndexError):
        one.game(60)
    with pytest.raises(aji.UnknownNameError, match="hottest"):
        aji.simulate(1, black="hotest")
    painted = aji.simulate(60, size=7, seed=4, paint="1 black C3, 1 black E5, 2 remove C3")
    assert not np.array_equal(painted.table["black_score"], aji.simulate(60, size=7, seed=4).table["black_score"])
    with pytest.raises(aji.AjiError, match="no stroke"):
        aji.simulate(1, paint="5 blue D4")


def test_training_and_going_on(tmp_path):
    games = aji.match(["cellular", "random"], games=60, size=5, seed=2).games
    options = dict(size=5, layers=[12], epochs=6, batch=5, samples=200, seed=9)
    told = []
    whole = aji.train(games, progress=lambda done, total: told.append(done), **options)
    assert told[-1] == 1000 and len(whole.history) == 6 and whole.about["training"] == 54
    assert sum(whole.maps.values()) == pytest.approx(np.ones((5, 5)))

    def stop(done, total):
        if done > 300:
            raise KeyboardInterrupt

    state = tmp_path / "network.checkpoint"
    try:
        aji.train(games, checkpoint=state, progress=stop, **options)
    except KeyboardInterrupt:
        assert state.exists()
    again = aji.train(games, checkpoint=state, **options)
    assert not state.exists() and again.to_bytes() == whole.to_bytes()

    path = tmp_path / "network.safetensors"
    aji.save_network(whole, path)
    position = games[0].position()
    read = aji.model("belief", network=path).read(position)
    assert read.maps["belief.black"].shape == (5, 5)
    assert whole.conditional(position)["black"].shape == (5, 5)
    assert np.isfinite(aji.load_network(path).free_energy(position))
    with pytest.raises(aji.ModelError, match="knows boards of 5×5"):
        whole.free_energy(aji.Position(9))
    with pytest.raises(aji.UnknownNameError, match="epochs"):
        aji.train(games, size=5, epoch=3)


def test_statistics_are_robust_and_checked():
    stats = aji.stats
    assert stats.rank_sum(np.arange(3), [3, 4, 5, 6]).cliffs_delta == -1
    with pytest.raises(aji.AjiError, match="not a number"):
        stats.summary([1.0, float("nan")])
    with pytest.raises(aji.AjiError, match="cannot be"):
        stats.wilson(3, 2)
    with pytest.raises(aji.AjiError, match="same things"):
        stats.spearman([1, 2], [1])
    assert stats.bootstrap([1, 2, 3], seed=1) == stats.bootstrap(np.array([1, 2, 3]), seed=1)
    assert stats.homogeneity_p([(1, 1)]) is None
    assert stats.summary(range(101)).whiskers == (0, 100)
