//! Loading: the programs, their placement on cores, and the facts about them that the reports need.

pub mod boot;
mod memory;
mod placement;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use weft_report::program::Program;
use weft_report::workload::{LoadedProgram, Workload};
use weft_sim::elf::Image;
use weft_sim::platform::Platform;
use weft_sim::Machine;

use crate::build::{source_folders, ProgramSource};
use crate::observer::Observer;
use crate::spec::{Place, RunSpec};
pub use memory::write;
use placement::{Placement, ProgramOfCore};

/// A chip ready to start, and what runs on it.
pub struct Loaded {
    /// The chip with the programs in its memories.
    pub machine: Machine,
    /// Names, symbols and placement of the programs, for the reports.
    pub workload: Workload,
    /// The version of the compiler, if one was needed.
    pub compiler: Option<String>,
}

/// Compiles or reads the programs and loads them.
///
/// # Errors
/// When a program cannot be read or compiled, does not fit the platform, or its placement is invalid.
pub fn load(platform: &Platform, spec: &RunSpec, observer: &mut dyn Observer) -> Result<Loaded> {
    let mut source = ProgramSource::new(platform, &spec.build, observer);
    let programs = Programs::gather(&mut source, spec)?;
    let placement = Placement::new(platform, spec.ranks, programs.common, &programs.own)?;
    let images = images_of_cores(platform, &programs.images, &placement.programs)?;
    let mut machine = Machine::new(platform, &images);
    boot::write_records(&mut machine, &images, &placement)?;
    for file in &spec.load {
        memory::load_file(&mut machine, platform, &images, &mut source, file)?;
    }
    source.refuse_unused_options()?;
    let ranks = placement.cores_of_ranks;
    let workload = workload(&programs.images, &placement.programs, ranks)?;
    Ok(Loaded {
        machine,
        workload,
        compiler: source.compiler_version().map(str::to_string),
    })
}

/// Returns the image of each core; `programs` has the index of each core's program.
///
/// # Errors
/// When an image does not fit the platform.
pub fn images_of_cores(
    platform: &Platform,
    images: &[Arc<Image>],
    programs: &[Option<usize>],
) -> Result<Vec<Option<Arc<Image>>>> {
    for image in images {
        image.check_against(platform)?;
    }
    let image = |program: &Option<usize>| program.map(|index| images[index].clone());
    Ok(programs.iter().map(image).collect())
}

/// The programs of a run.
struct Programs {
    images: Vec<Arc<Image>>,
    /// The index of the program of all cores without one of their own.
    common: Option<usize>,
    own: Vec<ProgramOfCore>,
}

impl Programs {
    fn gather(source: &mut ProgramSource<'_>, spec: &RunSpec) -> Result<Programs> {
        let mut files: Vec<Vec<PathBuf>> = Vec::new();
        let mut number = |wanted: Vec<PathBuf>| {
            let known = files.iter().position(|known| *known == wanted);
            known.unwrap_or_else(|| {
                files.push(wanted);
                files.len() - 1
            })
        };
        let common = (!spec.files.is_empty()).then(|| number(spec.files.clone()));
        let mut own = Vec::new();
        for given in &spec.own {
            if let Place::Core(core) = given.place {
                own.push(ProgramOfCore {
                    core,
                    program: number(vec![given.file.clone()]),
                });
            }
        }
        let images = files.iter().map(|files| source.image(files));
        Ok(Programs {
            images: images.collect::<Result<_>>()?,
            common,
            own,
        })
    }
}

/// Returns the workload for the reports: the programs, which of them each core runs, and the core of each rank.
///
/// # Errors
/// When the debugging information of an ELF file cannot be read.
pub fn workload(
    images: &[Arc<Image>],
    of_cores: &[Option<usize>],
    core_of_rank: Vec<usize>,
) -> Result<Workload> {
    let mut programs = Vec::new();
    for (index, image) in images.iter().enumerate() {
        let programs_of_cores = of_cores.iter().enumerate();
        let runs = programs_of_cores.filter(|(_, program)| **program == Some(index));
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
