//! Arguments of MPI and MCAPI: programs that draw calls from the bytes of a case, on this machine and on a chip.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use fastrand::Rng;
use weft_launch::build::{c_compiler, Native};
use weft_run::{run, Observer, RunSpec};

use super::c::{compile, Reader};
use crate::target::{repository, Entry, Target, Verdict};

pub const MPI: Entry = Entry {
    name: "mpi",
    cases: 40_000,
    open: |folder| native(folder, "mpi_arguments"),
    ..PLAIN
};
pub const MCAPI: Entry = Entry {
    name: "mcapi",
    cases: 40_000,
    open: |folder| native(folder, "mcapi_arguments"),
    ..PLAIN
};
pub const MPI_CHIP: Entry = Entry {
    name: "mpi-asip8",
    cases: 20_000,
    open: |folder| on_chip(folder, "mpi_arguments", 1),
    ..PLAIN
};
pub const MCAPI_CHIP: Entry = Entry {
    name: "mcapi-asip8",
    cases: 20_000,
    open: |folder| on_chip(folder, "mcapi_arguments", 2),
    ..PLAIN
};

/// An error code is no text, so that it names no place.
const PLAIN: Entry = Entry {
    name: "",
    places: &[],
    sources: &[],
    cases: 0,
    open: |folder| native(folder, ""),
};

/// Bytes of a case.
const CASE_BYTES: usize = 80;

fn source(name: &str) -> PathBuf {
    repository("tests/fuzz/c").join(name).with_extension("c")
}

fn any(random: &mut Rng) -> Vec<u8> {
    let mut case = vec![0; random.usize(1..CASE_BYTES)];
    random.fill(&mut case);
    case
}

/// As refused by a call whose code has a name, which the program has checked.
fn named(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Refused(_) => Verdict::Refused("the calls return an error that has a name".into()),
        other => other,
    }
}

struct OnThisMachine(Reader);

fn native(folder: &Path, name: &str) -> Result<Box<dyn Target>> {
    sanitize_library(folder)?;
    let native = Native::find(&[])?;
    let compiled = |options: &[OsString]| {
        let files = [
            source(name).into(),
            "-o".into(),
            folder.join(name).into_os_string(),
        ];
        let arguments = native.arguments(&[options, &files].concat());
        compile(&c_compiler(), folder, &arguments)
    };
    Ok(Box::new(OnThisMachine(Reader::new(
        folder, &compiled, name,
    )?)))
}

/// The library is compiled with the sanitizer of undefined behaviour as well, by a compiler that is told so.
fn sanitize_library(folder: &Path) -> Result<()> {
    let script = folder.join("cc");
    let options = "-fsanitize=undefined -fno-sanitize-recover=all";
    std::fs::write(&script, format!("#!/bin/sh\nexec cc {options} \"$@\"\n"))?;
    std::fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
    let tried = folder.join("tried.c");
    std::fs::write(&tried, "int main(void) { return 0; }\n")?;
    let arguments = [
        tried.into(),
        "-o".into(),
        folder.join("tried").into_os_string(),
    ];
    if compile(&script.clone().into(), folder, &arguments)? {
        std::env::set_var("WEFT_HOST_CC", script);
        // Such a library is for these targets alone.
        std::env::set_var("XDG_CACHE_HOME", repository("target/fuzz"));
    }
    Ok(())
}

impl Target for OnThisMachine {
    fn make(&mut self, random: &mut Rng) -> Vec<u8> {
        any(random)
    }

    fn check(&mut self, case: &[u8]) -> Verdict {
        named(self.0.check(case))
    }
}

struct OnChip(RunSpec);

/// Compiles the program; each case then runs the ELF file.
fn on_chip(folder: &Path, name: &str, ranks: usize) -> Result<Box<dyn Target>> {
    let of = |file: PathBuf| RunSpec {
        ranks: Some(ranks),
        ..RunSpec::of([file])
    };
    let mut compiled = OnChip(of(source(name)));
    compiled.0.build.keep = Some(folder.into());
    compiled.run(&[0]).context("the program does not run")?;
    let program = folder.join(name).with_extension("elf");
    Ok(Box::new(OnChip(of(program))))
}

/// The standard input of the program.
struct Input(Vec<u8>);

impl Observer for Input {
    fn input(&mut self, _until: Option<Instant>) -> Vec<u8> {
        std::mem::take(&mut self.0)
    }
}

impl OnChip {
    fn run(&mut self, case: &[u8]) -> Result<String> {
        let input = [&(case.len() as u32).to_le_bytes(), case].concat();
        let result = run(&self.0, &mut Input(input))?;
        let message = result.message.unwrap_or_default();
        Ok(result.stdout + &message)
    }
}

impl Target for OnChip {
    fn make(&mut self, random: &mut Rng) -> Vec<u8> {
        any(random)
    }

    fn check(&mut self, case: &[u8]) -> Verdict {
        let said = self.run(case).expect("the program runs");
        match said.trim() {
            "accepted" => Verdict::Accepted,
            "refused" => named(Verdict::Refused(said)),
            _ => panic!("{said}"),
        }
    }
}
