//! The last cycles of both, for a waveform.

use std::collections::VecDeque;
use std::path::Path;

use anyhow::{Context, Result};
use weft_report::wave::{Signal, SignalFilter, WaveWriter};

use super::signals::Core;

/// Cycles that are kept.
const CYCLES: usize = 200;

/// The last cycles: number, and the values of all signals.
#[derive(Default)]
pub struct Last(VecDeque<(u64, Vec<u64>)>);

impl Last {
    /// Notes a cycle of both.
    pub fn note(&mut self, cycle: u64, model: &[Core], circuits: &[Core]) {
        let mut values = match self.0.len() {
            CYCLES => self.0.pop_front().unwrap_or_default().1,
            _ => Vec::new(),
        };
        values.clear();
        values.extend(model.iter().chain(circuits).flat_map(Core::values));
        self.0.push_back((cycle, values));
    }

    /// Writes them.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, file: &Path, cores: &[usize], clock_hz: u64) -> Result<()> {
        let mut signals = Vec::new();
        for side in ["model", "circuit"] {
            for core in cores {
                signals.extend(Core::names().map(|(name, width)| Signal {
                    path: format!("{side}.core{core}.{name}"),
                    width,
                }));
            }
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
