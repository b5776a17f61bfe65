//! The documentation, held against the project: every command that a page shows is run in a copy of the repository, and every output that
//! it shows is compared. `docs/contribute/testing.md` describes what pages contain; `not_run.txt` lists what is not run.
//!
//! `WEFT_REFRESH=1` writes new outputs into the pages.

mod compare;
mod copy;
mod links;
mod page;
mod refresh;

use compare::{agrees, lines, Closeness};
use copy::Copy;
use page::{Command, Page, Session, Step};
use refresh::Change;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};

/// Seconds after which a command hangs.
const PATIENCE: u32 = 300;
const PATIENCE_OF_HEAVY: u32 = 3600;

/// The top folder of the repository.
fn root() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().expect("a folder above").to_path_buf()
}

/// All pages, relative to the top folder.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![PathBuf::from("README.md")];
    let mut folders = vec![PathBuf::from("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root().join(&folder)).expect("a folder") {
            let path = folder.join(entry.expect("an entry").file_name());
            if root().join(&path).is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// Commands that are not run, with the reasons.
static NOT_RUN: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let list = include_str!("not_run.txt").lines();
    let entries = list.filter(|line| !line.starts_with('#') && !line.is_empty());
    entries
        .map(|line| line.split_once(" | ").expect("COMMAND | REASON"))
        .collect()
});

fn is_run(command: &Command) -> bool {
    !NOT_RUN.iter().any(|(text, _)| command.bare() == *text)
}

/// The compiler and the C library that the outputs of the pages come from.
fn compiler() -> String {
    let script = "riscv64-unknown-elf-gcc --version | head -n 1; echo '#include <picolibc.h>' | \
                  riscv64-unknown-elf-gcc --specs=picolibc.specs -E -dM - | sed -n 's/^#define _PICOLIBC_VERSION /picolibc /p'";
    let output = std::process::Command::new("sh")
        .args(["-c", script])
        .output();
    String::from_utf8_lossy(&output.expect("a shell").stdout).into_owned()
}

/// Whether this compiler is the one that the pages name. If not, says so.
static SAME_COMPILER: LazyLock<bool> = LazyLock::new(|| {
    let recorded = root().join("docs/outputs-compiler.txt");
    let (here, there) = (
        compiler(),
        std::fs::read_to_string(recorded).expect("a compiler"),
    );
    if here != there {
        eprintln!("the pages show outputs of\n{there}this is\n{here}numbers are not compared");
    }
    here == there
});

fn closeness(session: &Session) -> Closeness {
    match (session.varies, *SAME_COMPILER, session.exact) {
        (false, true, _) => Closeness::Numbers,
        (false, false, true) => Closeness::Nothing,
        _ => Closeness::Words,
    }
}

/// What went wrong on a page, and what would put it right.
#[derive(Default)]
struct Findings {
    faults: Vec<String>,
    changes: Vec<Change>,
}

/// Runs the commands of a page that are `heavy`, or those that are not, and what these need.
fn run_page(page: &Page, heavy: bool) -> Findings {
    let mut findings = Findings::default();
    let mut copy = Copy::new(&root(), page);
    for step in &page.steps {
        match step {
            Step::File { name, text } => copy.write(name, text),
            Step::Session(session) if session.heavy <= heavy => {
                run_session(session, page, &mut copy, &mut findings);
            }
            Step::Session(_) => {}
        }
    }
    findings
}

fn run_session(session: &Session, page: &Page, copy: &mut Copy, findings: &mut Findings) {
    let seconds = if session.heavy {
        PATIENCE_OF_HEAVY
    } else {
        PATIENCE
    };
    for command in session.commands.iter().filter(|command| is_run(command)) {
        if let Some(missing) = missing_program(command) {
            eprintln!(
                "{}: skipped, {missing} is not installed",
                page.path.display()
            );
            return;
        }
        let printed = copy.run(command, seconds);
        let output = lines(&printed.text);
        let place = format!("{}:{}", page.path.display(), command.output_at);
        if printed.status != Some(command.status()) {
            let status = printed.status;
            findings.faults.push(format!(
                "{place}: {}\nexit status {status:?}\n{}",
                command.text, printed.text
            ));
        } else if !agrees(&command.shown, &output, closeness(session)) {
            let (shown, output_text) = (command.shown.join("\n"), output.join("\n"));
            findings.faults.push(format!(
                "{place}: {}\nshown\n{shown}\nprinted\n{output_text}",
                command.text
            ));
            findings
                .changes
                .extend(Change::new(command.output_at, &command.shown, &output));
        }
    }
}

/// A program of others that a command needs and this machine lacks.
fn missing_program(command: &Command) -> Option<&str> {
    let program = command.bare().split_whitespace().next()?;
    let optional = ["gdb-multiarch", "otf2-print"].contains(&program);
    let is_missing = || {
        std::process::Command::new(program)
            .arg("--version")
            .output()
            .is_err()
    };
    (optional && is_missing()).then_some(program)
}

/// Runs pages side by side, one for each core of this machine.
fn run(heavy: bool) {
    let mut pages: Vec<Page> = pages()
        .iter()
        .map(|path| page::read(&root(), path))
        .collect();
    pages.retain(|page| has_commands(page, heavy));
    pages.sort_by_key(|page| std::cmp::Reverse(page.steps.len()));
    let (next, faults) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(page) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
            let findings = run_page(page, heavy);
            if std::env::var_os("WEFT_REFRESH").is_some() {
                refresh::write(&root().join(&page.path), findings.changes);
            }
            faults.lock().expect("no panic").extend(findings.faults);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let faults = faults.into_inner().expect("no panic");
    assert!(
        faults.is_empty(),
        "{} outputs differ\n\n{}",
        faults.len(),
        faults.join("\n\n")
    );
}

fn has_commands(page: &Page, heavy: bool) -> bool {
    let named = std::env::var("WEFT_PAGE").unwrap_or_default();
    let is_named = page.path.display().to_string().contains(&named);
    is_named
        && page
            .steps
            .iter()
            .any(|step| matches!(step, Step::Session(session) if session.heavy == heavy))
}

#[test]
fn every_command_works_and_prints_what_its_page_shows() {
    run(false);
}

#[test]
#[ignore = "minutes"]
fn every_heavy_command_works_and_prints_what_its_page_shows() {
    run(true);
}

#[test]
fn what_is_not_run_is_in_a_page_and_has_a_reason() {
    let pages: Vec<Page> = pages()
        .iter()
        .map(|path| page::read(&root(), path))
        .collect();
    for (text, reason) in NOT_RUN.iter() {
        let sessions = pages
            .iter()
            .flat_map(|page| &page.steps)
            .filter_map(|step| match step {
                Step::Session(session) => Some(session),
                Step::File { .. } => None,
            });
        let is_shown = sessions
            .flat_map(|session| &session.commands)
            .any(|command| command.bare() == *text);
        assert!(is_shown, "no page shows `{text}`");
        println!("not run: {text}: {reason}");
    }
}
