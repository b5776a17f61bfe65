//! Calls of DSP functions by a GPP (`strategy_call.h`), and the kernel that a GPP's tasks run under (`weft/kernel.h`), on the simulated chips.

use std::collections::HashMap;

use serde_json::Value;
use weft_tests::command::Folder;
use weft_tests::share::some;

/// Seeds and steps of random programs.
const SEEDS: u32 = 2;
const STEPS: u32 = 1_200;
/// Chips with the blocks in external or internal memory, and chips with all of them in the shared memory, whose cores interrupt each other by
/// single-word messages, software interrupts and mailboxes.
const PLATFORMS: [&str; 5] = ["davinci", "davinci2", "asip8", "asip8-ipcm", "cortex4"];
/// Ticks of the chip's clock in a cycle of the GPP's.
const TICKS: u64 = 2;

/// Runs a program of the folder `strategy`: the numbers that it prints, by the words before them.
fn run(folder: &Folder, options: &str, program: &str, arguments: &str) -> HashMap<String, u64> {
    let path = format!("{}/strategy/{program}", env!("CARGO_MANIFEST_DIR"));
    let ended = folder
        .weft(&format!("run -q {options} {path} -- {arguments}"))
        .exits(0);
    let line = |line: &str| {
        let (words, number) = line.rsplit_once(' ')?;
        Some((words.to_string(), number.parse().ok()?))
    };
    ended.stdout.lines().filter_map(line).collect()
}

#[test]
fn nothing_is_lost_or_reordered_while_strategies_switch_at_random() {
    let folder = Folder::default();
    for platform in some(PLATFORMS, 3) {
        for seed in some(1..=SEEDS, 1) {
            let arguments = format!("{seed} {STEPS}");
            let told = ["fast", "step"].map(|engine| {
                let options = format!("--platform {platform} --engine {engine} --max-cycles 100000000 --json {engine}.json");
                let told = run(&folder, &options, "calls.c", &arguments);
                (told, facts(&folder, &format!("{engine}.json"))["cycles"].as_u64())
            });
            assert_eq!(told[0], told[1], "{platform}, seed {seed}");
            assert!(told[0].0["blocks"] > u64::from(STEPS) / 5, "{told:?}");
        }
    }
}

/// On this machine, as processes.
#[test]
fn nor_is_anything_lost_between_processes() {
    let folder = Folder::default();
    for ranks in [2, 3] {
        let options = format!("--platform host -n {ranks}");
        let told = run(&folder, &options, "calls.c", "5 100000");
        assert!(told["blocks"] > 20_000 && told["told"] > 1_000, "{told:?}");
    }
    run(&folder, "--platform host -n 2", "refusals.c", "");
}

fn facts(folder: &Folder, file: &str) -> Value {
    serde_json::from_slice(&folder.read(file)).expect("valid JSON")
}

#[test]
fn what_cannot_be_done_is_refused_and_changes_nothing() {
    for platform in PLATFORMS {
        let options = format!("--platform {platform} -n 2");
        run(&Folder::default(), &options, "refusals.c", "");
    }
}

#[test]
fn the_kernel_keeps_periods_and_its_load_meter_is_right() {
    let folder = Folder::default();
    let told = run(
        &folder,
        "--platform davinci -n 1 --json run.json",
        "periods.c",
        "",
    );
    // 80 ms and a little: releases at 0, 2, 4...; at 0, 5, 10...; at 0, 20, 40, 60, 80.
    let runs = ["task 0 runs", "task 1 runs", "task 2 runs"].map(|case| told[case]);
    assert!(
        (41..=42).contains(&runs[0]) && runs[1..] == [17, 5],
        "{told:?}"
    );
    for task in 0..3 {
        assert_eq!(told[&format!("task {task} missed")], 0);
    }
    // The most urgent task waits for nobody, another for those before it: 20,000 turns of four cycles, and 40,000 more.
    assert!(told["task 0 latest"] < 600 * TICKS, "{told:?}");
    assert!(
        (80_000..90_000).contains(&(told["task 1 latest"] / TICKS)),
        "{told:?}"
    );
    assert!(
        (240_000..250_000).contains(&(told["task 2 latest"] / TICKS)),
        "{told:?}"
    );
    assert_eq!(told["heard"], 3);
    let slept = facts(&folder, "run.json")["cores"][0]["classes"]["sleep"].as_u64();
    let (idle, slept) = (told["idle"] / TICKS, slept.expect("a number"));
    assert!(
        idle.abs_diff(slept) < slept / 1_000,
        "{idle} and {slept} cycles"
    );
}

/// Tasks in user mode, a trap for each call, and the driver's copies.
#[test]
fn tasks_in_user_mode_call_the_dsp_through_the_driver() {
    for engine in ["fast", "step"] {
        let options = format!("--platform davinci-user -n 2 --engine {engine}");
        let told = run(&Folder::default(), &options, "user.c", "");
        let expected = [
            ("calls", 80),
            ("wrong", 0),
            ("missed", 0),
            ("unserved", 2),
            ("ended", 1),
        ];
        for (what, number) in expected {
            assert_eq!(told[what], number, "{what}: {told:?}");
        }
        assert!(told["releases"].abs_diff(told["periods"]) <= 1, "{told:?}");
    }
}

#[test]
fn a_task_in_user_mode_may_not_use_control_registers() {
    let program = format!("{}/strategy/user.c", env!("CARGO_MANIFEST_DIR"));
    let command = format!("run -q --platform davinci-user -n 2 {program} -- forbidden");
    let ended = Folder::default().weft(&command);
    let is_told = ended.stderr.contains("illegal instruction");
    assert!(ended.status != Some(0) && is_told, "{}", ended.stderr);
}

/// What the model says of plans and what they do in simulation: load within a tenth, and each task's longest latency, when all begin
/// together, within a twentieth.
#[test]
fn the_model_agrees_with_the_simulation() {
    let tune = format!("{}/../tune", env!("CARGO_MANIFEST_DIR"));
    let plans = [
        (
            "phone",
            "davinci",
            "task.encode.polling=[] --what-if task.decode.count=0",
        ),
        (
            "gateway",
            "davinci",
            "internal_memory=16384 --what-if task.video.period=4166666",
        ),
        (
            "gateway",
            "davinci2",
            "dsps=2 --what-if task.video.period=4166666",
        ),
    ];
    for (tasks, platform, what_if) in plans {
        let folder = Folder::default();
        let simulate =
            format!("--constants {tune}/davinci.toml --simulate {platform} --json plan.json");
        let command = format!("tune {tune}/{tasks}.toml {simulate} --what-if {what_if}");
        folder.weft(&command).exits(0);
        let plan = facts(&folder, "plan.json");
        let simulated = &plan["simulated"];
        let load =
            plan["load"].as_u64().expect("a number") + plan["waiting"].as_u64().expect("a number");
        close(&load.into(), &simulated["load"], 0.10, &command);
        let tasks = plan["tasks"].as_array().expect("tasks");
        for (number, task) in tasks.iter().enumerate() {
            close(&task["call"], &simulated["longest"][number], 0.05, &command);
        }
    }
}

#[track_caller]
fn close(foretold: &Value, simulated: &Value, most: f64, what: &str) {
    let number = |value: &Value| value.as_f64().expect("a number");
    let (foretold, simulated) = (number(foretold), number(simulated));
    let off = (foretold / simulated - 1.0).abs();
    assert!(
        off < most,
        "{what}: {foretold} foretold, {simulated} simulated"
    );
}

/// The constants that come with weft are those that it measures.
#[test]
#[ignore = "eight runs; make test-long"]
fn the_calibrated_constants_are_up_to_date() {
    for (platform, internal) in [("davinci", "gpp"), ("davinci2", "dsp")] {
        let folder = Folder::default();
        folder
            .weft(&format!(
                "tune calibrate --platform {platform} --internal {internal} --output now.toml"
            ))
            .exits(0);
        let known = format!("{}/../tune/{platform}.toml", env!("CARGO_MANIFEST_DIR"));
        let known = std::fs::read_to_string(&known).expect("comes with weft");
        assert_eq!(String::from_utf8_lossy(&folder.read("now.toml")), known);
    }
}

/// The DSP has no program at reset: images that are none are refused, and the right one begins, in the same cycles in both engines.
#[test]
fn a_dsp_begins_when_the_gpp_has_written_its_program() {
    let root = format!("{}/..", env!("CARGO_MANIFEST_DIR"));
    let options =
        format!("--platform davinci-boot -n 1 --load image={root}/apps/strategy/downloaded.c");
    let folder = Folder::default();
    let ended = ["fast", "step"].map(|engine| {
        let options = format!("{options} --engine {engine} --json {engine}.json");
        let told = run(&folder, &options, "load.c", "");
        assert_eq!(told["well"], 0, "{told:?}");
        facts(&folder, &format!("{engine}.json"))["cycles"].as_u64()
    });
    assert_eq!(ended[0], ended[1]);
    // A DSP that stays in reset keeps no run from its end.
    run(&folder, &options, "load.c", "stay");
    let program = format!("{root}/apps/strategy/download.c");
    let with_program = format!("run -q --reports {options} {program}").replace("-n 1", "-n 2");
    let others_wait = 3;
    folder
        .weft(&with_program)
        .exits(others_wait)
        .says(&["run with -n 1", "rank 0 (core 0) has exited with status 2"]);
    let no_image = format!("run -q --reports --platform davinci-boot -n 1 {program}");
    folder
        .weft(&no_image)
        .exits(2)
        .says(&["this is not the image of a program"]);
}

/// A number that is taken for another one would replace a call that the program needs.
#[test]
fn what_cannot_be_attached_is_refused() {
    let attach = |call: &str| {
        let text = format!(
            "#include <weft/interrupt.h>
#include <weft/system_call.h>
static void serve(void) {{}}
int main(void) {{
    (void)serve;
    {call};
    return 0;
}}
"
        );
        let run = "run -q --platform davinci-user -n 1 program.c";
        Folder::with("program.c", text).weft(run)
    };
    for number in ["0", "15", "32", "48"] {
        let ended = attach(&format!("weft_system_call_attach({number}, serve)"));
        ended.exits(1).says(&["WEFT_SYSTEM_CALLS_KERNEL"]);
    }
    for number in ["16", "31"] {
        attach(&format!("weft_system_call_attach({number}, serve)")).exits(0);
    }
    for attached in [
        "weft_interrupt_attach_cause(32, 0, 0)",
        "weft_interrupt_attach(1000, 0, 0)",
    ] {
        let ended = attach(attached).exits(1);
        ended.says(&["an interrupt that this core does not have"]);
    }
}
