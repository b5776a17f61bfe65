//! The PC as a process of this machine, and when simulated time waits for it (`--pc-sync`).
//!
//! Time is cut into quanta, as long as a word takes through the bridge: what the process sends in one cannot be noticed on the chip before the
//! next. At the end of each the two meet: words that have arrived at the PC are given to the process, which goes on if it waits for
//! them, and the words that it has sent leave the PC in this cycle.

use std::collections::VecDeque;
use std::process::ExitStatus;

use anyhow::Result;
use weft_launch::attach::{Attached, Doing, Pair};
use weft_launch::job::{describe, shell_status};
use weft_report::reports::Reported;
use weft_sim::port::{Addressed, HostBridge};
use weft_sim::Cycle;

use super::log::End;
use super::writer::Writer;
use crate::spec::Pace;

/// The process, and how far it is.
pub struct Live {
    process: Attached,
    pace: Pace,
    quantum: u64,
    log: Option<Writer>,
    /// Words that have arrived, but for which there is no room in the window.
    arrived: VecDeque<Pair>,
    /// The cycle of the next meeting.
    next: Cycle,
    /// Whether the meeting of this cycle has begun: the process has been given what is there, and may not have come to an end with it.
    meets: bool,
    is_over: bool,
}

impl Live {
    /// Begins with a meeting in cycle 0, at which there is nothing to give to the process: it runs until it waits.
    pub fn new(process: Attached, pace: Pace, quantum: u64, log: Option<Writer>) -> Live {
        Live {
            process,
            pace,
            quantum,
            log,
            arrived: VecDeque::new(),
            next: Cycle(0),
            meets: true,
            is_over: false,
        }
    }

    /// The cycle up to which the chip may go on alone.
    pub fn until(&self) -> Cycle {
        match self.is_over {
            true => Cycle::NEVER,
            false => self.next,
        }
    }

    /// The chip is in cycle `now`; with `at_rest` it can do nothing without the PC. Returns how the PC's part has ended, or that it rests;
    /// None: it may do more.
    ///
    /// # Errors
    /// When the log cannot be written.
    pub fn meet(
        &mut self,
        bridge: &mut dyn HostBridge,
        now: Cycle,
        at_rest: bool,
    ) -> Result<Option<End>> {
        if self.is_over {
            return Ok(Some(End::Over));
        }
        if now < self.next && !at_rest {
            return Ok(None);
        }
        self.next = now;
        if !self.meets {
            self.give(bridge);
        }
        let waits = at_rest || self.pace == Pace::Lockstep;
        match waits && self.process.runs_after_a_glance() {
            true => Ok(None),
            false => self.part(bridge, now),
        }
    }

    /// The end of a meeting: what the process has sent leaves the PC.
    fn part(&mut self, bridge: &mut dyn HostBridge, now: Cycle) -> Result<Option<End>> {
        self.meets = false;
        self.next = now + self.quantum;
        // In this order: whoever has ended or rests has written everything before.
        let ended = self.process.ended();
        let rests = self.process.window.doing() == Doing::Rests;
        if self.take(bridge, now)? {
            return Ok(None);
        }
        let rests = rests && self.arrived.is_empty() && !self.process.window.has_words_for_it();
        self.end(ended, rests, now)
    }

    /// Makes sure that the log is in its file; of a run that ends because the PC rests, its end as well.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(&mut self, end: Option<(Cycle, End)>) -> Result<()> {
        match (&mut self.log, end) {
            (Some(log), Some((now, end))) => log.end(now, &end),
            (Some(log), None) => log.flush(),
            (None, _) => Ok(()),
        }
    }

    /// The figures that the process has reported.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn reported(&self) -> Result<Vec<Reported>> {
        self.process.reports.read()
    }

    /// The beginning of a meeting: what has arrived at the PC is the process's.
    fn give(&mut self, bridge: &mut dyn HostBridge) {
        self.meets = true;
        let words = bridge.arrived().into_iter();
        self.arrived
            .extend(words.map(|Addressed { address, data }| Pair { address, data }));
        self.process.window.give(&mut self.arrived);
        self.process.window.turn();
    }

    /// Whether there were words of the process.
    fn take(&mut self, bridge: &mut dyn HostBridge, now: Cycle) -> Result<bool> {
        let words = self.process.window.take();
        if words.is_empty() {
            return Ok(false);
        }
        if let Some(log) = &mut self.log {
            log.words(now, &words)?;
        }
        for Pair { address, data } in words {
            bridge.depart(Addressed { address, data }, now);
        }
        Ok(true)
    }

    fn end(&mut self, ended: Option<ExitStatus>, rests: bool, now: Cycle) -> Result<Option<End>> {
        let end = match ended {
            Some(status) if status.success() => End::Over,
            Some(status) => End::Failed {
                why: describe(status),
                status: match status.code() {
                    Some(_) => shell_status(status),
                    None => 1,
                },
            },
            None => return Ok(rests.then_some(End::Rests)),
        };
        self.is_over = true;
        self.finish(Some((now, end.clone())))?;
        Ok(Some(end))
    }
}
