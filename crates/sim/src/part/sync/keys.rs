//! `[sync]`: the keys of the synchronization controller.

use crate::description::header::constant;
use crate::description::keys::{choice, keys, Count, Flag, Key, Keys, Macro};
use crate::description::{boxed, side_by_side, Facts, Part, Reading, Result, Section};

keys! {
    /// The synchronization controller, a node of the crossbar.
    #[derive(Eq)]
    pub struct SyncController in "sync" {
        /// Number of locks.
        #[header = "WEFT_LOCKS"]
        locks: Count<1, 256> = 32,
        /// Number of barriers.
        #[header = "WEFT_BARRIERS"]
        barriers: Count<1, 256> = 32,
        /// Whether the controller samples a request in every cycle. Otherwise it samples the next one after its answer.
        pipelined: Flag = false,
        /// How a released lock reaches a waiting core. `retry`: the lock is free and the core is notified. `grant`: the controller gives it to the core.
        hand_over: HandOver = HandOver::Retry,
    }
}

choice! {
    /// How a waiting core gets a released lock.
    pub enum HandOver {
        /// The lock is free; the core is notified in the next cycle and asks again.
        Retry = "retry",
        /// The lock is the core's already; the core is notified in the cycle of the answer to the release.
        Grant = "grant",
    }
}

impl Section for SyncController {
    const KEY: Key = Key::table::<SyncController>();

    fn read(reading: &mut Reading) -> Result<Self> {
        reading.section()
    }
}

impl Part for SyncController {
    fn macros(&self, chip: &Facts) -> Vec<Macro> {
        if !chip.messages {
            return Vec::new();
        }
        let mut macros = vec![constant("WEFT_SYNC_NODE", chip.sync_node())];
        macros.extend(Keys::macros(self, ""));
        macros
    }

    /// Without message units, no node is on the crossbar.
    fn unused_table(&self, chip: &Facts) -> Option<&'static str> {
        (!chip.messages).then_some(SyncController::NAME)
    }

    fn picture(&self, chip: &Facts) -> Vec<String> {
        if !chip.messages {
            return Vec::new();
        }
        side_by_side(&[boxed(&[
            format!("node {}: synchronization controller", chip.sync_node()),
            format!("{} locks, {} barriers", self.locks, self.barriers),
        ])])
    }
}
