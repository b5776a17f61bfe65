//! The PC attached to the chip: a process of this machine, or the log of one that is replayed.
//!
//! The chip sees only the words that leave the PC, each in a certain cycle. A log holds these and nothing else.

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

/// The PC in a run.
pub struct Beside {
    source: Source,
    /// How the PC's part has ended at the last meeting, or that the PC rests; None if it may do more.
    end: Option<End>,
}

impl Beside {
    /// Starts the PC's program or the replay of `spec`; None if the chip has no PC in this run.
    ///
    /// # Errors
    /// When the platform has no PC, or the program or the log cannot be opened.
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

    /// Returns the cycle up to which the chip may advance before the next meeting.
    pub fn until(&mut self) -> Cycle {
        match &mut self.source {
            Source::Live(live) => live.until(),
            Source::Replay(replay) => replay.until(),
        }
    }

    /// Meets the chip, which has stopped with `outcome`. Returns how the run has ended, if it has.
    ///
    /// # Errors
    /// When the log cannot be written, or the replayed log does not match the run.
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

    /// Called after the run: completes the log and ends the process. Returns the figures that the process has reported.
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
