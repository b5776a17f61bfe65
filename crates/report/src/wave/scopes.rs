//! The nested scopes of a waveform, from dotted paths.

use fst_writer::{FstHeaderWriter, FstScopeType, FstWriteError};
use std::io::{Seek, Write};

/// A scope with its signals and inner scopes, in the order in which they were first named.
#[derive(Debug, Default)]
pub(super) struct Scope<'a> {
    name: &'a str,
    /// Name and index of each signal.
    signals: Vec<(&'a str, usize)>,
    scopes: Vec<Scope<'a>>,
}

impl<'a> Scope<'a> {
    /// Builds the root scope of the signals, each given as a dotted path and an index.
    pub(super) fn tree(signals: impl Iterator<Item = (&'a str, usize)>) -> Scope<'a> {
        let mut root = Scope::default();
        signals.for_each(|(path, index)| root.add(path, index));
        root
    }

    fn add(&mut self, path: &'a str, index: usize) {
        match path.split_once('.') {
            Some((scope, rest)) => self.inner(scope).add(rest, index),
            None => self.signals.push((path, index)),
        }
    }

    fn inner(&mut self, name: &'a str) -> &mut Scope<'a> {
        let known = self.scopes.iter().position(|scope| scope.name == name);
        let index = known.unwrap_or_else(|| {
            self.scopes.push(Scope {
                name,
                ..Scope::default()
            });
            self.scopes.len() - 1
        });
        &mut self.scopes[index]
    }

    /// Writes the signals and inner scopes; `declare` writes a signal.
    pub(super) fn write<W: Write + Seek>(
        &self,
        header: &mut FstHeaderWriter<W>,
        declare: &mut impl FnMut(&mut FstHeaderWriter<W>, &str, usize) -> Result<(), FstWriteError>,
    ) -> Result<(), FstWriteError> {
        for (name, index) in &self.signals {
            declare(header, name, *index)?;
        }
        for scope in &self.scopes {
            header.scope(scope.name, "", FstScopeType::Module)?;
            scope.write(header, declare)?;
            header.up_scope()?;
        }
        Ok(())
    }
}
