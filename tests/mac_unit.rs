//! The circuit of the MAC unit, held against the simulator's unit with random orders, frames and delays of the bus. Verilator compiles it; where it
//! is not installed, these tests say so and do nothing.

use crate::alone;
use crate::hardware::{damaged_home, has_verilator, FAILED, ROOT};
use std::path::Path;
use weft_tests::command::Ended;

/// With beacons as long as one that fills its entry of the ring, which the bus moves before the end.
const ORDERS: [&str; 5] = ["mac", "burst=16", "mhz=125", "seed=2", "cycles=500000"];

/// What the bench tells of the circuits below a folder.
fn bench(home: &Path) -> Ended {
    alone::bench(home, "run", &ORDERS, ("PORT_TRACE", "port_trace"))
}

#[test]
fn the_mac_unit_does_what_the_simulator_does() {
    if !has_verilator() {
        return;
    }
    let told = bench(Path::new(ROOT)).exits(0);
    assert!(told.stdout.contains("no difference"), "{}", told.stdout);
}

/// The longest beacon has as many words as an entry of the ring, which is one more than seven bits can tell.
#[test]
#[ignore = "compiles a circuit: part of make test-long"]
fn a_number_of_words_that_does_not_fit_is_found() {
    if !has_verilator() {
        return;
    }
    let home = damaged_home(
        "mac.sv",
        "logic [7:0] beacon_words;",
        "logic [6:0] beacon_words;",
    );
    let told = bench(&home.path("")).exits(FAILED);
    assert!(told.stdout.contains("transfer_words"), "{}", told.stdout);
}
