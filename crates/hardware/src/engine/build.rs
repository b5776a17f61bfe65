//! Compiling the circuits with Verilator. What comes out is kept, under all that it depends on.

use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{bail, Context, Result};
use weft_build::cache::{self, Key};
use weft_build::home;

use crate::parameters::Parameters;
use crate::project::modules;

/// In the cache.
const PROGRAM: &str = "engine";
const TRANSLATOR: &str = "verilator";
/// The compiler that Verilator's makefiles call.
const COMPILER: &str = "g++";
/// The memory of benches in place of `ram.sv`, the chip as it is driven, what is observed, and what the process does.
const BENCH: [&str; 10] = [
    "bench/ram.sv",
    "bench/driven.sv",
    "bench/observe_core.sv",
    "bench/observe_unit.sv",
    "bench/observe_node.sv",
    "bench/observe_controller.sv",
    "bench/observe_bus.sv",
    "bench/observe_interrupts.sv",
    "bench/observe_mac.sv",
    "bench/engine.cpp",
];
/// What these include.
const HEADERS: [&str; 2] = ["bench/ports.h", "bench/words.h"];
const TECHNOLOGY: &str = "ram.sv";
/// What is the same for all platforms. `--x-initial unique`: the process says what registers hold at first.
const FIXED: &str = "--cc --exe --build -j 0 -O3 --x-assign fast --x-initial unique --noassert -Wno-fatal -Wno-lint --top-module driven --prefix Vchip";
/// What runs in every cycle; code that runs once is compiled sooner than it would run faster.
const OPTIMIZED: &str = "OPT_FAST=-O2";
/// The parameters that the process has to know.
const SEEN: [&str; 4] = ["CORES", "PROGRAM_BYTES", "DATA_BYTES", "MAC"];
/// Lines of a compiler's output that an error repeats: the last ones.
const LINES: usize = 20;

/// The program that the circuits with these parameters are. Compiles it if that has not been done; then `building` is called first.
///
/// # Errors
/// When Verilator or its C++ compiler is missing or fails, or the cache cannot be written.
pub fn program(parameters: &Parameters, building: impl FnOnce()) -> Result<PathBuf> {
    let sources = sources()?;
    let flags = flags(parameters);
    let mut key = Key::default();
    for part in [&version(TRANSLATOR)?, &version(COMPILER)?, FIXED, OPTIMIZED] {
        key.add(part);
    }
    let folder = home::folder("hardware")?;
    let headers = HEADERS.map(|name| folder.join(name));
    for source in sources.iter().chain(&headers) {
        key.add(source.file_name().unwrap_or_default().as_encoded_bytes());
        key.add(fs::read(source).with_context(|| format!("cannot read {}", source.display()))?);
    }
    flags.iter().for_each(|flag| key.add(flag));
    let entry = cache::engine(key, |folder| {
        building();
        compile(&sources, &flags, folder)
    })?;
    Ok(entry.join(PROGRAM))
}

/// The circuits, packages first, and what they are compiled with.
fn sources() -> Result<Vec<PathBuf>> {
    let folder = home::folder("hardware")?;
    let mut names = modules(&folder)?;
    names.retain(|name| name != TECHNOLOGY);
    let names = names.iter().map(String::as_str).chain(BENCH);
    Ok(names.map(|name| folder.join(name)).collect())
}

/// What differs from platform to platform.
fn flags(parameters: &Parameters) -> Vec<String> {
    let values = parameters.of_chip.iter();
    let defines = values.clone().filter(|(name, _)| SEEN.contains(name));
    let defines: Vec<String> = defines
        .map(|(name, value)| format!("-D{name}={value}"))
        .collect();
    let compiler = format!("-std=c++17 {}", defines.join(" "));
    let mut flags = vec!["-CFLAGS".to_owned(), compiler];
    flags.extend(values.map(|(name, value)| format!("-G{name}={value}")));
    flags
}

/// The first line that a tool says about its version.
fn version(tool: &str) -> Result<String> {
    match Command::new(tool).arg("--version").output() {
        Ok(said) if said.status.success() => {
            let text = String::from_utf8_lossy(&said.stdout).into_owned();
            Ok(text.lines().next().unwrap_or_default().to_owned())
        }
        Err(error) if error.kind() == ErrorKind::NotFound => bail!(
            "there is no {tool} here, which compiles the circuits; install it: apt-get install verilator g++ make"
        ),
        Ok(said) => bail!("`{tool} --version` failed: {}", said.status),
        Err(error) => Err(error).with_context(|| format!("cannot run {tool}")),
    }
}

fn compile(sources: &[PathBuf], flags: &[String], folder: &Path) -> Result<()> {
    let made = folder.join("made");
    let arguments = FIXED.split(' ').map(OsString::from);
    let arguments = arguments
        .chain([
            "--Mdir".into(),
            made.clone().into(),
            "-o".into(),
            PROGRAM.into(),
        ])
        .chain(["-MAKEFLAGS".into(), OPTIMIZED.into()])
        .chain(flags.iter().map(OsString::from))
        .chain(sources.iter().map(OsString::from));
    let ended = Command::new(TRANSLATOR)
        .args(arguments)
        .output()
        .with_context(|| format!("cannot run {TRANSLATOR}"))?;
    if !ended.status.success() {
        let said = [ended.stdout, ended.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        let lines: Vec<&str> = said.lines().collect();
        let last = &lines[lines.len().saturating_sub(LINES)..];
        bail!("{TRANSLATOR} failed on the circuits\n{}", last.join("\n"));
    }
    fs::rename(made.join(PROGRAM), folder.join(PROGRAM)).context("the circuits were not built")?;
    fs::remove_dir_all(&made).with_context(|| format!("cannot remove {}", made.display()))
}
