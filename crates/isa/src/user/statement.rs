//! Parses statements and declarations (C11, sections 6.7 and 6.8).

use super::error::Result;
use super::expression::{binary, Typed};
use super::lexer::Token;
use super::parser::Parser;
use super::syntax::{Expression, Loop, Statement, Type};
use super::words::{begins_type, is_other_type, refusal};
use crate::Op;

impl Parser<'_> {
    /// Parses statements in braces. Names declared there go out of scope at its end; a function's parameters are in the scope of its body.
    pub fn block(&mut self) -> Result<Vec<Statement>> {
        self.expect("{")?;
        self.rest_of_block()
    }

    /// Parses the statements of a block after its opening brace.
    pub fn rest_of_block(&mut self) -> Result<Vec<Statement>> {
        let mut statements = Vec::new();
        while !self.accept("}") {
            if *self.peek() == Token::End {
                return self.unexpected("`}`");
            }
            self.statement(&mut statements)?;
        }
        Ok(statements)
    }

    fn statement(&mut self, into: &mut Vec<Statement>) -> Result<()> {
        match self.peek() {
            Token::Mark(";") => self.advance(),
            Token::Mark("{") => into.extend(self.scoped(Self::block)?),
            Token::Name(word) => return self.worded_statement(word, into),
            _ => {
                into.push(self.assignment()?);
                self.expect(";")?;
            }
        }
        Ok(())
    }

    fn worded_statement(&mut self, word: &str, into: &mut Vec<Statement>) -> Result<()> {
        match word {
            "if" => into.push(self.scoped(Self::if_statement)?),
            "for" => into.push(self.scoped(Self::for_statement)?),
            "return" if self.returns_nothing => {
                return self.mistake(
                    "`return`: the result is what `dest_reg` holds at the end of the function",
                );
            }
            "return" => {
                self.advance();
                into.push(Statement::Return(self.expression()?.value));
                self.expect(";")?;
            }
            "break" | "continue" => into.push(self.jump(word)?),
            _ if begins_type(word) => {
                self.declaration(into)?;
                self.expect(";")?;
            }
            _ => {
                if let Some(reason) = refusal(word) {
                    return self.mistake(format!("`{word}`: {reason}"));
                }
                into.push(self.assignment()?);
                self.expect(";")?;
            }
        }
        Ok(())
    }

    fn jump(&mut self, word: &str) -> Result<Statement> {
        if self.loops == 0 {
            return self.mistake(format!("`{word}` stands in no loop"));
        }
        self.advance();
        self.expect(";")?;
        Ok(if word == "break" {
            Statement::Break
        } else {
            Statement::Continue
        })
    }

    fn if_statement(&mut self) -> Result<Statement> {
        self.advance();
        self.expect("(")?;
        let condition = self.expression()?.value;
        self.expect(")")?;
        let then = self.branch()?;
        let otherwise = if self.accept_word("else") {
            self.branch()?
        } else {
            Vec::new()
        };
        Ok(Statement::If {
            condition,
            then,
            otherwise,
        })
    }

    /// Parses the statement controlled by `if`, `else` or `for`.
    fn branch(&mut self) -> Result<Vec<Statement>> {
        self.scoped(|parser| {
            let mut statements = Vec::new();
            parser.statement(&mut statements)?;
            Ok(statements)
        })
    }

    fn for_statement(&mut self) -> Result<Statement> {
        let line = self.line();
        self.advance();
        self.expect("(")?;
        let start = self.clause(";")?;
        if self.is_mark(";") {
            return self.mistake("a loop without bound: write `for (int i = 0; i < 32; i++)`");
        }
        let condition = self.expression()?.value;
        self.expect(";")?;
        let step = self.clause(")")?;
        self.loops += 1;
        let body = self.branch()?;
        self.loops -= 1;
        Ok(Statement::For(Box::new(Loop {
            start,
            condition,
            step,
            body,
            line,
        })))
    }

    /// Parses the first or last clause of a `for`, which may be empty, and the token after it.
    fn clause(&mut self, end: &str) -> Result<Vec<Statement>> {
        let mut statements = Vec::new();
        if self.accept(end) {
            return Ok(statements);
        }
        match self.peek() {
            Token::Name(word) if end == ";" && begins_type(word) => {
                self.declaration(&mut statements)?;
            }
            _ => loop {
                statements.push(self.assignment()?);
                if !self.accept(",") {
                    break;
                }
            },
        }
        self.expect(end)?;
        Ok(statements)
    }

    /// Parses `const uint32_t a = 1, b = 2`. Each variable must have an initial value.
    fn declaration(&mut self, into: &mut Vec<Statement>) -> Result<()> {
        let mut constant = self.accept_word("const");
        let kind = self.type_name()?;
        constant |= self.accept_word("const");
        loop {
            let line = self.line();
            let name = self.new_name()?;
            if self.is_mark("[") {
                return self.memory();
            }
            if !self.is_mark("=") {
                return self.mistake(format!("`{name}` has no value: write `{name} = 0`"));
            }
            self.advance();
            let value = self.expression()?.value;
            let variable = self.declare(&name, kind, constant, line)?;
            into.push(Statement::Declare { variable, value });
            if !self.accept(",") {
                return Ok(());
            }
            self.no_pointer()?;
        }
    }

    /// Parses `x = ...`, `x += ...`, `x++` or `++x`.
    fn assignment(&mut self) -> Result<Statement> {
        let before = ["++", "--"].into_iter().find(|mark| self.accept(mark));
        let line = self.line();
        let Token::Name(name) = self.peek() else {
            return match self.peek() {
                Token::Mark("*" | "&") => self.memory(),
                _ => self.unexpected("a statement"),
            };
        };
        if is_other_type(name) || matches!(self.peek_second(), Token::Mark("(")) {
            return self.mistake("a statement that is only an expression has no effect");
        }
        let local = self.local(name)?;
        if local.constant {
            return self.mistake(format!("`{name}` is constant"));
        }
        let (variable, kind) = (local.variable, local.kind);
        self.advance();
        if let Some(mark) = before {
            return Ok(increment(variable, mark, line));
        }
        let Token::Mark(mark) = *self.peek() else {
            return self.unexpected("`=`");
        };
        match mark {
            "++" | "--" => {
                self.advance();
                Ok(increment(variable, mark, line))
            }
            "[" | "->" | "." => self.memory(),
            _ => {
                let value = self.assigned(mark, variable, kind, line)?;
                Ok(Statement::Assign { variable, value })
            }
        }
    }

    /// Returns the value that an assignment with operator `mark` gives to a variable.
    fn assigned(
        &mut self,
        mark: &str,
        variable: usize,
        kind: Type,
        line: usize,
    ) -> Result<Expression> {
        let Some(operator) = mark.strip_suffix('=').filter(|_| !is_comparison(mark)) else {
            return self.unexpected("`=`");
        };
        self.advance();
        let right = self.expression()?;
        if operator.is_empty() {
            return Ok(right.value);
        }
        let left = Typed {
            value: Expression::Variable(variable),
            kind,
        };
        Ok(binary(operator, left, right, line).value)
    }
}

fn is_comparison(mark: &str) -> bool {
    matches!(mark, "==" | "!=" | "<=" | ">=")
}

fn increment(variable: usize, mark: &str, line: usize) -> Statement {
    let one = if mark == "++" { 1 } else { u32::MAX };
    let value = Expression::Operation {
        op: Op::Add,
        operands: Box::new([Expression::Variable(variable), Expression::Constant(one)]),
        line,
    };
    Statement::Assign { variable, value }
}
