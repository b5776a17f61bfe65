//! Waveforms: the values of chosen signals over time, in the FST format that GTKWave and Surfer read.
//!
//! A signal has a dotted path, `core0.mailbox.blocks`; its parts become nested scopes. Only changes are written, at the
//! time of their clock edge.

mod filter;
mod scopes;
mod timescale;

pub use filter::{FilterError, SignalFilter};

use fst_writer::{
    open_fst, FstBodyWriter, FstFileType, FstInfo, FstSignalId, FstSignalType, FstVarDirection,
    FstVarType, FstWriteError,
};
use scopes::Scope;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use timescale::Timescale;

/// Changes are kept in memory up to this many bytes, then written.
const BUFFER_BYTES: usize = 16 << 20;

/// A value that can be recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// Scopes and name, separated by dots.
    pub path: String,
    /// Width in bits, 1 to 64.
    pub width: u32,
}

/// Why a waveform cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum WaveError {
    #[error("cannot write the waveform: {0}")]
    Write(#[from] FstWriteError),
    #[error("signal {path} has {width} bits; a waveform takes 1 to 64")]
    Width { path: String, width: u32 },
    #[error("value {value:#x} of signal {path} does not fit into its {width} bits")]
    Value {
        path: String,
        width: u32,
        value: u64,
    },
    #[error("{given} values for {declared} signals")]
    Count { given: usize, declared: usize },
}

/// A waveform file being written.
pub struct WaveWriter {
    body: FstBodyWriter<BufWriter<File>>,
    timescale: Timescale,
    /// All signals declared; those left out by the filter have no track.
    tracks: Vec<(Signal, Option<Track>)>,
}

/// A signal in the file.
struct Track {
    id: FstSignalId,
    last: Option<u64>,
}

impl WaveWriter {
    /// Creates the file, with those of `signals` that the filter chooses.
    ///
    /// # Errors
    /// When the file cannot be written, or a signal's width is not 1 to 64 bits.
    pub fn create(
        path: &Path,
        signals: &[Signal],
        filter: &SignalFilter,
        clock_hz: u64,
    ) -> Result<WaveWriter, WaveError> {
        let is_wrong = |signal: &&Signal| !(1..=64).contains(&signal.width);
        if let Some(Signal { path, width }) = signals.iter().find(is_wrong).cloned() {
            return Err(WaveError::Width { path, width });
        }
        let timescale = Timescale::of_clock(clock_hz);
        let mut header = open_fst(path, &info(&timescale))?;
        let mut ids = vec![None; signals.len()];
        let paths = signals.iter().map(|signal| signal.path.as_str()).zip(0..);
        let chosen = paths.filter(|(path, _)| filter.chooses(path));
        Scope::tree(chosen).write(&mut header, &mut |header, name, index| {
            let kind = FstSignalType::bit_vec(signals[index].width);
            let direction = FstVarDirection::Implicit;
            ids[index] = Some(header.var(name, kind, FstVarType::Logic, direction, None)?);
            Ok(())
        })?;
        let tracks = ids.into_iter().map(|id| {
            Some(Track {
                id: id?,
                last: None,
            })
        });
        let tracks = signals.iter().cloned().zip(tracks);
        Ok(WaveWriter {
            body: header.finish()?,
            timescale,
            tracks: tracks.collect(),
        })
    }

    /// Records the values of all signals in a cycle, in the order of their declaration. Cycles must come in rising order.
    ///
    /// # Errors
    /// When there are more or fewer values than signals, one does not fit into its width, the cycle is before the last
    /// one, or the file cannot be written.
    pub fn sample(&mut self, cycle: u64, values: &[u64]) -> Result<(), WaveError> {
        if values.len() != self.tracks.len() {
            return Err(WaveError::Count {
                given: values.len(),
                declared: self.tracks.len(),
            });
        }
        self.body.time_change(self.timescale.time_of(cycle))?;
        for ((signal, track), &value) in self.tracks.iter_mut().zip(values) {
            match track {
                Some(track) if track.last != Some(value) => {
                    self.body.signal_change(track.id, &bits(signal, value)?)?;
                    track.last = Some(value);
                }
                _ => {}
            }
        }
        if self.body.size() > BUFFER_BYTES {
            self.body.flush()?;
        }
        Ok(())
    }

    /// Ends the waveform after its last cycle, and completes the file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn finish(mut self, end_cycle: u64) -> Result<(), WaveError> {
        self.body.time_change(self.timescale.time_of(end_cycle))?;
        let file = self.body.finish()?;
        file.into_inner()
            .map_err(|error| FstWriteError::Io(error.into_error()))?;
        Ok(())
    }
}

/// Returns the file's header fields, without a date, so that the same run gives the same file.
fn info(timescale: &Timescale) -> FstInfo {
    FstInfo {
        start_time: 0,
        timescale_exponent: timescale.exponent,
        version: concat!("weft ", env!("CARGO_PKG_VERSION")).to_owned(),
        date: String::new(),
        file_type: FstFileType::Verilog,
    }
}

/// Returns the value as binary digits, the most significant bit first.
fn bits(signal: &Signal, value: u64) -> Result<Vec<u8>, WaveError> {
    let width = signal.width;
    if width < 64 && value >> width != 0 {
        return Err(WaveError::Value {
            path: signal.path.clone(),
            width,
            value,
        });
    }
    let bits = (0..width).rev();
    Ok(bits.map(|bit| b'0' + (value >> bit & 1) as u8).collect())
}
