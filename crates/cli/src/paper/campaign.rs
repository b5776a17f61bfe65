//! All experiments of a paper: the longest first, as many at a time as the machine has cores, under one progress bar. One
//! that fails does not lose the others; Ctrl-C ends those that run and starts no more.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::experiment::Experiment;
use crate::measurements::Measurements;
use crate::run::interrupt::Interrupt;
use crate::terminal::tell;

/// What the experiments have yielded.
#[derive(Default)]
pub struct Findings {
    /// All measurements, each case behind what it was measured on.
    pub measurements: Measurements,
    /// What failed and why.
    pub failures: Vec<String>,
    /// Whether Ctrl-C was pressed.
    pub interrupted: bool,
}

struct Campaign {
    waiting: Mutex<Vec<Experiment>>,
    running: Mutex<Vec<String>>,
    findings: Mutex<Findings>,
    interrupt: Interrupt,
    bar: ProgressBar,
}

/// The bar counts hundredths of expected seconds.
const STEPS_A_SECOND: f64 = 100.0;
const REDRAW: Duration = Duration::from_millis(200);

/// Runs experiments.
///
/// # Errors
/// When the system does not let us listen for Ctrl-C.
pub fn run(mut experiments: Vec<Experiment>) -> Result<Findings> {
    experiments.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let campaign = Campaign {
        bar: progress_bar(&experiments),
        waiting: Mutex::new(experiments),
        running: Mutex::default(),
        findings: Mutex::default(),
        interrupt: Interrupt::listen()?,
    };
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| campaign.work());
        }
    });
    campaign.bar.finish_and_clear();
    let mut findings = campaign.findings.into_inner().expect("no worker panics");
    findings.interrupted = campaign.interrupt.pressed();
    Ok(findings)
}

impl Campaign {
    /// Runs one experiment after the other until none is left or wanted.
    fn work(&self) {
        while let Some(experiment) = self.next() {
            let name = experiment.name();
            self.show(|running| running.push(name.clone()));
            let result = experiment.run(&mut self.interrupt.clone());
            self.note(&experiment, result);
            self.show(|running| running.retain(|other| *other != name));
            self.bar.inc(steps(&experiment));
        }
    }

    fn next(&self) -> Option<Experiment> {
        if self.interrupt.pressed() {
            return None;
        }
        self.waiting.lock().expect("no worker panics").pop()
    }

    fn note(&self, experiment: &Experiment, result: Result<String>) {
        let mut findings = self.findings.lock().expect("no worker panics");
        match result {
            Ok(told) => findings.measurements.add(experiment.on, &told),
            // Ctrl-C ends runs, and reaches the compiler as well.
            Err(_) if self.interrupt.pressed() => {}
            Err(error) => {
                let failure = format!("{}: {error:#}", experiment.name());
                self.bar
                    .suspend(|| tell(&format!("weft: {}\n", failure.trim_end())));
                findings.failures.push(failure);
            }
        }
    }

    fn show(&self, change: impl FnOnce(&mut Vec<String>)) {
        let mut running = self.running.lock().expect("no worker panics");
        change(&mut running);
        self.bar.set_message(running.join(", "));
    }
}

fn steps(experiment: &Experiment) -> u64 {
    (experiment.seconds * STEPS_A_SECOND) as u64
}

fn progress_bar(experiments: &[Experiment]) -> ProgressBar {
    let target = if std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let style = ProgressStyle::with_template("{bar:30} {percent:>3} %   {elapsed}   {wide_msg}");
    let bar = ProgressBar::with_draw_target(Some(experiments.iter().map(steps).sum()), target)
        .with_style(style.expect("the template is right"));
    bar.enable_steady_tick(REDRAW);
    bar
}
