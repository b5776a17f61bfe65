//! The words of a description, with the column of each, and what is wrong where.

use std::fmt;

/// A description that says nothing: which text, where in it, and what may be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The whole description.
    pub text: String,
    /// The first character that is wrong, from 1 on.
    pub column: usize,
    /// What is there; empty at the end.
    pub found: String,
    /// What may be there.
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

/// The words of a description that have not been read.
pub(super) struct Words<'a> {
    text: &'a str,
    words: Vec<(usize, &'a str)>,
    next: usize,
}

impl<'a> Words<'a> {
    /// All words of a text.
    pub fn of(text: &'a str) -> Words<'a> {
        let start = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
        let words = text.split_whitespace().map(|word| (start(word), word));
        Words {
            text,
            words: words.collect(),
            next: 0,
        }
    }

    /// Takes the word `KEY=VALUE` out, wherever it is; its value.
    ///
    /// # Errors
    /// When there are two of them.
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

    /// The next word and where it is, without reading it.
    pub fn peek(&self) -> Option<&'a str> {
        self.words.get(self.next).map(|(_, word)| *word)
    }

    /// Reads the next word, which `read` understands; `allowed`: what that is.
    ///
    /// # Errors
    /// When it does not, or there is none.
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

    /// Reads one word.
    ///
    /// # Errors
    /// When it is another one.
    pub fn expect(&mut self, word: &str) -> Result<(), Mistake> {
        self.read(&format!("`{word}`"), |found| (found == word).then_some(()))
    }

    /// Holds that nothing is left.
    ///
    /// # Errors
    /// When there is.
    pub fn end(&self) -> Result<(), Mistake> {
        match self.words.get(self.next) {
            None => Ok(()),
            Some(&(start, word)) => Err(self.mistake(start, word, "nothing more")),
        }
    }

    /// A mistake at a byte of the text.
    pub fn mistake(&self, start: usize, found: &str, allowed: &str) -> Mistake {
        Mistake {
            text: self.text.to_owned(),
            column: self.text[..start].chars().count() + 1,
            found: found.to_owned(),
            allowed: allowed.to_owned(),
        }
    }

    /// A mistake at the end of the text.
    pub fn missing(&self, allowed: &str) -> Mistake {
        self.mistake(self.text.len(), "", allowed)
    }
}
