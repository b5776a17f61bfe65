//! The key `instructions` of the cores: files that describe instructions of the user's own.

use std::path::Path;

use super::{Platform, PlatformError, Table};

/// Gives the platform the instructions of the files that the table of its cores names.
///
/// # Errors
/// Not a list of names, or a file cannot be read or is wrong.
pub fn add(table: &Table, platform: &mut Platform) -> Result<(), PlatformError> {
    let Some(field) = table.optional("instructions") else {
        return Ok(());
    };
    let wanted = "a list of files beside this one, for example instructions = [\"byteswap.insn\"]";
    for element in field.elements(wanted)? {
        // Relative to the file in which the name stands, wherever the command is typed.
        let beside = Path::new(element.place().document.file).parent();
        let path = beside.unwrap_or(Path::new("")).join(element.text()?);
        platform
            .add_instructions(&path)
            .map_err(|error| element.error(format!("names a file that cannot be used: {error}")))?;
    }
    Ok(())
}
