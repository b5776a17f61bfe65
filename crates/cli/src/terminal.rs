//! Writing to standard output and standard error when nobody may be reading any more.

use std::io::{self, ErrorKind, Write};

/// Prints results. A reader that has gone wants no more of them, which is no error.
///
/// # Errors
/// When they cannot be written for another reason.
pub fn print(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    match output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush())
    {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Tells the person at the terminal something. When standard error is gone there is nobody to tell.
pub fn tell(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}
