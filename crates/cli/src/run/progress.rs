//! The line at the bottom of the terminal while a run goes on: simulated time, cycles, simulated MIPS.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use weft_run::Progress;

/// Between two drawings.
const PERIOD: Duration = Duration::from_millis(100);

/// The line of one run.
pub struct ProgressLine {
    bar: ProgressBar,
    /// The time of the first update.
    started: Option<Instant>,
    drawn: Instant,
}

impl ProgressLine {
    /// Makes a line that is shown on standard error if that is a terminal and `wanted` is set; a run with a `limit` of cycles gets a bar.
    pub fn new(wanted: bool, limit: Option<u64>) -> ProgressLine {
        let target = match wanted {
            true => ProgressDrawTarget::stderr(),
            false => ProgressDrawTarget::hidden(),
        };
        ProgressLine {
            bar: ProgressBar::with_draw_target(limit, target).with_style(style(limit.is_some())),
            started: None,
            drawn: Instant::now(),
        }
    }

    /// Takes the line away while something else is written on the terminal.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Draws the progress, when it is time to.
    pub fn update(&mut self, progress: &Progress) {
        let started = *self.started.get_or_insert_with(Instant::now);
        if self.bar.is_hidden() || self.drawn.elapsed() < PERIOD {
            return;
        }
        self.drawn = Instant::now();
        self.bar.set_position(progress.cycles);
        self.bar.set_message(message(progress, started.elapsed()));
    }

    /// Removes the line.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn message(progress: &Progress, passed: Duration) -> String {
    let cycles = progress.cycles;
    let milliseconds = cycles as f64 * 1e3 / progress.clock_hz as f64;
    let mips = progress.instructions as f64 / 1e6 / passed.as_secs_f64();
    format!("{milliseconds:.3} ms simulated   {cycles} cycles   {mips:.0} MIPS")
}

fn style(bounded: bool) -> ProgressStyle {
    let template = match bounded {
        true => "{bar:30} {percent:>3} %   {msg}",
        false => "{spinner} {msg}",
    };
    ProgressStyle::with_template(template).expect("the template is right")
}
