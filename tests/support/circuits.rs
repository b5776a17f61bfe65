//! The circuits of asip8 as a witness: one of its cores, in Verilator.

use crate::command::weft;
use crate::toolchain::{write, Result};
use crate::witness::{Run, Witness};
use std::process::{Command, Stdio};

/// Until the circuits are compiled, and have run; in seconds.
const PATIENCE: &str = "1200";

pub struct Circuits;

impl Witness for Circuits {
    fn name(&self) -> String {
        "the circuits of asip8".to_string()
    }

    fn run(&mut self, elf: &[u8]) -> Result<Run> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        write(&folder.path().join("image.elf"), elf)?;
        let output = Command::new("timeout")
            .arg(PATIENCE)
            .arg(weft())
            .args(["run", "--quiet", "-n", "1", "--engine", "rtl", "image.elf"])
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .output()
            .map_err(|error| error.to_string())?;
        match output.status.code() {
            Some(status @ 0) => Ok(Run {
                output: output.stdout,
                status,
            }),
            _ => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        }
    }
}
