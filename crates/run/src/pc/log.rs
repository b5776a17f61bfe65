//! The log of the words that came from the PC, with their cycles: one JSON value a line. The first line identifies the run. With the same
//! programs on the same platform, the words that follow reproduce that run to the cycle.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{bail, Context, Result};
use serde::{Deserialize, Serialize};
use weft_report::workload::Workload;
use weft_sim::platform::Platform;

/// The name and version of the format.
const FORMAT: &str = "weft-pc-log/1";

/// The run of a log: platform, programs and arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subject {
    format: String,
    platform: String,
    /// SHA-256 of the platform's files.
    platform_sha256: String,
    programs: Vec<LoggedProgram>,
    /// The arguments of the programs.
    arguments: Vec<String>,
}

/// A program of the chip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LoggedProgram {
    path: String,
    sha256: String,
    cores: Vec<usize>,
}

impl Subject {
    /// Describes a run.
    pub fn new(platform: &Platform, workload: &Workload, arguments: &[String]) -> Subject {
        let logged = workload.programs.iter().map(|program| LoggedProgram {
            path: program.path.clone(),
            sha256: program.sha256.clone(),
            cores: program.cores.clone(),
        });
        Subject {
            format: FORMAT.to_string(),
            platform: platform.name.clone(),
            platform_sha256: platform.source.sha256.clone(),
            programs: logged.collect(),
            arguments: arguments.to_vec(),
        }
    }

    /// Returns why a log of `self` cannot be replayed in a run of `other`.
    fn difference(&self, other: &Subject) -> Option<String> {
        let images = |subject: &Subject| -> Vec<(String, Vec<usize>)> {
            let programs = subject.programs.iter();
            let pairs = programs.map(|program| (program.sha256.clone(), program.cores.clone()));
            pairs.collect()
        };
        let (format, platform, now) = (&self.format, &self.platform, &other.platform);
        if self.format != other.format {
            Some(format!("it has the format `{format}`, not `{FORMAT}`"))
        } else if self.platform_sha256 != other.platform_sha256 {
            Some(format!(
                "it is of another platform than {now}: {platform}, or another version of it"
            ))
        } else if images(self) != images(other) {
            let paths: Vec<&str> = self.programs.iter().map(|p| p.path.as_str()).collect();
            let paths = paths.join(", ");
            Some(format!(
                "it is of other programs: {paths}, as they were then"
            ))
        } else if self.arguments != other.arguments {
            let arguments = self.arguments.join(" ");
            Some(format!("the programs had the arguments `{arguments}` then"))
        } else {
            None
        }
    }
}

/// How the PC's part in a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// Its program has ended well.
    Over,
    /// It waits for a word that the chip will never send.
    Rests,
    /// Its program has failed.
    Failed {
        /// What happened, in words that follow "the PC's program".
        why: String,
        /// The exit status of the run.
        status: u8,
    },
}

/// The events at the PC in a cycle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The cycle in which the words left the PC, or its part ended.
    pub cycle: u64,
    /// Addresses and data, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<(u32, u32)>,
    /// Set only in the last line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
}

/// Reads a log and checks that it is of the run `subject`.
///
/// # Errors
/// When the file cannot be read, is not a log, or is the log of another run.
pub fn read(path: &Path, subject: &Subject) -> Result<Vec<Record>> {
    let shown = path.display();
    let file = File::open(path).with_context(|| format!("--replay: cannot read {shown}"))?;
    let mut lines = BufReader::new(file).lines().enumerate();
    let first = lines.next().map(|(_, line)| line).transpose();
    let first = first.ok().flatten().unwrap_or_default();
    let of: Subject = serde_json::from_str(&first)
        .with_context(|| format!("--replay: {shown} is no log; `weft run --log` writes one"))?;
    if let Some(why) = of.difference(subject) {
        bail!("--replay: {shown} does not fit: {why}");
    }
    let mut records: Vec<Record> = Vec::new();
    for (number, line) in lines {
        let at = || format!("--replay: {shown}, line {}", number + 1);
        let record: Record = serde_json::from_str(&line.with_context(at)?).with_context(at)?;
        if let Some(last) = records.last() {
            if last.end.is_some() || record.cycle < last.cycle {
                let at = at();
                bail!("{at}: nothing can follow the line before it with this cycle");
            }
        }
        records.push(record);
    }
    Ok(records)
}

#[cfg(test)]
mod tests {
    use super::super::writer::Writer;
    use super::*;
    use weft_launch::attach::Pair;
    use weft_sim::Cycle;

    fn subject() -> Subject {
        Subject {
            format: FORMAT.to_string(),
            platform: "funcapi".to_string(),
            platform_sha256: "aa".to_string(),
            programs: vec![LoggedProgram {
                path: "app.c".to_string(),
                sha256: "bb".to_string(),
                cores: vec![0, 1],
            }],
            arguments: vec!["3".to_string()],
        }
    }

    fn written(lines: &str) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), lines).unwrap();
        file
    }

    fn refusal(lines: &str) -> String {
        format!("{:#}", read(written(lines).path(), &subject()).unwrap_err())
    }

    #[test]
    fn what_was_written_is_read() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut writer = Writer::create(file.path(), &subject()).unwrap();
        let pair = Pair {
            address: 0x100,
            data: 7,
        };
        writer.words(Cycle(10), &[pair]).unwrap();
        writer.end(Cycle(25), &End::Rests).unwrap();
        let records = read(file.path(), &subject()).unwrap();
        assert_eq!(records[0].words, [(0x100, 7)]);
        assert_eq!((records[1].cycle, &records[1].end), (25, &Some(End::Rests)));
    }

    #[test]
    fn a_log_of_another_run_is_refused() {
        let as_text = |change: &dyn Fn(&mut Subject)| {
            let mut other = subject();
            change(&mut other);
            serde_json::to_string(&other).unwrap()
        };
        let platform = as_text(&|other| other.platform_sha256 = "cc".to_string());
        assert!(
            refusal(&platform).contains("another platform"),
            "{platform}"
        );
        let program = as_text(&|other| other.programs[0].sha256 = "cc".to_string());
        assert!(refusal(&program).contains("other programs: app.c"));
        let cores = as_text(&|other| other.programs[0].cores = vec![1]);
        assert!(refusal(&cores).contains("other programs"));
        let arguments = as_text(&|other| other.arguments.clear());
        assert!(refusal(&arguments).contains("arguments"));
        let format = as_text(&|other| other.format = "weft-pc-log/9".to_string());
        assert!(refusal(&format).contains("weft-pc-log/9"));
    }

    #[test]
    fn what_is_no_log_is_refused_with_its_line() {
        let first = serde_json::to_string(&subject()).unwrap();
        assert!(refusal("").contains("is no log"));
        assert!(refusal("int main(void)\n").contains("is no log"));
        let torn = format!("{first}\n{{\"cycle\":3,\"wor");
        assert!(refusal(&torn).contains("line 2"));
        let backwards = format!("{first}\n{{\"cycle\":3}}\n{{\"cycle\":2}}\n");
        assert!(refusal(&backwards).contains("line 3"));
        let behind = format!("{first}\n{{\"cycle\":3,\"end\":\"over\"}}\n{{\"cycle\":4}}\n");
        assert!(refusal(&behind).contains("line 3"));
    }
}
