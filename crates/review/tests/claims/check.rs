//! Holds facts and sentences against the board, one by one, with the plainest code.

use goban::{BoardSize, ByColor, Color, Point, PointSet};
use review::{Area, Change, Fact, Judgement, Review, ReviewedMove, Sentence, Step};
use tactics::Outcome;

use crate::naive::{Grid, Spot, Spots, spot, spots};

/// A move with the boards around it.
pub(crate) struct Scene<'a> {
    pub(crate) size: BoardSize,
    pub(crate) before: Grid,
    pub(crate) after: Grid,
    pub(crate) played: &'a ReviewedMove,
    pub(crate) last: Option<&'a ReviewedMove>,
    pub(crate) review: &'a Review,
}

type Verdict = Result<(), String>;

fn must(holds: bool, what: &str) -> Verdict {
    if holds { Ok(()) } else { Err(what.to_string()) }
}

impl<'a> Scene<'a> {
    /// The scenes of a review.
    pub(crate) fn all(review: &'a Review) -> Vec<Scene<'a>> {
        let mut before = Grid::new(review.size, review.start.stones());
        let mut last: Option<&ReviewedMove> = None;
        let mut scenes = Vec::new();
        for played in &review.moves {
            let mut after = Grid::new(review.size, &played.stones);
            if let (Some(point), 1) = (played.ply.mv.point(), played.ply.captured.len())
                && !played.ply.suicide
            {
                let group = after.group(spot(point));
                if group.len() == 1 && after.liberties(&group) == spots(&played.ply.captured) {
                    after.ban = played.ply.captured.first().map(|gone| (!played.ply.color, spot(gone)));
                }
            }
            if played.ply.edited {
                before = Grid::new(
                    review.size,
                    played.ply.board_before(&goban::Board::with_stones(review.size, &played.stones)).stones(),
                );
                last = None;
            }
            scenes.push(Scene { size: review.size, before, after: after.clone(), played, last, review });
            before = after;
            last = Some(played);
        }
        scenes
    }

    fn mover(&self) -> Color {
        self.played.ply.color
    }

    fn other(&self) -> Color {
        !self.played.ply.color
    }

    fn at(&self) -> Result<Spot, String> {
        self.played.ply.mv.point().map(spot).ok_or_else(|| "a stone was played".to_string())
    }

    /// The stones are one whole chain of a colour; gives its liberties.
    fn chain(&self, grid: &Grid, stones: &PointSet, color: Color) -> Result<(Spot, Spots), String> {
        let stones = spots(stones);
        let first = *stones.first().ok_or("there are stones")?;
        must(grid.get(first) == Some(color), "the stones have the colour")?;
        must(grid.group(first) == stones, "the stones are one whole chain")?;
        Ok((first, grid.liberties(&stones)))
    }

    fn lines(&self, (x, y): Spot) -> (usize, usize) {
        let line = |at: i32| (at.min(self.before.n - 1 - at) + 1) as usize;
        (line(x).min(line(y)), line(x).max(line(y)))
    }

    fn stone(&self, point: Point, color: Color) -> Verdict {
        must(self.before.get(spot(point)) == Some(color), "the stone is there, in its colour")
    }

    fn far(&self, a: Spot, b: Spot) -> i32 {
        (a.0 - b.0).abs().max((a.1 - b.1).abs())
    }

    /// The corner of a point, as far as the seventh line on a large board.
    fn corner(&self, (x, y): Spot) -> Vec<Spot> {
        let n = self.before.n;
        let reach = if n >= 17 {
            7
        } else if n >= 13 {
            5
        } else {
            n / 2
        };
        let inside = |at: i32, other: i32| if at < n / 2 { other < reach } else { other >= n - reach };
        self.before.all().into_iter().filter(|&(a, b)| inside(x, a) && inside(y, b)).collect()
    }

    fn chased(&self, outcome: Outcome, naive: impl FnOnce() -> Outcome) -> Verdict {
        must(outcome == Outcome::Unknown || outcome == naive(), "the chase ends so")
    }

    /// What the engine thinks after so many moves.
    fn judgement(&self, moves: usize) -> Result<&Judgement, String> {
        self.review.judgements[moves].as_ref().ok_or_else(|| "the engine judged the position".to_string())
    }

    /// The points of both sides in a part of the board, before the move and after it.
    fn changed(
        &self,
        area: Area,
        change: &Change,
        owned: impl Fn(usize) -> Result<ByColor<PointSet>, String>,
    ) -> Verdict {
        let number = self.played.ply.number;
        for (moves, counts) in [(number - 1, &change.before), (number, &change.after)] {
            let sides = owned(moves)?;
            for color in Color::ALL {
                let n = sides[color].iter().filter(|&point| Area::of(self.size, point) == area).count();
                must(n == counts[color], "so many points")?;
            }
        }
        Ok(())
    }

    pub(crate) fn check(&self, fact: &Fact) -> Verdict {
        let (mover, other, before, after) = (self.mover(), self.other(), &self.before, &self.after);
        match fact {
            Fact::Pass { ends } => {
                let both = self.last.is_some_and(|last| last.ply.mv.point().is_none() && last.ply.color != mover);
                must(self.played.ply.mv.point().is_none() && (!ends || both || self.before == self.after), "a pass")
            }
            Fact::Illegal { reason } => must(self.played.ply.illegal == Some(*reason), "the move is illegal"),
            Fact::Edited {} => must(self.played.ply.edited, "stones were changed by hand"),
            Fact::Suicide { .. } => must(self.played.ply.suicide, "own stones came off"),
            Fact::Capture { stones } => {
                let gone: Spots = before
                    .all()
                    .into_iter()
                    .filter(|&at| before.get(at) == Some(other) && after.get(at).is_none())
                    .collect();
                must(gone == spots(stones), "these stones came off")
            }
            Fact::KoTaken { at, back } => {
                must(before.get(spot(*at)) == Some(other) && after.get(spot(*at)).is_none(), "a stone came off")?;
                let own = after.group(self.at()?);
                must(own.len() == 1 && after.liberties(&own) == Spots::from([spot(*at)]), "it could be taken back")?;
                must(!back || self.played.ply.number > 1, "somebody took before")
            }
            Fact::KoFilled { at } => {
                must(self.at()? == spot(*at) && before.get(spot(*at)).is_none(), "the ko point was empty")?;
                must(after.get(spot(*at)) == Some(mover), "and is filled")
            }
            Fact::KoThreat { ko, stones } => {
                let last = self.last.ok_or("there was a move before")?;
                must(last.ply.captured == PointSet::from(*ko), "the other took the ko")?;
                let (first, liberties) = self.chain(after, stones, other)?;
                must(liberties.len() == 1 || after.hunt(first) == Outcome::Captured, "the stones can be taken next")
            }
            Fact::Atari { stones, liberty, chase } => {
                let (first, liberties) = self.chain(after, stones, other)?;
                must(liberties == Spots::from([spot(*liberty)]), "this is the last liberty")?;
                must(before.liberties(&before.group(first)).len() > 1, "there were more")?;
                self.chased(chase.outcome, || after.run(first))
            }
            Fact::DoubleAtari { first, second } => {
                must(first != second, "two chains")?;
                for stones in [first, second] {
                    must(self.chain(after, stones, other)?.1.len() == 1, "both are in atari")?;
                }
                Ok(())
            }
            Fact::Caught { stones, chase } => {
                let (first, liberties) = self.chain(after, stones, other)?;
                must(liberties.len() >= 2 && chase.outcome == Outcome::Captured, "it is caught, not in atari")?;
                must(after.is_netted(first), "no reply saves it")?;
                must(!before.is_netted(first), "the move did it")
            }
            Fact::Threat { stones, chase } => {
                let (first, liberties) = self.chain(after, stones, other)?;
                must(liberties.len() == 2 && chase.outcome == Outcome::Captured, "two liberties are left")?;
                must(after.hunt(first) == Outcome::Captured, "the chase works")?;
                must(before.hunt(first) == Outcome::Escapes, "it did not before")
            }
            Fact::Saved { stones, atari, liberties } => {
                let (first, had) = self.chain(before, stones, mover)?;
                must((had.len() == 1) == *atari, "it was in atari, or not")?;
                must(after.liberties(&after.group(first)).len() == *liberties, "it has so many liberties now")?;
                let mut free = before.clone();
                free.ban = None;
                must(*atari || free.hunt(first) == Outcome::Captured, "it could have been taken")?;
                must(after.hunt(first) == Outcome::Escapes, "it cannot be taken now")
            }
            Fact::Doomed { stones, chase } => {
                let (first, _) = self.chain(after, stones, mover)?;
                must(spots(stones).contains(&self.at()?), "the move lengthens it")?;
                must(chase.outcome == Outcome::Captured && after.hunt(first) == Outcome::Captured, "it is taken")
            }
            Fact::Left { stones, liberty } => {
                let (first, had) = self.chain(before, stones, mover)?;
                let (_, has) = self.chain(after, stones, mover)?;
                must(had.len() == 1 && has == Spots::from([spot(*liberty)]), "it was and is in atari")?;
                must(before.run(first) == Outcome::Escapes, "it could have been saved")
            }
            Fact::SelfAtari { stones, liberty } => {
                let (_, liberties) = self.chain(after, stones, mover)?;
                must(spots(stones).contains(&self.at()?), "it is the chain of the move")?;
                must(liberties == Spots::from([spot(*liberty)]), "it has one liberty")
            }
            Fact::Snapback { bait, stones } => {
                must(self.at()? == spot(*bait), "the move is the bait")?;
                let liberty = *after.liberties(&after.group(spot(*bait))).first().ok_or("it has a liberty")?;
                let taken = after.play(other, liberty, Some(other)).ok_or("the other can take")?;
                let back = taken.play(mover, spot(*bait), None).ok_or("the mover can take back")?;
                let gone: Spots = taken
                    .all()
                    .into_iter()
                    .filter(|&at| taken.get(at) == Some(other) && back.get(at).is_none())
                    .collect();
                must(gone == spots(stones) && gone.len() >= 2, "these stones are taken back")
            }
            Fact::Connect { first, second, chains } => {
                let groups = before.groups_beside(self.at()?, mover);
                must(groups.len() == *chains, "so many chains")?;
                must(
                    first != second && [first, second].iter().all(|stones| groups.contains(&spots(stones))),
                    "these chains",
                )
            }
            Fact::Cut { first, second } => {
                let at = self.at()?;
                let mut common: Option<Spots> = None;
                for stones in [first, second] {
                    let (_, liberties) = self.chain(before, stones, other)?;
                    must(liberties.contains(&at), "the point touches it")?;
                    common = Some(
                        common.map_or(liberties.clone(), |known| known.intersection(&liberties).copied().collect()),
                    );
                }
                must(first != second && common == Some(Spots::from([at])), "no other point joins them")
            }
            Fact::Extend { stones, before: had, after: has, line, .. } => {
                let (first, liberties) = self.chain(before, stones, mover)?;
                must(before.groups_beside(self.at()?, mover).len() == 1, "one chain")?;
                must(liberties.len() == *had && after.liberties(&after.group(first)).len() == *has, "its liberties")?;
                must(self.lines(self.at()?).0 == *line, "on this line")
            }
            Fact::Squeeze { stones, before: had, after: has } => {
                let (first, liberties) = self.chain(after, stones, other)?;
                must(liberties.len() == *has && before.liberties(&before.group(first)).len() == *had, "its liberties")?;
                must(has < had, "fewer than before")
            }
            Fact::EyesMade { eyes } => eyes.iter().map(spot).try_for_each(|at| {
                must(after.is_eye(mover, at) && !before.is_eye(mover, at), "an eye now, none before")
            }),
            Fact::EyesTaken { eyes } => eyes.iter().map(spot).try_for_each(|at| {
                must(before.is_eye(other, at) && !after.is_eye(other, at), "an eye before, none now")
            }),
            Fact::Alive { stones } => {
                must(spots(stones).is_subset(&after.alive(mover).0), "nothing takes them")?;
                must(spots(stones).is_disjoint(&before.alive(mover).0), "something could before")
            }
            Fact::Dead { stones } => {
                must(spots(stones).iter().all(|&at| after.get(at) == Some(other)), "the stones stand there")?;
                must(spots(stones).is_subset(&after.alive(mover).1), "inside what the mover cannot lose")
            }
            Fact::LadderTurned { color, stones, chase } => {
                let (first, _) = self.chain(after, stones, *color)?;
                let turned = |grid: &Grid| {
                    let mut free = grid.clone();
                    if *color == mover {
                        free.ban = None;
                    }
                    free.run(first)
                };
                must(turned(after) == chase.outcome, "it ends so now")
            }
            Fact::Corner { area, low, high } => {
                let at = self.at()?;
                must(self.corner(at).iter().all(|&at| before.get(at).is_none()), "the corner was empty")?;
                must(self.lines(at) == (*low, *high) && area.is_corner(), "on these lines")
            }
            Fact::Enclosure { partner, .. } => {
                self.stone(*partner, mover)?;
                let stones = self.corner(self.at()?).into_iter().filter(|&at| before.get(at).is_some()).count();
                must(stones == 1, "nobody else is in the corner")
            }
            Fact::Approach { target, .. } => {
                self.stone(*target, other)?;
                let mine = || before.all().into_iter().filter(|&at| before.get(at) == Some(mover));
                let corner = self.corner(self.at()?);
                let alone = mine().all(|at| self.far(at, spot(*target)) > 2);
                must(mine().all(|at| !corner.contains(&at)) || alone, "nobody is near yet")
            }
            Fact::Invasion { target, .. } => {
                self.stone(*target, other)?;
                must(self.lines(self.at()?) == (3, 3) && self.lines(spot(*target)) == (4, 4), "3-3 under 4-4")
            }
            Fact::Side { line, from, .. } => {
                must(self.lines(self.at()?).0 == *line, "on this line")?;
                from.map_or(Ok(()), |from| self.stone(from, mover))
            }
            Fact::Pincer { target, partner } => {
                self.stone(*target, other)?;
                self.stone(*partner, mover)?;
                must(
                    self.far(spot(*target), self.at()?) <= 5 && self.far(spot(*target), spot(*partner)) <= 5,
                    "close by",
                )
            }
            Fact::Contact { target } | Fact::Hane { target } | Fact::Block { target } => {
                self.stone(*target, other)?;
                must(before.beside(self.at()?).contains(&spot(*target)), "right beside it")
            }
            Fact::Cap { target } => {
                self.stone(*target, other)?;
                let ((x, y), (a, b)) = (self.at()?, spot(*target));
                must((x == a && (y - b).abs() == 2) || (y == b && (x - a).abs() == 2), "two lines away")
            }
            Fact::Step { from, step } => {
                self.stone(*from, mover)?;
                let ((x, y), (a, b)) = (self.at()?, spot(*from));
                let (x, y) = ((x - a).abs(), (y - b).abs());
                let wanted = match step {
                    Step::Diagonal => (1, 1),
                    Step::Jump => (0, 2),
                    Step::LongJump => (0, 3),
                    Step::Knight => (1, 2),
                    Step::LongKnight => (1, 3),
                };
                must((x.min(y), x.max(y)) == wanted, "at this distance")
            }
            Fact::Elsewhere { area, distance } => {
                let last = self.last.and_then(|last| last.ply.mv.point()).ok_or("there was a move before")?;
                must(self.far(spot(last), self.at()?) == *distance as i32, "so far away")?;
                must(self.played.ply.mv.point().map(|point| Area::of(self.size, point)) == Some(*area), "there")
            }
            Fact::Shape { color, made, points, .. } => {
                let grid = if *made { after } else { before };
                must(spots(points).iter().any(|&at| grid.get(at) == Some(*color)), "stones of its colour are in it")?;
                must(*made == (*color == mover), "own shapes are made, the other's are broken")
            }
            Fact::Enters { deep, .. } => {
                let owners = &self.review.owners[self.played.ply.number - 1];
                let sides = if *deep { owners.all } else { owners.most };
                let point = self.played.ply.mv.point().ok_or("a stone was played")?;
                must(sides[other].contains(point), "the point was the other's")?;
                let own = before.all().into_iter().filter(|&at| before.get(at) == Some(mover));
                must(own.into_iter().all(|at| self.far(at, spot(point)) > 2), "no own stone is near")
            }
            Fact::Influence { area, change } => self.changed(*area, change, |i| Ok(self.review.owners[i].most)),
            Fact::Territory { area, change } => self.changed(*area, change, |i| Ok(self.review.owners[i].all)),
            Fact::Expected { area, change } => self.changed(*area, change, |i| {
                let values = self.judgement(i)?.ownership.as_ref().ok_or("the engine says whose the points are")?;
                Ok(ByColor::new(|color| {
                    let certain = self.size.points().zip(values).filter(|(_, value)| color.sign() * **value > 0.5);
                    certain.map(|(point, _)| point).collect()
                }))
            }),
            Fact::Judged { win, points, best } => {
                let number = self.played.ply.number;
                let (was, is) = (self.judgement(number - 1)?, self.judgement(number)?);
                let change = |was: Option<f64>, is: Option<f64>| Some(mover.sign() * (is? - was?));
                must(*points == change(was.black_leads, is.black_leads), "the lead changed so")?;
                let percent = change(was.black_wins, is.black_wins).map(|change| change * 100.0);
                must(*win == percent, "the win rate changed so")?;
                let costs = points.map_or_else(|| win.is_some_and(|win| win <= -6.0), |points| points <= -1.5);
                must(costs, "it cost something")?;
                must(*best == was.best().filter(|best| *best != self.played.ply.mv), "the engine would have played so")
            }
            Fact::Unusual { probability, rank, expected, likelihood, calibrated } => {
                let guess = self.played.guess.as_ref().ok_or("somebody says how likely the move was")?;
                must(guess.probability == *probability && guess.likelihood == *likelihood, "so likely")?;
                must(guess.calibrated == *calibrated && (!calibrated || self.review.size.get() == 19), "so sure")?;
                must(guess.rank == *rank && guess.expected == *expected, "so far down the list")?;
                must(self.played.ply.mv.point() != Some(*expected) && *rank > 1, "it is another move")?;
                must(self.before.get(spot(*expected)).is_none(), "the other move can be played")?;
                must(20.0 * probability < *likelihood && *rank as f64 * probability <= 1.0, "it stands out")
            }
            Fact::Gain { quantity, value, rank } => {
                let curve =
                    self.review.curves.iter().find(|curve| curve.name == *quantity).ok_or("there is the curve")?;
                must(curve.values[self.played.ply.number] == *value, "the value")?;
                let larger = curve.values.iter().skip(1).filter(|other| other.abs() > value.abs()).count();
                must(larger < *rank, "the rank")
            }
        }
    }

    /// Every point and number of a sentence stands in its facts.
    pub(crate) fn check_text(&self, sentence: &Sentence) -> Verdict {
        let vertex = |point: Point| self.size.vertex(point);
        let mut points: Vec<String> = self.played.ply.mv.point().map(vertex).into_iter().collect();
        let mut numbers: Vec<String> = Vec::new();
        for &i in &sentence.facts {
            let fact = &self.played.findings.get(i).ok_or("the fact is there")?.fact;
            for (name, cell) in fact.cells(&vertex) {
                match cell {
                    model::Cell::Point(point) => points.push(vertex(point)),
                    model::Cell::Points(set) => {
                        points.extend(set.iter().map(vertex));
                        numbers.push(set.len().to_string());
                    }
                    model::Cell::Number(value) => {
                        numbers.push(format!("{value}"));
                        numbers.push(model::words::signed(value).trim_start_matches(['+', '-']).to_string());
                    }
                    model::Cell::Text(text) if name == "line" || name == "best" => {
                        points.extend(text.split_whitespace().map(str::to_string));
                    }
                    _ => {}
                }
            }
            match fact {
                Fact::Influence { change, .. } | Fact::Territory { change, .. } | Fact::Expected { change, .. } => {
                    for color in Color::ALL {
                        numbers.push(change.before[color].abs_diff(change.after[color]).to_string());
                    }
                }
                Fact::Judged { win, points, .. } => {
                    numbers.extend(points.map(|points| format!("{:.1}", points.abs())));
                    numbers.extend(win.map(|win| format!("{:.0}", win.abs())));
                }
                Fact::Unusual { probability, likelihood, .. } => {
                    numbers.extend([probability, likelihood].map(|share| format!("{:.0}", 100.0 * share)));
                    numbers.push("100".to_string());
                }
                Fact::Invasion { .. } => numbers.push("3".to_string()),
                _ => {}
            }
        }
        const WORDS: [(&str, &str); 9] = [
            ("two", "2"),
            ("three", "3"),
            ("four", "4"),
            ("five", "5"),
            ("six", "6"),
            ("seven", "7"),
            ("eight", "8"),
            ("nine", "9"),
            ("ten", "10"),
        ];
        // Of lines and steps the words tell their name, not a count.
        let fixed =
            ["two spaces", "two chains in atari", "among the three moves", "third line", "fourth line", "fifth line"];
        let mut text = sentence.text.clone();
        for phrase in fixed {
            text = text.replace(phrase, "");
        }
        for &i in &sentence.facts {
            if let Fact::Shape { name, .. } = &self.played.findings[i].fact {
                text = text.replace(name.as_str(), "");
            }
        }
        for quantity in self.review.curves.iter().map(|curve| curve.name.as_str()) {
            text = text.replace(quantity, "");
        }
        for word in text.split(|c: char| !(c.is_alphanumeric() || c == '.' || c == '+')) {
            let word = word.trim_matches(['.', '+']);
            let mut letters = word.chars();
            let is_vertex = letters.next().is_some_and(|c| c.is_ascii_uppercase())
                && word.len() > 1
                && letters.all(|c| c.is_ascii_digit());
            if is_vertex {
                must(points.iter().any(|point| point == word), &format!("{word} is a point of the facts"))?;
            } else if word.chars().next().is_some_and(|c| c.is_ascii_digit()) {
                must(numbers.iter().any(|number| number == word), &format!("{word} is a number of the facts"))?;
            } else if let Some((_, digits)) = WORDS.iter().find(|(name, _)| *name == word) {
                must(numbers.iter().any(|number| number == digits), &format!("{word} is a number of the facts"))?;
            }
        }
        Ok(())
    }
}
