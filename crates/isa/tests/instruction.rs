//! Decoded instructions: their registers, the rules of CSR accesses, the strictness of the message extension.

use proptest::prelude::*;
use weft_isa::{decode, disassemble, disassemble_bits, message, Instruction, Op};

fn instruction(op: Op, rd: u8, rs1: u8, rs2: u8) -> Instruction {
    Instruction {
        op,
        rd,
        rs1,
        rs2,
        imm: 0,
        size: 4,
    }
}

fn sources(op: Op) -> Vec<u8> {
    instruction(op, 5, 6, 7).sources().collect()
}

#[test]
fn registers_that_are_read() {
    for (op, expected) in [
        (Op::Lui, vec![]),
        (Op::Jal, vec![]),
        (Op::Jalr, vec![6]),
        (Op::Beq, vec![6, 7]),
        (Op::Lw, vec![6]),
        (Op::Sw, vec![6, 7]),
        (Op::Addi, vec![6]),
        (Op::Add, vec![6, 7]),
        (Op::Fence, vec![]),
        (Op::Csrrw, vec![6]),
        (Op::Csrrwi, vec![]),
        (Op::LrW, vec![6]),
        (Op::ScW, vec![6, 7]),
        (Op::MsgSend, vec![6, 7]),
        (Op::MsgReceive, vec![6, 7]),
        (Op::MboxEnable, vec![6]),
        (Op::MboxStore, vec![6, 7]),
        (Op::MboxLoad, vec![6]),
        (Op::MboxSend, vec![6, 7]),
        (Op::MboxMatch, vec![6, 7]),
    ] {
        assert_eq!(sources(op), expected, "{op:?}");
    }
}

#[test]
fn x0_is_neither_read_nor_written() {
    let add = instruction(Op::Add, 0, 0, 3);
    assert_eq!(add.sources().collect::<Vec<_>>(), [3]);
    assert_eq!(add.destination(), None);
    assert_eq!(instruction(Op::Add, 4, 0, 3).destination(), Some(4));
}

#[test]
fn csr_reads_and_writes() {
    let accesses = |op, rd, rs1| {
        let csr = instruction(op, rd, rs1, 0);
        (csr.reads_csr(), csr.writes_csr())
    };
    assert_eq!(accesses(Op::Csrrw, 0, 1), (false, true));
    assert_eq!(accesses(Op::Csrrwi, 1, 0), (true, true));
    assert_eq!(accesses(Op::Csrrs, 0, 0), (true, false));
    assert_eq!(accesses(Op::Csrrci, 0, 1), (true, true));
    assert_eq!(accesses(Op::Addi, 1, 1), (false, false));
}

#[test]
fn operations_are_numbered_as_listed() {
    for (number, &op) in Op::ALL.iter().enumerate() {
        assert_eq!(op as usize, number);
    }
}

#[test]
fn words_of_zeros_and_of_ones_are_illegal() {
    assert_eq!(decode(0), None);
    assert_eq!(decode(u32::MAX), None);
    assert_eq!(disassemble_bits(u32::MAX, 0), ".4byte 0xffffffff");
}

#[test]
fn compressed_instructions_are_written_in_full_too() {
    let bits = 0x1141; // c.addi sp, -16
    let add = decode(bits).expect("legal");
    assert_eq!(disassemble(&add, 0), "addi sp, sp, -16");
    assert_eq!(disassemble_bits(bits, 0), "c.addi sp, -16");
}

/// An R-type word of the message extension with register numbers 1, 2 and 3 in the fields chosen.
fn message_word(funct3: u8, funct7: u32, rd: bool, rs1: bool, rs2: bool) -> u32 {
    let field = |used, number: u32, position| if used { number << position } else { 0 };
    message::OPCODE
        | u32::from(funct3) << 12
        | funct7 << 25
        | field(rd, 1, 7)
        | field(rs1, 2, 15)
        | field(rs2, 3, 20)
}

#[test]
fn message_instructions_have_just_their_operands() {
    for entry in message::INSTRUCTIONS {
        let [rd, rs1, rs2] = [entry.has_rd, entry.has_rs1, entry.has_rs2];
        let word = |rd, rs1, rs2, funct7| message_word(entry.funct3, funct7, rd, rs1, rs2);
        let decoded = decode(word(rd, rs1, rs2, 0)).expect("legal");
        assert_eq!(decoded.op.message(), Some(entry));
        assert_eq!(
            [decoded.rd, decoded.rs1, decoded.rs2],
            [rd.into(), u8::from(rs1) * 2, u8::from(rs2) * 3]
        );
        assert_eq!(
            decode(word(true, rs1, rs2, 0)).is_some(),
            rd,
            "{}",
            entry.name
        );
        assert_eq!(
            decode(word(rd, rs1, true, 0)).is_some(),
            rs2,
            "{}",
            entry.name
        );
        for imm7 in 0..128 {
            let legal = decode(word(rd, rs1, rs2, imm7));
            assert_eq!(
                legal.map(|i| i.imm),
                entry.accepts(imm7).then_some(imm7 as i32)
            );
        }
    }
    let free = (0..8).filter(|funct3| {
        message::INSTRUCTIONS
            .iter()
            .all(|entry| entry.funct3 != *funct3)
    });
    for funct3 in free {
        assert_eq!(decode(message_word(funct3, 0, false, false, false)), None);
    }
}

#[test]
fn modes_of_mbox_store_are_the_only_ones() {
    let accepted: Vec<u32> = (0..128)
        .filter(|&imm7| message::MBOX_STORE.accepts(imm7))
        .collect();
    let (wait, retry) = (message::MBOX_STORE_WAIT, message::MBOX_STORE_TRY);
    assert_eq!(accepted, [u32::from(wait), u32::from(retry)]);
}

#[test]
fn fields_of_request_words() {
    use message::{block, request, single};
    let word = request::SOURCE.put(5) | single::TOKEN.put(0x41) | single::PAYLOAD.put(0x2_1234);
    assert_eq!(word, 0x0B06_1234);
    assert_eq!(request::KIND.get(word), 0);
    assert_eq!(single::TOKEN.get(word), 0x41);
    assert_eq!((block::LENGTH.max(), block::LABEL.max()), (32767, 1023));
    assert_eq!(request::KIND.put(1), 0x8000_0000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn any_word_decodes_or_not_and_prints(bits: u32, pc: u32) {
        let text = disassemble_bits(bits, pc);
        match decode(bits) {
            Some(decoded) => {
                prop_assert_eq!(decoded.size, if bits & 3 == 3 { 4 } else { 2 });
                prop_assert!([decoded.rd, decoded.rs1, decoded.rs2].iter().all(|&register| register < 32));
                prop_assert!(!disassemble(&decoded, pc).is_empty());
                prop_assert!(!text.starts_with('.'));
            }
            None => prop_assert!(text.starts_with('.')),
        }
    }
}
