//! Advances the machine piece by piece until the run ends, is stopped, or reaches its limit.

use std::time::{Duration, Instant};

use anyhow::Result;
use weft_report::reports::{Reported, Reports};
use weft_report::trace::Tracer;
use weft_report::workload::Workload;
use weft_sim::platform::Platform;
use weft_sim::semihosting::Host;
use weft_sim::{Cycle, Engine, Machine, Outcome};

use super::standstill::Standstill;
use super::wave::Wave;
use crate::console::Console;
use crate::ending::Ending;
use crate::observer::Progress;
use crate::pc::Beside;
use crate::spec::RunSpec;

/// Cycles between two checks for Ctrl-C, limits and standstill: few enough to react within a fraction of a second on the largest chip,
/// and the same in every run, so that runs are reproducible. A prime, so that the checks sample all instructions of a loop.
const PIECE: u64 = 16_381;

/// A run, and the components that take part in it.
pub struct Drive<'a, 'o> {
    console: &'a Console<'o>,
    /// How time is advanced, outside the window of a waveform.
    engine: Engine,
    /// The cycle at which the run is stopped.
    limit: Cycle,
    /// The wall-clock time that the run may take, and when it began.
    timeout: Option<Duration>,
    began: Instant,
    /// Cycles per second of simulated time.
    clock_hz: u64,
    workload: &'a Workload,
    /// Detects cores that poll and wait for each other for ever; None on chips where that cannot be detected.
    standstill: Option<Standstill>,
    wave: Option<Wave>,
    /// The PC attached to the chip.
    beside: Option<Beside>,
    trace: Option<Tracer>,
    reports: Reports,
}

impl<'a, 'o> Drive<'a, 'o> {
    /// Begins the recordings of `spec`, and starts the PC.
    ///
    /// # Errors
    /// When a file cannot be written, or the PC has no program.
    pub fn begin(
        spec: &RunSpec,
        engine: Engine,
        platform: &Platform,
        workload: &'a Workload,
        machine: &mut Machine,
        console: &'a Console<'o>,
    ) -> Result<Drive<'a, 'o>> {
        let (wave, trace) = (spec.record.wave.as_ref(), spec.record.trace.as_deref());
        let wave = wave.map(|wave| Wave::begin(wave, machine, platform.clock_hz));
        let wave = wave.transpose()?;
        let beside = Beside::begin(spec, platform, workload, machine)?;
        let trace = trace.map(|file| Tracer::begin(file, machine, workload, platform));
        let trace = trace.transpose()?;
        let reports = Reports::new(machine.core_count(), workload);
        if trace.is_none() {
            reports.listen(machine);
        }
        let began = Instant::now();
        console.set_deadline(spec.timeout.and_then(|timeout| began.checked_add(timeout)));
        Ok(Drive {
            console,
            engine,
            limit: spec.max_cycles.map_or(Cycle::NEVER, Cycle),
            timeout: spec.timeout,
            began,
            clock_hz: platform.clock_hz,
            workload,
            // A core that polls may wait for the PC.
            standstill: Standstill::watch(machine).filter(|_| beside.is_none()),
            wave,
            beside,
            trace,
            reports,
        })
    }

    /// Completes the files. Returns the reported figures, those of the cores before those of the PC.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn finish(mut self, machine: &mut Machine) -> Result<Vec<Reported>> {
        match self.trace {
            Some(trace) => trace.finish(machine, &mut self.reports)?,
            None => self.reports.collect(machine),
        }
        self.wave.map_or(Ok(()), |wave| wave.finish(machine))?;
        let beside = self.beside.map(|beside| beside.finish(machine));
        let of_pc = beside.transpose()?.unwrap_or_default();
        let of_cores = self.reports.finish(self.workload);
        Ok([of_cores, of_pc].concat())
    }

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
            match &mut self.trace {
                Some(trace) => trace.collect(machine, &mut self.reports)?,
                None => self.reports.collect(machine),
            }
            self.console.progress(&self.progress(machine));
            if let Some(ending) = self.ended(machine, outcome)? {
                return Ok(ending);
            }
            if self.stands_still(machine) {
                return Ok(Ending::Standstill);
            }
        }
    }

    fn stopped(&self, machine: &Machine) -> Option<Ending> {
        let limit = (machine.now() >= self.limit).then_some(Ending::Limit);
        let timeout = self.timeout.filter(|it| self.began.elapsed() >= *it);
        let stop = self.console.stop().map(Ending::Stopped);
        stop.or(limit).or(timeout.map(Ending::TimedOut))
    }

    fn progress(&self, machine: &Machine) -> Progress {
        let cores = 0..machine.core_count();
        Progress {
            cycles: machine.now().0,
            instructions: cores.map(|core| machine.core(core).instructions()).sum(),
            clock_hz: self.clock_hz,
        }
    }

    /// Returns how the run has ended, if it has, now that the chip has come to `outcome`.
    fn ended(&mut self, machine: &mut Machine, outcome: Outcome) -> Result<Option<Ending>> {
        match (&mut self.beside, outcome) {
            (Some(beside), outcome) => beside.meet(machine, outcome),
            (None, Outcome::Reached) => Ok(None),
            (None, outcome) => Ok(Some(Ending::from(outcome))),
        }
    }

    /// Do the cores poll without progress for ever? Not if an injected fault is still pending: it may change what the cores wait for.
    fn stands_still(&mut self, machine: &Machine) -> bool {
        let watch = self
            .standstill
            .as_mut()
            .filter(|_| !machine.awaits_faults());
        watch.is_some_and(|standstill| standstill.is_reached(machine, self.workload))
    }

    /// Advances to the next check, one cycle at a time inside the window of a waveform.
    fn piece(&mut self, machine: &mut Machine, host: &mut dyn Host) -> Result<Outcome> {
        let beside = self.beside.as_mut();
        let alone = beside.map_or(Cycle::NEVER, |beside| beside.until());
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
