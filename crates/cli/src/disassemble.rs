//! `weft disasm`: the code of a program as assembly language, including the message instructions.

use std::io::{BufWriter, Write};

use anyhow::{bail, Context, Result};
use object::{Object, ObjectSection, SectionKind};
use weft_isa::user::UserInstructions;
use weft_report::program::Program;
use weft_report::symbols::Symbols;
use weft_run::build::{add_described, source_folders, ProgramSource};

use crate::arguments::disasm::DisasmArguments;
use crate::run::spec;
use crate::terminal::{unless_closed, with_cause, Building};

/// Carries out `weft disasm`.
///
/// # Errors
/// When the program cannot be had, or has no such function.
pub fn disassemble(arguments: &DisasmArguments) -> Result<()> {
    let mut platform = spec::platform(&arguments.build).load()?;
    add_described(&mut platform, &arguments.files)?;
    let build = spec::build(&arguments.build);
    let built = ProgramSource::new(&platform, &build, &mut Building).program(&arguments.files)?;
    let file = object::File::parse(&*built.elf)
        .with_context(|| format!("{} is not an ELF file", built.name))?;
    let program = Program::read(&built.elf, source_folders())?;
    let listing = Listing {
        instructions: &platform.cores.instructions,
        symbols: &program.symbols,
        functions: &arguments.function,
        sources: arguments.source,
    };
    check_functions(&listing, &file)?;
    let written = listing.write(&file, &mut BufWriter::new(std::io::stdout().lock()));
    Ok(with_cause(unless_closed(written))?)
}

fn check_functions(listing: &Listing<'_>, file: &object::File<'_>) -> Result<()> {
    let names = instructions(file).filter_map(|(address, _)| listing.symbols.function(address));
    let known: Vec<&str> = names.collect();
    match listing.functions.iter().find(|name| !known.contains(&name.as_str())) {
        Some(name) => bail!("the program has no function `{name}` (unused and inlined ones have no code of their own)"),
        None => Ok(()),
    }
}

/// What is printed of a program, and how.
struct Listing<'a> {
    /// The user's own instructions.
    instructions: &'a UserInstructions,
    symbols: &'a Symbols,
    /// The functions to print; if empty, all.
    functions: &'a [String],
    sources: bool,
}

impl Listing<'_> {
    fn write(&self, file: &object::File<'_>, output: &mut impl Write) -> std::io::Result<()> {
        let mut function = None;
        let mut line = None;
        for (address, bits) in instructions(file) {
            let name = self.symbols.function(address);
            if !self.wanted(name) {
                continue;
            }
            if name != function {
                let gap = if function.is_some() { "\n" } else { "" };
                writeln!(output, "{gap}{address:08x} <{}>:", name.unwrap_or("?"))?;
                (function, line) = (name, None);
            }
            if self.sources {
                self.write_line(address, &mut line, output)?;
            }
            let instruction = instruction_line(self.instructions, address, bits);
            writeln!(output, "{instruction}")?;
        }
        output.flush()
    }

    fn wanted(&self, name: Option<&str>) -> bool {
        self.functions.is_empty()
            || name.is_some_and(|name| self.functions.iter().any(|wanted| wanted == name))
    }

    /// Writes the source line of the code at `address` if it differs from that of the code before.
    fn write_line(
        &self,
        address: u32,
        last: &mut Option<String>,
        output: &mut impl Write,
    ) -> std::io::Result<()> {
        let location = self.symbols.locate(address);
        let source = location.innermost().source.as_ref();
        let line = source.map(|_| location.to_string());
        if line.is_some() && line != *last {
            writeln!(output, "; {}", line.as_deref().unwrap_or_default())?;
        }
        *last = line;
        Ok(())
    }
}

/// Address, bytes as a little-endian number, and text.
fn instruction_line(instructions: &UserInstructions, address: u32, bits: u32) -> String {
    let own = instructions.disassemble(bits);
    let text = own.unwrap_or_else(|| weft_isa::disassemble_bits(bits, address));
    let (mnemonic, operands) = text.split_once(' ').unwrap_or((&text, ""));
    let digits = if bits & 3 == 3 { 8 } else { 4 };
    let gap = " ".repeat(8 - digits);
    let line = format!("{address:8x}:  {bits:0digits$x}{gap}  {mnemonic:<12}{operands}");
    line.trim_end().to_string()
}

/// Address and bits of every instruction in the text sections; the upper half of a compressed one is zero.
fn instructions<'a>(file: &'a object::File<'a>) -> impl Iterator<Item = (u32, u32)> + 'a {
    let sections = file.sections();
    let texts = sections.filter(|section| section.kind() == SectionKind::Text);
    texts.flat_map(|section| {
        let bytes = section.data().unwrap_or_default();
        let mut offset = 0;
        std::iter::from_fn(move || {
            let (bits, size) = instruction_at(bytes.get(offset..)?)?;
            let address = section.address() as u32 + offset as u32;
            offset += size;
            Some((address, bits))
        })
    })
}

fn instruction_at(bytes: &[u8]) -> Option<(u32, usize)> {
    let half = |at| {
        Some(u32::from(u16::from_le_bytes(
            *bytes.get(at..)?.first_chunk()?,
        )))
    };
    let low = half(0)?;
    if low & 3 != 3 {
        return Some((low, 2));
    }
    Some((low | half(2)? << 16, 4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_hold_compressed_and_full_instructions() {
        let mut instructions = UserInstructions::default();
        let swap = "#pragma weft instruction opcode=0x2b funct3=0 cycles=1\n\
                    uint32_t swap(uint32_t a) { return a << 16 | a >> 16; }";
        instructions.add("swap.insn", swap).unwrap();
        for (address, bits, expected) in [
            (0x100, 0x1141, "     100:  1141      c.addi      sp, -16"),
            (
                0x1000,
                0x13,
                "    1000:  00000013  addi        zero, zero, 0",
            ),
            (
                0x1000,
                0x0005_852b,
                "    1000:  0005852b  swap        a0, a1",
            ),
        ] {
            assert_eq!(instruction_line(&instructions, address, bits), expected);
        }
    }

    #[test]
    fn a_cut_instruction_ends_the_listing() {
        assert_eq!(instruction_at(&[0x41, 0x11]), Some((0x1141, 2)));
        assert_eq!(instruction_at(&[0x13, 0x00]), None);
        assert_eq!(instruction_at(&[]), None);
    }
}
