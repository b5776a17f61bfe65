//! Runs a program on a chip, and writes what its cores do in each cycle: which instruction issues, with the registers that it
//! finds, and what the host answers. `hardware/bench/program` holds the circuits of the chip against it.
//!
//! Usage: `program_trace PLATFORM PROGRAM.elf RANKS CYCLES [ARGUMENT ...]`. The program runs on cores 0 to RANKS - 1, for CYCLES at
//! most. Its output goes to the standard error stream, the trace to the standard output, as `record` lays it out.

mod host;
mod record;

use host::Recording;
use record::{Record, Writer};
use std::io;
use std::path::Path;
use std::sync::Arc;
use weft_sim::elf::Image;
use weft_sim::platform::{platform_directories, Platform};
use weft_sim::semihosting::{command_line, Sandbox};
use weft_sim::{Cycle, Engine, Machine, Outcome};

/// The symbol of the boot record, in which a program finds how many ranks there are and which one it is.
const BOOT_SYMBOL: &str = "weft_boot";

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [platform, program, ranks, cycles, rest @ ..] = &arguments[..] else {
        return Err(io::Error::other(
            "usage: program_trace PLATFORM PROGRAM.elf RANKS CYCLES [ARGUMENT ...]",
        ));
    };
    let platform = Platform::load(platform, &platform_directories()).map_err(io::Error::other)?;
    let image = Image::parse(program, std::fs::read(program)?).map_err(io::Error::other)?;
    let ranks: usize = ranks.parse().map_err(io::Error::other)?;
    let cycles: u64 = cycles.parse().map_err(io::Error::other)?;
    let name = Path::new(program).file_name().unwrap_or_default();
    let words = [&[name.to_string_lossy().into_owned()], rest].concat();
    let mut out = Writer::new();
    let mut machine = load(&platform, Arc::new(image), ranks, &mut out)?;
    let files = Sandbox::new(Path::new("."), rest)?;
    let mut host = Recording::new(files, command_line(&words));
    let outcome = run(&mut machine, Cycle(cycles), &mut host, &mut out)?;
    out.memories(&machine, ranks)?;
    out.end(machine.now(), &outcome)
}

/// The chip with the program in the memories of its first cores.
fn load(
    platform: &Platform,
    image: Arc<Image>,
    ranks: usize,
    out: &mut Writer,
) -> io::Result<Machine> {
    let images: Vec<_> = (0..platform.cores.count)
        .map(|core| (core < ranks).then(|| Arc::clone(&image)))
        .collect();
    let mut machine = Machine::new(platform, &images);
    out.program(image.entry, ranks, &image.segments)?;
    for core in 0..ranks {
        let Some(symbol) = image.symbol(BOOT_SYMBOL) else {
            continue;
        };
        let head = [0x5745_4654, 1, ranks as u32, core as u32];
        let mut record: Vec<u8> = head.iter().flat_map(|word| word.to_le_bytes()).collect();
        record.extend((0..ranks).map(|rank| rank as u8));
        let written = machine.write_memory(core, symbol.address, &record);
        written.map_err(|_| io::Error::other("the boot record is outside the data memory"))?;
        out.write(&Record::Data(core, symbol.address, &record))?;
    }
    Ok(machine)
}

/// Runs to the end, or to a cycle, and writes what happens.
fn run(
    machine: &mut Machine,
    limit: Cycle,
    host: &mut Recording,
    out: &mut Writer,
) -> io::Result<Outcome> {
    loop {
        let now = machine.now();
        if now >= limit {
            return Ok(Outcome::Reached);
        }
        let before = see(machine);
        let outcome = machine.run(Engine::Step, now + 1, host);
        host.write_calls(now, out)?;
        for (core, seen) in before.iter().enumerate() {
            if machine.core(core).instructions() != seen.instructions {
                out.write(&Record::Issue(core, now, seen.pc, seen.registers))?;
            }
        }
        if outcome != Outcome::Reached {
            return Ok(outcome);
        }
    }
}

/// A core at the start of a cycle.
struct Seen {
    instructions: u64,
    pc: u32,
    registers: [u32; 32],
}

/// The cores as they are now.
fn see(machine: &Machine) -> Vec<Seen> {
    let cores = (0..machine.core_count()).map(|core| machine.core(core));
    let seen = cores.map(|core| Seen {
        instructions: core.instructions(),
        // A load of a message ends in the cycle in which the instruction after it issues.
        pc: core.pc() + if core.is_running() { 0 } else { 4 },
        registers: core.registers(),
    });
    seen.collect()
}
