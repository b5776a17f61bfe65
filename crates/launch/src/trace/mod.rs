//! Traces of programs of this machine: the records that the ranks have written (`lib/src/arch/linux/include/weft/trace.h`), put together
//! as one trace when the job has ended.

mod functions;
mod merge;
mod records;

use std::path::{Path, PathBuf};

use anyhow::{bail, Context, Result};
use weft_trace::sink::{self, Format};

use merge::{Merge, Names};
use records::RankFile;

/// The variable that tells the ranks where to write.
const VARIABLE: &str = "WEFT_TRACE";

/// A trace being recorded by a job.
pub struct Recording {
    path: PathBuf,
    folder: tempfile::TempDir,
}

impl Recording {
    /// Has all jobs started from here on write a trace.
    ///
    /// # Errors
    /// When the file's name asks for no known format, or there is no room for the ranks' files.
    pub fn begin(path: &Path) -> Result<Recording> {
        Format::of(path)?;
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        std::env::set_var(VARIABLE, folder.path());
        Ok(Recording {
            path: path.to_owned(),
            folder,
        })
    }

    /// Puts the trace together. `programs` are those of the ranks.
    ///
    /// # Errors
    /// When a rank has written none, or the trace cannot be written.
    pub fn finish(self, programs: &[PathBuf]) -> Result<()> {
        std::env::remove_var(VARIABLE);
        let name = programs
            .first()
            .map(|program| program.display().to_string());
        let names = Names::of(&name.unwrap_or_default(), &mut self.files(programs)?)?;
        let mut sink = sink::create(&self.path, &names.definitions)?;
        let end = Merge::new(names, self.files(programs)?)?.write(sink.as_mut())?;
        Ok(sink.finish(end)?)
    }

    fn files(&self, programs: &[PathBuf]) -> Result<Vec<RankFile>> {
        let ranks = programs.iter().enumerate();
        ranks
            .map(|(rank, program)| self.rank(rank, program))
            .collect()
    }

    fn rank(&self, rank: usize, program: &Path) -> Result<RankFile> {
        let file = self.folder.path().join(rank.to_string());
        if !file.exists() {
            bail!(
                "{} has written no trace: compile it with `weftcc -trace`",
                program.display()
            );
        }
        RankFile::open(&file, program)
    }
}
