//! Classifies the outcome of a run with a fault by comparison with the run without.

use std::borrow::Cow;

use regex::Regex;
use serde::Serialize;
use weft_run::{Ending, RunResult};

/// What became of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Output and exit status are those of the run without faults.
    Right,
    /// Something has noticed it, and said so by exception or exit status.
    Detected,
    /// Deadlock: the chip has stopped, and the report says what each core waits for.
    Stall,
    /// The programs still run when a run without faults has long ended.
    Endless,
    /// The exit status is right, and the output is not.
    Wrong,
}

impl Class {
    /// All of them, with their names in tables.
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

/// The class of a run, and who has noticed the fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub class: Class,
    /// Of a fault that was detected.
    pub by: Option<String>,
}

impl Outcome {
    /// The outcome of a run; `right`: the one without faults. What of their outputs matches `ignored` is not compared.
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

/// What of a run's output is compared.
fn compared<'a>(run: &'a RunResult, ignored: Option<&Regex>) -> Cow<'a, str> {
    match ignored {
        Some(pattern) => pattern.replace_all(&run.stdout, ""),
        None => Cow::Borrowed(&run.stdout),
    }
}
