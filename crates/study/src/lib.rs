//! Studies over many games: what the moves of two sides do to an energy, who is predicted to win, and how far models agree.
//!
//! A study takes an iterator of games and the families it is to ask, and returns numbers, with tables and charts of them: it
//! reads no files. Games are worked on by all cores, and the result does not depend on how many there are.
//!
//! [`contests`] plays games of models that run by themselves, by the thousand. [`energy`] collects every quantity whose role is to say what a move won; [`predict`] reads every lead;
//! [`agree`] compares ratings of moves and owners of points; [`moves`] counts how often the move that was played is a model's
//! first choice; [`likeness`] tries to tell the games of a player from those of others; [`score`] counts last boards; [`Truth`] holds
//! what reviews claim against kept judgements of a strong engine. None knows a family by name.

mod agree;
pub mod contests;
mod energy;
mod games;
mod judge;
mod likeness;
mod moves;
mod predict;
mod score;
mod text;

pub use agree::{AgreeStudy, Agreement, Apart, Mean, Pair, Phase, Said, Witness, agree, compares};
pub use energy::{By, Comparison, EnergyStudy, Moved, Pairing, energy, gains, moved};
pub use judge::{JudgedGame, Question, Tally, Truth};
pub use likeness::{LikenessStudy, Sign, Suspect, TooFew, Verdict, Windows, gives_probabilities, likeness};
pub use moves::{AMONG, Bin, Guesser, Guessing, MovesStudy, Stretch, guesses, moves};
pub use predict::{PredictStudy, Predictor, Score, When, predict, predicts};
pub use score::{Counter, Judge, ScoreStudy, score};
pub use statistics::{RankSum, Share, Summary};
