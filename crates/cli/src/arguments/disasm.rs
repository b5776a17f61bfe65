//! Arguments of `weft disasm`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::BuildArguments;

/// Arguments of `weft disasm`.
#[derive(Args)]
#[command(after_help = "Examples:
  weft disasm apps/hello/hello.c --function main   the code of one function
  weft disasm --source program.elf                 all code, between the lines of source it came from")]
pub struct DisasmArguments {
    /// C and object files (.o), which make one program, or one executable
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, required = true)]
    pub files: Vec<PathBuf>,
    /// Only the function NAME (repeatable)
    #[arg(short, long, value_name = "NAME")]
    pub function: Vec<String>,
    /// Show the source line of each piece of code
    #[arg(short, long)]
    pub source: bool,
    /// How the C files are compiled, and for which chip
    #[command(flatten)]
    pub build: BuildArguments,
}
