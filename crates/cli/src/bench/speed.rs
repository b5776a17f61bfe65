//! The simulator's speed on this machine: each program by both engines, the share of cycles run ahead, and the network alone.

use anyhow::Result;
use serde::Serialize;
use serde_json::json;
use weft_report::json::RunRecord;
use weft_report::table::{self, left, right, Column};
use weft_run::{Engine, RunSpec};

use super::share::{self, Share};
use super::{median, network, run};
use crate::arguments::bench::BenchArguments;
use crate::files::write_record;
use crate::terminal::print;

/// What counts as work done.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Simulated instructions.
    Instructions,
    /// Hops of a token from core to core.
    Hops,
    /// Cycles of a network alone.
    Cycles,
}

impl Unit {
    /// Formats a speed in this unit per second.
    pub fn figure(self, speed: f64) -> String {
        match self {
            Unit::Instructions => format!("{:.1} instr", speed / 1e6),
            Unit::Hops => format!("{:.3} hops ", speed / 1e6),
            Unit::Cycles => format!("{:.3} cycles", speed / 1e6),
        }
    }
}

/// A program whose simulation is timed.
pub struct Case {
    pub what: &'static str,
    pub application: &'static str,
    /// The chip; None: the one that runs have by default.
    pub chip: Option<&'static str>,
    pub unit: Unit,
    /// The amount of work for the fast engine: the program's first argument. The step engine gets a part of it (`STEP_PART`).
    amount: u64,
    /// The program's second argument.
    pub argument: Option<&'static str>,
}

impl Case {
    /// The amount of work, in a quick run or another.
    pub fn amount(&self, quick: bool) -> u64 {
        let part = if quick { QUICK_PART } else { 1 };
        self.amount / part
    }

    /// Must nearly all of its instructions be translated? A quick run ends before they are.
    pub fn is_judged(&self, quick: bool) -> bool {
        matches!(self.unit, Unit::Instructions) && !quick
    }

    /// Returns the units of work of this amount; None: as many as the run has instructions.
    pub fn work(&self, amount: u64) -> Option<u64> {
        matches!(self.unit, Unit::Hops).then_some(amount)
    }
}

/// The step engine, about ten times slower, gets the amount of work divided by this.
const STEP_PART: u64 = 10;
/// With `--quick`, both engines get the amount divided by this.
const QUICK_PART: u64 = 10;
/// The programs.
pub const CASES: [Case; 6] = [
    Case {
        what: "compute, 8 cores",
        application: "compute/compute.c",
        chip: None,
        unit: Unit::Instructions,
        amount: 2_000,
        argument: None,
    },
    Case {
        what: "the same, timer interrupt every 10,000 cycles",
        application: "compute/compute.c",
        chip: None,
        unit: Unit::Instructions,
        amount: 2_000,
        argument: Some("10000"),
    },
    Case {
        what: "compute, 256 cores",
        application: "compute/compute.c",
        chip: Some("mesh256"),
        unit: Unit::Instructions,
        amount: 1_000,
        argument: None,
    },
    Case {
        what: "compute, 1,024 cores",
        application: "compute/compute.c",
        chip: Some("mesh1024"),
        unit: Unit::Instructions,
        amount: 500,
        argument: None,
    },
    Case {
        what: "token round 8 cores, 4-byte messages",
        application: "ring/ring.c",
        chip: None,
        unit: Unit::Hops,
        amount: 800_000,
        argument: None,
    },
    Case {
        what: "token round 8 cores, polled flag in shared memory",
        application: "flag_ring/flag_ring.c",
        chip: None,
        unit: Unit::Hops,
        amount: 400_000,
        argument: None,
    },
];

/// The figures of one case.
#[derive(Serialize)]
struct Row {
    what: &'static str,
    unit: Unit,
    /// Work per second of wall-clock time, by the fast engine.
    fast: f64,
    /// The same by the step engine; None where the chip is so large that it would take minutes.
    step: Option<f64>,
    /// Share of the cores' cycles that the fast engine ran ahead.
    run_ahead: f64,
    /// Share of the instructions that it translated to code of this machine.
    translated: Share,
    /// Must that be nearly all?
    #[serde(skip)]
    is_judged: bool,
}

/// Carries out `weft bench speed`; the exit status.
///
/// # Errors
/// When a program does not build or run, or the figures cannot be written.
pub fn bench(arguments: &BenchArguments) -> Result<u8> {
    print(&table::heading(&columns()))?;
    let mut rows = Vec::new();
    for case in &CASES {
        let row = row(case, arguments.quick)?;
        print(&line(&row))?;
        rows.push(row);
    }
    let network = network::rows(arguments.quick)?;
    let figures = json!({ "rows": rows, "network": network });
    write_record(arguments.json.as_deref(), "weft-bench-speed/1", &figures)?;
    let judged = rows.iter().filter(|row| row.is_judged);
    Ok(share::status(judged.map(|row| (row.what, row.translated))))
}

fn row(case: &Case, quick: bool) -> Result<Row> {
    let timed = |engine, amount| {
        let measure = |_| timing(case, engine, amount);
        median(quick, measure, |timing| timing.speed)
    };
    let fast = timed(Engine::Fast, case.amount(quick))?;
    let step = || timed(Engine::Step, case.amount(quick) / STEP_PART);
    let step = case.chip.is_none().then(step).transpose()?;
    Ok(Row {
        what: case.what,
        unit: case.unit,
        fast: fast.speed,
        step: step.map(|timing| timing.speed),
        run_ahead: fast.run_ahead,
        translated: fast.translated,
        is_judged: case.is_judged(quick),
    })
}

fn columns() -> [Column; 5] {
    [
        left("million a second of this machine's time").at_least(50),
        right("fast").at_least(12),
        right("step").at_least(12),
        right("run ahead"),
        right("translated"),
    ]
}

fn line(row: &Row) -> String {
    let figure = |speed: Option<f64>| speed.map_or("-".to_owned(), |it| row.unit.figure(it));
    let [fast, step] = [Some(row.fast), row.step].map(figure);
    let ahead = format!("{:.1} %", 100.0 * row.run_ahead);
    let translated = share::cell(row.translated, row.is_judged);
    let cells = [row.what, &fast, &step, &ahead, &translated];
    table::line(&columns(), &cells)
}

/// One timing.
struct Timing {
    speed: f64,
    run_ahead: f64,
    translated: Share,
}

fn timing(case: &Case, engine: Engine, amount: u64) -> Result<Timing> {
    let arguments = [amount.to_string()].into_iter();
    let of_application = RunSpec::of_application([case.application])?;
    let spec = RunSpec {
        engine,
        platform: case
            .chip
            .map_or(of_application.platform, |chip| chip.into()),
        arguments: arguments.chain(case.argument.map(String::from)).collect(),
        ..of_application
    };
    let result = run(&spec)?;
    let record = result.facts()?;
    let work = case.work(amount).unwrap_or(record.instructions);
    Ok(Timing {
        speed: work as f64 / record.seconds,
        run_ahead: run_ahead(record),
        translated: Share::translated(record),
    })
}

fn run_ahead(record: &RunRecord) -> f64 {
    let cycles: u64 = record.cores.iter().map(|core| core.classes.busy()).sum();
    let ahead: u64 = record.cores.iter().map(|core| core.run_ahead).sum();
    ahead as f64 / cycles.max(1) as f64
}
