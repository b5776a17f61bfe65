//! What `platforms/asip8.toml` and the platforms made of it have that H. Xiao et al. do not state.

use super::{Parameter, Place, Study};
use crate::paper::asip;

pub const STUDY: Study = Study {
    paper: &asip::PAPER,
    rows: &[
        "message-4",
        "message-4-run-time",
        "message-16k",
        "message-transfer-4096",
        "ipcm-7",
        "dma-16",
        "lock-free-polling",
        "lock-free-message-call",
        "lock-hand-over-polling",
        "lock-hand-over-interrupt",
        "lock-hand-over-message",
        "barrier-7-polling",
        "barrier-7-message",
        "kernel-2-gain",
        "kernel-3-gain",
        "kernel-6-gain",
        "uwb-beacon-tx",
        "uwb-beacon-process",
        "uwb-data-rx-512",
        "uwb-data-tx-512",
    ],
    parameters: &[
        Parameter::timing("load_use", ["0", "1", "2"]),
        Parameter::timing("multiply_use", ["0", "1", "2"]),
        Parameter::timing("divide", ["16", "33", "66"]),
        Parameter::timing("taken_branch", ["1", "2", "4"]),
        Parameter::timing("jump", ["0", "1", "2"]),
        Parameter::timing("jump_register", ["1", "2", "4"]),
        Parameter::timing("misaligned_target", ["0", "1", "2"]),
        Parameter::timing("program_memory_data", ["0", "1", "2"]),
        Parameter::timing("atomic", ["0", "1", "2"]),
        Parameter::timing("trap_entry", ["1", "3", "6"]),
        Parameter::timing("wake", ["2", "4", "8"]),
        Parameter::new(Place::Cores("mailbox"), "word_queue", ["2", "4", "8"]),
        Parameter::new(Place::Devices("sram"), "wait_states", ["0", "0", "1"]),
        Parameter::new(Place::Devices("mac"), "burst", ["2", "4", "8"]),
    ],
};
