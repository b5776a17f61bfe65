//! Traces of programs of this machine: when the job has ended, the records that the ranks have written
//! (`lib/src/arch/linux/include/weft/trace.h`) are merged into one trace.

mod functions;
mod merge;
mod records;

use std::path::{Path, PathBuf};

use anyhow::{bail, Context, Result};
use weft_build::cache::{self, Draft};
use weft_trace::file::{self, Format};

use merge::{Merge, Names};
use records::RankFile;

/// The environment variable with the folder that the ranks write to.
const VARIABLE: &str = "WEFT_TRACE";

/// A trace that one or several successive jobs record. Their ranks are numbered consecutively: the first rank of a job follows the last one
/// of the job before.
pub struct Recording {
    path: PathBuf,
    folder: Draft,
    jobs: Vec<Vec<Rank>>,
}

/// A rank of a job.
#[derive(Clone, Debug)]
pub struct Rank {
    pub program: PathBuf,
    /// Its name in the trace.
    pub name: String,
}

impl Rank {
    /// Returns the ranks of a job in which all run the same program.
    pub fn all(program: &Path, ranks: usize) -> Vec<Rank> {
        let rank = |rank| Rank {
            program: program.to_owned(),
            name: format!("rank {rank}"),
        };
        (0..ranks).map(rank).collect()
    }
}

impl Recording {
    /// Prepares a trace.
    ///
    /// # Errors
    /// When the file's name does not give a known format, or there is no room for the ranks' files.
    pub fn begin(path: &Path) -> Result<Recording> {
        Format::of(path)?;
        let folder = cache::scratch()?;
        Ok(Recording {
            path: path.to_owned(),
            folder,
            jobs: Vec::new(),
        })
    }

    /// Adds the next job, with these ranks.
    ///
    /// # Errors
    /// When there is no room for the ranks' files.
    pub fn begin_job(&mut self, ranks: Vec<Rank>) -> Result<()> {
        let folder = self.folder_of(self.jobs.len());
        std::fs::create_dir(&folder).context("cannot make a temporary folder")?;
        std::env::set_var(VARIABLE, folder);
        self.jobs.push(ranks);
        Ok(())
    }

    /// Merges the records into the trace. `program` is the program's name for the user.
    ///
    /// # Errors
    /// When a rank has written no records, or the trace cannot be written.
    pub fn finish(self, program: &str) -> Result<()> {
        std::env::remove_var(VARIABLE);
        let names = Names::of(program, &mut self.files()?)?;
        let mut sink = file::create(&self.path, &names.definitions)?;
        let end = Merge::new(names, self.files()?)?.write(sink.as_mut())?;
        Ok(sink.finish(end)?)
    }

    fn folder_of(&self, job: usize) -> PathBuf {
        self.folder.path().join(job.to_string())
    }

    /// Returns the files of all ranks, each with the number of the first rank of its job.
    fn files(&self) -> Result<Vec<RankFile>> {
        let mut files = Vec::new();
        for (job, ranks) in self.jobs.iter().enumerate() {
            let first = files.len() as u32;
            for (number, rank) in ranks.iter().enumerate() {
                let file = self.folder_of(job).join(number.to_string());
                files.push(open(&file, rank, first)?);
            }
        }
        Ok(files)
    }
}

fn open(file: &Path, rank: &Rank, first: u32) -> Result<RankFile> {
    if !file.exists() {
        let program = rank.program.display();
        bail!("{program} has written no trace: compile it with `weftcc -trace`");
    }
    RankFile::open(file, rank, first)
}

#[cfg(test)]
mod tests;
