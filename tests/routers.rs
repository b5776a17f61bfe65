//! The router's circuit, held against the simulator's router in the middle of a network with random packets. Verilator compiles it; where it
//! is not installed, these tests say so and do nothing.

use crate::alone;
use crate::hardware::{damaged_home, has_verilator, FAILED, ROOT};
use std::path::Path;
use weft_tests::command::Ended;

/// A switch whose packets keep their channels and have priorities.
const SWITCH: &str = "vcs=2 priorities=4 buffer=3 cycles=20000";

/// A router of a mesh whose packets take any channel.
const MESH: &str = "mesh=1 vcs=3 keeps=0 seed=2 cycles=20000";

/// What the bench tells of the circuits below a folder.
fn bench(home: &Path, keys: &str) -> Ended {
    let arguments: Vec<&str> = ["router"].into_iter().chain(keys.split(' ')).collect();
    alone::bench(home, "run", &arguments, ("PORT_TRACE", "port_trace"))
}

#[test]
fn the_router_does_what_the_simulator_does() {
    if !has_verilator() {
        return;
    }
    for keys in [SWITCH, MESH] {
        let told = bench(Path::new(ROOT), keys).exits(0);
        assert!(told.stdout.contains("no difference"), "{}", told.stdout);
    }
}

/// In a credit; in the class that wins; in the pointer of the switch, which a grant that is not accepted would move; in a speculation that fails.
#[test]
#[ignore = "compiles four circuits: part of make test-long"]
fn a_mistake_in_the_router_is_found() {
    if !has_verilator() {
        return;
    }
    let mistakes = [
        (
            SWITCH,
            "router_input.sv",
            "credit[v] <= sends[v] && !reset;",
            "credit[v] <= sends[v] && more && !reset;",
        ),
        (
            SWITCH,
            "highest_class.sv",
            "int bit_number = CB - 1; bit_number >= 0",
            "int bit_number = CB - 1; bit_number > 0",
        ),
        (
            MESH,
            "router_output.sv",
            "if (moves && grant[p])",
            "if (grant[p])",
        ),
        (
            MESH,
            "router_input.sv",
            "(ready | (won & has_credit))",
            "(ready | won)",
        ),
    ];
    for (keys, module, right, wrong) in mistakes {
        let home = damaged_home(module, right, wrong);
        let told = bench(&home.path(""), keys).exits(FAILED);
        assert!(told.stdout.contains("model"), "{module}: {}", told.stdout);
    }
}
