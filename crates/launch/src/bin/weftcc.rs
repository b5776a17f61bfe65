//! `weftcc`, and `weftc++` when called by that name: the system's compiler with the flags for MPI.

use std::ffi::OsString;
use std::io::{self, Write};
use std::iter;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::Result;
use weft_launch::build::install::install;
use weft_launch::build::{c_compiler, library_macros, Native};

const HELP: &str = "\
Compile MPI programs for this machine with the system's compiler

Usage: weftcc [-show] [-trace] [ARGUMENTS OF THE COMPILER]
       weftc++ [-show] [-trace] [ARGUMENTS OF THE COMPILER]

  -show                  print the command, quoted for the shell, instead of running it
  -trace                 the program can write a trace (weftrun --trace), and is slower
  -install-library DIR   put the library, its headers, and files for pkg-config and CMake below DIR

Macros of the library (-DWEFT_NAME=VALUE) also decide which library is linked: give them whenever a file of the program is
compiled, and when it is linked.

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
            return install(&Native::find(&[])?, Path::new(prefix));
        }
    }
    let show = take(&mut given, "-show");
    let is_traced = take(&mut given, "-trace");
    let macros = library_macros(&macros_of(&given));
    let native = match is_traced {
        true => Native::find_traced(&macros)?,
        false => Native::find(&macros)?,
    };
    let compiler = compiler();
    let arguments = native.arguments(&given);
    if show {
        return print(&compiler, &arguments);
    }
    let error = Command::new(&compiler).args(arguments).exec();
    let compiler = compiler.to_string_lossy();
    anyhow::bail!("cannot run the compiler `{compiler}`: {error}")
}

/// Removes an option from the arguments. Returns whether it was there.
fn take(given: &mut Vec<OsString>, option: &str) -> bool {
    let place = given.iter().position(|argument| argument == option);
    place.map(|place| given.remove(place)).is_some()
}

/// Returns the macros that compiler arguments define, in one word (`-DNAME=VALUE`) or two.
fn macros_of(given: &[OsString]) -> Vec<String> {
    let mut macros = Vec::new();
    let mut words = given.iter().filter_map(|word| word.to_str());
    while let Some(word) = words.next() {
        match word.strip_prefix("-D") {
            Some("") => macros.extend(words.next().map(str::to_owned)),
            Some(definition) => macros.push(definition.to_owned()),
            None => {}
        }
    }
    macros
}

fn compiler() -> OsString {
    let called = std::env::args_os().next().unwrap_or_default();
    if called.as_bytes().ends_with(b"++") {
        std::env::var_os("WEFT_HOST_CXX").unwrap_or_else(|| "c++".into())
    } else {
        c_compiler()
    }
}

/// Prints a command, quoted for the shell.
fn print(compiler: &OsString, arguments: &[OsString]) -> Result<()> {
    let words = iter::once(compiler).chain(arguments);
    let mut line = shlex::bytes::try_join(words.map(|word| word.as_bytes()))?;
    line.push(b'\n');
    Ok(io::stdout().write_all(&line)?)
}
