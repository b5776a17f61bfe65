//! Quantities that differ from block to block of a task and repeat in a cycle: the multiframe tasks of A. K. Mok and D. Chen, "A multiframe
//! model for real-time tasks", IEEE Transactions on Software Engineering 23 (10), 1997.

use std::iter::Sum;

/// A quantity of successive smallest blocks, in turn; at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InTurn<T>(Vec<T>);

impl<T: Copy + Ord + Sum> InTurn<T> {
    /// Makes the cycle of these values; None if there are none.
    pub fn new(all: Vec<T>) -> Option<InTurn<T>> {
        (!all.is_empty()).then_some(InTurn(all))
    }

    /// All of them, once.
    pub fn all(&self) -> &[T] {
        &self.0
    }

    /// Returns the largest value.
    pub fn largest(&self) -> T {
        *self.0.iter().max().expect("there is at least one")
    }

    /// The sum of those of `count` blocks from number `first` on.
    pub fn sum(&self, first: usize, count: usize) -> T {
        let numbers = first..first + count;
        numbers.map(|number| self.0[number % self.0.len()]).sum()
    }
}

impl<T> From<T> for InTurn<T> {
    /// The same for all blocks.
    fn from(one: T) -> InTurn<T> {
        InTurn(vec![one])
    }
}
