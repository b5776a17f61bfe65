//! Tests of runs through the interface of the crate: a `RunSpec` in, a `RunResult` out.

use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use weft_run::{
    measure, run, Ending, Observer, Output, PlatformSpec, Progress, RunFailed, RunSpec, Stop,
    Stream, Unobserved,
};

/// Greets, repeats what it reads, and complains.
const TALKER: &str = r#"
#include <stdio.h>
int main(int count, char **words)
{
	char line[80];
	printf("%s here\n", words[count - 1]);
	while (fgets(line, sizeof line, stdin))
		printf("> %s", line);
	fprintf(stderr, "done\n");
	return STATUS;
}
"#;

struct Program {
    _folder: TempDir,
    file: PathBuf,
}

fn program(text: &str) -> Program {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.c");
    std::fs::write(&file, text).unwrap();
    Program {
        _folder: folder,
        file,
    }
}

/// A run on one core; the program returns `status`.
fn spec(file: &Path, status: &str) -> RunSpec {
    let mut spec = RunSpec::of([file]);
    spec.ranks = Some(1);
    spec.arguments = vec!["Weft".to_string()];
    spec.build.define = vec![format!("STATUS={status}")];
    spec
}

#[test]
fn what_programs_print_is_kept() {
    let talker = program(TALKER);
    let result = run(&spec(&talker.file, "0"), &mut Unobserved).unwrap();
    assert_eq!(
        (result.ending.clone(), result.status),
        (Ending::Finished, 0)
    );
    assert_eq!(
        (&*result.stdout, &*result.stderr),
        ("Weft here\n", "done\n")
    );
    assert_eq!(result.message, None);
    let record = result.facts().unwrap();
    assert_eq!((record.ranks, &*record.platform.name), (1, "asip8"));
}

/// Types a line, takes the output, and notes the progress.
#[derive(Default)]
struct Person {
    typed: bool,
    read: Vec<u8>,
    last: Option<Progress>,
}

impl Observer for Person {
    fn progress(&mut self, progress: &Progress) {
        self.last = Some(*progress);
    }

    fn output(&mut self, stream: Stream, bytes: &[u8]) -> io::Result<Output> {
        if stream == Stream::Stderr {
            return Ok(Output::Kept);
        }
        self.read.extend_from_slice(bytes);
        Ok(Output::Taken)
    }

    fn input(&mut self, _until: Option<std::time::Instant>) -> Vec<u8> {
        match std::mem::replace(&mut self.typed, true) {
            false => b"hello\n".to_vec(),
            true => Vec::new(),
        }
    }
}

#[test]
fn an_observer_reads_and_types() {
    let talker = program(TALKER);
    let mut person = Person::default();
    let result = run(&spec(&talker.file, "0"), &mut person).unwrap();
    assert_eq!(person.read, b"Weft here\n> hello\n");
    assert_eq!((&*result.stdout, &*result.stderr), ("", "done\n"));
    let last = person.last.unwrap();
    let record = result.facts().unwrap();
    assert_eq!(
        (last.cycles, last.instructions),
        (record.cycles, record.instructions)
    );
}

#[test]
fn an_observer_stops_a_run() {
    struct Impatient;
    impl Observer for Impatient {
        fn stop(&mut self) -> Option<Stop> {
            Some(Stop::Interrupted)
        }
    }
    let endless = program("int main(void) { for (;;) __asm__ volatile(\"\"); }");
    let result = run(&spec(&endless.file, "0"), &mut Impatient).unwrap();
    assert!(result.is_interrupted());
    assert_eq!(result.status, weft_run::INTERRUPTED);
}

#[test]
fn a_run_that_fails_is_an_error_for_those_who_measure() {
    let talker = program(TALKER);
    let error = measure(&spec(&talker.file, "7"), &mut Unobserved).unwrap_err();
    let failed: &RunFailed = error.downcast_ref().unwrap();
    assert_eq!(failed.status, 7);
    assert_eq!(failed.said, "Weft here\ndone\n");
    let trap = program("int main(void) { __asm__ volatile(\"unimp\"); }");
    let result = run(&spec(&trap.file, "0"), &mut Unobserved).unwrap();
    assert!(matches!(result.ending, Ending::Fault(_)));
    assert!(result.message.unwrap().contains("program.c:1"));
}

#[test]
fn a_run_is_plain_data() {
    let text =
        "files = ['a.c']\nengine = 'step'\n[platform]\nname = 'nagam'\nchanges = ['[mesh]']\n\
                [[own]]\nplace = { core = 3 }\nfile = 'b.c'\n";
    let spec: RunSpec = toml::from_str(text).unwrap();
    assert_eq!(spec.files, [PathBuf::from("a.c")]);
    assert_eq!(spec.platform.changes, ["[mesh]"]);
    assert_eq!(spec.build, RunSpec::default().build);
    let written = serde_json::to_string(&spec).unwrap();
    assert_eq!(serde_json::from_str::<RunSpec>(&written).unwrap(), spec);
    assert!(toml::from_str::<RunSpec>("fils = ['a.c']").is_err());
}

#[test]
fn a_changed_platform_changes_the_cycles() {
    let talker = program(TALKER);
    let usual = spec(&talker.file, "0");
    let slow = RunSpec {
        platform: PlatformSpec {
            changes: vec!["[[cores]]\n[cores.timing]\nload_use = 2".to_string()],
            ..PlatformSpec::default()
        },
        ..usual.clone()
    };
    let cycles = |spec| {
        let result = measure(spec, &mut Unobserved).unwrap();
        result.facts().unwrap().cycles
    };
    assert!(cycles(&slow) > cycles(&usual));
}

/// Reports figures of every kind. With `REPORTS` empty, nothing.
const REPORTER: &str = r#"
#include <mpi.h>
#include <stdint.h>
#include <weft/report.h>
#include <weft/timer.h>
static volatile int32_t small = -7;
static volatile uint32_t large = 4000000000u;
int main(int argc, char **argv)
{
	int rank;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	int in_register = rank;
	__asm__ volatile("" : "+r"(in_register));
	const uint32_t start = weft_timer_cycles();
	REPORTS
	const uint32_t end = weft_timer_cycles();
	weft_report("cycles", end - start);
	if (rank == 1) {
		weft_report("small", small);
		weft_report("large", large);
	}
	for (int i = 0; i < 3; i++) {
		if (i == rank)
			continue;
		weft_report_at2("step # of #", i, 10 * rank, INT64_C(1000000000000) * i);
	}
	weft_report_at2("by # of #", rank == 0 ? "first" : "other", 2, 1);
	weft_report("half", 0.5);
	weft_report("quarter", 0.25f);
	MPI_Finalize();
	return 0;
}
"#;

/// What the reporter reports on two ranks, as text.
fn reported(platform: &str, engine: weft_run::Engine, reports: &str) -> Vec<String> {
    let reporter = program(REPORTER);
    let mut spec = RunSpec {
        platform: platform.into(),
        engine,
        ranks: Some(2),
        ..RunSpec::of([&reporter.file])
    };
    spec.build.define = vec![format!("REPORTS={reports}")];
    let result = measure(&spec, &mut Unobserved).unwrap();
    let line = |it: &weft_report::reports::Reported| {
        format!("{} {} {}", it.rank.unwrap(), it.case(), it.value)
    };
    result.reports.iter().map(line).collect()
}

const EXPECTED: [&str; 12] = [
    "0 by first of 2 1",
    "0 half 0.5",
    "0 quarter 0.25",
    "0 step 1 of 0 1000000000000",
    "0 step 2 of 0 2000000000000",
    "1 by other of 2 1",
    "1 half 0.5",
    "1 large 4000000000",
    "1 quarter 0.25",
    "1 small -7",
    "1 step 0 of 10 0",
    "1 step 2 of 10 2000000000000",
];

/// Removes the reports about cycles, and sorts the others.
fn without_cycles(mut reported: Vec<String>) -> Vec<String> {
    reported.retain(|line| !line.contains("cycles"));
    reported.sort();
    reported
}

#[test]
fn programs_report_figures_where_control_comes_by_and_nowhere_else() {
    for platform in ["asip8", "nagam", "cortex16"] {
        let [fast, step] = [weft_run::Engine::Fast, weft_run::Engine::Step]
            .map(|engine| reported(platform, engine, ""));
        assert_eq!(fast, step, "{platform}");
        assert_eq!(without_cycles(fast), EXPECTED, "{platform}");
    }
}

#[test]
fn processes_of_this_machine_report_the_same() {
    let reporter = program(&REPORTER.replace("weft_timer_cycles()", "0"));
    let mut spec = RunSpec {
        platform: PlatformSpec::HOST.into(),
        ranks: Some(2),
        ..RunSpec::of([&reporter.file])
    };
    spec.build.define = vec!["REPORTS=".to_string()];
    let result = measure(&spec, &mut Unobserved).unwrap();
    let lines = result.reports.iter();
    let lines = lines.map(|it| format!("{} {} {}", it.rank.unwrap(), it.case(), it.value));
    assert_eq!(without_cycles(lines.collect()), EXPECTED);
}

/// Processes that report at the same time do not write over each other's figures.
#[test]
fn no_figure_of_a_process_is_lost() {
    let reporter = program(
        r#"
#include <mpi.h>
#include <weft/report.h>
int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Barrier(MPI_COMM_WORLD);
	for (int i = 0; i < 2000; i++)
		weft_report_at("figure #", i, i);
	MPI_Finalize();
	return 0;
}
"#,
    );
    let spec = RunSpec {
        platform: PlatformSpec::HOST.into(),
        ranks: Some(4),
        ..RunSpec::of([&reporter.file])
    };
    let result = measure(&spec, &mut Unobserved).unwrap();
    assert_eq!(result.reports.len(), 4 * 2000);
}

/// Constants and values in registers need no instruction but the report's own.
#[test]
fn a_report_costs_the_cycle_of_one_instruction() {
    let cycles = |reports: &str| {
        let lines = reported("asip8", weft_run::Engine::Fast, reports);
        let of_rank = lines.iter().find_map(|line| line.strip_prefix("0 cycles "));
        of_rank.unwrap().parse::<i64>().unwrap()
    };
    let none = cycles("");
    let one = "weft_report(\"x\", in_register);";
    assert_eq!(cycles(one), none + 1);
    assert_eq!(
        cycles(&format!("{one}weft_report_at(\"y\", in_register, 2.5);")),
        none + 2
    );
}

/// Writing a trace changes neither the reports nor the cycles.
#[test]
fn reports_and_traces_do_not_disturb_each_other() {
    let reporter = program(REPORTER);
    let folder = tempfile::tempdir().unwrap();
    let mut spec = RunSpec {
        ranks: Some(2),
        ..RunSpec::of([&reporter.file])
    };
    spec.build.define = vec!["REPORTS=".to_string()];
    let alone = measure(&spec, &mut Unobserved).unwrap();
    spec.record.trace = Some(folder.path().join("run.csv"));
    let traced = measure(&spec, &mut Unobserved).unwrap();
    assert_eq!(alone.reports, traced.reports);
    assert_eq!(
        alone.facts().unwrap().cycles,
        traced.facts().unwrap().cycles
    );
}
