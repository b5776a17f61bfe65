//! Sets of small numbers (cores, nodes, masters) as bit masks.

use serde::{Deserialize, Serialize};
use std::num::NonZeroU64;

/// Numbers in a word of the mask.
const WORD: usize = 64;

/// Iterates over the positions of the set bits, from the lowest on.
#[inline]
pub fn bits(set: u64) -> WordBits {
    WordBits(set)
}

/// Iterator over the set bits of one word.
pub struct WordBits(u64);

impl Iterator for WordBits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let word = NonZeroU64::new(self.0)?;
        self.0 &= self.0 - 1;
        Some(word.trailing_zeros() as usize)
    }
}

/// Iterator over the set bits of a sequence of words.
pub struct Bits<'a> {
    word: WordBits,
    /// The position of the word's lowest bit.
    base: usize,
    more: &'a [u64],
}

impl Iterator for Bits<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        loop {
            if let Some(bit) = self.word.next() {
                return Some(self.base + bit);
            }
            let (&next, rest) = self.more.split_first()?;
            (self.word, self.more) = (bits(next), rest);
            self.base += WORD;
        }
    }
}

/// A set of any size. The first 64 numbers are in a word of their own, so that a chip with up to 64 cores pays for one word only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeSet {
    first: u64,
    /// The numbers from 64 on; grows on insertion.
    more: Vec<u64>,
}

impl NodeSet {
    /// Returns the set of the numbers from 0 to `count - 1`.
    pub fn up_to(count: usize) -> NodeSet {
        let mut set = NodeSet::default();
        (0..count).for_each(|number| set.insert(number));
        set
    }

    /// Is the set empty?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.first == 0 && (self.more.is_empty() || self.more.iter().all(|&word| word == 0))
    }

    /// Is a number in the set?
    #[inline]
    pub fn contains(&self, number: usize) -> bool {
        let word = match number / WORD {
            0 => self.first,
            above => self.more.get(above - 1).copied().unwrap_or(0),
        };
        word >> (number % WORD) & 1 != 0
    }

    /// Adds a number.
    #[inline]
    pub fn insert(&mut self, number: usize) {
        *self.word_mut(number) |= 1 << (number % WORD);
    }

    /// Removes a number.
    #[inline]
    pub fn remove(&mut self, number: usize) {
        if self.contains(number) {
            *self.word_mut(number) &= !(1 << (number % WORD));
        }
    }

    /// Removes all numbers, and keeps the allocated memory.
    #[inline]
    pub fn clear(&mut self) {
        self.first = 0;
        // The test saves a call of `memset` in the usual case, which would cost more than the rest of a cycle's bookkeeping.
        if !self.more.is_empty() {
            self.more.fill(0);
        }
    }

    /// Adds the numbers of another set.
    #[inline]
    pub fn extend(&mut self, other: &NodeSet) {
        self.first |= other.first;
        for (word, &bits) in other.more.iter().enumerate() {
            if bits != 0 {
                *self.word_mut(WORD * (word + 1)) |= bits;
            }
        }
    }

    /// Returns how many numbers are in the set.
    pub fn count(&self) -> usize {
        let more: u32 = self.more.iter().map(|word| word.count_ones()).sum();
        (self.first.count_ones() + more) as usize
    }

    /// Iterates over the numbers, from the lowest on.
    #[inline]
    pub fn iter(&self) -> Bits<'_> {
        Bits {
            word: bits(self.first),
            base: 0,
            more: &self.more,
        }
    }

    /// Returns the subset of numbers for which `holds` is true.
    #[inline]
    pub fn filtered(&self, holds: impl Fn(usize) -> bool) -> NodeSet {
        let mut kept = NodeSet::default();
        for number in self.iter().filter(|&number| holds(number)) {
            kept.insert(number);
        }
        kept
    }

    /// Removes the numbers for which `holds` is false.
    #[inline]
    pub fn retain(&mut self, mut holds: impl FnMut(usize) -> bool) {
        let words = std::iter::once(&mut self.first).chain(&mut self.more);
        for (number, word) in words.enumerate() {
            for bit in bits(*word) {
                if !holds(WORD * number + bit) {
                    *word &= !(1 << bit);
                }
            }
        }
    }

    /// Returns the first number after `last`, wrapping around, for which `holds` is true.
    #[inline]
    pub fn first_after(&self, last: usize, holds: impl Fn(usize) -> bool) -> Option<usize> {
        let later = self.after(last).find(|&number| holds(number));
        later.or_else(|| self.iter().find(|&number| holds(number)))
    }

    /// Iterates over the numbers greater than `last`.
    #[inline]
    fn after(&self, last: usize) -> Bits<'_> {
        let from = last + 1;
        let (word, more) = match from / WORD {
            0 => (self.first, &self.more[..]),
            above => match self.more.get(above - 1..) {
                Some([word, more @ ..]) => (*word, more),
                _ => (0, &[][..]),
            },
        };
        Bits {
            word: bits(word & (u64::MAX << (from % WORD))),
            base: from / WORD * WORD,
            more,
        }
    }

    /// Returns the mask for the numbers below `count`, as a waveform shows it: each word and its width in bits.
    pub fn words(&self, count: usize) -> impl Iterator<Item = (u64, u32)> + '_ {
        let word = move |number: usize| match number {
            0 => self.first,
            above => self.more.get(above - 1).copied().unwrap_or(0),
        };
        let width = move |number: usize| WORD.min(count - WORD * number) as u32;
        (0..count.div_ceil(WORD)).map(move |number| (word(number), width(number)))
    }

    #[inline]
    fn word_mut(&mut self, number: usize) -> &mut u64 {
        match number / WORD {
            0 => &mut self.first,
            above => {
                if self.more.len() < above {
                    self.more.resize(above, 0);
                }
                &mut self.more[above - 1]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn behaves_as_a_sorted_set(steps in prop::collection::vec((0_usize..300, any::<bool>()), 0..100)) {
            let (mut set, mut model) = (NodeSet::default(), BTreeSet::new());
            for (number, inserts) in steps {
                match inserts {
                    true => { set.insert(number); model.insert(number); }
                    false => { set.remove(number); model.remove(&number); }
                }
                prop_assert!(set.iter().eq(model.iter().copied()));
                let mut even = set.clone();
                even.retain(|number| number % 2 == 0);
                prop_assert!(even.iter().eq(model.iter().copied().filter(|it| it % 2 == 0)));
                prop_assert_eq!(set.count(), model.len());
                prop_assert_eq!(set.is_empty(), model.is_empty());
                let mut round = model.range(number + 1..).chain(&model);
                let odd = |number: usize| number % 2 == 1;
                prop_assert_eq!(set.first_after(number, |_| true), round.clone().next().copied());
                prop_assert_eq!(set.first_after(number, odd), round.find(|&&it| odd(it)).copied());
            }
        }
    }
}
