//! Arguments of `weft verify`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueHint};
use weft_launch::job::seconds;

/// Arguments of `weft verify`.
#[derive(Args)]
#[command(after_help = "Examples:
  weft verify asip8 apps/hello/hello.c             all cores of asip8, to the end of the program
  weft verify asip8 -n 2 --wave last.fst apps/ring/ring.c
                                                   two ranks; the last 200 cycles as a waveform
  weft verify asip8 --set cores.count=4 apps/heat/heat.c -- 16 16 4
                                                   a smaller chip, with arguments for the program
  weft verify asip8 --power-on 7 apps/ring/ring.c  whatever registers hold before the reset

Needs Verilator, which compiles the circuits once for each chip.

Exit status:
  0    no difference
  1    a difference; or the run was stopped before its end by --timeout
  2    wrong usage, a bad input file, or a chip without circuits
  130  interrupted by Ctrl-C")]
pub struct VerifyArguments {
    /// The chip: the name of a platform, or a platform file
    pub platform: String,
    /// C and object files (.o), which make one program, or one executable
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, required = true)]
    pub files: Vec<PathBuf>,
    /// Number of ranks: the first N of the platform's map [default: all]
    #[arg(short = 'n', long, value_name = "N")]
    pub ranks: Option<usize>,
    /// Change a key of the platform (repeatable)
    #[arg(long, value_name = "TABLE.KEY=VALUE")]
    pub set: Vec<String>,
    /// Give the cores the instructions that FILE describes (repeatable)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub insn: Vec<PathBuf>,
    /// Define a macro for the C files (repeatable)
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// Compare at most N cycles
    #[arg(long, value_name = "N")]
    pub max_cycles: Option<u64>,
    /// Stop when the comparison has taken SECONDS of wall-clock time
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// Write the last 200 cycles of both as a waveform to FILE (FST, opens in GTKWave and Surfer)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub wave: Option<PathBuf>,
    /// Before the reset, fill the circuits' registers with random values from SEED instead of zeros: registers that the reset does not set must not
    /// matter. Only x1 to x31 and the memories begin as they do in the simulator
    #[arg(long, value_name = "SEED")]
    pub power_on: Option<u32>,
    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub arguments: Vec<String>,
}
