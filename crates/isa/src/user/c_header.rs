//! The C header `weft/user_instructions.h`: an intrinsic function for each of the user's own instructions.

use super::{has_imm7, Parameter, UserInstruction, UserInstructions};
use std::fmt::{Result, Write};

const OPENING: &str = "\
/* Instructions of your own as C functions. Generated from the files that describe them. */
#ifndef WEFT_USER_INSTRUCTIONS_H
#define WEFT_USER_INSTRUCTIONS_H

#include <stdint.h>
";

/// An immediate is a part of its instruction, which the compiler must know when it emits it.
const NEEDS_INLINING: &str = "
#ifndef __OPTIMIZE__
#error \"instructions with imm7 need inlining: compile with -O1, -Og or more\"
#endif
void weft_wrong_immediate(void) __attribute__((error(\"imm7 of an instruction is a constant from 0 to 127\")));
";

const CHECK: &str = "    if (!__builtin_constant_p(imm7) || (uint32_t)imm7 > 127)
        weft_wrong_immediate();
";

impl UserInstructions {
    /// The header as text: C11 with GNU inline assembly.
    pub fn c_header(&self) -> String {
        let mut out = String::from(OPENING);
        if self
            .instructions
            .iter()
            .any(|one| has_imm7(&one.parameters))
        {
            out.push_str(NEEDS_INLINING);
        }
        for one in &self.instructions {
            intrinsic(&mut out, one).expect("writing to a string cannot fail");
        }
        out + "\n#endif\n"
    }
}

/// The statement is not volatile: the result depends on the operands alone, so that an unused or repeated one may go.
fn intrinsic(out: &mut String, one: &UserInstruction) -> Result {
    let unit = if one.cycles == 1 { "cycle" } else { "cycles" };
    writeln!(out, "\n/* {} {unit} */", one.cycles)?;
    writeln!(
        out,
        "static inline __attribute__((always_inline)) {} {}({})\n{{",
        one.returns.c_name(),
        one.name,
        parameters(&one.parameters)
    )?;
    writeln!(out, "    {} weft_result;", one.returns.c_name())?;
    if has_imm7(&one.parameters) {
        out.push_str(CHECK);
    }
    writeln!(
        out,
        "    __asm__(\"{}\" : \"=r\"(weft_result){});",
        template(one),
        inputs(&one.parameters)
    )?;
    writeln!(out, "    return weft_result;\n}}")
}

fn parameters(parameters: &[Parameter]) -> String {
    let declared = parameters
        .iter()
        .map(|parameter| format!("{} {}", parameter.kind.c_name(), parameter.name));
    let list: Vec<_> = declared.collect();
    if list.is_empty() {
        "void".to_owned()
    } else {
        list.join(", ")
    }
}

/// The instruction, with the C operands by their numbers: 0 is the result.
fn template(one: &UserInstruction) -> String {
    let (opcode, funct3, funct7) = one.encoding.fields();
    let place = |operand| {
        let number = one.parameters.iter().position(|p| p.operand == operand);
        number.map(|number| format!("%{}", number + 1))
    };
    let register = |operand| place(operand).unwrap_or_else(|| "x0".to_owned());
    let upper = funct7.map_or_else(|| place(2).unwrap_or_default(), |value| value.to_string());
    format!(
        ".insn r {opcode:#04x}, {funct3}, {upper}, %0, {}, {}",
        register(0),
        register(1)
    )
}

fn inputs(parameters: &[Parameter]) -> String {
    if parameters.is_empty() {
        return String::new();
    }
    let operand = |parameter: &Parameter| {
        let constraint = if parameter.operand == super::syntax::IMM7 {
            "i"
        } else {
            "r"
        };
        format!("\"{constraint}\"({})", parameter.name)
    };
    let list: Vec<_> = parameters.iter().map(operand).collect();
    format!(" : {}", list.join(", "))
}
