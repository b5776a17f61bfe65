//! Generates Rust from the checked table: a constant for each entry, and for each kind a slice of its entries.

use crate::table::{Instruction, Intrinsic, Layout, Operand, Table, Token};

/// Returns the text of the generated module. Its types are those of `src/message.rs`.
pub fn rust(table: &Table) -> String {
    let opcode = format!("{:#x}", table.opcode);
    let doc = "Major opcode of the message extension.";
    constant(doc, "OPCODE", "u32", opcode)
        + &instructions(table)
        + &csrs(table)
        + &tokens(table)
        + &causes(table)
        + &layouts(table)
}

fn instructions(table: &Table) -> String {
    let constants = table.instructions.iter().map(|entry| {
        let name = constant_name(entry.name.as_ref());
        let modes = entry.modes.iter().map(|mode| {
            let doc = format!("Mode of `{}`: {}.", entry.name.as_ref(), mode.meaning);
            let name = format!("{name}_{}", constant_name(&mode.name));
            constant(&doc, &name, "u8", mode.value.to_string())
        });
        let modes: String = modes.collect();
        constant(
            &entry.meaning,
            &name,
            "MessageInstruction",
            instruction(entry),
        ) + &modes
    });
    let names = table.instructions.iter();
    let names = names.map(|entry| constant_name(entry.name.as_ref()));
    constants.collect::<String>()
        + &slice(
            "INSTRUCTIONS",
            "MessageInstruction",
            "Every instruction",
            names,
        )
}

fn instruction(entry: &Instruction) -> String {
    let has = |operand| entry.operands.contains(&operand);
    let [rd, rs1, rs2] = [Operand::Rd, Operand::Rs1, Operand::Rs2].map(has);
    let (name, funct3, meaning) = (entry.name.as_ref(), entry.funct3, &entry.meaning);
    let (imm7, orders_memory) = (has(Operand::Imm7), entry.orders_memory);
    let intrinsics = entry.intrinsics.iter();
    let intrinsics = list(intrinsics.map(|item| intrinsic(entry, item)));
    let modes = list(entry.modes.iter().map(|mode| format!("{mode:?}")));
    format!(
        "MessageInstruction {{ name: {name:?}, funct3: {funct3}, has_rd: {rd}, has_rs1: {rs1}, has_rs2: {rs2}, has_imm7: {imm7}, \
         orders_memory: {orders_memory}, meaning: {meaning:?}, modes: &[{modes}], intrinsics: &[{intrinsics}] }}"
    )
}

fn intrinsic(entry: &Instruction, item: &Intrinsic) -> String {
    let mut modes = entry.modes.iter();
    let mode = modes.find(|mode| Some(&mode.name) == item.mode.as_ref());
    let immediate = match (&item.imm7, mode) {
        (Some(parameter), _) => format!("Immediate::Parameter({parameter:?})"),
        (None, mode) => format!("Immediate::Value({})", mode.map_or(0, |mode| mode.value)),
    };
    let Intrinsic {
        prototype,
        rs1,
        rs2,
        ..
    } = item;
    format!(
        "Intrinsic {{ prototype: {prototype:?}, rs1: {rs1:?}, rs2: {rs2:?}, imm7: {immediate} }}"
    )
}

fn csrs(table: &Table) -> String {
    let numbers = table.csrs.iter().map(|entry| {
        let name = constant_name(entry.name.as_ref());
        constant(&entry.meaning, &name, "u16", format!("{:#x}", entry.number))
    });
    let values = table.csrs.iter().map(|entry| {
        let (name, number, access) = (entry.name.as_ref(), entry.number, entry.access);
        let (orders_memory, meaning) = (entry.orders_memory, &entry.meaning);
        format!("CustomCsr {{ name: {name:?}, number: {number:#x}, access: Access::{access:?}, orders_memory: {orders_memory}, meaning: {meaning:?} }}")
    });
    module("csr", "Numbers of the extension's CSRs.", numbers.collect())
        + &slice("CSRS", "CustomCsr", "Every CSR", values)
}

fn tokens(table: &Table) -> String {
    let doc = "Tokens of single-word messages; of a range, its first and last.";
    let values = table.tokens.iter().map(|entry| {
        let (name, receiver, meaning) = (entry.name.as_ref(), entry.receiver, &entry.meaning);
        let (first, last) = (entry.first, entry.last());
        format!("Token {{ name: {name:?}, receiver: Receiver::{receiver:?}, first: {first:#x}, last: {last:#x}, meaning: {meaning:?} }}")
    });
    module("token", doc, table.tokens.iter().map(token).collect())
        + &slice("TOKENS", "Token", "Every token", values)
}

fn token(entry: &Token) -> String {
    let (name, meaning) = (constant_name(entry.name.as_ref()), &entry.meaning);
    let number =
        |doc: String, name: String, value| constant(&doc, &name, "u8", format!("{value:#x}"));
    match entry.last {
        None => number(meaning.clone(), name, entry.first),
        Some(last) => {
            number(
                format!("First of: {meaning}"),
                format!("{name}_FIRST"),
                entry.first,
            ) + &number(format!("Last of: {meaning}"), format!("{name}_LAST"), last)
        }
    }
}

fn causes(table: &Table) -> String {
    let doc = "Interrupt causes: `mcause` without its interrupt bit, and bits of `mip` and `mie`.";
    let numbers = table.causes.iter().map(|entry| {
        let name = constant_name(entry.name.as_ref());
        constant(&entry.meaning, &name, "u32", entry.number.to_string())
    });
    let values = table.causes.iter().map(|entry| {
        let (name, number, meaning) = (entry.name.as_ref(), entry.number, &entry.meaning);
        format!("Cause {{ name: {name:?}, number: {number}, meaning: {meaning:?} }}")
    });
    module("cause", doc, numbers.collect())
        + &slice("CAUSES", "Cause", "Every interrupt cause", values)
}

fn layouts(table: &Table) -> String {
    let modules: String = table.layouts.iter().map(layout).collect();
    let values = table.layouts.iter().map(|layout| {
        let (name, meaning) = (layout.name.as_ref(), &layout.meaning);
        let fields = layout.fields.iter();
        let fields =
            list(fields.map(|field| format!("{name}::{}", constant_name(field.name.as_ref()))));
        format!("Layout {{ name: {name:?}, meaning: {meaning:?}, fields: &[{fields}] }}")
    });
    modules + &slice("LAYOUTS", "Layout", "Every layout", values)
}

fn layout(layout: &Layout) -> String {
    let fields = layout.fields.iter().map(|field| {
        let (name, high, low, meaning) =
            (field.name.as_ref(), field.high, field.low, &field.meaning);
        let value =
            format!("Field {{ name: {name:?}, high: {high}, low: {low}, meaning: {meaning:?} }}");
        constant(meaning, &constant_name(name), "Field", value)
    });
    let body = String::from("use super::Field;\n") + &fields.collect::<String>();
    module(layout.name.as_ref(), &layout.meaning, body)
}

fn constant(doc: &str, name: &str, of: &str, value: String) -> String {
    format!("/// {doc}\npub const {name}: {of} = {value};\n")
}

fn module(name: &str, doc: &str, body: String) -> String {
    format!("/// {doc}\npub mod {name} {{\n{body}}}\n")
}

fn slice(name: &str, of: &str, doc: &str, values: impl Iterator<Item = String>) -> String {
    let (doc, values) = (
        format!("{doc} of the extension, in the order of the table."),
        list(values),
    );
    constant(&doc, name, &format!("&[{of}]"), format!("&[{values}]"))
}

fn list(values: impl Iterator<Item = String>) -> String {
    values.collect::<Vec<_>>().join(",\n    ")
}

/// Converts a name to that of a constant: `msg.send` to MSG_SEND.
fn constant_name(name: &str) -> String {
    name.replace('.', "_").to_uppercase()
}
