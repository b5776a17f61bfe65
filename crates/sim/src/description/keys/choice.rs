//! Keys whose value is one of several words.

use super::super::error::Result;
use super::super::reader::Field;
use super::{Chip, Shape, Value};

/// An enumeration whose variants have words in platform files.
pub trait Choice: Copy + PartialEq + Sized + 'static {
    /// Each variant with its word, in the order of the reference page.
    const WORDS: &'static [(&'static str, Self)];

    /// Returns the word of a variant.
    fn word(self) -> &'static str {
        let found = Self::WORDS.iter().find(|(_, other)| *other == self);
        found.map_or("", |(word, _)| word)
    }
}

impl<C: Choice> Value for C {
    type Read = C;
    const SHAPE: Shape = Shape::Choice(words::<C>);

    fn read(field: &Field, _: &Chip) -> Result<C> {
        Ok(C::WORDS[field.choice(&words::<C>())?].1)
    }

    fn write(value: &C) -> String {
        format!("\"{}\"", value.word())
    }
}

fn words<C: Choice>() -> Vec<&'static str> {
    C::WORDS.iter().map(|(word, _)| *word).collect()
}

/// Declares an enumeration with the words of its variants: `Retry = "retry"`.
macro_rules! choice {
    (
        $(#[doc = $about:literal])+
        pub enum $name:ident {
            $($(#[doc = $note:literal])+ $variant:ident = $word:literal),+ $(,)?
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $($(#[doc = $note])+ #[serde(rename = $word)] $variant,)+
        }

        impl $crate::description::keys::Choice for $name {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, $name::$variant)),+];
        }

        impl $name {
            /// The word in platform files.
            pub fn name(self) -> &'static str {
                $crate::description::keys::Choice::word(self)
            }
        }
    };
}
pub(crate) use choice;
