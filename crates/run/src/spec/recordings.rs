//! The recordings of a run: trace, heat map, waveform.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// Files written while the run goes on, or after it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Recordings {
    /// Events: functions, messages, buffers. The file name's extension selects the format.
    pub trace: Option<PathBuf>,
    /// The loads of the links of a mesh, as SVG.
    pub heatmap: Option<PathBuf>,
    /// Signals as a waveform.
    pub wave: Option<WaveSpec>,
}

/// A waveform.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WaveSpec {
    /// The file (FST).
    pub file: PathBuf,
    /// The signals, as patterns separated by commas.
    pub signals: String,
    /// The first cycle, and the one after the last.
    pub cycles: (u64, u64),
}

impl Default for WaveSpec {
    fn default() -> WaveSpec {
        WaveSpec {
            file: PathBuf::from("run.fst"),
            signals: "*".to_string(),
            cycles: (0, u64::MAX),
        }
    }
}
