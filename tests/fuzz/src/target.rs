//! What is fuzzed: something that reads what others have written, and how cases for it are made.

use std::path::Path;

use anyhow::Result;
use fastrand::Rng;

/// What became of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It was taken.
    Accepted,
    /// It was refused, with this message.
    Refused(String),
}

impl Verdict {
    /// An error is a refusal.
    pub fn of<T, E: std::fmt::Display>(result: std::result::Result<T, E>) -> Verdict {
        match result {
            Ok(_) => Verdict::Accepted,
            Err(error) => Verdict::Refused(format!("{error:#}")),
        }
    }
}

/// A reader under test. A case is a string of bytes, so that any case can be kept in a file and made smaller.
pub trait Target {
    /// Makes a case: the same one from the same seed.
    fn make(&mut self, random: &mut Rng) -> Vec<u8>;

    /// Gives it to the reader.
    ///
    /// # Panics
    /// When the reader panics, or does what it must not.
    fn check(&mut self, case: &[u8]) -> Verdict;
}

/// What is known of a target before it is opened.
pub struct Entry {
    /// As it is named on the command line.
    pub name: &'static str,
    /// Every refusal names one of these: the file, or another word that tells the user what is wrong with what. None: it is no text for a
    /// person.
    pub places: &'static [&'static str],
    /// Where its sources are, below the root of the repository: the lines that are to be reached.
    pub sources: &'static [&'static str],
    /// Cases of a campaign.
    pub cases: u64,
    /// Opens it; files that it needs are made in the folder.
    pub open: fn(&Path) -> Result<Box<dyn Target>>,
}

/// An option `--set` of the command line, as a case has it before the file.
pub const SET: &str = "#--set ";

/// The options that a case begins with, one a line after this mark, and what follows them. The mark is a comment of TOML.
pub fn options<'a>(case: &'a str, mark: &str) -> (Vec<&'a str>, &'a str) {
    let (mut options, mut rest) = (Vec::new(), case);
    while let Some((option, after)) = rest
        .strip_prefix(mark)
        .map(|rest| rest.split_once('\n').unwrap_or((rest, "")))
    {
        options.push(option);
        rest = after;
    }
    (options, rest)
}

/// The file of this name in the repository.
pub fn repository(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(name)
}

/// The contents of the files in a folder of the repository that end in this, in the order of their names.
///
/// # Errors
/// When one cannot be read.
pub fn files(folder: &str, ending: &str) -> Result<Vec<Vec<u8>>> {
    let entries = std::fs::read_dir(repository(folder))?;
    let mut paths = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>>>()?;
    paths.retain(|path| path.to_string_lossy().ends_with(ending));
    paths.sort();
    anyhow::ensure!(!paths.is_empty(), "there is no *{ending} in {folder}");
    paths.iter().map(|path| Ok(std::fs::read(path)?)).collect()
}
