//! A graph on the tiles of a simulated chip: programs built, tasks placed, memory filled.

use std::path::Path;
use std::sync::Arc;

use anyhow::{anyhow, Context, Result};
use weft_graph::map::map;
use weft_graph::map::record::Request;
use weft_graph::{check, Array, FlowMemory};
use weft_sim::elf::Image;
use weft_sim::platform::Platform;
use weft_sim::port::TaskPlacement;
use weft_sim::Machine;

use super::{row, Flows, Placed};
use crate::build::ProgramSource;
use crate::load::{boot, images_of_cores, workload, write, Loaded};
use crate::observer::Observer;
use crate::spec::RunSpec;

/// The seed of the mapper, equal to the default of `weft map`, so that a run uses the placement that `weft map` draws.
const SEED: u64 = 1;

/// Compiles the programs of the graph in `file`, places its tasks, and fills the memory of each flow.
///
/// # Errors
/// When an option, the graph, the placement or a program is wrong, or they do not fit the platform.
pub fn load(
    platform: &Platform,
    spec: &RunSpec,
    file: &Path,
    observer: &mut dyn Observer,
) -> Result<(Loaded, Flows)> {
    let mut flows = Flows::read(spec, file)?;
    let core_of_rank = match Array::of(platform) {
        Some(array) => {
            flows.place_on_tiles(spec, &array)?;
            Vec::new()
        }
        None => {
            check::fits(&flows.graph, &row::array(platform), flows.count)?;
            flows.place_in_a_row(platform, spec)?;
            flows.cores(0)
        }
    };
    let mut source =
        ProgramSource::new(platform, &spec.build, observer).with_macros(flows.graph.macros());
    let (files, of_task) = flows.programs();
    let images = files.into_iter().map(|files| source.image(files));
    let images: Vec<Arc<Image>> = images.collect::<Result<_>>()?;
    let mut programs = vec![None; platform.cores.count];
    for placed in &flows.placed {
        programs[placed.core] = Some(of_task[placed.task]);
    }
    let machine = flows.machine(platform, &images, &programs)?;
    let mut workload = workload(&images, &programs, core_of_rank)?;
    workload.task_of_core = flows.names();
    workload.flow_of_core = flows.numbers();
    let loaded = Loaded {
        machine,
        workload,
        compiler: source.compiler_version().map(str::to_string),
    };
    Ok((loaded, flows))
}

/// Returns the array of tiles for the mapper.
///
/// # Errors
/// When it has no tiles.
pub fn array(platform: &Platform) -> Result<Array> {
    Array::of(platform).with_context(|| {
        format!(
            "{} has no tiles to place tasks on; take a platform with some, such as --platform nagam",
            platform.name
        )
    })
}

impl Flows {
    /// Places the tasks on a mesh, with their spares, and gives them their memory.
    fn place_on_tiles(&mut self, spec: &RunSpec, array: &Array) -> Result<()> {
        check::fits(&self.graph, array, self.count)?;
        self.take_memory(array);
        self.place(spec, array)?;
        self.add_spares(&spec.graph.remap, array)
    }

    /// Gives each flow its part of a memory tile.
    fn take_memory(&mut self, array: &Array) {
        let part = |flow| array.flow_memory(flow, self.graph.memory_bytes);
        self.memories = (0..self.count).map(part).collect();
    }

    /// Places the tasks as `spec` says, or as `weft map` would.
    fn place(&mut self, spec: &RunSpec, array: &Array) -> Result<()> {
        let request = Request {
            graph: &self.graph,
            array,
            flows: self.count,
            avoided: &[],
            seed: SEED,
        };
        let placement = match spec.graph.map.as_slice() {
            [] => map(&request.problem(), SEED).placement,
            given => request.placement(given).map_err(|why| {
                let name = spec.graph.map_name.as_deref().unwrap_or("the placement");
                anyhow!("--map: {name} does not fit: {why}; make one with `weft map`")
            })?,
        };
        let tasks = self.graph.tasks.len();
        let placed = placement.iter().enumerate().map(|(index, core)| Placed {
            core: *core,
            task: index % tasks,
            flow: index / tasks,
            is_spare: false,
        });
        self.placed = placed.collect();
        Ok(())
    }

    /// Makes the chip, with programs and inputs in its memories.
    fn machine(
        &self,
        platform: &Platform,
        images: &[Arc<Image>],
        programs: &[Option<usize>],
    ) -> Result<Machine> {
        let of_cores = images_of_cores(platform, images, programs)?;
        let mut machine = Machine::new(platform, &of_cores);
        for placed in &self.placed {
            if let Some(image) = &of_cores[placed.core] {
                let cores = self.cores(placed.flow);
                boot::write_record(&mut machine, placed.core, image, placed.task, &cores)?;
            }
        }
        machine.place_tasks(&self.tiles(), &self.remaps());
        self.fill_memory(&mut machine)?;
        Ok(machine)
    }

    /// Returns the initial cores of the tasks of a flow.
    fn cores(&self, flow: usize) -> Vec<usize> {
        let tasks = self.graph.tasks.len();
        let placed = &self.placed[flow * tasks..(flow + 1) * tasks];
        placed.iter().map(|placed| placed.core).collect()
    }

    fn tiles(&self) -> Vec<TaskPlacement> {
        let tile = |placed: &Placed| TaskPlacement {
            core: placed.core,
            task: placed.task as u16,
            table: self.cores(placed.flow).into_iter().map(Some).collect(),
            memory_base: self.memories[placed.flow].base as u32,
            memory_bytes: self.graph.memory_bytes,
        };
        self.placed.iter().map(tile).collect()
    }

    fn fill_memory(&self, machine: &mut Machine) -> Result<()> {
        for (flow, part) in self.memories.iter().enumerate() {
            for (address, bytes) in self.inputs(flow)? {
                put(machine, part, address, &bytes)?;
            }
        }
        Ok(())
    }

    /// Writes the output files of all flows, after a run that finished. Returns the error of the first missing output.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn take_all_outputs(&self, machine: &Machine) -> Result<Option<String>> {
        for (flow, part) in self.memories.iter().enumerate() {
            let missing =
                self.take_outputs(flow, |address, bytes| get(machine, part, address, bytes))?;
            if missing.is_some() {
                return Ok(missing);
            }
        }
        Ok(None)
    }
}

/// Writes to a flow's part of a memory tile, or of a memory that cores address.
fn put(machine: &mut Machine, part: &FlowMemory, address: u32, bytes: &[u8]) -> Result<()> {
    let start = part.offset as usize + address as usize;
    match machine.host_memory_mut(&part.name) {
        Some(memory) => memory[start..start + bytes.len()].copy_from_slice(bytes),
        None => write(machine, 0, part.base as u32 + address, bytes)?,
    }
    Ok(())
}

fn get(machine: &Machine, part: &FlowMemory, address: u32, bytes: u32) -> Result<Vec<u8>> {
    let start = part.offset as usize + address as usize;
    let bytes = bytes as usize;
    let found = match machine.host_memory(&part.name) {
        Some(memory) => memory.get(start..start + bytes),
        None => machine.peek(0, part.base as u32 + address, bytes),
    };
    let found = found.context("the tasks' memory ends before")?;
    Ok(found.to_vec())
}
