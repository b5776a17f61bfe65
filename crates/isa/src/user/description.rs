//! A file that describes instructions: for each a line `#pragma weft instruction ...` and a function.

use super::encoding::{has_imm7, Head};
use super::error::{Mistake, Result};
use super::lexer::{tokens, Lexeme, Token};
use super::parser::{Callable, Parser};
use super::syntax::Function;

/// An instruction as its file describes it.
pub(super) struct Description {
    pub head: Head,
    pub function: Function,
    /// Where the head stands.
    pub line: usize,
}

/// The tokens of a file that have not been parsed yet.
pub(super) struct File {
    lexemes: Vec<Lexeme>,
    at: usize,
}

impl File {
    pub fn new(text: &str) -> Result<File> {
        let lexemes = tokens(text)?;
        Ok(File { lexemes, at: 0 })
    }

    fn lexeme(&self) -> &Lexeme {
        &self.lexemes[self.at]
    }

    /// The next instruction; None at the end. Its function may call `callable`.
    pub fn next(&mut self, callable: &[Callable<'_>]) -> Result<Option<Description>> {
        self.skip_include();
        let line = self.lexeme().line;
        let head = match &self.lexeme().token {
            Token::End => return Ok(None),
            Token::Directive(text) => Head::parse(text, line)?,
            _ => return Err(Mistake::new(line, Head::missing())),
        };
        self.at += 1;
        let mut parser = Parser::new(&self.lexemes[self.at..], callable);
        let function = parser.function()?;
        self.at += parser.position();
        if head.funct7.is_some() && has_imm7(&function.parameters) {
            let message = "imm7 stands in the place of funct7: an instruction has one or the other";
            return Err(Mistake::new(line, message));
        }
        Ok(Some(Description {
            head,
            function,
            line,
        }))
    }

    /// The header that makes the file one that a C compiler takes.
    fn skip_include(&mut self) {
        while matches!(&self.lexeme().token, Token::Directive(text) if text == "include <stdint.h>")
        {
            self.at += 1;
        }
    }
}
