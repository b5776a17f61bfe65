//! What `platforms/nagam.toml` has that S. S. Kumar et al. do not state. Times that no row depends on, of exceptions, sleep and atomic
//! operations, are left out.

use super::{Parameter, Place, Study};
use crate::paper::pronto;

pub const STUDY: Study = Study {
    paper: &pronto::PAPER,
    rows: &[
        "burst",
        "burst-run-time",
        "mpi",
        "jpeg3-communication",
        "jpeg4-communication",
        "fir-communication",
        "custom-communication",
        "jpeg-gain",
        "jpeg-stall-cut",
        "idct-to-huffman",
        "fir-flattens",
        "fir-12-speedup",
        "custom-12-speedup",
        "jpeg4-flows-4",
        "fir-flows-3",
        "orthogonal-fir-4",
        "orthogonal-custom-4",
        "in-line-fir-4",
        "in-line-custom-4",
    ],
    parameters: &[
        Parameter::new(Place::Core, "issue_width", ["2", "4", "8"]),
        Parameter::timing("load_use", ["0", "1", "2"]),
        Parameter::timing("multiply_use", ["0", "1", "2"]),
        Parameter::timing("divide", ["16", "33", "66"]),
        Parameter::timing("taken_branch", ["1", "2", "4"]),
        Parameter::timing("jump", ["0", "1", "2"]),
        Parameter::timing("jump_register", ["1", "2", "4"]),
        Parameter::timing("misaligned_target", ["0", "1", "2"]),
        Parameter::new(
            Place::Table("mesh"),
            "pipeline",
            ["\"look-ahead\"", "\"look-ahead\"", "\"four-stage\""],
        ),
        Parameter::new(Place::Table("mesh"), "buffer", ["4", "8", "16"]),
        Parameter::new(Place::Table("mesh.memory"), "access", ["1", "1", "2"]),
        unit("access", ["1", "2", "4"]),
        unit("copy_in", ["1", "2", "4"]),
        unit("copy_out", ["1", "2", "4"]),
        unit("copy_words", ["1", "1", "2"]),
        unit("manager", ["1", "2", "4"]),
    ],
};

const fn unit(key: &'static str, values: [&'static str; 3]) -> Parameter {
    Parameter::new(Place::Table("mesh.message_unit"), key, values)
}
