//! Which lines of a reader its cases have reached, where fuzz was compiled with `-C instrument-coverage` and LLVM's tools of the compiler are
//! installed (`rustup component add llvm-tools`).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{bail, Context, Result};

/// The variable that says that lines are counted; by it readers in C are compiled so that they count theirs.
pub const OF_C: &str = "WEFT_FUZZ_COVERAGE";

/// The lines of sources: how often each was reached.
#[derive(Default)]
pub struct Lines {
    files: BTreeMap<String, BTreeMap<u32, u64>>,
}

impl Lines {
    /// Lines that have code, and how many of them were reached.
    pub fn count(&self) -> (usize, usize) {
        let lines = || self.files.values().flat_map(|lines| lines.values());
        (lines().count(), lines().filter(|count| **count > 0).count())
    }

    /// Those that were not reached, a file in a row.
    pub fn unreached(&self) -> String {
        let rows = self.files.iter().filter_map(|(file, lines)| {
            let missed = lines.iter().filter(|(_, count)| **count == 0);
            let missed: Vec<u32> = missed.map(|(line, _)| *line).collect();
            (!missed.is_empty()).then(|| format!("  {file}: {}\n", ranges(&missed)))
        });
        rows.collect()
    }

    fn add(&mut self, record: &str, root: &str, sources: &[&str]) {
        let mut lines = record.lines();
        let file = lines.next().unwrap_or_default().trim_start_matches(root);
        let file = file.trim_start_matches('/');
        let is_test = file.contains("/tests/") || file.ends_with("/tests.rs");
        if is_test || !sources.iter().any(|source| file.starts_with(source)) {
            return;
        }
        let reached = self.files.entry(file.into()).or_default();
        for line in lines.filter_map(|line| line.strip_prefix("DA:")) {
            if let Some((Ok(number), Ok(count))) = line
                .split_once(',')
                .map(|(number, count)| (number.parse(), count.parse::<u64>()))
            {
                *reached.entry(number).or_default() += count;
            }
        }
    }
}

/// Numbers in a row as `first-last`.
fn ranges(numbers: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => ranges.push((*number, *number)),
        }
    }
    let shown = ranges.iter().map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    shown.collect::<Vec<_>>().join(", ")
}

/// Where a process of a target is to write what it has reached.
pub fn pattern(folder: &Path) -> PathBuf {
    folder.join("reached-%p.profraw")
}

/// What all processes have written into the folder.
///
/// # Errors
/// When LLVM's tools are missing or fail.
pub fn lines(folder: &Path, sources: &[&str]) -> Result<Lines> {
    let counted = with_extension(folder, "gcda")?;
    if !counted.is_empty() {
        return lines_of_c(folder, &counted, sources);
    }
    let raw = with_extension(folder, "profraw")?;
    if raw.is_empty() {
        bail!("fuzz was compiled without -C instrument-coverage: use tests/fuzz/campaign");
    }
    let merged = folder.join("reached.profdata");
    run(Command::new(tool("llvm-profdata")?)
        .args(["merge", "--sparse"])
        .args(&raw)
        .arg("-o")
        .arg(&merged))?;
    let profile = format!("--instr-profile={}", merged.display());
    let mut export = Command::new(tool("llvm-cov")?);
    let root = crate::target::repository("").canonicalize()?;
    export
        .args(["export", "--format=lcov", &profile])
        .arg(std::env::current_exe()?);
    let report = String::from_utf8_lossy(&run(&mut export)?.stdout).into_owned();
    let mut lines = Lines::default();
    for record in report.split("SF:").skip(1) {
        lines.add(record, &root.to_string_lossy(), sources);
    }
    Ok(lines)
}

fn with_extension(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder)?
        .flatten()
        .map(|entry| entry.path());
    Ok(entries
        .filter(|path| path.extension().is_some_and(|it| it == extension))
        .collect())
}

/// As `gcov` tells them: each source after its name, each line after how often it was reached and its number.
fn lines_of_c(folder: &Path, counted: &[PathBuf], sources: &[&str]) -> Result<Lines> {
    let mut command = Command::new("gcov");
    let report = run(command.current_dir(folder).arg("--stdout").args(counted))?.stdout;
    let root = crate::target::repository("").canonicalize()?;
    let mut lines = Lines::default();
    for source in String::from_utf8_lossy(&report).split("0:Source:").skip(1) {
        let (file, rest) = source.split_once('\n').unwrap_or((source, ""));
        let file = Path::new(file).canonicalize().unwrap_or_default();
        let mut record = format!("{}\n", file.display());
        for row in rest.lines() {
            let mut columns = row.splitn(3, ':').map(str::trim);
            if let (Some(count), Some(number)) = (columns.next(), columns.next()) {
                let count = count.trim_end_matches('*').replace(['#', '='], "");
                match count.as_str() {
                    "-" => {}
                    "" => record.push_str(&format!("DA:{number},0\n")),
                    count => record.push_str(&format!("DA:{number},{count}\n")),
                }
            }
        }
        lines.add(&record, &root.to_string_lossy(), sources);
    }
    Ok(lines)
}

/// One of LLVM's tools that came with the compiler.
fn tool(name: &str) -> Result<PathBuf> {
    let root = run(Command::new("rustc").args(["--print", "target-libdir"]))?.stdout;
    let libraries = PathBuf::from(String::from_utf8_lossy(&root).trim());
    let tool = libraries.with_file_name("bin").join(name);
    match tool.is_file() {
        true => Ok(tool),
        false => bail!("{name} is not installed: `rustup component add llvm-tools`"),
    }
}

fn run(command: &mut Command) -> Result<Output> {
    let output = command
        .output()
        .with_context(|| format!("cannot start {command:?}"))?;
    if !output.status.success() {
        bail!("{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(output)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_by_file() {
        let mut lines = Lines::default();
        lines.add(
            "/project/src/a.rs\nDA:1,5\nDA:2,0\nDA:3,0\nDA:7,0\n",
            "/project",
            &["src"],
        );
        lines.add("/project/other/b.rs\nDA:1,0\n", "/project", &["src"]);
        assert_eq!(lines.count(), (4, 1));
        assert_eq!(lines.unreached(), "  src/a.rs: 2-3, 7\n");
    }
}
