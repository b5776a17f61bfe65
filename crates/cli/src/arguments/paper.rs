//! The options of `weft paper`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Arguments of `weft paper`.
#[derive(Args)]
#[command(after_help = "Examples:
  weft paper asip --quick --plot figures   all figures and tables in a minute, with pictures
  weft paper asip --only message,barrier   the rows about messages and barriers alone
  weft paper asip --coverage               every item of the source, and where it is here
  weft paper                               the papers there are

Exit status:
  0    all experiments have run, whatever they measured
  1    an experiment has failed: its rows are missing
  2    wrong usage
  130  interrupted by Ctrl-C: what had been measured is printed")]
pub struct PaperArguments {
    /// The name of the paper's folder; without it, the papers are listed
    #[arg(value_name = "NAME")]
    pub paper: Option<String>,
    /// Look for papers in DIR
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub from: Option<PathBuf>,
    /// Print every item of the source and where it is here, without measuring anything
    #[arg(long, requires = "paper", conflicts_with_all = ["quick", "json", "plot", "only"])]
    pub coverage: bool,
    /// Shorter loops than the paper's
    #[arg(long)]
    pub quick: bool,
    /// Write the rows to FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub json: Option<PathBuf>,
    /// Draw the figures into DIR, as SVG
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub plot: Option<PathBuf>,
    /// Only the rows of these names, in full or their first words, and the experiments that they need
    #[arg(long, value_name = "ID,...", value_delimiter = ',')]
    pub only: Vec<String>,
}
