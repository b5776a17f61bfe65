//! The command line that a program on a chip is started with.

use std::path::Path;

use weft_sim::semihosting::command_line;

/// Returns the command line: the name of the program's file, then its arguments.
///
/// The folder is left out: a program copies its command line before `main`, so its cycles would depend on where its file lies.
pub(crate) fn started_as(program: &Path, arguments: &[String]) -> String {
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    command_line(&[&[name.into_owned()], arguments].concat())
}
