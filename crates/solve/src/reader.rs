//! Questions about stones, answered by reading where it comes to an end and by games where it does not.

use goban::{Color, Move, Point, PointSet, Position};
use model::{Families, Judgement, Role, Seed, Subject};
use playout::Game;
use search::{Aim, Search};
use tactics::{Answer, Bounds, Life, Race, Status, Success};

/// Games are played out so many steps around the stones in question.
const REACH: usize = 4;

/// The most memory that the tree of a question takes: more than so many games fill.
const TREE_MEMORY: usize = 64 << 20;

/// How many positions are looked at for a question about a group.
const NODES: usize = 120_000;

/// How many games answer a question that reading does not.
const GAMES: usize = 3000;

/// How much further chains and races are read than groups: most of them are settled at once, so that the others may take their time.
const FURTHER: usize = 8;
const FARTHEST: usize = 960_000;

/// At a glance so much less is read, and so many fewer games are played. Most questions need no more.
const GLANCE: usize = 20;

/// After so many games each time one looks whether they leave a doubt.
const AT_ONCE: usize = 150;

/// A share of the games that leaves none.
const CLEAR: f64 = 0.92;

/// Answers questions about stones, as [`tactics`] does. What reading leaves open is left to games: a search whose aim is what was asked
/// says what most of them come to. Such an answer is not proved.
///
/// ```
/// use goban::{Diagram, Position, Rules};
/// use solve::Reader;
/// let setup = Diagram::parse("
///     . . . . . . .
///     . . . . . . .
///     . . . . . . .
///     . . . . . . .
///     X X X X X . .
///     O O O O X . .
///     . . . O X . .").unwrap();
/// let position = Position::from_setup(&setup, Rules::JAPANESE).unwrap();
/// let target = setup.size.parse_vertex("A2").unwrap();
/// let answer = Reader::default().owl_attack(&position, target).unwrap();
/// assert!(answer.proved);
/// assert_eq!(answer.first.map(|mv| setup.size.move_name(mv)).as_deref(), Some("B1"));
/// ```
#[derive(Clone)]
pub struct Reader {
    /// How far reading goes.
    pub bounds: Bounds,
    /// How many games are played where it comes to no end; 0 for none.
    pub games: usize,
    /// Who says how likely each move is, so that games try likely ones first.
    pub prior: Option<Subject>,
    /// Where the chance of the games comes from.
    pub seed: Seed,
}

impl Default for Reader {
    fn default() -> Self {
        Reader { bounds: Bounds { nodes: NODES, ..Bounds::default() }, games: GAMES, prior: None, seed: Seed(1) }
    }
}

/// In what share of the games something has to come about to be taken as the answer.
///
/// Players in games blunder, and a group in the open has many ways to live: a third of them lost means that the right play kills it, and more than half
/// of them saved is not enough. A single chain is judged as it is.
#[derive(Clone, Copy)]
struct Bar {
    kill: f64,
    save: f64,
}

const CHAIN: Bar = Bar { kill: 0.5, save: 0.5 };
const GROUP: Bar = Bar { kill: 0.35, save: 0.6 };

/// An answer, and whether it leaves no doubt: it was read to the end, or nearly all games come to it.
struct Told<T> {
    answer: T,
    clear: bool,
}

/// What games come to for the side that moves first.
struct Games {
    judgement: Judgement,
    first: Color,
}

impl Reader {
    /// A reader whose games try the moves first that one of these families thinks likely, if any can say that.
    #[must_use]
    pub fn new(families: &Families) -> Reader {
        let seed = Seed(1);
        let prior = families.with_role(Role::NextMove);
        let prior = prior.and_then(|family| Subject::new(family, &model::Settings::default(), seed).ok());
        Reader { prior, seed, ..Reader::default() }
    }

    /// Whether the chain on `target` can be taken when its opponent moves first; none if there is no stone.
    #[must_use]
    pub fn attack(&self, position: &Position, target: Point) -> Option<Answer> {
        self.far().patiently(|reader| {
            let read = tactics::attack(position, target, &reader.bounds)?;
            reader.or_killed(position, target, &chain(position, target), CHAIN, read)
        })
    }

    /// Whether the chain on `target` can be saved when its owner moves first; none if there is no stone.
    #[must_use]
    pub fn defend(&self, position: &Position, target: Point) -> Option<Answer> {
        self.far().patiently(|reader| {
            let read = tactics::defend(position, target, &reader.bounds)?;
            reader.or_saved(position, target, &chain(position, target), CHAIN, read)
        })
    }

    /// Whether the group of the stone on `target` can be killed when its opponent moves first; none if there is no stone.
    #[must_use]
    pub fn owl_attack(&self, position: &Position, target: Point) -> Option<Answer> {
        self.patiently(|reader| {
            let read = tactics::owl_attack(position, target, &reader.bounds)?;
            reader.or_killed(position, target, &group(position, target), GROUP, read)
        })
    }

    /// Whether the group of the stone on `target` can be made alive when its owner moves first; none if there is no stone.
    #[must_use]
    pub fn owl_defend(&self, position: &Position, target: Point) -> Option<Answer> {
        self.patiently(|reader| {
            let read = tactics::owl_defend(position, target, &reader.bounds)?;
            reader.or_saved(position, target, &group(position, target), GROUP, read)
        })
    }

    /// Whether the opponent's move on `point` kills the group of the stone on `target`; none if there is no stone or the move is not
    /// allowed.
    #[must_use]
    pub fn owl_does_attack(&self, position: &Position, point: Point, target: Point) -> Option<Answer> {
        let owner = position.board().get(target)?;
        self.patiently(|reader| {
            let read = tactics::owl_does_attack(position, point, target, &reader.bounds)?;
            reader.or_after(position, (!owner, point), target, read)
        })
    }

    /// Whether its owner's move on `point` saves the group of the stone on `target`; none if there is no stone or the move is not
    /// allowed.
    #[must_use]
    pub fn owl_does_defend(&self, position: &Position, point: Point, target: Point) -> Option<Answer> {
        let owner = position.board().get(target)?;
        self.patiently(|reader| {
            let read = tactics::owl_does_defend(position, point, target, &reader.bounds)?;
            reader.or_after(position, (owner, point), target, read)
        })
    }

    /// Whether two chains can be connected when their owner moves first; none unless both points have stones of one colour.
    #[must_use]
    pub fn connect(&self, position: &Position, a: Point, b: Point) -> Option<Answer> {
        let owner = position.board().get(a)?;
        self.patiently(|reader| {
            let read = tactics::connect(position, a, b, &reader.bounds)?;
            reader.or_joined(position, owner, [a, b], read)
        })
    }

    /// Whether two chains can be kept apart when their opponent moves first; none unless both points have stones of one colour.
    #[must_use]
    pub fn disconnect(&self, position: &Position, a: Point, b: Point) -> Option<Answer> {
        let owner = position.board().get(a)?;
        self.patiently(|reader| {
            let read = tactics::disconnect(position, a, b, &reader.bounds)?;
            reader.or_joined(position, !owner, [a, b], read)
        })
    }

    /// The life of the group of the stone on `target`; none if there is no stone.
    #[must_use]
    pub fn life(&self, position: &Position, target: Point) -> Option<Life> {
        self.patiently(|reader| reader.life_now(position, target))
    }

    fn life_now(&self, position: &Position, target: Point) -> Option<Told<Life>> {
        let read = tactics::life(position, target, &self.bounds)?;
        if read.status != Status::Unknown || self.games == 0 {
            return Some(Told { answer: read, clear: true });
        }
        let owner = position.board().get(target)?;
        let stones = group(position, target);
        let mut kill = read.kill;
        let (mut is_safe, mut clear) = (false, true);
        if !kill.proved {
            let games = self.play(position, !owner, &stones, owned(vec![target]));
            is_safe = games.share() <= GROUP.kill;
            clear &= games.are_clear();
            kill = games.answer(!is_safe, kill.nodes);
        }
        let mut save = read.save;
        if !save.proved && is_safe {
            save = Answer { success: Success::Yes, first: Some(Move::Pass), ..save };
        } else if !save.proved {
            let games = self.play(position, owner, &stones, owned(vec![target]));
            clear &= games.are_clear();
            save = games.answer(games.share() > GROUP.save, save.nodes);
        }
        Some(Told { answer: Life::of(kill, save), clear })
    }

    /// The race of the groups of the stones on `own` and `other`, the owner of `own` moving first; none unless the two stones have
    /// different colours.
    #[must_use]
    pub fn race(&self, position: &Position, own: Point, other: Point) -> Option<Race> {
        self.far().race_now(position, own, other)
    }

    fn race_now(&self, position: &Position, own: Point, other: Point) -> Option<Race> {
        let mut race = tactics::race(position, own, other, &self.bounds)?;
        if (race.save.proved && race.take.proved) || race.counted || self.games == 0 {
            return Some(race);
        }
        let first = position.board().get(own)?;
        let stones = group(position, own) | group(position, other);
        let games = self.play(position, first, &stones, owned(vec![own, other]));
        let outcome = |games: &Games| {
            let (saved, taken) = (games.share_of(own, position), games.share_of(other, position));
            let [saved, taken] = [saved, taken].map(|share| if games.first == first { share } else { 1.0 - share });
            (saved > 0.5, saved > 0.5 && taken > 0.5)
        };
        let (saves, takes) = outcome(&games);
        if !race.save.proved {
            race.save = games.answer(saves, race.save.nodes);
        }
        if !race.take.proved {
            race.take = games.answer(takes, race.take.nodes);
        }
        race.first = match (race.save.success, race.take.success) {
            (Success::No, Success::No) => Move::Pass,
            // Nothing has to be played where the same comes about if the other side begins.
            _ if outcome(&self.play(position, !first, &stones, owned(vec![own, other]))) == (saves, takes) => {
                Move::Pass
            }
            (_, Success::No) => race.save.first.unwrap_or(Move::Pass),
            _ => race.take.first.unwrap_or(Move::Pass),
        };
        Some(race)
    }

    /// Who answers for a single chain or a race, in which few moves lead anywhere: reading comes to an end more often if it may go further.
    fn far(&self) -> Reader {
        let nodes = self.bounds.nodes.saturating_mul(FURTHER).min(FARTHEST.max(self.bounds.nodes));
        let bounds = Bounds { nodes, ..self.bounds };
        Reader { bounds, ..self.clone() }
    }

    /// Asks at a glance, and for long only where that leaves a doubt.
    fn patiently<T>(&self, ask: impl Fn(&Reader) -> Option<Told<T>>) -> Option<T> {
        let bounds = Bounds { nodes: self.bounds.nodes / GLANCE, ..self.bounds };
        let glance = Reader { bounds, games: self.games / GLANCE, ..self.clone() };
        // Without games nothing can be seen at a glance that is not proved.
        if glance.games > 0 {
            let told = ask(&glance)?;
            if told.clear {
                return Some(told.answer);
            }
        }
        ask(self).map(|told| told.answer)
    }

    /// What reading found, or whether games kill a stone when its opponent moves first.
    fn or_killed(
        &self,
        position: &Position,
        target: Point,
        stones: &PointSet,
        bar: Bar,
        read: Answer,
    ) -> Option<Told<Answer>> {
        if read.proved || self.games == 0 {
            return Some(Told { answer: read, clear: true });
        }
        let owner = position.board().get(target)?;
        let games = self.play(position, !owner, stones, owned(vec![target]));
        Some(Told { answer: games.answer(games.share() > bar.kill, read.nodes), clear: games.are_clear() })
    }

    /// What reading found, or whether games save a stone when its owner moves first.
    fn or_saved(
        &self,
        position: &Position,
        target: Point,
        stones: &PointSet,
        bar: Bar,
        read: Answer,
    ) -> Option<Told<Answer>> {
        if read.proved || self.games == 0 {
            return Some(Told { answer: read, clear: true });
        }
        let owner = position.board().get(target)?;
        let games = self.play(position, owner, stones, owned(vec![target]));
        // That it lives if nothing is played would have to be proved; games only say which move helps most.
        let saved =
            games.share() > bar.save || self.play(position, !owner, stones, owned(vec![target])).share() <= bar.kill;
        Some(Told { answer: games.answer(saved, read.nodes), clear: games.are_clear() })
    }

    /// What reading found, or what games come to for the side that plays first on a point.
    fn or_after(
        &self,
        position: &Position,
        played: (Color, Point),
        target: Point,
        read: Answer,
    ) -> Option<Told<Answer>> {
        if read.proved || self.games == 0 {
            return Some(Told { answer: read, clear: true });
        }
        let (color, point) = played;
        let stones = group(position, target);
        let mut next = position.forgetful();
        next.play_as(color, point).ok()?;
        let games = self.play(&next, !color, &stones, owned(vec![target]));
        let owner = position.board().get(target)?;
        let works = games.share() <= if color == owner { GROUP.kill } else { GROUP.save };
        let answer = games.answer(works, read.nodes);
        let mut line = answer.line;
        line.insert(0, (color, point.into()));
        let answer = Answer { first: works.then_some(point.into()), line, ..answer };
        Some(Told { answer, clear: games.are_clear() })
    }

    /// What reading found, or whether games join two stones, or keep them apart, when `first` moves first.
    fn or_joined(&self, position: &Position, first: Color, pair: [Point; 2], read: Answer) -> Option<Told<Answer>> {
        if read.proved || self.games == 0 {
            return Some(Told { answer: read, clear: true });
        }
        let [a, b] = pair;
        let owner = position.board().get(a)?;
        let stones = chain(position, a) | chain(position, b);
        let size = position.size();
        let games = self.play(position, first, &stones, move |game| {
            let own: PointSet = size.points().filter(|&point| game.owner(point) == Some(owner)).collect();
            let joined = own.contains(a) && PointSet::from(a).flooded(&own).contains(b);
            f64::from(u8::from(joined == (owner == Color::Black)))
        });
        Some(Told { answer: games.answer(games.share() > 0.5, read.nodes), clear: games.are_clear() })
    }

    /// Plays games around some stones whose worth to Black a function tells.
    fn play(
        &self,
        position: &Position,
        first: Color,
        stones: &PointSet,
        worth: impl Fn(&Game) -> f64 + Send + Sync + 'static,
    ) -> Games {
        let mut position = position.forgetful();
        position.set_to_move(first);
        let within = (0..REACH).fold(*stones, |set, _| set.grown()) & position.size().all_points();
        let settings = search::Settings { memory: TREE_MEMORY, seed: self.seed, ..search::Settings::default() };
        let begin = |prior: Option<Subject>| {
            let mut search = Search::new(settings, prior).aiming(Aim::new(within, worth));
            search.begin(&position).is_ok().then_some(search)
        };
        // A family that does not take this board is done without.
        let prior = self.prior.clone().filter(|prior| prior.begin(&position).is_ok());
        let mut games = Games { judgement: Judgement::default(), first };
        let Some(mut search) = begin(prior) else { return games };
        let mut left = self.games;
        while left > 0 && !games.are_clear() {
            search.think(left.min(AT_ONCE), None, &mut || true);
            left = left.saturating_sub(AT_ONCE);
            games.judgement = search.judgement();
        }
        games
    }
}

impl Games {
    /// How much of what it wants the side that moves first gets, from 0 to 1.
    fn share(&self) -> f64 {
        let black = self.judgement.candidates.first().and_then(|best| best.black_wins).unwrap_or(0.5);
        model::seen_by(self.first, black)
    }

    /// Whether few games of the best first move come to anything else.
    fn are_clear(&self) -> bool {
        let share = self.share();
        share >= CLEAR || share <= 1.0 - CLEAR
    }

    /// In how many of the games with the best first move a point becomes that of the side that moves first, from 0 to 1.
    fn share_of(&self, point: Point, position: &Position) -> f64 {
        let best = self.judgement.candidates.first().and_then(|best| best.ownership.as_ref());
        let black = best.map_or(0.0, |ownership| ownership[position.size().index(point)]);
        0.5 + 0.5 * black * self.first.sign()
    }

    fn answer(&self, works: bool, nodes: usize) -> Answer {
        let best = self.judgement.candidates.first();
        let sides = [self.first, !self.first];
        let line = best.map_or(&[][..], |best| &best.line).iter().zip(sides.into_iter().cycle());
        Answer {
            success: if works { Success::Yes } else { Success::No },
            proved: false,
            first: best.map(|best| best.mv).filter(|_| works),
            line: line.map(|(&mv, side)| (side, mv)).collect(),
            nodes,
        }
    }
}

/// Black's share of some points at the end of a game.
fn owned(points: Vec<Point>) -> impl Fn(&Game) -> f64 + Send + Sync + 'static {
    move |game| {
        let worth = |point: &Point| game.owner(*point).map_or(0.5, |owner| f64::from(u8::from(owner == Color::Black)));
        points.iter().map(worth).sum::<f64>() / points.len() as f64
    }
}

fn chain(position: &Position, point: Point) -> PointSet {
    position.board().chain(point).map_or(PointSet::EMPTY, |chain| *chain.stones())
}

fn group(position: &Position, point: Point) -> PointSet {
    let found = tactics::groups(position).into_iter().find(|(_, stones)| stones.contains(point));
    found.map_or(PointSet::EMPTY, |(_, stones)| stones)
}
