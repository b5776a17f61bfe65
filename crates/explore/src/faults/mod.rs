//! Fault campaigns: many runs of one program with one injected fault each, and their outcomes.
//!
//! The fault of run n depends only on the seed, on n and on the length of the run without faults. So the same campaign gives the same table
//! on every machine, with any number of workers.

mod draw;
mod outcome;
mod picture;
pub mod record;
mod table;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;
use std::thread;

use anyhow::{bail, Context, Result};
use regex::Regex;
use weft_run::{run, FaultSpec, Observer, RunResult, RunSpec, Stop};
use weft_sim::Machine;

use draw::Draw;
pub use draw::Kind;
pub use outcome::{Class, Outcome};
pub use picture::picture;
pub use table::table;

/// A run with a fault may take TIMES times as many cycles as the run without, plus MORE cycles, in which
/// the run ends if the chip only polls and makes no progress.
const TIMES: u64 = 3;
const MORE: u64 = 16 << 20;

/// A campaign.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The run, without faults.
    pub run: RunSpec,
    pub runs: u64,
    pub seed: u64,
    /// The kinds of faults to inject; empty: all that the chip can have.
    pub kinds: Vec<Kind>,
    /// Number of runs in parallel.
    pub jobs: usize,
    /// Parts of the output that are not compared, such as times.
    pub ignored: Option<Regex>,
}

/// The observer of a campaign.
pub trait Audience: Sync {
    /// Are more results wanted? If not, runs end and no more begin.
    fn wants_more(&self) -> bool;

    /// A run has ended.
    fn ends(&self);
}

/// A run with a fault.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Its number in the campaign.
    pub number: u64,
    pub kind: Kind,
    /// The description of the fault, as `--fault` takes it.
    pub fault: String,
    /// The first cycle in which it takes effect, if it does.
    pub struck: Option<u64>,
    /// Cycles of the run.
    pub cycles: u64,
    pub outcome: Outcome,
}

/// The results of a campaign.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// Cycles of the run without faults.
    pub cycles: u64,
    /// In the order of their numbers.
    pub trials: Vec<Trial>,
    /// Was the campaign stopped before its end?
    pub interrupted: bool,
}

/// Adapts the audience of a campaign to the observer of one of its runs.
struct Watched<'a>(&'a dyn Audience);

impl Observer for Watched<'_> {
    fn stop(&mut self) -> Option<Stop> {
        (!self.0.wants_more()).then_some(Stop::Interrupted)
    }
}

impl Campaign {
    /// Runs the program once without faults, then with one fault per run.
    ///
    /// # Errors
    /// When the program cannot be run, does not end well without faults, or the chip cannot have faults of a kind.
    pub fn carry_out(&self, audience: &dyn Audience) -> Result<Findings> {
        let platform = self.run.platform.load()?;
        let places = Machine::new(&platform, &vec![None; platform.cores.count]).fault_places();
        let right = run(&self.run, &mut Watched(audience))?;
        if right.is_interrupted() {
            return Ok(Findings {
                interrupted: true,
                ..Findings::default()
            });
        }
        let right = right
            .if_well()
            .context("a campaign compares with the run without faults, which has to end well")?;
        let facts = right.facts()?;
        let used = facts.cores.iter().enumerate();
        let used = used.filter(|(_, core)| core.exit_status.is_some());
        let draw = Draw::new(
            places,
            used.map(|(core, _)| core).collect(),
            facts.cycles,
            &self.kinds,
        )?;
        self.try_all(&draw, &right, audience)
    }

    fn try_all(&self, draw: &Draw, right: &RunResult, audience: &dyn Audience) -> Result<Findings> {
        let next = AtomicU64::new(0);
        let trials = Mutex::new(Vec::new());
        let work = || -> Result<()> {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.runs || !audience.wants_more() {
                    return Ok(());
                }
                let trial = self.try_one(number, draw, right, audience)?;
                trials.lock().expect("no worker panics").extend(trial);
                audience.ends();
            }
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..self.jobs.max(1)).map(|_| scope.spawn(work)).collect();
            let ends = workers.into_iter().map(|it| it.join());
            let ends = ends.map(|it| it.unwrap_or_else(|_| bail!("a worker has panicked")));
            ends.collect::<Result<Vec<()>>>()
        })?;
        let mut trials = trials.into_inner().expect("no worker panics");
        trials.sort_by_key(|trial: &Trial| trial.number);
        Ok(Findings {
            cycles: right.facts()?.cycles,
            interrupted: (trials.len() as u64) < self.runs,
            trials,
        })
    }

    /// Carries out run `number`; None if it was interrupted.
    fn try_one(
        &self,
        number: u64,
        draw: &Draw,
        right: &RunResult,
        audience: &dyn Audience,
    ) -> Result<Option<Trial>> {
        let (kind, fault) = draw.fault(self.seed, number);
        let described: FaultSpec = fault.parse()?;
        let limit = TIMES.saturating_mul(right.facts()?.cycles) + MORE;
        let spec = RunSpec {
            faults: vec![described],
            max_cycles: Some(self.run.max_cycles.map_or(limit, |most| most.min(limit))),
            ..self.run.clone()
        };
        let result = run(&spec, &mut Watched(audience)).with_context(|| fault.clone())?;
        if result.is_interrupted() {
            return Ok(None);
        }
        let facts = result.facts()?;
        Ok(Some(Trial {
            number,
            kind,
            struck: facts.faults.first().map(|strike| strike.cycle.0),
            cycles: facts.cycles,
            outcome: Outcome::of(&result, right, self.ignored.as_ref()),
            fault,
        }))
    }
}
