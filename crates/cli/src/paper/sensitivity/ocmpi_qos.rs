//! What `platforms/cortex16.toml` has that J. Joven et al. do not state. Times that no row depends on, of divisions, exceptions, sleep
//! and circuits, are left out, and of the memories those that lie on no way.

use super::{Parameter, Place, Study};
use crate::paper::ocmpi_qos;

pub const STUDY: Study = Study {
    paper: &ocmpi_qos::PAPER,
    rows: &[
        "init-4",
        "init-16",
        "barrier-4",
        "barrier-16",
        "inside-4-one-way",
        "inside-4-ping-pong",
        "between-4-one-way",
        "between-4-ping-pong",
        "inside-1024-one-way",
        "between-1024-one-way",
        "efficiency-inside-4-one-way",
        "efficiency-between-4-one-way",
        "efficiency-inside-4096-one-way",
        "efficiency-between-4096-one-way",
        "qos-a-second",
        "qos-a-first",
        "qos-b-first-right",
        "qos-b-first-left",
        "qos-c-order",
        "qos-d-second-right",
        "qos-e-critical",
    ],
    parameters: &[
        Parameter::timing("load_use", ["0", "1", "2"]),
        Parameter::timing("multiply_use", ["1", "2", "4"]),
        Parameter::timing("taken_branch", ["1", "2", "4"]),
        Parameter::timing("jump", ["1", "3", "6"]),
        Parameter::timing("jump_register", ["1", "2", "4"]),
        switches(
            "pipeline",
            ["\"look-ahead\"", "\"look-ahead\"", "\"four-stage\""],
        ),
        switches("buffer", ["2", "4", "8"]),
        switches("request", ["1", "2", "4"]),
        switches("response", ["1", "2", "4"]),
        Parameter::new(Place::Device("external"), "wait_states", ["4", "8", "16"]),
    ],
};

const fn switches(key: &'static str, values: [&'static str; 3]) -> Parameter {
    Parameter::new(Place::Table("switches"), key, values)
}
