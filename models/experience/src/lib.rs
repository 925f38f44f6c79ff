//! Experience: how likely is each move, and what makes it so, learned from games.
//!
//! A move belongs to many classes at once: the shape around it at eleven sizes, what it answers, what it does to chains, where
//! and when it is played. Every class has one weight; the score of a move is the plain sum of the weights of its classes, and
//! the probability of a move is the softmax of the scores over all legal moves. There is nothing hidden: a model is a list of
//! drawn classes with their weights, which a person can read and change.
//!
//! The way through the code: `scene` looks at a position, `template` lists the kinds of classes, `look` finds the classes of
//! every legal move by their keys, `body` says what a class looks like, `classes` and `text` are the two files, `train` and
//! `learn` make them from games, and `family` is what others see.

mod body;
mod classes;
mod fact;
mod family;
mod games;
mod geometry;
mod hash;
mod history;
mod learn;
mod look;
mod memory;
mod scene;
mod table;
mod template;
mod text;
mod train;
mod words;

pub use family::Experience;
