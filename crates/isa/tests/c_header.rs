//! The C header, compiled by the RISC-V compiler: what the assembler encodes, the decoder reads.

use crate::witness::run;
use std::path::Path;
use weft_isa::{decode, disassemble, message, Instruction, Op};

/// Each function holds one instruction on a0, a1 and a result in a0, followed by a return.
const PROGRAM: &str = r#"
#include "weft_message.h"
void send(uint32_t payload, uint32_t node);
void send(uint32_t payload, uint32_t node) { weft_msg_send(payload, node, WEFT_TOKEN_WORD_LAST); }
uint32_t receive(uint32_t payload, uint32_t node);
uint32_t receive(uint32_t payload, uint32_t node) { return weft_msg_receive(payload, node, WEFT_TOKEN_EVENT_LAST); }
void enable(uint32_t descriptor);
void enable(uint32_t descriptor) { weft_mbox_enable(descriptor); }
void store(const void *address, uint32_t node);
void store(const void *address, uint32_t node) { weft_mbox_store(address, node); }
uint32_t try_store(const void *address, uint32_t node);
uint32_t try_store(const void *address, uint32_t node) { return weft_mbox_try_store(address, node); }
void load(void *address);
void load(void *address) { weft_mbox_load(address); }
uint32_t send_block(const void *address, uint32_t request);
uint32_t send_block(const void *address, uint32_t request) { return weft_mbox_send(address, request); }
uint32_t try_send(const void *address, uint32_t request);
uint32_t try_send(const void *address, uint32_t request) { return weft_mbox_try_send(address, request); }
uint32_t offer(const void *address, uint32_t request);
uint32_t offer(const void *address, uint32_t request) { return weft_mbox_offer(address, request); }
uint32_t match(void *address, uint32_t request);
uint32_t match(void *address, uint32_t request) { return weft_mbox_match(address, request); }
uint32_t word(void);
uint32_t word(void) { return weft_read_mword(); }
void write_mask(uint32_t mask);
void write_mask(uint32_t mask) { weft_write_mevmaskh(mask); }
uint32_t clear_events(uint32_t events);
uint32_t clear_events(uint32_t events) { return weft_clear_mevent(events); }
uint32_t set_mask(uint32_t mask);
uint32_t set_mask(uint32_t mask) { return weft_set_mevmask(mask); }
_Static_assert(WEFT_FIELD_PUT(WEFT_REQUEST_SOURCE, 5) == 0x0A000000, "source: bits 30:25");
_Static_assert(WEFT_FIELD_GET(WEFT_BLOCK_LABEL, 0x01FF8000) == 0x3FF, "label: bits 24:15");
_Static_assert(WEFT_CAUSE_MAILBOX == 17 && WEFT_CSR_MNODE == 0xFC3, "numbers");
"#;

const FLAGS: [&str; 9] = [
    "-std=c11",
    "-pedantic",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-Wconversion",
    "-ffreestanding",
    "-march=rv32imac",
    "-mabi=ilp32",
];

/// Compiles the program and returns the instructions of its text section.
fn compile(optimization: &str) -> Vec<Instruction> {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("header{optimization}"));
    std::fs::create_dir_all(&directory).expect("the test directory is writable");
    let path = |name: &str| directory.join(name);
    std::fs::write(path("weft_message.h"), weft_isa::c_header()).expect("writable");
    std::fs::write(path("program.c"), PROGRAM).expect("writable");
    let (source, object, text) = (path("program.c"), path("program.o"), path("program.bin"));
    let (source, object, text) = (utf8(&source), utf8(&object), utf8(&text));
    run(
        "gcc",
        &[&FLAGS[..], &[optimization, "-c", source, "-o", object]].concat(),
    );
    run("objcopy", &["-O", "binary", "-j", ".text", object, text]);
    decode_all(&std::fs::read(text).expect("objcopy wrote it"))
}

fn utf8(path: &Path) -> &str {
    path.to_str().expect("the test directory has a UTF-8 name")
}

fn decode_all(mut bytes: &[u8]) -> Vec<Instruction> {
    let mut instructions = Vec::new();
    while let [first, second, rest @ ..] = bytes {
        let upper = if let [third, fourth, ..] = rest {
            [*third, *fourth]
        } else {
            [0, 0]
        };
        let bits = u32::from_le_bytes([*first, *second, upper[0], upper[1]]);
        let instruction = decode(bits).unwrap_or_else(|| panic!("{bits:#010x} is illegal"));
        bytes = &bytes[usize::from(instruction.size)..];
        instructions.push(instruction);
    }
    instructions
}

#[test]
fn intrinsics_become_their_instructions() {
    const EXPECTED: [&str; 14] = [
        "msg.send a0, a1, 63",
        "msg.receive a0, a0, a1, 127",
        "mbox.enable a0",
        "mbox.store zero, a0, a1, 0",
        "mbox.store a0, a0, a1, 1",
        "mbox.load a0",
        "mbox.send a0, a0, a1, 0",
        "mbox.send a0, a0, a1, 1",
        "mbox.send a0, a0, a1, 2",
        "mbox.match a0, a0, a1",
        "csrrs a0, mword, zero",
        "csrrw zero, mevmaskh, a0",
        "csrrc a0, mevent, a0",
        "csrrs a0, mevmask, a0",
    ];
    for optimization in ["-O1", "-O2", "-Os"] {
        let found: Vec<String> = compile(optimization)
            .iter()
            .filter(|instruction| instruction.op != Op::Jalr)
            .map(|instruction| disassemble(instruction, 0))
            .collect();
        assert_eq!(found, EXPECTED, "{optimization}");
    }
}

/// -Og may move registers about, but must still see the token as a constant.
#[test]
fn intrinsics_compile_for_debugging() {
    let found = compile("-Og");
    for entry in message::INSTRUCTIONS {
        assert!(
            found
                .iter()
                .any(|instruction| instruction.op.message() == Some(entry)),
            "{}",
            entry.name
        );
    }
}

/// What the header offers, in C's words; a function or number that is lost would go unnoticed by the program above.
#[test]
fn the_header_offers_every_entry_of_the_table() {
    let header = weft_isa::c_header();
    let has = |text: &str| assert!(header.contains(text), "{text}");
    for csr in message::CSRS {
        has(&format!("uint32_t weft_read_{}(void)", csr.name));
        has(&format!(
            "#define WEFT_CSR_{} {:#x}\n",
            csr.name.to_uppercase(),
            csr.number
        ));
    }
    for cause in message::CAUSES {
        has(&format!(
            "#define WEFT_CAUSE_{} {}u\n",
            cause.name.to_uppercase(),
            cause.number
        ));
    }
    for intrinsic in message::INSTRUCTIONS
        .iter()
        .flat_map(|entry| entry.intrinsics)
    {
        has(intrinsic.prototype);
    }
}
