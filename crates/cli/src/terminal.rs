//! Writing to standard output and standard error, which their readers may have closed.

use std::io::{self, ErrorKind, Write};

use weft_launch::closed_output::cause;
use weft_run::Observer;

/// Prints results. It is no error if the reader has closed standard output.
///
/// # Errors
/// When they cannot be written for another reason.
pub fn print(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    let written = output.write_all(text.as_bytes());
    with_cause(unless_closed(written.and_then(|()| output.flush())))
}

/// Returns the result of a write to standard output; if that was closed from the start, the error says so.
pub fn with_cause(written: io::Result<()>) -> io::Result<()> {
    written.map_err(|error| cause().map_or(error, io::Error::other))
}

/// Returns the result of a write, except that a pipe without a reader is no error.
pub fn unless_closed(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Writes a message to standard error. An error is ignored, since there is no other place to report it.
pub fn tell(text: &str) {
    let _ = io::stderr().write_all(visible(text).as_bytes());
}

/// Escapes control characters, so that the terminal shows them instead of obeying them: a message can quote a file from an untrusted
/// source.
fn visible(text: &str) -> String {
    let is_obeyed = |c: char| c.is_control() && c != '\n' && c != '\t';
    let shown = text.chars().map(|c| match is_obeyed(c) {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    });
    shown.collect()
}

/// The observer of commands that build but run nothing: prints what is built.
pub struct Building;

impl Observer for Building {
    fn building(&mut self, what: &str) {
        tell(&format!(
            "building {what}; later runs take it from the cache\n"
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn control_characters_are_seen() {
        let key = "a.toml:1:1: unknown key `\u{1b}[2Jx\u{7f}\r\0`\n";
        assert_eq!(
            visible(key),
            "a.toml:1:1: unknown key `\\u{1b}[2Jx\\u{7f}\\r\\u{0}`\n"
        );
        assert_eq!(visible("table:\n\tÄ │ 1"), "table:\n\tÄ │ 1");
    }
}
