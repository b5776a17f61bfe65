//! The sandbox: the host's files that a program may access, namely those in a folder and those that its arguments name. The simulated program may
//! come from anyone: it cannot access other files, open devices or pipes, or fill the disk.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek};
use std::path::{Path, PathBuf};

use super::errno::Errno;

/// The maximum number of bytes by which the files of a run may grow, and the maximum number of files that a run may create.
const MOST_BYTES: u64 = 1 << 30;
const MOST_FILES: u32 = 1024;

/// The files of a run.
#[derive(Debug, Default)]
pub struct Sandbox {
    /// The folder that names are relative to, then the folders that the user has named, with symbolic links resolved. Empty: no access to any file.
    folders: Vec<PathBuf>,
    /// The names that the user has given, and the same as path prefixes of permitted files.
    given: Vec<PathBuf>,
    beginnings: Vec<PathBuf>,
    /// The number of bytes by which files have grown, and the number of files created.
    bytes: u64,
    files: u32,
    /// The first name to which access was refused.
    refused: Option<String>,
}

impl Sandbox {
    /// Permits the files in `folder` (with symbolic links resolved), and those that `arguments` name, in any folder: an argument can be a file, the
    /// common beginning of the names of several files in a folder, or a folder.
    ///
    /// # Errors
    /// If the folder does not exist.
    pub fn new<S: AsRef<str>>(folder: &Path, arguments: &[S]) -> io::Result<Sandbox> {
        let folder = folder.canonicalize()?;
        if !folder.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        let names = arguments.iter().map(AsRef::as_ref);
        // A name may follow its option: --output=FILE.
        let parts = names.flat_map(|name: &str| [Some(name), name.split_once('=').map(|it| it.1)]);
        let given: Vec<PathBuf> = parts.flatten().map(PathBuf::from).collect();
        let named = given.iter().filter(|path| path.is_dir());
        let named = named.filter_map(|path| path.canonicalize().ok());
        Ok(Sandbox {
            folders: [folder].into_iter().chain(named).collect(),
            beginnings: given
                .iter()
                .filter_map(|path| place_of_new(path).ok())
                .collect(),
            given,
            ..Sandbox::default()
        })
    }

    /// Permits no files.
    pub fn closed() -> Sandbox {
        Sandbox::default()
    }

    /// Returns the first name outside the sandbox that a program has asked for.
    pub fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }

    /// Opens a file. `makes`: a file that does not exist is created; `empties`: an existing file is truncated.
    pub fn open(
        &mut self,
        name: &str,
        options: &OpenOptions,
        (makes, empties): (bool, bool),
    ) -> Result<File, Errno> {
        let path = self.resolve(name)?;
        let length = path.metadata().ok().map(|facts| facts.len());
        if length.is_none() && makes && self.files == MOST_FILES {
            return Err(Errno::ENOSPC);
        }
        let file = options.open(&path)?;
        match length {
            None => self.files += 1,
            Some(length) if empties => self.bytes = self.bytes.saturating_sub(length),
            Some(_) => {}
        }
        Ok(file)
    }

    /// Checks, and counts, the growth of a file by a write of `count` bytes at its position (`appends`: at its end).
    pub fn reserve(&mut self, file: &mut File, count: usize, appends: bool) -> Result<(), Errno> {
        let length = file.metadata()?.len();
        let place = match appends {
            true => length,
            false => file.stream_position()?,
        };
        let growth = (place + count as u64).saturating_sub(length);
        if self.bytes + growth > MOST_BYTES {
            return Err(Errno::EFBIG);
        }
        self.bytes += growth;
        Ok(())
    }

    /// Removes a file.
    pub fn remove(&mut self, name: &str) -> Result<(), Errno> {
        let path = self.resolve(name)?;
        let length = path.metadata()?.len();
        std::fs::remove_file(path)?;
        self.files = self.files.saturating_sub(1);
        self.bytes = self.bytes.saturating_sub(length);
        Ok(())
    }

    /// Renames a file.
    pub fn rename(&mut self, old: &str, new: &str) -> Result<(), Errno> {
        let (old, new) = (self.resolve(old)?, self.resolve(new)?);
        Ok(std::fs::rename(old, new)?)
    }

    /// Returns the path of a file, if the program may access it.
    fn resolve(&mut self, name: &str) -> Result<PathBuf, Errno> {
        let Some(folder) = self.folders.first() else {
            return self.refuse(name);
        };
        if self.given.iter().any(|given| given == Path::new(name)) {
            return Ok(PathBuf::from(name));
        }
        let path = folder.join(name);
        let place = match path.canonicalize() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => place_of_new(&path)?,
            other => other?,
        };
        let mut folders = self.folders.iter();
        let is_inside = folders.any(|folder| place.starts_with(folder)) || self.begins(&place);
        let is_special = place
            .metadata()
            .is_ok_and(|it| !it.is_file() && !it.is_dir());
        match is_inside && !is_special && !place.is_symlink() {
            true => Ok(place),
            false => self.refuse(name),
        }
    }

    /// Is the file in the folder of a permitted prefix, and does its name begin with that prefix?
    fn begins(&self, place: &Path) -> bool {
        let begins = |beginning: &PathBuf| {
            let names = beginning.file_name().zip(place.file_name());
            names.is_some_and(|(beginning, name)| {
                name.as_encoded_bytes()
                    .starts_with(beginning.as_encoded_bytes())
            })
        };
        let mut beginnings = self.beginnings.iter();
        beginnings.any(|it| it.parent() == place.parent() && begins(it))
    }

    fn refuse(&mut self, name: &str) -> Result<PathBuf, Errno> {
        self.refused.get_or_insert_with(|| name.to_owned());
        Err(Errno::EACCES)
    }
}

/// Returns the path of a file that does not exist yet; its folder must exist.
fn place_of_new(path: &Path) -> Result<PathBuf, Errno> {
    let name = path.file_name().ok_or(Errno::EACCES)?;
    // A name without a folder is in the current one.
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new(".")).canonicalize()?;
    Ok(folder.join(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    /// A temporary folder with `in`, the sandbox, and `secret`, outside of it. Removed when dropped.
    struct Place(PathBuf);

    impl Place {
        fn new(test: &str) -> Place {
            let name = format!("weft-sandbox-{test}-{}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            std::fs::create_dir_all(folder.join("in/deep")).unwrap();
            std::fs::write(folder.join("secret"), "secret").unwrap();
            std::fs::write(folder.join("in/file"), "text").unwrap();
            Place(folder)
        }

        fn at(&self, name: &str) -> String {
            self.0.join(name).to_str().unwrap().to_owned()
        }

        fn sandbox(&self, arguments: &[&str]) -> Sandbox {
            Sandbox::new(&self.0.join("in"), arguments).unwrap()
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn read(sandbox: &mut Sandbox, name: &str) -> Result<File, Errno> {
        sandbox.open(name, OpenOptions::new().read(true), (false, false))
    }

    fn make(sandbox: &mut Sandbox, name: &str) -> Result<File, Errno> {
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        sandbox.open(name, &options, (true, true))
    }

    #[test]
    fn what_is_in_the_folder_is_reached_by_any_name() {
        let place = Place::new("inside");
        let mut sandbox = place.sandbox(&[]);
        symlink("../file", place.at("in/deep/link")).unwrap();
        for name in ["file", "deep/../file", "deep/link", &place.at("in/file")] {
            assert!(read(&mut sandbox, name).is_ok(), "{name}");
        }
        assert!(make(&mut sandbox, "deep/new").is_ok());
        sandbox.rename("deep/new", "newer").unwrap();
        sandbox.remove("newer").unwrap();
        assert_eq!(sandbox.remove("newer").unwrap_err(), Errno(2));
        assert_eq!(sandbox.refused(), None);
    }

    #[test]
    fn what_is_outside_is_refused() {
        let place = Place::new("outside");
        let mut sandbox = place.sandbox(&[]);
        symlink(place.at("secret"), place.at("in/link")).unwrap();
        symlink(place.at("made"), place.at("in/dangling")).unwrap();
        symlink("..", place.at("in/above")).unwrap();
        let outside = place.at("secret");
        for name in ["../secret", "link", "above/secret", "/etc/passwd", &outside] {
            let refused = read(&mut sandbox, name).unwrap_err();
            assert_eq!(refused, Errno::EACCES, "{name}");
            assert!(sandbox.remove(name).is_err(), "{name}");
            assert!(sandbox.rename("file", name).is_err(), "{name}");
        }
        for name in ["../made", "dangling", "above/made"] {
            assert!(make(&mut sandbox, name).is_err(), "{name}");
        }
        assert!(!place.0.join("made").exists() && place.0.join("secret").exists());
        assert_eq!(sandbox.refused(), Some("../secret"));
        assert!(read(&mut Sandbox::closed(), "file").is_err());
    }

    #[test]
    fn what_the_arguments_name_is_reached() {
        let place = Place::new("named");
        let (named, other) = (place.at("secret"), place.at("other"));
        let option = format!("--output={other}");
        let mut sandbox = place.sandbox(&[&named, &option]);
        assert!(read(&mut sandbox, &named).is_ok());
        assert!(make(&mut sandbox, &other).is_ok());
        assert!(make(&mut sandbox, &place.at("other2.wav")).is_ok());
        symlink("/etc/passwd", place.at("other3.wav")).unwrap();
        assert!(read(&mut sandbox, &place.at("other3.wav")).is_err());
        let mut sandbox = place.sandbox(&["", ".", "x"]);
        assert!(read(&mut sandbox, &place.at("secret")).is_err());
        assert!(read(&mut sandbox, "../secret").is_err());
        let mut sandbox = place.sandbox(&[&place.at("")]);
        assert!(read(&mut sandbox, &place.at("secret")).is_ok());
        assert!(read(&mut sandbox, "/etc/passwd").is_err());
    }

    #[test]
    fn special_files_are_refused() {
        let place = Place::new("special");
        let _socket = UnixListener::bind(place.at("in/socket")).unwrap();
        symlink("/dev/zero", place.at("in/zero")).unwrap();
        let mut sandbox = place.sandbox(&[]);
        assert_eq!(read(&mut sandbox, "socket").unwrap_err(), Errno::EACCES);
        assert_eq!(read(&mut sandbox, "zero").unwrap_err(), Errno::EACCES);
    }

    #[test]
    fn files_and_their_bytes_are_counted() {
        let place = Place::new("quota");
        let mut sandbox = place.sandbox(&[]);
        let mut file = make(&mut sandbox, "large").unwrap();
        sandbox.reserve(&mut file, 1000, false).unwrap();
        file.set_len(1000).unwrap();
        sandbox.reserve(&mut file, 1000, false).unwrap(); // overwrites existing bytes
        file.seek(io::SeekFrom::Start(u32::MAX.into())).unwrap();
        let refused = sandbox.reserve(&mut file, 1, false);
        assert_eq!(refused, Err(Errno::EFBIG));
        sandbox.reserve(&mut file, 1, true).unwrap();
        sandbox.remove("large").unwrap();
        for number in 0..MOST_FILES {
            make(&mut sandbox, &format!("deep/{number}")).unwrap();
        }
        let refused = make(&mut sandbox, "deep/more").unwrap_err();
        assert_eq!(refused, Errno::ENOSPC);
        assert!(make(&mut sandbox, "deep/0").is_ok());
    }
}
