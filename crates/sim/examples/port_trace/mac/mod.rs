//! The MAC unit alone, with random accesses to its registers and a bus that moves its bursts.

mod bus;
mod orders;

use crate::parameters::Parameters;
use crate::row::Row;
use crate::stimuli::Random;
use bus::{Bus, Event};
use orders::{Access, Orders};
use weft_sim::part::mac::Mac;
use weft_sim::port::{Accessor, Peripheral};
use weft_sim::Cycle;

/// Cycles from an access to the next at least, as on a bus.
const ACCESS: u64 = 2;
/// One cycle in this number is one of reset.
const RESETS: u64 = 300_000;
/// A register that a read changes.
const SENT_DATA: u32 = 0x118;

/// The unit and what it is connected to.
pub struct Bench {
    parameters: Parameters,
    mac: Mac,
    bus: Bus,
    orders: Orders,
    random: Random,
    now: Cycle,
    next_access: Cycle,
}

impl Bench {
    pub fn new(parameters: &Parameters) -> Self {
        Bench {
            parameters: *parameters,
            mac: unit(parameters),
            bus: Bus::default(),
            orders: Orders::new(parameters.mhz),
            random: Random(parameters.seed),
            now: Cycle(0),
            next_access: Cycle(0),
        }
    }

    /// One cycle; the row has what was on the ports.
    pub fn cycle(&mut self) -> Row {
        let is_reset = self.now == Cycle(0) || self.random.below(RESETS) == 0;
        self.now += 1;
        if is_reset {
            self.mac = unit(&self.parameters);
            self.bus = Bus::default();
            self.orders = Orders::new(self.parameters.mhz);
        }
        let mut row = Row::new(is_reset);
        row.input("reset", 1, is_reset.into());
        self.show_requests(&mut row);
        let event = match is_reset {
            true => Event::None,
            false => self.bus.cycle(self.mac.transfer(), &mut self.random),
        };
        self.access(&mut row, is_reset || event != Event::None);
        self.move_word(&mut row, event);
        if self.mac.next_event() <= self.now {
            self.mac.advance(self.now);
        }
        row
    }

    fn show_requests(&self, row: &mut Row) {
        let transfer = self.mac.transfer();
        let lane = transfer.and_then(|it| it.read.or(it.write));
        let writes = transfer.map(|it| u64::from(it.write.is_some()));
        row.output("transfer_request", 1, Some(transfer.is_some().into()));
        row.output("transfer_write", 1, writes);
        row.output(
            "transfer_address",
            30,
            lane.map(|it| u64::from(it.address / 4)),
        );
        row.output("transfer_words", 5, lane.map(|it| it.beats.into()));
        row.output("interrupt", 1, Some(self.mac.sources()));
    }

    /// An access of the program, if there is one. In other cycles any register may be looked at, but for one that this changes.
    fn access(&mut self, row: &mut Row, is_bus_busy: bool) {
        let by = Accessor {
            core: 0,
            cycle: self.now,
        };
        let may = !is_bus_busy && self.bus.is_idle() && self.now >= self.next_access;
        let access = match may && self.random.chance(60) {
            true => self.orders.next(&mut self.random),
            false => None,
        };
        let select = access.is_some();
        let (offset, written) = match access {
            Some(Access::Write(offset, value)) => (offset, Some(value)),
            Some(Access::Read(offset)) => (offset, None),
            None => (orders::any_register(&mut self.random), None),
        };
        let read = match written {
            None if select || offset != SENT_DATA => Some(self.mac.read(offset, by)),
            _ => None,
        };
        row.input("select", 1, select.into());
        row.input("write", 1, written.is_some().into());
        row.input("offset", 13, offset.into());
        row.input("write_data", 32, written.unwrap_or(0).into());
        row.output("read_data", 32, read.map(u64::from));
        if let Some(value) = written {
            self.mac.write(offset, value, by);
        }
        if select {
            self.next_access = self.now + ACCESS;
            self.orders.answer(read);
        }
    }

    fn move_word(&mut self, row: &mut Row, event: Event) {
        let word = self.random.next() as u32;
        let mut given = [0; 4];
        match event {
            Event::Read => self.mac.take(&word.to_le_bytes()),
            Event::Write => self.mac.give(&mut given),
            Event::Response(moved) => self.mac.transferred(moved),
            Event::None => {}
        }
        let steps = matches!(event, Event::Read | Event::Write);
        let last = self.bus.last.take();
        self.bus.last = (event == Event::Read).then_some(word);
        row.input("step", 1, steps.into());
        row.output(
            "give_word",
            32,
            (event == Event::Write).then(|| u32::from_le_bytes(given).into()),
        );
        row.input("word_valid", 1, last.is_some().into());
        row.input("word", 32, last.unwrap_or(0).into());
        row.input("transferred", 1, matches!(event, Event::Response(_)).into());
        row.input("moved", 1, (event == Event::Response(true)).into());
    }
}

fn unit(parameters: &Parameters) -> Mac {
    Mac::of(parameters.burst, parameters.mhz * 1_000_000)
}
