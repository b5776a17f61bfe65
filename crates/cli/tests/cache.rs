//! The cache of builds: whom it trusts, what it repairs, and `weft cache`.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs `weft` with the cache below `folder`.
fn weft(folder: &Path, arguments: &[&str]) -> Output {
    let mut weft = Command::new(env!("CARGO_BIN_EXE_weft"));
    weft.env("XDG_CACHE_HOME", folder).args(arguments);
    weft.output().expect("weft runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A program that is built quickly, with the base of the library alone.
fn program(folder: &Path) -> String {
    let file = folder.join("small.c");
    std::fs::write(&file, "int main(void) { return 0; }\n").expect("a program");
    file.to_str().expect("Unicode").to_owned()
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let below = |path: PathBuf| match path.is_dir() {
        true => files_below(&path),
        false => vec![path],
    };
    paths.flat_map(below).collect()
}

#[test]
fn without_a_home_a_folder_that_another_user_may_fill_is_not_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = program(folder.path());
    let temporary = folder.path().join("tmp");
    std::fs::create_dir_all(temporary.join("weft")).expect("a folder");
    let run = || {
        let mut weft = Command::new(env!("CARGO_BIN_EXE_weft"));
        weft.env_remove("HOME").env_remove("XDG_CACHE_HOME");
        weft.env("TMPDIR", &temporary);
        let run = weft.args(["run", "-q", "-n", "1", &program]);
        run.output().expect("weft runs")
    };
    assert!(run().status.success());
    assert_eq!(files_below(&temporary.join("weft")), [] as [PathBuf; 0]);
    let folders = std::fs::read_dir(&temporary).expect("a folder");
    let folders = folders.map(|entry| entry.expect("an entry").path());
    let own: Vec<PathBuf> = folders.filter(|path| !path.ends_with("weft")).collect();
    let [own] = own.as_slice() else {
        panic!("one folder of this user: {own:?}")
    };
    let mode = |path: &Path| path.metadata().expect("a folder").permissions().mode() & 0o777;
    assert_eq!(mode(own), 0o700);
    // Another user has prepared it.
    std::fs::set_permissions(own, PermissionsExt::from_mode(0o777)).expect("a mode");
    let refused = run();
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("not to be trusted: remove it"));
}

#[test]
fn a_damaged_cache_is_repaired() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = program(folder.path());
    let run = || weft(folder.path(), &["run", "-q", "-n", "1", &program]);
    assert!(run().status.success());
    for file in files_below(&folder.path().join("weft")) {
        std::fs::write(file, "damaged").expect("a damaged file");
    }
    let again = run();
    assert!(again.status.success(), "{again:?}");
}

#[test]
fn several_cold_runs_build_once_and_what_a_killed_one_left_goes() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = program(folder.path());
    let left = folder.path().join("weft/drafts/0123");
    let make =
        std::os::unix::fs::DirBuilderExt::mode(std::fs::DirBuilder::new().recursive(true), 0o700)
            .create(&left);
    make.expect("a draft");
    let start = || {
        let mut weft = Command::new(env!("CARGO_BIN_EXE_weft"));
        weft.env("XDG_CACHE_HOME", folder.path());
        weft.args(["run", "-n", "1", &program]);
        let piped = std::process::Stdio::piped;
        let started = weft.stdout(piped()).stderr(piped()).spawn();
        started.expect("weft starts")
    };
    let runs: Vec<_> = (0..4).map(|_| start()).collect();
    let told = runs.into_iter().map(|run| {
        let output = run.wait_with_output().expect("weft ends");
        assert!(output.status.success(), "{output:?}");
        text(&output.stderr).matches("building the library").count()
    });
    assert_eq!(told.sum::<usize>(), 1);
    assert!(!left.exists());
}

#[test]
fn its_size_is_told_its_entries_listed_and_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = program(folder.path());
    let tell = |arguments: &[&str]| {
        let output = weft(folder.path(), arguments);
        assert!(output.status.success(), "{output:?}");
        text(&output.stdout)
    };
    assert!(tell(&["cache"]).contains("libraries        0   0 B"));
    tell(&["run", "-q", "-n", "1", &program]);
    let size = tell(&["cache"]);
    assert!(size.contains("programs         1"), "{size}");
    let list = tell(&["cache", "list"]);
    assert!(
        list.contains("program") && list.contains("library"),
        "{list}"
    );
    assert!(tell(&["cache", "prune"]).starts_with("removed 0 entries"));
    let pruned = tell(&["cache", "prune", "--unused", "0"]);
    assert!(!pruned.starts_with("removed 0 entries"), "{pruned}");
    assert_eq!(files_below(&folder.path().join("weft")), [] as [PathBuf; 0]);
}
