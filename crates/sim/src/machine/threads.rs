//! Threads of the host on which `fast` runs cores.

use super::Machine;
use std::num::NonZeroUsize;

/// Ticks of all cores together that are worth the start of threads: they take about ten times as long.
const WORTH: u64 = 400_000;

/// How many there are, and from which amount of work on they are used.
#[derive(Clone, Copy, Debug)]
pub struct HostThreads {
    pub count: usize,
    /// Fewer ticks of all cores together are run on one thread.
    pub least_ticks: u64,
}

impl HostThreads {
    /// As many as `count`, where they are worth it.
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
    /// Says on how many threads of the host `fast` runs the cores from now on. Nothing but the host's time depends on it.
    pub fn use_threads(&mut self, threads: HostThreads) {
        self.threads = threads;
    }
}
