//! Questions about stones, answered by reading where it comes to an end and by games where it does not.

use goban::{Color, Move, Point, PointSet, Position};
use model::{Candidate, Families, Judgement, Role, Seed, Subject};
use playout::Game;
use search::{Aim, Search};
use tactics::{Answer, Bounds, Life, Race, Status, Success};

/// Games are played out so many steps around the stones in question.
const REACH: usize = 4;

/// The most memory that the tree of a question takes: more than so many games fill.
const TREE_MEMORY: usize = 64 << 20;

/// How much the prior draws games to likely moves, and how far it is trusted: less than in a whole game, as it is soon seen which of few moves work, and those
/// that do are often unlikely ones.
const CURIOSITY: f64 = 1.0;
const TRUST: f64 = 0.6;

/// How many of a move's own games count as much as those in which it was played later. The prior knows whole games, so that in a fight the order in which the same points are played says more
/// than it does there; most of all around a group, where there are many of them.
const LATER: f64 = 600.0;
const LATER_AROUND_A_GROUP: f64 = 2000.0;

/// How many positions are looked at for a question about a group.
const NODES: usize = 120_000;

/// How many games answer a question that reading does not.
const GAMES: usize = 2400;

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
const GROUP: Bar = Bar { kill: 0.3, save: 0.65 };

/// A share that is so far above the bar stays above it, and one that is so far below stays below.
const WELL_OFF: f64 = 0.2;

/// Which part of all games goes into a first move that is the best beyond doubt: by itself, or if the opponent prefers the same point.
const PREFERRED: f64 = 0.5;
const PREFERRED_BY_BOTH: f64 = 0.25;

/// So many games without success leave little hope for it.
const BELIEVED: usize = 600;

/// So many first moves that games like are read to the end if that can be done with such a part of the positions, and with a smaller one if a move is known that works. Their shares may be
/// so far below the best.
const TRIED: usize = 3;
const SHARE_OF_TRIAL: usize = 4;
const SHARE_OF_CHOICE: usize = 40;
const NOT_FAR: f64 = 0.15;

/// A move with fewer games than this part of all is nothing that games would play.
const PLAYED: f64 = 0.05;

/// First moves whose shares differ by no more are as good as each other.
const AS_GOOD: f64 = 0.06;

/// What it says for a first move that the opponent would play there too, as part of what the games themselves say.
const VITAL: f64 = 0.6;

/// An answer, and whether it leaves no doubt: it was read to the end, or nearly all games come to it.
struct Told<T> {
    answer: T,
    clear: bool,
}

/// What games come to for the side that moves first, and the tree that they grow.
struct Games {
    search: Option<Search>,
    judgement: Judgement,
    first: Color,
}

/// What games come to for a group, each side moving first. Where one side has its best move is often the best of the other too, so that both
/// trees together find it with fewer games.
struct Fight {
    kill: Games,
    save: Games,
}

/// Who moves first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Attacker,
    Owner,
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
        self.of_group(position, target, Side::Attacker, tactics::owl_attack)
    }

    /// Whether the group of the stone on `target` can be made alive when its owner moves first; none if there is no stone.
    #[must_use]
    pub fn owl_defend(&self, position: &Position, target: Point) -> Option<Answer> {
        self.of_group(position, target, Side::Owner, tactics::owl_defend)
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

    /// The life of the group of the stone on `target`, read at a glance, and for long unless a few games are enough; none if there is no stone.
    #[must_use]
    pub fn life(&self, position: &Position, target: Point) -> Option<Life> {
        if self.games == 0 {
            return tactics::life(position, target, &self.bounds);
        }
        let glance = tactics::life(position, target, &self.glance().bounds)?;
        if !matches!(glance.status, Status::Unknown | Status::Critical) {
            return Some(glance);
        }
        let mut fight = self.fight(position, target)?;
        fight.go_on(self.at_once());
        let tried = |fight: &Fight, life: Life| {
            let kill = self.tried(position, target, Side::Attacker, fight, life.kill);
            let save = self.tried(position, target, Side::Owner, fight, life.save);
            self.at_one_point(position, target, Life::of(kill, save))
        };
        if glance.status == Status::Critical {
            return Some(tried(&fight, glance));
        }
        if fight.agrees() {
            return Some(tried(&fight, fight.life(glance)));
        }
        let read = tactics::life(position, target, &self.bounds)?;
        if read.status != Status::Unknown {
            return Some(if read.status == Status::Critical { tried(&fight, read) } else { read });
        }
        let is_settled = |fight: &Fight, answer: &Answer, side| answer.proved || fight.is_settled(side);
        self.play_on(&mut fight, |fight| {
            is_settled(fight, &read.kill, Side::Attacker) && is_settled(fight, &read.save, Side::Owner)
        });
        Some(tried(&fight, fight.life(read)))
    }

    /// An answer by a first move, with the move that people would play: of those that games like the first that is read to work. Where each of them is read not to, there
    /// is no such move, or a ko at best.
    fn tried(&self, position: &Position, target: Point, side: Side, fight: &Fight, answer: Answer) -> Answer {
        if answer.success != Success::Yes || answer.first.and_then(Move::point).is_none() {
            return answer;
        }
        let (games, other) = match side {
            Side::Attacker => (&fight.kill, &fight.save),
            Side::Owner => (&fight.save, &fight.kill),
        };
        let does = |point, bounds: &Bounds| match side {
            Side::Attacker => tactics::owl_does_attack(position, point, target, bounds),
            Side::Owner => tactics::owl_does_defend(position, point, target, bounds),
        };
        let share = if answer.proved { SHARE_OF_CHOICE } else { SHARE_OF_TRIAL };
        let bounds = Bounds { nodes: self.bounds.nodes / share, ..self.bounds };
        let mut liked = games.as_good(NOT_FAR);
        let worth = |candidate: &&Candidate| games.worth(candidate.mv, |mv| other.part(mv));
        liked.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        let (mut open, mut best) = (None, None::<Answer>);
        for candidate in liked.into_iter().take(TRIED) {
            if answer.proved && Some(candidate.mv) == answer.first {
                return answer;
            }
            let Some(found) = candidate.mv.point().and_then(|point| does(point, &bounds)) else {
                continue;
            };
            match found.known() {
                Some(Success::Yes) => return found,
                Some(success) if best.as_ref().is_none_or(|best| best.success.worth() < success.worth()) => {
                    best = Some(found);
                }
                None if games.part(candidate.mv) >= PLAYED => open = open.or(Some(candidate)),
                _ => {}
            }
        }
        match (open, best) {
            _ if answer.proved => answer,
            (Some(candidate), _) => games.answer_with(Some(candidate), true, answer.nodes),
            (None, Some(best)) => Answer { proved: false, ..best },
            (None, None) => answer,
        }
    }

    /// The same with a move that was read to the end exchanged for the one that the opponent would play, if that works as well: where both sides want to play is
    /// the point that a group hangs on.
    fn at_one_point(&self, position: &Position, target: Point, life: Life) -> Life {
        let works = |answer: &Answer| answer.success == Success::Yes;
        if life.kill.first == life.save.first || !works(&life.kill) || !works(&life.save) {
            return life;
        }
        let bounds = self.glance().bounds;
        let Life { mut kill, mut save, .. } = life;
        let other = |other: &Answer, does: fn(&Position, Point, Point, &Bounds) -> Option<Answer>| {
            let found = does(position, other.first?.point()?, target, &bounds)?;
            (found.known() == Some(Success::Yes)).then_some(found)
        };
        if save.proved {
            save = other(&kill, tactics::owl_does_defend).unwrap_or(save);
        } else if kill.proved {
            kill = other(&save, tactics::owl_does_attack).unwrap_or(kill);
        }
        Life::of(kill, save)
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
        let games = self.play(position, first, &stones, for_life(), owned(vec![own, other]));
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
            _ if outcome(&self.play(position, !first, &stones, for_life(), owned(vec![own, other])))
                == (saves, takes) =>
            {
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

    /// What becomes of a group when a side moves first: read at a glance, then by a few games, and by long reading and many games where these leave a doubt.
    fn of_group(
        &self,
        position: &Position,
        target: Point,
        side: Side,
        read: fn(&Position, Point, &Bounds) -> Option<Answer>,
    ) -> Option<Answer> {
        if self.games == 0 {
            return read(position, target, &self.bounds);
        }
        let glance = read(position, target, &self.glance().bounds)?;
        if glance.proved && glance.success != Success::Yes {
            return Some(glance);
        }
        let mut fight = self.fight(position, target)?;
        fight.go_on(self.at_once());
        let tried = |fight: &Fight, answer| self.tried(position, target, side, fight, answer);
        if glance.proved {
            return Some(tried(&fight, glance));
        }
        // Games know of no ko: where they do not kill, reading may find one.
        if fight.is_clear(side) && (side == Side::Owner || fight.kills()) {
            return Some(tried(&fight, fight.answer(side, glance.nodes)));
        }
        let long = read(position, target, &self.bounds)?;
        if long.proved {
            return Some(tried(&fight, long));
        }
        self.play_on(&mut fight, |fight| fight.is_settled(side));
        Some(tried(&fight, fight.answer(side, long.nodes)))
    }

    /// The games for a group, each side moving first, before any of them.
    fn fight(&self, position: &Position, target: Point) -> Option<Fight> {
        let owner = position.board().get(target)?;
        let stones = group(position, target);
        let settings = search::Settings { rave: LATER_AROUND_A_GROUP, ..for_life() };
        let begin = |first| self.begin(position, first, &stones, settings, owned(vec![target]));
        Some(Fight { kill: begin(!owner), save: begin(owner) })
    }

    /// How many games each side gets before one looks for the first time.
    fn at_once(&self) -> usize {
        AT_ONCE.min(self.games.div_ceil(2))
    }

    /// Twice as many games each time, until they leave no doubt.
    fn play_on(&self, fight: &mut Fight, is_clear: impl Fn(&Fight) -> bool) {
        let mut played = self.at_once();
        while 2 * played < self.games && !is_clear(fight) {
            let more = played.min(self.games / 2 - played);
            fight.go_on(more);
            played += more;
        }
    }

    /// The same reader, who looks for a moment only.
    fn glance(&self) -> Reader {
        let bounds = Bounds { nodes: self.bounds.nodes / GLANCE, ..self.bounds };
        Reader { bounds, games: self.games / GLANCE, ..self.clone() }
    }

    /// Asks at a glance, and for long only where that leaves a doubt.
    fn patiently<T>(&self, ask: impl Fn(&Reader) -> Option<Told<T>>) -> Option<T> {
        let glance = self.glance();
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
        let games = self.play(position, !owner, stones, for_life(), owned(vec![target]));
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
        let games = self.play(position, owner, stones, for_life(), owned(vec![target]));
        // That it lives if nothing is played would have to be proved; games only say which move helps most.
        let saved = games.share() > bar.save
            || self.play(position, !owner, stones, for_life(), owned(vec![target])).share() <= bar.kill;
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
        let games = self.play(&next, !color, &stones, for_life(), owned(vec![target]));
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
        let settings = search::Settings { rave: LATER, ..search::Settings::default() };
        let games = self.play(position, first, &stones, settings, move |game| {
            let own: PointSet = size.points().filter(|&point| game.owner(point) == Some(owner)).collect();
            let joined = own.contains(a) && PointSet::from(a).flooded(&own).contains(b);
            f64::from(u8::from(joined == (owner == Color::Black)))
        });
        Some(Told { answer: games.answer(games.share() > 0.5, read.nodes), clear: games.are_clear() })
    }

    /// Plays games around some stones whose worth to Black a function tells, until nearly all of them agree.
    fn play(
        &self,
        position: &Position,
        first: Color,
        stones: &PointSet,
        settings: search::Settings,
        worth: impl Fn(&Game) -> f64 + Send + Sync + 'static,
    ) -> Games {
        let mut games = self.begin(position, first, stones, settings, worth);
        let mut left = self.games;
        while left > 0 && !games.are_clear() {
            games.go_on(left.min(AT_ONCE));
            left = left.saturating_sub(AT_ONCE);
        }
        games
    }

    /// The same before any game.
    fn begin(
        &self,
        position: &Position,
        first: Color,
        stones: &PointSet,
        settings: search::Settings,
        worth: impl Fn(&Game) -> f64 + Send + Sync + 'static,
    ) -> Games {
        let mut position = position.forgetful();
        position.set_to_move(first);
        let within = (0..REACH).fold(*stones, |set, _| set.grown()) & position.size().all_points();
        let settings = search::Settings { memory: TREE_MEMORY, seed: self.seed, ..settings };
        // A family that does not take this board is done without.
        let prior = self.prior.clone().filter(|prior| prior.begin(&position).is_ok());
        let mut search = Search::new(settings, prior).aiming(Aim::new(within, worth));
        let search = search.begin(&position).is_ok().then_some(search);
        Games { search, judgement: Judgement::default(), first }
    }
}

impl Fight {
    fn go_on(&mut self, games: usize) {
        self.kill.go_on(games);
        self.save.go_on(games);
    }

    fn kills(&self) -> bool {
        self.kill.share() > GROUP.kill
    }

    fn saves(&self) -> bool {
        // That it lives if nothing is played would have to be proved; games only say which move helps most.
        self.save.share() > GROUP.save || !self.kills()
    }

    /// Whether nearly all games come to the same.
    fn agrees(&self) -> bool {
        self.kill.share() <= 1.0 - CLEAR || (self.kill.share() >= CLEAR && self.save.are_clear())
    }

    /// Whether more games would hardly change what they say, and which move they prefer.
    fn is_clear(&self, side: Side) -> bool {
        let (games, other, bar) = match side {
            Side::Attacker => (&self.kill, &self.save, GROUP.kill),
            Side::Owner => (&self.save, &self.kill, GROUP.save),
        };
        let [best, best_of_other] = [games, other].map(|games| games.judgement.candidates.first());
        let (Some(best), share) = (best, games.share()) else { return false };
        let agree = best_of_other.is_some_and(|other| other.mv == best.mv);
        let preferred = games.part(best.mv) >= if agree { PREFERRED_BY_BOTH } else { PREFERRED };
        share <= bar - WELL_OFF || (share >= bar + WELL_OFF && preferred)
    }

    /// The same for whoever has time: a move that works may be found late, so that failure takes more games to be believed.
    fn is_settled(&self, side: Side) -> bool {
        let (works, games) = match side {
            Side::Attacker => (self.kills(), &self.kill),
            Side::Owner => (self.saves(), &self.save),
        };
        self.is_clear(side) && (works || games.judgement.games as usize >= BELIEVED)
    }

    fn answer(&self, side: Side, nodes: usize) -> Answer {
        match side {
            Side::Attacker => self.kill.answer_with(self.kill.vital(|mv| self.save.part(mv)), self.kills(), nodes),
            Side::Owner => self.save.answer_with(self.save.vital(|mv| self.kill.part(mv)), self.saves(), nodes),
        }
    }

    /// What was read, with what games say of the rest.
    fn life(&self, read: Life) -> Life {
        let Life { kill, save, .. } = read;
        let proved = |answer: &Answer| answer.proved.then_some(answer.first).flatten();
        let [vital_kill, vital_save] = [proved(&save), proved(&kill)];
        let wanted = |vital: Option<Move>, other: &Games, mv| match vital {
            Some(vital) => f64::from(u8::from(vital == mv)),
            None => other.part(mv),
        };
        let kill = if kill.proved {
            kill
        } else {
            self.kill.answer_with(self.kill.vital(|mv| wanted(vital_kill, &self.save, mv)), self.kills(), kill.nodes)
        };
        let save = if save.proved {
            save
        } else if kill.success == Success::No {
            Answer { success: Success::Yes, first: Some(Move::Pass), ..save }
        } else {
            let works = self.save.share() > GROUP.save;
            self.save.answer_with(self.save.vital(|mv| wanted(vital_save, &self.kill, mv)), works, save.nodes)
        };
        Life::of(kill, save)
    }
}

impl Games {
    /// Plays more games.
    fn go_on(&mut self, games: usize) {
        let Some(search) = &mut self.search else { return };
        search.think(games, None, &mut || true);
        self.judgement = search.judgement();
    }

    /// Which part of the games began with a move, from 0 to 1.
    fn part(&self, mv: Move) -> f64 {
        let all: u64 = self.judgement.candidates.iter().map(|candidate| candidate.visits).sum();
        let found = self.judgement.candidates.iter().find(|candidate| candidate.mv == mv);
        found.map_or(0.0, |candidate| candidate.visits as f64 / all.max(1) as f64)
    }

    /// The first move to play: of those as good as the one that most games began with, the one that is tried most, here and by the opponent.
    fn vital(&self, wanted: impl Fn(Move) -> f64) -> Option<&Candidate> {
        let worth = |candidate: &&Candidate| self.worth(candidate.mv, &wanted);
        // The first of the best.
        self.as_good(AS_GOOD).into_iter().rev().max_by(|a, b| worth(a).total_cmp(&worth(b)))
    }

    /// How much a first move is tried, here and by the opponent.
    fn worth(&self, mv: Move, wanted: impl Fn(Move) -> f64) -> f64 {
        self.part(mv) + VITAL * wanted(mv)
    }

    /// The first moves whose share is no further below that of the best.
    fn as_good(&self, below: f64) -> Vec<&Candidate> {
        let best = self.share();
        let is_as_good = |candidate: &&Candidate| {
            candidate.visits > 0 && self.share_after(candidate).is_some_and(|share| share >= best - below)
        };
        self.judgement.candidates.iter().filter(is_as_good).collect()
    }

    /// How much of what it wants the side that moves first gets, from 0 to 1.
    fn share(&self) -> f64 {
        self.judgement.candidates.first().and_then(|best| self.share_after(best)).unwrap_or(0.5)
    }

    fn share_after(&self, candidate: &Candidate) -> Option<f64> {
        candidate.black_wins.map(|black| model::seen_by(self.first, black))
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
        self.answer_with(self.judgement.candidates.first(), works, nodes)
    }

    fn answer_with(&self, best: Option<&Candidate>, works: bool, nodes: usize) -> Answer {
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

/// How games are searched where it is asked whether stones stay.
fn for_life() -> search::Settings {
    search::Settings { curiosity: CURIOSITY, trust: TRUST, rave: LATER, ..search::Settings::default() }
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
