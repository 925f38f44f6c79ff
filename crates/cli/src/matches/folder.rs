//! The folder of a tournament: results, records, reports.

use std::path::{Path, PathBuf};

use arena::{Journal, Report, Row, Tournament};
use figures::Figure as _;
use rayon::prelude::*;

use crate::failure::Failure;
use crate::output::{self, Existing, complain};

const RESULTS: &str = "results.jsonl";

/// A folder into which games are put as they end.
pub(crate) struct Folder {
    path: PathBuf,
    journal: Journal,
    /// Folders of records that are there.
    made: std::collections::HashSet<PathBuf>,
}

/// The results in a folder.
pub(crate) fn read(folder: &Path) -> Result<Vec<Row>, Failure> {
    let rows = Journal::read(&folder.join(RESULTS)).map_err(Failure::work)?;
    for (row, what) in damaged(folder, &rows) {
        complain(format!("{}: {what}; its result counts all the same", folder.join(&row.file).display()));
    }
    Ok(rows)
}

/// The games whose records are not what was written, and what is wrong with them.
fn damaged(folder: &Path, rows: &[Row]) -> Vec<(Row, &'static str)> {
    let look = |row: &&Row| match std::fs::read(folder.join(&row.file)) {
        Ok(record) if row.is_record(&record) => None,
        Ok(_) => Some(((*row).clone(), "was altered since the game was played")),
        Err(_) => Some(((*row).clone(), "the record of a game is missing")),
    };
    rows.par_iter().filter(|row| !row.file.is_empty()).filter_map(|row| look(&row)).collect()
}

impl Folder {
    /// Opens a folder, or makes it, and gives what has been played.
    pub(crate) fn open(path: &Path) -> Result<(Folder, Vec<Row>), Failure> {
        output::make_folder(path)?;
        let (mut journal, mut rows) = Journal::open(&path.join(RESULTS)).map_err(Failure::work)?;
        input::sync_folder(path).map_err(|error| Failure::work(error).about(path.display()))?;
        for (row, what) in damaged(path, &rows) {
            complain(format!("{}: {what}; the game is played again", path.join(&row.file).display()));
            journal.forget(&row).map_err(Failure::work)?;
            rows.retain(|kept| *kept != row);
        }
        Ok((Folder { path: path.to_path_buf(), journal, made: std::collections::HashSet::new() }, rows))
    }

    /// Keeps a game: first its record, then its line, so that every line has a record.
    pub(crate) fn keep(&mut self, row: &mut Row, sgf: &str) -> Result<(), Failure> {
        let [first, second] = row.pair.each_ref().map(|name| slug(name));
        let folder = Path::new("games").join(format!("{first}--{second}"));
        let file = folder.join(format!("{:04}.sgf", row.game + 1));
        if self.made.insert(folder.clone()) {
            output::make_folder(&self.path.join(folder))?;
        }
        output::write_file(&self.path.join(&file), sgf.as_bytes(), Existing::Replace)?;
        row.kept_as(file.to_string_lossy().replace('\\', "/"), sgf.as_bytes());
        self.journal.append(row).map_err(Failure::work)
    }

    /// Writes the report in every form.
    pub(crate) fn write_reports(&self, tournament: &Tournament, report: &Report, rows: &[Row]) -> Result<(), Failure> {
        let write =
            |name: &str, text: &str| output::write_file(&self.path.join(name), text.as_bytes(), Existing::Replace);
        let mut sorted: Vec<&Row> = rows.iter().collect();
        let index = |name: &str| tournament.contestants.iter().position(|contestant| contestant.name == name);
        sorted.sort_by_key(|row| (row.pair.each_ref().map(|name| index(name)), row.game));
        write("report.txt", &report.to_text())?;
        let json = serde_json::to_string_pretty(&wire::Answer::new(report)).map_err(Failure::work)?;
        write("report.json", &format!("{json}\n"))?;
        write("report.html", &report.to_html())?;
        write("ratings.svg", &report.chart().to_svg())?;
        write("standings.csv", &report.standings_csv())?;
        write("pairs.csv", &report.pairs_csv())?;
        write("games.csv", &arena::games_csv(sorted))
    }
}

/// A name as a part of a file name: what is left out of it is told apart by a number.
fn slug(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || ['.', '_', '+', '-'].contains(&c);
    let slug: String = name.chars().map(|c| if plain(c) { c } else { '_' }).take(60).collect();
    if slug == name && !slug.starts_with('.') {
        return slug;
    }
    let sum = name.bytes().fold(0u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    format!("{}-{:04x}", slug.trim_start_matches('.'), sum & 0xffff)
}
