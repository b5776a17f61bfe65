//! Writes the checked table as Rust: one constant per entry, and a slice of each kind for the printers.

use crate::table::{Instruction, Intrinsic, Operand, Table};
use std::fmt::Write;

/// The text of the generated module. Its types are those of `src/message.rs`.
pub fn rust(table: &Table) -> String {
    let mut out = format!(
        "/// Major opcode of the message extension.\npub const OPCODE: u32 = {:#x};\n",
        table.opcode
    );
    for part in [instructions, csrs, tokens, causes, layouts] {
        part(&mut out, table).expect("writing to a string cannot fail");
    }
    out
}

type Written = std::fmt::Result;

fn instructions(out: &mut String, table: &Table) -> Written {
    for entry in &table.instructions {
        let constant = constant_name(entry.name.as_ref());
        writeln!(
            out,
            "/// {}\npub const {constant}: MessageInstruction = {};",
            entry.meaning,
            instruction(entry)
        )?;
        for mode in &entry.modes {
            let name = constant_name(&mode.name);
            writeln!(
                out,
                "/// Mode of `{}`: {}.",
                entry.name.as_ref(),
                mode.meaning
            )?;
            writeln!(out, "pub const {constant}_{name}: u8 = {};", mode.value)?;
        }
    }
    let names = table
        .instructions
        .iter()
        .map(|entry| constant_name(entry.name.as_ref()));
    slice(
        out,
        "INSTRUCTIONS",
        "MessageInstruction",
        "Every instruction",
        names,
    )
}

fn instruction(entry: &Instruction) -> String {
    let has = |operand| entry.operands.contains(&operand);
    let modes = entry.modes.iter().map(|mode| {
        format!(
            "Mode {{ name: {:?}, value: {}, meaning: {:?} }}",
            mode.name, mode.value, mode.meaning
        )
    });
    let intrinsics = entry.intrinsics.iter().map(|item| intrinsic(entry, item));
    format!(
        "MessageInstruction {{ op: Op::{}, name: {:?}, funct3: {}, has_rd: {}, has_rs1: {}, has_rs2: {}, has_imm7: {}, \
         orders_memory: {}, meaning: {:?}, modes: &[{}], intrinsics: &[{}] }}",
        variant_name(entry.name.as_ref()),
        entry.name.as_ref(),
        entry.funct3,
        has(Operand::Rd),
        has(Operand::Rs1),
        has(Operand::Rs2),
        has(Operand::Imm7),
        entry.orders_memory,
        entry.meaning,
        modes.collect::<Vec<_>>().join(", "),
        intrinsics.collect::<Vec<_>>().join(", "),
    )
}

fn intrinsic(entry: &Instruction, item: &Intrinsic) -> String {
    let mode = entry
        .modes
        .iter()
        .find(|mode| Some(&mode.name) == item.mode.as_ref());
    let immediate = match (&item.imm7, mode) {
        (Some(parameter), _) => format!("Immediate::Parameter({parameter:?})"),
        (None, Some(mode)) => format!("Immediate::Value({})", mode.value),
        (None, None) => "Immediate::Value(0)".into(),
    };
    format!(
        "Intrinsic {{ prototype: {:?}, rs1: {:?}, rs2: {:?}, imm7: {immediate} }}",
        item.prototype, item.rs1, item.rs2
    )
}

fn csrs(out: &mut String, table: &Table) -> Written {
    writeln!(out, "/// Numbers of the extension's CSRs.\npub mod csr {{")?;
    for entry in &table.csrs {
        let (name, number) = (constant_name(entry.name.as_ref()), entry.number);
        writeln!(
            out,
            "/// {}\npub const {name}: u16 = {number:#x};",
            entry.meaning
        )?;
    }
    writeln!(out, "}}")?;
    let values = table.csrs.iter().map(|entry| {
        format!(
            "CustomCsr {{ name: {:?}, number: {:#x}, access: Access::{:?}, orders_memory: {}, meaning: {:?} }}",
            entry.name.as_ref(), entry.number, entry.access, entry.orders_memory, entry.meaning
        )
    });
    slice(out, "CSRS", "CustomCsr", "Every CSR", values)
}

fn tokens(out: &mut String, table: &Table) -> Written {
    writeln!(
        out,
        "/// Tokens of single-word messages; of a range, its first and last.\npub mod token {{"
    )?;
    for entry in &table.tokens {
        let name = constant_name(entry.name.as_ref());
        match entry.last {
            None => writeln!(
                out,
                "/// {}\npub const {name}: u8 = {:#x};",
                entry.meaning, entry.first
            )?,
            Some(last) => {
                writeln!(
                    out,
                    "/// First of: {}\npub const {name}_FIRST: u8 = {:#x};",
                    entry.meaning, entry.first
                )?;
                writeln!(
                    out,
                    "/// Last of: {}\npub const {name}_LAST: u8 = {last:#x};",
                    entry.meaning
                )?;
            }
        }
    }
    writeln!(out, "}}")?;
    let values = table.tokens.iter().map(|entry| {
        format!(
            "Token {{ name: {:?}, receiver: Receiver::{:?}, first: {:#x}, last: {:#x}, meaning: {:?} }}",
            entry.name.as_ref(), entry.receiver, entry.first, entry.last(), entry.meaning
        )
    });
    slice(out, "TOKENS", "Token", "Every token", values)
}

fn causes(out: &mut String, table: &Table) -> Written {
    writeln!(out, "/// Interrupt causes: `mcause` without its interrupt bit, and bits of `mip` and `mie`.\npub mod cause {{")?;
    for entry in &table.causes {
        let name = constant_name(entry.name.as_ref());
        writeln!(
            out,
            "/// {}\npub const {name}: u32 = {};",
            entry.meaning, entry.number
        )?;
    }
    writeln!(out, "}}")?;
    let values = table.causes.iter().map(|entry| {
        format!(
            "Cause {{ name: {:?}, number: {}, meaning: {:?} }}",
            entry.name.as_ref(),
            entry.number,
            entry.meaning
        )
    });
    slice(out, "CAUSES", "Cause", "Every interrupt cause", values)
}

fn layouts(out: &mut String, table: &Table) -> Written {
    for layout in &table.layouts {
        writeln!(
            out,
            "/// {}\npub mod {} {{\nuse super::Field;",
            layout.meaning,
            layout.name.as_ref()
        )?;
        for field in &layout.fields {
            let name = constant_name(field.name.as_ref());
            writeln!(
                out,
                "/// {}\npub const {name}: Field = Field {{ name: {:?}, high: {}, low: {}, meaning: {:?} }};",
                field.meaning, field.name.as_ref(), field.high, field.low, field.meaning
            )?;
        }
        writeln!(out, "}}")?;
    }
    let values = table.layouts.iter().map(|layout| {
        let module = layout.name.as_ref();
        let fields = layout
            .fields
            .iter()
            .map(|field| format!("{module}::{}", constant_name(field.name.as_ref())));
        format!(
            "Layout {{ name: {module:?}, meaning: {:?}, fields: &[{}] }}",
            layout.meaning,
            fields.collect::<Vec<_>>().join(", ")
        )
    });
    slice(out, "LAYOUTS", "Layout", "Every layout", values)
}

fn slice(
    out: &mut String,
    name: &str,
    of: &str,
    doc: &str,
    values: impl Iterator<Item = String>,
) -> Written {
    let values = values.collect::<Vec<_>>().join(",\n    ");
    writeln!(out, "/// {doc} of the extension, in the order of the table.\npub const {name}: &[{of}] = &[\n    {values}\n];")
}

/// `msg.send` as the constant MSG_SEND.
fn constant_name(name: &str) -> String {
    name.replace('.', "_").to_uppercase()
}

/// `msg.send` as the variant MsgSend of `Op`.
fn variant_name(name: &str) -> String {
    let capitalized = |part: &str| part[..1].to_uppercase() + &part[1..];
    name.split('.').map(capitalized).collect()
}
