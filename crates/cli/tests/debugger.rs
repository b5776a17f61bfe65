//! `weft run --gdb`, driven by a real gdb-multiarch: what its user sees of all cores.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const GDB: &str = "gdb-multiarch";

/// Whether there is a debugger to test with.
fn debugger_is_here() -> bool {
    let here = Command::new(GDB).arg("--version").output().is_ok();
    if !here {
        eprintln!("skipped: {GDB} is not installed (`make setup-test` installs it)");
    }
    here
}

/// A file for these tests.
fn file(name: &str) -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/debugger");
    tests.join(name)
}

/// A program under the control of a debugger to come.
struct Debugged {
    weft: Child,
    elf: PathBuf,
    port: String,
    _folder: tempfile::TempDir,
}

impl Debugged {
    fn start(program: &str) -> Debugged {
        Debugged::start_with(program, &["-O", "g"])
    }

    fn start_with(program: &str, options: &[&str]) -> Debugged {
        let source = file(program);
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut weft = Command::new(env!("CARGO_BIN_EXE_weft"))
            .args(["run", "--quiet", "-n", "2", "--gdb", "0"])
            .args(options)
            .arg("--keep")
            .args([folder.path(), &source])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("weft runs");
        let mut line = String::new();
        let stderr = weft.stderr.take().expect("piped");
        BufReader::new(stderr)
            .read_line(&mut line)
            .expect("weft says where it waits");
        let port = line
            .rsplit(':')
            .next()
            .expect("a port")
            .trim_end_matches(['\'', '\n'])
            .to_string();
        let elf = folder.path().join(program).with_extension("elf");
        Debugged {
            weft,
            elf,
            port,
            _folder: folder,
        }
    }

    fn gdb(&self, commands: &[&str]) -> Command {
        let mut gdb = Command::new(GDB);
        gdb.args(["-nx", "-batch", "-ex", "set pagination off", "-ex"]);
        gdb.arg(format!("target remote :{}", self.port));
        gdb.args(commands.iter().flat_map(|command| ["-ex", command]));
        gdb.arg(&self.elf).stdin(Stdio::null());
        gdb
    }

    /// What gdb prints while it carries out the commands.
    fn session(&self, commands: &[&str]) -> String {
        let output = self.gdb(commands).output().expect("gdb runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Exit status and output of the program.
    fn end(mut self) -> (Option<i32>, String) {
        let mut text = String::new();
        self.weft
            .stdout
            .take()
            .expect("piped")
            .read_to_string(&mut text)
            .expect("text");
        (self.weft.wait().expect("weft ends").code(), text)
    }
}

/// The parts must appear in this order.
fn assert_in_order(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let Some(place) = rest.find(part) else {
            panic!("`{part}` is missing in what follows in:\n{text}")
        };
        rest = &rest[place + part.len()..];
    }
}

#[test]
fn every_core_stops_at_a_breakpoint_though_both_come_in_the_same_cycle() {
    if !debugger_is_here() {
        return;
    }
    let debugged = Debugged::start("counting.c");
    let text = debugged.session(&[
        "break count",
        "continue",
        "continue",
        "continue",
        "info threads",
        "kill",
    ]);
    assert_in_order(
        &text,
        &[
            "Thread 1 hit Breakpoint 1, count (rank=0, step=",
            "Thread 2 hit Breakpoint 1, count (rank=1, step=",
            "hit Breakpoint 1, count (rank=",
            "=2)",
            "core 0, cycle",
            "core 1, cycle",
        ],
    );
    assert_eq!(debugged.end().0, Some(130));
}

#[test]
fn a_breakpoint_of_one_thread_and_a_watchpoint_of_another() {
    if !debugger_is_here() {
        return;
    }
    let debugged = Debugged::start("counting.c");
    let text = debugged.session(&[
        "break count thread 2",
        "continue",
        "delete",
        "thread 1",
        "watch counter",
        "continue",
        "continue",
        "delete",
        "watch common",
        "continue",
        "delete",
        "continue",
    ]);
    assert_in_order(
        &text,
        &[
            "Thread 2 hit Breakpoint 1, count (rank=1, step=",
            "Thread 1 hit Hardware watchpoint 2: counter",
            "New value = 1",
            "Thread 1 hit Hardware watchpoint 2: counter",
            "New value = 3",
            "Thread 1 hit Hardware watchpoint 3: common",
            "New value = 10",
            "exited with code 012",
        ],
    );
    assert_eq!(debugged.end(), (Some(10), "10\n10\n".to_string()));
}

#[test]
fn registers_and_memory_can_be_written_and_an_instruction_stepped() {
    if !debugger_is_here() {
        return;
    }
    let debugged = Debugged::start("counting.c");
    let text = debugged.session(&[
        "break count thread 1",
        "continue",
        "set var counter = 100",
        "print $a1 = 50",
        "print $pc == (long) &count",
        "stepi",
        "print $pc == (long) &count",
        "backtrace",
        "delete",
        "finish",
        "continue",
    ]);
    assert_in_order(
        &text,
        &[
            "= 50",
            "= 1",
            "= 0",
            "#1 ",
            "in main",
            "Value returned is",
            "150",
            "exited",
        ],
    );
    assert_eq!(debugged.end().0, Some((150 + 152 + 155) & 255));
}

#[test]
fn a_core_goes_on_elsewhere_and_tells_what_it_does() {
    if !debugger_is_here() {
        return;
    }
    let debugged = Debugged::start("counting.c");
    let mut gdb = debugged.gdb(&[
        "break count thread 1",
        "continue",
        "set $pc = (long) &main",
        "print $pc == (long) &main",
        "monitor cores",
        "monitor cycle",
        "monitor help",
        "monitor rubbish",
        "kill",
    ]);
    let output = gdb.output().expect("gdb runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_in_order(&text, &["hit Breakpoint 1", "= 1"]);
    // What a target answers to its own commands, gdb prints on standard error.
    let text = String::from_utf8_lossy(&output.stderr);
    let shown = [
        "core 0: runs",
        "core 1: ",
        "monitor cores ",
        "there is no command `rubbish`",
    ];
    assert_in_order(&text, &shown);
    assert_eq!(debugged.end().0, Some(130));
}

#[test]
fn instructions_of_one_cycle_are_stepped_one_by_one() {
    if !debugger_is_here() {
        return;
    }
    let platform = file("wide.toml");
    let platform = platform.to_str().expect("Unicode");
    let debugged = Debugged::start_with("bundle.c", &["-O", "g", "--platform", platform]);
    let text = debugged.session(&[
        "break *(long) &inside thread 1",
        "continue",
        "print $a1 + 10 * ($a2 == 3)",
        "stepi",
        "print $a2 + 10 * ($a3 == 4)",
        "stepi",
        "print $pc == (long) &behind",
        "delete",
        "continue",
    ]);
    let steps = ["hit Breakpoint 1", "= 2", "= 3", "= 1", "exited"];
    assert_in_order(&text, &steps);
    assert_eq!(debugged.end().0, Some(3));
}

#[test]
fn registers_of_the_floating_point_unit_are_read_and_set() {
    if !debugger_is_here() {
        return;
    }
    let debugged =
        Debugged::start_with("floating.c", &["-O", "g", "-p", "cortex16-fpu", "--label"]);
    let text = debugged.session(&[
        "break half",
        "continue",
        "print $fa0",
        "set var $fa0 = 9",
        "print $fa0 + $fa0",
        "set var $frm = 1",
        "print $fcsr >> 5",
        "set var $frm = 0",
        "print $priv",
        "delete",
        "continue",
    ]);
    let steps = ["hit Breakpoint 1", "= 7", "= 18", "= 1", "= 3", "exited"];
    assert_in_order(&text, &steps);
    let (status, printed) = debugged.end();
    assert_eq!(status, Some(0));
    assert!(
        printed.contains("45 tenths") && printed.contains("35 tenths"),
        "{printed}"
    );
}

/// What gdb prints of lines.c, in which the compiler has put the library's functions into the program's.
fn lines(commands: &[&str]) -> Option<String> {
    debugger_is_here().then(|| {
        let debugged = Debugged::start_with("lines.c", &["-O", "2"]);
        let text = debugged.session(&[commands, &["kill"]].concat());
        debugged.end();
        text
    })
}

#[test]
fn next_steps_over_what_is_compiled_in_line() {
    let nexts = ["next"; 8];
    let Some(text) = lines(&[["break main thread 1", "continue"].as_slice(), &nexts].concat())
    else {
        return;
    };
    let shown = [
        "\n8\t", "\n9\t", "\n10\t", "\n11\t", "\n12\t", "\n13\t", "\n14\t", "\n15\t", "\n16\t",
    ];
    assert_in_order(&text, &shown);
    // Until then all cores are at the library's first instruction.
    let (_, in_main) = text.split_once("Breakpoint 1, main").expect("a stop");
    assert!(!in_main.contains("lib/src/"), "{text}");
}

#[test]
fn a_breakpoint_stops_at_a_call_that_is_compiled_in_line() {
    let Some(text) = lines(&["break lines.c:18", "continue"]) else {
        return;
    };
    assert_in_order(&text, &["Thread 2 hit Breakpoint 1", "\n18\t"]);
}

#[test]
fn ctrl_c_in_the_debugger_stops_all_cores() {
    if !debugger_is_here() {
        return;
    }
    let debugged = Debugged::start("endless.c");
    let mut gdb = debugged
        .gdb(&["continue", "info threads", "kill"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("gdb runs");
    let mut output = BufReader::new(gdb.stdout.take().expect("piped"));
    let mut text = String::new();
    output.read_line(&mut text).expect("gdb has connected");
    std::thread::sleep(Duration::from_millis(500));
    let sent = Command::new("kill")
        .args(["-INT", &gdb.id().to_string()])
        .status()
        .expect("kill runs");
    assert!(sent.success());
    output.read_to_string(&mut text).expect("text");
    gdb.wait().expect("gdb ends");
    assert_in_order(&text, &["SIGINT", "core 0, cycle", "core 1, cycle"]);
    assert_eq!(debugged.end().0, Some(130));
}
