//! Holds what a judge makes of moves against the board and against what the judge said, with the plainest code.

use goban::{BoardSize, ByColor, Color, Move, PointSet};
use record::{Game, SetupChange};
use review::{Deed, Grade, Grounds, Judgement, Level, Review, ReviewedMove, Status, Verdict, What, Why};

use crate::check::Scene;
use crate::naive::{Grid, spot};
use crate::reviewed;

type Found = Result<(), String>;

fn must(holds: bool, what: &str) -> Found {
    if holds { Ok(()) } else { Err(what.to_string()) }
}

/// A judged move with what was said before and after it.
pub(crate) struct Trial<'a> {
    pub(crate) size: BoardSize,
    pub(crate) before: ByColor<PointSet>,
    ko: Option<(Color, (i32, i32))>,
    pub(crate) played: &'a ReviewedMove,
    was: Option<&'a Judgement>,
    is: Option<&'a Judgement>,
    own: bool,
}

impl<'a> Trial<'a> {
    /// Every move of a review.
    pub(crate) fn all(review: &'a Review) -> Vec<Trial<'a>> {
        let mut before = *review.start.stones();
        let scenes = Scene::all(review);
        let mut trials = Vec::new();
        for (i, scene) in scenes.iter().enumerate() {
            trials.push(Trial {
                size: review.size,
                before,
                ko: scene.before.ban,
                played: scene.played,
                was: review.judgement(i),
                is: review.judgement(i + 1),
                own: review.own_judge,
            });
            before = scene.played.stones;
        }
        trials
    }

    fn mover(&self) -> Color {
        self.played.ply.color
    }

    /// How far points are the mover's on average.
    fn mean(&self, owners: &[f64], points: &PointSet) -> f64 {
        points.iter().map(|point| self.mover().sign() * owners[self.size.index(point)]).sum::<f64>()
            / points.len() as f64
    }

    /// Whether a verdict on the move holds.
    pub(crate) fn check(&self, verdict: &Verdict) -> Found {
        let lead = |judgement: Option<&Judgement>| judgement.and_then(|judgement| judgement.black_leads);
        must(verdict.lead == lead(self.is), "the lead is the judge's")?;
        must(verdict.loss.is_none_or(|loss| loss >= 0.0), "no loss is negative")?;
        if let (Some(loss), Some(was), Some(is), false) = (verdict.loss, lead(self.was), lead(self.is), self.own) {
            must(loss == (self.mover().sign() * (was - is)).max(0.0), "an engine's loss is the fall of the lead")?;
        }
        must(verdict.grade.is_some() == verdict.better.is_some(), "what is bad has something better")?;
        must(verdict.grade.is_some() || verdict.why.is_none(), "what is good needs no reason")?;
        if let Some(grade) = verdict.grade {
            must(verdict.loss.is_some_and(|loss| loss >= grade.least()), "the grade has its points")?;
            let next = Grade::ALL.into_iter().find(|other| *other > grade);
            // A fall of the chance too small for the grade takes one step off, no more.
            let over = next.and_then(|next| Grade::ALL.into_iter().find(|other| *other > next));
            must(over.is_none_or(|over| verdict.loss < Some(over.least())), "the grade is not too kind")?;
            must(verdict.better != Some(self.played.ply.mv), "the better move is another")?;
            let played = self.played.ply.mv;
            must(self.own || self.was.and_then(Judgement::best) != Some(played), "an engine's own move is good")?;
            let others = self.was.map_or(&[][..], |was| &was.candidates).iter().filter(|one| one.mv != played);
            must(others.map(|one| one.mv).next() == verdict.better, "the judge prefers it to all others")?;
        }
        if let Some(why) = &verdict.why {
            self.check_why(verdict, why)?;
        }
        self.check_groups(verdict)
    }

    fn check_why(&self, verdict: &Verdict, why: &Why) -> Found {
        must(why.line.first() == Some(&(self.mover(), self.played.ply.mv)), "the line begins with the move")?;
        must(
            why.better_line.first().map(|(_, mv)| *mv) == verdict.better,
            "the better line begins with the better move",
        )?;
        self.check_line(&why.line)?;
        self.check_line(&why.better_line)?;
        let (Some(was), Some(is)) = (self.was, self.is) else { return Err("both positions were judged".to_string()) };
        // Whose points are after the better move: what is said of the whole position, unless its best move was the one that was played.
        let second = was.candidates.get(1).filter(|one| Some(one.mv) == verdict.better);
        let was = second.and_then(|one| one.ownership.as_ref()).or(was.ownership.as_ref()).unwrap();
        let is = is.ownership.as_ref().unwrap();
        let board = self.played.stones[Color::Black] | self.played.stones[Color::White];
        let points: PointSet = self
            .size
            .points()
            .filter(|&point| self.mean(was, &point.into()) - self.mean(is, &point.into()) >= 0.4)
            .collect();
        must(points == why.stake.points, "the points at stake are those that change hands")?;
        for group in &why.stake.groups {
            let owner = if why.stake.what == What::OwnGroup { self.mover() } else { !self.mover() };
            must(group.is_subset(&board) && group.is_subset(&self.played.stones[owner]), "the stones stand there")?;
            must(self.mean(was, group) > 0.0, "the group fares well after the better move")?;
            must(self.mean(is, group) < 0.0, "the group fares badly after this move")?;
        }
        let groups = matches!(why.stake.what, What::OwnGroup | What::OtherGroup);
        must(groups != why.stake.groups.is_empty(), "groups are at stake where it says so")?;
        if why.stake.sure {
            must(self.mean(is, &why.stake.groups[0]) <= -0.5, "what becomes of the group is certain")?;
        }
        if let Some(how) = &why.how {
            must(why.line.get(how.at).is_some_and(|(color, _)| *color != self.mover()), "the other side does it")?;
            self.check_deed(&why.line, how)?;
        }
        if let Some(instead) = &why.instead {
            must(
                why.better_line.get(instead.at).is_some_and(|(color, _)| *color == self.mover()),
                "the mover does it",
            )?;
            self.check_deed(&why.better_line, instead)?;
        }
        self.check_text(verdict, why)
    }

    /// The moves of a line are legal, one after the other.
    fn check_line(&self, line: &[(Color, Move)]) -> Found {
        let mut grid = Grid::new(self.size, &self.before);
        grid.ban = self.ko;
        let mut next = self.mover();
        for &(color, mv) in line {
            must(color == next, "the sides play in turn")?;
            next = !color;
            grid = match mv.point() {
                Some(point) => grid.play(color, spot(point), None).ok_or("every move of the line is legal")?,
                None => grid,
            };
        }
        Ok(())
    }

    /// A move of a line does what is said: the line is reviewed as a game of its own.
    fn check_deed(&self, line: &[(Color, Move)], deed: &Deed) -> Found {
        let mut game = Game::new(self.size);
        let mut at = game.root();
        let change = SetupChange { add: self.before, to_move: Some(self.mover()), ..SetupChange::default() };
        game.node_mut(at).setup = Some(Box::new(change));
        for &(color, mv) in line {
            at = game.add_move(at, color, mv);
        }
        let review = reviewed(&game, &[], Level::Player);
        let scenes = Scene::all(&review);
        scenes.get(deed.at).ok_or("the move is in the line")?.check(&deed.fact)
    }

    /// Every point and every number of the words is one of those that the reason is about.
    fn check_text(&self, verdict: &Verdict, why: &Why) -> Found {
        must(why.sentences.len() <= 3, "three sentences at most")?;
        let vertex = |mv: Move| self.size.move_name(mv);
        let mut points = vec![vertex(self.played.ply.mv)];
        points.extend(why.line.iter().chain(&why.better_line).map(|(_, mv)| vertex(*mv)));
        points.extend(why.stake.groups.iter().flatten().map(|stone| self.size.vertex(stone)));
        let mut numbers = vec![self.played.ply.number.to_string(), verdict.loss.unwrap_or(0.0).round().to_string()];
        numbers.extend(why.stake.groups.first().map(|group| group.len().to_string()));
        for deed in why.how.iter().chain(&why.instead) {
            for (_, cell) in deed.fact.cells(&|point| self.size.vertex(point)) {
                match cell {
                    model::Cell::Point(point) => points.push(self.size.vertex(point)),
                    model::Cell::Points(set) => {
                        points.extend(set.iter().map(|point| self.size.vertex(point)));
                        numbers.push(set.len().to_string());
                    }
                    model::Cell::Number(number) => numbers.push(number.to_string()),
                    _ => {}
                }
            }
        }
        for word in why.sentences.iter().flat_map(|text| text.split(|letter: char| !letter.is_alphanumeric())) {
            if self.size.parse_vertex(word).is_some() {
                must(points.iter().any(|known| known == word), &format!("{word} is spoken of"))?;
            } else if word.parse::<usize>().is_ok() {
                must(numbers.iter().any(|known| known == word), &format!("{word} is counted"))?;
            }
        }
        Ok(())
    }

    /// Every stone is in one group, and engines' and futures' statuses are what the owners say.
    fn check_groups(&self, verdict: &Verdict) -> Found {
        let Some(owners) = self.is.and_then(|judgement| judgement.ownership.as_ref()) else {
            return must(verdict.groups.is_empty(), "nothing is known of groups");
        };
        let mut seen = PointSet::EMPTY;
        for group in &verdict.groups {
            must(!group.stones.is_empty() && !group.stones.meets(&seen), "a stone is in one group")?;
            must(group.stones.is_subset(&self.played.stones[group.color]), "a group has one colour")?;
            seen |= group.stones;
            let mean = group.stones.iter().map(|stone| owners[self.size.index(stone)]).sum::<f64>()
                * group.color.sign()
                / group.stones.len() as f64;
            match (group.by, group.status) {
                (Grounds::Proof, Status::Unsettled) => must(!group.vital.is_empty(), "there is a vital point")?,
                (Grounds::Proof, _) => {}
                (_, Status::Alive) => must(mean > 0.0, "most of it stays")?,
                (_, Status::Dead) => must(mean < 0.0, "most of it goes")?,
                _ => {}
            }
            let empty = self
                .size
                .points()
                .filter(|point| Color::ALL.iter().all(|color| !self.played.stones[*color].contains(*point)));
            must(group.vital.is_subset(&empty.collect()), "vital points are empty")?;
            must(group.vital.is_empty() || group.status == Status::Unsettled, "what is settled has no vital point")?;
        }
        must(seen == self.played.stones[Color::Black] | self.played.stones[Color::White], "every stone is in a group")
    }
}

/// The same verdict with something wrong in it.
pub(crate) fn lies(verdict: &Verdict, size: BoardSize) -> Vec<Verdict> {
    let mut lies = Vec::new();
    let mut lie = |change: &dyn Fn(&mut Verdict)| {
        let mut changed = verdict.clone();
        change(&mut changed);
        lies.push(changed);
    };
    lie(&|verdict| verdict.lead = verdict.lead.map_or(Some(1.0), |lead| Some(lead + 1.0)));
    if verdict.loss.is_some() {
        lie(&|verdict| verdict.loss = Some(-1.0));
    }
    if verdict.grade.is_some() {
        lie(&|verdict| verdict.grade = None);
        lie(&|verdict| verdict.loss = Some(1.0));
        lie(&|verdict| verdict.better = Some(Move::Pass));
    }
    if !verdict.groups.is_empty() {
        lie(&|verdict| verdict.groups[0].stones = PointSet::EMPTY);
        lie(&|verdict| verdict.groups[0].color = !verdict.groups[0].color);
        lie(&|verdict| verdict.groups.truncate(verdict.groups.len().saturating_sub(1)));
    }
    if let Some(why) = &verdict.why {
        let other = |mv: Move| size.points().map(Move::Play).find(|point| *point != mv).unwrap();
        let changed = |change: &dyn Fn(&mut Why)| {
            let mut changed = why.clone();
            change(&mut changed);
            Verdict { why: Some(changed), ..verdict.clone() }
        };
        lies.push(changed(&|why| why.line[0].1 = other(why.line[0].1)));
        lies.push(changed(&|why| why.line.extend(why.line.last().copied())));
        lies.push(changed(&|why| why.better_line[0].1 = other(why.better_line[0].1)));
        lies.push(changed(&|why| why.sentences = vec!["It loses 977 points.".to_string()]));
        lies.push(changed(&|why| why.stake.points = size.points().collect::<PointSet>() - why.stake.points));
        if !why.stake.groups.is_empty() {
            lies.push(changed(&|why| {
                why.stake.what = if why.stake.what == What::OwnGroup { What::OtherGroup } else { What::OwnGroup };
            }));
            lies.push(changed(&|why| why.stake.groups.clear()));
        }
        for deed in [&why.how, &why.instead].into_iter().flatten() {
            for fact in crate::lies(&deed.fact, size) {
                let wrong = Some(Deed { fact, ..deed.clone() });
                let how = why.how.as_ref() == Some(deed);
                lies.push(changed(&|why| {
                    if how { why.how.clone_from(&wrong) } else { why.instead.clone_from(&wrong) }
                }));
            }
        }
    }
    lies
}
