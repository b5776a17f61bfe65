//! The words of its data memory that a core has overwritten while it ran ahead of global time. A DMA engine that reads only other words reads the
//! right values, so the core need not be rolled back for it.

use weft_translate::Stored;

/// Bits of the filter: word i of the memory sets bit i modulo `BITS`, so a clear bit proves that a word has not been overwritten.
const BITS: usize = 1024;

/// The filter, with the first `stores` stores entered.
#[derive(Clone, Debug, Default)]
pub struct Overwritten {
    bits: [u64; BITS / 64],
    stores: usize,
}

impl Overwritten {
    /// Forgets all stores.
    #[inline]
    pub fn clear(&mut self) {
        if self.stores > 0 {
            *self = Overwritten::default();
        }
    }

    /// Whether one of the stores was to a word of these bytes. Between two calls, stores may only be appended.
    #[inline]
    pub fn is_among(&mut self, stores: &[Stored], offset: u32, length: usize) -> bool {
        for stored in &stores[self.stores..] {
            let (word, bit) = place(stored.offset);
            self.bits[word] |= bit;
        }
        self.stores = stores.len();
        let words = (offset & !3..offset + length as u32).step_by(4);
        words.into_iter().any(|offset| {
            let (word, bit) = place(offset);
            self.bits[word] & bit != 0 && stores.iter().any(|stored| stored.offset == offset)
        })
    }
}

fn place(offset: u32) -> (usize, u64) {
    let number = offset as usize / 4 % BITS;
    (number / 64, 1 << (number % 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(offset: u32) -> Stored {
        Stored {
            offset,
            former: [0; 4],
        }
    }

    #[test]
    fn words_of_the_same_bit_are_told_apart() {
        let mut overwritten = Overwritten::default();
        let mut stores = vec![stored(8)];
        assert!(overwritten.is_among(&stores, 8, 4));
        assert!(overwritten.is_among(&stores, 0, 12));
        assert!(overwritten.is_among(&stores, 9, 1));
        assert!(!overwritten.is_among(&stores, 12, 400));
        assert!(!overwritten.is_among(&stores, 8 + 4 * BITS as u32, 4));
        stores.push(stored(12));
        assert!(overwritten.is_among(&stores, 12, 4));
        overwritten.clear();
        assert!(!overwritten.is_among(&[], 8, 4));
    }
}
