//! Runs several cores ahead at once, on several threads of the host: what `--threads` adds to `fast`.
//!
//! ```text
//!                fork                     join
//!   scheduler -----+----- cores 0 to 31 -----+---> accesses to the bus, events: one thread, in global time
//!                  +----- cores 32 to 63 ----+
//! ```
//!
//! Between two actions that other components can notice, a core reads and writes only its own state (docs/contribute/simulator.md). Such private
//! stretches of different cores therefore commute: in any order, or in parallel, they leave the machine in the same state. The cycle up to which each
//! core runs does not depend on the number of threads, so the run-ahead statistics do not either.

use crate::machine::HostThreads;
use crate::part::core::{Core, State};
use crate::port::NodeSet;
use crate::units::Cycle;
use std::sync::{Mutex, PoisonError};

/// The cores that one thread runs first. A thread whose share is empty takes cores from the shares of others (work stealing).
type Share<'a> = Mutex<Vec<&'a mut Core>>;

/// Runs each core of `touched` to the end of its private stretch, or to `until`, on several threads. Does nothing if there is too little work to be
/// worth starting threads: then the caller runs the cores one by one.
pub fn run_ahead(cores: &mut [Core], touched: &NodeSet, until: Cycle, threads: HostThreads) {
    let is_ready = |core: &Core| touched.contains(core.id) && is_ready(core, until);
    let ready: Vec<&mut Core> = cores.iter_mut().filter(|core| is_ready(core)).collect();
    let ticks: u64 = ready.iter().map(|core| until - core.time()).sum();
    if ready.len() < 2 || ticks < threads.least_ticks {
        return;
    }
    let shares = divide(ready, threads.count);
    std::thread::scope(|scope| {
        for first in 1..shares.len() {
            let shares = &shares;
            scope.spawn(move || run_shares(shares, first, until));
        }
        run_shares(&shares, 0, until);
    });
}

/// Will the core next execute instructions that no other component can notice or influence?
fn is_ready(core: &Core, until: Cycle) -> bool {
    let is_private = matches!(core.state(), State::Running { shared: false });
    is_private && core.time() < until && !core.is_exposed()
}

/// Splits the cores into contiguous shares, so that the same thread mostly runs the same cores and finds their memories in its cache.
fn divide(mut ready: Vec<&mut Core>, threads: usize) -> Vec<Share<'_>> {
    let size = ready.len().div_ceil(threads);
    let mut shares = Vec::new();
    while !ready.is_empty() {
        let rest = ready.split_off(size.min(ready.len()));
        shares.push(Mutex::new(std::mem::replace(&mut ready, rest)));
    }
    shares
}

/// Runs the cores of one thread's share, then cores of the other shares.
fn run_shares(shares: &[Share], first: usize, until: Cycle) {
    let (before, own) = shares.split_at(first);
    for share in own.iter().chain(before) {
        while let Some(core) = next(share) {
            core.settle();
            core.run_alone(until);
        }
    }
}

/// Takes a core from a share. The lock is released before the core runs.
fn next<'a>(share: &Share<'a>) -> Option<&'a mut Core> {
    share.lock().unwrap_or_else(PoisonError::into_inner).pop()
}
