//! Splits the text of a description into the tokens of C (C11, section 6.4).

use super::error::{Mistake, Result};

/// A token of C. A line that begins with `#` is one token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    Name(String),
    /// An integer constant of type `int` or `unsigned`.
    Number {
        value: u32,
        unsigned: bool,
    },
    Mark(&'static str),
    /// The text after `#`.
    Directive(String),
    End,
}

/// A token and its line.
#[derive(Clone, Debug)]
pub(super) struct Lexeme {
    pub token: Token,
    pub line: usize,
}

/// The operators and punctuators; each one comes before those that it begins with.
const MARKS: [&str; 45] = [
    "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=",
    "*=", "/=", "%=", "&=", "|=", "^=", "+", "-", "*", "/", "%", "&", "|", "^", "~", "!", "<", ">",
    "=", "?", ":", ";", ",", "(", ")", "{", "}", "[", "]", ".",
];

/// Splits a text into tokens; `line` is the number of its first line. The last token is [`Token::End`].
pub(super) fn tokens(text: &str, line: usize) -> Result<Vec<Lexeme>> {
    let mut lexer = Lexer { rest: text, line };
    let mut lexemes = Vec::new();
    loop {
        lexer.skip_blanks()?;
        let line = lexer.line;
        let token = lexer.token()?;
        let last = token == Token::End;
        lexemes.push(Lexeme { token, line });
        if last {
            return Ok(lexemes);
        }
    }
}

struct Lexer<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Lexer<'a> {
    /// Removes this number of bytes from the rest.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    /// Removes the text before `end`, or all of it.
    fn take_until(&mut self, end: &str) -> &'a str {
        self.take(self.rest.find(end).unwrap_or(self.rest.len()))
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let other = self.rest.find(|c| !belongs(c));
        self.take(other.unwrap_or(self.rest.len()))
    }

    fn skip_blanks(&mut self) -> Result<()> {
        loop {
            self.take_while(char::is_whitespace);
            if self.rest.starts_with("//") {
                self.take_until("\n");
            } else if self.rest.starts_with("/*") {
                let line = self.line;
                self.take(2);
                self.take_until("*/");
                if self.rest.is_empty() {
                    return Err(Mistake::new(line, "this comment has no end"));
                }
                self.take(2);
            } else {
                return Ok(());
            }
        }
    }

    fn token(&mut self) -> Result<Token> {
        let Some(first) = self.rest.chars().next() else {
            return Ok(Token::End);
        };
        if first == '#' {
            self.take(1);
            return Ok(Token::Directive(self.take_until("\n").trim().to_owned()));
        }
        if first.is_ascii_digit() {
            return self.number();
        }
        if first.is_ascii_alphabetic() || first == '_' {
            return Ok(Token::Name(self.take_while(is_word).to_owned()));
        }
        let mark = MARKS.iter().find(|mark| self.rest.starts_with(**mark));
        match mark {
            Some(mark) => {
                self.take(mark.len());
                Ok(Token::Mark(mark))
            }
            None => Err(Mistake::new(
                self.line,
                format!("`{first}` does not belong into the behaviour of an instruction"),
            )),
        }
    }

    fn number(&mut self) -> Result<Token> {
        let line = self.line;
        let text = self.take_while(|c| is_word(c) || c == '.');
        integer(text).map_err(|message| Mistake::new(line, message))
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Parses an integer constant. Its type is the first of `int` and `unsigned` that can hold it and that its form allows.
fn integer(text: &str) -> Result<Token, String> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let suffix = &text[digits.len()..];
    let (digits, radix) = match digits.get(..2) {
        Some("0x" | "0X") => (&digits[2..], 16),
        Some("0b" | "0B") => (&digits[2..], 2),
        Some(_) if digits.starts_with('0') => (&digits[1..], 8),
        _ => (digits, 10),
    };
    let value = u64::from_str_radix(digits, radix)
        .map_err(|_| format!("`{text}` is not an integer constant"))?;
    let value = u32::try_from(value).map_err(|_| format!("`{text}` does not fit into 32 bits"))?;
    let marked = suffix.contains(['u', 'U']);
    let large = i32::try_from(value).is_err();
    if large && radix == 10 && !marked {
        return Err(format!(
            "`{text}` does not fit into a signed word; write `{text}u`"
        ));
    }
    Ok(Token::Number {
        value,
        unsigned: marked || large,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(text: &str) -> Token {
        let lexemes = tokens(text, 1).unwrap();
        assert_eq!(lexemes.len(), 2, "{lexemes:?}");
        lexemes[0].token.clone()
    }

    #[test]
    fn constants_have_the_types_of_c() {
        let number = |value, unsigned| Token::Number { value, unsigned };
        assert_eq!(only("12"), number(12, false));
        assert_eq!(only("12u"), number(12, true));
        assert_eq!(only("0x7fffffff"), number(0x7fff_ffff, false));
        assert_eq!(only("0xedb88320"), number(0xedb8_8320, true));
        assert_eq!(only("0b101"), number(5, false));
        assert_eq!(only("010"), number(8, false));
        assert_eq!(only("0"), number(0, false));
        assert_eq!(only("4294967295UL"), number(u32::MAX, true));
    }

    #[test]
    fn what_is_no_word_of_32_bits_is_refused() {
        for (text, expected) in [
            ("4294967296u", "does not fit into 32 bits"),
            ("3000000000", "write `3000000000u`"),
            ("1.5", "not an integer"),
            ("08", "not an integer"),
            ("12ab", "not an integer"),
        ] {
            let error = tokens(text, 1).unwrap_err();
            assert!(error.message.contains(expected), "{text}: {error:?}");
        }
    }

    #[test]
    fn lines_are_counted_through_comments() {
        let lexemes = tokens("/* a\n b */ // c\nx\n#pragma weft\n<<=", 1).unwrap();
        let lines: Vec<usize> = lexemes.iter().map(|lexeme| lexeme.line).collect();
        assert_eq!(lines, [3, 4, 5, 5]);
        assert_eq!(lexemes[1].token, Token::Directive("pragma weft".into()));
        assert_eq!(lexemes[2].token, Token::Mark("<<="));
    }

    #[test]
    fn a_comment_without_end_is_a_mistake() {
        assert_eq!(tokens("x\n/* y", 1).unwrap_err().line, 2);
    }
}
