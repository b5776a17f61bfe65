//! Random behaviours of instructions: functions in the subset of C that descriptions are written in.
//!
//! What C leaves open is avoided: shift amounts are masked, divisors are odd and positive. Signed arithmetic may
//! overflow; the reference is compiled so that it wraps.

use fastrand::Rng;
use std::fmt::Write;

/// A function that describes an instruction.
pub struct Function {
    /// The line `#pragma weft instruction ...` and the function.
    pub text: String,
    /// How many registers it reads.
    pub registers: usize,
    pub has_imm7: bool,
}

/// Constants at which arithmetic changes its ways.
const CORNERS: [&str; 10] = [
    "0",
    "1",
    "2",
    "31",
    "0x7f",
    "0xffff",
    "0x7fffffff",
    "0x80000000",
    "0xffffffffu",
    "-1",
];

/// Function `number`, of a name `fNUMBER`, with an encoding of its own; it may call those before it.
pub fn function(number: usize, before: &[Function], random: &mut Rng) -> Function {
    let registers = random.usize(0..=2);
    let has_imm7 = random.u8(0..4) == 0;
    let mut writer = Writer {
        random,
        before,
        text: String::new(),
        names: Vec::new(),
        loop_counters: Vec::new(),
        locals: 0,
        loops: 0,
        statements: 12,
    };
    writer.head(number);
    writer.parameters(number, registers, has_imm7);
    writer.body();
    Function {
        text: writer.text,
        registers,
        has_imm7,
    }
}

struct Writer<'a> {
    random: &'a mut Rng,
    before: &'a [Function],
    text: String,
    /// Variables in scope that may be assigned.
    names: Vec<String>,
    /// Those that may only be read.
    loop_counters: Vec<String>,
    locals: usize,
    loops: usize,
    /// Statements that may still be written.
    statements: usize,
}

impl Writer<'_> {
    fn head(&mut self, number: usize) {
        let opcode = [0x2b, 0x5b, 0x7b][number % 3];
        let funct3 = number / 3 % 8;
        let cycles = self.random.u8(1..=9);
        self.line(&format!(
            "#pragma weft instruction opcode={opcode:#x} funct3={funct3} cycles={cycles}"
        ));
    }

    fn parameters(&mut self, number: usize, registers: usize, has_imm7: bool) {
        let mut names: Vec<String> = (0..registers).map(|n| format!("r{n}")).collect();
        if has_imm7 {
            names.push("imm7".to_owned());
        }
        let typed: Vec<String> = names
            .iter()
            .map(|name| format!("{} {name}", self.kind()))
            .collect();
        let list = if typed.is_empty() {
            "void".to_owned()
        } else {
            typed.join(", ")
        };
        let returns = self.kind();
        self.line(&format!("{returns} f{number}({list})"));
        self.names = names;
    }

    fn body(&mut self) {
        self.line("{");
        let last = self.local();
        while self.statements > 0 {
            self.statement(2);
        }
        let value = self.expression(3);
        self.line(&format!("return {value} ^ {last};"));
        self.line("}");
    }

    fn line(&mut self, text: &str) {
        writeln!(self.text, "{text}").expect("writing to a string cannot fail");
    }

    fn kind(&mut self) -> &'static str {
        ["uint32_t", "int32_t", "int", "unsigned"][self.random.usize(0..4)]
    }

    fn local(&mut self) -> String {
        let name = format!("v{}", self.locals);
        self.locals += 1;
        let (kind, value) = (self.kind(), self.expression(2));
        self.line(&format!("{kind} {name} = {value};"));
        self.names.push(name.clone());
        name
    }

    fn block(&mut self, depth: usize) {
        self.line("{");
        let visible = self.names.len();
        for _ in 0..self.random.usize(1..=3) {
            self.statement(depth);
        }
        self.names.truncate(visible);
        self.line("}");
    }

    fn statement(&mut self, depth: usize) {
        self.statements = self.statements.saturating_sub(1);
        match self.random.u8(0..10) {
            0..=1 => {
                self.local();
            }
            2..=3 if depth > 0 => {
                let condition = self.expression(2);
                self.line(&format!("if ({condition})"));
                self.block(depth - 1);
                if self.random.bool() {
                    self.line("else");
                    self.block(depth - 1);
                }
            }
            4..=5 if depth > 0 => self.counted_loop(depth - 1),
            6 => self.leave(),
            _ => self.assignment(),
        }
    }

    fn counted_loop(&mut self, depth: usize) {
        let counter = format!("i{}", self.loop_counters.len());
        let rounds = self.random.u8(0..6);
        let header = match self.random.u8(0..3) {
            0 => format!("for (int {counter} = 0; {counter} < {rounds}; {counter}++)"),
            1 => format!("for (unsigned {counter} = {rounds}; {counter} != 0; {counter} -= 1)"),
            _ => {
                format!("for (uint32_t {counter} = 1; {counter} < 1u << {rounds}; {counter} <<= 1)")
            }
        };
        self.line(&header);
        self.loop_counters.push(counter);
        self.loops += 1;
        self.block(depth);
        self.loops -= 1;
        self.loop_counters.pop();
    }

    fn leave(&mut self) {
        let condition = self.expression(2);
        let value = self.expression(2);
        let statement = match self.random.u8(0..3) {
            0 if self.loops > 0 => "break;".to_owned(),
            1 if self.loops > 0 => "continue;".to_owned(),
            _ => format!("return {value};"),
        };
        self.line(&format!("if ({condition}) {statement}"));
    }

    fn assignment(&mut self) {
        let Some(name) = self.random.choice(&self.names).cloned() else {
            return;
        };
        let value = self.expression(3);
        let statement = match self.random.u8(0..12) {
            0 => format!("{name} <<= ({value}) & 31;"),
            1 => format!("{name} >>= ({value}) & 31;"),
            2 => format!("{name} /= ({value}) & 0xff | 1;"),
            3 => format!("{name} %= ({value}) & 0xff | 1;"),
            4 => format!("{name}++;"),
            5 => format!("--{name};"),
            6..=9 => {
                let operator = self.random.choice(["+", "-", "*", "^", "&", "|"]);
                format!("{name} {}= {value};", operator.expect("there are some"))
            }
            _ => format!("{name} = {value};"),
        };
        self.line(&statement);
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.leaf();
        }
        let first = self.expression(depth - 1);
        let second = self.expression(depth - 1);
        match self.random.u8(0..16) {
            0 => format!("({first} << (({second}) & 31))"),
            1 => format!("({first} >> (({second}) & 31))"),
            2 => format!("({first} / (({second}) & 0xff | 1))"),
            3 => format!("({first} % (({second}) & 0xff | 1))"),
            4 => format!("({first} ? {second} : {})", self.leaf()),
            5 => format!(
                "({} {first})",
                self.random.choice(["-", "~", "!"]).expect("some")
            ),
            6 => format!("(({}){first})", self.kind()),
            7 => self.call(&first, &second),
            8..=9 => {
                let operators = ["<", ">", "<=", ">=", "==", "!=", "&&", "||"];
                let operator = self.random.choice(operators).expect("there are some");
                format!("({first} {operator} {second})")
            }
            _ => {
                let operators = ["+", "-", "*", "&", "|", "^"];
                let operator = self.random.choice(operators).expect("there are some");
                // Without parentheses, so that precedence counts.
                format!("{first} {operator} {second}")
            }
        }
    }

    fn call(&mut self, first: &str, second: &str) -> String {
        let numbers: Vec<usize> = (0..self.before.len()).collect();
        let Some(number) = self.random.choice(numbers) else {
            return self.leaf();
        };
        let callee = &self.before[number];
        let mut operands: Vec<String> = [first, second][..callee.registers]
            .iter()
            .map(|operand| (*operand).to_owned())
            .collect();
        if callee.has_imm7 {
            operands.push(self.random.u8(0..128).to_string());
        }
        format!("f{number}({})", operands.join(", "))
    }

    fn leaf(&mut self) -> String {
        let names = self.names.iter().chain(&self.loop_counters);
        let names: Vec<String> = names.cloned().collect();
        match self.random.choice(names) {
            Some(name) if self.random.u8(0..4) != 0 => name,
            _ => match self.random.u8(0..3) {
                0 => format!("{}", self.random.u32(..) >> 1),
                _ => self
                    .random
                    .choice(CORNERS)
                    .expect("there are some")
                    .to_owned(),
            },
        }
    }
}
