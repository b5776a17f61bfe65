//! `weftcc`, and `weftc++` when called by that name: the system's compiler, told where MPI is.

use std::ffi::OsString;
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::Result;
use weft_launch::build::install::install;
use weft_launch::build::{c_compiler, Native};

const HELP: &str = "\
Compile MPI programs for this machine with the system's compiler

Usage: weftcc [-show] [ARGUMENTS OF THE COMPILER]
       weftc++ [-show] [ARGUMENTS OF THE COMPILER]

  -show                  print the command instead of running it
  -install-library DIR   put the library, its headers, and files for pkg-config and CMake below DIR

WEFT_HOST_CC and WEFT_HOST_CXX name other compilers than cc and c++.

Examples:
  weftcc -O2 heat.c -o heat -lm
  weftcc -show -c heat.c
";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("weftcc: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let mut given: Vec<OsString> = std::env::args_os().skip(1).collect();
    if given.first().is_some_and(|first| first == "--help") {
        io::stdout().write_all(HELP.as_bytes())?;
        return Ok(());
    }
    if let [first, prefix] = given.as_slice() {
        if first == "-install-library" {
            return install(&Native::find()?, Path::new(prefix));
        }
    }
    let show = given.iter().position(|argument| argument == "-show");
    if let Some(place) = show {
        given.remove(place);
    }
    let compiler = compiler();
    let arguments = Native::find()?.arguments(&given);
    if show.is_some() {
        return Ok(print(&compiler, &arguments)?);
    }
    let error = Command::new(&compiler).args(arguments).exec();
    anyhow::bail!(
        "cannot run the compiler `{}`: {error}",
        compiler.to_string_lossy()
    )
}

fn compiler() -> OsString {
    let called = std::env::args_os().next().unwrap_or_default();
    if called.as_bytes().ends_with(b"++") {
        std::env::var_os("WEFT_HOST_CXX").unwrap_or_else(|| "c++".into())
    } else {
        c_compiler()
    }
}

fn print(compiler: &OsString, arguments: &[OsString]) -> io::Result<()> {
    let mut line = compiler.as_bytes().to_vec();
    for argument in arguments {
        line.push(b' ');
        line.extend_from_slice(argument.as_bytes());
    }
    line.push(b'\n');
    io::stdout().write_all(&line)
}
