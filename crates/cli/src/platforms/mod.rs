//! `weft platforms`: lists the chips, draws one, and documents the keys of platform files.

mod keys;
mod schema;

use anyhow::Result;
use weft_run::PlatformSpec;
use weft_sim::platform::{describe, platform_directories, summary_line, Platform, PlatformError};

use crate::arguments::platforms::{PlatformsArguments, PlatformsCommand};
use crate::terminal;

/// Carries out `weft platforms`.
///
/// # Errors
/// When a platform file cannot be read or is wrong.
pub fn platforms(arguments: &PlatformsArguments) -> Result<()> {
    let text = match &arguments.command {
        None => list(),
        Some(PlatformsCommand::Show { platform, set }) => {
            let spec = PlatformSpec {
                set: set.clone(),
                ..PlatformSpec::from(platform.as_str())
            };
            describe(&spec.load()?)
        }
        Some(PlatformsCommand::Keys { part, markdown }) => {
            keys::tables(part.as_deref(), *markdown)?
        }
        Some(PlatformsCommand::Schema) => format!("{:#}\n", schema::schema()),
    };
    Ok(terminal::print(&text)?)
}

/// Lists the platforms, one a line; a wrong file gives an error in its line, and the others are still listed.
fn list() -> String {
    let platforms = Platform::list(&platform_directories()).into_iter();
    let line = |(name, platform): (String, Result<Platform, PlatformError>)| match platform {
        Ok(platform) => summary_line(&platform) + "\n",
        Err(error) => format!("{name:<12} cannot be used: {error}\n"),
    };
    platforms.map(line).collect()
}
