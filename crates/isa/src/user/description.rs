//! A file that describes instructions: for each one a line `#pragma weft instruction ...` and a function, or a function with the marker.

use super::encoding::{has_imm7, Head};
use super::error::{Mistake, Result};
use super::lexer::{tokens, Lexeme, Token};
use super::marked::MARKER;
use super::parser::{Callable, Parser};
use super::syntax::Function;

/// The description of an instruction.
pub(super) struct Description {
    pub head: Head,
    pub function: Function,
    /// The line of the head.
    pub line: usize,
}

/// The tokens of a file that have not been parsed yet.
pub(super) struct File {
    lexemes: Vec<Lexeme>,
    at: usize,
}

impl File {
    /// `line` is the number of the first line.
    pub fn new(text: &str, line: usize) -> Result<File> {
        let lexemes = tokens(text, line)?;
        Ok(File { lexemes, at: 0 })
    }

    fn lexeme(&self) -> &Lexeme {
        &self.lexemes[self.at]
    }

    /// Parses the next description; returns None at the end. Its function may call `callable`.
    pub fn next(&mut self, callable: &[Callable<'_>]) -> Result<Option<Description>> {
        self.skip_include();
        let line = self.lexeme().line;
        let head = match &self.lexeme().token {
            Token::End => return Ok(None),
            Token::Directive(text) => Some(Head::parse(text, line)?),
            _ if self.is_marked() => None,
            _ => return Err(Mistake::new(line, Head::missing())),
        };
        self.at += usize::from(head.is_some());
        let mut parser = Parser::new(&self.lexemes[self.at..], callable);
        let (head, function) = match head {
            Some(head) => (head, parser.function()?),
            None => parser.marked_function()?,
        };
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

    /// Does the body of the next function begin with the marker?
    fn is_marked(&self) -> bool {
        let mut rest = self.lexemes[self.at..].iter().map(|lexeme| &lexeme.token);
        rest.any(|token| *token == Token::Mark("{"))
            && matches!(rest.next(), Some(Token::Name(word)) if word == MARKER)
    }

    /// Skips the header that a C compiler needs to accept the file.
    fn skip_include(&mut self) {
        while matches!(&self.lexeme().token, Token::Directive(text) if text == "include <stdint.h>")
        {
            self.at += 1;
        }
    }
}
