//! Single-core C programs, compiled at several levels of optimization, do the same on QEMU and on ours.

use std::path::Path;
use weft_sim::platform::linker_script;
use weft_sim::Engine;
use weft_tests::interpreter::Interpreter;
use weft_tests::simulator::{self, Simulator, Translated};
use weft_tests::toolchain;
use weft_tests::witness::{Qemu, Run, Witness};

const LEVELS: [&str; 4] = ["-O0", "-Os", "-O2", "-O3"];

#[test]
fn sorting() {
    assert_same("sorting.c", 0, "words c90d3a8a");
}

#[test]
fn checksums() {
    assert_same("crc.c", 0, "0: 83edda48");
}

#[test]
fn matrices() {
    assert_same("matrix.c", 0, "determinant 8: 44775252");
}

#[test]
fn strings() {
    assert_same(
        "strings.c",
        0,
        "fabric a makes and weft the crosses warp the",
    );
}

#[test]
fn floating_point_in_software() {
    assert_same(
        "soft_float.c",
        0,
        "3ff0000000000000 c004000000000000: bff8000000000000",
    );
}

#[test]
fn control_flow_and_exit_status() {
    assert_same("control_flow.c", 42, "ackermann 21");
}

/// Requires the same output and exit status at every level; `excerpt` shows that there is output at all.
fn assert_same(file: &str, status: i32, excerpt: &str) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("programs")
        .join(file);
    let script = linker_script(&simulator::virt().expect("a platform"), 0);
    for level in LEVELS {
        let options = [level, "-Wall", "-Wextra", "-Werror"];
        let elf = toolchain::compile(&source, &options, &script).expect("compiles");
        let expected = run(&mut Qemu::Virt, &elf);
        assert_eq!(expected.status, status, "{file} {level}");
        let output = String::from_utf8_lossy(&expected.output);
        assert!(output.contains(excerpt), "{file} {level}: {output}");
        for mut witness in ours() {
            assert_eq!(
                run(&mut *witness, &elf),
                expected,
                "{} {file} {level}",
                witness.name()
            );
        }
    }
}

fn ours() -> [Box<dyn Witness>; 4] {
    [
        Box::new(Interpreter::default()),
        Box::new(Simulator {
            engine: Engine::Fast,
        }),
        Box::new(Simulator {
            engine: Engine::Step,
        }),
        Box::new(Translated),
    ]
}

fn run(witness: &mut dyn Witness, elf: &[u8]) -> Run {
    witness
        .run(elf)
        .unwrap_or_else(|error| panic!("{}: {error}", witness.name()))
}
