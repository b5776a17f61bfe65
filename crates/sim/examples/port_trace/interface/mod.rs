//! A core's network interface alone, with random accesses of the core and a network that answers at random.

mod far;

use crate::parameters::Parameters;
use crate::row::{bits, Row};
use crate::stimuli::Random;
use far::Far;
use weft_isa::Op;
use weft_sim::noc::{CircuitStep, Flit};
use weft_sim::part::switches::initiator::{Done, Initiator};
use weft_sim::part::switches::packet::carries_value;
use weft_sim::part::switches::{registers, Channels};
use weft_sim::port::Request;
use weft_sim::Cycle;

/// Endpoints of the network, and that of the interface.
const ENDPOINTS: usize = 32;
const OWN: usize = 3;
/// The endpoints of the devices; the third is not in the network.
const PLACES: [Option<usize>; 4] = [Some(17), Some(30), None, Some(9)];
/// Each device has this many addresses.
const SIZE_BITS: u32 = 16;
const REGISTERS: u32 = 0xb000_0000;
/// Cycles of the interface before the first flit, and after the last of an answer.
const REQUEST: u64 = 2;
const RESPONSE: u64 = 2;
/// Cycles until the core exits, those until a reset, and those from the exit until a reset, about.
const EXIT: u64 = 1000;
const RUN: u64 = 3000;
const REST: u64 = 200;
/// Operations that reach a device.
const OPERATIONS: [Op; 7] = [
    Op::Lw,
    Op::Lbu,
    Op::Sw,
    Op::Sw,
    Op::Sb,
    Op::ScW,
    Op::AmoaddW,
];

/// The interface, and what it is connected to.
pub struct Bench {
    parameters: Parameters,
    channels: Channels,
    interface: Initiator,
    far: Far,
    random: Random,
    now: Cycle,
    /// The flit that was sent in the last cycle.
    sent: Option<Flit>,
    /// The end of an access that the core is told of now.
    ended: Option<Done>,
    /// The end of one that it is told of in the next cycle.
    ends_next: Option<Done>,
    is_busy: bool,
    has_exited: bool,
}

impl Bench {
    pub fn new(parameters: &Parameters) -> Self {
        let channels = channels(parameters);
        Bench {
            parameters: *parameters,
            channels,
            interface: Initiator::new(OWN, &PLACES, channels),
            far: Far::new(channels, parameters.buffer),
            random: Random(parameters.seed),
            now: Cycle(0),
            sent: None,
            ended: None,
            ends_next: None,
            is_busy: false,
            has_exited: false,
        }
    }

    /// One cycle; the row has what was on the ports.
    pub fn cycle(&mut self) -> Row {
        let until_reset = if self.has_exited { REST } else { RUN };
        let is_reset = self.now == Cycle(0) || self.random.below(until_reset) == 0;
        if is_reset {
            self.reset();
        }
        let mut row = Row::new(is_reset);
        row.input("reset", 1, is_reset.into());
        self.core(&mut row, is_reset);
        self.show_sent(&mut row);
        self.network(&mut row, is_reset);
        row.output("ended", 1, Some(self.ended.is_some().into()));
        let read = self.ended.take().filter(|it| !it.is_store);
        row.output("word", 32, read.map(|it| it.value.into()));
        self.now += 1;
        row
    }

    fn reset(&mut self) {
        let now = self.now;
        *self = Bench {
            now,
            random: Random(self.random.next()),
            ..Bench::new(&self.parameters)
        };
    }

    /// The core begins an access, or exits: then it does no more.
    fn core(&mut self, row: &mut Row, is_reset: bool) {
        let may = !is_reset && !self.is_busy && !self.has_exited && self.ends_next.is_none();
        let request = (may && self.random.chance(40)).then(|| self.request());
        if let Some(request) = request {
            self.is_busy = true;
            match device_of(request.address) {
                Some(device) => self.interface.begin(request, device, self.now + REQUEST),
                None => self.interface.begin_register(request, self.now + 1),
            }
        }
        if !is_reset && !self.has_exited && self.random.below(EXIT) == 0 {
            self.has_exited = true;
            self.interface.close_circuits();
        }
        show_request(row, request);
        row.input("exited", 1, self.has_exited.into());
    }

    fn request(&mut self) -> Request {
        let has_registers = self.parameters.priorities > 1;
        let (address, op, value) = match has_registers && self.random.chance(40) {
            true => self.register(),
            false => {
                let devices = [0, 1, 3];
                let device = devices[self.random.below(devices.len() as u64) as usize];
                let place = self.random.below(1 << SIZE_BITS) as u32 & !3;
                let op = OPERATIONS[self.random.below(OPERATIONS.len() as u64) as usize];
                (base(device) + place, op, self.random.next() as u32)
            }
        };
        Request {
            op,
            address,
            bytes: [1, 2, 4][self.random.below(3) as usize],
            value,
            target: None,
            reserved: self.random.chance(50),
        }
    }

    /// An access to a register: mostly of a device, and what it knows.
    fn register(&mut self) -> (u32, Op, u32) {
        let device = match self.random.chance(95) {
            true => self.random.below(PLACES.len() as u64),
            false => self.random.below(registers::MAX_DEVICES as u64),
        } as u32;
        let kinds = [registers::PRIORITY, registers::CHANNEL, registers::CHANNEL];
        let kind = kinds[self.random.below(3) as usize];
        let op = [Op::Lw, Op::Sw, Op::Sw][self.random.below(3) as usize];
        let value = match self.random.below(8) {
            0 => self.random.next() as u32,
            1..3 => self.random.below(12) as u32,
            _ => self.random.below(3) as u32,
        };
        let address = REGISTERS + kind + registers::REGISTER_BYTES * device;
        (address, op, value)
    }

    /// What comes, and what the interface does in this cycle.
    fn network(&mut self, row: &mut Row, is_reset: bool) {
        let (flit, credits) = match is_reset {
            true => (None, 0),
            false => self.far.cycle(self.now, &mut self.random),
        };
        show_arrival(row, flit, credits, self.channels.count());
        let now = self.now;
        let mut later = None;
        if let Some(flit) = flit {
            later = self.interface.receive(flit, now, RESPONSE);
        }
        self.interface.close_next(now);
        let priorities = self.parameters.priorities as u8;
        let registers = |address| address - REGISTERS;
        let at_once = self.interface.access_register(now, priorities, registers);
        self.sent = None;
        if !is_reset {
            let far = &self.far;
            self.sent = self.interface.send(now, |channel| far.has_room(channel));
        }
        if let Some(flit) = self.sent {
            let done = self.interface.has_sent(&flit, now, RESPONSE);
            later = later.or(done);
            self.far.take(flit, now, &mut self.random);
        }
        // The core is told in the cycle before the one in which it goes on.
        self.is_busy &= later.is_none() && at_once.is_none();
        self.ended = self.ends_next.take().or(at_once);
        self.ends_next = later;
    }

    fn show_sent(&self, row: &mut Row) {
        let it = &self.parameters;
        let flit = self.sent.as_ref();
        let is = |step: fn(CircuitStep) -> bool| flit.map(|flit| step(flit.circuit).into());
        row.output("out_valid", 1, Some(flit.is_some().into()));
        row.output("out_word", 32, flit.map(|flit| flit.word.into()));
        row.output("out_head", 1, flit.map(|flit| flit.head.into()));
        row.output("out_tail", 1, flit.map(|flit| flit.tail.into()));
        let channels = bits(self.channels.count());
        let channel = flit.map(|flit| flit.virtual_channel.into());
        row.output("out_vc", channels, channel);
        let destination = flit.map(|flit| flit.destination.into());
        row.output("out_destination", bits(ENDPOINTS), destination);
        let class = flit.map(|flit| flit.class.into());
        row.output("out_class", bits(it.priorities), class);
        let opens = is(|it| matches!(it, CircuitStep::Open { .. }));
        row.output("out_opens", 1, opens);
        let closes = is(|it| matches!(it, CircuitStep::Release { .. }));
        row.output("out_closes", 1, closes);
        let both = is(is_both_ways);
        row.output("out_both", 1, both);
    }

    /// The parameters of the circuit, as the header of a trace gives them.
    pub fn circuit(&self) -> String {
        let it = &self.parameters;
        let devices = PLACES.len();
        let octets = |of: fn(usize) -> usize| {
            let all = (0..devices)
                .rev()
                .map(|device| format!("{:02x}", of(device)));
            format!("{}'h{}", 8 * devices, all.collect::<String>())
        };
        let bases = (0..devices)
            .rev()
            .map(|device| format!("{:08x}", base(device)));
        let attached = (0..devices)
            .rev()
            .map(|device| u8::from(PLACES[device].is_some()));
        let attached: String = attached.map(|bit| bit.to_string()).collect();
        [
            format!("parameter:DEVICES:{devices}"),
            format!("parameter:PRIORITIES:{}", it.priorities),
            format!("parameter:ENDPOINTS:{ENDPOINTS}"),
            format!("parameter:BUFFER:{}", it.buffer),
            format!("parameter:SEPARATE:{}", u8::from(it.separate)),
            format!("parameter:ANSWERS:{}", u8::from(it.answers)),
            format!(
                "parameter:BASES:{}'h{}",
                32 * devices,
                bases.collect::<String>()
            ),
            format!("parameter:SIZES:{}", octets(|_| SIZE_BITS as usize)),
            format!(
                "parameter:PLACES:{}",
                octets(|device| PLACES[device].unwrap_or(0))
            ),
            format!("parameter:ATTACHED:{devices}'b{attached}"),
        ]
        .join(" ")
    }
}

fn channels(parameters: &Parameters) -> Channels {
    let priorities = if parameters.separate {
        parameters.priorities
    } else {
        1
    };
    Channels::new(
        priorities as u8,
        parameters.answers,
        parameters.priorities > 1,
    )
}

/// The first address of a device.
fn base(device: usize) -> u32 {
    0x4000_0000 + ((device as u32) << SIZE_BITS)
}

/// The device at an address; none at that of a register.
fn device_of(address: u32) -> Option<usize> {
    (0..PLACES.len()).find(|device| (address ^ base(*device)) >> SIZE_BITS == 0)
}

fn is_both_ways(step: CircuitStep) -> bool {
    match step {
        CircuitStep::None => false,
        CircuitStep::Open { both_ways }
        | CircuitStep::Release { both_ways }
        | CircuitStep::Refused { both_ways } => both_ways,
    }
}

fn show_request(row: &mut Row, request: Option<Request>) {
    row.input("access", 1, request.is_some().into());
    let of = |value: fn(&Request) -> u64| request.as_ref().map_or(0, value);
    row.input("address", 32, of(|it| it.address.into()));
    row.input("value", 32, of(|it| it.value.into()));
    row.input("operation", 8, of(|it| it.op as u64));
    row.input("bytes", 3, of(|it| it.bytes.into()));
    row.input("reserved", 1, of(|it| it.reserved.into()));
    row.input("is_store", 1, of(|it| it.is_store().into()));
    row.input("has_value", 1, of(|it| carries_value(it.op).into()));
}

/// What comes from the network. Lines that mean nothing have any value.
fn show_arrival(row: &mut Row, flit: Option<Flit>, credits: u64, channels: usize) {
    row.input("credit_in", channels, credits);
    row.input("in_valid", 1, flit.is_some().into());
    let flit = flit.unwrap_or(Flit {
        word: u32::MAX,
        head: true,
        tail: true,
        circuit: CircuitStep::Refused { both_ways: false },
        ..Flit::default()
    });
    row.input("in_word", 32, flit.word.into());
    row.input("in_head", 1, flit.head.into());
    row.input("in_tail", 1, flit.tail.into());
    row.input("in_source", bits(ENDPOINTS), flit.source.into());
    let is_refused = matches!(flit.circuit, CircuitStep::Refused { .. });
    row.input("in_refused", 1, is_refused.into());
}
