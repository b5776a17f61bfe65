//! The progress bar of a command that counts completed items: runs of a fault campaign, or synthesized circuits. Ctrl-C ends it.

use anyhow::Result;
use indicatif::ProgressBar;
use weft_explore::faults;
use weft_hardware::synthesis::{self, Circuit};

use crate::run::interrupt::Interrupt;

/// Shows the count on the terminal.
pub struct Counter {
    bar: ProgressBar,
    interrupt: Interrupt,
}

impl Counter {
    /// Starts to count on this bar.
    ///
    /// # Errors
    /// When the system does not let us listen for Ctrl-C.
    pub fn new(bar: ProgressBar) -> Result<Counter> {
        let interrupt = Interrupt::listen()?;
        Ok(Counter { bar, interrupt })
    }

    /// Was Ctrl-C pressed?
    pub fn interrupted(&self) -> bool {
        self.interrupt.pressed()
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl faults::Audience for Counter {
    fn wants_more(&self) -> bool {
        !self.interrupted()
    }

    fn ends(&self) {
        self.bar.inc(1);
    }
}

impl synthesis::Audience for Counter {
    fn wants_more(&self) -> bool {
        !self.interrupted()
    }

    fn ends(&self, circuit: &Circuit) {
        self.bar.inc(1);
        self.bar.set_message(format!("last: {}", circuit.circuit));
    }
}
