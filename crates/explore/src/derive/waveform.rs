//! The signals of a run, read from the waveform that it has recorded.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use anyhow::{anyhow, Context, Result};
use fst_reader::{FstFilter, FstHierarchyEntry, FstReader, FstSignalHandle, FstSignalValue};
use weft_run::RunResult;

/// The recorded signals by their dotted paths.
#[derive(Default)]
pub struct Waveform(BTreeMap<String, Signal>);

/// The values of a signal: each from its cycle to that of the next.
#[derive(Clone, Debug, Default)]
pub struct Signal(Vec<(u64, u64)>);

impl Waveform {
    /// Reads the waveform of a run.
    ///
    /// # Errors
    /// When it has recorded none, or the file cannot be read.
    pub fn of(run: &RunResult) -> Result<Waveform> {
        let file = run.wave.as_ref();
        let file = file.context("the run has recorded no waveform")?;
        let wave = Waveform::read(file, run.facts()?.clock_hz);
        wave.with_context(|| format!("cannot read {}", file.display()))
    }

    fn read(file: &Path, clock_hz: u64) -> Result<Waveform> {
        let mut reader = FstReader::open(BufReader::new(File::open(file)?))?;
        let seconds = 10_f64.powi(reader.get_header().timescale_exponent.into());
        let cycle_of = |time: u64| (time as f64 * seconds * clock_hz as f64).round() as u64;
        let paths = paths(&mut reader)?;
        let mut signals = vec![Signal::default(); paths.len()];
        let note = |time, signal: FstSignalHandle, value: FstSignalValue| {
            let FstSignalValue::String(bits) = value else {
                return;
            };
            if let Some(value) = number(bits) {
                signals[signal.get_index()].0.push((cycle_of(time), value));
            }
        };
        let read = reader.read_signals(&FstFilter::all(), note);
        read.map_err(|error| anyhow!("{error:?}"))?;
        Ok(Waveform(paths.into_iter().zip(signals).collect()))
    }

    /// Returns a signal.
    ///
    /// # Errors
    /// When it was not recorded.
    pub fn signal(&self, path: &str) -> Result<&Signal> {
        let signal = self.0.get(path);
        signal.with_context(|| format!("the chip has no signal {path}"))
    }

    /// The paths of all signals.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    #[cfg(test)]
    pub fn with(mut self, path: &str, values: &[(u64, u64)]) -> Waveform {
        self.0.insert(path.to_owned(), Signal(values.to_vec()));
        self
    }
}

impl Signal {
    /// Returns the value in a cycle; 0 before the first one recorded.
    pub fn at(&self, cycle: u64) -> u64 {
        let count = self.0.partition_point(|(from, _)| *from <= cycle);
        self.0[..count].last().map_or(0, |(_, value)| *value)
    }

    /// Returns the first cycle not before `from` with a value that is wanted.
    pub fn next(&self, from: u64, wanted: impl Fn(u64) -> bool) -> Option<u64> {
        if wanted(self.at(from)) {
            return Some(from);
        }
        let mut later = self.0.iter().filter(|(cycle, _)| *cycle > from);
        later.find(|(_, value)| wanted(*value)).map(|(at, _)| *at)
    }

    /// Returns the last cycle before `end` with a value that is wanted.
    pub fn last(&self, end: u64, wanted: impl Fn(u64) -> bool) -> Option<u64> {
        let count = self.0.partition_point(|(from, _)| *from < end);
        let earlier = &self.0[..count];
        let found = earlier.iter().rposition(|(_, value)| wanted(*value))?;
        Some(earlier.get(found + 1).map_or(end, |(from, _)| *from) - 1)
    }

    /// The cycles in which the value changes, the first one recorded not counted.
    pub fn changes(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.iter().skip(1).map(|(cycle, _)| *cycle)
    }
}

/// Returns the paths of the signals in the order of their handles.
fn paths(reader: &mut FstReader<BufReader<File>>) -> Result<Vec<String>> {
    let (mut scopes, mut paths) = (Vec::new(), Vec::new());
    reader.read_hierarchy(|entry| match entry {
        FstHierarchyEntry::Scope { name, .. } => scopes.push(name),
        FstHierarchyEntry::UpScope => drop(scopes.pop()),
        FstHierarchyEntry::Var { name, .. } => {
            let path: Vec<&str> = scopes.iter().chain([&name]).map(String::as_str).collect();
            paths.push(path.join("."));
        }
        _ => {}
    })?;
    Ok(paths)
}

/// Returns the number of a value's binary digits; None for the unknown value before the first one.
fn number(bits: &[u8]) -> Option<u64> {
    let bits = std::str::from_utf8(bits).ok()?;
    u64::from_str_radix(bits, 2).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use weft_report::wave::{Signal as Declared, SignalFilter, WaveWriter};

    const CLOCK_HZ: u64 = 200_000_000;

    #[test]
    fn a_waveform_is_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("run.fst");
        let signals = ["core0.state", "core0.issue", "bus.master"].map(|path| Declared {
            path: path.to_owned(),
            width: 4,
        });
        let filter = SignalFilter::parse("core*,bus.master").unwrap();
        let mut wave = WaveWriter::create(&file, &signals, &filter, CLOCK_HZ).unwrap();
        wave.sample(10, &[7, 0, 3]).unwrap();
        wave.sample(11, &[7, 1, 3]).unwrap();
        wave.sample(12, &[0, 1, 3]).unwrap();
        wave.finish(13).unwrap();
        let wave = Waveform::read(&file, CLOCK_HZ).unwrap();
        assert_eq!(wave.signal("core0.state").unwrap().0, [(10, 7), (12, 0)]);
        assert_eq!(wave.signal("core0.issue").unwrap().0, [(10, 0), (11, 1)]);
        assert_eq!(wave.signal("bus.master").unwrap().0, [(10, 3)]);
        assert!(wave.signal("bus.busy").is_err());
    }

    #[test]
    fn values_are_found_from_a_cycle_on_and_before_one() {
        let signal = Signal(vec![(10, 0), (20, 1), (25, 0), (40, 2)]);
        let values = [5, 10, 19, 20, 24, 25, 99].map(|cycle| signal.at(cycle));
        assert_eq!(values, [0, 0, 0, 1, 1, 0, 2]);
        assert_eq!(signal.next(12, |value| value == 1), Some(20));
        assert_eq!(signal.next(22, |value| value == 1), Some(22));
        assert_eq!(signal.next(25, |value| value == 1), None);
        assert_eq!(signal.last(40, |value| value == 1), Some(24));
        assert_eq!(signal.last(22, |value| value == 1), Some(21));
        assert_eq!(signal.last(20, |value| value == 1), None);
        assert_eq!(signal.changes().collect::<Vec<u64>>(), [20, 25, 40]);
    }
}
