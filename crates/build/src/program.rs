//! Programs in the cache: built once for the same preprocessed files, compiler and flags.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::cache::{self, Key};
use crate::compiler::{is_object, Compiler};
use crate::input;

/// The files of a program in the cache: the program, and the compiler's warnings.
const PROGRAM: &str = "program.elf";
const SAID: &str = "said";
/// The temporary folder in which it is built.
const OBJECTS: &str = "objects";
/// The directive by which the assembler reads a file that the preprocessor does not see. Such a program has no key.
const INCLUDES: &[u8] = b".incbin";

/// Returns the key of a program: `common`, the flags, the object files, and the preprocessed sources. None if a source depends on more than
/// that.
///
/// # Errors
/// When the compiler cannot be run, or an object file cannot be read.
pub fn key(
    common: Key,
    compiler: &Compiler,
    files: &[PathBuf],
    flags: &[OsString],
) -> Result<Option<Key>> {
    let (objects, sources): (Vec<_>, Vec<_>) =
        files.iter().cloned().partition(|file| is_object(file));
    let Some(texts) = compiler.preprocess(&sources, flags)? else {
        return Ok(None);
    };
    let mut key = common;
    key.add(compiler.program.as_encoded_bytes());
    key.add(&compiler.version);
    key.add([std::io::stderr().is_terminal().into()]);
    flags
        .iter()
        .for_each(|flag| key.add(flag.as_encoded_bytes()));
    texts.iter().for_each(|text| key.add(text));
    for object in objects {
        key.add(read(&object)?);
    }
    let reads_more = |text: &Vec<u8>| text.windows(INCLUDES.len()).any(|at| at == INCLUDES);
    Ok((!texts.iter().any(reads_more)).then_some(key))
}

/// Returns the result of `take`, which gets the path of the program of `key`. If the program is not in the cache, or has no key, `link`
/// builds it in a folder and returns its path and the compiler's warnings, which are printed at each use.
///
/// # Errors
/// When `link` or `take` fails or the cache cannot be written.
pub fn made<T>(
    key: Option<Key>,
    link: impl FnOnce(&Path) -> Result<(PathBuf, String)>,
    take: impl Fn(&Path) -> Result<T>,
) -> Result<T> {
    let make = |place: &Path| {
        let folder = place.join(OBJECTS);
        std::fs::create_dir(&folder)?;
        let (program, said) = link(&folder)?;
        std::fs::rename(program, place.join(PROGRAM))?;
        std::fs::remove_dir_all(folder)?;
        Ok(std::fs::write(place.join(SAID), said)?)
    };
    let cached = |place: &Path| {
        let said = std::fs::read_to_string(place.join(SAID))?;
        Ok((take(&place.join(PROGRAM))?, said))
    };
    let (taken, said) = match key {
        Some(key) => cache::recent(key, make, cached)?,
        None => {
            let place = cache::scratch()?;
            make(place.path())?;
            cached(place.path())?
        }
    };
    eprint!("{said}");
    Ok(taken)
}

/// Returns the bytes of an object file.
///
/// # Errors
/// When it cannot be read.
pub fn read(object: &Path) -> Result<Vec<u8>> {
    input::read(object, input::MOST_OF_PROGRAM)
}
