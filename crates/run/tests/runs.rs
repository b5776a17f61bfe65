//! Runs as data: what is wanted goes in as a `RunSpec`, what happened comes out as a `RunResult`.

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

    fn input(&mut self) -> Vec<u8> {
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
