//! Circuits that are held against their models alone, by the scripts in `hardware/bench`.

use crate::hardware::{damaged_home, has_verilator, FAILED, PATIENCE_SECONDS, ROOT};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use weft_tests::command::Ended;

/// Returns an example of the simulator, built with the profile of the tests. `cargo test --workspace` has built it already, and says so by
/// `WEFT_IS_BUILT`.
fn example(name: &str) -> PathBuf {
    if std::env::var_os("WEFT_IS_BUILT").is_none() {
        let mut cargo = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
        cargo.args(["build", "--quiet", "--package", "weft-sim"]);
        cargo.args(["--example", name]).current_dir(ROOT);
        if !cfg!(debug_assertions) {
            cargo.arg("--release");
        }
        assert!(cargo.status().expect("cargo runs").success());
    }
    // This test is TARGET/PROFILE/deps/NAME-HASH.
    let test = std::env::current_exe().expect("a test knows its path");
    let profile = test.ancestors().nth(2).expect("a folder of the profile");
    profile.join("examples").join(name)
}

/// A script that holds circuits against a model. Verilator compiles them; where it is not installed, a test says so and does nothing.
pub struct Bench {
    script: &'static str,
    /// The example that writes what the model does, and the variable in which the script finds it.
    model: &'static str,
    variable: &'static str,
}

/// Modules whose ports have what a trace of the model tells.
pub const RUN: Bench = Bench {
    script: "run",
    model: "port_trace",
    variable: "PORT_TRACE",
};

/// The ciphering circuit.
pub const CIPHER: Bench = Bench {
    script: "cipher",
    model: "ccm_messages",
    variable: "CCM_MESSAGES",
};

/// A mistake to make in a circuit.
pub struct Mistake {
    pub module: &'static str,
    pub right: &'static str,
    pub wrong: &'static str,
}

impl Bench {
    /// Asserts that the circuits do what the model does.
    pub fn agrees(&self, arguments: &[&str]) {
        if has_verilator() {
            let told = self.told(Path::new(ROOT), arguments).exits(0);
            assert!(told.stdout.contains("no difference"), "{}", told.stdout);
        }
    }

    /// Asserts that a mistake is found, and that what is told of it contains `part`.
    pub fn finds(&self, mistake: &Mistake, arguments: &[&str], part: &str) {
        if has_verilator() {
            let Mistake {
                module,
                right,
                wrong,
            } = mistake;
            let home = damaged_home(module, right, wrong);
            let told = self.told(&home.path(""), arguments).exits(FAILED);
            assert!(told.stdout.contains(part), "{module}: {}", told.stdout);
        }
    }

    /// What the script tells of the circuits below a folder.
    fn told(&self, home: &Path, arguments: &[&str]) -> Ended {
        let output: std::io::Result<Output> = Command::new("timeout")
            .args(["--foreground", PATIENCE_SECONDS])
            .arg(home.join("hardware/bench").join(self.script))
            .args(arguments)
            .env(self.variable, example(self.model))
            .output();
        Ended::from(self.script, output.expect("timeout runs"))
    }
}

/// As of any program that Ctrl-C has ended.
const INTERRUPTED: i32 = 130;

/// Ctrl-C is an exception of Python. (A signal would do nothing where those that the tests are started by ignore it.)
#[test]
fn an_interrupted_script_says_so_without_a_traceback() {
    let script = "import commands\ndef main():\n    raise KeyboardInterrupt\ncommands.ends(main)";
    let mut python = Command::new("python3");
    python.args(["-Bc", script]);
    python.current_dir(Path::new(ROOT).join("hardware"));
    let output = python.output().expect("python runs");
    let told = Ended::from("commands", output).exits(INTERRUPTED);
    assert!(!told.says(&["interrupted"]).stderr.contains("Traceback"));
}
