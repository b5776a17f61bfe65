//! Tests of user-defined instructions that the platform file names.

use super::folder::Folder;
use super::small_with;
use crate::platform::describe;

const SWAP: &str = "#pragma weft instruction opcode=0x2b funct3=0 cycles=1\n\
                    uint32_t swap(uint32_t a) { return a << 16 | a >> 16; }\n";

/// Returns a folder with a platform that has `instructions` in the table of its cores, and the file `swap.insn`.
fn with_instructions(test: &str, instructions: &str, swap: &str) -> Folder {
    let platform = small_with("count = 2\n", &format!("count = 2\n{instructions}\n"));
    let test = format!("instructions-{test}");
    Folder::new(&test, &[("my.toml", &platform), ("swap.insn", swap)])
}

#[test]
fn files_are_named_relative_to_the_platforms() {
    let folder = with_instructions("right", "instructions = [\"swap.insn\"]", SWAP);
    let platform = folder.load().unwrap_or_else(|error| panic!("{error}"));
    let names: Vec<&str> = platform.cores.instructions.names().collect();
    assert_eq!(names, ["swap"]);
    assert!(describe(&platform).contains("instructions [\"swap.insn\"]"));
}

#[test]
fn what_an_instruction_does_is_a_part_of_the_platform() {
    let hash = |test, swap: &str| {
        let folder = with_instructions(test, "instructions = [\"swap.insn\"]", swap);
        folder.load().unwrap().source.sha256
    };
    assert_eq!(hash("same", SWAP), hash("again", SWAP));
    assert_ne!(hash("same", SWAP), hash("other", &SWAP.replace("16", "8")));
}

#[test]
fn mistakes_are_shown_in_both_files() {
    let wrong = SWAP.replace("a >> 16", "c >> 16");
    let folder = with_instructions("wrong", "instructions = [\"swap.insn\"]", &wrong);
    assert_eq!(
        folder.complaint(),
        "my.toml:5:17: `cores.instructions` names a file that cannot be used: swap.insn:2: `c` is not known here: a \
         behaviour has its operands and local variables"
    );
    let folder = with_instructions("missing", "instructions = [\"swop.insn\"]", SWAP);
    let complaint = folder.complaint();
    assert!(
        complaint.contains("my.toml:5:17: `cores.instructions` names a file that cannot be used: cannot read swop.insn"),
        "{complaint}"
    );
    let folder = with_instructions(
        "twice",
        "instructions = [\"swap.insn\", \"swap.insn\"]",
        SWAP,
    );
    let complaint = folder.complaint();
    assert!(
        complaint.contains("my.toml:5:30: ")
            && complaint.contains("swap.insn:2: the name `swap` is taken by swap.insn:1"),
        "{complaint}"
    );
    let folder = with_instructions("list", "instructions = \"swap.insn\"", SWAP);
    let complaint = folder.complaint();
    assert!(
        complaint.contains("write a list in [ ] of strings in quotes"),
        "{complaint}"
    );
}
