//! A description after parsing: names are numbers of variables, and operators are the operations that they stand for.

use crate::Op;
use serde::{Deserialize, Serialize};

/// The types that behaviours compute with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Type {
    Signed,
    Unsigned,
}

impl Type {
    pub fn c_name(self) -> &'static str {
        match self {
            Type::Signed => "int32_t",
            Type::Unsigned => "uint32_t",
        }
    }

    /// The type in which two operands meet (C11, 6.3.1.8).
    pub fn common(self, other: Type) -> Type {
        if self == Type::Signed && other == Type::Signed {
            Type::Signed
        } else {
            Type::Unsigned
        }
    }
}

/// What computes a word and changes nothing.
#[derive(Debug)]
pub(super) enum Expression {
    Constant(u32),
    Variable(usize),
    Operation {
        op: Op,
        operands: Box<[Expression; 2]>,
        line: usize,
    },
    /// The second where the first is not zero, else the third.
    Select(Box<[Expression; 3]>),
    /// The result of another instruction, by its number, for rs1, rs2 and imm7.
    Call {
        instruction: usize,
        operands: Box<[Expression; 3]>,
        line: usize,
    },
}

#[derive(Debug)]
pub(super) enum Statement {
    /// A variable comes into being with a value.
    Declare {
        variable: usize,
        value: Expression,
    },
    Assign {
        variable: usize,
        value: Expression,
    },
    If {
        condition: Expression,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    For(Box<Loop>),
    Return(Expression),
    Break,
    Continue,
}

/// A `for` statement.
#[derive(Debug)]
pub(super) struct Loop {
    pub start: Vec<Statement>,
    pub condition: Expression,
    pub step: Vec<Statement>,
    pub body: Vec<Statement>,
    pub line: usize,
}

/// A parameter and the field of the instruction that it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Parameter {
    pub name: String,
    pub kind: Type,
    /// 0 rs1, 1 rs2, 2 imm7.
    pub operand: usize,
}

/// The name that makes a parameter the immediate.
pub(super) const IMMEDIATE: &str = "imm7";
/// The operand's number.
pub(super) const IMM7: usize = 2;

/// How a program gets the result of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Form {
    /// Its function returns it.
    Returned,
    /// The argument in this place is the variable that receives it.
    Destination(usize),
}

/// The function that says what an instruction does.
#[derive(Debug)]
pub(super) struct Function {
    pub name: String,
    pub form: Form,
    /// The type of the result.
    pub returns: Type,
    /// They are the first variables.
    pub parameters: Vec<Parameter>,
    /// How many variables there are, parameters included.
    pub variables: usize,
    pub body: Vec<Statement>,
    /// Where its name stands.
    pub line: usize,
}

/// Whether no way through the statements reaches their end.
pub(super) fn always_returns(statements: &[Statement]) -> bool {
    statements.iter().any(|statement| match statement {
        Statement::Return(_) => true,
        Statement::If {
            then, otherwise, ..
        } => always_returns(then) && always_returns(otherwise),
        _ => false,
    })
}

/// Whether some statement assigns to the variable.
pub(super) fn assigns(statements: &[Statement], variable: usize) -> bool {
    let among = |statements: &[Statement]| assigns(statements, variable);
    statements.iter().any(|statement| match statement {
        Statement::Assign { variable: to, .. } => *to == variable,
        Statement::If {
            then, otherwise, ..
        } => among(then) || among(otherwise),
        Statement::For(it) => among(&it.start) || among(&it.step) || among(&it.body),
        _ => false,
    })
}
