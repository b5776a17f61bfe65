//! The PC as a process of this machine, synchronized with simulated time (`--pc-sync`).
//!
//! Time is divided into quanta of the bridge's latency: a word that the process sends in one quantum cannot reach the chip before the
//! next one. At the end of each quantum, process and chip meet: the process gets the words that have arrived at the PC, and goes on if
//! it waits for them, and the words that it has sent leave the PC in this cycle.

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

/// The process and the state of its synchronization.
pub struct Live {
    process: Attached,
    pace: Pace,
    quantum: u64,
    log: Option<Writer>,
    /// Words that have arrived, but for which the window has no room.
    arrived: VecDeque<Pair>,
    /// The cycle of the next meeting.
    next: Cycle,
    /// Has the meeting of this cycle begun? The process then has the arrived words, and may still be handling them.
    meets: bool,
    is_over: bool,
}

impl Live {
    /// Begins with a meeting in cycle 0, at which no words have arrived: the process runs until it waits.
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

    /// Returns the cycle up to which the chip may advance before the next meeting.
    pub fn until(&self) -> Cycle {
        match self.is_over {
            true => Cycle::NEVER,
            false => self.next,
        }
    }

    /// Meets the chip, which is in cycle `now`; with `at_rest` it can do nothing without the PC. Returns how the PC's part has ended, or that
    /// the PC rests; None if it may do more.
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

    /// Ends a meeting: the words that the process has sent leave the PC.
    fn part(&mut self, bridge: &mut dyn HostBridge, now: Cycle) -> Result<Option<End>> {
        self.meets = false;
        self.next = now + self.quantum;
        // The order matters: a process that has ended or rests has written all its words before, so they are read after these checks.
        let ended = self.process.ended();
        let rests = self.process.window.doing() == Doing::Rests;
        if self.take(bridge, now)? {
            return Ok(None);
        }
        let rests = rests && self.arrived.is_empty() && !self.process.window.has_words_for_it();
        self.end(ended, rests, now)
    }

    /// Flushes the log. If the run ends because the PC rests, first appends that end.
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

    /// Returns the figures that the process has reported.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn reported(&self) -> Result<Vec<Reported>> {
        self.process.reports.read()
    }

    /// Begins a meeting: gives the process the words that have arrived at the PC.
    fn give(&mut self, bridge: &mut dyn HostBridge) {
        self.meets = true;
        let words = bridge.arrived().into_iter();
        self.arrived
            .extend(words.map(|Addressed { address, data }| Pair { address, data }));
        self.process.window.give(&mut self.arrived);
        self.process.window.turn();
    }

    /// Sends the words of the process over the bridge. Returns whether there were any.
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
