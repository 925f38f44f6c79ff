//! A search that follows a game.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError};

use goban::{PointSet, Position};
use model::{BeginError, Candidate, Judgement, Model, Outlook, Subject, likelihood};
use playout::{Agent, Policy};
use record::Ply;

use crate::learned::Beside;
use crate::proofs::{self, Proof};
use crate::root::Root;
use crate::tree::{Node, Outcome, Tree, to_index};
use crate::worker::{Job, Task, Worker};
use crate::{Aim, Settings};

/// A game is chosen when exactly this many chosen before it are still underway. With more threads than this some would wait.
const UNDERWAY: usize = 8;

/// The same where leaves are looked at: there are fewer games, each tells more, and takes longer.
const FEW_UNDERWAY: usize = 2;

/// A line of play is told as far as this many games went.
const TOLD: u32 = 8;

/// The table of shapes is read once for all searches that play by the usual rates.
static USUAL: LazyLock<Arc<Policy>> = LazyLock::new(Arc::default);

/// A search that follows a game and keeps what it has found of the moves to come.
///
/// Whoever drives it calls [`begin`](Search::begin) for every game, [`observe`](Search::observe) for every ply of both sides, and
/// [`think`](Search::think) as long and as often as it likes; [`judgement`](Search::judgement) says what was found.
pub struct Search {
    settings: Settings,
    /// What of it holds for the board and the aim.
    ways: Settings,
    prior: Option<Subject>,
    policy: Arc<Policy>,
    aim: Option<Aim>,
    root: Option<Root>,
    tree: Tree,
    found: Found,
    /// What reading proved at the root, once it was asked.
    proofs: Option<Vec<Proof>>,
    /// What is known of the root beside the tree, once somebody asked.
    beside: Option<Beside>,
    workers: Vec<Worker>,
}

/// What the games from the root have shown beside the tree.
#[derive(Default)]
struct Found {
    games: u64,
    /// Black's wins; a draw is half of one.
    wins: f64,
    lead: f64,
    squares: f64,
    owned: Vec<f64>,
    /// The same for the games of each move at the root.
    owned_after: Vec<Vec<f64>>,
}

impl Search {
    /// A search that has seen nothing yet. The prior is a family that says how likely each move is, in a field with the role
    /// [`NextMove`](model::Role::NextMove); without one every move is as likely as any other, but for those that the policy of the games
    /// would play.
    #[must_use]
    pub fn new(settings: Settings, prior: Option<Subject>) -> Search {
        let tree = Tree::new(settings.memory);
        let mut policy = Arc::clone(&USUAL);
        if settings.rates != policy.rates {
            Arc::make_mut(&mut policy).rates = settings.rates;
        }
        Search {
            settings,
            ways: settings,
            prior,
            policy,
            aim: None,
            root: None,
            tree,
            found: Found::default(),
            proofs: None,
            beside: None,
            workers: Vec::new(),
        }
    }

    /// The same, but its games are played for something else than the score.
    #[must_use]
    pub fn aiming(self, aim: Aim) -> Search {
        Search { aim: Some(aim), ..self }
    }

    /// How it goes about it.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Whether it looks at leaves on the board where it is, instead of playing games from them.
    #[must_use]
    pub fn looks(&self) -> bool {
        self.ways.looks.is_some()
    }

    /// Begins on a position: the start of a game, or any other.
    ///
    /// # Errors
    /// When the prior cannot begin there.
    pub fn begin(&mut self, start: &Position) -> Result<(), BeginError> {
        self.root = None;
        if let Some(prior) = &self.prior {
            prior.begin(start)?;
        }
        self.workers.iter_mut().for_each(Worker::forget);
        self.ways = self.settings.on(start.size(), self.aim.is_some());
        self.root = Some(Root::new(start));
        self.beside = None;
        self.confine();
        self.start_anew();
        Ok(())
    }

    /// Takes note of a ply of either side; `position` is the one after it. What is known of the moves after it is kept.
    pub fn observe(&mut self, ply: &Ply, position: &Position) {
        let Some(root) = &mut self.root else { return };
        let expected = root.position.to_move() == ply.color && root.position.rules() == position.rules();
        if ply.edited || ply.illegal.is_some() {
            *root = Root::new(position);
        } else {
            root.play(ply, position);
        }
        self.proofs = None;
        self.beside = None;
        self.confine();
        let known = expected && !ply.edited && self.tree.follow(to_index(position.size(), ply.mv));
        self.found = Found::default();
        if !known {
            self.start_anew();
        }
    }

    /// Keeps games that are about something to the points that have to do with it.
    fn confine(&mut self) {
        if let (Some(root), Some(aim)) = (&mut self.root, &self.aim) {
            root.board = root.board.clone().confined(aim.within());
        }
    }

    /// From now on a game counts as even at this lead of Black's. What was found before was found for something else, so it is forgotten.
    pub fn set_even(&mut self, even: f64) {
        if self.settings.even != even {
            (self.settings.even, self.ways.even) = (even, even);
            self.start_anew();
        }
    }

    /// Forgets what was found, but not where it is.
    fn start_anew(&mut self) {
        self.tree = Tree::new(self.settings.memory);
        self.found = Found::default();
        self.proofs = None;
    }

    /// The position it looks at.
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        self.root.as_ref().map(|root| &root.position)
    }

    /// Leads a model through the game to the position it looks at.
    pub fn lead(&self, model: &mut dyn Model) {
        if let Some(root) = &self.root {
            root.walk(|ply, position| model.observe(ply, position));
        }
    }

    /// Plays this many games more (or looks at so many leaves, where the settings ask for that), or fewer if `go_on`, which is asked before each of them, says no. The side to move considers only
    /// moves on these points, if any are given. How many games were played comes back.
    pub fn think(&mut self, games: usize, among: Option<&PointSet>, go_on: &mut dyn FnMut() -> bool) -> usize {
        let Some(root) = self.root.take() else { return 0 };
        let n_threads = self.ways.threads.clamp(1, UNDERWAY);
        self.workers.resize_with(n_threads, Worker::default);
        let mut workers = std::mem::take(&mut self.workers);
        let seed = self.ways.seed.stream(root.position.board().hash()).stream(root.position.n_moves() as u64);
        let (settings, prior, policy) = (self.ways, self.prior.clone(), Arc::clone(&self.policy));
        let aim = self.aim.take();
        let (prior, aimed) = (prior.as_ref(), aim.as_ref());
        let task = Task { root: &root, settings: &settings, prior, policy: &policy, aim: aimed, seed };
        let mut played = 0;
        if let Some((first, helpers)) = workers.split_first_mut() {
            if !self.tree.is_grown() {
                let mut job = Job::default();
                first.open(&task, &mut Agent::new(task.policy), &mut job);
                self.tree.grow_root(&job.children);
            }
            if self.proofs.is_none() && aim.is_none() && settings.proofs > 0 {
                let found = proofs::proofs(&root.position, settings.proofs, go_on);
                let advised = |proof: &Proof| (to_index(root.size(), proof.point.into()), proof.share());
                self.tree.advise(&found.iter().map(advised).collect::<Vec<_>>());
                self.proofs = Some(found);
            }
            let desk = Desk::default();
            std::thread::scope(|scope| {
                for helper in helpers {
                    let (desk, task) = (&desk, &task);
                    scope.spawn(move || desk.help(helper, task));
                }
                played = self.run(&task, first, &desk, games, among, go_on);
                desk.close();
            });
        }
        self.workers = workers;
        self.root = Some(root);
        self.aim = aim;
        played
    }

    /// Chooses games and takes in what became of them, in order.
    fn run(
        &mut self,
        task: &Task<'_>,
        worker: &mut Worker,
        desk: &Desk,
        games: usize,
        among: Option<&PointSet>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> usize {
        let mut agent = Agent::new(task.policy);
        let mut spare: Vec<Job> = Vec::new();
        let (mut chosen, mut played, mut stopped) = (0, 0, false);
        let before = self.found.games;
        loop {
            let underway = if task.settings.looks.is_some() { FEW_UNDERWAY } else { UNDERWAY };
            while !stopped && chosen < games && chosen < played + underway {
                stopped = !go_on();
                if !stopped {
                    let mut job = spare.pop().unwrap_or_default();
                    job.number = before + chosen as u64;
                    self.choose(task, among, &mut job);
                    desk.hand_out(job);
                    chosen += 1;
                }
            }
            if played == chosen {
                return played;
            }
            let job = desk.fetch(before + played as u64, |job| worker.play(task, &mut agent, job));
            self.take_in(task, job, &mut spare);
            played += 1;
        }
    }

    fn choose(&mut self, task: &Task<'_>, among: Option<&PointSet>, job: &mut Job) {
        let size = task.root.size();
        job.grows = self.tree.descend(&self.ways, size, among, task.root.n_passes(), &mut job.path);
        self.tree.moves(&job.path, &mut job.moves);
    }

    fn take_in(&mut self, task: &Task<'_>, mut job: Job, spare: &mut Vec<Job>) {
        let size = task.root.size();
        let won = |even: f64| match (job.worth, job.steepness) {
            (Some(worth), _) => worth,
            (None, Some(steepness)) => likelihood(steepness * (job.lead - even)),
            (None, None) => win(job.lead - even),
        };
        let (settings, found) = (&self.ways, &mut self.found);
        found.games += 1;
        found.wins += won(0.0);
        found.lead += job.lead;
        found.squares += job.lead * job.lead;
        let children = self.tree.children(self.tree.root()).len();
        found.owned_after.resize(children, Vec::new());
        let after = job.path.get(1).map(|&child| self.tree.child_number(child));
        let after = after.and_then(|number| found.owned_after.get_mut(number));
        for owned in std::iter::once(&mut found.owned).chain(after) {
            owned.resize(size.area(), 0.0);
            owned.iter_mut().zip(&job.owners).for_each(|(sum, &owner)| *sum += f64::from(owner));
        }
        let ahead = job.lead - settings.even;
        let margin = 0.5 + 0.5 * (ahead / (2.0 * size.get() as f64)).tanh();
        // Games for something else than the score know no margin.
        let share = if job.worth.is_some() { 0.0 } else { settings.margin };
        let black = won(settings.even) + share * (margin - won(settings.even));
        let won = won(0.0);
        let Job { path, first, children, grows, lead, .. } = &mut job;
        let outcome = Outcome { black, lead: *lead, won, first, moves: grows.then_some(&children[..]) };
        self.tree.take_in(path, task.root.position.to_move(), outcome);
        spare.push(job);
    }

    /// The moves at the root that reading proved to take or save a chain, as far as somebody has thought.
    #[must_use]
    pub fn proofs(&self) -> &[Proof] {
        self.proofs.as_deref().unwrap_or_default()
    }

    /// Whether so many more games cannot change which move has the most.
    #[must_use]
    pub fn is_decided(&self, games: usize) -> bool {
        let mut most = [0, 0];
        for child in self.tree.children(self.tree.root()) {
            if child.visits > most[0] {
                most = [child.visits, most[0]];
            } else if child.visits > most[1] {
                most[1] = child.visits;
            }
        }
        (most[0] - most[1]) as usize > games
    }

    /// What was found so far. Without any games the candidates are in the order of the prior, once somebody has thought at all.
    #[must_use]
    pub fn judgement(&self) -> Judgement {
        let Some(root) = &self.root else { return Judgement::default() };
        let (size, found) = (root.size(), &self.found);
        let node = self.tree.root();
        let mut order: Vec<(usize, &Node)> = self.tree.children(node).iter().enumerate().collect();
        order.sort_by(|(_, a), (_, b)| b.visits.cmp(&a.visits).then(b.prior.total_cmp(&a.prior)));
        let candidates = order.into_iter().map(|(number, child)| Candidate {
            mv: child.mv(size),
            visits: child.visits.into(),
            black_wins: child.black_wins(),
            black_leads: (child.visits > 0).then_some(f64::from(child.lead)),
            prior: Some(child.prior.into()),
            line: self.line_from(child).map(|node| node.mv(size)).collect(),
            line_visits: self.line_from(child).map(|node| node.visits.into()).collect(),
            ownership: found
                .owned_after
                .get(number)
                .filter(|owned| !owned.is_empty())
                .map(|owned| shares(owned, child.visits.into())),
        });
        let n = found.games as f64;
        let mean = |sum: f64| (found.games > 0).then_some(sum / n);
        let outlook = |chain: goban::Chain<'_>| {
            let first = chain.stones().first()?;
            let owned = found.owned.get(size.index(first))?;
            let survival = 0.5 + 0.5 * chain.color().sign() * owned / n;
            Some(Outlook { stones: *chain.stones(), color: chain.color(), survival })
        };
        Judgement {
            games: found.games,
            black_wins: mean(found.wins),
            black_leads: mean(found.lead),
            spread: mean(found.squares).map(|squares| (squares - (found.lead / n).powi(2)).max(0.0).sqrt()),
            ownership: (found.games > 0).then(|| shares(&found.owned, n)),
            fates: root.position.board().chains().filter_map(outlook).collect(),
            candidates: candidates.collect(),
        }
    }

    /// The same, set right by learned owners on boards where they see better than games (from 9×9 on): whose points are, who is ahead
    /// and by how much. What is known of the moves is moved as the whole is, so that they can be compared with each other as before.
    #[must_use]
    pub fn outlook(&mut self) -> Judgement {
        let mut judgement = self.judgement();
        if let Some(root) = self.root.as_ref().filter(|_| judgement.games > 0) {
            let beside = self.beside.get_or_insert_with(|| Beside::new(&root.position));
            beside.set_right(&root.position, self.prior.as_ref(), self.ways.looks.is_some(), &mut judgement);
        }
        judgement
    }

    /// A move and what is expected to follow it.
    fn line_from<'a>(&'a self, first: &'a Node) -> impl Iterator<Item = &'a Node> {
        let next = |node: &&'a Node| {
            let most = self.tree.children(node).iter().max_by_key(|child| child.visits);
            most.filter(|child| child.visits >= TOLD)
        };
        std::iter::successors(Some(first), next)
    }
}

/// What a lead is worth to Black: a win, a draw or nothing.
fn win(lead: f64) -> f64 {
    match lead {
        0.0 => 0.5,
        lead if lead > 0.0 => 1.0,
        _ => 0.0,
    }
}

/// Whose points are, from what so many games say together.
fn shares(owned: &[f64], games: f64) -> Vec<f64> {
    owned.iter().map(|sum| sum / games.max(1.0)).collect()
}

/// Where jobs are handed out and come back.
#[derive(Default)]
struct Desk {
    papers: Mutex<Papers>,
    work: Condvar,
    ready: Condvar,
}

#[derive(Default)]
struct Papers {
    waiting: VecDeque<Job>,
    done: Vec<Job>,
    closed: bool,
}

impl Desk {
    /// Nothing under the lock can panic, so that a poisoned one is as good as any.
    fn papers(&self) -> MutexGuard<'_, Papers> {
        self.papers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn hand_out(&self, job: Job) {
        self.papers().waiting.push_back(job);
        self.work.notify_one();
    }

    /// The job with this number, done. Who waits for it does others in the meantime.
    fn fetch(&self, number: u64, mut play: impl FnMut(&mut Job)) -> Job {
        let mut papers = self.papers();
        loop {
            if let Some(at) = papers.done.iter().position(|job| job.number == number) {
                return papers.done.swap_remove(at);
            }
            papers = match papers.waiting.pop_front() {
                Some(mut job) => {
                    drop(papers);
                    play(&mut job);
                    let mut papers = self.papers();
                    papers.done.push(job);
                    papers
                }
                None => self.ready.wait(papers).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    /// Does jobs until no more come.
    fn help(&self, worker: &mut Worker, task: &Task<'_>) {
        let mut agent = Agent::new(task.policy);
        let mut papers = self.papers();
        while !papers.closed {
            papers = match papers.waiting.pop_front() {
                Some(mut job) => {
                    drop(papers);
                    worker.play(task, &mut agent, &mut job);
                    let mut papers = self.papers();
                    papers.done.push(job);
                    self.ready.notify_one();
                    papers
                }
                None => self.work.wait(papers).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    fn close(&self) {
        self.papers().closed = true;
        self.work.notify_all();
    }
}
