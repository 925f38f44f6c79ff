//! What studies over many games found.

use goban::Point;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Position, Settings, position};

/// A study: which, with what settings, and what it found.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "{T}Study")]
pub struct Study<T> {
    /// `energy`, `predict`, `score`, `agree`, `moves`, `likeness` or `judge`.
    pub study: &'static str,
    /// What the models were asked with.
    pub settings: Settings,
    /// What was found.
    #[serde(flatten)]
    pub found: T,
}

/// What the moves of two sides do to an energy.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Energy {
    /// The model.
    pub model: String,
    /// Who is compared.
    pub by: String,
    /// How many games were compared.
    pub games: usize,
    /// How many could not be.
    pub left_out: usize,
    /// The comparisons, by the two sides.
    pub pairings: Vec<EnergyPairing>,
}

/// Two sides compared.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct EnergyPairing {
    /// The sides.
    pub names: [String; 2],
    /// How many games.
    pub games: usize,
    /// The quantities that say what a move won.
    pub quantities: Vec<EnergyComparison>,
}

/// A quantity of two sides compared.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct EnergyComparison {
    /// The quantity.
    pub quantity: String,
    /// What each side has.
    pub sides: Vec<EnergySide>,
    /// Whether the sides differ.
    pub rank_sum: RankSum,
    /// How often a move of the first side has more than one of the second.
    pub superiority: f64,
    /// How much wider the box of the first side is; null where the second has none.
    pub iqr_ratio: Option<f64>,
    /// Whether each median lies inside the box of the other.
    pub median_inside_other_box: [bool; 2],
}

/// The moves of one side in five numbers and more.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[allow(missing_docs, reason = "the names of the numbers are those of statistics")]
pub struct EnergySide {
    pub name: String,
    pub moves: usize,
    pub out_of_range: usize,
    pub least: f64,
    pub q1: f64,
    pub median: f64,
    pub q3: f64,
    pub greatest: f64,
    pub whiskers: [f64; 2],
    pub iqr: f64,
    pub skew: f64,
    pub outliers: usize,
}

/// The rank-sum test of Wilcoxon, Mann and Whitney.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct RankSum {
    /// The statistic.
    pub u: f64,
    /// Its standardised form.
    pub z: f64,
    /// The probability of it under chance, as a logarithm.
    pub log10_p: f64,
    /// Whether that was counted out.
    pub exact: bool,
}

/// The shape of a study of energies.
#[must_use]
pub fn energy(found: &study::EnergyStudy, model: &str, by: study::By) -> Energy {
    let side = |name: &String, summary: &study::Summary| EnergySide {
        name: name.clone(),
        moves: summary.n,
        out_of_range: summary.n_infinite,
        least: summary.least,
        q1: summary.q1,
        median: summary.median,
        q3: summary.q3,
        greatest: summary.greatest,
        whiskers: summary.whiskers,
        iqr: summary.iqr(),
        skew: summary.skew(),
        outliers: summary.n_outliers,
    };
    let comparison = |names: &[String; 2], comparison: &study::Comparison| {
        let test = &comparison.test;
        EnergyComparison {
            quantity: comparison.quantity.clone(),
            sides: names.iter().zip(&comparison.summaries).map(|(name, summary)| side(name, summary)).collect(),
            rank_sum: RankSum { u: test.u, z: test.z, log10_p: test.log10_p, exact: test.exact },
            superiority: test.superiority(),
            iqr_ratio: comparison.iqr_ratio(),
            median_inside_other_box: comparison.medians_inside(),
        }
    };
    let pairing = |pairing: &study::Pairing| EnergyPairing {
        names: pairing.names.clone(),
        games: pairing.n_games,
        quantities: pairing.comparisons.iter().map(|each| comparison(&pairing.names, each)).collect(),
    };
    Energy {
        model: model.to_string(),
        by: by.to_string(),
        games: found.n_games,
        left_out: found.n_left_out,
        pairings: found.pairings.iter().map(pairing).collect(),
    }
}

/// How often each predictor named the winner.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Predict {
    /// How many games were looked at.
    pub games: usize,
    /// How many could not be.
    pub left_out: usize,
    /// What else is to be said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<Vec<String>>,
    /// The predictors.
    pub predictors: Vec<PredictorScores>,
}

/// A predictor.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct PredictorScores {
    /// Its name.
    pub name: String,
    /// How it did, for every time that was asked.
    pub scores: Vec<ScoreAt>,
}

/// How a predictor did at a time.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ScoreAt {
    /// The time.
    pub at: At,
    /// How many games there were.
    pub games: usize,
    /// In how many it named nobody.
    pub undecided: usize,
    /// In how many it was right.
    pub hits: usize,
    /// The share of these among those in which it named somebody; null where there are none.
    pub share: Option<f64>,
    /// Its interval of confidence; null where there are none.
    pub interval: Option<[f64; 2]>,
}

/// A time in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum At {
    /// After a move.
    Move(usize),
    /// `end`.
    End(&'static str),
}

/// The shape of a study of predictors.
#[must_use]
pub fn predict(found: &study::PredictStudy) -> Predict {
    let score = |(time, score): (&study::When, &study::Score)| ScoreAt {
        at: match time {
            study::When::Move(number) => At::Move(*number),
            study::When::End => At::End("end"),
        },
        games: score.share.n + score.n_undecided,
        undecided: score.n_undecided,
        hits: score.share.hits,
        // None of nothing is no share.
        share: (score.share.n > 0).then_some(score.share.value),
        interval: (score.share.n > 0).then_some(score.share.interval),
    };
    let predictor = |predictor: &study::Predictor| PredictorScores {
        name: predictor.name.clone(),
        scores: found.times.iter().zip(&predictor.scores).map(score).collect(),
    };
    Predict {
        games: found.n_games,
        left_out: found.n_left_out,
        notes: None,
        predictors: found.predictors.iter().map(predictor).collect(),
    }
}

/// How well last boards are counted.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Counting {
    /// How many games were counted.
    pub games: usize,
    /// How many could not be.
    pub left_out: usize,
    /// The ways to count.
    pub counters: Vec<CounterScores>,
}

/// A way to count.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct CounterScores {
    /// What it does, or the lead that it reads.
    pub name: String,
    /// How many games it counted.
    pub games: usize,
    /// In how many it named the winner.
    pub winner: usize,
    /// In how many it was within one point of the margin.
    pub within_one: usize,
    /// In how many within three points.
    pub within_three: usize,
    /// By how many points it was off on average.
    pub mean_error: f64,
}

/// The shape of a study of counting.
#[must_use]
pub fn counting(found: &study::ScoreStudy) -> Counting {
    let counter = |counter: &study::Counter| CounterScores {
        name: counter.name.clone(),
        games: counter.winner.n,
        winner: counter.winner.hits,
        within_one: counter.within_one.hits,
        within_three: counter.within_three.hits,
        mean_error: counter.mean_error,
    };
    Counting {
        games: found.n_games,
        left_out: found.n_left_out,
        counters: found.counters.iter().map(counter).collect(),
    }
}

/// How true the claims of reviews are.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Truth {
    /// Who judged the games for the reviews: `aji`, our own search, or the name of an engine.
    pub judge: String,
    /// What was found, by the size of the board.
    pub sizes: Vec<TruthTally>,
    /// What was found on all of them.
    pub whole: TruthTally,
}

/// How true the claims are on some boards.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct TruthTally {
    /// The size of the board; null for all.
    pub size: Option<usize>,
    /// How many games were reviewed.
    pub games: usize,
    /// How many of their moves were judged.
    pub moves: usize,
    /// For every question how often the answer is yes: `groups_right`, `groups_called`, `mistakes_true`, `losses_named`, `inaccuracies_true`.
    pub shares: crate::Named<TruthShare>,
    /// By how many points the lead is off on average; null where none was given.
    pub lead_error: Option<f64>,
}

/// How often the answer to a question is yes.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct TruthShare {
    /// How often it is.
    pub hits: usize,
    /// How often it was asked.
    pub of: usize,
    /// The share; 0 where it was never asked.
    pub share: f64,
    /// Its 95 % interval.
    pub interval: [f64; 2],
}

/// The shape of a study of the truth of reviews.
#[must_use]
pub fn truth(judge: &str, found: &study::Truth) -> Truth {
    let tally = |size: Option<usize>, tally: &study::Tally| TruthTally {
        size,
        games: tally.n_games,
        moves: tally.n_moves,
        shares: study::Question::ALL
            .into_iter()
            .map(|question| {
                let study::Share { hits, n, value, interval } = tally.share(question);
                (question.name().to_string(), TruthShare { hits, of: n, share: value, interval })
            })
            .collect(),
        lead_error: tally.lead_error(),
    };
    Truth {
        judge: judge.to_string(),
        sizes: found.sizes.iter().map(|(size, found)| tally(Some(size.get()), found)).collect(),
        whole: tally(None, &found.whole),
    }
}

/// How far every two models agree.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Agree {
    /// Every how many moves they were asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub every: Option<usize>,
    /// The engine that was asked too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// How many games were looked at.
    pub games: usize,
    /// How many could not be.
    pub left_out: usize,
    /// How many positions were compared.
    pub positions: usize,
    /// What else is to be said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<Vec<String>>,
    /// The pairs.
    pub pairs: Vec<AgreePair>,
}

/// Two models compared.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct AgreePair {
    /// The models.
    pub models: [String; 2],
    /// In all positions.
    pub whole: Agreement,
    /// In the parts of the games.
    pub phases: Vec<AgreePhase>,
    /// Where they are furthest apart.
    pub furthest_apart: Option<FurthestApart>,
}

/// Two models compared in a part of the games.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct AgreePhase {
    /// How far they agree.
    #[serde(flatten)]
    pub agreement: Agreement,
    /// Which part.
    pub phase: String,
}

/// How far two models agree.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Agreement {
    /// How alike they order the moves; null where one does not rate moves.
    pub order: Option<SameOrder>,
    /// How often they like the same move best; null where there was nothing to compare.
    pub same_best_move: Option<SameBestMove>,
    /// How often they see the same owner; null where there was nothing to compare.
    pub same_owner: Option<SameOwner>,
}

/// How alike two models order moves.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SameOrder {
    /// The mean of the rank correlations.
    pub mean: f64,
    /// Its interval of confidence.
    pub interval: [f64; 2],
    /// Over how many positions.
    pub positions: usize,
}

/// How often two models like the same move best.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SameBestMove {
    /// In how many positions they do.
    pub hits: usize,
    /// Of how many.
    pub positions: usize,
    /// The share.
    pub share: f64,
    /// Its interval of confidence.
    pub interval: [f64; 2],
}

/// How often two models see the same owner.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SameOwner {
    /// On how many points they do.
    pub hits: usize,
    /// Of how many.
    pub points: usize,
    /// The share.
    pub share: f64,
    /// Its interval of confidence.
    pub interval: [f64; 2],
}

/// Where two models are furthest apart.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct FurthestApart {
    /// The number of the game, from 1.
    pub game: usize,
    /// The number of the move.
    pub ply: usize,
    /// How many points they give to different sides; null where one has no owners.
    pub disputed: Option<usize>,
    /// How many points both give to somebody; null where one has no owners.
    pub owned_by_both: Option<usize>,
    /// How alike they order the moves.
    pub order: Option<f64>,
    /// What each likes best.
    pub best_moves: Option<[String; 2]>,
    /// The position.
    pub position: Position,
}

/// The shape of a study of agreement.
#[must_use]
pub fn agree(found: &study::AgreeStudy) -> Agree {
    Agree {
        every: None,
        engine: None,
        games: found.n_games,
        left_out: found.n_left_out,
        positions: found.n_positions,
        notes: None,
        pairs: found.pairs.iter().map(pair).collect(),
    }
}

fn pair(pair: &study::Pair) -> AgreePair {
    let phase = |(phase, found): (&study::Phase, &study::Agreement)| AgreePhase {
        agreement: agreement(found),
        phase: phase.to_string(),
    };
    let apart = |apart: &study::Apart| {
        let size = apart.position.size();
        FurthestApart {
            game: apart.game + 1,
            ply: apart.ply,
            disputed: apart.disputed.map(|[disputed, _]| disputed),
            owned_by_both: apart.disputed.map(|[_, both]| both),
            order: apart.order,
            best_moves: apart.favourites.map(|both: [Point; 2]| both.map(|point| size.vertex(point))),
            position: position(&apart.position),
        }
    };
    AgreePair {
        models: pair.names.clone(),
        whole: agreement(&pair.whole),
        phases: study::Phase::ALL.iter().zip(&pair.phases).map(phase).collect(),
        furthest_apart: pair.apart.as_ref().map(apart),
    }
}

fn agreement(agreement: &study::Agreement) -> Agreement {
    let study::Agreement { order, favourite, owner } = agreement;
    Agreement {
        order: order.map(|study::Mean { value, interval, n }| SameOrder { mean: value, interval, positions: n }),
        same_best_move: favourite.map(|study::Share { hits, n, value, interval }| SameBestMove {
            hits,
            positions: n,
            share: value,
            interval,
        }),
        same_owner: owner.map(|study::Share { hits, n, value, interval }| SameOwner {
            hits,
            points: n,
            share: value,
            interval,
        }),
    }
}

/// How well models, players and engines guess the moves of games.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Moves {
    /// Every how many moves they were asked.
    pub every: usize,
    /// How many games were looked at.
    pub games: usize,
    /// How many could not be.
    pub left_out: usize,
    /// How many positions were looked at.
    pub positions: usize,
    /// What else is to be said.
    pub notes: Vec<String>,
    /// Those who guessed.
    pub guessers: Vec<Guesser>,
}

/// How well somebody guessed the moves of games.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Guesser {
    /// A model, a player or an engine.
    pub name: String,
    /// Over whole games.
    pub whole: Guessing,
    /// By stretch of the game.
    pub stretches: Vec<Stretch>,
    /// How often moves were played that were found so likely; null for those that give no probabilities.
    pub calibration: Option<Vec<Bin>>,
}

/// How well the moves of one stretch were guessed.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Stretch {
    /// Which stretch, in words.
    pub stretch: String,
    /// How well.
    #[serde(flatten)]
    pub guessing: Guessing,
}

/// How often the played move was among the first choices.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Guessing {
    /// Moves that were guessed.
    pub moves: usize,
    /// Share of first choices.
    pub first: Option<Mean>,
    /// Share among the first five.
    pub first_5: Option<Mean>,
    /// Share among the first twenty.
    pub first_20: Option<Mean>,
    /// Mean of −ln p; null for those that give no probabilities.
    pub log_loss: Option<Mean>,
}

/// A mean with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its interval.
    pub interval: [f64; 2],
}

/// Candidate moves that were found about equally likely.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Bin {
    /// The bin holds probabilities from here up to a tenth more.
    pub from: f64,
    /// Candidate moves in it.
    pub moves: usize,
    /// Their mean predicted probability.
    pub predicted: f64,
    /// The share of them that was played.
    pub played: f64,
}

/// The shape of a study of guesses.
#[must_use]
pub fn guesses(found: &study::MovesStudy, every: usize, notes: &[String]) -> Moves {
    let stretches = |guessings: &[study::Guessing; 3]| {
        let each = study::Stretch::ALL.iter().zip(guessings);
        each.map(|(stretch, found)| Stretch { stretch: stretch.to_string(), guessing: guessing(found) }).collect()
    };
    let bin = |bin: &study::Bin| Bin { from: bin.from, moves: bin.n, predicted: bin.predicted, played: bin.played };
    let guesser = |guesser: &study::Guesser| Guesser {
        name: guesser.name.clone(),
        whole: guessing(&guesser.whole),
        stretches: stretches(&guesser.stretches),
        calibration: guesser.calibration.as_ref().map(|bins| bins.iter().map(bin).collect()),
    };
    Moves {
        every,
        games: found.n_games,
        left_out: found.n_left_out,
        positions: found.n_positions,
        notes: notes.to_vec(),
        guessers: found.guessers.iter().map(guesser).collect(),
    }
}

fn guessing(guessing: &study::Guessing) -> Guessing {
    let mean =
        |mean: Option<study::Mean>| mean.map(|study::Mean { value, interval, .. }| Mean { mean: value, interval });
    let [first, first_5, first_20] = guessing.among.map(mean);
    Guessing { moves: guessing.n, first, first_5, first_20, log_loss: mean(guessing.log_loss) }
}

/// Whether the games of players can be told from those of others.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Likeness {
    /// The model whose probabilities are among the facts; null where there is none.
    pub model: Option<String>,
    /// Moves that are judged together.
    pub window: usize,
    /// The first window begins after this move.
    pub after: usize,
    /// No window goes beyond this move.
    pub until: usize,
    /// How many games are the measure.
    pub games: usize,
    /// How many were left out: broken, too short, or the same as one before.
    pub left_out: usize,
    /// Two halves of these games held against each other; null where they are too few.
    pub control: Option<Verdict>,
    /// Those whose games were to be told from them.
    pub players: Vec<Verdict>,
}

/// How well the games of a player can be told from the others.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Verdict {
    /// The player, or the file.
    pub name: String,
    /// Games of each side.
    pub games: usize,
    /// Games of the player that were left out.
    pub left_out: usize,
    /// Windows of both sides.
    pub windows: usize,
    /// How often one window is told right.
    pub window: Mean,
    /// How often a whole game is.
    pub game: Mean,
    /// What gives the player away; what weighs most comes first.
    pub signs: Vec<Telltale>,
}

/// A fact of moves and what it says about who played.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Telltale {
    /// The fact.
    pub fact: String,
    /// What one standard deviation more of it adds to the logarithm of the odds that the player played.
    pub weight: f64,
    /// The mean over the player's windows.
    pub player: f64,
    /// The mean over the others.
    pub others: f64,
}

/// The shape of a study of likeness.
#[must_use]
pub fn likeness(found: &study::LikenessStudy, model: Option<&str>) -> Likeness {
    let sign = |sign: &study::Sign| Telltale {
        fact: sign.fact.to_string(),
        weight: sign.weight,
        player: sign.suspect,
        others: sign.measure,
    };
    let verdict = |verdict: &study::Verdict| Verdict {
        name: verdict.name.clone(),
        games: verdict.n_games,
        left_out: verdict.n_left_out,
        windows: verdict.n_windows,
        window: Mean { mean: verdict.window.value, interval: verdict.window.interval },
        game: Mean { mean: verdict.game.value, interval: verdict.game.interval },
        signs: verdict.signs.iter().map(sign).collect(),
    };
    Likeness {
        model: model.map(str::to_string),
        window: found.windows.moves,
        after: found.windows.after,
        until: found.windows.until,
        games: found.n_games,
        left_out: found.n_left_out,
        control: found.control.as_ref().map(verdict),
        players: found.verdicts.iter().map(verdict).collect(),
    }
}
