//! The chip's circuits with programs in their memories, and the memory of a core as the host's services see it.

use std::cell::RefCell;
use std::path::Path;

use anyhow::{bail, Result};
use weft_hardware::engine::{Circuits, PAGE, SHARED_BASE};
use weft_hardware::Parameters;
use weft_sim::semihosting::Memory;
use weft_sim::Machine;

use crate::load::Loaded;

/// The chip's circuits, and the cores that have programs.
pub struct Board {
    pub circuits: Circuits,
    /// The cores that have a program.
    pub cores: Vec<usize>,
}

impl Board {
    /// Starts the circuits and copies the memories of a loaded machine into theirs. With `power_on`, the registers hold random values from
    /// this seed before the reset, else zeros.
    ///
    /// # Errors
    /// When the programs do not all begin at one address: the chip has one input for the start address of all cores.
    pub fn load(
        program: &Path,
        parameters: &Parameters,
        loaded: &Loaded,
        power_on: Option<u32>,
    ) -> Result<Board> {
        let machine = &loaded.machine;
        let cores = 0..machine.core_count();
        let cores: Vec<usize> = cores
            .filter(|core| !machine.core(*core).is_halted())
            .collect();
        let mut entries = cores.iter().map(|core| machine.core(*core).pc());
        let entry = entries.next().unwrap_or_default();
        if entries.any(|other| other != entry) {
            bail!(
                "the programs begin at different addresses; on the circuits all cores begin at one"
            );
        }
        let mut circuits = Circuits::start(program, power_on)?;
        let holds = power_on.map_or(Holds::Zeros, |_| Holds::Anything);
        for &core in &cores {
            let (data, program) = machine.core(core).memories();
            let (base, size) = data.range();
            fill(&mut circuits, core, base, data.at(0, size as usize), holds)?;
            fill(&mut circuits, core, program.base, &program.bytes, holds)?;
        }
        let shared = parameters.value("SHARED_BYTES") as usize;
        if let Some(bytes) = machine.peek(0, SHARED_BASE, shared) {
            fill(&mut circuits, 0, SHARED_BASE, bytes, holds)?;
        }
        circuits.begin(entry, &cores)?;
        Ok(Board { circuits, cores })
    }

    /// Copies the data memories of the circuits to those of the machine.
    ///
    /// # Errors
    /// When the circuits' process has ended.
    pub fn copy_memories(&mut self, machine: &mut Machine) -> Result<()> {
        for &core in &self.cores {
            for (address, bytes) in self.circuits.pages(core)? {
                // Both have the memories of one platform.
                let _ = machine.write_memory(core, address, &bytes);
            }
        }
        Ok(())
    }
}

/// The content of a memory of the circuits before it is filled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Zeros,
    Anything,
}

/// Writes the pages that differ from the present content.
fn fill(circuits: &mut Circuits, core: usize, base: u32, bytes: &[u8], holds: Holds) -> Result<()> {
    for (page, bytes) in bytes.chunks(PAGE).enumerate() {
        if holds == Holds::Anything || bytes.iter().any(|byte| *byte != 0) {
            circuits.write(core, base + (page * PAGE) as u32, bytes)?;
        }
    }
    Ok(())
}

/// The memory that a core of the circuits sees. The machine decides which addresses a program may access.
pub struct BoardMemory<'a> {
    inner: RefCell<(&'a mut Circuits, &'a mut Machine)>,
    core: usize,
    /// Why the circuits' process did not answer.
    pub failure: RefCell<Option<anyhow::Error>>,
}

impl<'a> BoardMemory<'a> {
    pub fn new(circuits: &'a mut Circuits, machine: &'a mut Machine, core: usize) -> Self {
        BoardMemory {
            inner: RefCell::new((circuits, machine)),
            core,
            failure: RefCell::default(),
        }
    }

    fn note(&self, result: Result<()>) {
        if let Err(error) = result {
            self.failure.borrow_mut().get_or_insert(error);
        }
    }
}

impl Memory for BoardMemory<'_> {
    fn read(&self, address: u32, into: &mut [u8]) -> Result<(), u32> {
        let (circuits, machine) = &mut *self.inner.borrow_mut();
        machine.check_host_access(self.core, address, into.len(), false)?;
        self.note(circuits.read(self.core, address, into));
        Ok(())
    }

    fn write(&mut self, address: u32, from: &[u8]) -> Result<(), u32> {
        let (circuits, machine) = &mut *self.inner.borrow_mut();
        machine.check_host_access(self.core, address, from.len(), true)?;
        self.note(circuits.write(self.core, address, from));
        Ok(())
    }
}
