//! Classifies the outcome of a run with a fault by comparison with the run without.

use std::borrow::Cow;

use regex::Regex;
use serde::Serialize;
use weft_run::{Ending, RunResult};

/// The class of a run's outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Output and exit status equal those of the run without faults.
    Right,
    /// Hardware or software has detected the fault, and reported it by an exception or the exit status.
    Detected,
    /// Deadlock: the chip has stopped, and the report says what each core waits for.
    Stall,
    /// The programs still run at the cycle limit, long after a run without faults has ended.
    Endless,
    /// The exit status is right, but the output is wrong (silent data corruption).
    Wrong,
}

impl Class {
    /// All classes, with their names in tables.
    pub const ALL: [(Class, &'static str); 5] = [
        (Class::Right, "right answer"),
        (Class::Detected, "detected"),
        (Class::Stall, "stall explained"),
        (Class::Endless, "no end"),
        (Class::Wrong, "silent wrong"),
    ];

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        let named = Class::ALL.iter().find(|(class, _)| *class == self);
        named.map_or("", |(_, name)| name)
    }
}

/// The class of a run, and the component that detected the fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub class: Class,
    /// The component that detected it; None for the other classes.
    pub by: Option<String>,
}

impl Outcome {
    /// Returns the outcome of a run by comparison with `right`, the run without faults. Output that matches `ignored` is not compared.
    pub fn of(result: &RunResult, right: &RunResult, ignored: Option<&Regex>) -> Outcome {
        let detected = |by: String| Outcome {
            class: Class::Detected,
            by: Some(by),
        };
        let class = |class| Outcome { class, by: None };
        match &result.ending {
            Ending::Finished if result.status != right.status => {
                detected(format!("exit status {} of the program", result.status))
            }
            Ending::Finished if compared(result, ignored) != compared(right, ignored) => {
                class(Class::Wrong)
            }
            Ending::Finished => class(Class::Right),
            Ending::Deadlock | Ending::Standstill | Ending::DeadlockWithPc => class(Class::Stall),
            Ending::Limit | Ending::TimedOut(_) | Ending::Stopped(_) => class(Class::Endless),
            Ending::Fault(_) => detected("an exception of a core".to_owned()),
            Ending::Aborted { status, .. } => {
                detected(format!("abort of all with status {status}"))
            }
            Ending::NotFinalized { function, .. } => detected(format!("a rank without {function}")),
            Ending::PcFailed { .. } => detected("the PC's program".to_owned()),
            Ending::NoOutput(_) => detected("a task graph without its output".to_owned()),
        }
    }
}

/// Returns the part of a run's output that is compared.
fn compared<'a>(run: &'a RunResult, ignored: Option<&Regex>) -> Cow<'a, str> {
    match ignored {
        Some(pattern) => pattern.replace_all(&run.stdout, ""),
        None => Cow::Borrowed(&run.stdout),
    }
}
