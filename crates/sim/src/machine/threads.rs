//! The threads of the host on which `fast` runs cores.

use super::Machine;
use std::num::NonZeroUsize;

/// The least amount of work, in ticks of all cores together, for which starting threads pays: it takes about ten times as long as the start.
const WORTH: u64 = 400_000;

/// How many threads there are, and from which amount of work on they are used.
#[derive(Clone, Copy, Debug)]
pub struct HostThreads {
    pub count: usize,
    /// Less work than this, in ticks of all cores together, is done on one thread.
    pub least_ticks: u64,
}

impl HostThreads {
    /// Uses `count` threads where the work is worth it.
    pub fn new(count: NonZeroUsize) -> HostThreads {
        HostThreads {
            count: count.get(),
            least_ticks: WORTH,
        }
    }
}

impl Default for HostThreads {
    fn default() -> HostThreads {
        HostThreads::new(NonZeroUsize::MIN)
    }
}

impl Machine {
    /// Sets on how many threads of the host `fast` runs cores from now on. Affects the host's time only.
    pub fn use_threads(&mut self, threads: HostThreads) {
        self.threads = threads;
    }
}
