//! Generates the C header `weft/user_instructions.h`. For each user-defined instruction it has an intrinsic function, or a macro with the interface
//! of the function that describes the instruction; and a macro of the assembler.

use super::syntax::{Form, IMM7};
use super::{has_imm7, Parameter, UserInstruction, UserInstructions};
use std::fmt::{Result, Write};

const OPENING: &str = "\
/* Instructions of your own, in C and in assembly. Generated from what describes them. */
#ifndef WEFT_USER_INSTRUCTIONS_H
#define WEFT_USER_INSTRUCTIONS_H

#ifdef __ASSEMBLER__
";

const OPENING_OF_C: &str = "
#else

#include <stdint.h>
";

/// An immediate is part of the instruction word, so the compiler must know its value when it emits the instruction.
const NEEDS_INLINING: &str = "
#ifndef __OPTIMIZE__
#error \"instructions with imm7 need inlining: compile with -O1, -Og or more\"
#endif
void weft_wrong_immediate(void) __attribute__((error(\"imm7 of an instruction is a constant from 0 to 127\")));
";

const CHECK: &str = "    if (!__builtin_constant_p(imm7) || (uint32_t)imm7 > 127)
        weft_wrong_immediate();
";

/// The keyword of Figure 2 by which a program binds an operand to a register.
const REGISTER: &str = "
/* TCT_REG(8) = word; declares REG8, a variable in register x8. */
#define TCT_REG(number) register uint32_t REG##number __asm__(\"x\" #number)
";

/// Link-time optimization joins the files of a program before the assembler runs, so several copies of these macros may meet.
const OPENING_OF_MACROS: &str = "
/* The names in inline assembly. */
__asm__(\".ifndef .Lweft_user_instructions\\n\\t.set .Lweft_user_instructions, 1\\n\"
";

const END_OF_MACROS: &str = "        \"\\t.endif\");\n";

impl UserInstructions {
    /// Returns the header: C11 with GNU inline assembly, or assembly for the GNU assembler.
    pub fn c_header(&self) -> String {
        let mut out = String::from(OPENING);
        self.write(&mut out)
            .expect("writing to a string cannot fail");
        out + "\n#endif\n#endif\n"
    }

    fn write(&self, out: &mut String) -> Result {
        for one in &self.instructions {
            one.macro_lines()
                .iter()
                .try_for_each(|line| writeln!(out, "{line}"))?;
        }
        out.push_str(OPENING_OF_C);
        let mut all = self.instructions.iter();
        if all.any(|one| one.form == Form::Returned && has_imm7(&one.parameters)) {
            out.push_str(NEEDS_INLINING);
        }
        let mut all = self.instructions.iter();
        if all.any(|one| one.form != Form::Returned) {
            out.push_str(REGISTER);
        }
        for one in &self.instructions {
            let unit = if one.cycles == 1 { "cycle" } else { "cycles" };
            writeln!(out, "\n/* {} {unit} */", one.cycles)?;
            match one.form {
                Form::Returned => intrinsic(out, one)?,
                Form::Destination(place) => statement(out, one, place)?,
            }
        }
        self.write_macros(out)
    }

    fn write_macros(&self, out: &mut String) -> Result {
        out.push_str(OPENING_OF_MACROS);
        for line in self
            .instructions
            .iter()
            .flat_map(UserInstruction::macro_lines)
        {
            let line = line.replace('\\', "\\\\");
            writeln!(out, "        \"\\t{line}\\n\"")?;
        }
        out.push_str(END_OF_MACROS);
        Ok(())
    }
}

/// The statement is not volatile: the result depends on the operands only, so the compiler may remove unused and merge repeated ones.
fn intrinsic(out: &mut String, one: &UserInstruction) -> Result {
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
        inputs(&one.parameters, |parameter| parameter.name.clone())
    )?;
    writeln!(out, "    return weft_result;\n}}")
}

/// Writes a macro with the same arguments as the function with the marker. A variable bound to a register is used as an operand directly, because
/// only then does the compiler guarantee its register.
fn statement(out: &mut String, one: &UserInstruction, place: usize) -> Result {
    let mut names: Vec<&str> = one
        .parameters
        .iter()
        .map(|parameter| parameter.name.as_str())
        .collect();
    names.insert(place, "dest_reg");
    writeln!(out, "#define {}({}) \\", one.name, names.join(", "))?;
    writeln!(out, "    do {{ \\")?;
    writeln!(out, "        _Static_assert(sizeof(dest_reg) == 4, \"the result of an instruction is a word\"); \\")?;
    if has_imm7(&one.parameters) {
        writeln!(
            out,
            "        _Static_assert((imm7) >= 0 && (imm7) <= 127, \"imm7 of an instruction is a constant from 0 to 127\"); \\"
        )?;
    }
    writeln!(
        out,
        "        __asm__(\"{}\" : \"=r\"(dest_reg){}); \\",
        template(one),
        inputs(&one.parameters, |parameter| format!(
            "({})({})",
            parameter.kind.c_name(),
            parameter.name
        ))
    )?;
    writeln!(out, "    }} while (0)")
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

/// Returns the instruction, with the C operands by number; 0 is the result.
fn template(one: &UserInstruction) -> String {
    one.insn("%0", |place, _| format!("%{}", place + 1))
}

/// Returns the C operands after the result, each with its value.
fn inputs(parameters: &[Parameter], value: impl Fn(&Parameter) -> String) -> String {
    if parameters.is_empty() {
        return String::new();
    }
    let operand = |parameter: &Parameter| {
        let constraint = if parameter.operand == IMM7 { "i" } else { "r" };
        format!("\"{constraint}\"({})", value(parameter))
    };
    let list: Vec<_> = parameters.iter().map(operand).collect();
    format!(" : {}", list.join(", "))
}
