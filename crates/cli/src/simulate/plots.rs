//! The figures of the paper, as files.

use std::path::Path;

use figures::Figure;
use model::Seed;
use reproduce::contests::{self, Batch, FirstGame};

use crate::failure::Failure;
use crate::output::Existing;
use crate::picture;

pub(crate) fn write(runs: &[Batch], seed: Seed, folder: &Path, existing: Existing) -> Result<(), Failure> {
    let save = |name: &str, figure: &dyn Figure| picture::save(folder, name, figure, existing);
    for run in runs {
        let FirstGame { board, scores, capacity } = FirstGame::of(&run.contest, seed);
        let name = contests::slug(&run.contest);
        save(&format!("{name}-game"), &board)?;
        save(&format!("{name}-scores"), &scores)?;
        save(&format!("{name}-capacity"), &capacity)?;
    }
    save("wins", &contests::wins(runs, seed))?;
    save("log-scores", &contests::log_scores(runs, seed))
}
