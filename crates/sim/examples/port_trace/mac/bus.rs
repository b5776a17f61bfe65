//! A bus that grants the unit's bursts at random, moves their words with random pauses, and answers some with an error.

use crate::stimuli::Random;
use weft_sim::port::Transfer;

/// What happens in a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    None,
    /// A word is read from memory; it is there in the next cycle.
    Read,
    Write,
    /// The end of a burst, and whether it has moved its words.
    Response(bool),
}

/// The burst that is carried out.
struct Burst {
    reads: bool,
    /// Words that are left; None: an error.
    left: Option<u32>,
    /// Cycles until the next word, or the response.
    wait: u64,
    /// Per cent of the words that come without a pause.
    pace: u64,
}

/// The bus is fast or slow for about this number of cycles: in a slow time beacons come faster than they are moved.
const TIME: u64 = 20_000;

/// The bus.
#[derive(Default)]
pub struct Bus {
    burst: Option<Burst>,
    is_slow: bool,
    /// The word that was read in the last cycle.
    pub last: Option<u32>,
}

impl Bus {
    pub fn is_idle(&self) -> bool {
        self.burst.is_none() && self.last.is_none()
    }

    pub fn cycle(&mut self, asked: Option<Transfer>, random: &mut Random) -> Event {
        if random.below(TIME) == 0 {
            self.is_slow = random.chance(30);
        }
        let Some(burst) = &mut self.burst else {
            let patience = if self.is_slow { 3000 } else { 5 };
            let asked = asked.filter(|_| random.below(patience) == 0);
            self.burst = asked.map(|transfer| grant(transfer, random));
            return Event::None;
        };
        if burst.wait > 0 {
            burst.wait -= 1;
            return Event::None;
        }
        match burst.left {
            Some(left) if left > 0 => {
                burst.left = Some(left - 1);
                burst.wait = match random.chance(burst.pace) {
                    true => 0,
                    false => random.below(4),
                };
                match burst.reads {
                    true => Event::Read,
                    false => Event::Write,
                }
            }
            left => {
                self.burst = None;
                Event::Response(left.is_some())
            }
        }
    }
}

fn grant(transfer: Transfer, random: &mut Random) -> Burst {
    let lane = transfer.read.or(transfer.write);
    let words = lane.map_or(0, |it| it.beats);
    Burst {
        reads: transfer.read.is_some(),
        left: (random.below(50) != 0).then_some(words),
        wait: 1 + random.below(3),
        pace: [0, 80, 100][random.below(3) as usize],
    }
}
