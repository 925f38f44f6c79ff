//! Every JSON shape of aji, and explanations as plain text. Names and meanings are stable; [`SCHEMA`] grows when one changes in a way that breaks a
//! reader, not when something is added.
//!
//! A shape is a type: what `--json` prints, what the server takes and gives, and what Python gets are values of these types, and the OpenAPI document
//! and the TypeScript types of the pages are derived from them. Functions make shapes from what the crates below found; what crates above found
//! (matches, training, a corpus) they put into shapes of this crate themselves. An answer that stands alone is an [`Answer`].
//!
//! Conventions: points are written as people write them (`Q16`), colours are `B` and `W`, boards and maps are rows from
//! the top. JSON has no infinity: a number beyond the range of f64 is `null`, and its name stands in `out_of_range`.

mod answer;
mod ask;
mod cards;
mod classes;
mod commands;
mod files;
mod game;
mod judgement;
mod learned;
mod position;
mod reading;
mod review;
mod server;
mod simulation;
mod solved;
mod study;
mod tree;
mod values;
mod verdict;
mod words;

pub use self::study::{
    Agree, AgreePair, AgreePhase, Agreement, At, Bin, CounterScores, Counting, Energy, EnergyComparison, EnergyPairing,
    EnergySide, FurthestApart, Guesser, Guessing, Likeness, Mean, Moves, Predict, PredictorScores, RankSum,
    SameBestMove, SameOrder, SameOwner, ScoreAt, Stretch, Study, Telltale, Truth, TruthShare, TruthTally, Verdict,
    agree, counting, energy, guesses, likeness, predict, truth,
};
pub use answer::{Answer, SCHEMA};
pub use ask::{
    ClassOrder, ClassesAsk, FramesAsk, GamesAsk, JudgeAsk, LineAsk, MoveAsk, OccurrencesAsk, OnlyLineAsk, PictureAsk,
    PictureFormat, PictureStyle, PictureTheme, PlayAsk, QuestionAsk, ReadAsk, ReviewAsk, ScoreAsk, SetAsk, SimulateAsk,
    SolveAsk, StepAsk,
};
pub use cards::{
    Ability, Card, Category, FileKind, Models, Parameter, ParameterKind, Quantity, Role, Scope, Setting, Settings,
    Shape, Sign, Style, card, settings,
};
pub use classes::{Class, Classes, Occurrence, class};
pub use commands::{
    Claim, ClaimRule, CorpusAdded, CorpusImported, Epoch, Function, Functions, JudgedClaim, JudgedReading, MissingFile,
    Reproduction, ReproductionStage,
};
pub use files::{Check, CheckEnd, CheckSummary, CheckedFile, Converted, Problem, Severity, WrittenFile, problem};
pub use game::{Game, Illegal, Player, Ply, game, illegal, ply};
pub use judgement::{CandidateMove, GroupOutlook, Judgement, judgement};
pub use learned::{Learned, learned};
pub use position::{
    Captures, Chain, Counted, CountedChain, Expected, Marked, Position, Recorded, Score, Show, SideScore, board, chain,
    position, rows, score, side_score, vertices,
};
pub use reading::{
    Cell, Explanation, Field, Frame, Graph, GraphEdge, GraphNode, Labels, Mark, Of, Rating, Read, Readings, Sentence,
    explanation, frame, graph, moves, readings,
};
pub use review::{
    Curve, Digest, EnginePoint, Fact, Fight, Group, GroupWords, Guess, LastGroup, MomentWords, Overlay, OverlayScale,
    Paragraph, Phase, Review, ReviewPage, ReviewPly, ReviewSentence, ReviewStart, Sides, Story, Summary, review,
    review_page,
};
pub use server::{
    About, Choice, CurvePiece, Failed, Frames, Games, LineAnswer, ListedGame, Played, PlayerCard, Players, Playing,
    Reading, Record, RecordFile, ReviewPiece, Tick, Try, played,
};
pub use simulation::{Intervals, LogScores, Pair, ShareBetween, Simulation, Spread, simulation};
pub use solved::{Solved, SolvedGroup, SolvedLine, SolvedMove, SolvedPage, SolvedProblem, solved};
pub use tree::{Info, Setup, Side, Tree, TreeError, TreeNode, parse_play, play, tree};
pub use values::{Color, Named, Number};
pub use verdict::{MeanLoss, Moment, Stake, Standing, WeakGroup, Why};
pub use words::words;
