//! What a model said of a whole corpus, kept for later queries.
//!
//! ```text
//! DIR/observations/NAME/observations.json  which model, with which settings and seed, and the parts
//! DIR/observations/NAME/000000.parquet     game, move_number and the numbers of the model, for one part of the games
//! ```
//!
//! There is a part for every part of the games, and the list is replaced after each: whoever is killed goes on after the
//! last part, and games that were imported later are added by asking again.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use arrow::datatypes::SchemaRef;
use datafusion::catalog::TableProvider;
use datafusion::common::Result as PlanResult;
use datafusion::prelude::col;
use model::Families;
use serde::{Deserialize, Serialize};

use super::answer::Answer;
use super::ask::Asked;
use super::error::SqlError;
use super::follow::{Followed, Sight};
use super::functions::sql_name;
use super::object_store::ObjectStore;
use super::place::{Place, name_in_url};
use super::{Corpus, Session, review, stored};
use crate::Table;
use crate::dataset::hash_file;

pub(super) const FOLDER: &str = "observations";
pub(super) const LIST: &str = "observations.json";
const FORMAT: u32 = 1;

/// The list of what is kept of one model.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct List {
    format: u32,
    aji: String,
    model: String,
    /// All parameters, as they could be given again.
    parameters: String,
    seed: u64,
    /// [`Asked::fingerprint`], in hexadecimal: another network or other definitions are another model.
    fingerprint: String,
    parts: Vec<Part>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Part {
    /// The part of the games, and its hash.
    games: String,
    xxh64: String,
    /// The file, beside the list.
    file: String,
    rows: usize,
    /// The sum of the file, as a corpus keeps those of its parts; lists of earlier versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sum: Option<String>,
}

/// How far the work has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Added {
    /// Parts of the games that were done now.
    pub parts: usize,
    /// Parts that were there already.
    pub kept: usize,
    /// Rows in all of them.
    pub rows: usize,
}

/// What is kept of one model, as a table.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    /// The name of its folder.
    name: String,
    list: List,
}

impl Kept {
    /// The name of its table.
    pub(crate) fn table_name(&self) -> String {
        format!("observations_{}", sql_name(&self.name, model::Shape::Number))
    }

    /// The table; none if its model is unknown here, since its columns are then too.
    pub(crate) fn table(&self, place: &Place, families: &Families) -> PlanResult<Option<Arc<dyn TableProvider>>> {
        let Ok(sight) = review::sight(families, &self.list.model, "") else { return Ok(None) };
        let folder = format!("{FOLDER}/{}", name_in_url(&self.name));
        let full = |part: &Part| place.file(&format!("{folder}/{}", part.file));
        let mut files: Vec<String> = self.list.parts.iter().map(full).collect();
        if files.is_empty() {
            files.push(place.file(&format!("{folder}/none/")));
        }
        stored(&files, sight.schema()).map(Some)
    }

    /// Whether it holds what a model with these settings says of every game.
    pub(crate) fn answers(&self, asked: &Asked, corpus: &Corpus) -> bool {
        let has =
            |part: &crate::Part| self.list.parts.iter().any(|kept| kept.games == part.file && kept.xxh64 == part.xxh64);
        self.list.is_of(asked) && corpus.dataset.parts().filter(|part| part.table == Table::Games).all(has)
    }
}

impl List {
    fn of(asked: &Asked) -> List {
        List {
            format: FORMAT,
            aji: env!("CARGO_PKG_VERSION").to_string(),
            model: asked.0.card().name.clone(),
            parameters: asked.0.parameters().to_string(),
            seed: asked.0.seed().0,
            fingerprint: hex(asked.fingerprint()),
            parts: Vec::new(),
        }
    }

    fn is_of(&self, asked: &Asked) -> bool {
        self.model == asked.0.card().name
            && self.parameters == asked.0.parameters().to_string()
            && self.seed == asked.0.seed().0
            // The one that takes time.
            && self.fingerprint == hex(asked.fingerprint())
    }

    fn read(folder: &Path) -> Result<Option<List>, SqlError> {
        let path = folder.join(LIST);
        match fs::read_to_string(&path) {
            Ok(text) => List::parse(&path, &text).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(SqlError::Corpus(format!("{}: {error}", path.display()))),
        }
    }

    fn parse(path: &Path, text: &str) -> Result<List, SqlError> {
        let wrong = |reason: &dyn std::fmt::Display| SqlError::Corpus(format!("{}: {reason}", path.display()));
        let text = keep::unseal_if_sealed(text).map_err(|broken| wrong(&broken))?;
        let list: List = serde_json::from_str(&text).map_err(|error| wrong(&error))?;
        if list.format != FORMAT {
            return Err(wrong(&format!("the format is {}, this program reads {FORMAT}", list.format)));
        }
        Ok(list)
    }

    fn save(&self, folder: &Path) -> Result<(), SqlError> {
        let path = folder.join(LIST);
        let text = keep::seal(&serde_json::to_string_pretty(self).expect("a list is plain data")) + "\n";
        input::write_whole(&path, |mut file| file.write_all(text.as_bytes()))
            .map_err(|error| SqlError::Output(format!("{}: {error}", path.display())))
    }
}

/// Everything that is kept in a corpus.
pub(crate) async fn all(place: &Place, store: &dyn ObjectStore) -> Result<Vec<Kept>, SqlError> {
    let mut kept = Vec::new();
    for name in place.folders(store, FOLDER).await? {
        let file = format!("{FOLDER}/{name}/{LIST}");
        if let Some(text) = place.text(store, &file).await? {
            kept.push(Kept { list: List::parse(&place.named(&file), &text)?, name });
        }
    }
    Ok(kept)
}

impl Session {
    /// Keeps what a model says of every game as a table `observations_NAME`. Parts that are there already are left as they
    /// are. `progress` hears how many parts are done, and of how many.
    ///
    /// # Errors
    /// When there is no such model, a setting does not fit, other settings are kept under that name, a file cannot be
    /// written, or `stop` was set: what is done by then stays.
    pub fn add(
        &self,
        name: &str,
        model: &str,
        settings: &str,
        families: &Families,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Added, SqlError> {
        if name.is_empty() || name.contains(['/', '\\']) || name.starts_with('.') {
            return Err(SqlError::query(format!("'{name}' is no name for a table")));
        }
        let sight = review::sight(families, model, settings).map_err(|error| SqlError::of_query(&error, &[]))?;
        let Sight::Review { asked, .. } = &sight else { return Ok(Added { parts: 0, kept: 0, rows: 0 }) };
        let Some(folder) = self.corpus.place.folder() else {
            return Err(SqlError::Failed(format!(
                "{}: tables are written in a folder of this machine only; add them there and copy them",
                self.corpus.place.url()
            )));
        };
        let folder = folder.join(FOLDER).join(name);
        let mut list = match List::read(&folder)? {
            Some(list) if !list.is_of(asked) => {
                return Err(SqlError::query(format!(
                    "{name} holds {} with {}, seed {} and perhaps another network; give this one another name with --as",
                    list.model, list.parameters, list.seed
                )));
            }
            Some(list) => list,
            None => List::of(asked),
        };
        let cannot = |error: io::Error| SqlError::Output(format!("{}: {error}", folder.display()));
        fs::create_dir_all(&folder).map_err(cannot)?;
        let lock = fs::File::create(folder.join("add.lock")).map_err(cannot)?;
        // The lock ends with the process, however that ends.
        if lock.try_lock().is_err() {
            return Err(SqlError::Failed(format!("{name} is being added by somebody else; wait for the end of that")));
        }
        tidy(&folder).map_err(cannot)?;
        let parts: Vec<crate::Part> =
            self.corpus.dataset.parts().filter(|part| part.table == Table::Games).cloned().collect();
        // Parts of games that are there no more say nothing any longer.
        list.parts.retain(|kept| parts.iter().any(|part| part.file == kept.games && part.xxh64 == kept.xxh64));
        let mut added = Added { parts: 0, kept: list.parts.len(), rows: 0 };
        for (n, part) in parts.iter().enumerate() {
            progress(n, parts.len());
            if list.parts.iter().any(|kept| kept.games == part.file) {
                continue;
            }
            let file = Path::new(&part.file).file_name().unwrap_or_default().to_string_lossy().into_owned();
            let rows = self.observe(&part.file, &sight, &folder.join(&file), stop)?;
            let sum = Some(hash_file(&folder.join(&file)).map_err(cannot)?);
            list.parts.push(Part { games: part.file.clone(), xxh64: part.xxh64.clone(), file, rows, sum });
            list.parts.sort_by(|a, b| a.file.cmp(&b.file));
            list.save(&folder)?;
            added.parts += 1;
        }
        progress(parts.len(), parts.len());
        list.save(&folder)?;
        added.rows = list.parts.iter().map(|part| part.rows).sum();
        let mut kept = self.corpus.lock_kept();
        let others = kept.iter().filter(|kept| kept.name != name).cloned();
        let own = Kept { name: name.to_string(), list };
        let all = others.chain([own]).collect();
        *kept = Arc::new(all);
        Ok(added)
    }

    /// Follows the games of one part and writes the numbers of the model, in the order of games and moves.
    fn observe(&self, games: &str, sight: &Sight, to: &Path, stop: &AtomicBool) -> Result<usize, SqlError> {
        let files = vec![self.corpus.place.file(games)];
        let schema: SchemaRef = Table::Games.schema();
        let followed = Followed::new(stored(&files, schema)?, files, sight.clone(), &self.counters);
        let frame = self.context.read_table(Arc::new(followed))?;
        let order = ["game", "move_number"].map(|name| col(name).sort(true, false)).to_vec();
        Answer::new(frame.sort(order)?, &self.runtime).until(stop).write_parquet(to)
    }
}

fn hex(number: u64) -> String {
    format!("{number:016x}")
}

/// Takes away what somebody who was killed had begun to write.
fn tidy(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "part") {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}
