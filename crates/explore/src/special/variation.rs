//! The arrival times of blocks at the memory tile under background traffic (section V.C, figures 8 to 10).
//!
//! Flows are placed along the rows of the mesh. In the first case requesters on the northern edge and responders on the southern one load the
//! columns: blocks between tasks cross that traffic, but those from and to the memory, in a corner, move with it. In the second case the
//! injectors are on the western and eastern edges: blocks between tasks move in line with the traffic, those from the memory cross it. The
//! source's figure 8 is lost; its text fits a second reading of that case as well, with the injectors where they were and the flows
//! along columns, their first tasks in the memory's row. A block is expected when it arrives without the traffic.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use anyhow::{bail, ensure, Context, Result};
use serde::Deserialize;
use weft_graph::map::record::PlacedTask;
use weft_graph::Position;
use weft_report::json::RunRecord;
use weft_run::{RunResult, RunSpec};

use super::{Entry, Special};
use crate::measurements::Measurement;

/// Requests that each requester makes in a hundred cycles. The responses, 13 flits a request, take an eighth of a link at first, all of
/// it from 8 on.
const RATES: [u32; 5] = [1, 2, 4, 8, 16];
/// Distance between the seeds of two runs: a requester's seed is the run's seed plus the requester's number.
const SEED_STEP: u32 = 1000;
/// Number of simultaneous flows: as many as fit in either direction.
const FLOWS: usize = 3;

/// Direction of the flows relative to the injected traffic.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    /// Flows along rows, traffic along columns.
    Orthogonal,
    /// Both along rows.
    InLine,
    /// Both along columns.
    InLineColumns,
}

impl Direction {
    fn of(name: &str) -> Result<Direction> {
        Ok(match name {
            "orthogonal" => Direction::Orthogonal,
            "in-line" => Direction::InLine,
            "in-line-columns" => Direction::InLineColumns,
            _ => bail!("there is no direction `{name}`"),
        })
    }

    /// Returns the edges of the mesh where requesters and responders are.
    fn edges(self) -> &'static str {
        match self {
            Direction::Orthogonal | Direction::InLineColumns => "\"north\", \"south\"",
            Direction::InLine => "\"west\", \"east\"",
        }
    }

    /// Returns the place of a task; memory and host are in opposite corners.
    fn place(self, flow: usize, task: usize) -> [usize; 3] {
        match self {
            Direction::Orthogonal | Direction::InLine => [task, flow + 1, 0],
            Direction::InLineColumns => [flow + 1, task, 0],
        }
    }

    /// Returns the lines of a platform file's table `injectors` that inject requests at a rate.
    fn injectors(self, table: &str, percent: u32, seed: u32) -> String {
        let (edges, rate) = (self.edges(), f64::from(percent) / 100.0);
        format!("[{table}]\nedges = [{edges}]\nrate = {rate}\nseed = {seed}\n")
    }
}

/// Runs the flows without traffic, and with traffic of each rate. The variables: `direction`, `name` of the workload, its `tasks` from the first to the
/// last, the table `injectors` of the platform file, and how many `seeds` the traffic has one after the other.
///
/// # Errors
/// When a variable is missing, names no direction or is no number of seeds.
pub fn variation(entry: &Entry) -> Result<Special> {
    let variable = |name| entry.variables.get(name);
    let (direction, name) = (variable("direction")?, variable("name")?);
    let injectors = variable("injectors")?;
    let seeds: u32 = variable("seeds")?.parse().context("`seeds` is a number")?;
    ensure!(seeds > 0, "`seeds` is at least 1");
    let case = format!("variation {direction} {name}");
    let direction = Direction::of(direction)?;
    let mut quiet = entry.run.clone();
    quiet.graph.flows = NonZeroUsize::new(FLOWS);
    quiet.graph.map = placement(direction, variable("tasks")?);
    let with_traffic = |(rate, number): (u32, u32)| {
        let mut run = quiet.clone();
        let changes = &mut run.platform.changes;
        changes.push(direction.injectors(injectors, rate, 1 + number * SEED_STEP));
        run
    };
    let of_rate = |&rate: &u32| (0..seeds).map(move |number| (rate, number));
    let mut runs: Vec<RunSpec> = vec![quiet.clone()];
    runs.extend(RATES.iter().flat_map(of_rate).map(with_traffic));
    Ok((runs, Box::new(move |results| tell(&case, results))))
}

/// Returns the places of the tasks of each flow.
fn placement(direction: Direction, tasks: &str) -> Vec<PlacedTask> {
    let placed = |flow: usize| {
        let tasks = tasks.split(' ').enumerate();
        tasks.map(move |(number, task)| PlacedTask {
            task: task.to_owned(),
            flow,
            core: 0,
            at: Position(direction.place(flow, number)),
        })
    };
    (0..FLOWS).flat_map(placed).collect()
}

/// Returns how each rate changes the arrivals of the run without traffic, in per cent: the median of all seeds, and after `least` and `most` the bounds:
///
/// ```text
/// NAME RATE arrival     how far blocks arrive from when they are expected, as a part of the time up to then, on average
/// NAME RATE interval    how far the time between two blocks of a task is from the expected, as a part of its mean
/// ```
///
/// # Errors
/// When a run has recorded no arrivals, or other ones than the first run.
fn tell(name: &str, runs: &[RunResult]) -> Result<Vec<Measurement>> {
    let expected = arrivals(runs[0].facts()?)?;
    let seeds = (runs.len() - 1) / RATES.len();
    let mut figures = Vec::new();
    for (rate, runs) in RATES.iter().zip(runs[1..].chunks(seeds)) {
        let found = runs.iter().map(|run| deviations(&expected, run));
        let found: Vec<[f64; 2]> = found.collect::<Result<_>>()?;
        for (index, what) in ["arrival", "interval"].into_iter().enumerate() {
            let values = found.iter().map(|both| both[index]).collect();
            figures.extend(spread(&format!("{name} {rate} {what}"), values));
        }
    }
    Ok(figures)
}

/// Returns the means of both kinds of deviation in a run, in per cent.
fn deviations(expected: &[Vec<f64>], run: &RunResult) -> Result<[f64; 2]> {
    let flows = arrivals(run.facts()?)?;
    ensure!(
        flows.len() == expected.len(),
        "other tasks have written than without traffic"
    );
    Ok([arrival_deviations, interval_deviations]
        .map(|of| 100.0 * mean(expected.iter().zip(&flows).flat_map(of))))
}

/// Returns the median, the least and the greatest of the values, of which there must be at least one.
fn spread(name: &str, mut values: Vec<f64>) -> [Measurement; 3] {
    values.sort_by(f64::total_cmp);
    let last = values.len() - 1;
    let middle = (values[last / 2] + values[values.len() / 2]) / 2.0;
    [
        (name.to_owned(), middle),
        (format!("{name} least"), values[0]),
        (format!("{name} most"), values[last]),
    ]
}

fn arrival_deviations((expected, found): (&Vec<f64>, &Vec<f64>)) -> Vec<f64> {
    let deviation = |(expected, found): (&f64, &f64)| (found - expected).abs() / expected;
    expected.iter().zip(found).map(deviation).collect()
}

fn interval_deviations((expected, found): (&Vec<f64>, &Vec<f64>)) -> Vec<f64> {
    let intervals =
        |times: &[f64]| -> Vec<f64> { times.windows(2).map(|pair| pair[1] - pair[0]).collect() };
    let (expected, found) = (intervals(expected), intervals(found));
    let usual = mean(expected.iter().copied());
    let deviation = |(expected, found): (&f64, &f64)| (found - expected).abs() / usual;
    expected.iter().zip(&found).map(deviation).collect()
}

fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) = values
        .into_iter()
        .fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / count
}

/// The part of a run's record about the blocks that have arrived at the memory tile.
#[derive(Deserialize)]
struct Arrivals {
    arrivals: Vec<Arrival>,
}

#[derive(Deserialize)]
struct Arrival {
    cycle: u64,
    core: usize,
}

/// Returns, for each core that has written blocks, the cycles in which these arrived, in order.
fn arrivals(record: &RunRecord) -> Result<Vec<Vec<f64>>> {
    let Arrivals { arrivals } = record.part().context("the platform has no memory tile")?;
    let mut by_core: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for Arrival { cycle, core } in arrivals {
        by_core.entry(core).or_default().push(cycle as f64);
    }
    Ok(by_core.into_values().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deviations_are_parts_of_the_expected_time_and_of_the_usual_interval() {
        let flows = (&vec![100.0, 200.0, 400.0], &vec![110.0, 200.0, 420.0]);
        assert_eq!(arrival_deviations(flows), [0.1, 0.0, 0.05]);
        assert_eq!(interval_deviations(flows), [10.0 / 150.0, 20.0 / 150.0]);
    }

    #[test]
    fn seeds_have_a_middle_and_bounds() {
        let of = |values: &[f64]| spread("a", values.to_vec()).map(|(_, value)| value);
        assert_eq!(of(&[3.0]), [3.0, 3.0, 3.0]);
        assert_eq!(of(&[4.0, 1.0, 2.0]), [2.0, 1.0, 4.0]);
        assert_eq!(of(&[4.0, 1.0, 2.0, 3.0]), [2.5, 1.0, 4.0]);
    }

    #[test]
    fn flows_lie_on_tiles_with_cores() {
        for name in ["orthogonal", "in-line", "in-line-columns"] {
            for placed in placement(Direction::of(name).unwrap(), "a b c d") {
                let [x, y, _] = placed.at.0;
                assert!(x < 4 && y < 5 && [x, y] != [0, 0] && [x, y] != [3, 4]);
            }
        }
    }
}
