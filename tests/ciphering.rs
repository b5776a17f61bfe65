//! The ciphering circuit, held against published messages and the simulator's cipher.

use crate::alone::{Mistake, CIPHER};

#[test]
fn the_circuit_ciphers_as_published_and_as_the_simulator_does() {
    CIPHER.agrees(&["1000"]);
}

/// In the rows' shift; in the end of a message that fills no block; in a start that abandons; in a key stream too early.
#[test]
#[ignore = "compiles four circuits: part of make test-long"]
fn a_mistake_in_the_ciphering_circuit_is_found() {
    let mistakes = [
        Mistake {
            module: "aes.sv",
            right: "(c+r)%4",
            wrong: "(c+3*r)%4",
        },
        Mistake {
            module: "ccm.sv",
            right: "left == 16'd1);",
            wrong: "left == 16'd1 && !is_message);",
        },
        Mistake {
            module: "ccm_schedule.sv",
            right: "if (start) begin\n            job <= NONE;",
            wrong: "if (start) begin",
        },
        Mistake {
            module: "ccm_schedule.sv",
            right: "(stream_there || job == STREAM)",
            wrong: "stream_there",
        },
    ];
    for mistake in &mistakes {
        CIPHER.finds(mistake, &["1000"], "expected");
    }
}
