//! Decoder and disassembler against GNU objdump: every 16-bit instruction, every function code of the 32-bit ones, every CSR.

use crate::witness::run;
use std::collections::HashSet;
use std::path::Path;
use weft_isa::{csr, decode, disassemble_bits, message, Op};

/// What objdump makes of each of `bytes`' instructions, as (address, "mnemonic operand,operand").
fn objdump(name: &str, bytes: &[u8]) -> Vec<(u32, String)> {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).expect("the test directory is writable");
    let path = path.to_str().expect("the test directory has a UTF-8 name");
    let binary = [
        "-D",
        "-z",
        "-b",
        "binary",
        "-m",
        "riscv:rv32",
        "-M",
        "no-aliases",
        path,
    ];
    run("objdump", &binary).lines().filter_map(line).collect()
}

/// `  1c:<tab>00c58533<tab>add<tab>a0,a1,a2 # comment`
fn line(text: &str) -> Option<(u32, String)> {
    let mut columns = text.split('\t');
    let address = columns.next()?.trim().strip_suffix(':')?;
    let address = u32::from_str_radix(address, 16).ok()?;
    let mnemonic = columns.nth(1)?;
    let operands = columns.next().unwrap_or("");
    let operands = operands.split(" #").next().unwrap_or("");
    Some((address, format!("{mnemonic} {operands}").trim().to_string()))
}

/// Our syntax differs from objdump's in the blank after a comma only.
fn as_objdump(text: &str) -> String {
    text.replace(", ", ",")
}

/// objdump knows more extensions than RV32FC, and shows a few encodings that RV32 reserves:
/// loads and stores of double precision; the zero instruction; shifts by 32 and more; an addition of 0 to sp by c.addi16sp.
fn reserved_on_rv32imafc(text: &str) -> bool {
    is_wide_shift(text)
        || text.starts_with("c.fld")
        || text.starts_with("c.fsd")
        || text.starts_with(".2byte")
        || text == "c.unimp"
        || text == "c.addi16sp sp,0"
}

/// A shift by 32 and more, which only RV64 has; objdump prints them for RV32 too.
fn is_wide_shift(text: &str) -> bool {
    let mnemonic = text.split(' ').next().unwrap_or("");
    let amount = text.rsplit("0x").next().unwrap_or("");
    ["slli", "srli", "srai"].contains(&mnemonic.trim_start_matches("c."))
        && u32::from_str_radix(amount, 16).expect("objdump prints amounts in hexadecimal") >= 32
}

#[test]
fn every_16_bit_instruction_is_what_objdump_says() {
    let halves: Vec<u16> = (0..=u16::MAX).filter(|half| half & 3 != 3).collect();
    let bytes: Vec<u8> = halves.iter().flat_map(|half| half.to_le_bytes()).collect();
    let lines = objdump("compressed.bin", &bytes);
    assert_eq!(lines.len(), 49_152);
    for (&half, (address, expected)) in halves.iter().zip(&lines) {
        // The upper half must not count.
        let decoded = decode(u32::from(half) | 0xABCD_0000);
        if reserved_on_rv32imafc(expected) {
            assert_eq!(decoded, None, "{half:#06x}: {expected}");
            assert_eq!(
                disassemble_bits(u32::from(half), *address),
                format!(".2byte {half:#x}")
            );
            continue;
        }
        assert_eq!(
            decoded.map(|instruction| instruction.size),
            Some(2),
            "{half:#06x}: {expected}"
        );
        let ours = disassemble_bits(u32::from(half), *address);
        assert_eq!(as_objdump(&ours), *expected, "{half:#06x}");
    }
}

/// The remaining 16-bit values are lower halves of longer instructions: here with a zero upper half.
#[test]
fn every_16_bit_value_with_a_zero_upper_half_is_what_objdump_says() {
    let words: Vec<u32> = (0..=0xFFFF).filter(|&word| is_32_bit(word)).collect();
    compare("halves.bin", &words);
}

/// Every combination of opcode, funct3 and funct7, each with several choices of registers.
#[test]
fn every_function_code_is_what_objdump_says() {
    let registers = [
        (0, 0, 0),
        (10, 11, 12),
        (1, 0, 31),
        (31, 8, 0),
        (0, 2, 1),
        (5, 5, 5),
    ];
    let mut words = Vec::new();
    for code in 0..1 << 15 {
        let (opcode, funct3, funct7) = (code << 2 & 0x7C | 3, code >> 5 & 7, code >> 8);
        for (rd, rs1, rs2) in registers {
            words.push(funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode);
        }
    }
    words.retain(|&word| is_32_bit(word));
    let seen = compare("words.bin", &words);
    // These have their function code in rs2 too; the test of system codes meets them.
    let elsewhere = [Op::Ebreak, Op::Mret, Op::Wfi, Op::FcvtWuS, Op::FcvtSWu];
    for &op in Op::ALL {
        assert!(
            seen.contains(&op) || elsewhere.contains(&op),
            "{op:?} was not met"
        );
    }
}

/// Each bit of each immediate by itself: those of stores, branches and jumps are scattered over the word.
#[test]
fn every_immediate_bit_is_where_objdump_sees_it() {
    let opcodes = [0x03, 0x13, 0x17, 0x23, 0x37, 0x63, 0x67, 0x6F];
    let bits = 7..32;
    let words: Vec<u32> = opcodes
        .iter()
        .flat_map(|&opcode| bits.clone().map(move |bit| opcode | 1 << bit))
        .collect();
    compare("immediates.bin", &words);
}

/// The conversions and moves have their function code in rs2.
#[test]
fn every_float_conversion_is_what_objdump_says() {
    let words = (0..1 << 15).map(|code: u32| {
        let (funct7, rs2, funct3) = (code >> 8, code >> 3 & 31, code & 7);
        funct7 << 25 | rs2 << 20 | 11 << 15 | funct3 << 12 | 10 << 7 | 0x53
    });
    let seen = compare("conversions.bin", &words.collect::<Vec<_>>());
    for op in [Op::FcvtWS, Op::FcvtWuS, Op::FcvtSW, Op::FcvtSWu, Op::FmvXW] {
        assert!(seen.contains(&op), "{op:?} was not met");
    }
}

#[test]
fn every_system_code_and_csr_is_what_objdump_says() {
    let words: Vec<u32> = (0..4096)
        .flat_map(|code| [code << 20 | 0x73, code << 20 | 0x2573])
        .collect();
    let seen = compare("system.bin", &words);
    for op in [Op::Ecall, Op::Ebreak, Op::Mret, Op::Wfi, Op::Csrrs] {
        assert!(seen.contains(&op), "{op:?} was not met");
    }
}

/// Longer encodings (48 bits and more) have five ones at the end; they are illegal here.
fn is_32_bit(word: u32) -> bool {
    if word & 0x1F == 0x1F {
        assert_eq!(decode(word), None, "{word:#010x}");
    }
    word & 3 == 3 && word & 0x1F != 0x1F
}

/// Compares each word with objdump and returns the operations met.
fn compare(name: &str, words: &[u32]) -> HashSet<Op> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let lines = objdump(name, &bytes);
    assert_eq!(lines.len(), words.len());
    let mut seen = HashSet::new();
    for (&word, (address, expected)) in words.iter().zip(&lines) {
        match decode(word) {
            Some(instruction) => {
                seen.insert(instruction.op);
                assert_eq!(instruction.size, 4);
                let ours = as_objdump(&disassemble_bits(word, *address));
                assert!(
                    agree(instruction.op, &ours, expected),
                    "{word:#010x}: {ours} / {expected}"
                );
            }
            None => assert!(!is_ours(expected), "{word:#010x} is {expected}"),
        }
    }
    seen
}

/// objdump knows neither the message extension nor fences with reserved fields; CSRs have names on one side only where
/// they belong to our extension or to others that we lack.
fn agree(op: Op, ours: &str, expected: &str) -> bool {
    let is_data = expected.starts_with(".4byte") || expected.starts_with(".word");
    if op.message().is_some() {
        return is_data;
    }
    if matches!(op, Op::Fence | Op::FenceI) && is_data {
        return true;
    }
    // A write to a read-only CSR, which traps when it is executed: the assembler's word for an illegal instruction.
    if expected == "unimp" {
        return ours == "csrrw zero,cycle,zero";
    }
    if ours.starts_with("csrr") {
        let ([our_name, our_csr], [name, csr]) = (csr_operand(ours), csr_operand(expected));
        return our_name == name
            && (our_csr == csr || our_csr.starts_with("0x") || is_custom(our_csr));
    }
    ours == expected
}

/// The text without the CSR, and the CSR.
fn csr_operand(text: &str) -> [&str; 2] {
    let mut parts = text.split(',');
    [parts.next().unwrap_or(""), parts.next().unwrap_or("")]
}

fn is_custom(name: &str) -> bool {
    message::CSRS.iter().any(|csr| csr.name == name)
}

/// Whether `text` is an instruction of RV32IMAF in machine mode.
fn is_ours(text: &str) -> bool {
    let mnemonic = text.split(' ').next().unwrap_or("");
    let base = mnemonic
        .trim_end_matches(".rl")
        .trim_end_matches(".aq")
        .trim_end_matches(".aqrl");
    let has_reserved_rounding = text.ends_with(",unknown");
    Op::ALL.iter().any(|op| op.mnemonic() == base) && !is_wide_shift(text) && !has_reserved_rounding
}

#[test]
fn csr_names() {
    let names = [
        (csr::MSTATUS, "mstatus"),
        (0xB1F, "mhpmcounter31"),
        (0xC83, "hpmcounter3h"),
        (0x3EF, "pmpaddr63"),
    ];
    for (number, name) in names {
        assert_eq!(csr::name(number), name);
    }
    assert_eq!(csr::name(message::csr::MWORD), "mword");
    assert_eq!(csr::name(0x001), "fflags");
    assert_eq!(csr::name(0x004), "0x4");
}
