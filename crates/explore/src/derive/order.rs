//! Counts the tasks that end in the order of their numbers. The figures of a family, one per task, yield
//!
//! ```text
//! NAME in-order                       number of tasks whose figure is larger than those of all tasks with lower numbers
//! ```

use std::collections::BTreeMap;

use anyhow::Result;
use weft_report::reports::Label;
use weft_run::RunResult;

use crate::measurements::Measurement;

/// Returns a count for each family of reported figures; the last label of a figure is the number of the task.
///
/// # Errors
/// None.
pub fn order(name: &str, run: &RunResult) -> Result<Vec<Measurement>> {
    let mut families: BTreeMap<String, BTreeMap<Label, f64>> = BTreeMap::new();
    for reported in &run.reports {
        let mut family = reported.clone();
        if let Some(task) = family.labels.pop() {
            let name = family.case().trim_end_matches('#').trim_end().to_owned();
            let times = families.entry(name).or_default();
            times.insert(task, reported.value.as_f64());
        }
    }
    let count = |(family, times): (String, BTreeMap<Label, f64>)| {
        let times: Vec<f64> = times.into_values().collect();
        (format!("{name} {family} in-order"), in_order(&times) as f64)
    };
    Ok(families.into_iter().map(count).collect())
}

fn in_order(times: &[f64]) -> usize {
    let is_later = |task: &usize| times[..*task].iter().all(|time| *time < times[*task]);
    (0..times.len()).filter(is_later).count()
}

#[cfg(test)]
mod tests {
    use super::in_order;

    #[test]
    fn a_task_counts_that_ends_after_all_before_it() {
        assert_eq!(in_order(&[1.0, 2.0, 3.0]), 3);
        assert_eq!(in_order(&[2.0, 1.0, 3.0]), 2);
        assert_eq!(in_order(&[]), 0);
    }
}
