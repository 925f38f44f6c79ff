//! A game with all its variations, as a value that comes back as it went out.

use goban::{BoardSize, ByColor, Color, Move, Point, PointSet};
use record::{Game, GameInfo, NodeId, Player, Property, SetupChange};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::vertices;

/// A game with all its variations.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tree {
    /// Points along a side.
    pub size: usize,
    /// What is known about the game.
    #[serde(default)]
    pub info: Info,
    /// The nodes, parents before their children, variations in their order. The first is the root.
    pub nodes: Vec<TreeNode>,
}

/// What is known about a game, as the record has it; nothing is assumed.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Info {
    /// Black.
    pub black: Side,
    /// White.
    pub white: Side,
    /// The komi, in points for White.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub komi: Option<f64>,
    /// The number of handicap stones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handicap: Option<usize>,
    /// The name of the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// When it was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<String>,
    /// The place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The name of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// One side of a game.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Side {
    /// Name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Rank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<String>,
    /// Team.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
}

/// A node of the tree.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct TreeNode {
    /// The index of its parent in the list; none for the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// Who moves and where: `B Q16`, `W pass`.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// Stones put up or taken off by hand, before the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub setup: Option<Setup>,
    /// The comment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Everything else in the node: a name and its values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<Vec<String>>,
}

/// Stones put up or taken off by hand.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    /// Black stones added.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub black: Vec<String>,
    /// White stones added.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub white: Vec<String>,
    /// Points made empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clear: Vec<String>,
    /// Who moves next: `B` or `W`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// Why a value is not a game: a sentence that says where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeError(String);

impl std::fmt::Display for TreeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for TreeError {}

/// The shape of a game with all its variations.
#[must_use]
pub fn tree(game: &Game) -> Tree {
    let size = game.size();
    let info = game.info.clone();
    let ByColor { black, white } =
        info.players.map(|player| Side { name: player.name, rank: player.rank, team: player.team });
    let node = |(id, node): (NodeId, &record::Node)| TreeNode {
        parent: game.parent(id).map(NodeId::index),
        mv: node.play.map(|(color, mv)| play(size, color, mv)),
        setup: node.setup.as_deref().filter(|change| !change.is_empty()).map(|change| Setup {
            black: vertices(size, change.add.black),
            white: vertices(size, change.add.white),
            clear: vertices(size, change.clear),
            next: change.to_move.map(|color| color.letter().to_string()),
        }),
        comment: node.comment.clone(),
        properties: node
            .properties
            .iter()
            .map(|property| {
                std::iter::once(property.name.to_string()).chain(property.values().map(str::to_string)).collect()
            })
            .collect(),
    };
    Tree {
        size: size.get(),
        info: Info {
            black,
            white,
            komi: info.komi.filter(|komi| komi.is_finite()),
            handicap: info.handicap,
            rules: info.rules,
            result: info.result,
            date: info.date,
            event: info.event,
            round: info.round,
            place: info.place,
            name: info.name,
        },
        nodes: game.nodes().map(node).collect(),
    }
}

/// A move as a tree has it: `B Q16`, `W pass`.
#[must_use]
pub fn play(size: BoardSize, color: Color, mv: Move) -> String {
    format!("{} {}", color.letter(), size.move_name(mv))
}

/// Reads a move: `B Q16`, `W pass`.
///
/// # Errors
/// When it is none.
pub fn parse_play(size: BoardSize, text: &str) -> Result<(Color, Move), TreeError> {
    let wrong = || TreeError(format!("'{text}' is no move on a {size} board; write it as B Q16 or W pass"));
    let (color, vertex) = text.split_once(' ').ok_or_else(wrong)?;
    let color = Color::parse(color).ok_or_else(wrong)?;
    if vertex.eq_ignore_ascii_case("pass") {
        return Ok((color, Move::Pass));
    }
    size.parse_vertex(vertex).map(|point| (color, Move::Play(point))).ok_or_else(wrong)
}

impl Setup {
    /// The change it describes.
    ///
    /// # Errors
    /// When a point is not on the board, or a colour is none.
    pub fn change(&self, size: BoardSize) -> Result<SetupChange, TreeError> {
        let point = |text: &String| -> Result<Point, TreeError> {
            size.parse_vertex(text).ok_or_else(|| TreeError(format!("'{text}' is no point of a {size} board")))
        };
        let set = |texts: &[String]| texts.iter().map(point).collect::<Result<PointSet, TreeError>>();
        let color =
            |text: &String| Color::parse(text).ok_or_else(|| TreeError(format!("'{text}' is no colour; write B or W")));
        Ok(SetupChange {
            add: ByColor { black: set(&self.black)?, white: set(&self.white)? },
            clear: set(&self.clear)?,
            to_move: self.next.as_ref().map(color).transpose()?,
        })
    }
}

impl Tree {
    /// The game it describes.
    ///
    /// # Errors
    /// When it describes none; the message names the node.
    pub fn game(&self) -> Result<Game, TreeError> {
        let size = BoardSize::new(self.size)
            .ok_or_else(|| TreeError(format!("a board of {} lines; they go from 2 to 25", self.size)))?;
        let mut game = Game::new(size);
        let side = |side: &Side| Player { name: side.name.clone(), rank: side.rank.clone(), team: side.team.clone() };
        game.info = GameInfo {
            players: ByColor { black: side(&self.info.black), white: side(&self.info.white) },
            komi: self.info.komi.filter(|komi| komi.is_finite()),
            handicap: self.info.handicap,
            rules: self.info.rules.clone(),
            result: self.info.result.clone(),
            date: self.info.date.clone(),
            event: self.info.event.clone(),
            round: self.info.round.clone(),
            place: self.info.place.clone(),
            name: self.info.name.clone(),
        };
        let mut ids: Vec<NodeId> = Vec::with_capacity(self.nodes.len());
        for (i, node) in self.nodes.iter().enumerate() {
            let at = |error: TreeError| TreeError(format!("node {i}: {error}"));
            let id = match (i, node.parent) {
                (0, None) => game.root(),
                (0, Some(_)) => return Err(at(TreeError("the first node is the root and has no parent".to_string()))),
                (_, parent) => {
                    let parent = parent.and_then(|parent| ids.get(parent));
                    let parent =
                        parent.ok_or_else(|| at(TreeError("its parent does not stand before it".to_string())))?;
                    game.add_child(*parent)
                }
            };
            ids.push(id);
            let (play, change) = (
                node.mv.as_deref().map(|text| parse_play(size, text)).transpose().map_err(at)?,
                node.setup.as_ref().map(|setup| setup.change(size)).transpose().map_err(at)?,
            );
            let filled = game.node_mut(id);
            filled.play = play;
            filled.setup = change.map(Box::new);
            filled.comment.clone_from(&node.comment);
            filled.properties = node
                .properties
                .iter()
                .filter_map(|texts| {
                    let [name, value, more @ ..] = texts.as_slice() else { return None };
                    Some(Property { more: more.to_vec(), ..Property::new(name.clone(), value.clone()) })
                })
                .collect();
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Game {
        let size = BoardSize::NINE;
        let mut game = Game::new(size);
        game.info.players.black.name = Some("a <b>".to_string());
        game.info.komi = Some(6.5);
        let root = game.root();
        game.node_mut(root).properties = vec![Property::new("AP", "x:1")];
        let first = game.add_move(root, Color::Black, size.parse_vertex("C3").map_or(Move::Pass, Move::Play));
        game.add_move(first, Color::White, Move::Pass);
        let other = game.add_child(first);
        let change = SetupChange {
            add: ByColor { black: size.parse_vertex("A1").into_iter().collect(), white: PointSet::EMPTY },
            clear: size.parse_vertex("C3").into_iter().collect(),
            to_move: Some(Color::White),
        };
        game.node_mut(other).setup = Some(Box::new(change));
        game.node_mut(other).comment = Some("two\nlines".to_string());
        game
    }

    #[test]
    fn a_tree_comes_back_as_it_went() {
        let text = serde_json::to_string(&tree(&sample())).unwrap();
        let back: Tree = serde_json::from_str(&text).unwrap();
        assert_eq!(back.game().unwrap(), sample());
    }

    #[test]
    fn what_is_no_tree_is_refused_with_its_place() {
        let wrong = |text: &str| serde_json::from_str::<Tree>(text).unwrap().game().unwrap_err().to_string();
        assert_eq!(wrong(r#"{"size":1,"nodes":[]}"#), "a board of 1 lines; they go from 2 to 25");
        let parents = r#"{"size":9,"nodes":[{},{"parent":1}]}"#;
        assert_eq!(wrong(parents), "node 1: its parent does not stand before it");
        assert_eq!(wrong(r#"{"size":9,"nodes":[{},{}]}"#), "node 1: its parent does not stand before it");
        let point = r#"{"size":9,"nodes":[{"move":"B T19"}]}"#;
        assert_eq!(wrong(point), "node 0: 'B T19' is no move on a 9×9 board; write it as B Q16 or W pass");
        let setup = r#"{"size":9,"nodes":[{"setup":{"black":["I9"]}}]}"#;
        assert_eq!(wrong(setup), "node 0: 'I9' is no point of a 9×9 board");
    }
}
