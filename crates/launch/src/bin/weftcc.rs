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

Usage: weftcc [-show] [-trace] [ARGUMENTS OF THE COMPILER]
       weftc++ [-show] [-trace] [ARGUMENTS OF THE COMPILER]

  -show                  print the command instead of running it
  -trace                 the program can write a trace (weftrun --trace), and is slower
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
    let show = take(&mut given, "-show");
    let native = if take(&mut given, "-trace") {
        Native::find_traced()?
    } else {
        Native::find()?
    };
    let compiler = compiler();
    let arguments = native.arguments(&given);
    if show {
        return Ok(print(&compiler, &arguments)?);
    }
    let error = Command::new(&compiler).args(arguments).exec();
    anyhow::bail!(
        "cannot run the compiler `{}`: {error}",
        compiler.to_string_lossy()
    )
}

/// Takes an option out of the arguments; whether it was there.
fn take(given: &mut Vec<OsString>, option: &str) -> bool {
    let place = given.iter().position(|argument| argument == option);
    place.map(|place| given.remove(place)).is_some()
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
