//! What `platforms/davinci.toml` has that S.-L. Tsao and S.-Y. Lee do not state: of the GPP's pipeline, the bus and the external memory. What
//! the DSP's own instructions take enters the load of no GPP.

use super::{Parameter, Place, Study};
use crate::paper::ipc_strategy;

pub const STUDY: Study = Study {
    paper: &ipc_strategy::PAPER,
    rows: &[
        "copy-8-cut",
        "phone-cut-dsp",
        "phone-cut-polling",
        "phone-cut-internal",
        "phone-cut-both",
        "simulated-16-2a-2v-cut",
    ],
    parameters: &[
        Parameter::timing("load_use", ["1", "1", "2"]),
        Parameter::timing("taken_branch", ["1", "2", "4"]),
        Parameter::timing("jump", ["1", "2", "4"]),
        Parameter::timing("jump_register", ["1", "2", "4"]),
        Parameter::timing("trap_entry", ["2", "4", "8"]),
        Parameter::new(Place::Table("bus"), "single_access", ["4", "4", "8"]),
        Parameter::new(Place::Device("external"), "hit", ["4", "8", "16"]),
        Parameter::new(Place::Device("external"), "miss", ["8", "16", "32"]),
    ],
};
