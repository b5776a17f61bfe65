//! User-defined instructions: a C function specifies how an instruction is encoded, how many cycles it takes and what it computes. The function is in
//! a file of its own or in a C program.
//!
//! [`UserInstructions`] reads such files and [`CProgram`]s; it decodes, disassembles and executes what they describe, and writes the C
//! header with the intrinsics. After section 3.1 and Figure 2 of the message-passing ASIP paper (IPSJ 2012);
//! `docs/guides/custom-instructions.md` explains it.

mod assembler;
mod behaviour;
mod c_header;
mod circuit;
mod description;
mod encoding;
mod error;
mod expression;
mod lexer;
mod marked;
mod meaning;
mod modules;
mod parser;
mod program;
mod statement;
mod syntax;
mod words;

use crate::disassemble::register_name;
use crate::Instruction;
use behaviour::Behaviour;
use description::{Description, File};
use encoding::{decoded, has_imm7, number_and_imm7, Encoding};
use error::{Mistake, Result};
use parser::Callable;
use serde::{Deserialize, Serialize};
use syntax::{Form, Parameter, Type};

pub use error::InstructionError;
pub use modules::Module;
pub use program::CProgram;

/// A user-defined instruction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct UserInstruction {
    name: String,
    encoding: Encoding,
    form: Form,
    returns: Type,
    parameters: Vec<Parameter>,
    cycles: u8,
    behaviour: Behaviour,
    /// File and line of its description.
    origin: String,
}

/// The user-defined instructions of a core.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct UserInstructions {
    instructions: Vec<UserInstruction>,
}

impl UserInstructions {
    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.instructions.is_empty()
    }

    /// Returns the names, in the order of the descriptions.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.instructions.iter().map(|one| one.name.as_str())
    }

    /// Adds the instructions described in `text`, the contents of `file`.
    ///
    /// # Errors
    /// If the text is not such a description, or one of its names or encodings is already used.
    pub fn add(&mut self, file: &str, text: &str) -> Result<(), InstructionError> {
        let added = self.add_all(file, text, 1);
        let found = added.map_err(|mistake| mistake.in_file(file))?;
        if !found {
            return Err(Mistake::new(1, "the file describes no instruction").in_file(file));
        }
        Ok(())
    }

    /// Adds the instructions described among the functions of a C program, the contents of `file`.
    ///
    /// # Errors
    /// As [`UserInstructions::add`]; but a program without descriptions is not an error.
    pub fn add_program(
        &mut self,
        file: &str,
        program: &CProgram<'_>,
    ) -> Result<(), InstructionError> {
        for (line, text) in program.descriptions() {
            let added = self.add_all(file, text, line);
            added.map_err(|mistake| mistake.in_file(file))?;
        }
        Ok(())
    }

    /// Is one of them described at this line of this file?
    pub fn are_described_at(&self, file: &str, line: usize) -> bool {
        let origin = format!("{file}:{line}");
        self.instructions.iter().any(|one| one.origin == origin)
    }

    /// Adds the instructions described in a text; `line` is the number of its first line. Returns whether there are any.
    fn add_all(&mut self, file: &str, text: &str, line: usize) -> Result<bool> {
        let mut rest = File::new(text, line)?;
        let mut found = false;
        while let Some(description) = rest.next(&self.callable())? {
            found = true;
            self.check_name(&description)?;
            self.check_encoding(&description)?;
            let instruction = self.instruction(file, description)?;
            self.instructions.push(instruction);
        }
        Ok(found)
    }

    fn callable(&self) -> Vec<Callable<'_>> {
        let all = self.instructions.iter();
        all.map(|one| Callable {
            name: &one.name,
            form: one.form,
            returns: one.returns,
            parameters: &one.parameters,
        })
        .collect()
    }

    fn check_name(&self, description: &Description) -> Result<()> {
        let name = &description.function.name;
        // The assembler is not case-sensitive.
        let is_same = |one: &&UserInstruction| one.name.eq_ignore_ascii_case(name);
        let message = if words::is_mnemonic(name) {
            format!("the core has an instruction `{name}` already: choose another name")
        } else if let Some(other) = self.instructions.iter().find(is_same) {
            format!("the name `{name}` is taken by {}", other.origin)
        } else {
            return Ok(());
        };
        Err(Mistake::new(description.function.line, message))
    }

    fn check_encoding(&self, description: &Description) -> Result<()> {
        let Description { head, function, .. } = description;
        let encoding = Encoding::new(head, &function.parameters);
        let clash = if let Some(op) = encoding.instruction_of_the_core() {
            format!("of the core's `{}`", op.mnemonic())
        } else {
            let taken = |one: &&UserInstruction| one.encoding.clashes_with(encoding);
            match self.instructions.iter().find(taken) {
                Some(other) => format!("of `{}` ({})", other.name, other.origin),
                None => return Ok(()),
            }
        };
        let message = format!(
            "the encoding of `{}` is also that {clash}: choose another funct3, or opcode 0x2b, 0x5b or 0x7b",
            function.name
        );
        Err(Mistake::new(description.line, message))
    }

    fn instruction(&self, file: &str, description: Description) -> Result<UserInstruction> {
        let (head, function, line) = (description.head, description.function, description.line);
        let others: Vec<_> = self.instructions.iter().map(|one| &one.behaviour).collect();
        Ok(UserInstruction {
            behaviour: meaning::behaviour(&function, &others)?,
            encoding: Encoding::new(&head, &function.parameters),
            name: function.name,
            form: function.form,
            returns: function.returns,
            parameters: function.parameters,
            cycles: head.cycles as u8,
            origin: format!("{file}:{line}"),
        })
    }

    /// Decodes a 32-bit word, if it is one of these instructions: [`Op::User`](crate::Op::User).
    pub fn decode(&self, bits: u32) -> Option<Instruction> {
        let mut all = self.instructions.iter().enumerate();
        let (number, one) = all.find(|(_, one)| one.encoding.matches(bits))?;
        Some(decoded(number, bits, has_imm7(&one.parameters)))
    }

    /// Returns the instruction in a word in assembly language, if it is one of these.
    pub fn disassemble(&self, bits: u32) -> Option<String> {
        let instruction = self.decode(bits)?;
        let (number, imm7) = number_and_imm7(instruction.imm);
        let one = &self.instructions[number];
        let mut operands = vec![register_name(instruction.rd).to_owned()];
        operands.extend(
            one.parameters
                .iter()
                .map(|parameter| match parameter.operand {
                    0 => register_name(instruction.rs1).to_owned(),
                    1 => register_name(instruction.rs2).to_owned(),
                    _ => imm7.to_string(),
                }),
        );
        Some(format!("{} {}", one.name, operands.join(", ")))
    }

    /// Returns the cycles from the issue of an instruction to that of the next one, given the immediate of its decoded form.
    ///
    /// # Panics
    /// If the immediate does not come from [`UserInstructions::decode`].
    pub fn cycles(&self, imm: i32) -> u8 {
        self.instructions[number_and_imm7(imm).0].cycles
    }

    /// Returns the maximum number of cycles of these instructions; 0 if there are none.
    pub fn most_cycles(&self) -> u8 {
        let cycles = self.instructions.iter().map(|one| one.cycles);
        cycles.max().unwrap_or(0)
    }

    /// Returns the result of an instruction for the values of rs1 and rs2, given the immediate of its decoded form.
    ///
    /// # Panics
    /// If the immediate does not come from [`UserInstructions::decode`].
    pub fn result(&self, imm: i32, rs1: u32, rs2: u32) -> u32 {
        let (number, imm7) = number_and_imm7(imm);
        self.instructions[number].behaviour.result([rs1, rs2, imm7])
    }
}
