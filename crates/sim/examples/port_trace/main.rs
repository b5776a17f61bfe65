//! Runs the message units, the crossbar and the synchronization controller on random orders, and writes what is on the
//! ports of one of them in each cycle: the stimuli and the answers that its circuit in `hardware/` must give.
//! `hardware/bench/run` replays them.
//!
//! Usage: `port_trace MODULE [KEY=VALUE ...]`, with the modules `sync`, `crossbar`, `message_unit` and `messages`.

mod chip;
mod core;
mod parameters;
mod ports;
mod record;
mod row;
mod stimuli;

use chip::Chip;
use parameters::Parameters;
use row::Row;
use std::io::{self, BufWriter, Write};

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let module = arguments.next().unwrap_or_default();
    let Some(ports) = ports::of_module(&module) else {
        return Err(io::Error::other(format!(
            "no module {module:?}: give sync, crossbar, message_unit or messages"
        )));
    };
    let parameters = Parameters::parse(arguments).map_err(io::Error::other)?;
    let mut chip = Chip::new(&parameters);
    let mut out = BufWriter::new(io::stdout().lock());
    for cycle in 0..parameters.cycles {
        chip.cycle();
        let mut row = Row::new(chip.is_reset);
        ports(&chip, &mut row);
        if cycle == 0 {
            writeln!(out, "{} {}", row.header(), parameters.of_module(&module))?;
        }
        row.write(&mut out)?;
    }
    out.flush()
}
