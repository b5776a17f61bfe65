//! Waveforms written, then read back with another library.

use fst_reader::{FstFilter, FstHierarchyEntry, FstReader, FstSignalValue};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use weft_report::wave::{Signal, SignalFilter, WaveError, WaveWriter};

const CLOCK_HZ: u64 = 200_000_000;

fn signal(path: &str, width: u32) -> Signal {
    Signal {
        path: path.to_owned(),
        width,
    }
}

/// What the file says: scopes and signals in order, and changes as (time, signal, value).
fn read_back(path: &Path) -> (Vec<String>, Vec<(u64, usize, String)>) {
    let mut reader = FstReader::open(BufReader::new(File::open(path).unwrap())).unwrap();
    let (mut scopes, mut names, mut changes) = (Vec::new(), Vec::new(), Vec::new());
    reader
        .read_hierarchy(|entry| match entry {
            FstHierarchyEntry::Scope { name, .. } => scopes.push(name),
            FstHierarchyEntry::UpScope => drop(scopes.pop()),
            FstHierarchyEntry::Var { name, .. } => {
                names.push(format!("{}.{name}", scopes.join(".")))
            }
            _ => {}
        })
        .unwrap();
    let note = |time, handle: fst_reader::FstSignalHandle, value: FstSignalValue| {
        if let FstSignalValue::String(bits) = value {
            changes.push((
                time,
                handle.get_index(),
                String::from_utf8_lossy(bits).into_owned(),
            ));
        }
    };
    assert!(reader.read_signals(&FstFilter::all(), note).is_ok());
    (names, changes)
}

#[test]
fn scopes_values_and_times_are_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.fst");
    let signals = [
        signal("core0.pc", 8),
        signal("core0.mailbox.blocks", 5),
        signal("bus.busy", 1),
    ];
    let mut wave = WaveWriter::create(
        &path,
        &signals,
        &SignalFilter::parse("*").unwrap(),
        CLOCK_HZ,
    )
    .unwrap();
    wave.sample(10, &[0x12, 0, 1]).unwrap();
    wave.sample(11, &[0x12, 0, 1]).unwrap();
    wave.sample(12, &[0x14, 0, 0]).unwrap();
    wave.finish(13).unwrap();
    let (names, changes) = read_back(&path);
    assert_eq!(names, ["core0.pc", "core0.mailbox.blocks", "bus.busy"]);
    let changes: Vec<_> = changes
        .iter()
        .map(|(time, signal, bits)| (*time, *signal, bits.as_str()))
        .collect();
    let unknown_before = [(0, 0, "xxxxxxxx"), (0, 1, "xxxxx"), (0, 2, "x")];
    let first = [(50, 0, "00010010"), (50, 1, "00000"), (50, 2, "1")];
    let second = [(60, 0, "00010100"), (60, 2, "0")];
    let mut expected = [&unknown_before[..], &first, &second].concat();
    expected.sort();
    let mut changes = changes;
    changes.sort();
    assert_eq!(changes, expected);
}

#[test]
fn signals_that_are_not_chosen_are_not_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.fst");
    let signals = [signal("core0.pc", 32), signal("core1.pc", 32)];
    let mut wave = WaveWriter::create(
        &path,
        &signals,
        &SignalFilter::parse("core1").unwrap(),
        CLOCK_HZ,
    )
    .unwrap();
    wave.sample(0, &[1, 2]).unwrap();
    wave.finish(1).unwrap();
    let (names, changes) = read_back(&path);
    assert_eq!(names, ["core1.pc"]);
    assert_eq!(changes, [(0, 0, format!("{:032b}", 2))]);
}

#[test]
fn the_same_samples_give_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str| {
        let path = folder.path().join(name);
        let filter = SignalFilter::parse("*").unwrap();
        let mut wave =
            WaveWriter::create(&path, &[signal("core0.cycle", 64)], &filter, CLOCK_HZ).unwrap();
        (0..1000).for_each(|cycle| wave.sample(cycle, &[cycle * cycle]).unwrap());
        wave.finish(1000).unwrap();
        std::fs::read(path).unwrap()
    };
    assert_eq!(write("first.fst"), write("second.fst"));
}

#[test]
fn wrong_use_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let create = |signals: &[Signal]| {
        let path = folder.path().join("run.fst");
        WaveWriter::create(&path, signals, &SignalFilter::parse("*").unwrap(), CLOCK_HZ)
    };
    assert!(matches!(
        create(&[signal("a.b", 0)]),
        Err(WaveError::Width { .. })
    ));
    assert!(matches!(
        create(&[signal("a.b", 65)]),
        Err(WaveError::Width { .. })
    ));
    let mut wave = create(&[signal("a.b", 4)]).unwrap();
    assert!(matches!(
        wave.sample(5, &[16]),
        Err(WaveError::Value { .. })
    ));
    assert!(matches!(
        wave.sample(5, &[1, 2]),
        Err(WaveError::Count {
            given: 2,
            declared: 1
        })
    ));
    assert!(matches!(wave.sample(4, &[1]), Err(WaveError::Write(_))));
}

#[test]
fn a_folder_that_is_missing_is_an_error() {
    let filter = SignalFilter::parse("*").unwrap();
    let created = WaveWriter::create(
        Path::new("no/such/folder/run.fst"),
        &[signal("a.b", 1)],
        &filter,
        CLOCK_HZ,
    );
    assert!(matches!(created, Err(WaveError::Write(_))));
}
