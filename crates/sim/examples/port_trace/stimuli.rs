//! Random orders: what a program might do, and what none would.

use crate::parameters::Parameters;
use weft_isa::message::{barrier, block, lock, request, token};
use weft_sim::part::sync::SyncController;
use weft_sim::port::{BlockMode, Order};

/// A generator of numbers (splitmix64).
#[derive(Clone)]
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

/// How busy the cores are between two resets, in per cent of the cycles.
#[derive(Clone, Copy, Default)]
pub struct Rates {
    pub order: u64,
    pub load: u64,
    pub take: u64,
}

impl Rates {
    /// From seldom to always, each on its own, so that buffers run full in some runs and empty in others.
    pub fn new(random: &mut Random) -> Self {
        let mut rate = || [2, 10, 40, 100][random.below(4) as usize];
        Rates {
            order: rate(),
            load: rate(),
            take: rate(),
        }
    }
}

/// An order of core `core`, and the node that it is for.
pub fn order(
    core: usize,
    parameters: &Parameters,
    sync: &SyncController,
    random: &mut Random,
) -> (Order, usize) {
    if random.chance(parameters.to_sync) {
        return (sync_order(core, parameters, sync, random), parameters.cores);
    }
    let destination = random.below(parameters.cores as u64) as usize;
    let order = match random.chance(45) {
        true => single(random, random.0 as u32, None),
        false if parameters.matching && random.chance(50) => offer(random),
        false => blocks(random),
    };
    (order, destination)
}

/// A single-word message or an event, of any token if none is given.
fn single(random: &mut Random, payload: u32, token: Option<u8>) -> Order {
    let token = token.unwrap_or(random.below(128) as u8);
    match random.chance(50) {
        true => Order::Word { payload, token },
        false => Order::Query { payload, token },
    }
}

/// A message of blocks.
fn blocks(random: &mut Random) -> Order {
    let mode = match random.chance(40) {
        true => BlockMode::Try,
        false => BlockMode::Wait,
    };
    // No mailbox has room for the longest, for which a sender would wait for ever.
    let longest = match mode {
        BlockMode::Try => 1 << 15,
        _ => 1200,
    };
    let bound = [1, 65, 65, 300, 300, longest][random.below(6) as usize];
    let label = block::LABEL.put(random.next() as u32);
    Order::Block {
        address: 4 * random.below(8000) as u32,
        descriptor: request::KIND.put(1) | label | block::LENGTH.put(random.below(bound) as u32),
        mode,
    }
}

/// An offer, of one of few messages, so that another core may wait for it.
fn offer(random: &mut Random) -> Order {
    Order::Block {
        address: 4 * random.below(8000) as u32,
        descriptor: offered(random),
        mode: BlockMode::Offer,
    }
}

/// The descriptor of an offer.
fn offered(random: &mut Random) -> u32 {
    let label = block::LABEL.put(random.below(2) as u32);
    label | block::LENGTH.put([8, 70][random.below(2) as usize])
}

/// The request word of a message that a core waits for.
pub fn awaited(cores: usize, random: &mut Random) -> u32 {
    let source = request::SOURCE.put(random.below(cores as u64) as u32);
    request::KIND.put(1) | source | offered(random)
}

/// An order for the synchronization controller: often the release of a lock that the core has.
fn sync_order(
    core: usize,
    parameters: &Parameters,
    sync: &SyncController,
    random: &mut Random,
) -> Order {
    let unused = random.next() as u32 & !0xffff;
    let held = (0..parameters.locks).find(|&number| sync.lock_owner(number) == Some(core));
    match (random.below(100), held) {
        (0..50, Some(number)) => single(
            random,
            unused | lock::NUMBER.put(number as u32),
            Some(token::LOCK_RELEASE),
        ),
        (0..2, _) => blocks(random),
        (2..5, _) => single(random, unused, None),
        (5..10, _) => Order::Query {
            payload: unused | number(parameters.locks, random),
            token: token::LOCK_RELEASE,
        },
        (10..35, _) => {
            let cores = barrier::CORES.put(meeting(parameters, random));
            let payload = unused | cores | number(parameters.barriers, random);
            single(random, payload, Some(token::BARRIER))
        }
        (35..55, _) => {
            let payload = unused | number(parameters.locks, random);
            single(random, payload, Some(token::LOCK_TRY))
        }
        _ => {
            let payload = unused | random.next() as u32 & 0xff00;
            let payload = payload | number(parameters.locks, random);
            single(random, payload, Some(token::LOCK_ACQUIRE))
        }
    }
}

/// The number of a lock or barrier: mostly one of a few, seldom one that does not exist.
fn number(count: usize, random: &mut Random) -> u32 {
    let bound = match random.below(20) {
        0 => 256,
        1..4 => count as u64,
        _ => count.min(3) as u64,
    };
    random.below(bound) as u32
}

/// How many cores meet at a barrier.
fn meeting(parameters: &Parameters, random: &mut Random) -> u32 {
    match random.below(40) {
        0 => 0,
        1 => 255,
        2..8 => random.below(parameters.cores as u64 + 2) as u32,
        _ => 1 + random.below(3) as u32,
    }
}
