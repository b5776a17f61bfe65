//! MPI's profiling interface: functions of MPI that a program has of its own are called, at every level of optimization, and those of the
//! library by their PMPI_ names do the same as by their MPI_ names (MPI 4.0, chapter 15).

use std::path::Path;

use weft_tests::command::{Ended, Folder};
use weft_tests::share::some;

/// Of each mechanism one platform, and this machine.
const PLATFORMS: [&str; 8] = [
    "asip8",
    "asip8x",
    "asip8-ipcm",
    "asip8-dma",
    "funcapi",
    "nagam",
    "tests/mpi/cortex16-roomy.toml",
    "host",
];

fn run(platform: &str, options: &str, program: &str) -> Ended {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = tests.join("profiling").join(program);
    let platform = match platform.strip_prefix("tests/") {
        Some(path) => tests.join(path).display().to_string(),
        None => platform.to_string(),
    };
    Folder::default().weft(&format!(
        "run --quiet --platform {platform} -n 2 {options} {}",
        file.display()
    ))
}

#[test]
fn a_send_by_its_profiling_name_goes_on_in_a_barrier() {
    for platform in PLATFORMS {
        let ended = run(platform, "", "barrier.c").exits(0);
        assert_eq!(ended.stdout, "7\n8\n9\n", "{platform}");
    }
}

/// With nothing outstanding a rank sleeps in the chip's own barrier; by messages it takes three times as long.
#[test]
fn a_barrier_after_requests_is_the_chips_own() {
    for (platform, most) in [("asip8", 120), ("asip8x", 120), ("cortex16", 200)] {
        let ended = run(platform, "", "barrier_cost.c").exits(0);
        let cycles: u32 = ended.stdout.trim().parse().unwrap();
        assert!(cycles <= most, "{platform}: {cycles} cycles");
    }
}

#[test]
fn the_first_member_that_makes_many_communicators_meets_the_others() {
    for platform in PLATFORMS {
        let ended = run(platform, "", "duplicates.c").exits(0);
        assert_eq!(ended.stdout, "met\n", "{platform}");
    }
}

#[test]
fn functions_of_the_programs_own_are_called() {
    for platform in PLATFORMS {
        for optimization in some(["2", "0", "s", "3"], 2) {
            let options = format!("-O {optimization}");
            let ended = run(platform, &options, "counts.c").exits(0);
            let mut lines: Vec<&str> = ended.stdout.lines().collect();
            lines.sort_unstable();
            let expected = [
                "rank 0: 6 sends, 0 receives, 5 isends, 1 reductions, sum 2",
                "rank 1: 1 sends, 10 receives, 0 isends, 1 reductions, sum 2",
            ];
            assert_eq!(lines, expected, "{platform} -O {optimization}");
        }
    }
}
