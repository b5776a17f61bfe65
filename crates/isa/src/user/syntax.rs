//! The syntax tree of a description: names are replaced by variable numbers, and operators by operations.

use crate::Op;
use serde::{Deserialize, Serialize};

/// The types of values in behaviours.
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

    /// Returns the common type of two operands (C11, 6.3.1.8).
    pub fn common(self, other: Type) -> Type {
        if self == Type::Signed && other == Type::Signed {
            Type::Signed
        } else {
            Type::Unsigned
        }
    }
}

/// An expression without side effects; its value is a word.
#[derive(Debug)]
pub(super) enum Expression {
    Constant(u32),
    Variable(usize),
    Operation {
        op: Op,
        operands: Box<[Expression; 2]>,
        line: usize,
    },
    /// The second if the first is not zero, otherwise the third.
    Select(Box<[Expression; 3]>),
    /// The result of another instruction, given by its number, for rs1, rs2 and imm7.
    Call {
        instruction: usize,
        operands: Box<[Expression; 3]>,
        line: usize,
    },
}

#[derive(Debug)]
pub(super) enum Statement {
    /// Declares a variable with its initial value.
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

/// A parameter and the instruction field that it stands for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Parameter {
    pub name: String,
    pub kind: Type,
    /// 0 rs1, 1 rs2, 2 imm7.
    pub operand: usize,
}

/// The name of the parameter that stands for the immediate.
pub(super) const IMMEDIATE: &str = "imm7";
/// The operand number of the immediate.
pub(super) const IMM7: usize = 2;

/// How a program receives the result of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Form {
    /// As the return value of the function.
    Returned,
    /// In the variable that is the argument at this position.
    Destination(usize),
}

/// A function that describes an instruction.
#[derive(Debug)]
pub(super) struct Function {
    pub name: String,
    pub form: Form,
    /// The type of the result.
    pub returns: Type,
    /// The parameters, which are the first variables.
    pub parameters: Vec<Parameter>,
    /// Number of variables, including the parameters.
    pub variables: usize,
    pub body: Vec<Statement>,
    /// The line of its name.
    pub line: usize,
}

/// Does every path through the statements return?
pub(super) fn always_returns(statements: &[Statement]) -> bool {
    statements.iter().any(|statement| match statement {
        Statement::Return(_) => true,
        Statement::If {
            then, otherwise, ..
        } => always_returns(then) && always_returns(otherwise),
        _ => false,
    })
}

/// Does a statement assign to the variable?
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
