//! Parses a function in the subset of C for behaviours: tokens, scopes, and the function's declaration (C11, sections 6.2.1, 6.7 and 6.9).

use super::error::{Mistake, Result};
use super::lexer::{Lexeme, Token};
use super::syntax::{always_returns, Form, Function, Parameter, Type, IMM7, IMMEDIATE};
use super::words::{type_named, why_no_name};

/// Maximum nesting of statements, blocks and parentheses.
const NESTING: usize = 128;

/// An instruction that a behaviour may call.
pub(super) struct Callable<'a> {
    pub name: &'a str,
    pub form: Form,
    pub returns: Type,
    pub parameters: &'a [Parameter],
}

impl Callable<'_> {
    /// Is a call of it an expression?
    pub fn has_value(&self) -> bool {
        self.form == Form::Returned
    }
}

/// A name in scope.
pub(super) struct Local {
    name: String,
    pub kind: Type,
    pub variable: usize,
    pub constant: bool,
    /// Nesting depth of the block of its declaration.
    block: usize,
}

/// The state of the parser: the position in the tokens, and the names in scope.
#[derive(Default)]
pub(super) struct Parser<'a> {
    tokens: &'a [Lexeme],
    at: usize,
    pub callable: &'a [Callable<'a>],
    locals: Vec<Local>,
    pub variables: usize,
    /// Nesting depth of the current block.
    block: usize,
    /// Number of enclosing loops.
    pub loops: usize,
    /// Is the result a variable's value at the end, so that `return` has no value?
    pub returns_nothing: bool,
    nesting: usize,
}

impl<'a> Parser<'a> {
    /// `tokens` must end with [`Token::End`].
    pub fn new(tokens: &'a [Lexeme], callable: &'a [Callable<'a>]) -> Self {
        Parser {
            tokens,
            callable,
            ..Parser::default()
        }
    }

    /// Returns the number of tokens consumed.
    pub fn position(&self) -> usize {
        self.at
    }

    pub fn peek(&self) -> &'a Token {
        &self.tokens[self.at].token
    }

    pub fn peek_second(&self) -> &'a Token {
        &self.tokens[(self.at + 1).min(self.tokens.len() - 1)].token
    }

    pub fn line(&self) -> usize {
        self.tokens[self.at].line
    }

    pub fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub fn mistake<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(Mistake::new(self.line(), message))
    }

    /// Returns an error about a token that the grammar does not allow here.
    pub fn unexpected<T>(&self, wanted: &str) -> Result<T> {
        let found = match self.peek() {
            Token::Name(name) => format!("`{name}`"),
            Token::Number { value, .. } => format!("`{value}`"),
            Token::Mark(mark) => format!("`{mark}`"),
            Token::Directive(text) => format!("`#{text}`"),
            Token::End => "the end of the file".to_owned(),
        };
        self.mistake(format!("{wanted} is needed here, not {found}"))
    }

    pub fn is_mark(&self, mark: &str) -> bool {
        matches!(self.peek(), Token::Mark(found) if *found == mark)
    }

    pub fn accept(&mut self, mark: &str) -> bool {
        let found = self.is_mark(mark);
        if found {
            self.advance();
        }
        found
    }

    pub fn expect(&mut self, mark: &str) -> Result<()> {
        if self.accept(mark) {
            return Ok(());
        }
        self.unexpected(&format!("`{mark}`"))
    }

    pub fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Name(found) if found == word)
    }

    pub fn accept_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    /// Parses a part at one more level of nesting, the number of which is limited.
    pub fn nested<T>(&mut self, part: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.nesting == NESTING {
            return self.mistake(format!("more than {NESTING} levels inside each other"));
        }
        self.nesting += 1;
        let result = part(self);
        self.nesting -= 1;
        result
    }

    /// Parses `static inline uint32_t NAME(uint32_t a, uint32_t b, uint32_t imm7) { ... }`; the first two words are optional.
    pub fn function(&mut self) -> Result<Function> {
        self.skip_storage();
        let returns = self.type_name()?;
        let line = self.line();
        let name = self.new_name()?;
        self.expect("(")?;
        let parameters = self.parameters()?;
        let body = self.block()?;
        let end = self.tokens[self.at - 1].line;
        if !always_returns(&body) {
            let message = format!(
                "`{name}` can reach its end without `return`: an instruction always has a result"
            );
            return Err(Mistake::new(end, message));
        }
        Ok(Function {
            name,
            form: Form::Returned,
            returns,
            parameters,
            variables: self.variables,
            body,
            line,
        })
    }

    /// Skips words before a function that are irrelevant for an instruction.
    pub fn skip_storage(&mut self) {
        while self.accept_word("static") || self.accept_word("inline") {}
    }

    fn parameters(&mut self) -> Result<Vec<Parameter>> {
        let mut parameters: Vec<Parameter> = Vec::new();
        if self.is_word("void") && *self.peek_second() == Token::Mark(")") {
            self.advance();
        }
        if self.accept(")") {
            return Ok(parameters);
        }
        loop {
            let kind = self.type_name()?;
            let line = self.line();
            let name = self.new_name()?;
            let operand = if name == IMMEDIATE {
                IMM7
            } else {
                parameters.iter().filter(|p| p.operand != IMM7).count()
            };
            if operand == IMM7 && name != IMMEDIATE {
                return Err(Mistake::new(
                    line,
                    format!("an instruction reads two registers at most; a third operand can only be the constant `{IMMEDIATE}`"),
                ));
            }
            self.declare(&name, kind, false, line)?;
            parameters.push(Parameter {
                name,
                kind,
                operand,
            });
            if self.accept(")") {
                return Ok(parameters);
            }
            self.expect(",")?;
        }
    }

    /// Parses one of the supported types, without `const`.
    pub fn type_name(&mut self) -> Result<Type> {
        let Token::Name(word) = self.peek() else {
            return self.unexpected("a type");
        };
        let Some(kind) = type_named(word) else {
            return self.mistake(format!(
                "`{word}` is not a type of behaviours: they compute with `uint32_t` and `int32_t` \
                 (a smaller one is a mask: `x & 0xff`)"
            ));
        };
        self.advance();
        if matches!(word.as_str(), "unsigned" | "signed") {
            self.accept_word("int");
        }
        self.no_pointer()?;
        Ok(kind)
    }

    pub fn no_pointer(&self) -> Result<()> {
        if self.is_mark("*") {
            return self.memory();
        }
        Ok(())
    }

    /// Returns the error for an access to memory.
    pub fn memory<T>(&self) -> Result<T> {
        self.mistake(
            "the behaviour of an instruction cannot read or write memory: load the word before, and give it as an operand",
        )
    }

    /// Parses a name for a new variable or instruction; it must not be in use.
    pub fn new_name(&mut self) -> Result<String> {
        let Token::Name(name) = self.peek() else {
            return self.unexpected("a name");
        };
        if let Some(reason) = why_no_name(name) {
            return self.mistake(reason);
        }
        self.advance();
        Ok(name.clone())
    }

    pub fn declare(
        &mut self,
        name: &str,
        kind: Type,
        constant: bool,
        line: usize,
    ) -> Result<usize> {
        let block = self.block;
        if self
            .locals
            .iter()
            .any(|l| l.block == block && l.name == name)
        {
            let message = format!("there already is a `{name}` in this block");
            return Err(Mistake::new(line, message));
        }
        let variable = self.variables;
        self.variables += 1;
        self.locals.push(Local {
            name: name.to_owned(),
            kind,
            variable,
            constant,
            block,
        });
        Ok(variable)
    }

    /// Returns the variable with this name in the innermost scope.
    pub fn local(&self, name: &str) -> Result<&Local> {
        match self.locals.iter().rev().find(|local| local.name == name) {
            Some(local) => Ok(local),
            None => self.mistake(format!(
                "`{name}` is not known here: a behaviour has its operands and local variables"
            )),
        }
    }

    /// Parses a part in a block of its own.
    pub fn scoped<T>(&mut self, part: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.block += 1;
        let result = self.nested(part);
        let block = self.block;
        self.locals.retain(|local| local.block < block);
        self.block -= 1;
        result
    }
}
