//! Reviews as files: a page, an annotated record, a table; for many games a folder of them with an index.

use std::path::PathBuf;

use super::Reviewed;
use crate::failure::Failure;
use crate::games::{self, Heading};
use crate::output::{self, Existing, Inputs, Names, Stdout, complain};

/// Where reviews are to go.
#[derive(clap::Args, Clone, Default, Debug)]
pub(crate) struct FileArgs {
    /// Writes a page with the board, the words and what every model sees; for several games a folder with an index.
    #[arg(long, value_name = "OUT")]
    pub(crate) html: Option<PathBuf>,

    /// Writes the record with the words as comments; for several games a folder.
    #[arg(long, value_name = "OUT")]
    pub(crate) sgf: Option<PathBuf>,

    /// Writes a table with a line for every move; for several games a folder.
    #[arg(long, value_name = "OUT")]
    pub(crate) csv: Option<PathBuf>,

    /// Writes the mistakes as problems, with the better line as the solution; for several games a folder.
    #[arg(long, value_name = "OUT")]
    pub(crate) problems: Option<PathBuf>,

    /// Replaces files that exist already.
    #[arg(long)]
    pub(crate) force: bool,
}

/// What a review is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Html,
    Sgf,
    Csv,
    Problems,
}

impl Kind {
    fn ending(self) -> &'static str {
        match self {
            Kind::Html => "html",
            Kind::Sgf | Kind::Problems => "sgf",
            Kind::Csv => "csv",
        }
    }
}

struct Target {
    kind: Kind,
    path: PathBuf,
    folder: bool,
    names: Names,
}

/// Where the review of one game goes, in the order of the targets.
pub(super) struct Places(Vec<PathBuf>);

/// The files of a run.
pub(super) struct Files<'i> {
    targets: Vec<Target>,
    existing: Existing,
    inputs: &'i Inputs,
    /// What goes into the index: the page and the game it shows.
    pages: Vec<page::IndexEntry>,
    written: Vec<PathBuf>,
}

impl<'i> Files<'i> {
    pub(super) fn new(arguments: &FileArgs, several: bool, inputs: &'i Inputs) -> Result<Files<'i>, Failure> {
        let named = [
            (Kind::Html, &arguments.html),
            (Kind::Sgf, &arguments.sgf),
            (Kind::Csv, &arguments.csv),
            (Kind::Problems, &arguments.problems),
        ];
        let mut targets = Vec::new();
        for (kind, path) in named {
            let Some(path) = path else { continue };
            let folder = several || path.is_dir() || path.as_os_str().to_string_lossy().ends_with('/');
            if folder {
                output::make_folder(path)?;
            }
            targets.push(Target { kind, path: path.clone(), folder, names: Names::default() });
        }
        let existing = if arguments.force { Existing::Replace } else { Existing::Keep };
        Ok(Files { targets, existing, inputs, pages: Vec::new(), written: Vec::new() })
    }

    /// The files that are no folders.
    pub(super) fn single(&self) -> impl Iterator<Item = &PathBuf> {
        self.targets.iter().filter(|target| !target.folder).map(|target| &target.path)
    }

    pub(super) fn wanted(&self) -> bool {
        !self.targets.is_empty()
    }

    /// Checks that several games have several files to go to.
    pub(super) fn check_many(&self) -> Result<(), Failure> {
        match self.targets.iter().find(|target| !target.folder) {
            Some(target) => Err(Failure::usage(format!(
                "the record holds several games; choose one with --game, or name a folder: {}/",
                target.path.with_extension("").display()
            ))
            .about(target.path.display())),
            None => Ok(()),
        }
    }

    /// Finds out where the review of a game goes, before any work is done for it.
    ///
    /// # Errors
    /// When something is there that must not be replaced.
    pub(super) fn places(&mut self, name: &str, number: Option<usize>) -> Result<Places, Failure> {
        let mut places = Vec::new();
        for target in &mut self.targets {
            let path = if target.folder {
                output::path_in(&target.path, name, number, target.kind.ending(), &mut target.names)
            } else {
                target.path.clone()
            };
            self.inputs.check([&path], Stdout::Taken)?;
            if self.existing == Existing::Keep && path.is_file() {
                return Err(Failure::exists(&path));
            }
            places.push(path);
        }
        Ok(Places(places))
    }

    /// Writes a review wherever it is asked for.
    pub(super) fn write(&mut self, reviewed: &Reviewed<'_>, places: Places) -> Result<(), Failure> {
        for (target, path) in self.targets.iter().zip(places.0) {
            let text = match target.kind {
                Kind::Html => {
                    let heading = Heading(reviewed.game).to_string();
                    let conditions = games::conditions(reviewed.game);
                    let around = page::Heading { players: &heading, conditions: &conditions, file: reviewed.name };
                    if target.folder {
                        let link = path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
                        self.pages.push(page::IndexEntry {
                            link,
                            heading: heading.clone(),
                            conditions: conditions.clone(),
                        });
                    }
                    match &reviewed.problem {
                        Some(problem) => problem.page(),
                        None => page::report(&reviewed.review, reviewed.game, &around, reviewed.settings.clone()),
                    }
                }
                Kind::Sgf => match &reviewed.problem {
                    Some(problem) => problem.record(),
                    None => sgf::write(&[review::annotate(reviewed.game, &reviewed.review)]),
                },
                Kind::Csv => review::csv(&reviewed.review),
                Kind::Problems => match reviewed.review.problems() {
                    problems if problems.is_empty() => {
                        complain(format!("{}: no mistake was found to make a problem of", reviewed.name));
                        continue;
                    }
                    problems => sgf::write(&problems),
                },
            };
            output::write_file(&path, text.as_bytes(), self.existing)?;
            self.written.push(path);
        }
        Ok(())
    }

    /// Writes the index of the pages, and says what was written.
    pub(super) fn finish(mut self) -> Result<String, Failure> {
        let folder = self.targets.iter().find(|target| target.folder && target.kind == Kind::Html);
        if let (Some(target), false) = (folder, self.pages.is_empty()) {
            let path = target.path.join("index.html");
            output::write_file(&path, page::index(&self.pages).as_bytes(), self.existing)?;
            self.written.push(path);
        }
        Ok(written_files(&self.written))
    }
}

fn written_files(written: &[PathBuf]) -> String {
    const MOST: usize = 12;
    let mut text: String = written.iter().take(MOST).map(|path| output::wrote(path)).collect();
    if let (more, Some(last)) = (written.len().saturating_sub(MOST), written.last())
        && more > 0
    {
        text.push_str(&format!("and {more} more, the last {}", output::wrote(last).trim_start_matches("wrote ")));
    }
    text
}
