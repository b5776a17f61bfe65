//! Hand-overs of locks, in three phases (asip table 7), from the first cycle in which the lock is free:
//!
//! ```text
//!              notify                wake                          retry
//!   message    until the core's      until it drives its           until its next instruction issues
//!              transmitter wakes     request again
//!   interrupt  until the core's      until the instruction         from this issue to the next one
//!              interrupt is pending  issues that reads the lock
//!   polling    0: not asleep         0                             from the issue of the read that takes the lock to the next one
//! ```
//!
//! A lock is one of the synchronization controller (docs/contract/sync.md) or a test-and-set register (docs/contract/devices.md). Where the
//! controller hands over the lock itself, there is no retry.

use anyhow::Result;

use super::{Core, ASLEEP, BUS, EXTERNAL, SLEEP, WAKE};
use crate::derive::waveform::{Signal, Waveform};

/// The cycles of a hand-over's phases.
#[derive(Debug, PartialEq, Eq)]
pub struct HandOver {
    pub notify: u64,
    pub wake: u64,
    pub retry: u64,
}

/// A lock's register, and the components that it is handed over to.
struct Lock<'a> {
    held: &'a Signal,
    /// The number of the core that holds it; a test-and-set register does not know it.
    owner: Option<&'a Signal>,
    waiting: &'a Signal,
    bus_master: &'a Signal,
    cores: &'a [Core<'a>],
}

/// Returns the hand-overs to cores that have waited, of all locks.
///
/// # Errors
/// When a signal was not recorded.
pub fn hand_overs(wave: &Waveform) -> Result<Vec<HandOver>> {
    let cores = Core::all(wave)?;
    let mut all = Vec::new();
    for path in wave.paths().filter(|path| path.ends_with(".waiting")) {
        let lock = Lock::of(wave, path.trim_end_matches(".waiting"), &cores)?;
        all.extend(lock.iter().flat_map(Lock::hand_overs));
    }
    Ok(all)
}

impl<'a> Lock<'a> {
    /// Returns the lock of this path; None if it is a barrier.
    fn of(wave: &'a Waveform, path: &str, cores: &'a [Core<'a>]) -> Result<Option<Lock<'a>>> {
        let own = |name: &str| wave.signal(&format!("{path}.{name}"));
        let Ok(held) = own("held").or_else(|_| own("taken")) else {
            return Ok(None);
        };
        Ok(Some(Lock {
            held,
            owner: own("owner").ok(),
            waiting: own("waiting")?,
            bus_master: wave.signal("bus.master")?,
            cores,
        }))
    }

    fn hand_overs(&self) -> Vec<HandOver> {
        let owner = self.owner.into_iter().flat_map(Signal::changes);
        let granted = owner.filter(|cycle| self.is_held(cycle - 1) && self.is_held(*cycle));
        let freed = self.held.changes().filter(|cycle| !self.is_held(*cycle));
        let released = freed.chain(granted);
        released.filter_map(|cycle| self.hand_over(cycle)).collect()
    }

    fn is_held(&self, cycle: u64) -> bool {
        self.held.at(cycle) != 0
    }

    /// Returns the core that has taken the lock in the cycle before. It is the bus master that read the register in that cycle.
    fn taker(&self, taken: u64) -> usize {
        let taker = match self.owner {
            Some(owner) => owner.at(taken),
            None => self.bus_master.at(taken - 1),
        };
        taker as usize
    }

    /// Returns the hand-over of the lock released in the cycle before `released`; None if the core that takes it next has not waited.
    fn hand_over(&self, released: u64) -> Option<HandOver> {
        let taken = self.held.next(released, |held| held != 0)?;
        let taker = self.taker(taken);
        let core = self.cores.get(taker)?;
        let has_slept = self.waiting.at(released - 1) & !self.waiting.at(released) == 1 << taker;
        let (notified, awake, retries) = if has_slept {
            core.woken(released, taken)?
        } else {
            self.has_polled(taker, released).then_some(())?;
            (released, released, core.issued_before(taken)?)
        };
        Some(HandOver {
            notify: notified - released,
            wake: awake - notified,
            retry: core.issue.next(taken, |issues| issues != 0)? - retries,
        })
    }

    /// Is a core awake that has read the lock, on the bus, while another one held it?
    fn has_polled(&self, core: usize, released: u64) -> bool {
        let state = self.cores[core].state;
        let free = self.held.last(released, |held| held == 0);
        free.is_some_and(|free| {
            let reads = state.next(free + 1, |state| state == BUS);
            let has_read = reads.is_some_and(|cycle| cycle < released);
            self.taker(free + 1) != core && has_read && state.at(released) != ASLEEP
        })
    }
}

impl Core<'_> {
    /// Returns the cycles in which a core that sleeps is notified, in which it is awake, and in which it retries.
    fn woken(&self, released: u64, taken: u64) -> Option<(u64, u64, u64)> {
        if self.transmitter.at(released - 1) == SLEEP {
            let notified = self.transmitter.next(released, |state| state == WAKE)?;
            let awake = self.transmitter.next(notified, |state| state != WAKE)?;
            return Some((notified, awake, awake));
        }
        (self.state.at(released - 1) == ASLEEP).then_some(())?;
        let notified = self.lines.next(released, |lines| lines & EXTERNAL != 0)?;
        let retries = self.issued_before(taken)?;
        Some((notified, retries, retries))
    }

    fn issued_before(&self, cycle: u64) -> Option<u64> {
        self.issue.last(cycle, |issues| issues != 0)
    }
}
