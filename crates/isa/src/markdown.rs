//! Generates the documentation page of the instruction set, `docs/contract/instructions.md`.

use crate::message::{self, Access, Layout, MessageInstruction};
use crate::Op;
use std::fmt::{Result, Write};

const OPENING: &str = "\
<!-- Generated: `cargo run -p weft-isa --example message_extension -- markdown`. Edit crates/isa/message.toml instead. -->

# Instructions

Weft's cores execute RV32IMAC with Zicsr and Zifencei in machine mode, as the RISC-V Instruction Set Manual defines
them, the single precision of F where the platform gives them a floating-point unit, and the message extension, defined
here. Everything that the manual reserves is an illegal instruction, and so is double precision; hints execute without
effect, and fences with reserved fields as plain fences.
";

const ENCODING: &str = "
## The message extension

A program sends and receives messages with these instructions. The first five follow Table 1 of the message-passing ASIP
paper (IPSJ 2012, sections 3.3, 3.4 and 4.3 to 4.5), with a result register added; `mbox.send` and `mbox.match` are Weft's
own, and so are the bit layouts of request words, since the paper's are in a lost figure.

All are R-type instructions of one major opcode, custom-0, told apart by funct3. The immediate imm7 stands in funct7.
Fields that an instruction does not use are zero; any other value there, or an imm7 that is not listed for it, is an
illegal instruction.

| 31..25 | 24..20 | 19..15 | 14..12 | 11..7 | 6..0 |
|--------|--------|--------|--------|-------|------|
";

const INTRINSICS: &str = "
### In C

The header with these functions is generated for each platform. Tokens must be constants, and the program compiled with
optimization (`-O1`, `-Og` or more), since a token becomes a part of its instruction. Each CSR has `weft_read_NAME`, and
one that can be written also `weft_write_NAME`, `weft_set_NAME` and `weft_clear_NAME` (set or clear bits, return the old value).

| Function | Instruction |
|----------|-------------|
";

const REQUESTS: &str = "
### Request words

The sender puts a request word on its data lines together with REQ.
";

const CSRS: &str = "
### CSRs

| Number | Name | Access | Meaning |
|--------|------|--------|---------|
";

const CAUSES: &str = "
### Interrupt causes

| Cause | Name | Pending while |
|-------|------|---------------|
";

/// Returns the page: the operations, and everything that `message.toml` defines.
pub fn markdown() -> String {
    let mut out = String::from(OPENING);
    for part in [
        operations, encodings, meanings, intrinsics, layouts, tokens, csrs, causes,
    ] {
        part(&mut out).expect("writing to a string cannot fail");
    }
    out
}

fn operations(out: &mut String) -> Result {
    let standard = Op::ALL.iter().filter(|op| op.message().is_none());
    let names: Vec<_> = standard.map(|op| format!("`{}`", op.mnemonic())).collect();
    writeln!(
        out,
        "\nThe {} standard operations, of which the 16-bit instructions are short forms:",
        names.len()
    )?;
    writeln!(out, "{}.", names.join(" "))
}

fn encodings(out: &mut String) -> Result {
    out.push_str(ENCODING);
    for entry in message::INSTRUCTIONS {
        let field = |used: bool, name| if used { name } else { "0" };
        writeln!(
            out,
            "| {} | {} | {} | {} `{}` | {} | {:#04x} |",
            field(entry.has_imm7, "imm7"),
            field(entry.has_rs2, "rs2"),
            field(entry.has_rs1, "rs1"),
            entry.funct3,
            entry.name,
            field(entry.has_rd, "rd"),
            message::OPCODE
        )?;
    }
    Ok(())
}

fn meanings(out: &mut String) -> Result {
    out.push_str("\n| Instruction | Meaning |\n|-------------|---------|\n");
    for entry in message::INSTRUCTIONS {
        let (name, operands) = (entry.name, operands(entry));
        write!(out, "| `{name} {operands}` | {}", entry.meaning)?;
        for mode in entry.modes {
            write!(out, " {mode}.")?;
        }
        writeln!(out, " |")?;
    }
    Ok(())
}

/// Returns the operands in the order of assembly language.
fn operands(entry: &MessageInstruction) -> String {
    let operands = [
        (entry.has_rd, "rd"),
        (entry.has_rs1, "rs1"),
        (entry.has_rs2, "rs2"),
        (entry.has_imm7, "imm7"),
    ];
    let used = operands
        .into_iter()
        .filter(|(used, _)| *used)
        .map(|(_, name)| name);
    used.collect::<Vec<_>>().join(", ")
}

fn intrinsics(out: &mut String) -> Result {
    out.push_str(INTRINSICS);
    for entry in message::INSTRUCTIONS {
        for intrinsic in entry.intrinsics {
            writeln!(out, "| `{}` | `{}` |", intrinsic.prototype, entry.name)?;
        }
    }
    Ok(())
}

fn layouts(out: &mut String) -> Result {
    out.push_str(REQUESTS);
    message::LAYOUTS
        .iter()
        .try_for_each(|entry| layout(out, entry))
}

fn layout(out: &mut String, layout: &Layout) -> Result {
    writeln!(out, "\n`{}`: {}\n", layout.name, layout.meaning)?;
    out.push_str("| Bits | Field | Values | Meaning |\n|------|-------|--------|---------|\n");
    for field in layout.fields {
        let (high, low, max) = (field.high, field.low, field.max());
        let (name, meaning) = (field.name, field.meaning);
        writeln!(out, "| {high}:{low} | {name} | 0..{max} | {meaning} |")?;
    }
    Ok(())
}

fn tokens(out: &mut String) -> Result {
    writeln!(out, "\n### Tokens\n\nThe synchronization controller answers a token that is not listed with NACK.\n")?;
    out.push_str("| Receiver | Token | Name | Meaning |\n|----------|-------|------|---------|\n");
    for token in message::TOKENS {
        let receiver = token.receiver.description();
        write!(out, "| {receiver} | {:#04x}", token.first)?;
        if token.last != token.first {
            write!(out, "..{:#04x}", token.last)?;
        }
        writeln!(out, " | {} | {} |", token.name, token.meaning)?;
    }
    Ok(())
}

fn csrs(out: &mut String) -> Result {
    out.push_str(CSRS);
    for csr in message::CSRS {
        let access = match csr.access {
            Access::ReadOnly => "read only",
            Access::ReadWrite => "read and write",
        };
        let (number, name, meaning) = (csr.number, csr.name, csr.meaning);
        writeln!(out, "| {number:#x} | {name} | {access} | {meaning} |")?;
    }
    Ok(())
}

fn causes(out: &mut String) -> Result {
    out.push_str(CAUSES);
    message::CAUSES.iter().try_for_each(|cause| {
        let (number, name, meaning) = (cause.number, cause.name, cause.meaning);
        writeln!(out, "| {number} | {name} | {meaning} |")
    })
}
