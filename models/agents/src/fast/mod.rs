//! The same worlds for playing by the thousand: everything is kept up to date instead of looked for.

mod ground;
mod listing;
mod text;

pub(crate) use ground::Ground;
pub(crate) use listing::Listing;
pub(crate) use text::Text;
