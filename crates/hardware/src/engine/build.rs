//! Compiles the circuits with Verilator, and keeps the program in the cache under a key of everything that it depends on.

use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{bail, Context, Result};
use tempfile::TempDir;
use weft_build::cache::{self, Key};
use weft_build::home;

use crate::parameters::Parameters;
use crate::project::{modules, write_own};

/// The program's name in the cache entry.
const PROGRAM: &str = "engine";
const TRANSLATOR: &str = "verilator";
/// The compiler that Verilator's makefiles call.
const COMPILER: &str = "g++";
/// What Verilator is told of modules; the bench's memory, which replaces `ram.sv`; the driver of the chip; the observers; and the code of the process.
const BENCH: [&str; 11] = [
    "bench/engine.vlt",
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
/// The headers that these include.
const HEADERS: [&str; 5] = [
    "bench/coverage.h",
    "bench/memories.h",
    "bench/ports.h",
    "bench/registers.h",
    "bench/words.h",
];
const TECHNOLOGY: &str = "ram.sv";
/// Verilator's options for all platforms. `--x-initial unique`: the process chooses the initial values of registers.
const FIXED: &str = "--cc --exe --build -j 0 -O3 --x-assign fast --x-initial unique --noassert -Wno-fatal -Wno-lint --top-module driven --prefix Vchip";
/// Optimizes only the code that runs in every cycle: for code that runs once, optimization takes longer than it saves.
const OPTIMIZED: &str = "OPT_FAST=-O3";
/// The parameters that the process needs.
const SEEN: [&str; 4] = ["CORES", "PROGRAM_BYTES", "DATA_BYTES", "MAC"];
/// Lines of a compiler's output that an error repeats: the last ones.
const LINES: usize = 20;

/// Returns the program of the circuits with these parameters. If it is not in the cache, calls `building` and compiles it.
///
/// # Errors
/// When Verilator or its C++ compiler is missing or fails, or the cache cannot be written.
pub fn program(parameters: &Parameters, building: impl FnOnce()) -> Result<PathBuf> {
    let own = TempDir::new().context("cannot make a folder for temporary files")?;
    write_own(parameters, own.path())?;
    let sources = sources(own.path())?;
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

/// Returns the sources of the circuits, packages first, and those of the bench. A file in `own` takes the place of that of its name.
fn sources(own: &Path) -> Result<Vec<PathBuf>> {
    let folder = home::folder("hardware")?;
    let mut names = modules(&folder)?;
    names.retain(|name| name != TECHNOLOGY);
    let names = names.iter().map(String::as_str).chain(BENCH);
    let paths = names.map(|name| match own.join(name) {
        path if path.exists() => path,
        _ => folder.join(name),
    });
    Ok(paths.collect())
}

/// Returns the options that depend on the platform.
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

/// Returns the first line of a tool's `--version`.
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
