//! Arguments of `weft hardware`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Arguments of `weft hardware`.
#[derive(Args)]
#[command(after_help = "Examples:
  weft hardware asip8 --out chip              the circuits of asip8, a Makefile, constraints
  make -C chip run PROGRAM=$PWD/hello.elf     a program, made by weft run --keep . hello.c
  weft hardware asip8 --set cores.count=4 --set sync.locks=8 --out small
                                              the same with other sizes
  weft hardware asip8 --synthesize --treemap gates.svg
                                              sizes in gates, frequencies, a picture of the sizes
  weft hardware asip8 --insn crc_step.insn --synthesize
                                              the same with an instruction of your own")]
pub struct HardwareArguments {
    /// The platform, by its name or the path of its file
    pub platform: String,
    /// Change a key of the platform (repeatable)
    #[arg(long, value_name = "TABLE.KEY=VALUE")]
    pub set: Vec<String>,
    /// Give the cores the instructions that FILE describes (repeatable)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub insn: Vec<PathBuf>,
    /// Write into DIR, which is created
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath, required_unless_present = "synthesize")]
    pub out: Option<PathBuf>,
    /// Print the gates and the highest frequency of each circuit, which takes minutes
    #[arg(long)]
    pub synthesize: bool,
    /// Also print the FPGA resources that the circuits use (Lattice ECP5)
    #[arg(long, requires = "synthesize")]
    pub fpga: bool,
    /// Write sizes, frequencies and critical paths as JSON to FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "synthesize")]
    pub json: Option<PathBuf>,
    /// Draw the sizes of the circuits as a treemap to FILE (SVG)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "synthesize")]
    pub treemap: Option<PathBuf>,
}
