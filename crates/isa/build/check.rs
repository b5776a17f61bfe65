//! Rejects a table in which two entries have the same encoding, or an entry is outside the encodings that the RISC-V manual leaves to custom
//! extensions.

use crate::table::{Access, Csr, Field, Instruction, Intrinsic, Layout, Operand, Table, Token};
use toml::Spanned;

/// An entry's name as it is in the text, and what is wrong with the entry.
type Complaint<'a> = (&'a Spanned<String>, String);

/// Major opcodes that the RISC-V manual reserves for custom extensions (custom-0 and custom-1, unused by both RV32 and RV64).
const CUSTOM_OPCODES: [u32; 2] = [0x0B, 0x2B];
/// Custom machine CSRs, by access (privileged manual, table of CSR address ranges).
const READ_WRITE_CSRS: std::ops::RangeInclusive<u16> = 0x7C0..=0x7FF;
const READ_ONLY_CSRS: std::ops::RangeInclusive<u16> = 0xFC0..=0xFFF;
/// Maximum of imm7 and of tokens, which have seven bits.
const IMM7_MAX: u8 = 0x7F;

/// Checks the whole table; an error begins with the line in `text`.
pub fn check(table: &Table, text: &str) -> Result<(), String> {
    if !CUSTOM_OPCODES.contains(&table.opcode) {
        return Err(format!(
            "1: opcode {:#x} is not a custom opcode: use one of {CUSTOM_OPCODES:#x?}",
            table.opcode
        ));
    }
    complaints(table).map_err(|(name, complaint)| {
        let line = text[..name.span().start].matches('\n').count() + 1;
        format!("{line}: {}: {complaint}", name.as_ref())
    })
}

fn complaints(table: &Table) -> Result<(), Complaint<'_>> {
    table.instructions.iter().try_for_each(instruction)?;
    distinct(
        &table.instructions,
        |i| (&i.name, u32::from(i.funct3)),
        "funct3",
    )?;
    table.csrs.iter().try_for_each(csr)?;
    distinct(
        &table.csrs,
        |c| (&c.name, u32::from(c.number)),
        "CSR number",
    )?;
    table.tokens.iter().try_for_each(token)?;
    disjoint_tokens(&table.tokens)?;
    causes(table)?;
    layouts(&table.layouts)
}

/// Returns an error about an entry if `right` is false.
fn hold(
    right: bool,
    name: &Spanned<String>,
    text: impl FnOnce() -> String,
) -> Result<(), Complaint<'_>> {
    match right {
        true => Ok(()),
        false => Err((name, text())),
    }
}

/// Checks that no two entries have the same number.
fn distinct<'a, T>(
    entries: &'a [T],
    key: impl Fn(&'a T) -> (&'a Spanned<String>, u32),
    what: &str,
) -> Result<(), Complaint<'a>> {
    for (index, entry) in entries.iter().enumerate() {
        let (name, number) = key(entry);
        for (other, taken) in entries[..index].iter().map(&key) {
            let other = other.as_ref();
            hold(number != taken, name, || {
                format!("{what} {number:#x} is already taken by {other}: choose a free one")
            })?;
            let is_new = name.as_ref() != other;
            hold(is_new, name, || {
                "the name is already taken: choose another".into()
            })?;
        }
    }
    Ok(())
}

fn instruction(entry: &Instruction) -> Result<(), Complaint<'_>> {
    let (name, funct3) = (&entry.name, entry.funct3);
    hold(funct3 <= 7, name, || {
        format!("funct3 {funct3} does not fit in three bits: use 0..7")
    })?;
    for mode in &entry.modes {
        hold(mode.value <= IMM7_MAX, name, || {
            format!(
                "mode {} = {} does not fit in seven bits",
                mode.name, mode.value
            )
        })?;
    }
    let has_imm7 = entry.operands.contains(&Operand::Imm7);
    hold(entry.modes.is_empty() || has_imm7, name, || {
        "modes are values of imm7: add imm7 to the operands".into()
    })?;
    let mut intrinsics = entry.intrinsics.iter();
    let complaint = intrinsics.find_map(|item| complaint_of(entry, item));
    complaint.map_or(Ok(()), |text| Err((name, text)))
}

/// Returns what is wrong with an intrinsic of `entry`, if anything.
fn complaint_of(entry: &Instruction, intrinsic: &Intrinsic) -> Option<String> {
    let prototype = &intrinsic.prototype;
    let given = [
        (Operand::Rs1, intrinsic.rs1.is_some()),
        (Operand::Rs2, intrinsic.rs2.is_some()),
        (
            Operand::Imm7,
            intrinsic.imm7.is_some() || intrinsic.mode.is_some(),
        ),
    ];
    let wrong = given
        .into_iter()
        .find(|(operand, given)| *given != entry.operands.contains(operand));
    if let Some((operand, _)) = wrong {
        return Some(format!(
            "{prototype}: {operand:?} must be given exactly when it is an operand"
        ));
    }
    if !prototype.starts_with("void ") && !entry.operands.contains(&Operand::Rd) {
        return Some(format!("{prototype}: there is no rd to return"));
    }
    let mode = intrinsic.mode.as_ref()?;
    let known = entry.modes.iter().any(|entry| &entry.name == mode);
    (!known).then(|| format!("{prototype}: no mode is named {mode}"))
}

fn csr(entry: &Csr) -> Result<(), Complaint<'_>> {
    let range = match entry.access {
        Access::ReadOnly => READ_ONLY_CSRS,
        Access::ReadWrite => READ_WRITE_CSRS,
    };
    let (number, access) = (entry.number, entry.access);
    hold(range.contains(&number), &entry.name, || {
        format!("CSR number {number:#x} is not a custom machine {access:?} one: use {range:#x?}")
    })
}

fn token(entry: &Token) -> Result<(), Complaint<'_>> {
    let (first, last) = (entry.first, entry.last());
    hold(first <= last && last <= IMM7_MAX, &entry.name, || {
        format!("tokens {first:#x}..{last:#x} are not a range within 0..{IMM7_MAX:#x}")
    })
}

fn disjoint_tokens(tokens: &[Token]) -> Result<(), Complaint<'_>> {
    for (index, entry) in tokens.iter().enumerate() {
        let clash = tokens[..index].iter().find(|other| {
            other.receiver == entry.receiver
                && other.first <= entry.last()
                && entry.first <= other.last()
        });
        hold(clash.is_none(), &entry.name, || {
            let other = clash.map_or("", |other| other.name.as_ref());
            format!("its tokens are already taken by {other} of the same receiver")
        })?;
    }
    Ok(())
}

fn causes(table: &Table) -> Result<(), Complaint<'_>> {
    distinct(
        &table.causes,
        |c| (&c.name, u32::from(c.number)),
        "interrupt cause",
    )?;
    table.causes.iter().try_for_each(|cause| {
        let number = cause.number;
        hold(number <= 31, &cause.name, || {
            format!("interrupt cause {number} has no bit in mip: use 0..31")
        })
    })
}

fn layouts(layouts: &[Layout]) -> Result<(), Complaint<'_>> {
    for layout in layouts {
        let mut taken: Vec<&Field> = Vec::new();
        if let Some(outer) = &layout.within {
            let outer = layouts.iter().find(|other| other.name.as_ref() == outer);
            let outer = outer.ok_or((
                &layout.name,
                "lies within a layout that does not exist".into(),
            ))?;
            taken.extend(&outer.fields);
        }
        for field in &layout.fields {
            free(field, &taken)?;
            taken.push(field);
        }
    }
    Ok(())
}

fn free<'a>(field: &'a Field, taken: &[&Field]) -> Result<(), Complaint<'a>> {
    let (high, low) = (field.high, field.low);
    hold(low <= high && high <= 31, &field.name, || {
        format!("bits {high}:{low} are not a field of a 32-bit word")
    })?;
    taken.iter().try_for_each(|other| {
        hold(other.high < low || high < other.low, &field.name, || {
            format!("bits {high}:{low} overlap field {}", other.name.as_ref())
        })
    })
}
