//! The simulator as a witness: one core of the chip that virt.toml describes, in either engine.

use crate::toolchain::Result;
use crate::witness::{Run, Witness};
use std::io;
use std::path::Path;
use std::sync::Arc;
use weft_sim::elf::Image;
use weft_sim::platform::Platform;
use weft_sim::semihosting::{Output, Sandbox, SemihostingHost, Stream};
use weft_sim::{Cycle, Engine, Machine, Outcome, Translate};

/// Far above what any image or program here takes.
const CYCLE_LIMIT: Cycle = Cycle(1_000_000_000);

/// The simulator with one of its engines.
pub struct Simulator {
    pub engine: Engine,
}

/// A chip with its memories where QEMU's `virt` machine has RAM.
///
/// # Errors
/// When the platform file is wrong.
pub fn virt() -> Result<Platform> {
    Platform::parse(Path::new("virt.toml"), include_str!("virt.toml"))
        .map_err(|error| error.to_string())
}

impl Witness for Simulator {
    fn name(&self) -> String {
        format!("the simulator ({:?})", self.engine)
    }

    fn run(&mut self, elf: &[u8]) -> Result<Run> {
        run_on(&virt()?, self.engine, elf)
    }
}

/// The fast engine where everything is translated before it is executed.
pub struct Translated;

impl Witness for Translated {
    fn name(&self) -> String {
        "translated code".into()
    }

    fn run(&mut self, elf: &[u8]) -> Result<Run> {
        let mut machine = machine(&virt()?, elf)?;
        machine.translate(Translate::Always);
        run_machine(machine, Engine::Fast)
    }
}

/// Runs an image on the one core of a chip.
///
/// # Errors
/// When it does not come to its end.
pub fn run_on(platform: &Platform, engine: Engine, elf: &[u8]) -> Result<Run> {
    run_machine(machine(platform, elf)?, engine)
}

fn machine(platform: &Platform, elf: &[u8]) -> Result<Machine> {
    let image = Image::parse("image", elf).map_err(|error| error.to_string())?;
    Ok(Machine::new(platform, &[Some(Arc::new(image))]))
}

fn run_machine(mut machine: Machine, engine: Engine) -> Result<Run> {
    let mut host = SemihostingHost::new(
        Collected::default(),
        io::empty(),
        Sandbox::closed(),
        0,
        String::new(),
    );
    let outcome = machine.run(engine, CYCLE_LIMIT, &mut host);
    if outcome != Outcome::Finished {
        let pc = machine.core(0).pc();
        return Err(format!("ended with {outcome:?} at pc {pc:#010x}"));
    }
    check_classes(&machine)?;
    let status = machine
        .core(0)
        .exit_status
        .ok_or("finished without an exit status")?;
    Ok(Run {
        output: host.output().stdout.clone(),
        status,
    })
}

/// Every cycle must be in exactly one class.
fn check_classes(machine: &Machine) -> Result<()> {
    let (sum, elapsed) = (machine.statistics(0).classes.total(), machine.now().0);
    if sum == elapsed {
        return Ok(());
    }
    Err(format!(
        "the classes sum to {sum} cycles, but {elapsed} have passed"
    ))
}

/// Keeps the standard output.
#[derive(Default)]
struct Collected {
    stdout: Vec<u8>,
}

impl Output for Collected {
    fn write(&mut self, _core: usize, stream: Stream, bytes: &[u8]) -> io::Result<()> {
        if stream == Stream::Stdout {
            self.stdout.extend_from_slice(bytes);
        }
        Ok(())
    }

    fn flush(&mut self, _core: usize) -> io::Result<()> {
        Ok(())
    }
}
