//! Mutexes and barriers, whatever the platform makes them of: the same programs hold on every kind of threads, in both engines.

use serde_json::Value;
use std::path::{Path, PathBuf};
use weft_tests::command::{weft, without_builds, Folder};

/// Platforms of each kind of threads, and one without message instructions.
const PLATFORMS: [&str; 5] = [
    "asip8",
    "asip8x",
    "asip8-polling",
    "asip8-interrupt",
    "asip8-ipcm",
];

/// More cycles than any of these programs takes: one that polls for ever is stopped.
const CYCLES: u32 = 20_000_000;

fn source(program: &str) -> PathBuf {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    repository
        .join("tests/threads")
        .join(program)
        .with_extension("c")
}

/// Runs a program on each number of ranks, on each platform and in both engines, which must take the same cycles.
fn holds_everywhere(program: &str, ranks: &[u32]) {
    holds_on(&PLATFORMS, program, ranks);
}

fn holds_on(platforms: &[&str], program: &str, ranks: &[u32]) {
    for platform in platforms {
        let folder = Folder::default();
        let source = source(program);
        let build = format!("disasm --platform {platform} --function main --keep built");
        folder
            .weft(&format!("{build} {}", source.display()))
            .exits(0);
        for count in ranks {
            let cycles = ["fast", "step"].map(|engine| {
                let options =
                    format!("--quiet --platform {platform} -n {count} --max-cycles {CYCLES}");
                let run = format!("run {options} --engine {engine} --json run.json");
                folder.weft(&format!("{run} built/{program}.elf")).exits(0);
                let facts: Value = serde_json::from_slice(&folder.read("run.json")).expect("JSON");
                facts["cycles"].as_u64().expect("cycles")
            });
            assert_eq!(cycles[0], cycles[1], "{program} on {count} of {platform}");
        }
    }
}

#[test]
fn cores_start_threads_and_notify_events() {
    holds_on(&["asip8", "asip8x"], "started", &[2, 3, 8]);
}

#[test]
fn an_event_is_a_number_that_is_known() {
    let program = |event: &str| {
        format!("#include <weft/event.h>\nint main(int n, char **a) {{ (void)a; weft_event_notify(n, {event}); return 0; }}\n")
    };
    for event in ["n", "WEFT_EVENTS"] {
        let folder = Folder::with("program.c", program(event));
        folder
            .weft("run -q -n 1 program.c")
            .exits(2)
            .says(&["an event is a constant from 0 to WEFT_EVENTS - 1"]);
    }
}

/// Runs a program as processes of this machine.
fn holds_on_this_machine(program: &str, ranks: &[u32]) {
    for count in ranks {
        let run = format!("run --quiet --platform host -n {count}");
        let run = format!("{run} {}", source(program).display());
        Folder::default().weft(&run).exits(0);
    }
}

#[test]
fn processes_have_mutexes_barriers_and_shared_data_in_common() {
    holds_on_this_machine("exclusion", &[2, 3, 8]);
    holds_on_this_machine("barriers", &[2, 4, 7]);
    holds_on_this_machine("misuse", &[1, 6]);
    holds_on_this_machine("shared_mutexes", &[2, 5]);
}

#[test]
fn a_rank_that_is_killed_with_a_mutex_takes_the_run_down() {
    let run = format!("run -q --platform host -n 3 {}", source("killed").display());
    let pieces = ["rank 1 was killed by signal 9 (SIGKILL)"];
    Folder::default().weft(&run).exits(137).says(&pieces);
}

#[test]
fn shared_data_with_an_initial_value_are_refused() {
    for (platform, status) in [("asip8", 2), ("host", 1)] {
        let run = format!("run -q --platform {platform} -n 1");
        let run = format!("{run} {}", source("initial").display());
        Folder::default().weft(&run).exits(status);
    }
}

/// As POSIX threads are everywhere, with -pthread; without it the program is told so.
#[test]
fn processes_may_have_threads_of_their_own() {
    let weftcc = weft().with_file_name("weftcc");
    let compile = |flag: &str| {
        let folder = Folder::default();
        let mut command = std::process::Command::new(&weftcc);
        command.args([flag, "-O2", "-o"]).arg(folder.path("own"));
        let output = command.arg(source("own")).output().expect("weftcc runs");
        let said = String::from_utf8(output.stderr).expect("text");
        (folder, output.status.success(), said)
    };
    let (_, compiles, said) = compile("-g");
    assert!(
        !compiles && said.contains("compile with -pthread"),
        "{said}"
    );
    let (folder, compiles, said) = compile("-pthread");
    assert!(compiles, "{said}");
    let run = "run --quiet --platform host -n 2 own";
    folder.weft(run).exits(0);
}

#[test]
fn a_mutex_excludes_all_others_under_random_delays() {
    holds_everywhere("exclusion", &[2, 3, 5, 8]);
}

#[test]
fn mutexes_in_shared_memory_are_initialized_by_one_rank() {
    holds_everywhere("shared_mutexes", &[2, 7]);
}

#[test]
fn barriers_order_what_is_before_and_behind_them() {
    holds_everywhere("barriers", &[2, 4, 7, 8]);
}

#[test]
fn misuse_gets_the_same_errors() {
    holds_everywhere("misuse", &[1, 6]);
}

#[test]
fn interrupts_of_the_program_go_on_meanwhile() {
    holds_everywhere("interrupted", &[2, 8]);
}

#[test]
fn images_that_differ_have_mutexes_and_barriers_in_common() {
    for platform in PLATFORMS {
        let cores = format!(
            "--core 0={} --core 1={}",
            source("first").display(),
            source("second").display()
        );
        let options = format!("--quiet --platform {platform} --max-cycles {CYCLES}");
        Folder::default()
            .weft(&format!("run {options} {cores}"))
            .exits(0);
    }
}

/// Runs `robust` on a chip, in both engines: what it prints, which must be the same.
fn robust(platform: &str, options: &str, status: i32) -> String {
    let printed = ["fast", "step"].map(|engine| {
        let run = format!("run --quiet --platform {platform} -n 4 --max-cycles {CYCLES}");
        let run = format!("{run} -D WEFT_ROBUST=10000 --engine {engine}");
        let ended =
            Folder::default().weft(&format!("{run} {options} {}", source("robust").display()));
        ended.exits(status).stderr
    });
    let [fast, step] = printed.map(|printed| without_builds(&printed));
    assert_eq!(fast, step, "{platform}");
    fast
}

/// Whatever other mutexes of the platform are made of.
#[test]
fn the_robust_mutex_of_a_core_that_died_is_handed_over() {
    for platform in PLATFORMS.iter().chain(&["hibi8", "cortex8"]) {
        robust(platform, "", 0);
        let folder = Folder::with("faults", "at=5000 core1 dies\n");
        let said = robust(
            platform,
            &format!("--faults {}", folder.path("faults").display()),
            3,
        );
        for piece in [
            "rank 0 (core 0), rank 2 (core 2) and rank 3 (core 3) have exited with status 0",
            "rank 1 (core 1) died at cycle 5,000",
        ] {
            assert!(said.contains(piece), "{platform}: {piece}\n{said}");
        }
    }
}

#[test]
fn the_robust_mutex_of_a_process_that_ended_is_handed_over() {
    holds_on_this_machine("robust", &[2, 5]);
}

#[test]
fn robust_mutexes_want_their_option_and_shared_memory() {
    let said = |options: &str, piece: &str| {
        let run = format!("run -q -n 2 {options} {}", source("robust").display());
        Folder::default().weft(&run).exits(2).says(&[piece]);
    };
    said("", "need the option -D WEFT_ROBUST=CYCLES of the build");
    let without_shared_memory = "--platform tiles16 -D WEFT_ROBUST=10000";
    said(
        without_shared_memory,
        "need a shared memory, which this platform does not have",
    );
}

/// Runs a program that stands still where cores sleep.
fn deadlock(platform: &str, program: &str, ranks: u32) -> String {
    let options = format!("--quiet --platform {platform} -n {ranks}");
    let run = format!("run {options} {}", source(program).display());
    Folder::default()
        .weft(&run)
        .exits(3)
        .speaks_plainly()
        .stderr
}

#[test]
fn a_deadlock_names_mutexes_and_their_owners() {
    for platform in ["asip8", "asip8-interrupt"] {
        let said = deadlock(platform, "crossed", 2);
        for piece in [
            "rank 0 (core 0) waits in pthread_mutex_lock for lock 1, held by rank 1",
            "rank 1 (core 1) waits in pthread_mutex_lock for lock 0, held by rank 0",
            "crossed.c:14 in main",
            "cycle: rank 0 (core 0) waits for rank 1 (core 1), which waits for rank 0 (core 0)",
        ] {
            assert!(said.contains(piece), "{platform}: {piece}\n{said}");
        }
    }
}

#[test]
fn processes_that_wait_for_each_others_mutexes_are_a_deadlock() {
    let said = |program: &str, ranks: u32, pieces: &[&str]| {
        let run = format!("run --quiet --platform host -n {ranks}");
        let run = format!("{run} {}", source(program).display());
        Folder::default().weft(&run).exits(3).says(pieces);
    };
    let crossed = [
        "deadlock: no rank can go on",
        "rank 0 waits in pthread_mutex_lock for lock 1, held by rank 1",
        "rank 1 waits in pthread_mutex_lock for lock 0, held by rank 0",
        "cycle: rank 0 waits for rank 1, which waits for rank 0",
    ];
    said("crossed", 2, &crossed);
    let missing = [
        "rank 0 waits in pthread_barrier_wait at barrier 0: 2 of 3 ranks have arrived",
        "rank 2 waits in pthread_mutex_lock for lock 0, held by rank 0",
    ];
    said("missing", 3, &missing);
}

/// Cores that poll could always go on: that they wait for each other shows in that nothing changes.
#[test]
fn cores_that_poll_for_each_others_mutexes_are_a_deadlock() {
    let run = "run --quiet --platform asip8-polling --max-cycles 9000000";
    let said = |program: &str, ranks: u32, pieces: &[&str]| {
        let run = format!("{run} -n {ranks} {}", source(program).display());
        Folder::default().weft(&run).exits(3).says(pieces);
    };
    let crossed = [
        "deadlock",
        "rank 0 (core 0) and rank 1 (core 1) run in pthread_mutex_lock",
        "crossed.c:14 in main",
        "lock 0 is held by rank 0 (core 0)",
        "lock 1 is held by rank 1 (core 1)",
    ];
    said("crossed", 2, &crossed);
    let missing = [
        "deadlock",
        "rank 0 (core 0) and rank 1 (core 1) wait in pthread_barrier_wait at barrier 0: 2 of 3 cores have arrived",
        "rank 2 (core 2) runs in pthread_mutex_lock",
        "lock 0 is held by rank 0 (core 0)",
    ];
    said("missing", 3, &missing);
}

/// Where cores poll, and who has what, is told when the run is stopped before that is noticed.
#[test]
fn polling_for_ever_is_told_when_it_is_stopped() {
    let run = format!(
        "run --quiet --platform asip8-polling -n 2 --max-cycles 20000 {}",
        source("crossed").display()
    );
    Folder::default().weft(&run).exits(1).says(&[
        "rank 0 (core 0) and rank 1 (core 1) run in pthread_mutex_lock",
        "crossed.c:14 in main",
        "lock 0 is held by rank 0 (core 0)",
        "lock 1 is held by rank 1 (core 1)",
    ]);
}

#[test]
fn a_deadlock_names_who_is_missing_at_a_barrier() {
    for platform in ["asip8", "asip8-interrupt"] {
        let said = deadlock(platform, "missing", 3);
        for piece in [
            "rank 0 (core 0) and rank 1 (core 1) wait in pthread_barrier_wait at barrier 0: \
             2 of 3 cores have arrived; missing is rank 2",
            "rank 2 (core 2) waits in pthread_mutex_lock for lock 0, held by rank 0",
        ] {
            assert!(said.contains(piece), "{platform}: {piece}\n{said}");
        }
    }
}

#[test]
fn a_fault_is_told_where_it_happened_though_functions_are_attached() {
    let run = format!("run --quiet -n 1 {}", source("fault").display());
    let pieces = ["store of 4 bytes at 0x70000000", "in main", "fault.c:15"];
    Folder::default().weft(&run).exits(1).says(&pieces);
}

#[test]
fn a_vector_of_the_programs_own_is_not_taken_away() {
    let run = format!("run --quiet -n 1 {}", source("clash").display());
    let pieces = ["the program has set a vector of its own"];
    Folder::default().weft(&run).exits(1).says(&pieces);
}
