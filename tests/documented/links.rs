//! Links between pages, and references from the sources to pages.

use super::{pages, root};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The targets of the links of a Markdown text, with the lines that they are in.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in prose(text) {
        for piece in line.split("](").skip(1) {
            let target = piece.split([')', ' ']).next().unwrap_or_default();
            found.push((number, target.to_string()));
        }
    }
    found
}

/// The lines outside blocks of code.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut inside = false;
    text.lines().enumerate().filter_map(move |(at, line)| {
        if line.starts_with("```") {
            inside = !inside;
            return None;
        }
        (!inside).then_some((at + 1, line))
    })
}

/// The anchors of a page, as GitHub and mdbook name its headings.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text).filter_map(|(_, line)| line.strip_prefix('#'));
    headings
        .map(|heading| anchor(heading.trim_start_matches('#').trim()))
        .collect()
}

fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter_map(|c| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c.to_ascii_lowercase()),
        _ => None,
    });
    kept.collect()
}

/// What is wrong with a link of a page, if anything.
fn fault(page: &Path, target: &str) -> Option<String> {
    if target.contains("://") {
        return None;
    }
    let (file, wanted) = target.split_once('#').unwrap_or((target, ""));
    let path = if file.is_empty() {
        page.to_path_buf()
    } else {
        page.parent().expect("a folder").join(file)
    };
    let Ok(text) = std::fs::read(root().join(&path)) else {
        let exists = root().join(&path).is_dir();
        return (!exists).then(|| format!("{target}: there is no such file"));
    };
    let is_there = wanted.is_empty() || anchors(&String::from_utf8_lossy(&text)).contains(wanted);
    (!is_there).then(|| format!("{target}: there is no such heading"))
}

#[test]
fn every_link_leads_somewhere() {
    let mut faults = Vec::new();
    for page in pages() {
        let text = std::fs::read_to_string(root().join(&page)).expect("a page");
        for (line, target) in links(&text) {
            let fault = fault(&page, &target);
            faults.extend(fault.map(|fault| format!("{}:{line}: {fault}", page.display())));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_page_is_in_the_summary() {
    let summary = std::fs::read_to_string(root().join("docs/SUMMARY.md")).expect("a summary");
    let listed: BTreeSet<PathBuf> = links(&summary)
        .into_iter()
        .map(|(_, target)| Path::new("docs").join(target))
        .collect();
    for page in pages().iter().filter(|page| page.starts_with("docs")) {
        let is_listed = listed.contains(page) || page.ends_with("SUMMARY.md");
        assert!(
            is_listed,
            "docs/SUMMARY.md does not list {}",
            page.display()
        );
    }
}

/// A source names a page by its path from the top.
#[test]
fn every_page_that_a_source_names_is_there() {
    let output = std::process::Command::new("git")
        .args([
            "grep",
            "-noE",
            r"\bdocs/[A-Za-z0-9_/.-]+\.(md|svg|png|txt)",
            "--",
            // Texts that programs read.
            ":!*/input.txt",
        ])
        .current_dir(root())
        .output()
        .expect("git runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let missing: Vec<&str> = text
        .lines()
        .filter(|line| {
            let page = line.splitn(3, ':').nth(2).unwrap_or_default();
            !root().join(page).exists()
        })
        .collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// Folders at the top whose files pages name.
const TOP: [&str; 8] = [
    "apps",
    "bench",
    "crates",
    "lib",
    "platforms",
    "scripts",
    "tests",
    "tune",
];

/// The paths from the top that a line of a page names. What only looks like one has a place to fill in, in capitals.
fn paths(line: &str) -> impl Iterator<Item = &str> {
    let is_of_path = |c: char| c.is_ascii_alphanumeric() || "/_.-*".contains(c);
    let pieces = line.split(move |c| !is_of_path(c));
    pieces
        .map(|piece| piece.trim_end_matches(['.', '/', '-']))
        .filter(|piece| {
            let top = piece.split('/').next().unwrap_or_default();
            piece.contains('/') && TOP.contains(&top) && !is_pattern(piece)
        })
}

fn is_pattern(path: &str) -> bool {
    let is_blank = |part: &str| part.chars().any(|c| c.is_ascii_uppercase() || c == '*');
    path.split(['/', '.'])
        .any(|part| is_blank(part) && part != "README")
}

#[test]
fn every_file_that_a_page_names_is_there() {
    let mut missing = Vec::new();
    for page in pages() {
        let text = std::fs::read_to_string(root().join(&page)).expect("a page");
        for (number, line) in prose(&text) {
            let absent = paths(line).filter(|path| !root().join(path).exists());
            missing.extend(absent.map(|path| format!("{}:{number}: {path}", page.display())));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn paths_are_found_in_a_line() {
    let line =
        "see `crates/sim/src`, [b](../lib/README.md), tests/x.rs. or platforms/CHIP.toml, 3/4";
    let found: Vec<&str> = paths(line).collect();
    assert_eq!(found, ["crates/sim/src", "tests/x.rs"]);
}

#[test]
fn anchors_are_those_of_the_viewers() {
    assert_eq!(anchor("On a chip"), "on-a-chip");
    assert_eq!(anchor("Tasks: mp.h"), "tasks-mph");
    assert_eq!(anchor("3. The constants"), "3-the-constants");
    assert_eq!(anchor("`[map]`: the placement"), "map-the-placement");
}
