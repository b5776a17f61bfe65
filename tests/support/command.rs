//! Runs the `weft` command as a user does, in a temporary folder, and checks its exit status and output.

use std::fs::DirEntry;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::sync::LazyLock;
use tempfile::TempDir;

/// Timeout in seconds, after which a command counts as hanging.
const PATIENCE_SECONDS: &str = "120";

/// The command, built with the profile of the tests.
static WEFT: LazyLock<PathBuf> = LazyLock::new(build);

/// Builds the command, unless `WEFT_IS_BUILT` says that it is: `cargo test --workspace` has built it already, but with the features that
/// tests of all crates want, and building it alone would compile half the workspace once more.
fn build() -> PathBuf {
    if std::env::var_os("WEFT_IS_BUILT").is_none() {
        build_alone();
    }
    // This test is TARGET/PROFILE/deps/NAME-HASH.
    let test = std::env::current_exe().expect("a test knows its path");
    test.parent()
        .and_then(Path::parent)
        .expect("a folder of the profile")
        .join("weft")
}

fn build_alone() {
    let mut cargo = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string()));
    cargo
        .args(["build", "--quiet", "--package", "weft-cli"])
        .args(["--package", "weft-launch"])
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    assert!(
        cargo.status().expect("cargo runs").success(),
        "weft does not build"
    );
}

/// Returns the path of the command.
pub fn weft() -> &'static Path {
    &WEFT
}

/// A temporary folder in which commands run.
pub struct Folder(TempDir);

impl Default for Folder {
    fn default() -> Self {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }
}

impl Folder {
    /// A folder with one file.
    pub fn with(name: &str, content: impl AsRef<[u8]>) -> Folder {
        let folder = Folder::default();
        folder.write(name, content);
        folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), content).expect("a file is written");
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Returns the files in the folder, without links, in the order of their names.
    pub fn files(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.0.path()).expect("the folder is there");
        let entries = entries.map(|entry| entry.expect("an entry"));
        let is_file = |entry: &DirEntry| entry.file_type().is_ok_and(|kind| kind.is_file());
        let mut files: Vec<PathBuf> = entries.filter(is_file).map(|entry| entry.path()).collect();
        files.sort();
        files
    }

    /// Runs `weft` with these arguments, which are separated by blanks.
    pub fn weft(&self, arguments: &str) -> Ended {
        let output = self.command(arguments).output().expect("weft runs");
        Ended::from(arguments, output)
    }

    /// Returns the command `weft` with these arguments, for the test to start.
    pub fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new("timeout");
        command.args(["--foreground", PATIENCE_SECONDS]).arg(weft());
        command
            .args(arguments.split_whitespace())
            .current_dir(self.0.path())
            .stdin(Stdio::null());
        command
    }
}

/// A program that says that it has begun and never ends, and the line that it says.
pub const FOREVER: (&str, &str) = (
    "#include <stdio.h>\nint main(void) { puts(\"started\"); fflush(stdout); for (;;) __asm__ volatile(\"\"); }\n",
    "started\n",
);

/// Starts a command that runs this program, and waits for the line that it prints first. Returns the process, and the rest of its output.
pub fn started(command: &mut Command) -> (Child, BufReader<ChildStdout>) {
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("weft starts");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    stdout.read_line(&mut line).expect("a line of the program");
    assert_eq!(line, FOREVER.1);
    (child, stdout)
}

/// Sends what Ctrl-C sends. `timeout` passes the signal on.
pub fn interrupt(child: &Child) {
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
}

/// What was printed, without the lines that tell of a build: whether there is one depends on what has run before.
pub fn without_builds(printed: &str) -> String {
    let lines = printed.split_inclusive('\n');
    lines
        .filter(|line| !line.starts_with("building the "))
        .collect()
}

/// The output and exit status of a command.
pub struct Ended {
    arguments: String,
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Ended {
    pub fn from(arguments: &str, output: Output) -> Ended {
        Ended {
            arguments: arguments.to_string(),
            status: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: without_builds(&String::from_utf8_lossy(&output.stderr)),
        }
    }

    /// Requires this exit status.
    #[track_caller]
    pub fn exits(self, status: i32) -> Ended {
        assert_eq!(
            self.status,
            Some(status),
            "weft {}\n{}{}",
            self.arguments,
            self.stdout,
            self.stderr
        );
        self
    }

    /// Requires each of these pieces in what it printed to the standard error.
    #[track_caller]
    pub fn says(self, pieces: &[&str]) -> Ended {
        for piece in pieces {
            assert!(
                self.stderr.contains(piece),
                "weft {}\nlacks {piece:?}:\n{}",
                self.arguments,
                self.stderr
            );
        }
        self
    }

    /// Requires that nothing in what it printed comes from inside: neither Rust's names nor a panic.
    #[track_caller]
    pub fn speaks_plainly(self) -> Ended {
        for piece in ["panicked", "Some(", "{ ", "unwrap"] {
            assert!(
                !self.stderr.contains(piece),
                "weft {}\nprints {piece:?}:\n{}",
                self.arguments,
                self.stderr
            );
        }
        self
    }
}
