//! Notes after a run: programs that failed, and messages that were not received.

use super::quantity::{bytes, count};
use crate::json::{CoreRecord, RunRecord};
use crate::names::{full_name, listed};
use std::collections::BTreeMap;

/// One line for each exit status that is not zero, and for each pair of cores with messages left between them.
pub(super) fn notes(run: &RunRecord) -> String {
    let unreceived = (0..run.cores.len()).flat_map(|core| unreceived(run, core));
    failures(run).chain(unreceived).collect()
}

fn failures(run: &RunRecord) -> impl Iterator<Item = String> {
    let mut by_status: BTreeMap<i32, Vec<String>> = BTreeMap::new();
    for (core, record) in run.cores.iter().enumerate() {
        if let Some(status) = record.exit_status.filter(|&status| status != 0) {
            by_status.entry(status).or_default().push(name(run, core));
        }
    }
    let note = |(status, names): (i32, Vec<String>)| {
        format!("{} exited with status {status}\n", listed(&names))
    };
    by_status.into_iter().map(note)
}

/// Lists the messages left in a core's buffers, one line for each core that sent some.
fn unreceived(run: &RunRecord, core: usize) -> Vec<String> {
    let left = &run.cores[core];
    let messages = blocks_by_source(left).into_iter();
    let messages = messages.map(|(source, (number, size))| {
        let messages = numbered(number, "message");
        (source, format!("{messages} ({})", bytes(size)))
    });
    let words = words_by_source(left).into_iter();
    let words = words.map(|(source, words)| (source, numbered(words, "single-word message")));
    let note = |(source, what): (usize, String)| {
        let (receiver, sender) = (name(run, core), name(run, source));
        format!("warning: {receiver} did not receive {what} from {sender}\n")
    };
    messages.chain(words).map(note).collect()
}

/// Returns the number and bytes of the messages from each source.
fn blocks_by_source(core: &CoreRecord) -> BTreeMap<usize, (u64, u64)> {
    let mut sources: BTreeMap<usize, (u64, u64)> = BTreeMap::new();
    for message in &core.unreceived {
        let (messages, bytes) = sources.entry(message.from).or_default();
        (*messages, *bytes) = (*messages + 1, *bytes + message.bytes);
    }
    sources
}

fn words_by_source(core: &CoreRecord) -> BTreeMap<usize, u64> {
    let mut sources = BTreeMap::new();
    for &source in &core.unreceived_words {
        *sources.entry(source).or_default() += 1;
    }
    sources
}

fn numbered(number: u64, what: &str) -> String {
    match number {
        1 => format!("a {what}"),
        _ => format!("{} {what}s", count(number)),
    }
}

fn name(run: &RunRecord, core: usize) -> String {
    let record = run.cores.get(core);
    let task = record.and_then(|record| record.task.as_ref());
    full_name(task, record.and_then(|record| record.rank), core)
}
