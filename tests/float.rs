//! Single precision against QEMU: every instruction, in every rounding mode, on 300 triples of operands.

use std::path::Path;
use weft_sim::platform::{linker_script, Platform};
use weft_sim::Engine;
use weft_tests::simulator::run_on;
use weft_tests::toolchain::compile;
use weft_tests::witness::{Qemu, Witness};

const UNIT: &str =
    "[cores.floating_point]\ntransfer = 4\nadd = 3\nmultiply = 3\nfused = 5\ndivide = 12\n";

/// What the C library's handler of exceptions says of a load that goes nowhere.
const LOAD_ACCESS_FAULT: &str = "mcause:   0x00000005";

fn program(name: &str) -> Vec<u8> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("programs")
        .join(name);
    let script = linker_script(&chip(UNIT), 0);
    let target = ["-march=rv32imafc", "-mabi=ilp32f", "-O1"];
    compile(&source, &target, &script).unwrap_or_else(|error| panic!("{error}"))
}

fn chip(unit: &str) -> Platform {
    let text = format!("{}{unit}", include_str!("support/virt.toml"));
    Platform::parse(Path::new("virt.toml"), &text).unwrap()
}

#[test]
fn single_precision_agrees_with_qemu() {
    let elf = program("single_precision.c");
    let expected = Qemu::Virt.run(&elf).unwrap();
    assert_eq!(expected.status, 0);
    assert!(expected.output.len() > 300 * 70 * 8);
    for engine in [Engine::Step, Engine::Fast] {
        let ours = run_on(&chip(UNIT), engine, &elf).unwrap();
        assert_eq!(ours.status, 0);
        let pairs = ours.output.chunks(8).zip(expected.output.chunks(8));
        for (number, (ours, theirs)) in pairs.enumerate() {
            assert_eq!(
                ours,
                theirs,
                "{engine:?}, triple {}, result {}",
                number / 77,
                number % 77
            );
        }
        assert_eq!(ours.output.len(), expected.output.len());
    }
}

#[test]
fn without_the_unit_its_instructions_are_illegal() {
    let error = run_on(&chip(""), Engine::Fast, &program("single_precision.c")).unwrap_err();
    assert!(error.contains("IllegalInstruction"), "{error}");
}

#[test]
fn the_program_memory_has_no_path_to_the_unit() {
    let elf = program("float_from_program.c");
    for engine in [Engine::Step, Engine::Fast] {
        let run = run_on(&chip(UNIT), engine, &elf).unwrap();
        let told = String::from_utf8_lossy(&run.output);
        assert!(told.contains(LOAD_ACCESS_FAULT), "{told}");
    }
}
