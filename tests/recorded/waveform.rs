//! A waveform as text: its signals in the order of their names, each with its changes. It does not tell how the file is packed.

use fst_reader::{FstFilter, FstHierarchyEntry, FstReader, FstSignalHandle, FstSignalValue};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

type Reader = FstReader<BufReader<File>>;

/// The signals of the file at `path`.
pub fn text(path: &Path) -> String {
    let file = File::open(path).expect("a waveform");
    let mut reader = FstReader::open(BufReader::new(file)).expect("an FST file");
    let names = names(&mut reader);
    let changes = changes(&mut reader);
    let line = |(name, signal)| {
        let changes = changes.get(&signal).map_or("", String::as_str);
        format!("{name}{changes}\n")
    };
    names.into_iter().map(line).collect()
}

/// The number of each signal, by its name and width.
fn names(reader: &mut Reader) -> BTreeMap<String, usize> {
    let (mut scopes, mut names) = (Vec::new(), BTreeMap::new());
    let note = |entry| match entry {
        FstHierarchyEntry::Scope { name, .. } => scopes.push(name),
        FstHierarchyEntry::UpScope => drop(scopes.pop()),
        FstHierarchyEntry::Var {
            name,
            length,
            handle,
            ..
        } => {
            let name = format!("{}.{name} [{length}]", scopes.join("."));
            names.insert(name, handle.get_index());
        }
        _ => {}
    };
    reader.read_hierarchy(note).expect("a hierarchy");
    names
}

/// The changes of each signal, as ` time:bits`.
fn changes(reader: &mut Reader) -> BTreeMap<usize, String> {
    let mut changes: BTreeMap<usize, String> = BTreeMap::new();
    let note = |time, signal: FstSignalHandle, value: FstSignalValue| {
        if let FstSignalValue::String(bits) = value {
            let change = format!(" {time}:{}", String::from_utf8_lossy(bits));
            changes
                .entry(signal.get_index())
                .or_default()
                .push_str(&change);
        }
    };
    let read = reader.read_signals(&FstFilter::all(), note);
    assert!(read.is_ok(), "the signals cannot be read");
    changes
}
