//! `weft bench qemu`: QEMU, which does not model time, and the simulator run the same files, in turn. QEMU runs in system mode, because
//! it then emulates a whole machine, as the simulator does. Each file is one kind of work (`bench/speed`), compiled for the addresses of
//! QEMU's `virt` machine. QEMU has one core: where N simulated cores run a file, QEMU is assumed to need N times as long.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{anyhow, bail, ensure, Context, Result};
use serde::Serialize;
use serde_json::json;
use weft_build::compiler::Compiler;
use weft_build::home;
use weft_build::recipe::Recipe;
use weft_report::json::RunRecord;
use weft_report::table::{self, left, right, Column};
use weft_run::build::{COMPILER_VARIABLE, RECIPE};
use weft_run::RunSpec;
use weft_sim::part::core::Interpreted;

use super::ratio::{median, Ratio};
use super::run;
use super::share::{self, Share};
use crate::arguments::bench::BenchArguments;
use crate::files::write_record;
use crate::terminal::print;

const QEMU: &str = "qemu-system-riscv32";
const PAIRS: usize = 5;
const QUICK_PAIRS: usize = 3;
/// A quick run does the work divided by this.
const QUICK_PART: u32 = 10;

/// A file of `bench/speed`, what it does, and its number of repetitions: about 10^9 instructions on each simulated core.
struct Part {
    file: &'static str,
    what: &'static str,
    times: u32,
    cores: Cores,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cores {
    One,
    Eight,
}

impl Cores {
    fn number(self) -> usize {
        match self {
            Cores::One => 1,
            Cores::Eight => 8,
        }
    }

    /// Returns the file of the platform, in `bench/speed`.
    fn platform(self) -> &'static str {
        match self {
            Cores::One => "virt.toml",
            Cores::Eight => "virt8.toml",
        }
    }
}

const PARTS: [Part; 10] = [
    part("branches", "branches at random, loads, stores", 55_000),
    part("lists", "a list is sorted and walked", 6_600),
    part("matrix", "a product of matrices", 2_100),
    part("automaton", "an automaton", 27_000),
    part("crc", "a check sum, bit by bit", 10_000),
    part("fib", "calls and returns", 7_600),
    part("sort", "qsort", 5_300),
    part("soft_float", "floating point in software", 6_000),
    part("copy", "memcpy", 4_700),
    Part {
        cores: Cores::Eight,
        ..part("branches", "the first, on each of eight cores", 55_000)
    },
];

const fn part(file: &'static str, what: &'static str, times: u32) -> Part {
    Part {
        file,
        what,
        times,
        cores: Cores::One,
    }
}

/// The figures of one part.
#[derive(Serialize)]
struct Row {
    what: &'static str,
    /// Simulated cores, and the instructions of all of them.
    cores: usize,
    instructions: u64,
    /// Instructions per second of wall-clock time: the medians.
    qemu: f64,
    weft: f64,
    /// The simulator's speed over QEMU's.
    ratio: Ratio,
    /// The least share of translated instructions among the simulator's runs, and why that run interpreted the others.
    translated: Share,
    interpreted: Interpreted,
    /// Is the share required to be nearly 1? A quick run ends before it is.
    #[serde(skip)]
    is_judged: bool,
}

/// Carries out `weft bench qemu`; the exit status.
///
/// # Errors
/// When QEMU is missing, a part does not build or run, both do not print the same, or the figures cannot be written.
pub fn bench(arguments: &BenchArguments) -> Result<u8> {
    let version = version()?;
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    print(&table::heading(&columns(&version)))?;
    let mut rows = Vec::new();
    for part in &PARTS {
        let elf = build(part, arguments.quick, folder.path())?;
        let row = row(part, &elf, arguments.quick)?;
        print(&line(&version, &row))?;
        rows.push(row);
    }
    let mean = geometric_mean(rows.iter().filter(|row| row.cores == 1));
    print(&format!(
        "geometric mean on one core: {mean:.2} times as fast as QEMU\n"
    ))?;
    let figures = json!({ "qemu": version, "rows": rows, "geometric_mean": mean });
    write_record(arguments.json.as_deref(), "weft-bench-qemu/1", &figures)?;
    let judged = rows.iter().filter(|row| row.is_judged);
    Ok(share::status(judged.map(|row| (row.what, row.translated))))
}

fn geometric_mean<'a>(rows: impl Iterator<Item = &'a Row>) -> f64 {
    let logarithms: Vec<f64> = rows.map(|row| row.ratio.median.ln()).collect();
    (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp()
}

/// Returns the first line of QEMU's `--version`, up to the number.
fn version() -> Result<String> {
    let output = Command::new(QEMU).arg("--version").output();
    let output = output.map_err(|error| {
        anyhow!(
            "cannot run {QEMU}: {error}; on Debian and Ubuntu: apt-get install qemu-system-misc"
        )
    })?;
    let text = String::from_utf8_lossy(&output.stdout);
    let number = text
        .split_whitespace()
        .skip_while(|word| *word != "version")
        .nth(1);
    Ok(format!("QEMU {}", number.unwrap_or_default()))
}

/// Builds the ELF file of a part and returns its path.
fn build(part: &Part, quick: bool, folder: &Path) -> Result<PathBuf> {
    let sources = home::folder("bench")?.join("speed");
    let recipe = Recipe::read(&home::folder("lib")?, RECIPE)?;
    let compiler = Compiler::find(&recipe, COMPILER_VARIABLE)?;
    let times = if quick {
        part.times / QUICK_PART
    } else {
        part.times
    };
    let files = ["main.c", &format!("{}.c", part.file)].map(|name| sources.join(name));
    let mut flags: Vec<OsString> = FLAGS.iter().map(OsString::from).collect();
    flags.push(format!("-DTIMES={times}").into());
    let elf = folder.join(part.file).with_extension("elf");
    compiler
        .link(&files, &flags, &elf)?
        .map_err(|said| anyhow!("{}.c does not build: {said}", part.file))?;
    Ok(elf)
}

/// The C library's own start code; memories as in `bench/speed/virt.toml`.
const FLAGS: [&str; 11] = [
    "-std=c11",
    "-O2",
    "-march=rv32imac",
    "-mabi=ilp32",
    "--specs=picolibc.specs",
    "--crt0=semihost",
    "--oslib=semihost",
    "-Wl,--defsym=__flash=0x80000000,--defsym=__flash_size=0xff000",
    "-Wl,--defsym=__ram=0x80100000,--defsym=__ram_size=0x100000",
    "-Wl,--defsym=__stack_size=0x10000",
    "-Wl,--no-warn-rwx-segments",
];

fn row(part: &Part, elf: &Path, quick: bool) -> Result<Row> {
    let mut records: Vec<RunRecord> = Vec::new();
    let pairs = (0..if quick { QUICK_PAIRS } else { PAIRS }).map(|_| {
        let (by_qemu, said) = on_qemu(elf)?;
        let (by_weft, ours, record) = on_weft(elf, part.cores)?;
        records.push(record);
        let cores = part.cores.number();
        ensure!(
            ours.lines().eq(vec![said.as_str(); cores]),
            "{}: QEMU prints {said}, and weft on {cores} cores {ours}",
            part.file
        );
        Ok([cores as f64 * by_qemu, by_weft])
    });
    let pairs = pairs.collect::<Result<Vec<[f64; 2]>>>()?;
    let least = records.into_iter().min_by_key(|record| record.translated);
    let record = least.expect("there are pairs");
    let instructions = record.instructions;
    let speed = |which: usize| instructions as f64 / median(pairs.iter().map(|pair| pair[which]));
    Ok(Row {
        what: part.what,
        cores: part.cores.number(),
        instructions,
        qemu: speed(0),
        weft: speed(1),
        ratio: Ratio::of(pairs.iter().copied()),
        translated: Share::translated(&record),
        interpreted: record.interpreted,
        is_judged: !quick,
    })
}

/// Runs the program on QEMU: the seconds of the whole process, and the program's output.
fn on_qemu(elf: &Path) -> Result<(f64, String)> {
    let begin = Instant::now();
    let output = Command::new(QEMU)
        .args([
            "-machine", "virt", "-bios", "none", "-display", "none", "-serial", "none", "-monitor",
            "none",
        ])
        .args([
            "-chardev",
            "stdio,id=out",
            "-semihosting-config",
            "enable=on,target=native,chardev=out",
        ])
        .arg("-kernel")
        .arg(elf)
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot run {QEMU}"))?;
    let seconds = begin.elapsed().as_secs_f64();
    if !output.status.success() {
        bail!(
            "{QEMU}: {}",
            String::from_utf8_lossy(&output.stderr).trim_end()
        );
    }
    let said = String::from_utf8_lossy(&output.stdout);
    Ok((seconds, said.trim_end().to_owned()))
}

/// The same on simulated cores, each of which runs the program; the time includes reading the platform and loading the file.
fn on_weft(elf: &Path, cores: Cores) -> Result<(f64, String, RunRecord)> {
    let platform = home::folder("bench")?.join("speed").join(cores.platform());
    let begin = Instant::now();
    let result = run(&RunSpec {
        platform: platform.display().to_string().as_str().into(),
        ..RunSpec::of([elf])
    })?;
    let seconds = begin.elapsed().as_secs_f64();
    let record = result.facts()?.clone();
    Ok((seconds, result.stdout.trim_end().to_owned(), record))
}

fn columns(version: &str) -> [Column; 5] {
    [
        left("M instructions a second of this machine's time").at_least(50),
        right(version).at_least(12),
        right("weft").at_least(12),
        right("times as fast").at_least(22),
        right("translated").at_least(10),
    ]
}

fn line(version: &str, row: &Row) -> String {
    let [qemu, weft] = [row.qemu, row.weft].map(|speed| format!("{:.0}", speed / 1e6));
    let (ratio, translated) = (
        row.ratio.to_string(),
        share::cell(row.translated, row.is_judged),
    );
    let cells = [row.what, &qemu, &weft, &ratio, &translated];
    table::line(&columns(version), &cells)
}
