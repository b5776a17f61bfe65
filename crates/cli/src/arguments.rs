//! The command line: every option is defined here once; parsing, `--help`, man pages and completions come from it.

pub mod bench;
pub mod cache;
pub mod disasm;
pub mod faults;
pub mod graph;
pub mod hardware;
pub mod noc;
pub mod paper;
pub mod platforms;
pub mod size;
pub mod tune;
pub mod verify;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use weft_launch::job::seconds;
use weft_run::{BuildSpec, FileAccess, GdbSpec, OwnProgram, PcSpec, PlatformSpec};

/// What `weft` was asked to do.
#[derive(Parser)]
#[command(
    name = "weft",
    version,
    about = "Message passing on multicore chips, simulated to the cycle"
)]
#[command(
    long_about = "Message passing on multicore chips, simulated to the cycle.\n\n\
    Results go to standard output, progress and summaries to standard error.\n\
    Exit status: 0 good; 1 the program or the run failed; 2 wrong usage or a bad input file; 3 deadlock; 130 interrupted."
)]
#[command(after_help = "Examples:
  weft run apps/hello/hello.c                      eight simulated cores say hello
  weft platforms show asip8                        draw the chip")]
pub struct Arguments {
    /// The command to carry out.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands of `weft`.
#[derive(Subcommand)]
pub enum Command {
    /// Run a C program or an ELF file on a simulated chip
    Run(Box<RunArguments>),
    /// Show the bytes of code and data of each library layer in a program
    Size(size::SizeArguments),
    /// Place the tasks of a task graph on a mesh
    Map(graph::MapArguments),
    /// Disassemble an ELF file or C sources
    Disasm(disasm::DisasmArguments),
    /// List the platforms, or draw one
    Platforms(platforms::PlatformsArguments),
    /// Write a chip's hardware in SystemVerilog, or count its gates
    Hardware(hardware::HardwareArguments),
    /// Compare a chip's hardware with the simulator in every cycle of a program
    Verify(verify::VerifyArguments),
    /// Choose how a GPP talks to its DSPs: the best strategy for each periodic task
    Tune(tune::TuneArguments),
    /// Run a program many times, inject one fault into each run, and classify the outcomes
    Faults(faults::CampaignArguments),
    /// Measure a network of routers alone, under synthetic traffic
    Noc(noc::NocArguments),
    /// Analyse a trace: times, messages, waits, the critical path
    Trace(TraceArguments),
    /// Measure the simulator's speed, and what runs on this machine
    Bench(bench::BenchArguments),
    /// Repeat the experiments of a published paper and compare with its figures
    Paper(paper::PaperArguments),
    /// Show or prune the cache of earlier builds
    Cache(cache::CacheArguments),
    /// Write the manual pages into a directory
    #[command(hide = true)]
    Man {
        /// The directory; created when it does not exist
        #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
        directory: PathBuf,
    },
    /// Print the completions of a shell
    #[command(hide = true)]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// Arguments of `weft run`.
#[derive(Args)]
#[command(after_help = "Examples:
  weft run apps/edges/edges.c -- apps/edges/photo.pgm edges.pgm
                                  compile a program and run it on every core of asip8
  weft run -n 2 --label --json run.json ping.c pong.c
                                  two ranks, output labelled by core, the facts of the run in a file
  weft run --platform host -n 4 --timeout 10 ping.c
                                  four processes of this machine, stopped after ten seconds
  weft run --engine rtl ping.c    on the chip's circuits; Verilator compiles them the first time

Exit status:
  0, or the first one of the cores, in their order, that is not zero
  1    a core failed, or --max-cycles was reached
  2    wrong usage or a bad input file
  3    deadlock
  124  --timeout was reached
  130  interrupted by Ctrl-C")]
pub struct RunArguments {
    /// C and object files (.o), which make one program, or one executable, or one task graph (.toml)
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, required_unless_present = "core")]
    pub files: Vec<PathBuf>,
    /// How the C files are compiled, and for which chip
    #[command(flatten)]
    pub build: BuildArguments,
    /// Number of ranks: the first N of the platform's map [default: all]
    #[arg(short = 'n', long, value_name = "N")]
    pub ranks: Option<usize>,
    /// How time is advanced; all give the same cycles
    #[arg(long, value_enum, default_value = "fast")]
    pub engine: EngineChoice,
    /// Interpret all instructions instead of translating them to code of this machine; the cycles are the same
    #[arg(long)]
    pub no_translate: bool,
    /// Simulate on N threads of this machine, at most one for each of its cores. This pays where many simulated cores compute for tens of thousands
    /// of cycles between messages; all results are the same. The step engine and waveforms use one thread [default: 1]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Give a core (core3, or 3) or the PC (pc) a program of its own, a C file or an executable (repeatable)
    #[arg(long, value_name = "PLACE=FILE", value_parser = placed_program)]
    pub core: Vec<OwnProgram>,
    /// Before the start, load FILE, or the program compiled from it if it is a C file, to NAME: a memory device or a symbol of the programs
    /// (repeatable)
    #[arg(long, value_name = "NAME=FILE", value_parser = named_file)]
    pub load: Vec<(String, PathBuf)>,
    /// Files that the programs may open: those in DIR, to which file names are relative, and those that ARGS name; or none [default: the current
    /// folder]
    #[arg(long = "files", value_name = "DIR|none", value_hint = ValueHint::DirPath)]
    pub access: Option<FileAccess>,
    /// Begin each line of output with the core that wrote it
    #[arg(long)]
    pub label: bool,
    /// Stop after N cycles
    #[arg(long, value_name = "N")]
    pub max_cycles: Option<u64>,
    /// Stop when the run has taken SECONDS of wall-clock time, not counting compilation
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// Write the facts of the run to FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub json: Option<PathBuf>,
    /// Print the figures that the programs report (weft/report.h)
    #[arg(long)]
    pub reports: bool,
    /// No summary and no progress
    #[arg(short, long)]
    pub quiet: bool,
    /// Recordings and the debugger
    #[command(flatten)]
    pub inside: InsideArguments,
    /// Faults of the chip
    #[command(flatten, next_help_heading = "Options for faults")]
    pub faults: faults::FaultArguments,
    /// The PC that is attached to the chip
    #[command(flatten, next_help_heading = "Options for a PC beside the chip")]
    pub pc: PcSpec,
    /// Options of a task graph
    #[command(flatten, next_help_heading = "Options for a task graph")]
    pub graph: graph::RunGraphArguments,
    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub arguments: Vec<String>,
}

/// Options of `weft run` that observe a run: debugger, trace, heat map, waveform.
#[derive(Args)]
pub struct InsideArguments {
    /// Wait for a debugger (gdb-multiarch) at SOCKET, a file that is created, or on PORT of this machine, and let it control the run
    #[arg(long, value_name = "SOCKET|PORT")]
    pub gdb: Option<GdbSpec>,
    /// Write events (functions, messages, buffers) to FILE: .perfetto-trace, .csv, or .otf2, a folder
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub trace: Option<PathBuf>,
    /// Draw the chip with the loads of its links to FILE (SVG), on a chip with a mesh
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub heatmap: Option<PathBuf>,
    /// Write signals as a waveform to FILE (FST, opens in GTKWave and Surfer)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub wave: Option<PathBuf>,
    /// The signals to write, as patterns separated by commas
    #[arg(long, value_name = "GLOBS", default_value = "*", requires = "wave")]
    pub wave_signals: String,
    /// The cycles to write, A to B-1; either may be left out
    #[arg(long, value_name = "A:B", default_value = ":", requires = "wave", value_parser = cycle_window)]
    pub wave_cycles: (u64, u64),
}

/// Options shared by the commands that compile.
#[derive(Args)]
pub struct BuildArguments {
    /// The chip: the name of a platform, or a platform file; `host` is this machine's own processes
    #[arg(short, long, value_name = "NAME|FILE", default_value = PlatformSpec::DEFAULT)]
    pub platform: String,
    /// Optimization level of the compiler for the C files
    #[arg(short = 'O', value_name = "LEVEL", default_value = BuildSpec::OPTIMIZATION)]
    pub optimization: String,
    /// Define a macro for the C files; names beginning with WEFT_ configure the library as well (repeatable)
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// Give the cores the instructions that FILE describes (repeatable)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub insn: Vec<PathBuf>,
    /// Keep the generated header, the linker script and the ELF file in DIR
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub keep: Option<PathBuf>,
}

/// The ways of advancing simulated time.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EngineChoice {
    /// Cores run ahead over actions that no other component can observe
    Fast,
    /// Every component is advanced every cycle: the reference
    Step,
    /// The chip's circuits, compiled by Verilator
    Rtl,
}

/// Arguments of `weft trace`.
#[derive(Args)]
#[command(after_help = "Examples:
  weft run --trace edges.csv apps/edges/edges.c -- apps/edges/photo.pgm edges.pgm
  weft trace edges.csv --html edges.html    tables here, pictures in a page")]
pub struct TraceArguments {
    /// A trace that `weft run --trace` or `weftrun --trace` has written: .csv or .perfetto-trace
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Write the findings to FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub json: Option<PathBuf>,
    /// Draw timeline, messages and times into FILE, a page that needs nothing else
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub html: Option<PathBuf>,
}

/// Splits `NAME=FILE`.
fn named_file(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((name, file)) if !name.is_empty() && !file.is_empty() => {
            Ok((name.to_string(), PathBuf::from(file)))
        }
        _ => Err("a name, `=` and a file are needed".to_string()),
    }
}

/// Splits `PLACE=FILE`.
fn placed_program(text: &str) -> Result<OwnProgram, String> {
    let (place, file) = named_file(text)?;
    Ok(OwnProgram {
        place: place.parse()?,
        file,
    })
}

/// Parses `A:B`, where A defaults to 0 and B to the end of time.
fn cycle_window(text: &str) -> Result<(u64, u64), String> {
    let ends = text.split_once(':');
    let (first, end) = ends.ok_or("two cycles with `:` between are needed, such as 1000:2000")?;
    let first = cycle_or(first, 0)?;
    let end = cycle_or(end, u64::MAX)?;
    if first >= end {
        return Err(format!(
            "no cycle lies in {first}:{end}; the second number must be the larger one"
        ));
    }
    Ok((first, end))
}

fn cycle_or(text: &str, default: u64) -> Result<u64, String> {
    if text.is_empty() {
        return Ok(default);
    }
    text.parse()
        .map_err(|_| format!("`{text}` is not a cycle number"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use weft_run::Place;

    #[test]
    fn the_definition_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn program_arguments_follow_two_dashes() {
        let arguments =
            Arguments::try_parse_from(["weft", "run", "a.c", "b.c", "--", "--json", "x"]).unwrap();
        let Command::Run(run) = arguments.command else {
            panic!("not run")
        };
        assert_eq!(run.files.len(), 2);
        assert_eq!(run.arguments, ["--json", "x"]);
    }

    #[test]
    fn a_core_program_replaces_the_file() {
        let arguments = Arguments::try_parse_from(["weft", "run", "--core", "3=a=b.elf"]).unwrap();
        let Command::Run(run) = arguments.command else {
            panic!("not run")
        };
        let own = OwnProgram {
            place: Place::Core(3),
            file: PathBuf::from("a=b.elf"),
        };
        assert_eq!(run.core, [own]);
        assert!(Arguments::try_parse_from(["weft", "run"]).is_err());
    }

    #[test]
    fn a_file_follows_the_place() {
        for wrong in ["core1", "core1=", "middle=a.c"] {
            assert!(placed_program(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_window_of_cycles_may_be_open() {
        assert_eq!(cycle_window("10:20"), Ok((10, 20)));
        assert_eq!(cycle_window(":20"), Ok((0, 20)));
        assert_eq!(cycle_window("10:"), Ok((10, u64::MAX)));
        assert!(cycle_window("20:10").is_err());
        assert!(cycle_window("20").is_err());
        assert!(cycle_window("a:b").is_err());
    }
}
