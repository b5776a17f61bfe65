//! Runs the message units, the crossbar and the synchronization controller, or the MAC unit, on random orders, and
//! writes what is on the ports of one of them in each cycle: the stimuli and the answers that its circuit in `hardware/`
//! must give. `hardware/bench/run` replays them.
//!
//! Usage: `port_trace MODULE [KEY=VALUE ...]`, with the modules `sync`, `crossbar`, `message_unit`, `messages` and `mac`.

mod chip;
mod core;
mod mac;
mod parameters;
mod ports;
mod record;
mod row;
mod stimuli;

use chip::Chip;
use mac::Bench;
use parameters::Parameters;
use row::Row;
use std::io::{self, BufWriter, Write};

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let module = arguments.next().unwrap_or_default();
    let parameters = Parameters::parse(arguments).map_err(io::Error::other)?;
    let mut cycle = cycles_of(&module, &parameters).ok_or(io::Error::other(format!(
        "no module {module:?}: give sync, crossbar, message_unit, messages or mac"
    )))?;
    let mut out = BufWriter::new(io::stdout().lock());
    for number in 0..parameters.cycles {
        let mut row = cycle();
        if number == 0 {
            writeln!(out, "{} {}", row.header(), parameters.of_module(&module))?;
        }
        row.write(&mut out)?;
    }
    out.flush()
}

/// Each call is a cycle of the module, and returns what was on its ports.
fn cycles_of(module: &str, parameters: &Parameters) -> Option<Box<dyn FnMut() -> Row>> {
    if module == "mac" {
        let mut bench = Bench::new(parameters);
        return Some(Box::new(move || bench.cycle()));
    }
    let ports = ports::of_module(module)?;
    let mut chip = Chip::new(parameters);
    Some(Box::new(move || {
        chip.cycle();
        let mut row = Row::new(chip.is_reset);
        ports(&chip, &mut row);
        row
    }))
}
