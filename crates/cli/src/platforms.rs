//! `weft platforms`: which chips there are, and what each looks like.

use anyhow::Result;
use weft_sim::platform::{platform_directories, Platform};

use crate::arguments::{PlatformsArguments, PlatformsCommand};

/// Carries out `weft platforms`.
///
/// # Errors
/// When a platform file cannot be read or is wrong.
pub fn platforms(arguments: &PlatformsArguments) -> Result<()> {
    match &arguments.command {
        None => list(),
        Some(PlatformsCommand::Show { platform }) => println!("{:#?}", load(platform)?),
    }
    Ok(())
}

fn list() {
    for (name, platform) in Platform::list(&platform_directories()) {
        let summary = platform.map_or_else(|error| error.to_string(), |platform| platform.summary);
        println!("{name:<16} {summary}");
    }
}

/// The platform of that name, or in that file.
///
/// # Errors
/// When there is none, or its file is wrong.
pub fn load(name_or_path: &str) -> Result<Platform> {
    Ok(Platform::load(name_or_path, &platform_directories())?)
}
