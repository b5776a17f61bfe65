//! The time to choose strategies: many tasks with twelve choices each, and internal memory for a part of them.

use std::time::Instant;

use anyhow::Result;
use serde::Serialize;
use serde_json::json;
use weft_report::table::{self, right};
use weft_tune::{
    strategies, Bytes, Constants, CopyTime, Kind, Moves, Nanoseconds, PerMillion, Plan, Platform,
    Scenario,
};

use super::median;
use crate::arguments::bench::BenchArguments;
use crate::files::write_record;
use crate::terminal::print;

/// Numbers of tasks. Each number is measured with tasks that are all of different kinds, and with tasks of ten kinds.
const TASKS: [usize; 4] = [10, 100, 500, 1000];
const FEW_KINDS: usize = 10;
const CHOICES: usize = 12;
/// Internal memory for each task, on average: less than most want.
const MEMORY: u64 = 1500;
const US: u64 = 1000;

/// The time of one set of tasks.
#[derive(Serialize)]
struct Row {
    tasks: usize,
    kinds: usize,
    choices: usize,
    /// Median of several runs.
    milliseconds: f64,
}

/// Measures and prints.
///
/// # Errors
/// When the figures cannot be written.
pub fn bench(arguments: &BenchArguments) -> Result<()> {
    let columns = [
        right("tasks").at_least(6),
        right("kinds").at_least(6),
        right("choices").at_least(8),
        right("ms").at_least(8),
    ];
    print(&table::heading(&columns))?;
    let mut rows = Vec::new();
    for tasks in TASKS {
        for kinds in [FEW_KINDS, tasks] {
            let row = Row {
                tasks,
                kinds,
                choices: CHOICES,
                milliseconds: milliseconds(&scenario(tasks, kinds), arguments.quick)?,
            };
            let milliseconds = format!("{:.3}", row.milliseconds);
            let counts = [tasks, kinds, CHOICES].map(|count| count.to_string());
            let cells = counts.into_iter().chain([milliseconds]);
            print(&table::line(&columns, &cells.collect::<Vec<_>>()))?;
            rows.push(row);
        }
    }
    let figures = json!({ "rows": rows });
    write_record(arguments.json.as_deref(), "weft-bench-tune/1", &figures)
}

fn milliseconds(scenario: &Scenario, quick: bool) -> Result<f64> {
    let constants = &scenario.platform.constants;
    let has_choices = |kind| strategies(kind, constants).len() == CHOICES;
    debug_assert!(scenario.kinds.iter().all(has_choices));
    let time = |_| {
        let begin = Instant::now();
        let plan = Plan::best(scenario)?;
        let time = begin.elapsed().as_secs_f64() * 1e3;
        assert_eq!(plan.bound, plan.load(), "one DSP is planned exactly");
        Ok(time)
    };
    median(quick, time, |time| *time)
}

/// Tasks of many periods and sizes; all of the DSP's time may be used.
fn scenario(tasks: usize, kinds: usize) -> Scenario {
    let constants = Constants {
        request: Nanoseconds(669 * US),
        interrupt: Nanoseconds(76 * US),
        poll: Nanoseconds(2 * US),
        external: CopyTime(121_255),
        internal: CopyTime(7_275),
        dsp_request: Nanoseconds(1),
        timer: Nanoseconds(0),
        moves: Moves::default(),
    };
    Scenario {
        name: format!("{tasks} tasks"),
        summary: String::new(),
        platform: Platform {
            constants,
            dsps: 1,
            internal: Bytes(MEMORY * tasks as u64),
            dsp_limit: PerMillion::WHOLE,
        },
        kinds: (0..kinds)
            .map(|number| kind(number as u64, tasks / kinds))
            .collect(),
    }
}

/// Makes a kind whose period and sizes are multiples of primes, so that no two kinds are alike.
fn kind(number: u64, count: usize) -> Kind {
    let period = Nanoseconds((5_000 + number * 7_919 % 45_000) * US);
    Kind {
        name: format!("kind{number}"),
        count,
        most: count,
        period,
        input: Bytes(64 + number * 104_729 % 4_000),
        output: Bytes(64 + number * 611_953 % 4_000).into(),
        deadline: period * 6,
        work: Nanoseconds(US).into(),
        blocks: vec![1, 2],
        polling: vec![period, period * 2],
    }
}
