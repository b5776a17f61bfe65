//! The options of `weft bench`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

/// Arguments of `weft bench`.
#[derive(Args)]
#[command(after_help = "Examples:
  weft bench --quick               the simulator's speed in a few seconds
  weft bench --compare old/weft    how many times as fast this command is as another one
  weft bench library               cycles of a message on each link, over its size
  weft bench library --platform host
                                   nanoseconds of a message between processes of this machine
  weft bench sensitivity           what parameters that asip does not state do to its rows
  weft bench mpi --json mpi.json   messages between two processes of this machine")]
pub struct BenchArguments {
    /// What to measure
    #[arg(value_enum, default_value = "speed")]
    pub what: BenchSubject,
    /// Shorter programs, one run of each
    #[arg(long)]
    pub quick: bool,
    /// Compare with another weft command: both run the programs of `speed`, the demo and a network, in turn
    #[arg(long, value_name = "WEFT", value_hint = ValueHint::FilePath)]
    pub compare: Option<PathBuf>,
    /// Measure `library` on this platform alone; `host` is this machine's own processes
    #[arg(short, long, value_name = "NAME")]
    pub platform: Option<String>,
    /// The paper that `sensitivity` is about
    #[arg(long, value_name = "NAME", default_value = "asip")]
    pub paper: String,
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
    /// Simulated instructions and messages per second of wall-clock time
    Speed,
    /// Cost of a message by its size on each link of the library: all simulated links, or that of --platform
    Library,
    /// How rows of `weft paper` move when a parameter that the source does not state is halved or doubled
    Sensitivity,
    /// Slowdown of the simulation by a trace, in each format
    Trace,
    /// Messages between processes of this machine, compared with MPICH and Open MPI where they are installed
    Mpi,
    /// Messages, packets and scalars of MCAPI between processes of this machine, compared with what the memory allows
    Mcapi,
    /// Simulated instructions per second of wall-clock time, compared with QEMU's
    Qemu,
    /// Speedup of a simulation of 64 cores by a second thread of this machine
    Threads,
    /// Time to choose strategies for many tasks
    Tune,
}
