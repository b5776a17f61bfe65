//! The programs that come with weft, run as `weft run` would, for commands that measure.

use anyhow::{anyhow, Context, Result};
use clap::Parser;
use weft_build::home;

use crate::arguments::{Arguments, Command};
use crate::run::measure::{measure, Measured};

/// Runs C files, named relative to the folder of applications, with further words of a `weft run` command line, as long
/// as the run is `wanted`; None if it no longer was.
///
/// # Errors
/// When the program does not build, or does not end well.
pub fn run(files: &[&str], words: &[&str], wanted: &dyn Fn() -> bool) -> Result<Option<Measured>> {
    let folder = home::folder("apps")?;
    let mut line = vec!["weft".to_string(), "run".to_string()];
    for file in files {
        let file = folder.join(file);
        let name = file
            .to_str()
            .ok_or_else(|| anyhow!("{} is not Unicode", file.display()))?;
        line.push(name.to_string());
    }
    line.extend(words.iter().map(|word| (*word).to_string()));
    let Command::Run(arguments) = Arguments::try_parse_from(line)?.command else {
        unreachable!("the words begin with `run`");
    };
    measure(&arguments, wanted).with_context(|| format!("{} {}", files[0], words.join(" ")))
}
