//! A small corpus of real games, made by an import into a folder of the test.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use corpus::Import;
#[allow(unused_imports, reason = "one of the two tests opens its sessions otherwise")]
use corpus::sql::{Options, Session};
use model::Families;
use testkit::{Dummy, Folder, fixtures};

/// Handicaps, passes, setup in the middle, a small board, a repeated game and a broken one.
const GAMES: [&str; 10] = [
    "real/002-ha-7p5-ai-open-2017.sgf",
    "real/004-re-d-j-pass-uec-cup-11.sgf",
    "real/009-ha-3-setup-later-bensondarr.sgf",
    "real/017-re-b-time-deepzengo.sgf",
    "real/029-ha-2-setup-later-handol.sgf",
    "real/033-km-empty-fineart.sgf",
    "real/047-property-rd-alphago-2-0.sgf",
    "broken/board-2.sgf",
    "broken/handicap-ab.sgf",
    "broken/binary-jpeg.sgf",
];

/// A corpus in a folder that is removed at the end of the test.
pub(crate) struct Corpus(Folder);

#[allow(dead_code, reason = "two tests share this, and each uses a part")]
impl Corpus {
    pub(crate) fn new() -> Corpus {
        Corpus::import(false, "")
    }

    /// One whose folder has this in its name.
    pub(crate) fn in_folder(name: &str) -> Corpus {
        Corpus::import(false, name)
    }

    pub(crate) fn with_positions() -> Corpus {
        Corpus::import(true, "")
    }

    fn import(positions: bool, named: &str) -> Corpus {
        let corpus = Corpus(Folder::named(named));
        let sources = GAMES.map(fixtures::path);
        // Several parts, as a large corpus has them.
        let import = Import::new(corpus.folder(), sources).positions(positions).games_per_part(3);
        import.run(&AtomicBool::new(false), &mut |_| {}).expect("the fixtures can be imported");
        corpus
    }

    pub(crate) fn folder(&self) -> PathBuf {
        self.0.path("corpus")
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path(name)
    }

    pub(crate) fn session(&self) -> Session {
        self.session_with(2)
    }

    pub(crate) fn session_with(&self, threads: usize) -> Session {
        let options = Options { threads: Some(threads) };
        Session::open(self.folder(), &families(), options).unwrap_or_else(|error| panic!("{error}"))
    }
}

/// The families of the program and the dummy.
pub(crate) fn families() -> Families {
    let mut families: Vec<_> = registry::families().iter().cloned().collect();
    families.push(Arc::new(Dummy::new()));
    Families::new(families)
}
