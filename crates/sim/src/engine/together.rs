//! Private stretches of several cores on several threads of the host: what `--threads` adds to `fast`.
//!
//! ```text
//!                fork                     join
//!   scheduler -----+----- cores 0 to 31 -----+---> accesses to the bus, events: one thread, in global time
//!                  +----- cores 32 to 63 ----+
//! ```
//!
//! Between two actions that others can notice, a core reads and writes only what is its own (docs/contribute/simulator.md), so such stretches
//! commute: run in any order, or at once, they leave the same machine. Up to which cycle each core runs does not depend on the number of
//! threads either, so that even the statistics of running ahead are the same.

use crate::machine::HostThreads;
use crate::part::core::{Core, State};
use crate::port::NodeSet;
use crate::units::Cycle;
use std::sync::{Mutex, PoisonError};

/// Cores that one thread runs first. The others take from it once they have run their own, so that none waits long.
type Share<'a> = Mutex<Vec<&'a mut Core>>;

/// Runs the cores of `touched` to the end of their private stretches, to `until` at most, on several threads if that is worth their start.
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

/// Is the core in front of instructions that concern it alone, whatever the others do?
fn is_ready(core: &Core, until: Cycle) -> bool {
    let is_private = matches!(core.state(), State::Running { shared: false });
    is_private && core.time() < until && !core.is_exposed()
}

/// Neighbours stay together, and a core mostly with one thread, whose cache has its memories.
fn divide(mut ready: Vec<&mut Core>, threads: usize) -> Vec<Share<'_>> {
    let size = ready.len().div_ceil(threads);
    let mut shares = Vec::new();
    while !ready.is_empty() {
        let rest = ready.split_off(size.min(ready.len()));
        shares.push(Mutex::new(std::mem::replace(&mut ready, rest)));
    }
    shares
}

/// One thread: its own share, then what is left of the others'.
fn run_shares(shares: &[Share], first: usize, until: Cycle) {
    let (before, own) = shares.split_at(first);
    for share in own.iter().chain(before) {
        while let Some(core) = next(share) {
            core.settle();
            core.run_alone(until);
        }
    }
}

/// No thread holds the lock while it runs a core.
fn next<'a>(share: &Share<'a>) -> Option<&'a mut Core> {
    share.lock().unwrap_or_else(PoisonError::into_inner).pop()
}
