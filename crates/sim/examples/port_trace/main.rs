//! Runs the message units, the crossbar and the synchronization controller, the MAC unit, or a network interface on random orders, or a
//! network on random packets, and writes what is on the ports of one of them in each cycle: the stimuli and the answers
//! that its circuit in `hardware/` must give. `hardware/bench/run` replays them.
//!
//! Usage: `port_trace MODULE [KEY=VALUE ...]`, with the modules `sync`, `crossbar`, `message_unit`, `messages`, `mac`,
//! `router` and `network_interface`.

mod chip;
mod core;
mod interface;
mod mac;
mod parameters;
mod ports;
mod record;
mod router;
mod row;
mod stimuli;

use chip::Chip;
use parameters::Parameters;
use row::Row;
use std::io::{self, BufWriter, Write};

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let module = arguments.next().unwrap_or_default();
    let parameters = Parameters::parse(arguments).map_err(io::Error::other)?;
    let (circuit, mut cycle) = cycles_of(&module, &parameters).ok_or(io::Error::other(format!(
        "no module {module:?}: give sync, crossbar, message_unit, messages, mac, router or network_interface"
    )))?;
    let mut out = BufWriter::new(io::stdout().lock());
    for number in 0..parameters.cycles {
        let mut row = cycle();
        if number == 0 {
            writeln!(out, "{} {circuit}", row.header())?;
        }
        row.write(&mut out)?;
    }
    out.flush()
}

/// The parameters of a module's circuit, and a function whose each call is a cycle of the module, and returns what was on its ports.
fn cycles_of(module: &str, parameters: &Parameters) -> Option<(String, Box<dyn FnMut() -> Row>)> {
    let circuit = parameters.of_module(module);
    match module {
        "mac" => {
            let mut bench = mac::Bench::new(parameters);
            Some((circuit, Box::new(move || bench.cycle())))
        }
        "router" => {
            let mut bench = router::Bench::new(parameters);
            Some((bench.circuit(), Box::new(move || bench.cycle())))
        }
        "network_interface" => {
            let mut bench = interface::Bench::new(parameters);
            Some((bench.circuit(), Box::new(move || bench.cycle())))
        }
        _ => Some((circuit, messages(ports::of_module(module)?, parameters))),
    }
}

fn messages(ports: ports::Show, parameters: &Parameters) -> Box<dyn FnMut() -> Row> {
    let mut chip = Chip::new(parameters);
    Box::new(move || {
        chip.cycle();
        let mut row = Row::new(chip.is_reset);
        ports(&chip, &mut row);
        row
    })
}
