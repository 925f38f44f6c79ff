//! The variants written down as they are described, agent by agent. This is what people watch, and what the fast way is held
//! against.

mod listing;
mod text;

pub(crate) use listing::Listing;
pub(crate) use text::Text;
