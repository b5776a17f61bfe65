//! The circuit of a core's network interface, held against the simulator's with random accesses of the core and a network that answers at random.

use crate::alone::{Mistake, RUN};

/// Priorities that share a channel, and circuits.
const SHARED: [&str; 3] = ["network_interface", "priorities=8", "cycles=20000"];

/// Without both.
const PLAIN: [&str; 3] = ["network_interface", "priorities=1", "cycles=20000"];

#[test]
fn the_network_interface_does_what_the_simulator_does() {
    RUN.agrees(&SHARED);
    RUN.agrees(&PLAIN);
}

/// In the order of a step and a request; in a store that is not answered; in the register of the way back; in the end of a program.
#[test]
#[ignore = "compiles four circuits: part of make test-long"]
fn a_mistake_in_the_network_interface_is_found() {
    let mistakes = [
        Mistake {
            module: "network_interface.sv",
            right: "!sends_step && !(step && by_circuit)",
            wrong: "!sends_step",
        },
        Mistake {
            module: "network_interface.sv",
            right: "state <= is_silent ? IDLE : WAITING",
            wrong: "state <= WAITING",
        },
        Mistake {
            module: "service_registers.sv",
            right: "if (opens && is_named[d]) both[d]",
            wrong: "if (is_named[d]) both[d]",
        },
        Mistake {
            module: "service_registers.sv",
            right: "exited && is_idle && !closing",
            wrong: "exited && !closing",
        },
    ];
    for mistake in &mistakes {
        RUN.finds(mistake, &SHARED, "model");
    }
}
