//! Lines of source, as the paper counts them: without comments, and without empty ones.

use std::path::Path;

use anyhow::{Context, Result};
use weft_build::home;

use super::HIBI;
use crate::paper::experiment::Experiment;

/// What the paper names, and where it is here.
const PARTS: [(&str, &[&str]); 4] = [
    ("top", &["src/mcapi"]),
    (
        "transport",
        &[
            "src/engine",
            "src/link/hibi",
            "src/link/wire",
            "src/link/accel",
        ],
    ),
    ("driver", &["src/driver/include/weft/hibi_dma.h"]),
    ("pc", &["src/link/pcie", "src/link/window"]),
];

/// Counts them; nothing runs.
pub fn count() -> Experiment {
    Experiment {
        on: HIBI,
        changes: String::new(),
        runs: Vec::new(),
        tell: Box::new(|_| tell()),
        cases: vec!["lines".to_string()],
        seconds: 0.0,
    }
}

fn tell() -> Result<String> {
    let library = home::folder("lib")?;
    let mut text = String::new();
    for (name, places) in PARTS {
        let counts = places.iter().map(|place| lines_in(&library.join(place)));
        let lines: usize = counts.sum::<Result<usize>>()?;
        text += &format!("lines {name} {lines}\n");
    }
    Ok(text)
}

/// Lines of a C file, or of all in a folder.
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
