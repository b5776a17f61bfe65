//! Measurements and published experiments: `weft bench` and `weft paper`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

/// Arguments of `weft bench`.
#[derive(Args)]
#[command(after_help = "Examples:
  weft bench --quick               the simulator's speed in a few seconds
  weft bench hardware              cycles of messages and locks on asip8, beside the published ones
  weft bench mpi --json mpi.json   messages between two processes of this machine")]
pub struct BenchArguments {
    /// What to measure
    #[arg(value_enum, default_value = "speed")]
    pub what: BenchSubject,
    /// Shorter programs, one run of each
    #[arg(long)]
    pub quick: bool,
    /// The paper that `sensitivity` is about
    #[arg(long, value_enum, default_value = "asip")]
    pub paper: PaperName,
    /// Ranks that `mpi` starts
    #[arg(short = 'n', long, value_name = "N", default_value_t = 2)]
    pub ranks: usize,
    /// Write the figures to FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub json: Option<PathBuf>,
}

/// What `weft bench` measures.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BenchSubject {
    /// Simulated instructions and messages per second of this machine's time
    Speed,
    /// Simulated cycles of communication, beside the published ones
    Hardware,
    /// How rows of `weft paper` move when a parameter that the source does not state is halved or doubled
    Sensitivity,
    /// What a trace costs the simulation, in each format
    Trace,
    /// Messages between processes of this machine, beside MPICH and Open MPI where they are installed
    Mpi,
    /// Messages, packets and scalars of MCAPI between processes of this machine, beside what the memory allows
    Mcapi,
    /// How long it takes to choose strategies for many tasks
    Tune,
}

/// Arguments of `weft paper`.
#[derive(Args)]
#[command(after_help = "Examples:
  weft paper asip --quick --plot figures   all figures and tables in a minute, with pictures
  weft paper asip --only message,barrier   the rows about messages and barriers alone

Exit status:
  0    all experiments have run, whatever they measured
  1    an experiment has failed: its rows are missing
  2    wrong usage
  130  interrupted by Ctrl-C: what had been measured is printed")]
pub struct PaperArguments {
    /// The paper
    #[arg(value_enum)]
    pub paper: PaperName,
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

/// The papers.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PaperName {
    /// H. Xiao et al. 2012: message instructions against mailbox, DMA, polling and interrupts
    Asip,
    /// S. S. Kumar et al. 2013: message buffers managed in hardware on a mesh of tiles
    Pronto,
    /// J. Joven et al. 2013: MPI with priorities and circuits on clusters of cores
    OcmpiQos,
    /// L. Matilainen et al. 2011: MCAPI between soft cores with DMA controllers
    Funcapi,
    /// S.-L. Tsao and S.-Y. Lee: block sizes, notification and memory between a GPP and its DSPs
    IpcStrategy,
}
