//! Tests with random blocks between random tiles at saturation, with random sizes and latencies of the unit, with and without injectors. Each block
//! arrives once, intact, and in order for each pair of tiles. No core is blocked for ever as long as every core takes the blocks that arrive.

use super::*;
use proptest::prelude::*;

/// The next action of a core.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Step {
    /// Says how much room it wants, and waits for that or for a block.
    Look,
    /// Has been answered: takes a block or sends one.
    Act,
    /// A block has been taken.
    Check {
        source: usize,
        bytes: usize,
        to: u32,
    },
}

/// A core that sends its blocks, and takes blocks of others in between.
struct Player {
    step: Step,
    /// Destination and contents of the blocks to send, in order.
    to_send: VecDeque<(usize, Vec<u8>)>,
    sent: u32,
    /// For each source, the contents of the expected blocks, in order.
    to_come: Vec<VecDeque<Vec<u8>>>,
}

const TAKEN_TO: u32 = DATA.base + 0x4000;

impl Player {
    fn is_finished(&self) -> bool {
        self.to_send.is_empty()
            && self.to_come.iter().all(VecDeque::is_empty)
            && self.step == Step::Look
    }

    fn play(&mut self, core: &mut Core) {
        match self.step {
            Step::Look => {
                let wanted = self
                    .to_send
                    .front()
                    .map_or(0, |(_, block)| block.len() as u32);
                core.program
                    .extend([write(reg::WAIT_ROOM, wanted), read(reg::WAIT)]);
                self.step = Step::Act;
            }
            Step::Act => self.act(core),
            Step::Check { source, bytes, to } => {
                let expected = self.to_come[source]
                    .pop_front()
                    .expect("a block that was sent");
                assert_eq!(core.local.at(to, bytes), expected);
                self.step = Step::Look;
            }
        }
    }

    fn act(&mut self, core: &mut Core) {
        let arrived = core.last().value;
        if arrived & reg::ARRIVED_VALID != 0 {
            let to = TAKEN_TO + 4 * (arrived & 7);
            core.program.push_back(write(reg::TAKE, to));
            let source = (arrived & !reg::ARRIVED_VALID) >> reg::ARRIVED_TASK;
            self.step = Step::Check {
                source: source as usize,
                bytes: (arrived & 0xFFFF) as usize,
                to,
            };
            return;
        }
        let (destination, block) = self.to_send.pop_front().expect("it waited for room");
        // The source of the block before the last may be overwritten: the last SEND has waited until that block was copied.
        let address = DATA.base + 0x400 * (self.sent % 2) + 4 * (self.sent % 5);
        self.sent += 1;
        core.local.at(address, block.len()).copy_from_slice(&block);
        core.program
            .extend(send(destination as u32, address, block.len() as u32));
        self.step = Step::Look;
    }
}

/// Returns the cores that exchange blocks, given source, destination and length of each block. The contents are derived from these.
fn players(cores: usize, blocks: &[(usize, usize, usize)]) -> Vec<Player> {
    let player = |_| Player {
        step: Step::Look,
        to_send: VecDeque::new(),
        sent: 0,
        to_come: vec![VecDeque::new(); cores],
    };
    let mut players: Vec<Player> = (0..cores).map(player).collect();
    for (number, &(source, destination, bytes)) in blocks.iter().enumerate() {
        let (source, destination) = (source % cores, destination % cores);
        let contents: Vec<u8> = (0..bytes)
            .map(|byte| (number * 31 + byte * 7) as u8)
            .collect();
        players[source]
            .to_send
            .push_back((destination, contents.clone()));
        players[destination].to_come[source].push_back(contents);
    }
    players
}

fn play(chip: &mut Chip, players: &mut [Player]) {
    let limit = chip.now + 2_000_000;
    while !players.iter().all(Player::is_finished) {
        for (core, player) in chip.cores.iter_mut().zip(players.iter_mut()) {
            if core.issued.is_none() && core.program.is_empty() && !player.is_finished() {
                core.next = core.next.max(chip.now);
                player.play(core);
            }
        }
        chip.cycle();
        assert!(chip.now < limit, "nothing more arrives");
    }
}

fn unit() -> impl Strategy<Value = MessageUnit> {
    let sizes = (2u32..=8, 0u32..=8, 1usize..=8);
    let row = prop_oneof![Just(1usize), Just(2), Just(4), Just(8)];
    let cycles = (1u64..=3, 1u64..=3, 1u64..=3, 1u64..=3);
    let all = (sizes, cycles, row, any::<bool>());
    all.prop_map(|(sizes, cycles, copy_words, cut_through)| MessageUnit {
        output_bytes: 32 * sizes.0,
        input_bytes: 32 * (sizes.0 + sizes.1),
        blocks: sizes.2,
        access: cycles.0,
        copy_in: cycles.1,
        copy_out: cycles.2,
        copy_words,
        manager: cycles.3,
        cut_through,
        ..NAGAM
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn every_block_arrives_once_and_in_order(
        size in prop_oneof![Just([4, 1, 1]), Just([3, 3, 1]), Just([4, 3, 1]), Just([2, 2, 2])],
        unit in unit(),
        rate in prop_oneof![Just(0.0), Just(0.02), Just(1.0)],
        blocks in prop::collection::vec((0usize..100, 0usize..100, 1usize..=64), 1..150),
    ) {
        let mut chip = Chip::beside(size, unit, rate);
        let cores = chip.cores.len();
        chip.start(0..cores);
        let mut players = players(cores, &blocks);
        play(&mut chip, &mut players);
        let [sent, received] = chip.flits();
        prop_assert_eq!(sent, received);
        for (number, core) in chip.cores.iter().enumerate() {
            prop_assert_eq!(core.unit.input_room(), unit.input_bytes);
            prop_assert_eq!(core.unit.left_over(), vec![]);
            let is_for_it = |block: &&(usize, usize, usize)| block.1 % chip.cores.len() == number;
            let expected = blocks.iter().filter(is_for_it).count() as u64;
            prop_assert_eq!(chip.statistics(number).counters.received.blocks, expected);
        }
    }
}

/// All cores send to one, which is the bottleneck.
#[test]
fn a_hot_receiver() {
    for unit in [NAGAM, NAGAMX] {
        let mut chip = Chip::new([4, 3, 1], unit);
        let blocks: Vec<_> = (0..200)
            .map(|number| (number % 10, 4, 1 + number * 37 % 256))
            .collect();
        let mut players = players(10, &blocks);
        play(&mut chip, &mut players);
        assert_eq!(chip.statistics(4).counters.received.blocks, 200);
    }
}
