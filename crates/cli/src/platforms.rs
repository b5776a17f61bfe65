//! `weft platforms`: which chips there are, and what each looks like.

use anyhow::Result;
use weft_sim::platform::{describe, platform_directories, summary_line, Platform, PlatformError};

use crate::arguments::{BuildArguments, PlatformsArguments, PlatformsCommand};
use crate::terminal;

/// Carries out `weft platforms`.
///
/// # Errors
/// When a platform file cannot be read or is wrong.
pub fn platforms(arguments: &PlatformsArguments) -> Result<()> {
    let text = match &arguments.command {
        None => list(),
        Some(PlatformsCommand::Show { platform }) => describe(&load(platform)?),
    };
    Ok(terminal::print(&text)?)
}

/// A line for each platform; one whose file is wrong says so instead of hiding the others.
fn list() -> String {
    let platforms = Platform::list(&platform_directories()).into_iter();
    let line = |(name, platform): (String, Result<Platform, PlatformError>)| match platform {
        Ok(platform) => summary_line(&platform) + "\n",
        Err(error) => format!("{name:<12} cannot be used: {error}\n"),
    };
    platforms.map(line).collect()
}

/// The platform of that name, or in that file.
///
/// # Errors
/// When there is none, or its file is wrong.
pub fn load(name_or_path: &str) -> Result<Platform> {
    Ok(Platform::load(name_or_path, &platform_directories())?)
}

/// The platform that programs are built for, with the instructions of `--insn`.
///
/// # Errors
/// When there is none, or its file or one of an instruction is wrong.
pub fn load_for(build: &BuildArguments) -> Result<Platform> {
    let mut platform = load(&build.platform)?;
    for file in &build.insn {
        platform.add_instructions(file)?;
    }
    Ok(platform)
}
