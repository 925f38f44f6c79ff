//! The Evolving Transformation System, for any domain: events, structs, constraints, classes and levels of any height.
//!
//! Nothing here knows Go. A domain is a [`System`]: its primal classes and primitives, and for each level the links that
//! elements can share and the classes. A [`Struct`] holds observed events; seen as a [`World`] it is searched for
//! elements ([`Level::recognise`]); the elements of a level, joined where they share a link, are the world of the next
//! ([`Level::ascend`]).

mod class;
mod follow;
mod generate;
mod recognise;
mod structs;
mod table;
mod world;

pub use class::{
    Chain, Class, ClassId, Constraint, ConstraintId, Kind, Label, Level, Link, LinkId, Member, Primitive, PrimitiveId,
    Site, Step, System, Tie, Times, Worth,
};
pub(crate) use follow::{Follower, Scene};
pub use generate::Generated;
pub(crate) use generate::{chance, pick};
pub use recognise::{Element, Overlap, overlaps};
pub use structs::{AssemblyError, Event, LinkError, Name, Struct};
pub use table::{Full, Id, Table};
pub(crate) use table::{id, ids};
pub(crate) use world::{Ascent, Moment};
pub use world::{NodeId, Span, World, WorldTie};
