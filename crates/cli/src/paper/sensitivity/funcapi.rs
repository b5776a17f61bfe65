//! What `platforms/funcapi.toml` has that L. Matilainen et al. do not state. Times that no row depends on, of divisions, exceptions, sleep, the
//! external memory and the accelerator, are left out; and the rows of
//! MCAPI, which take their time in instructions.

use super::{Parameter, Place, Study};
use crate::paper::funcapi;

pub const STUDY: Study = Study {
    paper: &funcapi::PAPER,
    rows: &[
        "round-trip-1",
        "round-trip-8",
        "round-trip-32",
        "round-trip-128",
        "throughput-16",
        "throughput-1024",
    ],
    parameters: &[
        Parameter::timing("load_use", ["1", "2", "4"]),
        Parameter::timing("taken_branch", ["1", "1", "2"]),
        Parameter::timing("jump", ["1", "1", "2"]),
        Parameter::timing("jump_register", ["1", "2", "4"]),
        Parameter::new(Place::Controller, "read", ["1", "3", "6"]),
        Parameter::new(Place::Controller, "write", ["1", "2", "4"]),
        Parameter::new(Place::Controller, "start", ["2", "4", "8"]),
        hibi("send_fifo", ["2", "4", "8"]),
        hibi("receive_fifo", ["2", "4", "8"]),
        hibi("longest_turn", ["127", "255", "510"]),
    ],
};

const fn hibi(key: &'static str, values: [&'static str; 3]) -> Parameter {
    Parameter::new(Place::Table("hibi"), key, values)
}
