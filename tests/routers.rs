//! The router's circuit, held against the simulator's router in the middle of a network with random packets.

use crate::alone::{Mistake, RUN};

/// A switch whose packets keep their channels and have priorities.
const SWITCH: [&str; 5] = [
    "router",
    "vcs=2",
    "priorities=4",
    "buffer=3",
    "cycles=20000",
];

/// A router of a mesh whose packets take any channel.
const MESH: [&str; 6] = [
    "router",
    "mesh=1",
    "vcs=3",
    "keeps=0",
    "seed=2",
    "cycles=20000",
];

#[test]
fn the_router_does_what_the_simulator_does() {
    RUN.agrees(&SWITCH);
    RUN.agrees(&MESH);
}

/// In a credit; in the class that wins; in the pointer of the switch, which a grant that is not accepted would move; in a speculation that fails.
#[test]
#[ignore = "compiles four circuits: part of make test-long"]
fn a_mistake_in_the_router_is_found() {
    let mistakes: [(&[&str], _); 4] = [
        (
            &SWITCH,
            Mistake {
                module: "router_input.sv",
                right: "credit[v] <= sends[v] && !reset;",
                wrong: "credit[v] <= sends[v] && more && !reset;",
            },
        ),
        (
            &SWITCH,
            Mistake {
                module: "highest_class.sv",
                right: "int bit_number = CB - 1; bit_number >= 0",
                wrong: "int bit_number = CB - 1; bit_number > 0",
            },
        ),
        (
            &MESH,
            Mistake {
                module: "router_output.sv",
                right: "if (moves && grant[p])",
                wrong: "if (grant[p])",
            },
        ),
        (
            &MESH,
            Mistake {
                module: "router_input.sv",
                right: "(ready | (won & has_credit))",
                wrong: "(ready | won)",
            },
        ),
    ];
    for (keys, mistake) in &mistakes {
        RUN.finds(mistake, keys, "model");
    }
}
