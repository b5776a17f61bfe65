//! User-defined instructions as circuits: the SystemVerilog modules that take the place of `hardware/user_decode.sv` and
//! `hardware/user_result.sv`, which have none.
//!
//! The operations that the simulator computes one after the other are wires here:
//!
//! ```text
//!   uint32_t f(uint32_t x) { return x << 8 | x >> 24; }
//!
//!       logic [31:0] f_0, f_1, f_2;
//!       assign f_0 = a << 8;
//!       assign f_1 = a >> 24;
//!       assign f_2 = f_0 | f_1;
//! ```

use super::circuit::{Circuit, Node, Wire};
use super::encoding::has_imm7;
use super::{UserInstruction, UserInstructions};
use crate::encoding::Encoding;
use crate::Op;

/// A module, in a file of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Module {
    /// Of the file.
    pub name: &'static str,
    pub text: String,
}

/// Widest line of a list of wires.
const WIDE: usize = 110;

impl UserInstructions {
    /// Returns the modules that decode and compute the instructions; none if there are no instructions.
    pub fn modules(&self) -> Vec<Module> {
        match self.is_empty() {
            true => Vec::new(),
            false => vec![
                Module {
                    name: "user_decode.sv",
                    text: self.decoder(),
                },
                Module {
                    name: "user_result.sv",
                    text: self.results(),
                },
            ],
        }
    }

    fn decoder(&self) -> String {
        let all = self.instructions.iter().enumerate();
        let cases: String = all
            .clone()
            .map(|(number, one)| {
                let imm7 = match has_imm7(&one.parameters) {
                    true => "word[31:25]",
                    false => "7'd0",
                };
                let pattern = pattern(one.encoding);
                format!("            32'b{pattern}: immediate = {{25'd{number}, {imm7}}};\n")
            })
            .collect();
        let list: String = all
            .map(|(number, one)| format!("//   {number}  {}\n", one.name))
            .collect();
        format!(
            "// Decodes the chip's own instructions, which are numbered:\n\
             //\n\
             {list}\
             //\n\
             // Written by weft from these descriptions.\n\
             \n\
             module user_decode (\n    \
                 input  logic [31:0] word,\n    \
                 output logic        is_known,\n    \
                 output logic [31:0] immediate  // number of the instruction; its imm7 in the low 7 bits\n\
             );\n    \
                 always_comb begin\n        \
                     {{is_known, immediate}} = {{1'b1, 32'b0}};\n        \
                     unique casez (word)\n\
             {cases}            \
                         default: is_known = 1'b0;\n        \
                     endcase\n    \
                 end\n\
             endmodule\n"
        )
    }

    fn results(&self) -> String {
        let all = self.instructions.iter().enumerate();
        let circuits = all.map(|(number, one)| (number, one, computed(one)));
        let (mut wires, mut cases) = (String::new(), String::new());
        for (number, one, (text, result)) in circuits {
            wires += &format!("    // {}\n{text}\n", one.name);
            let cycles = one.cycles;
            cases += &format!(
                "            25'd{number}: {{result, cycles}} = {{{result}, 8'd{cycles}}};\n"
            );
        }
        format!(
            "// The results of the chip's own instructions, and their cycles. Written by weft from their descriptions.\n\
             \n\
             module user_result (\n    \
                 input  logic [31:0] immediate,  // of `user_decode`\n    \
                 input  logic [31:0] a,\n    \
                 input  logic [31:0] b,\n    \
                 output logic [31:0] result,\n    \
                 output logic [7:0]  cycles\n\
             );\n    \
                 logic [31:0] imm7;\n    \
                 assign imm7 = {{25'b0, immediate[6:0]}};\n\
             \n\
             {wires}    \
                 always_comb begin\n        \
                     unique case (immediate[31:7])\n\
             {cases}            \
                         default: {{result, cycles}} = {{32'b0, 8'd1}};\n        \
                     endcase\n    \
                 end\n\
             \n    \
                 logic unused;\n    \
                 assign unused = &{{a, b, imm7}};\n\
             endmodule\n"
        )
    }
}

/// The bits of a word in binary, `?` where any will do.
fn pattern(encoding: Encoding) -> String {
    let bit = |number: u32| match (encoding.mask >> number & 1, encoding.value >> number & 1) {
        (0, _) => '?',
        (_, 0) => '0',
        _ => '1',
    };
    (0..32).rev().map(bit).collect()
}

/// Returns the wires of an instruction, and the expression of its result.
fn computed(one: &UserInstruction) -> (String, String) {
    let mut circuit = Circuit::default();
    let operands = [0, 1, 2].map(|number| circuit.operand(number));
    let result = one.behaviour.inline(&mut circuit, operands);
    let needed = circuit.needed(result);
    let written = Written {
        circuit: &circuit,
        name: &one.name,
    };
    let wires = needed.iter().filter(|wire| written.is_assigned(**wire));
    let (mut names, mut assigned) = (Vec::new(), String::new());
    for wire in wires {
        let name = written.value(*wire);
        assigned += &format!("    assign {name} = {};\n", written.expression(*wire));
        names.push(name);
    }
    (declared(&names) + &assigned, written.value(result))
}

/// Returns the declarations of wires, in lines that are not too long.
fn declared(names: &[String]) -> String {
    let mut lines: Vec<String> = Vec::new();
    for name in names {
        match lines.last_mut() {
            Some(line) if line.len() + name.len() < WIDE => *line += &format!(", {name}"),
            _ => lines.push(format!("    logic [31:0] {name}")),
        }
    }
    lines.iter().map(|line| format!("{line};\n")).collect()
}

/// A circuit in SystemVerilog.
struct Written<'a> {
    circuit: &'a Circuit,
    name: &'a str,
}

impl Written<'_> {
    /// Has it a wire of its own?
    fn is_assigned(&self, wire: Wire) -> bool {
        matches!(
            self.circuit.node(wire),
            Node::Operation(..) | Node::Select(..)
        )
    }

    /// Returns the name of a wire, or the constant.
    fn value(&self, wire: Wire) -> String {
        match self.circuit.node(wire) {
            Node::Operand(number) => ["a", "b", "imm7"][number].to_owned(),
            Node::Constant(value) => format!("32'h{value:x}"),
            Node::Operation(..) | Node::Select(..) => {
                format!("{}_{}", self.name, Circuit::index(wire))
            }
        }
    }

    /// Returns what a wire is assigned.
    fn expression(&self, wire: Wire) -> String {
        match self.circuit.node(wire) {
            Node::Operation(op, left, right) => self.operation(op, left, right),
            Node::Select(condition, yes, no) => {
                let [condition, yes, no] = [condition, yes, no].map(|wire| self.value(wire));
                format!("{condition} != 32'h0 ? {yes} : {no}")
            }
            Node::Operand(_) | Node::Constant(_) => self.value(wire),
        }
    }

    /// A division by zero has the result that the RISC-V manual specifies, as has that of the smallest number by -1.
    fn operation(&self, op: Op, left: Wire, right: Wire) -> String {
        let [x, y] = [left, right].map(|wire| self.value(wire));
        let amount = self.amount(right);
        let overflows = format!("{x} == 32'h8000_0000 && {y} == 32'hffff_ffff");
        match op {
            Op::Add => format!("{x} + {y}"),
            Op::Sub => format!("{x} - {y}"),
            Op::And => format!("{x} & {y}"),
            Op::Or => format!("{x} | {y}"),
            Op::Xor => format!("{x} ^ {y}"),
            Op::Sll => format!("{x} << {amount}"),
            Op::Srl => format!("{x} >> {amount}"),
            Op::Sra => format!("32'($signed({x}) >>> {amount})"),
            Op::Slt => format!("{{31'b0, $signed({x}) < $signed({y})}}"),
            Op::Sltu => format!("{{31'b0, {x} < {y}}}"),
            Op::Mul => format!("{x} * {y}"),
            Op::Divu => format!("{y} == 32'h0 ? '1 : {x} / {y}"),
            Op::Remu => format!("{y} == 32'h0 ? {x} : {x} % {y}"),
            Op::Div => {
                format!("{y} == 32'h0 ? '1 : {overflows} ? {x} : 32'($signed({x}) / $signed({y}))")
            }
            Op::Rem => format!(
                "{y} == 32'h0 ? {x} : {overflows} ? 32'h0 : 32'($signed({x}) % $signed({y}))"
            ),
            other => unreachable!("a behaviour has no {}", other.mnemonic()),
        }
    }

    /// Returns the low five bits of a wire, by which another is shifted.
    fn amount(&self, wire: Wire) -> String {
        match self.circuit.value(wire) {
            Some(value) => format!("{}", value & 31),
            None => format!("{}[4:0]", self.value(wire)),
        }
    }
}
