//! A waveform (`--wave`): the machine's signals, cycle by cycle, over a window of cycles.

use anyhow::{Context, Result};
use weft_report::wave::{Signal, SignalFilter, WaveWriter};
use weft_sim::{Cycle, Engine, Machine};

use crate::spec::WaveSpec;

/// A waveform being recorded.
pub struct Wave {
    writer: WaveWriter,
    from: Cycle,
    until: Cycle,
    values: Vec<u64>,
}

impl Wave {
    /// Begins a waveform.
    ///
    /// # Errors
    /// When no signal matches a pattern, or the file cannot be written.
    pub fn begin(spec: &WaveSpec, machine: &Machine, clock_hz: u64) -> Result<Wave> {
        let (from, until) = spec.cycles;
        let signals = signals(machine);
        let filter = SignalFilter::parse(&spec.signals)?;
        filter.check(signals.iter().map(|signal| signal.path.as_str()))?;
        let writer = WaveWriter::create(&spec.file, &signals, &filter, clock_hz);
        let writer = writer.with_context(|| format!("--wave {}", spec.file.display()))?;
        Ok(Wave {
            writer,
            from: Cycle(from),
            until: Cycle(until),
            values: Vec::with_capacity(signals.len()),
        })
    }

    /// Returns the engine and the cycle to which it may advance from `now`: one cycle at a time inside the window.
    pub fn pace(&self, now: Cycle, engine: Engine, until: Cycle) -> (Engine, Cycle) {
        if now < self.from {
            (engine, until.min(self.from))
        } else if now < self.until {
            (Engine::Step, now + 1)
        } else {
            (engine, until)
        }
    }

    /// Records the present values of the signals, if the machine is inside the window.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn sample(&mut self, machine: &Machine) -> Result<()> {
        let now = machine.now();
        if now < self.from || now >= self.until {
            return Ok(());
        }
        self.values.clear();
        machine.for_each_signal(&mut |_, _, value| self.values.push(value));
        Ok(self.writer.sample(now.0, &self.values)?)
    }

    /// Completes the file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(self, machine: &Machine) -> Result<()> {
        Ok(self.writer.finish(machine.now().min(self.until).0)?)
    }
}

fn signals(machine: &Machine) -> Vec<Signal> {
    let mut signals = Vec::new();
    machine.for_each_signal(&mut |path, width, _| {
        signals.push(Signal {
            path: path.to_string(),
            width,
        })
    });
    signals
}
