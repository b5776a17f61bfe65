//! The PC beside the chip: a process of this machine that is attached to the simulation, or the log of one.
//!
//! What of it the chip notices are words that leave the PC in certain cycles, and these are all that a log holds.

mod live;
mod log;
mod process;
mod replay;
mod writer;

use anyhow::{bail, Result};
use weft_report::reports::Reported;
use weft_report::workload::Workload;
use weft_sim::platform::Platform;
use weft_sim::{Cycle, Machine, Outcome};

use crate::ending::Ending;
use crate::spec::RunSpec;
use live::Live;
use log::{End, Subject};
use replay::Replay;
use writer::Writer;

enum Source {
    Live(Box<Live>),
    Replay(Replay),
}

/// What takes part in a run beside the chip.
pub struct Beside {
    source: Source,
    /// How the PC's part has ended, or rests, at the last meeting; None: it may do more.
    end: Option<End>,
}

impl Beside {
    /// Begins what `spec` asks for; None: the chip is alone.
    ///
    /// # Errors
    /// When the platform has no PC, or the program or the log cannot be had.
    pub fn begin(
        spec: &RunSpec,
        platform: &Platform,
        workload: &Workload,
        machine: &mut Machine,
    ) -> Result<Option<Beside>> {
        let subject = Subject::new(platform, workload, &spec.arguments);
        let options = &spec.pc;
        let files = process::files(spec, platform, workload)?;
        if spec.gdb.is_some() && (files.is_some() || options.replay.is_some()) {
            bail!(
                "--gdb advances the chip by itself; leave the program of the PC, or --replay, out"
            );
        }
        let source = if let Some(path) = &options.replay {
            process::check_bridge(machine, platform, "--replay")?;
            Source::Replay(Replay::new(path.clone(), log::read(path, &subject)?))
        } else {
            let Some(files) = files else {
                return spec.refuse_what_needs_a_pc().map(|()| None);
            };
            let quantum = process::check_bridge(machine, platform, "--core pc")?;
            let process = process::start(spec, platform, &files)?;
            let log = options.log.as_ref();
            let log = log.map(|path| Writer::create(path, &subject));
            let pace = options.pace.unwrap_or_default();
            let live = Live::new(process, pace, quantum, log.transpose()?);
            Source::Live(Box::new(live))
        };
        Ok(Some(Beside { source, end: None }))
    }

    /// The cycle up to which the chip may go on alone.
    pub fn until(&mut self) -> Cycle {
        match &mut self.source {
            Source::Live(live) => live.until(),
            Source::Replay(replay) => replay.until(),
        }
    }

    /// The chip has come to `outcome`; how the run has ended, if it has.
    ///
    /// # Errors
    /// When the log cannot be written, or does not fit.
    pub fn meet(&mut self, machine: &mut Machine, outcome: Outcome) -> Result<Option<Ending>> {
        let at_rest = matches!(outcome, Outcome::Finished | Outcome::Deadlock);
        let now = machine.now();
        let bridge = match machine.host_bridge() {
            Some(bridge) if at_rest || outcome == Outcome::Reached => bridge,
            _ => return Ok(Some(Ending::from(outcome))),
        };
        self.end = match &mut self.source {
            Source::Live(live) => live.meet(bridge, now, at_rest)?,
            Source::Replay(replay) => replay.meet(bridge, now, at_rest)?,
        };
        Ok(match self.end.clone() {
            Some(End::Failed { why, status }) => Some(Ending::PcFailed { why, status }),
            Some(End::Rests) if at_rest => Some(Ending::DeadlockWithPc),
            Some(End::Over) if at_rest => Some(Ending::from(outcome)),
            _ => None,
        })
    }

    /// The run has ended: the log is complete, and the process gone. Returns what the process has reported.
    ///
    /// # Errors
    /// When the log cannot be written.
    pub fn finish(mut self, machine: &Machine) -> Result<Vec<Reported>> {
        let Source::Live(live) = &mut self.source else {
            return Ok(Vec::new());
        };
        let rests = self.end == Some(End::Rests);
        live.finish(rests.then(|| (machine.now(), End::Rests)))?;
        live.reported()
    }
}
