//! The structural representation: element counts of the worked examples, and invariances over real positions.

use super::findings::Findings;
use super::{Progress, Setting, StageError, Work};

pub(crate) const STAGES: &[(&str, &str, Work)] = &[
    ("structure.counts", "elements of the worked examples", counts),
    ("structure.invariance", "invariances over real positions", invariance),
];

fn counts(setting: &Setting<'_>, progress: &Progress<'_>) -> Result<Findings, StageError> {
    let mut found = Findings::default();
    if let Err(why) = setting.subject("structure", &[]) {
        found.lacks("structure.counts", why);
    }
    progress(1, 1);
    Ok(found)
}

fn invariance(setting: &Setting<'_>, progress: &Progress<'_>) -> Result<Findings, StageError> {
    let mut found = Findings::default();
    if let Err(why) = setting.subject("structure", &[]) {
        found.lacks("structure.invariance", why);
    }
    progress(1, 1);
    Ok(found)
}
