//! A game of Go explained: what every move did, in typed facts and in words made from them, and the story of the whole.
//!
//! [`review`] goes along a line of a game, gathers the facts of every move from the rules, from short reading
//! ([`tactics`]) and from whatever models it is given, chooses which of them to tell, and puts them in words. No model is
//! known by name: the cards' roles say which quantity is a lead, a gain or a map of ownership. Every sentence names the facts
//! it was made from, and every fact can be replayed on the board.
//!
//! ```
//! use review::{Catalogue, Options, Replayed};
//!
//! let game = sgf::read(b"(;SZ[9];B[ee];W[ed];B[dd];W[cc];B[fd];W[de];B[ec])").games.remove(0);
//! let line = Replayed::new(&game, &game.main_line(), None).unwrap();
//! let review = review::review(&line, &[], &Catalogue::english(), &Options::default()).unwrap();
//! let words: Vec<&str> = review.moves[6].sentences.iter().map(|sentence| sentence.text.as_str()).collect();
//! assert_eq!(words, ["Black takes the stone at E6."]);
//! ```

mod annotate;
mod area;
mod digest;
mod ending;
mod fact;
mod last;
mod lead;
mod lesson;
mod oracle;
mod placement;
mod problems;
mod replayed;
mod seen;
mod stones;
mod story;
mod table;
mod text;
mod verdict;
mod words;

use goban::{Board, BoardSize, ByColor, Color, PointSet, Position};
use model::{BeginError, Role, Subject};
use playout::{COUNTING, Settlement};
use record::Ply;

pub use annotate::annotate;
pub use area::Area;
pub use digest::{Digest, GroupWords, MomentWords};
pub use ending::{Count, Counter, Ending};
pub use fact::{Change, Chase, Fact, Finding, Step, loss};
pub use last::{LastGroup, Outlook};
pub use lesson::Lesson;
pub use model::Judgement;
pub use oracle::{Gradual, Looking, Memory, Oracle, Positions, Purpose, Watched};
pub use playout::Status;
pub use replayed::{LineError, Replayed};
pub use seen::{Curve, Guess, Overlay, Owners};
pub use story::{Fate, Fight, Group, Paragraph, Phase, Seer, Stage, Story};
pub use table::csv;
pub use verdict::{
    Deed, Grade, Grounds, Judged, Kind, MeanLoss, Moment, Settled, Stake, Standing, Verdict, WeakGroup, What, Why,
};
pub use words::{Catalogue, CatalogueError, Level, Sentence};

use seen::Seeing;
use stones::Stones;
use verdict::Reader;
use words::Teller;

/// How to review.
#[derive(Clone, Default, Debug)]
pub struct Options {
    /// For whom the words are.
    pub level: Level,
    /// Whether to keep a map of every model for every move, for a page.
    pub maps: bool,
    /// Whether a model that cannot look at this game is left out, or ends the review.
    pub leave_out: bool,
    /// Whose mistakes are shown; both sides' if none is named.
    pub side: Option<Color>,
}

/// A move with what it did.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewedMove {
    /// The move.
    pub ply: Ply,
    /// The stones on the board after it.
    pub stones: ByColor<PointSet>,
    /// Liberties of all chains of a colour together, after it.
    pub liberties: ByColor<usize>,
    /// What was expected instead of it or with it, if a model says how likely moves are.
    pub guess: Option<Guess>,
    /// Its facts, the most important first.
    pub findings: Vec<Finding>,
    /// Its words; quiet moves have none.
    pub sentences: Vec<Sentence>,
    /// What a judge makes of it, if one was asked.
    pub verdict: Verdict,
}

impl ReviewedMove {
    /// The words as one text: why it is worse than another, or else what it did.
    #[must_use]
    pub fn text(&self) -> String {
        if let Some(why) = self.verdict.why.as_ref().filter(|why| !why.sentences.is_empty()) {
            return why.sentences.join(" ");
        }
        self.sentences.iter().map(|sentence| sentence.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// Whether stones of both sides meet: contact, atari, captures, cuts.
    pub(crate) fn is_close(&self) -> bool {
        self.findings.iter().any(|finding| finding.fact.manner().close)
    }
}

/// A game explained.
#[derive(Clone, Debug)]
pub struct Review {
    /// The board's size.
    pub size: BoardSize,
    /// The board before the first move.
    pub start: Board,
    /// Liberties of all chains of a colour together, at the start.
    pub start_liberties: ByColor<usize>,
    /// The moves.
    pub moves: Vec<ReviewedMove>,
    /// The last position.
    pub end: Position,
    /// The groups on it that are not simply alive, the largest first.
    pub last_groups: Vec<LastGroup>,
    /// How the game ended, as the record says and as the last board counts.
    pub ending: Ending,
    /// The numbers of all models along the game.
    pub curves: Vec<Curve>,
    /// The maps of all models, if they were asked for.
    pub overlays: Vec<Overlay>,
    /// Whose each point is, at the start and after every move, in the eyes of all models that say so.
    pub owners: Vec<Owners>,
    /// Which maps were asked whose a point is.
    pub voters: Vec<String>,
    /// The parameters of the models.
    pub parameters: Vec<model::Parameters>,
    /// The story of the whole.
    pub story: Story,
    /// What a judged game comes to, in words.
    pub digest: Digest,
    /// Whether stones were put up by hand after the last move, which are not shown.
    pub trailing_setup: bool,
    /// Where the game was decided, at most five moments a side, if it was judged.
    pub moments: Vec<Moment>,
    /// What the moves of each side cost on average, by stage, if they were judged.
    pub mean_losses: Vec<MeanLoss>,
    /// The groups that were ever in danger, if the game was judged.
    pub weak_groups: Vec<WeakGroup>,
    /// The name of whoever judged the positions, if somebody did.
    pub engine: Option<String>,
    /// Whether that is our own search and no other engine.
    pub own_judge: bool,
    /// What it thinks of the start and of every position after a move, as far as it got.
    pub judgements: Vec<Option<Judgement>>,
    /// The curves that say what a move won, one of every family.
    gains: Vec<usize>,
    level: Level,
    side: Option<Color>,
}

impl Review {
    /// Takes note of what a judge said of the line that was reviewed, and words everything anew.
    pub fn judged(&mut self, line: &Replayed<'_>, judged: Judged, catalogue: &Catalogue) {
        let mut reader = Reader::default();
        let mut before = line.start();
        let strengths = verdict::strengths(line.game(), &self.moves);
        for (played, (ply, after)) in self.moves.iter_mut().zip(line.steps()) {
            let around = judged.around(ply, self.size, strengths[ply.color]);
            played.verdict = judged.verdict(ply, [before, after], around.as_ref(), &mut reader);
            before = after;
        }
        self.engine = Some(judged.judge);
        self.own_judge = judged.own;
        self.judgements = judged.positions;
        for i in 0..self.moves.len() {
            let found = if self.own_judge { Vec::new() } else { self.judge_move(i) };
            let played = &mut self.moves[i];
            played.findings.retain(|finding| !matches!(finding.fact, Fact::Judged { .. } | Fact::Expected { .. }));
            played.findings.extend(found);
        }
        let moves: Vec<_> = self.moves.iter().map(|played| (played.ply.color, &played.verdict)).collect();
        self.moments = verdict::moments(&moves);
        self.word(catalogue);
        let moves: Vec<_> = self.moves.iter().map(|played| (played.ply.color, &played.verdict)).collect();
        self.mean_losses = verdict::mean_losses(&moves, &self.story.phases);
        self.weak_groups = verdict::weak_groups(&self.start, &self.moves);
        self.digest = digest::digest(self, catalogue);
    }

    /// What the engine thinks that a move cost, and whose points it decided.
    fn judge_move(&self, i: usize) -> Vec<Finding> {
        let mut found = Vec::new();
        let (Some(was), Some(is)) = (self.judgement(i), self.judgement(i + 1)) else { return found };
        let ply = &self.moves[i].ply;
        let change = |was: Option<f64>, is: Option<f64>| Some(ply.color.sign() * (is? - was?));
        let win = change(was.black_wins, is.black_wins).map(|change| change * 100.0);
        let points = change(was.black_leads, is.black_leads);
        if loss(points, win) >= 1.5 {
            let best = was.best().filter(|best| *best != ply.mv);
            found.push(Finding::new(Fact::Judged { win, points, best }));
        }
        if let (Some(before), Some(after)) = (oracle::expected(was, self.size), oracle::expected(is, self.size)) {
            found.extend(seen::expected(self.size, &before, &after));
        }
        found
    }

    /// Chooses the words of every move and tells the story, from the facts as they are now.
    fn word(&mut self, catalogue: &Catalogue) {
        let mut teller = Teller::new(catalogue, self.size, self.level);
        for played in &mut self.moves {
            played.findings.sort_by(|a, b| b.weight.total_cmp(&a.weight));
            played.sentences = teller.tell(&played.ply, &played.findings);
            let why = verdict::sentences(played, self.size, catalogue);
            if let Some(told) = &mut played.verdict.why {
                told.sentences = why;
            }
        }
        let usual = Looking::leaves(self.size, Looking::usual(self.size), Purpose::Losses);
        let most_games = self.judgements.iter().flatten().map(|said| said.games).max().unwrap_or_default();
        let material = story::Material {
            size: self.size,
            moves: &self.moves,
            leads: self.curves.iter().filter(|curve| curve.role == Role::Lead).collect(),
            gains: self.gains.iter().map(|&curve| &self.curves[curve]).collect(),
            owners: &self.owners,
            start: &self.start,
            end: self.end.board(),
            last_groups: &self.last_groups,
            ending: &self.ending,
            moments: &self.moments,
            own_judge: self.own_judge,
            few_games: self.own_judge && (1..usual as u64).contains(&most_games),
        };
        self.story = story::story(&material, catalogue, self.level);
        self.digest = digest::digest(self, catalogue);
    }

    /// What the engine thinks of the position after this many moves.
    #[must_use]
    pub fn judgement(&self, ply: usize) -> Option<&Judgement> {
        self.judgements.get(ply)?.as_ref()
    }
}

fn liberties(board: &Board) -> ByColor<usize> {
    let mut total = ByColor::<usize>::default();
    for chain in board.chains() {
        total[chain.color()] += chain.n_liberties();
    }
    total
}

/// Reviews a line of a game with models of these subjects. Each is begun once.
///
/// # Errors
/// When a model cannot look at the game.
pub fn review(
    line: &Replayed<'_>,
    subjects: &[Subject],
    catalogue: &Catalogue,
    options: &Options,
) -> Result<Review, BeginError> {
    let whole = review_while(line, subjects, catalogue, options, &mut || true)?;
    Ok(whole.expect("nothing stops it"))
}

/// Reviews a line of a game as [`review`] does, as long as `go_on` says so, which is asked before every move; none if it was stopped.
///
/// # Errors
/// When a model cannot look at the game.
pub fn review_while(
    line: &Replayed<'_>,
    subjects: &[Subject],
    catalogue: &Catalogue,
    options: &Options,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Review>, BeginError> {
    let start = line.start().forgetful();
    let mut seeing = Seeing::begin(&start, subjects, options.leave_out, options.maps)?;
    let mut stones = Stones::new(&start);
    seeing.see(None, &start);
    let mut moves: Vec<ReviewedMove> = Vec::with_capacity(line.steps().len());
    for (ply, after) in line.steps() {
        if !go_on() {
            return Ok(None);
        }
        let mut findings = Vec::new();
        if let Some(point) = ply.mv.point().filter(|_| ply.illegal.is_none()) {
            let last = moves.last().filter(|_| !ply.edited).and_then(|last: &ReviewedMove| last.ply.mv.point());
            let before = if ply.edited { &ply.board_before(after.board()) } else { stones.before().board() };
            findings.extend(placement::see(before, ply.color, point, last));
        }
        findings.extend(stones.see(ply, after));
        seeing.see(Some(ply), after);
        let (stones, liberties) = (*after.board().stones(), liberties(after.board()));
        moves.push(ReviewedMove {
            ply: ply.clone(),
            stones,
            liberties,
            guess: None,
            findings,
            sentences: Vec::new(),
            verdict: Verdict::default(),
        });
    }
    let (game, end) = (line.game(), line.end().clone());
    let owners = seeing.owners();
    add_model_facts(&mut moves, &mut seeing, &owners, &start);
    let overlays = seeing.overlays();
    let settlement = Settlement::of(&end, COUNTING);
    let mut review = Review {
        size: game.size(),
        start_liberties: liberties(start.board()),
        start: start.board().clone(),
        moves,
        last_groups: last::groups(&end, &settlement),
        ending: Ending::of(line, &settlement),
        end,
        parameters: seeing.parameters().cloned().collect(),
        voters: seeing.voters.clone(),
        curves: std::mem::take(&mut seeing.curves),
        overlays,
        owners,
        story: Story::default(),
        digest: Digest::default(),
        trailing_setup: line.trailing_setup(),
        moments: Vec::new(),
        mean_losses: Vec::new(),
        weak_groups: Vec::new(),
        engine: None,
        own_judge: false,
        judgements: Vec::new(),
        gains: seeing.gains,
        level: options.level,
        side: options.side,
    };
    review.word(catalogue);
    Ok(Some(review))
}

/// What is known only when the whole game has been seen: whose the points are, the largest gains, who is ahead.
fn add_model_facts(moves: &mut [ReviewedMove], seeing: &mut Seeing, owners: &[Owners], start: &Position) {
    let size = start.size();
    for (played, guess) in moves.iter_mut().zip(std::mem::take(&mut seeing.guesses)) {
        played.findings.extend(guess.as_ref().and_then(Guess::finding));
        played.guess = guess;
    }
    let shapes = std::mem::take(&mut seeing.shapes);
    for (played, shapes) in moves.iter_mut().zip(shapes) {
        // What a side makes of its own stones and breaks of the other's; the rest is a matter of course.
        let mover = played.ply.color;
        played.findings.extend(
            shapes
                .into_iter()
                .filter(|found| matches!(found.fact, Fact::Shape { color, made, .. } if made == (color == mover))),
        );
    }
    if seeing.n_speakers() >= 2 {
        let mut stones = *start.board().stones();
        for (i, played) in moves.iter_mut().enumerate() {
            let ply = &played.ply;
            if !ply.edited && ply.illegal.is_none() {
                let n = stones.black.len() + stones.white.len();
                played.findings.extend(seen::territory(size, &owners[i], &owners[i + 1], n));
                if let Some(point) = ply.mv.point().filter(|_| n * 12 > size.area()) {
                    played.findings.extend(seen::enters(size, &owners[i], ply.color, point, &stones[ply.color]));
                }
            }
            stones = played.stones;
        }
    }
    for curve in seeing.gains() {
        for (rank, ply) in seen::largest(&curve.values, 3).into_iter().enumerate() {
            let fact = Fact::Gain { quantity: curve.name.clone(), value: curve.values[ply], rank: rank + 1 };
            moves[ply - 1].findings.push(Finding::new(fact));
        }
    }
}
