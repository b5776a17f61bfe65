//! User-defined instructions in assembly language: a macro of the GNU assembler for each, so that its name can be used in inline assembly.

use super::{Parameter, UserInstruction};

impl UserInstruction {
    /// Returns the instruction in the form that the assembler accepts without a macro (`.insn`); `operand` returns the operand for a parameter.
    pub(super) fn insn(
        &self,
        result: &str,
        operand: impl Fn(usize, &Parameter) -> String,
    ) -> String {
        let (opcode, funct3, funct7) = self.encoding.fields();
        let place = |number| {
            let mut parameters = self.parameters.iter().enumerate();
            let found = parameters.find(|(_, parameter)| parameter.operand == number);
            found.map(|(place, parameter)| operand(place, parameter))
        };
        let register = |number| place(number).unwrap_or_else(|| "x0".to_owned());
        let upper = funct7.map_or_else(|| place(2).unwrap_or_default(), |value| value.to_string());
        let (first, second) = (register(0), register(1));
        format!(".insn r {opcode:#04x}, {funct3}, {upper}, {result}, {first}, {second}")
    }

    /// Returns the lines of a macro with the name of the instruction, and its operands in the order of the disassembler.
    pub(super) fn macro_lines(&self) -> [String; 3] {
        let parameters = self.parameters.iter().map(|parameter| &parameter.name);
        // A parameter may have any name, including that of the result; hence the prefix.
        let names: Vec<String> = parameters.map(|name| format!(", weft_{name}")).collect();
        let insn = self.insn("\\weft_rd", |_, parameter| {
            format!("\\weft_{}", parameter.name)
        });
        let names = names.concat();
        [
            format!(".macro {} weft_rd{names}", self.name),
            insn,
            ".endm".to_owned(),
        ]
    }
}
