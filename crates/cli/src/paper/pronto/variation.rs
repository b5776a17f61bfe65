//! When blocks arrive at the memory tile beside traffic that is none of theirs (section V.C, figures 8 to 10).
//!
//! Flows lie along the rows of the mesh. In the first case requesters on the northern edge and responders on the southern one load the
//! columns: blocks between tasks cross that traffic, but those from and to the memory, in a corner, move with it. In the second case the
//! injectors are on the western and eastern edges: blocks between tasks move in line with the traffic, those from the memory cross it. The
//! source's figure 8 is lost; its text fits a second reading of that case as well, with the injectors where they were and the flows
//! along columns, their first tasks in the memory's row. A block is expected when it arrives without the traffic.

use anyhow::{ensure, Context, Result};
use serde::Deserialize;
use weft_graph::map::record::PlacedTask;
use weft_graph::Position;
use weft_report::json::RunRecord;

use super::workload::Workload;
use crate::paper::experiment::Run;
use weft_run::RunResult;

/// Requests that each requester makes in a hundred cycles. The responses, 13 flits a request, take an eighth of a link at first, all of
/// it from 8 on.
pub const RATES: [u32; 5] = [1, 2, 4, 8, 16];
/// Flows at the same time: as many as fit either way.
const FLOWS: u32 = 3;
/// Tasks of the chains: as many as a row has tiles.
const CHAIN: u32 = 4;

/// How the flows lie to the injected traffic.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Flows along rows, traffic along columns.
    Orthogonal,
    /// Both along rows.
    InLine,
    /// Both along columns.
    InLineColumns,
}

impl Direction {
    /// The paper's two, and the other reading of the second.
    pub const ALL: [Direction; 3] = [
        Direction::Orthogonal,
        Direction::InLine,
        Direction::InLineColumns,
    ];

    /// Its name in cases.
    pub fn name(self) -> &'static str {
        match self {
            Direction::Orthogonal => "orthogonal",
            Direction::InLine => "in-line",
            Direction::InLineColumns => "in-line-columns",
        }
    }

    /// Where requesters and responders are.
    fn edges(self) -> &'static str {
        match self {
            Direction::Orthogonal | Direction::InLineColumns => "\"north\", \"south\"",
            Direction::InLine => "\"west\", \"east\"",
        }
    }

    /// Where a task is; memory and host are in opposite corners.
    fn place(self, flow: usize, task: usize) -> [usize; 3] {
        match self {
            Direction::Orthogonal | Direction::InLine => [task, flow + 1, 0],
            Direction::InLineColumns => [flow + 1, task, 0],
        }
    }

    /// What gives a platform requests at a rate.
    fn injectors(self, percent: u32) -> String {
        let (edges, rate) = (self.edges(), f64::from(percent) / 100.0);
        format!("[mesh.injectors]\nedges = [{edges}]\nrate = {rate}\n")
    }
}

/// What is disturbed.
pub fn workloads() -> impl Iterator<Item = Workload> {
    let (jpeg, fir, custom) = (Workload::jpeg, Workload::fir, Workload::custom);
    [jpeg(3), jpeg(4), fir(CHAIN), custom(CHAIN)].into_iter()
}

/// Flows beside requests at a rate. The picture is always the small one: a mesh that is never idle takes long to simulate.
pub fn run(direction: Direction, workload: Workload, rate: Option<u32>, quick: bool) -> Run {
    let small = quick || workload.is_jpeg();
    let mut run = Run {
        changes: rate.map_or(String::new(), |rate| direction.injectors(rate)),
        ..workload.run(FLOWS, small)
    };
    run.graph.map = placement(direction, workload);
    run
}

/// The placement as `weft map` would tell it.
fn placement(direction: Direction, workload: Workload) -> Vec<PlacedTask> {
    let placed = |flow: usize| {
        let tasks = workload.tasks().into_iter().enumerate();
        tasks.map(move |(number, task)| PlacedTask {
            task,
            flow,
            core: 0,
            at: Position(direction.place(flow, number)),
        })
    };
    (0..FLOWS as usize).flat_map(placed).collect()
}

/// What each rate does to the arrivals of the run without, in per cent:
///
///     NAME RATE arrival     how far blocks arrive from when they are expected, as a part of the time up to then, on average
///     NAME RATE interval    how far the time between two blocks of a task is from the expected, as a part of its mean
///
/// # Errors
/// When a run has told no arrivals, or others than the first.
pub fn tell(name: &str, runs: &[RunResult]) -> Result<String> {
    let expected = arrivals(runs[0].facts()?)?;
    let mut lines = String::new();
    for (rate, run) in RATES.iter().zip(&runs[1..]) {
        let flows = arrivals(run.facts()?)?;
        ensure!(
            flows.len() == expected.len(),
            "other tasks have written than without traffic"
        );
        let arrival = 100.0 * mean(expected.iter().zip(&flows).flat_map(arrival_deviations));
        let interval = 100.0 * mean(expected.iter().zip(&flows).flat_map(interval_deviations));
        lines += &format!("{name} {rate} arrival {arrival}\n{name} {rate} interval {interval}\n");
    }
    Ok(lines)
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

/// What the record of a run says of the blocks that have arrived at the memory tile.
#[derive(Deserialize)]
struct Arrivals {
    arrivals: Vec<Arrival>,
}

#[derive(Deserialize)]
struct Arrival {
    cycle: u64,
    core: usize,
}

/// The cycles in which blocks have arrived from each core that has written any, in their order.
fn arrivals(record: &RunRecord) -> Result<Vec<Vec<f64>>> {
    let mesh: Option<Arrivals> = record.part("mesh")?;
    let mesh = mesh.context("the platform has no mesh")?;
    let mut cores: Vec<usize> = mesh.arrivals.iter().map(|arrival| arrival.core).collect();
    cores.sort_unstable();
    cores.dedup();
    let of_core = |core: usize| {
        let own = mesh.arrivals.iter().filter(|arrival| arrival.core == core);
        own.map(|arrival| arrival.cycle as f64).collect()
    };
    Ok(cores.into_iter().map(of_core).collect())
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
    fn flows_lie_on_tiles_with_cores() {
        for direction in Direction::ALL {
            for workload in workloads() {
                for (flow, task) in (0..FLOWS as usize).zip(0..workload.tasks().len()) {
                    let [x, y, _] = direction.place(flow, task);
                    assert!(x < 4 && y < 5 && [x, y] != [0, 0] && [x, y] != [3, 4]);
                }
            }
        }
    }
}
