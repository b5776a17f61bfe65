//! The circuit of the MAC unit, held against the simulator's unit with random orders, frames and delays of the bus.

use crate::alone::{Mistake, RUN};

/// With beacons as long as one that fills its entry of the ring, which the bus moves before the end.
const ORDERS: [&str; 5] = ["mac", "burst=16", "mhz=125", "seed=2", "cycles=500000"];

#[test]
fn the_mac_unit_does_what_the_simulator_does() {
    RUN.agrees(&ORDERS);
}

/// The longest beacon has as many words as an entry of the ring, which is one more than seven bits can tell.
#[test]
#[ignore = "compiles a circuit: part of make test-long"]
fn a_number_of_words_that_does_not_fit_is_found() {
    let mistake = Mistake {
        module: "mac.sv",
        right: "logic [7:0] beacon_words;",
        wrong: "logic [6:0] beacon_words;",
    };
    RUN.finds(&mistake, &ORDERS, "transfer_words");
}
