//! Figures of processes of this machine in the form in which those of cores come.

use anyhow::Result;
use weft_launch::report::{self, Figure, Number, Reports};
use weft_report::reports::{Label, Reported, Value};

/// What the processes have reported.
///
/// # Errors
/// When it cannot be read.
pub fn of_processes(reports: &Reports) -> Result<Vec<Reported>> {
    Ok(reports.read()?.into_iter().map(reported).collect())
}

fn reported(figure: Figure) -> Reported {
    let label = |label| match label {
        report::Label::Number(number) => Label::Number(number),
        report::Label::Text(text) => Label::Text(text),
    };
    Reported {
        core: None,
        rank: Some(figure.rank),
        task: None,
        cycle: None,
        name: figure.name,
        labels: figure.labels.into_iter().map(label).collect(),
        value: match figure.value {
            Number::Integer(value) => Value::Integer(value),
            Number::Real(value) => Value::Real(value),
        },
    }
}
