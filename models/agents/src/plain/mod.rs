//! The variants written down as they are described, agent by agent. This is what people watch, and what the fast way is
//! compared with.

mod listing;
mod text;

pub(crate) use listing::Listing;
pub(crate) use text::Text;
