//! Programs as processes of this machine: the platform `host`. Their output is this process's own.

use std::ffi::OsString;

use anyhow::Result;
use weft_build::cache;
use weft_launch::job::{self, Job};
use weft_launch::trace::{Rank, Recording};

use crate::build::native::{library, program};
use crate::processes::Jobs;
use crate::result::RunResult;
use crate::spec::RunSpec;

/// Runs the program with one process for each rank; by default with as many ranks as this machine has processors.
///
/// # Errors
/// When the program does not compile or start.
pub fn run(spec: &RunSpec) -> Result<RunResult> {
    let folder = cache::scratch()?;
    let output = folder.path().join("program");
    let trace = spec.record.trace.as_deref();
    let mut recording = trace.map(Recording::begin).transpose()?;
    let library = library(trace, &spec.build)?;
    let program = program(&library, &spec.files, &spec.build, &[], output)?;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let words = spec.arguments.iter().map(OsString::from);
    let command = [program.clone().into()].into_iter().chain(words).collect();
    let ranks = spec.ranks.unwrap_or(processors);
    if let Some(recording) = &mut recording {
        recording.begin_job(Rank::all(&program, ranks))?;
    }
    let job = Job {
        label: spec.label,
        timeout: spec.timeout,
        ..Job::new(job::same(ranks, command)?)?
    };
    let names = spec.files.iter().map(|file| file.display().to_string());
    let names: Vec<String> = names.collect();
    let title = names.join(", ");
    let mut jobs = Jobs::begin(names);
    let end = job::run(&job)?;
    jobs.add(&end, |_| None);
    if let Some(recording) = recording {
        recording.finish(&title)?;
    }
    Ok(jobs.finish(end.status, job.reports.read()?))
}
