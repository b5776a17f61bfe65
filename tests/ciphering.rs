//! The ciphering circuit, held against published messages and the simulator's cipher. Verilator compiles it; where it is not installed, these
//! tests say so and do nothing.

use crate::alone;
use crate::hardware::{damaged_home, has_verilator, FAILED, ROOT};
use std::path::Path;
use weft_tests::command::Ended;

/// What the bench tells of the circuits below a folder.
fn bench(home: &Path, count: &str) -> Ended {
    let messages = ("CCM_MESSAGES", "ccm_messages");
    alone::bench(home, "cipher", &[count], messages)
}

#[test]
fn the_circuit_ciphers_as_published_and_as_the_simulator_does() {
    if !has_verilator() {
        return;
    }
    let told = bench(Path::new(ROOT), "1000").exits(0);
    assert!(told.stdout.contains("no difference"), "{}", told.stdout);
}

/// In the rows' shift; in the end of a message that fills no block; in a start that abandons; in a key stream too early.
#[test]
#[ignore = "compiles four circuits: part of make test-long"]
fn a_mistake_in_the_ciphering_circuit_is_found() {
    if !has_verilator() {
        return;
    }
    let mistakes = [
        ("aes.sv", "(c+r)%4", "(c+3*r)%4"),
        (
            "ccm.sv",
            "left == 16'd1);",
            "left == 16'd1 && !is_message);",
        ),
        (
            "ccm_schedule.sv",
            "if (start) begin\n            job <= NONE;",
            "if (start) begin",
        ),
        (
            "ccm_schedule.sv",
            "(stream_there || job == STREAM)",
            "stream_there",
        ),
    ];
    for (module, right, wrong) in mistakes {
        let home = damaged_home(module, right, wrong);
        let told = bench(&home.path(""), "1000").exits(FAILED);
        assert!(
            told.stdout.contains("expected"),
            "{module}: {}",
            told.stdout
        );
    }
}
