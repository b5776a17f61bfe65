//! `weft platforms`: which chips there are, and what each looks like.

use anyhow::Result;
use weft_sim::platform::{describe, platform_directories, summary_line, Platform};

use crate::arguments::{PlatformsArguments, PlatformsCommand};

/// Carries out `weft platforms`.
///
/// # Errors
/// When a platform file cannot be read or is wrong.
pub fn platforms(arguments: &PlatformsArguments) -> Result<()> {
    match &arguments.command {
        None => list(),
        Some(PlatformsCommand::Show { platform }) => print!("{}", describe(&load(platform)?)),
    }
    Ok(())
}

/// A line for each platform; one whose file is wrong says so instead of hiding the others.
fn list() {
    for (name, platform) in Platform::list(&platform_directories()) {
        match platform {
            Ok(platform) => println!("{}", summary_line(&platform)),
            Err(error) => println!("{name:<12} cannot be used: {error}"),
        }
    }
}

/// The platform of that name, or in that file.
///
/// # Errors
/// When there is none, or its file is wrong.
pub fn load(name_or_path: &str) -> Result<Platform> {
    Ok(Platform::load(name_or_path, &platform_directories())?)
}
