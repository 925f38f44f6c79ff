//! Files that are there whole or not at all.

use std::fs::File;
use std::io;
use std::path::Path;

/// Writes a file beside its place and puts it there when all of it is written; what stood there is replaced. A file that could
/// not be written leaves nothing behind.
///
/// # Errors
/// When it cannot be written, and those of the work.
pub fn write_whole<T, E: From<io::Error>>(path: &Path, work: impl FnOnce(&File) -> Result<T, E>) -> Result<T, E> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut beside = tempfile::Builder::new();
    beside.prefix(path.file_name().unwrap_or_default()).suffix(".part");
    #[cfg(unix)]
    {
        // As for any new file: what the mask of the user leaves of it.
        use std::os::unix::fs::PermissionsExt;
        beside.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let beside = beside.tempfile_in(folder)?;
    let done = work(beside.as_file())?;
    beside.as_file().sync_all()?;
    beside.persist(path).map_err(|error| error.error)?;
    sync_folder(folder)?;
    Ok(done)
}

/// Looks whether [`write_whole`] could write here, without changing anything: for whoever has hours of work before them.
///
/// # Errors
/// When the system says no.
pub fn can_write(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    tempfile::tempfile_in(folder)?;
    if path.exists() {
        File::options().append(true).open(path)?;
    }
    Ok(())
}

/// Makes new and renamed files in a folder last, as far as the system can.
///
/// # Errors
/// When the system says no.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
