//! Final positions whose scores are known, under Japanese and under Chinese rules: `boards.txt`.

use std::collections::HashMap;

use goban::{ByColor, Diagram, Position, Rules, Scoring, Unseen};
use model::Seed;
use playout::Settlement;

/// A board of the file.
#[derive(Default)]
struct Drawn {
    name: String,
    komi: f64,
    handicap: usize,
    prisoners: ByColor<usize>,
    /// The score by the name of the rules.
    scores: HashMap<String, String>,
    /// The rules by which it is counted wrong today.
    out_of_reach: Vec<String>,
    /// The stones, row by row.
    board: Vec<String>,
    /// Whose every point is, row by row.
    owners: Vec<String>,
}

fn drawn_boards() -> Vec<Drawn> {
    let text = include_str!("boards.txt");
    let (_, sections) = text.split_once("\n# ").expect("a heading");
    sections.split("\n# ").map(read).collect()
}

fn read(section: &str) -> Drawn {
    let mut lines = section.lines();
    let mut drawn = Drawn { name: lines.next().expect("a name").to_string(), ..Drawn::default() };
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('>')) {
        let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("{}: {line}", drawn.name));
        match line.split_once(' ') {
            Some(("komi", komi)) => drawn.komi = number(komi),
            Some(("handicap", stones)) => drawn.handicap = number(stones) as usize,
            Some(("prisoners", both)) => {
                let taken: Vec<f64> = both.split(' ').map(number).collect();
                drawn.prisoners = ByColor { black: taken[0] as usize, white: taken[1] as usize };
            }
            Some((rules @ ("japanese" | "chinese"), score)) => {
                drawn.scores.insert(rules.to_string(), score.to_string());
            }
            Some(("out", reason)) => {
                let rules = reason.strip_prefix("of reach, ").and_then(|rest| rest.split_once(": "));
                drawn.out_of_reach.push(rules.unwrap_or_else(|| panic!("{}: {line}", drawn.name)).0.to_string());
            }
            _ => {
                let (board, owners) = line.split_once("    ").unwrap_or_else(|| panic!("{}: {line}", drawn.name));
                drawn.board.push(board.to_string());
                drawn.owners.push(owners.to_string());
            }
        }
    }
    drawn
}

impl Drawn {
    fn rules(&self, name: &str) -> Rules {
        Rules { komi: self.komi, ..Rules::named(name).expect("rules with a name") }
    }

    /// Black's lead by the owners that are drawn, counted by hand as it were.
    fn lead_by_hand(&self, rules: &Rules) -> f64 {
        let pairs = self.board.iter().zip(&self.owners).flat_map(|(board, owners)| {
            assert_eq!(board.len(), owners.len(), "{}", self.name);
            board.chars().zip(owners.chars())
        });
        let lead: i32 = pairs
            .map(|pair| match (rules.scoring, pair) {
                // A dead stone is a prisoner, and the point it leaves is one more.
                (Scoring::Territory, ('O', 'b')) => 2,
                (Scoring::Territory, ('X', 'w')) => -2,
                (_, (_, 'b')) | (Scoring::Area, (_, 'x' | 'X')) => 1,
                (_, (_, 'w')) | (Scoring::Area, (_, 'o' | 'O')) => -1,
                _ => 0,
            })
            .sum();
        let taken = match rules.scoring {
            Scoring::Territory => self.prisoners.black as f64 - self.prisoners.white as f64,
            Scoring::Area => 0.0,
        };
        f64::from(lead) + taken - rules.komi - rules.bonus(self.handicap)
    }

    fn counted(&self, rules: Rules) -> String {
        let setup = Diagram::parse(&self.board.join("\n")).unwrap_or_else(|error| panic!("{}: {error}", self.name));
        let unseen = Unseen { ko: None, last_pass: None, is_over: false, prisoners: self.prisoners };
        let position = Position::restored(&setup, rules, &unseen).unwrap();
        Settlement::of(&position, Seed(1)).score(&position, self.handicap).to_string()
    }
}

/// `B+3.5` for a lead of Black.
fn written(lead: f64) -> String {
    match lead {
        lead if lead > 0.0 => format!("B+{lead}"),
        lead if lead < 0.0 => format!("W+{}", -lead),
        _ => "0".to_string(),
    }
}

const RULES: [&str; 2] = ["japanese", "chinese"];

#[test]
fn the_drawings_add_up_to_the_scores() {
    let boards = drawn_boards();
    assert!(boards.len() >= 60, "{} boards", boards.len());
    for board in boards {
        for name in RULES {
            assert_eq!(written(board.lead_by_hand(&board.rules(name))), board.scores[name], "{}, {name}", board.name);
        }
    }
}

#[test]
fn final_boards_have_their_known_score() {
    let mut wrong = Vec::new();
    for board in drawn_boards() {
        for name in RULES {
            let (counted, known) = (board.counted(board.rules(name)), &board.scores[name]);
            match (counted == *known, board.out_of_reach.iter().any(|rules| rules == name)) {
                (false, false) => wrong.push(format!("{}, {name}: {counted} instead of {known}", board.name)),
                (true, true) => wrong.push(format!("{}, {name}: within reach now, take the mark off", board.name)),
                _ => {}
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
