//! A description split into words with their positions, and errors in it.

use std::fmt;

/// A syntax error in a description: where it is, and what is allowed there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The whole description.
    pub text: String,
    /// The column of the first wrong character, from 1 on.
    pub column: usize,
    /// The word found there; empty at the end.
    pub found: String,
    /// What is allowed there.
    pub allowed: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mistake {
            text,
            column,
            found,
            allowed,
        } = self;
        let found = match found.is_empty() {
            true => "the description ends".to_owned(),
            false => format!("found `{found}`"),
        };
        write!(
            to,
            "`{text}`, column {column}: {found} where {allowed} is allowed"
        )
    }
}

impl std::error::Error for Mistake {}

/// The words of a description that have not been read yet.
pub(super) struct Words<'a> {
    text: &'a str,
    words: Vec<(usize, &'a str)>,
    next: usize,
}

impl<'a> Words<'a> {
    /// Splits a text into words.
    pub fn of(text: &'a str) -> Words<'a> {
        let start = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
        let words = text.split_whitespace().map(|word| (start(word), word));
        Words {
            text,
            words: words.collect(),
            next: 0,
        }
    }

    /// Removes the word `KEY=VALUE`, wherever it is, and returns its value and the value's position.
    ///
    /// # Errors
    /// If the key occurs twice.
    pub fn take_setting(&mut self, key: &str) -> Result<Option<(usize, &'a str)>, Mistake> {
        let is_it = |(_, word): &(usize, &str)| {
            word.strip_prefix(key).is_some_and(|it| it.starts_with('='))
        };
        let Some(first) = self.words.iter().position(is_it) else {
            return Ok(None);
        };
        let (start, word) = self.words.remove(first);
        if let Some(&(start, word)) = self.words.iter().find(|word| is_it(word)) {
            return Err(self.mistake(start, word, &format!("no second `{key}=`")));
        }
        Ok(Some((start + key.len() + 1, &word[key.len() + 1..])))
    }

    /// Returns the next word without reading it.
    pub fn peek(&self) -> Option<&'a str> {
        self.words.get(self.next).map(|(_, word)| *word)
    }

    /// Reads the next word with the parser `read`; `allowed` describes what it accepts.
    ///
    /// # Errors
    /// If it does not accept the word, or there is none.
    pub fn read<T>(
        &mut self,
        allowed: &str,
        read: impl Fn(&'a str) -> Option<T>,
    ) -> Result<T, Mistake> {
        let (start, word) = self
            .words
            .get(self.next)
            .copied()
            .unwrap_or((self.text.len(), ""));
        let value = read(word).filter(|_| !word.is_empty());
        let value = value.ok_or_else(|| self.mistake(start, word, allowed))?;
        self.next += 1;
        Ok(value)
    }

    /// Reads this word.
    ///
    /// # Errors
    /// If the next word is another one.
    pub fn expect(&mut self, word: &str) -> Result<(), Mistake> {
        self.read(&format!("`{word}`"), |found| (found == word).then_some(()))
    }

    /// Checks that no word is left.
    ///
    /// # Errors
    /// If there is one.
    pub fn end(&self) -> Result<(), Mistake> {
        match self.words.get(self.next) {
            None => Ok(()),
            Some(&(start, word)) => Err(self.mistake(start, word, "nothing more")),
        }
    }

    /// Returns an error at a byte of the text.
    pub fn mistake(&self, start: usize, found: &str, allowed: &str) -> Mistake {
        Mistake {
            text: self.text.to_owned(),
            column: self.text[..start].chars().count() + 1,
            found: found.to_owned(),
            allowed: allowed.to_owned(),
        }
    }

    /// Returns an error at the end of the text.
    pub fn missing(&self, allowed: &str) -> Mistake {
        self.mistake(self.text.len(), "", allowed)
    }
}
