//! The facts of a run as processes of this machine, as the summary shows them and as they are written for other programs.
//! `docs/guides/json.md` describes each.

use serde::Serialize;

use crate::json::{Outcome, SCHEMA};
use crate::reports::Reported;
use crate::summary::quantity::{bytes, count, seconds};
use crate::table::{left, right, Table};

/// A run on the platform `host`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProcessesRecord {
    schema: &'static str,
    /// The version of Weft.
    weft: &'static str,
    platform: Host,
    /// The programs, or the files that they were compiled from.
    programs: Vec<String>,
    ranks: usize,
    outcome: Outcome,
    /// Messages that the library has sent in all processes.
    library_messages: u64,
    /// Their bytes.
    library_bytes: u64,
    processes: Vec<ProcessRecord>,
    /// The figures that the programs have reported; not in the file if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reports: Vec<Reported>,
    /// Time that the run took.
    seconds: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct Host {
    name: &'static str,
}

/// What one process did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProcessRecord {
    /// Its rank.
    pub rank: usize,
    /// The task of a task graph that it runs; None, and not in the file, without a graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
    pub library_messages_sent: u64,
    pub library_bytes_sent: u64,
    /// None when a signal ended it.
    pub exit_status: Option<i32>,
}

impl ProcessesRecord {
    /// The record of these processes.
    pub fn new(
        programs: Vec<String>,
        outcome: Outcome,
        processes: Vec<ProcessRecord>,
        reports: Vec<Reported>,
        seconds: f64,
    ) -> ProcessesRecord {
        let sum = |of: fn(&ProcessRecord) -> u64| processes.iter().map(of).sum();
        ProcessesRecord {
            schema: SCHEMA,
            weft: env!("CARGO_PKG_VERSION"),
            platform: Host { name: "host" },
            programs,
            ranks: processes.len(),
            outcome,
            library_messages: sum(|process| process.library_messages_sent),
            library_bytes: sum(|process| process.library_bytes_sent),
            processes,
            reports,
            seconds,
        }
    }

    /// The record as a JSON text that ends with a line feed.
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("a record has only names as keys");
        text + "\n"
    }

    /// Returns the summary of the run: the messages and bytes that each process has sent.
    pub fn summary(&self) -> String {
        let has_tasks = self.processes.iter().any(|process| process.task.is_some());
        let who = if has_tasks { "task" } else { "rank" };
        let mut table = Table::new([left(who), right("sent"), right(""), right("exit status")]);
        for process in &self.processes {
            let status = process.exit_status.map(|status| status.to_string());
            table.row(vec![
                process.task.clone().unwrap_or(process.rank.to_string()),
                count(process.library_messages_sent),
                bytes(process.library_bytes_sent),
                status.unwrap_or("-".to_owned()),
            ]);
        }
        format!(
            "host: {} after {}\n\n{}\n{} messages of the library with {}\n",
            self.outcome.in_words(),
            seconds(self.seconds),
            table.text(),
            count(self.library_messages),
            bytes(self.library_bytes),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn process(rank: usize, messages: u64, exit_status: Option<i32>) -> ProcessRecord {
        ProcessRecord {
            rank,
            task: None,
            library_messages_sent: messages,
            library_bytes_sent: 8 * messages,
            exit_status,
        }
    }

    #[test]
    fn the_summary_tells_who_has_sent_how_much() {
        let processes = vec![process(0, 1200, Some(0)), process(1, 3, None)];
        let programs = vec!["a.c".to_owned()];
        let record = ProcessesRecord::new(programs, Outcome::Fault, processes, Vec::new(), 0.25);
        let summary = "host: stopped by a fault after 250 ms\n\n\
                       rank   sent           exit status\n\
                       0     1,200  9,600 B            0\n\
                       1         3     24 B            -\n\n\
                       1,203 messages of the library with 9,624 B\n";
        assert_eq!(record.summary(), summary);
        let json: serde_json::Value = serde_json::from_str(&record.to_json()).unwrap();
        assert_eq!(json["library_messages"], 1203);
        assert_eq!(json["processes"][1]["library_bytes_sent"], 24);
        assert_eq!(json["outcome"], "fault");
    }
}
