//! A graph on this machine: each task of a flow a process, the flows one after the other.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use weft_launch::job::{self, Binding, Job, MemoryTile};
use weft_launch::trace::{Rank, Recording};

use super::super::native::{library, program};
use super::{options, Flows};
use crate::arguments::RunArguments;
use crate::terminal::tell;

/// Runs the flows of the graph in `file`; the exit status of the first that failed, or 0.
///
/// # Errors
/// When an option needs tiles, the graph is wrong, or a program does not compile or start.
pub fn run(arguments: &RunArguments, file: &Path) -> Result<u8> {
    options::refuse_what_needs_tiles(arguments)?;
    let flows = Flows::read(arguments, file)?;
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let (files, of_task) = flows.programs();
    let trace = arguments.inside.trace.as_deref();
    let mut recording = trace.map(Recording::begin).transpose()?;
    let library = library(trace)?;
    let programs = files.iter().enumerate().map(|(number, files)| {
        let output = folder.path().join(format!("program{number}"));
        program(
            &library,
            files,
            &arguments.build,
            &flows.graph.macros(),
            output,
        )
    });
    let programs: Vec<PathBuf> = programs.collect::<Result<_>>()?;
    let of_task: Vec<&PathBuf> = of_task.into_iter().map(|index| &programs[index]).collect();
    let mut status = 0;
    for flow in 0..flows.count {
        if status != 0 {
            break;
        }
        if let Some(recording) = &mut recording {
            recording.begin_job(flows.ranks(flow, &of_task))?;
        }
        status = flows.run_natively(flow, &of_task, arguments.label)?;
    }
    recording.map_or(Ok(()), |recording| recording.finish(&flows.graph.name))?;
    Ok(status)
}

impl Flows {
    /// Runs the processes of one flow, with its inputs before and its outputs behind; their exit status.
    fn run_natively(&self, flow: usize, programs: &[&PathBuf], label: bool) -> Result<u8> {
        let job = Job {
            commands: (0..programs.len())
                .map(|task| self.command(programs[task], task, flow))
                .collect(),
            memory_tile: MemoryTile::new(self.graph.memory_bytes)?,
            binding: Binding::Core,
            timeout: None,
            label,
            verbose: false,
        };
        for (address, bytes) in self.inputs(flow)? {
            job.memory_tile.write(address, &bytes)?;
        }
        let status = job::run(&job)?;
        if status != 0 {
            return Ok(status);
        }
        let missing = self.take_outputs(flow, |address, bytes| {
            let mut read = vec![0; bytes as usize];
            job.memory_tile.read(address, &mut read)?;
            Ok(read)
        })?;
        missing.iter().for_each(|why| tell(&format!("{why}\n")));
        Ok(missing.is_some().into())
    }

    /// The tasks of a flow, for a trace.
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
