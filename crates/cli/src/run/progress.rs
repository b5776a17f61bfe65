//! The line at the bottom of the terminal while a run goes on: simulated time, cycles, simulated MIPS.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use weft_sim::Machine;

/// Between two drawings.
const PERIOD: Duration = Duration::from_millis(100);

/// The progress of one run.
pub struct Progress {
    bar: ProgressBar,
    clock_hz: u64,
    started: Instant,
    drawn: Instant,
}

impl Progress {
    /// Shown on standard error when that is a terminal and `wanted`; a run with a `limit` of cycles gets a bar.
    pub fn new(wanted: bool, clock_hz: u64, limit: Option<u64>) -> Progress {
        let shown = wanted && std::io::stderr().is_terminal();
        let target = if shown {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(limit, target).with_style(style(limit.is_some()));
        let now = Instant::now();
        Progress {
            bar,
            clock_hz,
            started: now,
            drawn: now,
        }
    }

    /// The drawn line, which others suspend while they write on the terminal.
    pub fn bar(&self) -> ProgressBar {
        self.bar.clone()
    }

    /// Draws the machine's progress, when it is time to.
    pub fn update(&mut self, machine: &Machine) {
        if self.bar.is_hidden() || self.drawn.elapsed() < PERIOD {
            return;
        }
        self.drawn = Instant::now();
        self.bar.set_position(machine.now().0);
        self.bar.set_message(self.message(machine));
    }

    /// Removes the line.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn message(&self, machine: &Machine) -> String {
        let cycles = machine.now().0;
        let milliseconds = cycles as f64 * 1e3 / self.clock_hz as f64;
        let mips = instructions(machine) as f64 / 1e6 / self.started.elapsed().as_secs_f64();
        format!("{milliseconds:.3} ms simulated   {cycles} cycles   {mips:.0} MIPS")
    }
}

fn style(bounded: bool) -> ProgressStyle {
    let template = if bounded {
        "{bar:30} {percent:>3} %   {msg}"
    } else {
        "{spinner} {msg}"
    };
    ProgressStyle::with_template(template).expect("the template is right")
}

fn instructions(machine: &Machine) -> u64 {
    (0..machine.core_count())
        .map(|core| machine.core(core).instructions())
        .sum()
}
