//! Before the start: the programs, where each runs, and what the reports need to know of them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use weft_report::program::Program;
use weft_report::workload::{LoadedProgram, Workload};
use weft_sim::elf::Image;
use weft_sim::platform::Platform;
use weft_sim::Machine;

use super::graph::{self, Flows};
use super::loader;
use super::placement::{OwnProgram, Placement};
use crate::arguments::place::Place;
use crate::arguments::RunArguments;
use crate::program_source::{source_folders, ProgramSource};

/// A chip ready to start, and what runs on it.
pub struct Prepared {
    /// The chip with the programs in its memories.
    pub machine: Machine,
    /// The programs as the reports see them.
    pub workload: Workload,
    /// The version of the compiler, if one was needed.
    pub compiler: Option<String>,
    /// The flows, if it is a task graph that runs.
    pub flows: Option<Flows>,
}

/// Compiles or reads the programs and loads them.
///
/// # Errors
/// When a program cannot be had, does not fit the platform or is placed where it cannot be.
pub fn prepare(platform: &Platform, arguments: &RunArguments) -> Result<Prepared> {
    if let Some(file) = graph::graph_file(arguments)? {
        return graph::prepare(platform, arguments, file);
    }
    let mut source = ProgramSource::new(platform, &arguments.build);
    let programs = Programs::gather(&mut source, arguments)?;
    let placement = Placement::new(platform, arguments.ranks, programs.common, &programs.own)?;
    for image in &programs.images {
        image.check_against(platform)?;
    }
    let images: Vec<Option<Arc<Image>>> = placement
        .programs
        .iter()
        .map(|program| program.map(|index| programs.images[index].clone()))
        .collect();
    let mut machine = Machine::new(platform, &images);
    loader::write_boot_records(&mut machine, &images, &placement)?;
    for (name, file) in &arguments.load {
        loader::load_file(&mut machine, platform, &images, name, file)?;
    }
    let ranks = placement.cores_of_ranks;
    let workload = workload(&programs.images, &placement.programs, ranks)?;
    Ok(Prepared {
        machine,
        workload,
        compiler: source.compiler_version().map(str::to_string),
        flows: None,
    })
}

/// The programs of a run.
struct Programs {
    images: Vec<Arc<Image>>,
    /// Which of them runs on all cores without one of their own.
    common: Option<usize>,
    own: Vec<OwnProgram>,
}

impl Programs {
    fn gather(source: &mut ProgramSource<'_>, arguments: &RunArguments) -> Result<Programs> {
        let mut files: Vec<Vec<PathBuf>> = Vec::new();
        let mut number =
            |wanted: Vec<PathBuf>| match files.iter().position(|known| *known == wanted) {
                Some(index) => index,
                None => {
                    files.push(wanted);
                    files.len() - 1
                }
            };
        let common = (!arguments.files.is_empty()).then(|| number(arguments.files.clone()));
        let mut own = Vec::new();
        for (place, file) in &arguments.core {
            if let Place::Core(core) = place {
                own.push(OwnProgram {
                    core: *core,
                    program: number(vec![file.clone()]),
                });
            }
        }
        let images = files
            .iter()
            .map(|files| source.image(files))
            .collect::<Result<_>>()?;
        Ok(Programs {
            images,
            common,
            own,
        })
    }
}

/// The programs as the reports see them: which of them each core runs, and the core of each rank.
///
/// # Errors
/// When what an ELF file tells about its source cannot be read.
pub fn workload(
    images: &[Arc<Image>],
    of_cores: &[Option<usize>],
    core_of_rank: Vec<usize>,
) -> Result<Workload> {
    let mut programs = Vec::new();
    for (index, image) in images.iter().enumerate() {
        let runs = of_cores
            .iter()
            .enumerate()
            .filter(|(_, program)| **program == Some(index));
        let program = Program::read(&image.bytes, source_folders())
            .with_context(|| format!("{} cannot be read", image.name))?;
        programs.push(LoadedProgram {
            cores: runs.map(|(core, _)| core).collect(),
            path: image.name.clone(),
            sha256: image.sha256.clone(),
            program,
        });
    }
    Ok(Workload {
        programs,
        core_of_rank,
        task_of_core: BTreeMap::new(),
        flow_of_core: BTreeMap::new(),
    })
}
