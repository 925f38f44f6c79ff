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

/// How many positions are looked at for a question about a group. Reading further settled few more of GNU Go's questions.
const NODES: usize = 60_000;

/// How many games answer a question that reading does not.
const GAMES: usize = 600;

/// How much further chains and races are read than groups, and how many more games are played: most of them are settled at once, so that
/// the others may take their time.
const FURTHER: usize = 16;
const FARTHEST: usize = 1_500_000;
const MORE_GAMES: usize = 6;

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
        let far = self.far();
        let read = tactics::attack(position, target, &far.bounds)?;
        far.or_killed(position, target, &chain(position, target), CHAIN, read)
    }

    /// Whether the chain on `target` can be saved when its owner moves first; none if there is no stone.
    #[must_use]
    pub fn defend(&self, position: &Position, target: Point) -> Option<Answer> {
        let far = self.far();
        let read = tactics::defend(position, target, &far.bounds)?;
        far.or_saved(position, target, &chain(position, target), CHAIN, read)
    }

    /// Whether the group of the stone on `target` can be killed when its opponent moves first; none if there is no stone.
    #[must_use]
    pub fn owl_attack(&self, position: &Position, target: Point) -> Option<Answer> {
        let read = tactics::owl_attack(position, target, &self.bounds)?;
        self.or_killed(position, target, &group(position, target), GROUP, read)
    }

    /// Whether the group of the stone on `target` can be made alive when its owner moves first; none if there is no stone.
    #[must_use]
    pub fn owl_defend(&self, position: &Position, target: Point) -> Option<Answer> {
        let read = tactics::owl_defend(position, target, &self.bounds)?;
        self.or_saved(position, target, &group(position, target), GROUP, read)
    }

    /// Whether the opponent's move on `point` kills the group of the stone on `target`; none if there is no stone or the move is not
    /// allowed.
    #[must_use]
    pub fn owl_does_attack(&self, position: &Position, point: Point, target: Point) -> Option<Answer> {
        let read = tactics::owl_does_attack(position, point, target, &self.bounds)?;
        let owner = position.board().get(target)?;
        self.or_after(position, (!owner, point), target, read)
    }

    /// Whether its owner's move on `point` saves the group of the stone on `target`; none if there is no stone or the move is not
    /// allowed.
    #[must_use]
    pub fn owl_does_defend(&self, position: &Position, point: Point, target: Point) -> Option<Answer> {
        let read = tactics::owl_does_defend(position, point, target, &self.bounds)?;
        let owner = position.board().get(target)?;
        self.or_after(position, (owner, point), target, read)
    }

    /// Whether two chains can be connected when their owner moves first; none unless both points have stones of one colour.
    #[must_use]
    pub fn connect(&self, position: &Position, a: Point, b: Point) -> Option<Answer> {
        let read = tactics::connect(position, a, b, &self.bounds)?;
        let owner = position.board().get(a)?;
        self.or_joined(position, owner, [a, b], read)
    }

    /// Whether two chains can be kept apart when their opponent moves first; none unless both points have stones of one colour.
    #[must_use]
    pub fn disconnect(&self, position: &Position, a: Point, b: Point) -> Option<Answer> {
        let read = tactics::disconnect(position, a, b, &self.bounds)?;
        let owner = position.board().get(a)?;
        self.or_joined(position, !owner, [a, b], read)
    }

    /// The life of the group of the stone on `target`; none if there is no stone.
    #[must_use]
    pub fn life(&self, position: &Position, target: Point) -> Option<Life> {
        let read = tactics::life(position, target, &self.bounds)?;
        if read.status != Status::Unknown {
            return Some(read);
        }
        if self.games == 0 {
            return Some(read);
        }
        let owner = position.board().get(target)?;
        let stones = group(position, target);
        let mut kill = read.kill;
        let mut is_safe = false;
        if !kill.proved {
            let games = self.play(position, !owner, &stones, owned(vec![target]));
            is_safe = games.share() <= GROUP.kill;
            kill = games.answer(!is_safe, kill.nodes);
        }
        let mut save = read.save;
        if !save.proved && is_safe {
            save = Answer { success: Success::Yes, first: Some(Move::Pass), ..save };
        } else if !save.proved {
            let games = self.play(position, owner, &stones, owned(vec![target]));
            save = games.answer(games.share() > GROUP.save, save.nodes);
        }
        Some(Life::of(kill, save))
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
        Reader { bounds, games: self.games.saturating_mul(MORE_GAMES), ..self.clone() }
    }

    /// What reading found, or whether games kill a stone when its opponent moves first.
    fn or_killed(
        &self,
        position: &Position,
        target: Point,
        stones: &PointSet,
        bar: Bar,
        read: Answer,
    ) -> Option<Answer> {
        if read.proved || self.games == 0 {
            return Some(read);
        }
        let owner = position.board().get(target)?;
        let games = self.play(position, !owner, stones, owned(vec![target]));
        Some(games.answer(games.share() > bar.kill, read.nodes))
    }

    /// What reading found, or whether games save a stone when its owner moves first.
    fn or_saved(
        &self,
        position: &Position,
        target: Point,
        stones: &PointSet,
        bar: Bar,
        read: Answer,
    ) -> Option<Answer> {
        if read.proved || self.games == 0 {
            return Some(read);
        }
        let owner = position.board().get(target)?;
        let games = self.play(position, owner, stones, owned(vec![target]));
        // That it lives if nothing is played would have to be proved; games only say which move helps most.
        let saved =
            games.share() > bar.save || self.play(position, !owner, stones, owned(vec![target])).share() <= bar.kill;
        Some(games.answer(saved, read.nodes))
    }

    /// What reading found, or what games come to for the side that plays first on a point.
    fn or_after(&self, position: &Position, played: (Color, Point), target: Point, read: Answer) -> Option<Answer> {
        if read.proved || self.games == 0 {
            return Some(read);
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
        Some(Answer { first: works.then_some(point.into()), line, ..answer })
    }

    /// What reading found, or whether games join two stones, or keep them apart, when `first` moves first.
    fn or_joined(&self, position: &Position, first: Color, pair: [Point; 2], read: Answer) -> Option<Answer> {
        if read.proved || self.games == 0 {
            return Some(read);
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
        Some(games.answer(games.share() > 0.5, read.nodes))
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
        let judgement = begin(prior).map_or_else(Judgement::default, |mut search| {
            search.think(self.games, None, &mut || true);
            search.judgement()
        });
        Games { judgement, first }
    }
}

impl Games {
    /// How much of what it wants the side that moves first gets, from 0 to 1.
    fn share(&self) -> f64 {
        let black = self.judgement.candidates.first().and_then(|best| best.black_wins).unwrap_or(0.5);
        model::seen_by(self.first, black)
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
