//! A graph on this machine: each task of a flow is a process, and the flows run one after the other.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::Result;
use weft_build::cache;
use weft_launch::job::{self, Job, MemoryTile};
use weft_launch::trace::{Rank, Recording};
use weft_report::reports::Reported;

use super::Flows;
use crate::build::native::{library, program};
use crate::ending::Ending;
use crate::processes::Jobs;
use crate::result::RunResult;
use crate::spec::RunSpec;

/// Runs the flows of the graph in `file` up to the first that fails.
///
/// # Errors
/// When an option needs tiles, the graph is wrong, or a program does not compile or start.
pub fn run(spec: &RunSpec, file: &Path) -> Result<RunResult> {
    spec.refuse_what_needs_tiles()?;
    let flows = Flows::read(spec, file)?;
    let folder = cache::scratch()?;
    let (files, of_task) = flows.programs();
    let trace = spec.record.trace.as_deref();
    let mut recording = trace.map(Recording::begin).transpose()?;
    let library = library(trace, &spec.build)?;
    let programs = files.iter().enumerate().map(|(number, files)| {
        let output = folder.path().join(format!("program{number}"));
        program(&library, files, &spec.build, &flows.graph.macros(), output)
    });
    let programs: Vec<PathBuf> = programs.collect::<Result<_>>()?;
    let of_task: Vec<&PathBuf> = of_task.into_iter().map(|index| &programs[index]).collect();
    let names = files.iter().copied().flatten();
    let names = names.map(|file| file.display().to_string());
    let mut jobs = Jobs::begin(names.collect());
    let mut result = RunResult::default();
    for flow in 0..flows.count {
        if result.status != 0 {
            break;
        }
        if let Some(recording) = &mut recording {
            recording.begin_job(flows.ranks(flow, &of_task))?;
        }
        flows.run_natively(flow, &of_task, spec, &mut jobs, &mut result)?;
    }
    recording.map_or(Ok(()), |recording| recording.finish(&flows.graph.name))?;
    let all = jobs.finish(result.status, result.reports);
    Ok(RunResult {
        message: result.message,
        ending: result.ending,
        ..all
    })
}

impl Flows {
    /// Runs the processes of one flow. Writes its inputs to memory before, and its output files afterwards.
    fn run_natively(
        &self,
        flow: usize,
        programs: &[&PathBuf],
        spec: &RunSpec,
        jobs: &mut Jobs,
        result: &mut RunResult,
    ) -> Result<()> {
        let commands = programs.iter().enumerate();
        let commands = commands.map(|(task, program)| self.command(program, task, flow));
        let job = Job {
            memory_tile: MemoryTile::new(self.graph.memory_bytes)?,
            label: spec.label,
            timeout: spec.timeout,
            ..Job::new(commands.collect())?
        };
        for (address, bytes) in self.inputs(flow)? {
            job.memory_tile.write(address, &bytes)?;
        }
        let end = job::run(&job)?;
        jobs.add(&end, |task| Some(self.name_of_task(task, flow)));
        result.status = end.status;
        let reported = job.reports.read()?.into_iter();
        result.reports.extend(reported.map(|reported| Reported {
            task: reported.rank.map(|task| self.name_of_task(task, flow)),
            rank: None,
            ..reported
        }));
        if result.status != 0 {
            return Ok(());
        }
        let missing = self.take_outputs(flow, |address, bytes| {
            let mut read = vec![0; bytes as usize];
            job.memory_tile.read(address, &mut read)?;
            Ok(read)
        })?;
        if let Some(why) = missing {
            result.status = 1;
            result.message = Some(format!("{why}\n"));
            result.ending = Ending::NoOutput(why);
        }
        Ok(())
    }

    /// Returns the tasks of a flow as the ranks of a trace.
    fn ranks(&self, flow: usize, programs: &[&PathBuf]) -> Vec<Rank> {
        let task = |task: usize| Rank {
            program: programs[task].clone(),
            name: self.name_of_task(task, flow),
        };
        (0..programs.len()).map(task).collect()
    }

    fn command(&self, program: &Path, task: usize, flow: usize) -> Vec<OsString> {
        let words = self.words(task, flow).into_iter().map(OsString::from);
        [program.into()].into_iter().chain(words).collect()
    }
}
