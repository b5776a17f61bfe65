//! Advancing the machine piece by piece until the run ends, is stopped, or reaches its limit.

use anyhow::Result;
use weft_report::workload::Workload;
use weft_sim::semihosting::Host;
use weft_sim::{Cycle, Engine, Machine, Outcome};

use super::interrupt::Interrupt;
use super::output::Closed;
use super::pc::Beside;
use super::progress::Progress;
use super::standstill::Standstill;
use super::status::Ending;
use crate::trace::record::Recording;
use crate::wave::Wave;

/// Cycles between two looks at the world outside: short enough for an answer to Ctrl-C within a fraction of a second
/// on the largest chip, and the same in every run, so that runs repeat.
const PIECE: u64 = 16_384;

/// What a run is driven with.
pub struct Drive<'a> {
    /// How time is advanced, outside the window of a waveform.
    pub engine: Engine,
    /// The cycle at which the run is stopped.
    pub limit: Cycle,
    /// Ctrl-C.
    pub interrupt: &'a Interrupt,
    /// Whether the program's output is still read.
    pub closed: &'a Closed,
    /// The line on the terminal.
    pub progress: &'a mut Progress,
    /// What takes part beside the chip, if anything.
    pub beside: Option<&'a mut Beside>,
    /// Who looks whether cores that poll wait for each other for ever, where that can be told.
    pub standstill: Option<(Standstill, &'a Workload)>,
    /// The waveform, if one is wanted.
    pub wave: Option<&'a mut Wave>,
    /// The trace, if one is wanted.
    pub trace: Option<&'a mut Recording>,
}

impl Drive<'_> {
    /// Runs the machine to its end.
    ///
    /// # Errors
    /// When the waveform, the trace or the log of the PC cannot be written.
    pub fn drive(&mut self, machine: &mut Machine, host: &mut dyn Host) -> Result<Ending> {
        self.sample(machine)?;
        loop {
            if let Some(ending) = self.stopped(machine) {
                return Ok(ending);
            }
            let outcome = self.piece(machine, host)?;
            if let Some(trace) = &mut self.trace {
                trace.collect(machine)?;
            }
            self.progress.update(machine);
            if let Some(ending) = advanced(machine, outcome, self.beside.as_deref_mut())? {
                return Ok(ending);
            }
            if self.stands_still(machine) {
                return Ok(Ending::Standstill);
            }
        }
    }

    fn stopped(&self, machine: &Machine) -> Option<Ending> {
        if self.interrupt.pressed() {
            Some(Ending::Interrupted)
        } else if self.closed.noticed() {
            Some(Ending::OutputClosed)
        } else {
            (machine.now() >= self.limit).then_some(Ending::Limit)
        }
    }

    fn stands_still(&mut self, machine: &Machine) -> bool {
        let watch = self.standstill.as_mut();
        watch.is_some_and(|(standstill, workload)| standstill.is_reached(machine, workload))
    }

    /// Advances to the next look outside, cycle by cycle where the waveform wants it.
    fn piece(&mut self, machine: &mut Machine, host: &mut dyn Host) -> Result<Outcome> {
        let alone = self
            .beside
            .as_mut()
            .map_or(Cycle::NEVER, |beside| beside.until());
        let end = Cycle(machine.now().0.saturating_add(PIECE));
        let end = end.min(self.limit).min(alone);
        let mut outcome = Outcome::Reached;
        while outcome == Outcome::Reached && machine.now() < end {
            let (engine, until) = match &self.wave {
                Some(wave) => wave.pace(machine.now(), self.engine, end),
                None => (self.engine, end),
            };
            outcome = machine.run(engine, until, host);
            self.sample(machine)?;
        }
        Ok(outcome)
    }

    fn sample(&mut self, machine: &Machine) -> Result<()> {
        match &mut self.wave {
            Some(wave) => wave.sample(machine),
            None => Ok(()),
        }
    }
}

/// The chip has come to `outcome`; how the run has ended, if it has.
///
/// # Errors
/// When the log of the PC cannot be written, or does not fit.
pub fn advanced(
    machine: &mut Machine,
    outcome: Outcome,
    beside: Option<&mut Beside>,
) -> Result<Option<Ending>> {
    match (beside, outcome) {
        (Some(beside), outcome) => beside.meet(machine, outcome),
        (None, Outcome::Reached) => Ok(None),
        (None, outcome) => Ok(Some(Ending::from(outcome))),
    }
}
