//! Machines that can run an image: each takes an ELF and gives what it wrote on its standard output, and its exit status.

use crate::toolchain::{write, Result};
use std::process::{Command, Stdio};

/// The output and exit status of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub output: Vec<u8>,
    pub status: i32,
}

/// A machine with RAM at the addresses of a [layout](crate::layout) and with semihosting.
pub trait Witness {
    fn name(&self) -> String;

    /// # Errors
    /// When the machine cannot run the program to its end.
    fn run(&mut self, elf: &[u8]) -> Result<Run>;
}

/// A machine of QEMU: an independent implementation.
#[derive(Clone, Copy)]
pub enum Qemu {
    /// `virt`.
    Virt,
    /// The one without devices, whose RAM begins at address 0.
    Empty,
}

impl Qemu {
    /// The arguments that describe the machine and load an image.
    fn arguments(self, image: &str) -> Vec<String> {
        let text = match self {
            Qemu::Virt => format!("-machine virt -bios none -kernel {image}"),
            Qemu::Empty => {
                format!("-machine none -cpu rv32 -m 512M -device loader,file={image},cpu-num=0")
            }
        };
        text.split(' ').map(str::to_owned).collect()
    }
}

impl Witness for Qemu {
    fn name(&self) -> String {
        "qemu-system-riscv32".to_string()
    }

    fn run(&mut self, elf: &[u8]) -> Result<Run> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        write(&folder.path().join("image.elf"), elf)?;
        let output = Command::new("timeout")
            .args(["60", "qemu-system-riscv32"])
            .args(self.arguments("image.elf"))
            .args(["-display", "none", "-serial", "none", "-monitor", "none"])
            .args(["-chardev", "stdio,id=output", "-semihosting-config"])
            .arg("enable=on,target=native,chardev=output")
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .output()
            .map_err(|error| {
                format!("qemu-system-riscv32: {error}; `make setup-test` installs it")
            })?;
        match output.status.code() {
            Some(124) => Err("qemu-system-riscv32 did not end within 60 seconds".to_string()),
            Some(status) if output.stderr.is_empty() => Ok(Run {
                output: output.stdout,
                status,
            }),
            _ => Err(format!(
                "qemu-system-riscv32: {}",
                String::from_utf8_lossy(&output.stderr)
            )),
        }
    }
}
