//! The open files of one core.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Cursor, Read, Seek, SeekFrom};

use super::errno::Errno;
use super::output::Stream;
use super::sandbox::Sandbox;

/// The name of the console.
const CONSOLE: &str = ":tt";
/// The name of the list of supported extensions.
const FEATURES: &str = ":semihosting-features";
/// Magic number, then: EXIT_EXTENDED is supported (bit 0), `:tt` opens both output streams (bit 1).
const FEATURE_BYTES: &[u8] = b"SHFB\x03";
/// Maximum number of files that a core can have open.
const MAX_OPEN: u32 = 64;

/// An open file.
pub enum OpenFile {
    /// The console, to read from.
    Input,
    /// The console, to write to.
    Output(Stream),
    /// A file of the host.
    Host {
        /// The file.
        file: File,
        /// Is every write appended at the end?
        appends: bool,
    },
    /// The list of supported extensions.
    Features(Cursor<&'static [u8]>),
}

/// Open files by handle; no handle is 0.
#[derive(Default)]
pub struct FileTable {
    open: BTreeMap<u32, OpenFile>,
}

impl FileTable {
    /// Opens a file in one of the modes 0 to 11 (`r`, `rb`, `r+`, `r+b`, then the same for `w` and `a`); returns its handle.
    pub fn open(&mut self, name: &str, mode: u32, sandbox: &mut Sandbox) -> Result<u32, Errno> {
        let handle = (1..=MAX_OPEN)
            .find(|handle| !self.open.contains_key(handle))
            .ok_or(Errno::EMFILE)?;
        self.open.insert(handle, open_file(name, mode, sandbox)?);
        Ok(handle)
    }

    /// Closes a file.
    pub fn close(&mut self, handle: u32) -> Result<(), Errno> {
        self.open.remove(&handle).map(drop).ok_or(Errno::EBADF)
    }

    /// Returns the file of a handle.
    pub fn get(&mut self, handle: u32) -> Result<&mut OpenFile, Errno> {
        self.open.get_mut(&handle).ok_or(Errno::EBADF)
    }
}

fn open_file(name: &str, mode: u32, sandbox: &mut Sandbox) -> Result<OpenFile, Errno> {
    match (name, mode) {
        (_, 12..) => Err(Errno::EINVAL),
        (CONSOLE, 0..=3) => Ok(OpenFile::Input),
        (CONSOLE, 4..=7) => Ok(OpenFile::Output(Stream::Stdout)),
        (CONSOLE, _) => Ok(OpenFile::Output(Stream::Stderr)),
        (FEATURES, 0 | 1) => Ok(OpenFile::Features(Cursor::new(FEATURE_BYTES))),
        (FEATURES, _) => Err(Errno::EPERM),
        _ => {
            let (makes, empties, appends) = (mode >= 4, mode / 4 == 1, mode / 4 == 2);
            let file = sandbox.open(name, &options(mode), (makes, empties))?;
            Ok(OpenFile::Host { file, appends })
        }
    }
}

/// Returns the options of a mode, as `fopen` defines them: bit 0 of the mode means binary, bit 1 means `+`.
fn options(mode: u32) -> OpenOptions {
    let update = mode & 2 != 0;
    let mut options = OpenOptions::new();
    match mode / 4 {
        0 => options.read(true).write(update),
        1 => options.read(update).write(true).create(true).truncate(true),
        _ => options.read(update).append(true).create(true),
    };
    options
}

impl OpenFile {
    /// Is it the console?
    pub fn is_console(&self) -> bool {
        matches!(self, OpenFile::Input | OpenFile::Output(_))
    }

    /// Moves to `position`, in bytes from the beginning.
    pub fn seek(&mut self, position: u32) -> Result<(), Errno> {
        let target = SeekFrom::Start(u64::from(position));
        match self {
            OpenFile::Host { file, .. } => file.seek(target)?,
            OpenFile::Features(bytes) => bytes.seek(target)?,
            OpenFile::Input | OpenFile::Output(_) => return Err(Errno::ESPIPE),
        };
        Ok(())
    }

    /// Returns the length in bytes.
    pub fn length(&self) -> Result<u32, Errno> {
        let bytes = match self {
            OpenFile::Host { file, .. } => file.metadata()?.len(),
            OpenFile::Features(bytes) => bytes.get_ref().len() as u64,
            OpenFile::Input | OpenFile::Output(_) => return Err(Errno::ESPIPE),
        };
        let representable = i32::try_from(bytes).map_err(|_| Errno::EIO)?;
        Ok(representable.unsigned_abs())
    }
}

/// Reads until `buffer` is full or the source ends; returns the number of bytes read.
pub fn read_fully(source: &mut dyn Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match source.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
