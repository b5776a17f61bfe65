//! A campaign as tables: outcomes by kind of fault, the components that detected faults, and for each class a run to repeat.

use std::collections::BTreeMap;

use super::{Class, Findings, Kind, Trial};

/// Returns the tables. `command` is the command line that repeats the run without faults.
pub fn table(findings: &Findings, command: &str) -> String {
    let mut text = format!(
        "{} runs with one fault each; {} cycles without faults\n\n",
        findings.trials.len(),
        findings.cycles
    );
    text += &by_kind(findings);
    text += &detections(findings);
    text + &examples(findings, command)
}

fn by_kind(findings: &Findings) -> String {
    let header: String = Class::ALL
        .iter()
        .map(|(_, name)| format!("{name:>17}"))
        .collect();
    let mut text = format!("{:<8}{:>8}{header}\n", "kind", "runs");
    let of = |kind: Option<Kind>| {
        let trials = findings.trials.iter();
        trials.filter(move |trial| kind.is_none_or(|kind| trial.kind == kind))
    };
    let mut row = |name: &str, kind: Option<Kind>| {
        let runs = of(kind).count();
        let count = |class| of(kind).filter(|it| it.outcome.class == class).count();
        let counts = Class::ALL.iter().map(|(class, _)| count(*class));
        let counts: String = counts.map(|count| format!("{count:>17}")).collect();
        if runs > 0 || kind.is_none() {
            text += &format!("{name:<8}{runs:>8}{counts}\n");
        }
    };
    for (kind, name) in Kind::ALL {
        row(name, Some(kind));
    }
    row("all", None);
    text
}

/// Lists the components that detected faults, how often, and after how many cycles.
fn detections(findings: &Findings) -> String {
    let mut by: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for trial in &findings.trials {
        if let Some(who) = &trial.outcome.by {
            by.entry(who).or_default().extend(trial.latency());
        }
    }
    let mut text = String::new();
    for (who, mut cycles) in by {
        cycles.sort_unstable();
        let middle = cycles.get(cycles.len() / 2).copied().unwrap_or(0);
        let most = cycles.last().copied().unwrap_or(0);
        text += &format!(
            "  {who}: {} times, after {middle} cycles in the middle, {most} at most\n",
            cycles.len()
        );
    }
    match text.is_empty() {
        true => text,
        false => format!("\ndetected by\n{text}"),
    }
}

/// Lists for each class the run whose fault has the shortest description.
fn examples(findings: &Findings, command: &str) -> String {
    let mut text = String::new();
    for (class, name) in Class::ALL {
        let of_class = findings.trials.iter();
        let of_class = of_class.filter(|it| it.outcome.class == class);
        if let Some(trial) = of_class.min_by_key(|it| (it.fault.len(), it.number)) {
            text += &format!("  {name}: {}\n", reproduction(command, trial));
        }
    }
    match text.is_empty() {
        true => text,
        false => format!("\nto repeat one of each\n{text}"),
    }
}

/// The command that repeats a run: the options, then the arguments of the program.
fn reproduction(command: &str, trial: &Trial) -> String {
    let fault = format!("--fault '{}'", trial.fault);
    match command.split_once(" -- ") {
        Some((options, arguments)) => format!("{options} {fault} -- {arguments}"),
        None => format!("{command} {fault}"),
    }
}

impl Trial {
    /// Cycles from the fault to the end of the run, if it has struck.
    pub fn latency(&self) -> Option<u64> {
        Some(self.cycles.saturating_sub(self.struck?))
    }
}
