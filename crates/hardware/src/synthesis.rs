//! Sizes and frequencies of a chip's circuits, as `hardware/gates` synthesizes them with tools that may not be installed.
//!
//! ```text
//! parameters ----> hardware/gates: yosys, abc, OpenSTA ----> an object in a line for each circuit
//! ```

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{bail, Context, Result};
use rustix::process::{kill_process_group, Pid, Signal};
use serde::{Deserialize, Serialize};
use tempfile::TempDir;
use weft_build::home;

use crate::parameters::Parameters;
use crate::project::write_own;

/// Interval at which a wait checks whether to go on.
const PERIOD: Duration = Duration::from_millis(100);

/// A circuit of a chip.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Circuit {
    /// Its name.
    pub circuit: String,
    /// What it is.
    pub label: String,
    /// The circuit that it is a part of.
    pub within: Option<String>,
    /// Number of instances in the chip.
    pub count: u64,
    pub flip_flops: u64,
    /// Gate equivalents, the median of the libraries: the smallest circuit.
    pub relaxed: u64,
    /// The same of the smallest one with 80 % of the highest frequency.
    pub at_80_percent: u64,
    /// In each cell library.
    pub libraries: Vec<InLibrary>,
    /// Its resources in an FPGA, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fpga: Option<InFpga>,
}

/// A circuit in an FPGA, with its small memories.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct InFpga {
    pub device: String,
    /// All that the device has.
    pub device_luts: u64,
    pub luts: u64,
    pub flip_flops: u64,
    pub block_rams: u64,
    pub multipliers: u64,
    pub mhz: f64,
}

/// A circuit made of the cells of a library.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct InLibrary {
    pub name: String,
    pub technology: String,
    pub relaxed: Mapped,
    pub at_80_percent: Mapped,
    pub fastest: Mapped,
}

/// The result of one synthesis recipe.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Mapped {
    pub gates: u64,
    pub mhz: f64,
    pub recipe: String,
    pub path: CriticalPath,
}

/// The longest path between two registers or ports.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct CriticalPath {
    pub ns: f64,
    pub from: String,
    pub to: String,
}

/// The observer of a synthesis.
pub trait Audience {
    /// Should the synthesis go on?
    fn wants_more(&self) -> bool;
    /// Receives a finished circuit.
    fn ends(&self, circuit: &Circuit);
}

/// Synthesizes the circuits of a chip, if requested also for an FPGA. Returns None if the audience stops it.
///
/// # Errors
/// When a tool is missing, which the error names, or fails.
pub fn synthesize(
    parameters: &Parameters,
    with_fpga: bool,
    audience: &impl Audience,
) -> Result<Option<Vec<Circuit>>> {
    let mut tool = Tool::start(parameters, with_fpga)?;
    let mut circuits = Vec::new();
    loop {
        match tool.lines.recv_timeout(PERIOD) {
            Ok(line) => {
                let circuit = serde_json::from_str(&line)
                    .with_context(|| format!("hardware/gates prints {line}"))?;
                audience.ends(&circuit);
                circuits.push(circuit);
            }
            Err(RecvTimeoutError::Timeout) if audience.wants_more() => {}
            Err(RecvTimeoutError::Timeout) => return Ok(None),
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    match tool.failure()? {
        _ if !audience.wants_more() => Ok(None),
        Some(said) => bail!("{said}"),
        None => Ok(Some(circuits)),
    }
}

/// A running `hardware/gates`. All of its processes are in a process group of their own, and its files in a temporary folder; drop ends
/// both.
struct Tool {
    process: Child,
    lines: Receiver<String>,
    _files: TempDir,
}

impl Tool {
    fn start(parameters: &Parameters, with_fpga: bool) -> Result<Tool> {
        let path = home::folder("hardware")?.join("gates");
        let files = TempDir::new().context("cannot make a folder for temporary files")?;
        let own = files.path().join("own");
        fs::create_dir(&own).with_context(|| format!("cannot make {}", own.display()))?;
        write_own(parameters, &own)?;
        let values: Vec<String> = parameters
            .of_chip
            .iter()
            .map(|(key, it)| format!("{key}={it}"))
            .collect();
        let mut process = Command::new(&path)
            .args(["--json", "--chip", &values.join(","), "--own"])
            .arg(&own)
            .args(with_fpga.then_some("--fpga"))
            .env("TMPDIR", files.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .with_context(|| format!("cannot run {}", path.display()))?;
        let lines = lines(process.stdout.take().expect("a pipe"));
        Ok(Tool {
            process,
            lines,
            _files: files,
        })
    }

    /// Returns its error output, if it failed.
    fn failure(&mut self) -> Result<Option<String>> {
        let mut said = String::new();
        let mut errors = self.process.stderr.take().expect("a pipe");
        errors.read_to_string(&mut said)?;
        let succeeds = self.process.wait()?.success();
        Ok((!succeeds).then(|| said.trim_end().to_owned()))
    }
}

impl Drop for Tool {
    fn drop(&mut self) {
        let _ = kill_process_group(Pid::from_child(&self.process), Signal::KILL);
        let _ = self.process.wait();
    }
}

fn lines(output: ChildStdout) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let lines = BufReader::new(output).lines().map_while(Result::ok);
        lines
            .map(|line| sender.send(line))
            .take_while(Result::is_ok)
            .for_each(drop);
    });
    receiver
}

#[cfg(test)]
mod tests {
    use super::Circuit;

    #[test]
    fn a_line_of_the_tool_is_read() {
        let choice = r#"{"gates": 404, "mhz": 268.8, "recipe": "area", "path": {"ns": 3.72, "from": "state", "to": "position"}}"#;
        let line = format!(
            r#"{{"circuit": "transmitter", "label": "transmitter", "within": "message-unit", "count": 8, "flip_flops": 17, "relaxed": 404,
                "at_80_percent": 411, "libraries": [{{"name": "osu018", "technology": "0.18 um", "relaxed": {choice},
                "at_80_percent": {choice}, "fastest": {choice}}}]}}"#
        );
        let circuit: Circuit = serde_json::from_str(&line).expect("a circuit");
        assert_eq!(circuit.within.as_deref(), Some("message-unit"));
        assert_eq!(circuit.libraries[0].fastest.path.to, "position");
        assert!(circuit.fpga.is_none());
    }
}
