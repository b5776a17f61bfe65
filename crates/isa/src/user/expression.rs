//! Parses expressions: precedence, types and meaning of the operators (C11, section 6.5, with 32-bit words).

use super::error::{Mistake, Result};
use super::lexer::Token;
use super::parser::{Callable, Parser};
use super::syntax::{Expression, Type, IMM7};
use super::words::{begins_type, refusal};
use crate::Op;

/// Maximum number of operators in an expression, including the operands of calls.
const OPERATORS: usize = 256;

/// An expression and its type.
pub(super) struct Typed {
    pub value: Expression,
    pub kind: Type,
}

/// Binary operators by precedence, lowest first.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Parser<'_> {
    /// Parses an expression. Assignments and the comma operator are not supported.
    pub fn expression(&mut self) -> Result<Typed> {
        let begin = self.position();
        let result = self.nested(Self::conditional)?;
        if self.position() - begin > 2 * OPERATORS {
            return self.mistake("this expression is too long: use local variables");
        }
        match self.peek() {
            Token::Mark(
                "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=" | "++"
                | "--",
            ) => self.mistake("an assignment is a statement of its own"),
            Token::Mark("[" | "->" | ".") => self.memory(),
            _ => Ok(result),
        }
    }

    fn conditional(&mut self) -> Result<Typed> {
        let condition = self.binary_level(0)?;
        if !self.accept("?") {
            return Ok(condition);
        }
        let yes = self.expression()?;
        self.expect(":")?;
        let no = self.nested(Self::conditional)?;
        Ok(Typed {
            kind: yes.kind.common(no.kind),
            value: Expression::Select(Box::new([condition.value, yes.value, no.value])),
        })
    }

    fn binary_level(&mut self, level: usize) -> Result<Typed> {
        let Some(operators) = LEVELS.get(level) else {
            return self.unary();
        };
        let begin = self.position();
        let mut left = self.binary_level(level + 1)?;
        loop {
            let line = self.line();
            let Some(operator) = operators.iter().find(|mark| self.is_mark(mark)) else {
                return Ok(left);
            };
            if self.position() - begin > 2 * OPERATORS {
                return self.mistake("this expression is too long: use local variables");
            }
            self.advance();
            let right = self.binary_level(level + 1)?;
            left = binary(operator, left, right, line);
        }
    }

    fn unary(&mut self) -> Result<Typed> {
        let line = self.line();
        let Token::Mark(mark) = *self.peek() else {
            return self.primary();
        };
        match mark {
            "-" | "~" | "!" | "+" => {
                self.advance();
                let operand = self.nested(Self::unary)?;
                Ok(unary(mark, operand, line))
            }
            "(" => self.parenthesis(),
            "*" | "&" => self.memory(),
            "++" | "--" => self.mistake("an assignment is a statement of its own"),
            _ => self.unexpected("an expression"),
        }
    }

    /// Parses a parenthesized expression or a cast.
    fn parenthesis(&mut self) -> Result<Typed> {
        self.advance();
        if matches!(self.peek(), Token::Name(word) if begins_type(word)) {
            let kind = self.type_name()?;
            self.expect(")")?;
            let Typed { value, .. } = self.nested(Self::unary)?;
            return Ok(Typed { value, kind });
        }
        let inner = self.expression()?;
        self.expect(")")?;
        self.postfix(inner)
    }

    /// Rejects postfix operators: all of them access memory or assign.
    fn postfix(&self, operand: Typed) -> Result<Typed> {
        match self.peek() {
            Token::Mark("[" | "->" | ".") => self.memory(),
            Token::Mark("++" | "--") => self.mistake("an assignment is a statement of its own"),
            _ => Ok(operand),
        }
    }

    fn primary(&mut self) -> Result<Typed> {
        match self.peek() {
            Token::Number { value, unsigned } => {
                self.advance();
                let kind = match unsigned {
                    true => Type::Unsigned,
                    false => Type::Signed,
                };
                let value = Expression::Constant(*value);
                Ok(Typed { value, kind })
            }
            Token::Name(name) => self.named(name),
            _ => self.unexpected("an expression"),
        }
    }

    fn named(&mut self, name: &str) -> Result<Typed> {
        if let Some(reason) = refusal(name) {
            return self.mistake(format!("`{name}`: {reason}"));
        }
        let (variable, kind) = match self.local(name) {
            Ok(local) => (local.variable, local.kind),
            Err(mistake) => return self.no_variable(name, mistake),
        };
        self.advance();
        if self.is_mark("(") {
            return self.mistake(format!("`{name}` is a variable and cannot be called"));
        }
        self.postfix(Typed {
            value: Expression::Variable(variable),
            kind,
        })
    }

    /// Handles a name that is not a variable: the name of an instruction, or an unknown name.
    fn no_variable(&mut self, name: &str, mistake: Mistake) -> Result<Typed> {
        let line = self.line();
        self.advance();
        if !self.is_mark("(") {
            return Err(mistake);
        }
        let mut callable = self.callable.iter();
        if let Some(number) = callable.position(|other| other.name == name && other.has_value()) {
            return self.call(number, line);
        }
        let callable = self.callable.iter().filter(|other| other.has_value());
        let names: Vec<_> = callable.map(|other| other.name).collect();
        let known = match names.as_slice() {
            [] => "there is none".to_owned(),
            names => names.join(", "),
        };
        let message = format!(
            "`{name}` cannot be called: a behaviour calls only instructions described before it that return their result ({known})"
        );
        Err(Mistake::new(line, message))
    }

    fn call(&mut self, number: usize, line: usize) -> Result<Typed> {
        let callee: &Callable<'_> = &self.callable[number];
        self.expect("(")?;
        let mut operands = [const { Expression::Constant(0) }; IMM7 + 1];
        for (place, parameter) in callee.parameters.iter().enumerate() {
            if place > 0 {
                self.expect(",")?;
            }
            operands[parameter.operand] = self.expression()?.value;
        }
        self.expect(")")?;
        Ok(Typed {
            kind: callee.returns,
            value: Expression::Call {
                instruction: number,
                operands: Box::new(operands),
                line,
            },
        })
    }
}

fn operation(op: Op, left: Expression, right: Expression, line: usize) -> Expression {
    Expression::Operation {
        op,
        operands: Box::new([left, right]),
        line,
    }
}

/// Returns an expression that is 1 if the operand is zero, otherwise 0.
fn negation(operand: Expression, line: usize) -> Expression {
    operation(Op::Sltu, operand, Expression::Constant(1), line)
}

/// Returns an expression that is 1 if the operand is not zero, otherwise 0.
fn truth(operand: Expression, line: usize) -> Expression {
    operation(Op::Sltu, Expression::Constant(0), operand, line)
}

fn unary(mark: &str, operand: Typed, line: usize) -> Typed {
    let Typed { value, kind } = operand;
    let kind = if mark == "!" { Type::Signed } else { kind };
    let value = match mark {
        "-" => operation(Op::Sub, Expression::Constant(0), value, line),
        "~" => operation(Op::Xor, value, Expression::Constant(u32::MAX), line),
        "!" => negation(value, line),
        _ => value,
    };
    Typed { value, kind }
}

/// Returns the meaning of a binary operator.
///
/// # Panics
/// If there is no such operator.
pub(super) fn binary(operator: &str, left: Typed, right: Typed, line: usize) -> Typed {
    let common = left.kind.common(right.kind);
    // The type of a shift is that of its left operand, which also determines whether the sign is extended.
    let kind = match operator {
        "<<" | ">>" => left.kind,
        "==" | "!=" | "<" | ">" | "<=" | ">=" | "&&" | "||" => Type::Signed,
        _ => common,
    };
    let (a, b) = (left.value, right.value);
    let by_sign = |kind, signed, unsigned| match kind {
        Type::Signed => signed,
        Type::Unsigned => unsigned,
    };
    let less = by_sign(common, Op::Slt, Op::Sltu);
    let plain = |op| move |a, b| operation(op, a, b, line);
    let value = match operator {
        "+" => plain(Op::Add)(a, b),
        "-" => plain(Op::Sub)(a, b),
        "*" => plain(Op::Mul)(a, b),
        "/" => plain(by_sign(common, Op::Div, Op::Divu))(a, b),
        "%" => plain(by_sign(common, Op::Rem, Op::Remu))(a, b),
        "&" => plain(Op::And)(a, b),
        "|" => plain(Op::Or)(a, b),
        "^" => plain(Op::Xor)(a, b),
        "<<" => plain(Op::Sll)(a, b),
        ">>" => plain(by_sign(left.kind, Op::Sra, Op::Srl))(a, b),
        "<" => plain(less)(a, b),
        ">" => plain(less)(b, a),
        "<=" => negation(plain(less)(b, a), line),
        ">=" => negation(plain(less)(a, b), line),
        "==" => negation(plain(Op::Xor)(a, b), line),
        "!=" => truth(plain(Op::Xor)(a, b), line),
        // The right operand is not evaluated if the left one decides; it may be undefined then, such as a shift by too much.
        "&&" => Expression::Select(Box::new([a, truth(b, line), Expression::Constant(0)])),
        "||" => Expression::Select(Box::new([a, Expression::Constant(1), truth(b, line)])),
        _ => unreachable!("{operator} is no operator"),
    };
    Typed { value, kind }
}
