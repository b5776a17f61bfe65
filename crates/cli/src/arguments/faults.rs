//! Arguments about faults of a chip.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use regex::Regex;
use weft_explore::faults::Kind;
use weft_run::{FaultSpec, PlatformSpec};

/// The faults of a run.
#[derive(Args)]
pub struct FaultArguments {
    /// Inject a fault (repeatable), such as 'at=12000 core3 dies'; --help has the grammar
    ///
    /// A fault that strikes at a cycle is one of
    ///   at=CYCLE coreN dies
    ///   at=CYCLE coreN stalls for CYCLES
    ///   at=CYCLE bit flip in coreN dmem ADDRESS[.BIT]    (data memory; pmem: program memory)
    ///   at=CYCLE bit flip in coreN xR[.BIT]              (a register)
    ///   at=CYCLE bit flip in MEMORY ADDRESS[.BIT]        (a shared memory, by its name)
    ///   at=CYCLE bus error                               (of the next access of a core)
    ///   at=CYCLE lock holder stops                       (the holder of a lock then, or next)
    ///   at=CYCLE crossbar corrupts word                  (the next word for a core)
    ///   at=CYCLE link (X,Y)->(X,Y) loses credit
    ///   at=CYCLE link (X,Y)->(X,Y) loses tail            (of the next packet of several flits)
    /// A link can harm packets at a rate, from the cycle `at` on, or from the beginning:
    ///   link (X,Y)->(X,Y) discards RATE seed=S           (or corrupts, alters, duplicates)
    ///   every link discards RATE seed=S
    /// ADDRESS is the one that programs use. Both engines of the simulator inject the same faults in the same cycles.
    #[arg(long, value_name = "FAULT", verbatim_doc_comment)]
    pub fault: Vec<FaultSpec>,
    /// Take faults from FILE: one in a line, comments after # (repeatable)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub faults: Vec<PathBuf>,
}

/// Arguments of `weft faults`.
#[derive(Args)]
#[command(after_help = "Examples:
  weft faults apps/ring/ring.c --runs 200 --seed 1
                                   200 runs with a fault each, sorted by what became of them
  weft faults apps/heat/heat.c -p nagam -n 4 --kinds link --picture heat.svg -- 16 16 4
                                   faults of links, and a picture
  weft faults apps/halo/halo.c -p nagam -n 4 --ignore 'step [0-9]+' -- 2 2 keep 2 8
                                   whatever cycles a step takes

The same seed gives the same table, on any machine. Programs that write files write them in every run; with several jobs, give --jobs 1.

Exit status:
  0    the campaign has ended
  1    the program does not end well without faults
  2    wrong usage or a bad input file
  130  interrupted by Ctrl-C, after the table of the runs so far")]
pub struct CampaignArguments {
    /// C and object files (.o), which make one program, or one executable
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, required = true)]
    pub files: Vec<PathBuf>,
    /// The chip: the name of a platform, or a platform file
    #[arg(short, long, value_name = "NAME|FILE", default_value = PlatformSpec::DEFAULT)]
    pub platform: String,
    /// Number of ranks: the first N of the platform's map [default: all]
    #[arg(short = 'n', long, value_name = "N")]
    pub ranks: Option<usize>,
    /// Define a macro for the C files (repeatable)
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// Change a key of the platform (repeatable)
    #[arg(long, value_name = "PART.KEY=VALUE")]
    pub set: Vec<String>,
    /// Number of runs
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub runs: u64,
    /// Seed of the random choice of faults
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Kinds of faults, separated by commas [default: all that the chip can have]
    #[arg(long, value_enum, value_delimiter = ',')]
    pub kinds: Vec<Kind>,
    /// Number of runs in parallel [default: one for each core of this machine]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Ignore text that matches REGEX, such as times, when comparing outputs
    #[arg(long, value_name = "REGEX")]
    pub ignore: Option<Regex>,
    /// Write each run with its fault and outcome to FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub json: Option<PathBuf>,
    /// Draw the outcomes over the cycles of the faults into FILE, as SVG
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub picture: Option<PathBuf>,
    /// No progress
    #[arg(short, long)]
    pub quiet: bool,
    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub arguments: Vec<String>,
}
