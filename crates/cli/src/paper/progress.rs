//! The progress of many experiments: one bar, and the names of the running ones. Ctrl-C ends them.

use std::sync::Mutex;
use std::time::Duration;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use weft_explore::paper::campaign::Audience;
use weft_explore::paper::experiment::Experiment;

use crate::run::interrupt::Interrupt;
use crate::terminal::tell;

/// The bar counts hundredths of expected seconds.
const STEPS_A_SECOND: f64 = 100.0;
const REDRAW: Duration = Duration::from_millis(200);

/// Shows the progress of experiments on the terminal.
pub struct Progress {
    bar: ProgressBar,
    running: Mutex<Vec<String>>,
    interrupt: Interrupt,
}

impl Progress {
    /// A bar for these experiments, on standard error if that is a terminal.
    ///
    /// # Errors
    /// When the system does not let us listen for Ctrl-C.
    pub fn new(experiments: &[Experiment]) -> Result<Progress> {
        let style =
            ProgressStyle::with_template("{bar:30} {percent:>3} %   {elapsed}   {wide_msg}");
        let steps = experiments.iter().map(steps).sum();
        let bar = ProgressBar::new(steps).with_style(style.expect("the template is right"));
        bar.enable_steady_tick(REDRAW);
        Ok(Progress {
            bar,
            running: Mutex::default(),
            interrupt: Interrupt::listen()?,
        })
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn show(&self, change: impl FnOnce(&mut Vec<String>)) {
        let mut running = self.running.lock().expect("no worker panics");
        change(&mut running);
        self.bar.set_message(running.join(", "));
    }
}

impl Audience for Progress {
    fn wants_more(&self) -> bool {
        !self.interrupt.pressed()
    }

    fn begins(&self, experiment: &Experiment) {
        self.show(|running| running.push(experiment.name()));
    }

    fn ends(&self, experiment: &Experiment) {
        let name = experiment.name();
        self.show(|running| running.retain(|other| *other != name));
        self.bar.inc(steps(experiment));
    }

    fn fails(&self, failure: &str) {
        let line = format!("weft: {}\n", failure.trim_end());
        self.bar.suspend(|| tell(&line));
    }
}

fn steps(experiment: &Experiment) -> u64 {
    (experiment.seconds * STEPS_A_SECOND) as u64
}
