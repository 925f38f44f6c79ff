//! Everything about reading and writing that a person can check against files.

// The broken and odd files of `fixtures/broken` and `fixtures/formats`, fact by fact.
mod cases;
// What is reported about the broken files, word by word.
mod golden;
// Hostile, cut and random bytes: nothing panics, nothing takes long, nothing grows without bounds.
mod hostile;
// Games of real servers, compared with an independent replay.
mod real;
// What is written reads the same.
mod round_trip;
