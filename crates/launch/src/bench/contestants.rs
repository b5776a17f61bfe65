//! The compared libraries: how the measuring program is built and started with each.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{bail, Context, Result};

use crate::build::{c_compiler, Native};
use crate::job::{self, Job};
use weft_build::{compiler, home};

/// Names of the compilers and launchers that Debian gives other MPI installations.
const PEERS: [(&str, &str, &str); 2] = [
    ("mpich", "mpicc.mpich", "mpiexec.mpich"),
    ("openmpi", "mpicc.openmpi", "mpiexec.openmpi"),
];

/// The name of this library's column.
pub const WEFT: &str = "weft";
/// The name of the limit's column.
pub const RAW: &str = "raw";

/// A built program, and how it is started.
pub struct Contestant {
    /// The name of its column.
    pub name: &'static str,
    program: PathBuf,
    start: Start,
    /// The quantities with which its half round trip is compared, if there are several; only these then appear in its column.
    beside: &'static [&'static str],
}

enum Start {
    Job,
    Launcher(&'static str),
    Alone,
}

/// Builds the program that measures MPI with every installed MPI library.
///
/// # Errors
/// When it does not compile with one of them.
pub fn of_mpi(folder: &Path) -> Result<Vec<Contestant>> {
    let measure = home::folder("bench/mpi")?.join("measure.c");
    let mut all = vec![weft(folder, &measure)?];
    for (name, compiler, launcher) in PEERS {
        if is_installed(compiler) && is_installed(launcher) {
            let peer = Contestant::new(name, folder, Start::Launcher(launcher));
            compile(compiler.as_ref(), &measure, &peer.program)?;
            all.push(peer);
        }
    }
    all.push(raw(folder)?);
    Ok(all)
}

/// Builds the program that measures MCAPI with this library.
///
/// # Errors
/// When it does not compile.
pub fn of_mcapi(folder: &Path) -> Result<Vec<Contestant>> {
    let measure = home::folder("bench/mcapi")?.join("measure.c");
    let raw = Contestant {
        beside: &["message", "packet", "scalar"],
        ..raw(folder)?
    };
    Ok(vec![weft(folder, &measure)?, raw])
}

fn weft(folder: &Path, measure: &Path) -> Result<Contestant> {
    let weft = Contestant::new(WEFT, folder, Start::Job);
    Native::find(&[])?.program(&[measure.into()], &["-O2".into()], true, &weft.program)?;
    Ok(weft)
}

fn raw(folder: &Path) -> Result<Contestant> {
    let raw = Contestant::new(RAW, folder, Start::Alone);
    let source = home::folder("bench/mpi")?.join("raw.c");
    compile(&c_compiler(), &source, &raw.program)?;
    Ok(raw)
}

fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn compile(compiler: &std::ffi::OsStr, source: &Path, program: &Path) -> Result<()> {
    let mut command = Command::new(compiler);
    command.arg("-O2").arg(source).arg("-o").arg(program);
    let compiler = compiler.to_string_lossy();
    let failure = || format!("{compiler} did not compile {}", source.display());
    compiler::run(command, failure)
}

impl Contestant {
    fn new(name: &'static str, folder: &Path, start: Start) -> Contestant {
        Contestant {
            name,
            program: folder.join(name),
            start,
            beside: &[],
        }
    }

    /// Returns the rows in which a quantity that the program reports appears.
    pub fn rows(&self, what: &str) -> Vec<String> {
        match (self.beside, what) {
            ([], _) => vec![what.to_owned()],
            (beside, "half_round_trip") => beside.iter().map(ToString::to_string).collect(),
            _ => Vec::new(),
        }
    }

    /// Runs the program once; it writes its figures into `results`.
    ///
    /// # Errors
    /// When it fails.
    pub fn run(&self, ranks: usize, results: &Path) -> Result<()> {
        let good = match self.start {
            Start::Job => self.run_job(ranks, results)?,
            Start::Launcher(launcher) => self.run_command(peer(launcher, ranks), results)?,
            Start::Alone => self.run_command(Command::new("env"), results)?,
        };
        if !good {
            bail!("the measurement of {} failed", self.name);
        }
        Ok(())
    }

    fn run_job(&self, ranks: usize, results: &Path) -> Result<bool> {
        let command = vec![self.program.clone().into(), results.into()];
        let job = Job::new(job::same(ranks, command)?)?;
        Ok(job::run(&job)?.status == 0)
    }

    fn run_command(&self, mut command: Command, results: &Path) -> Result<bool> {
        command.arg(&self.program).arg(results).stdin(Stdio::null());
        let status = command.status();
        let failure = || format!("cannot start the measurement of {}", self.name);
        Ok(status.with_context(failure)?.success())
    }
}

/// Returns the command that starts a peer's program: bound to processors in turn, as this library's is.
fn peer(launcher: &str, ranks: usize) -> Command {
    let mut command = Command::new(launcher);
    command.args(["-n", &ranks.to_string()]);
    if launcher.ends_with("openmpi") {
        command.args(["--oversubscribe", "--map-by", "core"]);
        command.args(["--bind-to", "core:overload-allowed"]);
    } else {
        command.args(["-bind-to", "core"]);
    }
    // Open MPI refuses to run as root without these.
    command
        .env("OMPI_ALLOW_RUN_AS_ROOT", "1")
        .env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_raw_round_trip_stands_beside_each_way_of_mcapi() {
        let mut raw = Contestant::new(RAW, Path::new("."), Start::Alone);
        assert_eq!(raw.rows("message_rate"), ["message_rate"]);
        raw.beside = &["message", "packet"];
        assert_eq!(raw.rows("half_round_trip"), ["message", "packet"]);
        assert!(raw.rows("message_rate").is_empty());
    }
}
