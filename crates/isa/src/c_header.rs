//! Generates the C header of the message extension: its numbers as macros, its instructions and CSRs as inline functions.

use crate::message::{self, Access, CustomCsr, Immediate, Intrinsic, MessageInstruction};
use std::fmt::{Result, Write};

const OPENING: &str = r#"/* SPDX-License-Identifier: Apache-2.0 */
/* The message extension: instructions, CSRs, request words, tokens and interrupt causes.
 * Generated from the table of the instruction set (message.toml). Do not edit. */
#ifndef WEFT_MESSAGE_H
#define WEFT_MESSAGE_H

#include <stdint.h>

/* A token becomes a part of its instruction, so that it must be known when the compiler emits it. */
#ifndef __OPTIMIZE__
#error "the message intrinsics need inlining: compile with -O1, -Og or more"
#endif

#define WEFT_INLINE static inline __attribute__((always_inline))
/* A program compiled for rv32imac may not name CSRs unless the assembler is told. */
#define WEFT_ZICSR(instruction) \
    ".option push\n\t.option arch, +zicsr\n\t" instruction "\n\t.option pop"
"#;

const OPENING_OF_WORDS: &str = r#"/* SPDX-License-Identifier: Apache-2.0 */
/* Request words of the message extension. Generated from the table of the instruction set (message.toml). Do not edit. */
#ifndef WEFT_MESSAGE_H
#define WEFT_MESSAGE_H

#include <stdint.h>
"#;

const CAUSES: &str = "
/* Interrupt causes: mcause without its interrupt bit, bits of mip and mie. */
";

const FIELDS: &str = r#"
/* Value of a field in a word, and a word with a value in a field: WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, word). */
#define WEFT_FIELD_GET(field, word) (((uint32_t)(word) >> field##_SHIFT) & field##_MASK)
#define WEFT_FIELD_PUT(field, value) (((uint32_t)(value) & field##_MASK) << field##_SHIFT)
"#;

/// Returns the header: C11 with GNU inline assembly. The assembler must know `.option arch` (GNU binutils 2.40 does).
///
/// Tokens must be constants at the calls of the intrinsics, and the program must be compiled with optimization.
pub fn c_header() -> String {
    let mut out = String::from(OPENING);
    for part in [
        layouts,
        tokens,
        causes,
        csr_numbers,
        csr_functions,
        intrinsics,
    ] {
        part(&mut out).expect("writing to a string cannot fail");
    }
    out + "\n#endif\n"
}

/// Returns a header with the fields of request words only, for programs on another processor that exchanges messages with these cores.
pub fn c_header_of_words() -> String {
    let mut out = String::from(OPENING_OF_WORDS);
    layouts(&mut out).expect("writing to a string cannot fail");
    out + "\n#endif\n"
}

fn layouts(out: &mut String) -> Result {
    out.push_str(FIELDS);
    for layout in message::LAYOUTS {
        writeln!(out, "\n/* {} */", layout.meaning)?;
        for field in layout.fields {
            let name = format!("{}_{}", layout.name, field.name).to_uppercase();
            writeln!(out, "/* {} */", field.meaning)?;
            writeln!(out, "#define WEFT_{name}_SHIFT {}", field.low)?;
            writeln!(out, "#define WEFT_{name}_MASK {:#x}u", field.max())?;
        }
    }
    Ok(())
}

fn tokens(out: &mut String) -> Result {
    writeln!(out, "\n/* Tokens of single-word messages. */")?;
    for token in message::TOKENS {
        let (name, receiver) = (token.name.to_uppercase(), token.receiver.description());
        let (first, last) = (token.first, token.last);
        writeln!(out, "/* To {receiver}: {}. */", token.meaning)?;
        if first == last {
            writeln!(out, "#define WEFT_TOKEN_{name} {first:#04x}u")?;
        } else {
            writeln!(out, "#define WEFT_TOKEN_{name}_FIRST {first:#04x}u")?;
            writeln!(out, "#define WEFT_TOKEN_{name}_LAST {last:#04x}u")?;
        }
    }
    Ok(())
}

fn causes(out: &mut String) -> Result {
    out.push_str(CAUSES);
    message::CAUSES.iter().try_for_each(|cause| {
        let (name, number) = (cause.name.to_uppercase(), cause.number);
        writeln!(out, "/* {} */", cause.meaning)?;
        writeln!(out, "#define WEFT_CAUSE_{name} {number}u")
    })
}

fn csr_numbers(out: &mut String) -> Result {
    writeln!(out, "\n/* CSR numbers. */")?;
    message::CSRS.iter().try_for_each(|csr| {
        let (name, number) = (csr.name.to_uppercase(), csr.number);
        writeln!(out, "#define WEFT_CSR_{name} {number:#x}")
    })
}

fn csr_functions(out: &mut String) -> Result {
    for csr in message::CSRS {
        writeln!(out, "\n/* {} */", csr.meaning)?;
        let functions = match csr.access {
            Access::ReadOnly => &CSR_FUNCTIONS[..1],
            Access::ReadWrite => CSR_FUNCTIONS,
        };
        for function in functions {
            csr_function(out, csr, *function)?;
        }
    }
    Ok(())
}

/// Description of a CSR function: the comment; the prototype without the register's name; the parameter; and the instruction, with CSR in place of
/// the register's number.
type CsrFunction = (
    &'static str,
    &'static str,
    Option<&'static str>,
    &'static str,
);

/// The functions of a CSR. A read-only register has the first one only.
const CSR_FUNCTIONS: &[CsrFunction] = &[
    ("", "uint32_t weft_read", None, "csrr %[result], CSR"),
    ("", "void weft_write", Some("value"), "csrw CSR, %[value]"),
    (
        "/* Sets and clears bits in one step; the old value is returned. */\n",
        "uint32_t weft_set",
        Some("bits"),
        "csrrs %[result], CSR, %[bits]",
    ),
    (
        "",
        "uint32_t weft_clear",
        Some("bits"),
        "csrrc %[result], CSR, %[bits]",
    ),
];

fn csr_function(out: &mut String, csr: &CustomCsr, function: CsrFunction) -> Result {
    let (comment, declarator, parameter, instruction) = function;
    out.push_str(comment);
    let instruction = instruction.replace("CSR", &format!("{:#x}", csr.number));
    let parameters = parameter.map_or("void".into(), |name| format!("uint32_t {name}"));
    let function = Function {
        prototype: &format!("{declarator}_{}({parameters})", csr.name),
        template: format!("WEFT_ZICSR(\"{instruction}\")"),
        inputs: parameter.map(in_register).into_iter().collect(),
        orders_memory: csr.orders_memory,
    };
    function.write(out)
}

fn intrinsics(out: &mut String) -> Result {
    for entry in message::INSTRUCTIONS {
        writeln!(out, "\n/* {}: {} */", entry.name, entry.meaning)?;
        for mode in entry.modes {
            writeln!(out, "/* {mode}. */")?;
        }
        for intrinsic in entry.intrinsics {
            let function = Function {
                prototype: intrinsic.prototype,
                template: format!("\"{}\"", r_type(entry, intrinsic)),
                inputs: inputs(intrinsic),
                orders_memory: entry.orders_memory,
            };
            function.write(out)?;
        }
    }
    Ok(())
}

/// Returns the R-type instruction, with the parameters of the function as named operands.
fn r_type(entry: &MessageInstruction, intrinsic: &Intrinsic) -> String {
    let register = |parameter: Option<&str>| match parameter {
        Some(name) => format!("%[{name}]"),
        None => "x0".into(),
    };
    let immediate = match intrinsic.imm7 {
        Immediate::Parameter(name) => format!("%[{name}]"),
        Immediate::Value(value) => value.to_string(),
    };
    let rd = register(returns_result(intrinsic.prototype).then_some("result"));
    let (rs1, rs2) = (register(intrinsic.rs1), register(intrinsic.rs2));
    let (opcode, funct3) = (message::OPCODE, entry.funct3);
    format!(".insn r {opcode:#x}, {funct3}, {immediate}, {rd}, {rs1}, {rs2}")
}

fn inputs(intrinsic: &Intrinsic) -> Vec<String> {
    let registers = [intrinsic.rs1, intrinsic.rs2].into_iter().flatten();
    let mut operands: Vec<_> = registers.map(in_register).collect();
    if let Immediate::Parameter(name) = intrinsic.imm7 {
        operands.push(format!("[{name}] \"i\"({name})"));
    }
    operands
}

/// Returns the operand that passes the C parameter `name` in a register.
fn in_register(name: &str) -> String {
    format!("[{name}] \"r\"({name})")
}

/// Does the function return a result? Otherwise the instruction's rd is x0.
fn returns_result(prototype: &str) -> bool {
    !prototype.starts_with("void ")
}

/// A C function that consists of one assembly statement.
struct Function<'a> {
    prototype: &'a str,
    /// The statement's template, as a C expression.
    template: String,
    inputs: Vec<String>,
    orders_memory: bool,
}

impl Function<'_> {
    fn write(&self, out: &mut String) -> Result {
        let returns = returns_result(self.prototype);
        writeln!(out, "WEFT_INLINE {}\n{{", self.prototype)?;
        if returns {
            writeln!(out, "    uint32_t result;")?;
        }
        writeln!(out, "    __asm__ volatile({}", self.template)?;
        let output = if returns {
            " [result] \"=r\"(result)"
        } else {
            ""
        };
        let inputs = self.inputs.join(", ");
        let gap = if inputs.is_empty() { "" } else { " " };
        write!(
            out,
            "                     :{output}\n                     :{gap}{inputs}"
        )?;
        if self.orders_memory {
            write!(out, "\n                     : \"memory\"")?;
        }
        writeln!(out, ");")?;
        if returns {
            writeln!(out, "    return result;")?;
        }
        writeln!(out, "}}")
    }
}
