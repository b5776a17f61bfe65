//! Lines of the library's source, without comments and empty ones:
//!
//! ```text
//! lines NAME          in the variable `places`: files or folders, separated by blanks
//! ```

use std::path::Path;

use anyhow::{Context, Result};
use weft_build::home;

use super::{without_runs, Entry, Special};

/// Counts the lines; no simulation runs.
///
/// # Errors
/// When a variable is missing.
pub fn lines(entry: &Entry) -> Result<Special> {
    let name = entry.variables.get("name")?.to_owned();
    let places = entry.variables.get("places")?.to_owned();
    without_runs(move || {
        let library = home::folder("lib")?;
        let places = places.split(' ');
        let counts = places.map(|place| lines_in(&library.join(place)));
        let lines: usize = counts.sum::<Result<usize>>()?;
        Ok(vec![(format!("lines {name}"), lines as f64)])
    })
}

/// Counts the lines of a C file, or of all C files in a folder.
fn lines_in(place: &Path) -> Result<usize> {
    if place.is_dir() {
        let entries = std::fs::read_dir(place)?;
        return entries.map(|entry| lines_in(&entry?.path())).sum();
    }
    let text = std::fs::read_to_string(place)
        .with_context(|| format!("cannot read {}", place.display()))?;
    Ok(code_lines(&text))
}

fn code_lines(text: &str) -> usize {
    let mut commented = false;
    let mut count = 0;
    for line in text.lines().map(str::trim) {
        let begins = line.starts_with("/*");
        let is_code = !commented && !begins && !line.is_empty();
        count += usize::from(is_code);
        commented = (commented || begins) && !line.contains("*/");
    }
    count
}

#[cfg(test)]
mod tests {
    use super::code_lines;

    #[test]
    fn comments_and_empty_lines_do_not_count() {
        let text = "/* One\n * two */\n\nint a; /* three */\n/* four */\nint b;\n";
        assert_eq!(code_lines(text), 2);
    }
}
