//! Where a corpus is: a folder of this machine, or a URL behind which an object store has its files.

use std::collections::HashMap;
use std::path::{Path as FilePath, PathBuf};

use datafusion::object_store::path::Path;
use datafusion::object_store::{Error, ObjectStore, ObjectStoreExt};
use futures::TryStreamExt;
use url::Url;

use super::error::SqlError;
use crate::{Dataset, DatasetError, LIST, Table};

/// The folder of a corpus, as a URL. A plain path is a URL too, so that everything is read in one way.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// As it was written, for messages.
    name: PathBuf,
    /// With a slash at its end.
    url: Url,
}

impl Place {
    /// Reads what somebody wrote: a path, or a URL such as `file:///data/games.aji`.
    ///
    /// # Errors
    /// When it looks like a URL and is none.
    pub(crate) fn parse(name: &FilePath) -> Result<Place, SqlError> {
        let wrong = |reason: &dyn std::fmt::Display| SqlError::Corpus(format!("{}: {reason}", name.display()));
        let url = match name.to_str().filter(|text| is_url(text)) {
            Some(text) => {
                let slash = if text.ends_with('/') { "" } else { "/" };
                let url = Url::parse(&format!("{text}{slash}")).map_err(|error| wrong(&format!("no URL ({error})")))?;
                if url.query().is_some() || url.fragment().is_some() {
                    return Err(wrong(&"the URL of a corpus has neither ? nor #; write them as %3F and %23"));
                }
                url
            }
            None => {
                // Files are named in full: a table is read long after the program has looked at its arguments.
                let full = std::path::absolute(name).map_err(|error| wrong(&error))?;
                Url::from_directory_path(full).map_err(|()| wrong(&"is no full path"))?
            }
        };
        Ok(Place { name: name.to_path_buf(), url })
    }

    pub(crate) fn url(&self) -> &Url {
        &self.url
    }

    /// The folder, if it is one of this machine: only there tables are written.
    pub(crate) fn folder(&self) -> Option<PathBuf> {
        (self.url.scheme() == "file").then(|| self.url.to_file_path().ok()).flatten()
    }

    /// The address of a file or folder below.
    pub(crate) fn file(&self, below: &str) -> String {
        // What is below is made of digits, letters and slashes, or was made by `name_in_url`.
        format!("{}{below}", self.url)
    }

    /// The name of what is below, for messages.
    pub(crate) fn named(&self, below: &str) -> PathBuf {
        self.name.join(below)
    }

    /// Where the store has what is below.
    fn path(&self, below: &str) -> Result<Path, SqlError> {
        let folder = Path::from_url_path(self.url.path());
        let path = folder.and_then(|folder| Path::parse(format!("{folder}/{below}")));
        path.map_err(|error| SqlError::Corpus(format!("{}: {error}", self.name.display())))
    }

    /// A file as text; none if it is not there.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) async fn text(&self, store: &dyn ObjectStore, below: &str) -> Result<Option<String>, SqlError> {
        let wrong = |reason: String| SqlError::Corpus(format!("{}: {reason}", self.named(below).display()));
        let bytes = match store.get(&self.path(below)?).await {
            Ok(found) => found.bytes().await.map_err(|error| wrong(error.to_string()))?,
            Err(Error::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(wrong(error.to_string())),
        };
        String::from_utf8(bytes.to_vec()).map(Some).map_err(|_| wrong("is no text".to_string()))
    }

    /// The names of the folders below.
    ///
    /// # Errors
    /// When the store does not say.
    pub(crate) async fn folders(&self, store: &dyn ObjectStore, below: &str) -> Result<Vec<String>, SqlError> {
        let found = store.list_with_delimiter(Some(&self.path(below)?)).await;
        let found = found.map_err(|error| {
            SqlError::Corpus(format!("{}: cannot be listed ({error})", self.named(below).display()))
        })?;
        let mut names: Vec<String> =
            found.common_prefixes.iter().filter_map(|path| path.filename().map(str::to_string)).collect();
        names.sort();
        Ok(names)
    }

    /// Opens the corpus there: reads its list, and looks whether every part is there and as long as the list says. A part that is not
    /// there would only be an answer with fewer rows.
    ///
    /// # Errors
    /// When there is none, its list cannot be read, or a part is not as it should be.
    pub(crate) async fn open(&self, store: &dyn ObjectStore) -> Result<Dataset, SqlError> {
        let wrong = |error: DatasetError| SqlError::Corpus(error.to_string());
        let list = self.text(store, LIST).await?;
        let list = list.ok_or_else(|| wrong(DatasetError::Missing(self.name.clone())))?;
        let dataset = Dataset::read(self.name.clone(), &list).map_err(wrong)?;
        let mut there: HashMap<Path, u64> = HashMap::new();
        for table in Table::ALL {
            if dataset.parts().any(|part| part.table == table) {
                let found = store.list(Some(&self.path(table.name())?)).try_for_each(|file| {
                    there.insert(file.location, file.size);
                    std::future::ready(Ok(()))
                });
                found.await.map_err(|error| {
                    SqlError::Corpus(format!("{}: cannot be listed ({error})", self.named(table.name()).display()))
                })?;
            }
        }
        for part in dataset.parts() {
            if there.get(&self.path(&part.file)?) != Some(&part.bytes) {
                return Err(wrong(DatasetError::Part(self.named(&part.file))));
            }
        }
        Ok(dataset)
    }
}

/// Whether a text is meant as a URL, and not as a path.
#[must_use]
pub fn is_url(text: &str) -> bool {
    text.split_once("://").is_some_and(|(scheme, _)| {
        scheme.len() > 1
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
    })
}

/// A name as it stands in a URL.
pub(crate) fn name_in_url(name: &str) -> String {
    let mut url = Url::parse("file:///").expect("a URL");
    if let Ok(mut parts) = url.path_segments_mut() {
        parts.clear().push(name);
    }
    url.path().trim_start_matches('/').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_urls_are_told_apart() {
        for (text, url) in [
            ("/data/games.aji", Some("file:///data/games.aji/")),
            ("/data/50 % #1", Some("file:///data/50%20%25%20%231/")),
            ("file:///data/games.aji", Some("file:///data/games.aji/")),
            ("s3://bucket/games", Some("s3://bucket/games/")),
            ("s3://bucket/games?x=1", None),
            ("file:///a#b", None),
        ] {
            let place = Place::parse(FilePath::new(text));
            assert_eq!(place.as_ref().ok().map(|place| place.url().as_str()), url, "{text}");
        }
        for path in ["a://", "C:/games", "games://", "x y://z"] {
            assert_eq!(is_url(path), path == "games://", "{path}");
        }
        assert_eq!(name_in_url("50 % #1/x"), "50%20%25%20%231%2Fx");
        assert_eq!(Place::parse(FilePath::new("s3://bucket/games")).map(|place| place.folder()), Ok(None));
    }
}
