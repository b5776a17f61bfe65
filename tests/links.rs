//! Messages over mailboxes and over DMA: the same programs as over message instructions; and the bare drivers of both.
//!
//! The suite of MPI programs and the random programs (`make test-mpi`) run on these platforms as well. Here is what concerns the
//! links alone: sleep beside a program's own interrupts, equal addresses in different programs, reports of deadlocks.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use weft_tests::command::Folder;

const PLATFORMS: [&str; 2] = ["asip8-ipcm", "asip8-dma"];

const DEADLOCK: i32 = 3;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn source(program: &str) -> PathBuf {
    repository().join(program)
}

/// What a program prints, which must be the same in both engines.
fn output(folder: &Folder, options: &str, programs: &str) -> String {
    let [fast, step] = ["fast", "step"].map(|engine| {
        let run = format!("run --quiet --max-cycles 50000000 --engine {engine} {options}");
        folder.weft(&format!("{run} {programs}")).exits(0).stdout
    });
    assert_eq!(fast, step, "{programs}");
    fast
}

#[test]
fn a_programs_own_interrupts_go_on_while_messages_are_waited_for() {
    let ticks = source("tests/links/ticks.c");
    for platform in PLATFORMS {
        for ranks in [1, 4] {
            let options = format!("--platform {platform} -n {ranks}");
            output(&Folder::default(), &options, &ticks.display().to_string());
        }
    }
}

#[test]
fn programs_whose_objects_lie_elsewhere_understand_each_other() {
    let [small, large] = ["small.c", "large.c"].map(|name| source("tests/links").join(name));
    for platform in PLATFORMS {
        let programs = format!("--core 0={} --core 1={}", small.display(), large.display());
        let options = format!("--platform {platform}");
        let printed = output(&Folder::default(), &options, &programs);
        assert_eq!(printed, "right\nright\n", "{platform}");
    }
}

#[test]
fn two_that_send_to_each_other_wait_for_nothing_that_neither_looks_at() {
    let program = source("tests/links/crossing.c").display().to_string();
    for platform in ["cortex16-ocmpi", "cortex16", "asip8", "nagam", "hibi8"] {
        let options = format!("--platform {platform} -n 2");
        let printed = output(&Folder::default(), &options, &program);
        assert_eq!(printed, "done\n", "{platform}");
    }
}

#[test]
fn many_messages_in_all_directions() {
    for platform in PLATFORMS {
        for program in ["exchange", "traffic"] {
            let source = source("lib/tests/programs")
                .join(program)
                .with_extension("c");
            let options = format!("--platform {platform} -n 3");
            output(&Folder::default(), &options, &source.display().to_string());
        }
    }
}

#[test]
fn the_library_goes_on_after_an_error_that_it_returned() {
    let program = source("lib/tests/programs/after_errors.c");
    for platform in ["asip8", "nagam"] {
        let options = format!("--platform {platform} -n 5");
        output(&Folder::default(), &options, &program.display().to_string());
    }
    let natively = format!(
        "run --quiet --timeout 60 --platform host -n 5 {}",
        program.display()
    );
    Folder::default().weft(&natively).exits(0);
}

#[test]
fn calls_that_wait_too_long_end_in_time() {
    let program = source("lib/tests/programs/timeouts.c");
    for platform in ["asip8", "nagam", "hibi8"] {
        let options = format!("--platform {platform} -n 2 -D WEFT_TIMEOUT=20000");
        output(&Folder::default(), &options, &program.display().to_string());
    }
}

#[test]
fn messages_of_a_checked_link_are_those_of_the_plain_one() {
    for platform in ["asip8", "nagam", "hibi8"] {
        let exchange = source("lib/tests/programs/exchange.c");
        let options = format!("--platform {platform} -n 3 -D WEFT_CHECKED_LINK=1");
        output(
            &Folder::default(),
            &options,
            &exchange.display().to_string(),
        );
    }
}

#[test]
fn a_deadlock_is_told_in_terms_of_messages() {
    let program = source("apps/deadlock/deadlock.c");
    for platform in PLATFORMS {
        let run = format!(
            "run --quiet --platform {platform} -n 2 {}",
            program.display()
        );
        Folder::default().weft(&run).exits(DEADLOCK).says(&[
            "rank 0 (core 0) waits in MPI_Recv for a message from rank 1, tag 7",
            "rank 1 (core 1) waits in MPI_Recv for a message from rank 0, tag 7",
        ]);
    }
}

/// The figures "RIVAL WORDS PHASE" of a program in apps/rivals.
fn cycles_of(rival: &str) -> HashMap<String, u64> {
    let program = source("apps/rivals").join(rival).with_extension("c");
    let options = format!("--reports --platform asip8-{rival} -n 2");
    let printed = output(&Folder::default(), &options, &program.display().to_string());
    let line = |line: &str| {
        let (name, cycles) = line.rsplit_once(' ')?;
        Some((name.to_string(), cycles.parse().ok()?))
    };
    printed.lines().filter_map(line).collect()
}

/// The phases of a transfer are all of it, and interrupts of a vector of one's own are served sooner than attached ones.
fn assert_consistent(rival: &str, phases: &[&str], words: &[u32]) {
    let cycles = cycles_of(rival);
    for count in words {
        for variant in ["", "-attached"] {
            let of = |phase: &str| cycles[&format!("{rival}{variant} {count} {phase}")];
            let sum: u64 = phases.iter().map(|phase| of(phase)).sum();
            assert_eq!(sum, of("total"), "{rival}{variant} {count}");
        }
        let total = |variant: &str| cycles[&format!("{rival}{variant} {count} total")];
        assert!(total("") < total("-attached"), "{rival} {count}");
    }
}

#[test]
fn the_mailboxs_driver() {
    let phases = ["issue", "setup", "transfer", "completion", "read"];
    assert_consistent("ipcm", &phases, &[1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn the_dma_controllers_driver() {
    let phases = ["issue", "setup", "transfer", "completion"];
    assert_consistent("dma", &phases, &[16, 64, 256, 1024, 4096]);
}

/// Each link of the mesh loses, damages or repeats one packet in a hundred; without the checked link the first lost one stops the ring.
#[test]
fn a_checked_link_arrives_over_links_that_harm() {
    let ring = source("apps/ring/ring.c").display().to_string();
    for harm in ["discards", "corrupts", "duplicates"] {
        let folder = Folder::with("faults.txt", format!("every link {harm} 1e-2 seed=1\n"));
        let faulty = "--platform nagam -n 8 --faults faults.txt";
        let checked = format!("{faulty} -D WEFT_CHECKED_LINK=1");
        let printed = output(&folder, &checked, &format!("{ring} -- 200"));
        assert_eq!(printed, "200 hops\n", "{harm}");
    }
    let harms = "every link discards 1e-2 seed=1\nevery link corrupts 1e-2 seed=2\nevery link duplicates 1e-2 seed=3\n";
    let folder = Folder::with("faults.txt", harms);
    let stream = source("tests/faults/stream.c").display().to_string();
    let options = "--platform nagam -n 8 --faults faults.txt -D WEFT_CHECKED_LINK=1";
    let printed = output(&folder, options, &format!("{stream} -- 800"));
    assert_eq!(printed, "800 messages arrived once, in order and right\n");
    let folder = Folder::with("faults.txt", "every link discards 1e-2 seed=1\n");
    let plain = format!("run --quiet --platform nagam -n 8 --faults faults.txt {ring} -- 2000");
    folder.weft(&plain).exits(DEADLOCK);
}
