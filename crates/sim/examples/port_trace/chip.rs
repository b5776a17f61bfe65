//! The message passing of a chip with random cores, advanced a cycle at a time.

use crate::core::{Core, Load, Ports, WORDS};
use crate::parameters::Parameters;
use crate::record::Recorded;
use crate::stimuli::{self, Random, Rates};
use weft_isa::message::{block, csr};
use weft_sim::part::crossbar::{Crossbar, Exchange};
use weft_sim::part::message_unit::{self, MessageUnit};
use weft_sim::part::sync::keys::{HandOver, SyncController as SyncKeys};
use weft_sim::part::sync::SyncController;
use weft_sim::port::{BlockMode, MessagePort, Nodes, Notice, Order, TransmitterPort};
use weft_sim::Cycle;

/// Cycles without the end of an order after which all is reset: with random orders, cores soon wait for one another.
const STALLED: u64 = 100;

/// States that a unit shows of itself.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct States {
    pub transmitter: u64,
    pub receiver: u64,
}

/// States of a transmitter.
pub const TRANSFER: u64 = 2;

/// The chip.
pub struct Chip {
    pub parameters: Parameters,
    pub units: Vec<Recorded<MessageUnit>>,
    pub sync: Recorded<SyncController>,
    pub cores: Vec<Core>,
    /// The node that each multiplexer stands on.
    pub selected: Vec<usize>,
    /// Which receivers sample in this cycle, the synchronization controller last.
    pub samples: Vec<bool>,
    /// Nodes whose requests the synchronization controller has taken, where it is pipelined.
    pub in_work: u64,
    pub is_reset: bool,
    crossbar: Crossbar,
    random: Random,
    rates: Rates,
    now: Cycle,
    last_done: Cycle,
}

impl Chip {
    pub fn new(parameters: &Parameters) -> Self {
        let mut random = Random(parameters.seed);
        let memory = |random: &mut Random| (0..4 * WORDS).map(|_| random.next() as u8).collect();
        let cores = (0..parameters.cores)
            .map(|_| Core::new(memory(&mut random)))
            .collect();
        let mut chip = Chip {
            parameters: *parameters,
            units: Vec::new(),
            sync: Recorded::new(controller(parameters)),
            cores,
            selected: Vec::new(),
            samples: Vec::new(),
            in_work: 0,
            is_reset: true,
            crossbar: Crossbar::default(),
            rates: Rates::new(&mut random),
            random,
            now: Cycle(0),
            last_done: Cycle(0),
        };
        chip.reset();
        chip
    }

    fn reset(&mut self) {
        let parameters = &self.parameters;
        self.units = (0..parameters.cores)
            .map(|node| Recorded::new(MessageUnit::new(node, &unit_parameters(parameters))))
            .collect();
        self.sync = Recorded::new(controller(parameters));
        self.crossbar = Crossbar::new(parameters.cores);
        self.selected = vec![parameters.cores - 1; parameters.cores + 1];
        self.samples = vec![true; parameters.cores + 1];
        self.in_work = 0;
        self.rates = Rates::new(&mut self.random);
        self.last_done = self.now;
        for core in &mut self.cores {
            *core = Core::new(std::mem::take(&mut core.memory));
        }
    }

    /// One cycle; afterwards the ports show what was on them.
    pub fn cycle(&mut self) {
        let is_first = self.now == Cycle(0);
        self.now += 1;
        self.is_reset =
            is_first || self.now - self.last_done > STALLED || self.random.below(3000) == 0;
        if self.is_reset {
            return self.reset();
        }
        for node in 0..self.cores.len() {
            self.begin(node);
        }
        self.see_samples();
        self.exchange();
        for node in 0..self.cores.len() {
            self.end(node);
        }
    }

    /// What core `node` sees and does in this cycle.
    fn begin(&mut self, node: usize) {
        let (core, unit, random) = (
            &mut self.cores[node],
            &mut self.units[node],
            &mut self.random,
        );
        core.ports = Ports {
            pending: compact(unit.part.pending()),
            head: unit.part.head().unwrap_or(0).into(),
            queued: unit.part.clone().take_word(self.now).unwrap_or(0).into(),
            send_word: random.next() & 0xffff_ffff,
            event_register: random.below(4),
            event_write: random.chance(30),
            event_data: random.next() & 0xffff_ffff,
            take_word: random.chance(self.rates.take),
            destination: random.below(self.parameters.cores as u64 + 1) as usize,
            body: random.next() & 0x1ff_ffff,
            ..Ports::default()
        };
        let register = csr::MEVENT + core.ports.event_register as u16;
        core.ports.event_read = unit.part.read_csr(register, true, self.now).into();
        if core.ports.event_write {
            unit.part.write_csr(register, core.ports.event_data as u32);
        }
        if core.ports.take_word {
            unit.part.take_word(self.now);
        }
        self.begin_match(node);
        self.begin_order(node);
        self.begin_load(node);
    }

    /// The match register begins or ends to hold a word: at any time, though a core would do it with its loads.
    fn begin_match(&mut self, node: usize) {
        let (core, unit, random) = (
            &mut self.cores[node],
            &mut self.units[node].part,
            &mut self.random,
        );
        core.ports.match_word = stimuli::awaited(self.parameters.cores, random).into();
        core.ports.match_ends = random.chance(4);
        if core.ports.match_ends {
            unit.end_match();
            core.waits = false;
        }
        core.ports.match_begins = self.parameters.matching && !core.waits && random.chance(20);
        if core.ports.match_begins {
            unit.begin_match(core.ports.match_word as u32, self.now);
            core.waits = true;
        }
    }

    fn begin_order(&mut self, node: usize) {
        let issues = self.cores[node].order.is_none() && self.random.chance(self.rates.order);
        if issues {
            let sync = &self.sync.part;
            let (order, destination) =
                stimuli::order(node, &self.parameters, sync, &mut self.random);
            self.cores[node].order = Some((order, destination, true));
            self.units[node].part.start(order, destination);
            self.crossbar.ask(node, destination);
        }
        self.show_order(node);
        self.show_transmitter(node);
    }

    /// What the core holds at the unit's order ports.
    fn show_order(&mut self, node: usize) {
        let core = &mut self.cores[node];
        let Some((order, destination, issue)) = core.order else {
            return;
        };
        let ports = &mut core.ports;
        (ports.order, ports.issue, ports.destination) = (true, issue, destination);
        let single =
            |payload: u32, token: u8| u64::from(token) << 18 | u64::from(payload) & 0x3_ffff;
        match order {
            Order::Word { payload, token } => ports.body = single(payload, token),
            Order::Query { payload, token } => {
                (ports.body, ports.is_query) = (single(payload, token), true);
            }
            Order::Block {
                descriptor, mode, ..
            } => {
                ports.body = u64::from(descriptor) & 0x1ff_ffff;
                (ports.is_block, ports.is_try) = (true, mode != BlockMode::Wait);
                ports.is_offer = mode == BlockMode::Offer;
            }
        }
        core.order = Some((order, destination, false));
    }

    /// What the transmitter drives.
    fn show_transmitter(&mut self, node: usize) {
        let unit = &self.units[node].part;
        let asks = unit.asks().is_some();
        let block = unit.block();
        let core = &mut self.cores[node];
        let is_early = self.parameters.early && core.is_sampled && block.bytes > 0;
        let transfers = states(unit).transmitter == TRANSFER || is_early;
        let goes_on = core.block_address == block.address as usize;
        core.block_address = block.address as usize;
        core.driven = match transfers {
            true if goes_on => core.driven + 1,
            true => 1,
            false => 0,
        };
        let Some((
            Order::Block {
                address,
                descriptor,
                ..
            },
            ..,
        )) = core.order
        else {
            if asks {
                (core.ports.tx_control, core.ports.tx_data) = (1, Some(unit.request().word.into()));
            }
            return;
        };
        let next = core.block_address + 4 * core.driven;
        if transfers {
            core.ports.send_word = core.word(next - 4);
            (core.ports.tx_control, core.ports.tx_data) = (2, Some(core.ports.send_word));
        } else if asks {
            let code = if unit.request().is_offer { 3 } else { 1 };
            (core.ports.tx_control, core.ports.tx_data) = (code, Some(unit.request().word.into()));
        }
        let offset = next - address as usize;
        let is_needed = (asks || transfers) && offset < block::LENGTH.get(descriptor) as usize;
        core.ports.send_offset = is_needed.then_some(offset as u64);
    }

    fn begin_load(&mut self, node: usize) {
        let core = &mut self.cores[node];
        if core.load.is_none() && self.random.chance(self.rates.load) {
            core.load = Some(Load::default());
        }
        core.ports.load = core.load.is_some();
        core.move_word(&self.units[node]);
    }

    /// Which receivers sample in this cycle.
    fn see_samples(&mut self) {
        use weft_sim::port::ReceiverPort;
        let all = u64::MAX >> (64 - self.cores.len());
        let of_units = self.units.iter().map(|unit| unit.samples(all) != 0);
        let by_sync = self.sync.samples(all);
        self.samples = of_units.collect();
        self.samples.push(self.parameters.pipelined || by_sync != 0);
        self.in_work = if self.parameters.pipelined {
            all & !by_sync
        } else {
            0
        };
    }

    fn exchange(&mut self) {
        let mut notices = Vec::new();
        let exchange = Exchange {
            crossbar: &mut self.crossbar,
            now: self.now,
            units: &mut self.units,
            sync: &mut self.sync,
            cores: &mut self.cores,
            notices: &mut notices,
        };
        exchange.tick(Nodes::All);
        for notice in notices {
            if let Notice::Sent(node, done) = notice {
                assert_eq!(done.at, self.now + 1, "an order ends for the next cycle");
                let core = &mut self.cores[node];
                (core.ports.done, core.ports.granted) = (true, Some(done.granted.into()));
                core.order = None;
                self.last_done = self.now;
            }
        }
        let units = self.units.iter().map(|unit| unit.sampled);
        let sampled: Vec<_> = units.chain([self.sync.sampled]).collect();
        for (node, core) in self.cores.iter_mut().enumerate() {
            core.is_sampled = sampled[..self.parameters.cores].contains(&Some(node));
        }
        for (selected, sampled) in self.selected.iter_mut().zip(sampled) {
            *selected = sampled.unwrap_or(*selected);
        }
    }

    fn end(&mut self, node: usize) {
        self.cores[node].end_move(&mut self.units[node]);
    }
}

/// The states of a unit.
pub fn states(unit: &MessageUnit) -> States {
    let mut states = States::default();
    unit.node_signals(&mut |name, _, value| match name.to_string().as_str() {
        "tx_state" => states.transmitter = value,
        "rx_state" => states.receiver = value,
        _ => {}
    });
    states
}

/// The four interrupts as the unit's port has them: software, event, mailbox, retry.
fn compact(pending: u32) -> u64 {
    u64::from(pending >> 3 & 1 | pending >> 16 << 1)
}

fn controller(parameters: &Parameters) -> SyncController {
    SyncController::new(&SyncKeys {
        locks: parameters.locks,
        barriers: parameters.barriers,
        pipelined: parameters.pipelined,
        hand_over: if parameters.grant {
            HandOver::Grant
        } else {
            HandOver::Retry
        },
    })
}

fn unit_parameters(parameters: &Parameters) -> message_unit::Parameters {
    message_unit::Parameters {
        blocks: parameters.blocks,
        block_words: parameters.block_words as u32,
        word_queue: parameters.word_queue,
        sync_node: parameters.cores,
        wake: parameters.wake,
        early_data: parameters.early,
        granted_by_notice: parameters.grant,
    }
}
