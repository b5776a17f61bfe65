//! A machine that is written out and read back. In this crate, which is not optimized, the code for all its fields compiles three times as
//! soon as beside the simulator's own tests.

use weft_sim::Machine;

/// What is read of what the machine is written as.
pub fn read_back(machine: &Machine) -> Machine {
    let written = serde_json::to_vec(machine).expect("a machine can be written");
    serde_json::from_slice(&written).expect("and read")
}
