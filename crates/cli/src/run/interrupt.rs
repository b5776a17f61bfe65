//! Ctrl-C: the first one asks the run to stop and print the summary so far, the second one kills the process.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

use anyhow::{Context, Result};
use signal_hook::consts::SIGINT;
use signal_hook::flag::{register, register_conditional_shutdown};
use weft_run::{Observer, Stop, INTERRUPTED};

/// Whether Ctrl-C was pressed.
#[derive(Clone)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens for Ctrl-C from now on.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn listen() -> Result<Interrupt> {
        let pressed = Arc::new(AtomicBool::new(false));
        // The order matters: handlers run in the order of registration, so the conditional shutdown sees the flag as it was before this signal.
        let again = register_conditional_shutdown(SIGINT, INTERRUPTED.into(), pressed.clone());
        let both = again.and_then(|_| register(SIGINT, pressed.clone()));
        both.context("cannot listen for Ctrl-C")?;
        Ok(Interrupt(pressed))
    }

    /// Whether it was pressed once.
    pub fn pressed(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Watches for Ctrl-C alone: the run's result keeps the output.
impl Observer for Interrupt {
    fn stop(&mut self) -> Option<Stop> {
        self.pressed().then_some(Stop::Interrupted)
    }
}
