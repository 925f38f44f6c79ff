//! The object store behind every table: whatever is read of a corpus is held against its sum first, so that a flipped bit is an
//! error that names the file, and never an answer with other rows.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hasher as _;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use datafusion::common::{DataFusionError, Result as PlanResult};
use datafusion::execution::object_store::ObjectStoreRegistry;
use datafusion::object_store::local::LocalFileSystem;
use datafusion::object_store::path::{Path, PathPart};
use datafusion::object_store::{
    CopyOptions, Error, GetOptions, GetResult, ListResult, MultipartUpload, ObjectMeta, ObjectStore, ObjectStoreExt,
    PutMultipartOptions, PutOptions, PutPayload, PutResult, Result,
};
use futures::stream::BoxStream;
use serde::Deserialize;
use tokio::sync::OnceCell;
use twox_hash::XxHash64;
use url::Url;

use super::observations;
use crate::dataset::{self, DatasetError};

/// The stores that a program has, by the scheme and host of their URLs. Each is begun when it is first asked for, on every machine of a
/// cluster, and read through [`Checked`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Stores {
    /// A machine of a cluster has a name, which it tells when it does not see a part.
    machine: Option<String>,
    begun: Arc<Mutex<HashMap<String, Arc<dyn ObjectStore>>>>,
}

impl Stores {
    pub(crate) fn new(machine: Option<String>) -> Stores {
        Stores { machine, begun: Arc::default() }
    }

    /// Reads what is under such URLs from this store.
    pub(crate) fn add(&self, url: &Url, store: Arc<dyn ObjectStore>) {
        lock(&self.begun).insert(key(url), self.checked(url, store));
    }

    fn checked(&self, url: &Url, inner: Arc<dyn ObjectStore>) -> Arc<dyn ObjectStore> {
        // Files of this machine are called by their paths.
        let root = if url.scheme() == "file" { String::new() } else { key(url) };
        let machine = self.machine.clone();
        Arc::new(Checked { inner, root, machine, lists: Mutex::default(), parts: Mutex::default() })
    }
}

/// What the URLs of one store have in common.
fn key(url: &Url) -> String {
    format!("{}://{}", url.scheme(), &url[url::Position::BeforeHost..url::Position::AfterPort])
}

/// The store of this program behind a URL.
fn begin(url: &Url) -> Option<Arc<dyn ObjectStore>> {
    match url.scheme() {
        "file" => Some(Arc::new(LocalFileSystem::new())),
        _ => None,
    }
}

impl ObjectStoreRegistry for Stores {
    fn register_store(&self, url: &Url, store: Arc<dyn ObjectStore>) -> Option<Arc<dyn ObjectStore>> {
        lock(&self.begun).insert(key(url), store)
    }

    fn get_store(&self, url: &Url) -> PlanResult<Arc<dyn ObjectStore>> {
        let key = key(url);
        if let Some(store) = lock(&self.begun).get(&key) {
            return Ok(Arc::clone(store));
        }
        let store = begin(url).ok_or_else(|| {
            DataFusionError::Plan(format!("{url}: this program has no store for {}://; it reads file://", url.scheme()))
        })?;
        let store = self.checked(url, store);
        Ok(Arc::clone(lock(&self.begun).entry(key).or_insert(store)))
    }
}

/// A store whose parts of a corpus are compared with the list that names them, each once, before its first byte is used. What no
/// list names is read as it is.
#[derive(Debug)]
pub(crate) struct Checked {
    inner: Arc<dyn ObjectStore>,
    /// What stands before its paths in messages.
    root: String,
    machine: Option<String>,
    /// The sums in the lists that were read.
    lists: Mutex<HashMap<Path, Arc<Sums>>>,
    /// The parts that were compared, or are being.
    parts: Mutex<HashMap<Path, Arc<OnceCell<()>>>>,
}

/// The sum of every file that a list names, below the folder of the list.
type Sums = HashMap<String, String>;

#[derive(Deserialize)]
struct Listed {
    parts: Vec<ListedPart>,
}

#[derive(Deserialize)]
struct ListedPart {
    file: String,
    /// Of the part itself, in the list of a corpus; of the games behind it, in that of observations.
    xxh64: String,
    /// Of the part itself, in a list of observations; those of earlier versions have none.
    #[serde(default)]
    sum: Option<String>,
}

/// The list that names a part, and the name that it has there; none if it is no part of a corpus.
fn listed(part: &Path) -> Option<(Path, String)> {
    let parts: Vec<PathPart<'_>> = part.parts().collect();
    let [.., above, folder, file] = &parts[..] else { return None };
    if !file.as_ref().ends_with(".parquet") {
        return None;
    }
    let list = |up: usize, name: &'static str| -> Path {
        parts[..parts.len() - up].iter().cloned().chain([PathPart::from(name)]).collect()
    };
    Some(if above.as_ref() == observations::FOLDER {
        (list(1, observations::LIST), file.as_ref().to_string())
    } else {
        (list(2, dataset::LIST), format!("{}/{}", folder.as_ref(), file.as_ref()))
    })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Checked {
    fn named(&self, path: &Path) -> PathBuf {
        PathBuf::from(format!("{}/{path}", self.root))
    }

    async fn check(&self, part: &Path) -> Result<()> {
        let compared = Arc::clone(lock(&self.parts).entry(part.clone()).or_default());
        compared.get_or_try_init(|| self.compare(part)).await.map(|_| ())
    }

    async fn compare(&self, part: &Path) -> Result<()> {
        let Some(expected) = self.expected(part).await? else { return Ok(()) };
        let mut hash = XxHash64::with_seed(0);
        hash.write(&self.inner.get(part).await?.bytes().await?);
        if format!("{:016x}", hash.finish()) == expected {
            return Ok(());
        }
        Err(broken(DatasetError::Part(self.named(part))))
    }

    /// The sum that a part should have; none if nobody knows.
    async fn expected(&self, part: &Path) -> Result<Option<String>> {
        let Some((list, file)) = listed(part) else { return Ok(None) };
        let known = lock(&self.lists).get(&list).map(Arc::clone);
        let sums = match known {
            Some(sums) => sums,
            None => {
                let found = match self.inner.get(&list).await {
                    Err(Error::NotFound { .. }) => return Ok(None),
                    found => found?.bytes().await?,
                };
                let sums: Arc<Sums> = Arc::new(self.sums(&list, &found)?);
                lock(&self.lists).insert(list, Arc::clone(&sums));
                sums
            }
        };
        Ok(sums.get(&file).cloned())
    }

    /// The sums in a list.
    fn sums(&self, list: &Path, bytes: &[u8]) -> Result<Sums> {
        let wrong = |reason: String| broken(DatasetError::List { path: self.named(list), reason });
        let text = std::str::from_utf8(bytes).map_err(|error| wrong(error.to_string()))?;
        let text = keep::unseal_if_sealed(text).map_err(|broken| wrong(broken.to_string()))?;
        let read: Listed = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        let of_observations = list.filename() == Some(observations::LIST);
        let sum = |part: ListedPart| {
            let own = if of_observations { part.sum } else { Some(part.xxh64) };
            Some((part.file, own?))
        };
        Ok(read.parts.into_iter().filter_map(sum).collect())
    }
}

/// What is wrong with a corpus, as a store says it.
fn broken(error: DatasetError) -> Error {
    Error::Generic { store: "corpus", source: Box::new(error) }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, checked", self.inner)
    }
}

#[async_trait]
impl ObjectStore for Checked {
    async fn put_opts(&self, location: &Path, payload: PutPayload, opts: PutOptions) -> Result<PutResult> {
        self.inner.put_opts(location, payload, opts).await
    }

    async fn put_multipart_opts(&self, at: &Path, opts: PutMultipartOptions) -> Result<Box<dyn MultipartUpload>> {
        self.inner.put_multipart_opts(at, opts).await
    }

    async fn get_opts(&self, location: &Path, options: GetOptions) -> Result<GetResult> {
        if !options.head {
            self.check(location).await?;
        }
        let read = self.inner.get_opts(location, options).await;
        read.map_err(|error| match (&self.machine, error) {
            (Some(machine), Error::NotFound { .. }) if listed(location).is_some() => {
                broken(DatasetError::Unseen { path: self.named(location), machine: machine.clone() })
            }
            (_, error) => error,
        })
    }

    fn delete_stream(&self, locations: BoxStream<'static, Result<Path>>) -> BoxStream<'static, Result<Path>> {
        self.inner.delete_stream(locations)
    }

    fn list(&self, prefix: Option<&Path>) -> BoxStream<'static, Result<ObjectMeta>> {
        self.inner.list(prefix)
    }

    async fn list_with_delimiter(&self, prefix: Option<&Path>) -> Result<ListResult> {
        self.inner.list_with_delimiter(prefix).await
    }

    async fn copy_opts(&self, from: &Path, to: &Path, options: CopyOptions) -> Result<()> {
        self.inner.copy_opts(from, to, options).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_know_their_lists() {
        let list = |part: &str| listed(&Path::from(part)).map(|(list, file)| (list.to_string(), file));
        let named = |list: &str, file: &str| Some((list.to_string(), file.to_string()));
        assert_eq!(list("a/b/games/000001.parquet"), named("a/b/corpus.json", "games/000001.parquet"));
        assert_eq!(
            list("a/observations/freedom/000001.parquet"),
            named("a/observations/freedom/observations.json", "000001.parquet")
        );
        assert_eq!(list("a/b/corpus.json"), None);
        assert_eq!(list("x.parquet"), None);
    }
}
