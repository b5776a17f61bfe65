//! `[sync]`: the keys of the synchronization controller.

use crate::platform::keys::{choice, keys, Count, Flag};

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
        /// Whether a request is sampled in every cycle; otherwise the next one after the answer.
        pipelined: Flag = false,
        /// How a released lock comes to a core that waits for it: `retry`: it is free, and the core is notified; `grant`: it is the core's.
        hand_over: HandOver = HandOver::Retry,
    }
}

choice! {
    /// How a released lock comes to a waiting core.
    pub enum HandOver {
        /// It is free; the core is notified in the next cycle and asks again.
        Retry = "retry",
        /// It is the core's already; the core is notified in the cycle of the answer to the release.
        Grant = "grant",
    }
}
