//! The last cycles of simulator and circuits, for a waveform.

use std::collections::VecDeque;
use std::path::Path;

use anyhow::{Context, Result};
use weft_report::wave::{Signal, SignalFilter, WaveWriter};

use super::registers::Registers;
use super::signals::Core;

/// Cycles that are kept.
const CYCLES: usize = 200;

/// The last cycles: number, and the values of all signals.
#[derive(Default)]
pub struct Last(VecDeque<(u64, Vec<u64>)>);

impl Last {
    /// Records a cycle of both.
    pub fn note(&mut self, cycle: u64, cores: [&[Core]; 2], registers: [&Vec<u64>; 2]) {
        let mut values = match self.0.len() {
            CYCLES => self.0.pop_front().unwrap_or_default().1,
            _ => Vec::new(),
        };
        values.clear();
        for (cores, registers) in cores.into_iter().zip(registers) {
            values.extend(cores.iter().flat_map(Core::values));
            values.extend(registers);
        }
        self.0.push_back((cycle, values));
    }

    /// Writes the recorded cycles as a waveform.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(
        &self,
        file: &Path,
        cores: &[usize],
        registers: &Registers,
        clock_hz: u64,
    ) -> Result<()> {
        let mut signals = Vec::new();
        for side in ["model", "circuit"] {
            for core in cores {
                signals.extend(Core::names().map(|(name, width)| Signal {
                    path: format!("{side}.core{core}.{name}"),
                    width,
                }));
            }
            signals.extend(registers.shown(side));
        }
        let shown = || format!("--wave {}", file.display());
        let all = SignalFilter::parse("*")?;
        let mut writer = WaveWriter::create(file, &signals, &all, clock_hz).with_context(shown)?;
        for (cycle, values) in &self.0 {
            writer.sample(*cycle, values)?;
        }
        let end = self.0.back().map_or(0, |(cycle, _)| cycle + 1);
        Ok(writer.finish(end)?)
    }
}
