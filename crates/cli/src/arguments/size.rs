//! Arguments of `weft size`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::BuildArguments;

/// Arguments of `weft size`.
#[derive(Args)]
#[command(after_help = "Examples:
  weft size apps/hello/hello.c                  what of the library a program has, on asip8
  weft size --platform funcapi -O s --json size.json apps/mcapi/transfer.c
                                                the same on another chip, for other programs to read
  weft size --platform cortex16                 all that the library has for a chip")]
pub struct SizeArguments {
    /// C and object files (.o), which make one program; without files, only the whole library is measured
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub build: BuildArguments,
    /// Write the sizes to FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub json: Option<PathBuf>,
}
