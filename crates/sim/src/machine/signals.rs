//! The signals of every component, as a waveform shows them and as hardware can be held against them.
//!
//! A signal has a dotted path, a width in bits and a value in the cycle that `Machine::now` says: what the registers hold at its start.
//! Only a machine advanced cycle by cycle by the engine `step` has meaningful values for all of them at once.

use crate::machine::Machine;
use crate::part::core::{Core, State};
use crate::part::message_unit::receiver::{self, Receiver};
use crate::part::message_unit::transmitter::{self, Transmitter};
use crate::part::sync::SyncController;
use crate::port::show::Show;
use crate::units::Cycle;

/// Takes a signal's path, width in bits and value.
pub type Visitor<'a> = dyn FnMut(&str, u32, u64) + 'a;

impl Machine {
    /// Calls `visit` for each signal, always in the same order.
    pub fn for_each_signal(&self, visit: &mut Visitor) {
        for (id, core) in self.cores.iter().enumerate() {
            core_signals(core, self.now, &format!("core{id}"), visit);
            if !core.has_message_unit() {
                continue;
            }
            message_unit_signals(core, &format!("core{id}"), visit);
            let scope = format!("crossbar.node{id}");
            transmitter_signals(&self.crossbar.transmitters[id], &scope, visit);
            receiver_signals(&self.crossbar.receivers[id], &scope, visit);
        }
        if self.cores.iter().any(Core::has_message_unit) {
            sync_signals(&self.crossbar.sync, visit);
        }
        self.interconnects.bus.signals(self.now, visit);
        self.device_signals(visit);
        for fabric in &self.fabrics {
            fabric.signals(self.now, visit);
        }
    }

    fn device_signals(&self, visit: &mut Visitor) {
        for (name, device) in self.devices.names.iter().zip(&self.devices.all) {
            let mut scoped = |signal: &str, width: u32, value: u64| {
                visit(&format!("{name}.{signal}"), width, value);
            };
            device.signals(&mut scoped);
        }
    }
}

fn core_signals(core: &Core, now: Cycle, scope: &str, visit: &mut Visitor) {
    let state = match core.state {
        State::Running { .. } => 0,
        State::Bus => 1,
        State::PostedStore => 2,
        State::Transmitting => 3,
        State::Head => 4,
        State::Word => 5,
        State::Load(_) => 6,
        State::Asleep => 7,
        State::Halted => 8,
        State::Registers => 9,
        State::Held => 10,
        State::Taking => 11,
    };
    let issues = matches!(core.state, State::Running { .. }) && core.time == now;
    visit(&format!("{scope}.pc"), 32, u64::from(core.pc()));
    visit(&format!("{scope}.issue"), 1, u64::from(issues));
    visit(&format!("{scope}.state"), 4, state);
    visit(&format!("{scope}.lines"), 32, u64::from(core.lines()));
}

fn message_unit_signals(core: &Core, scope: &str, visit: &mut Visitor) {
    let (blocks, words) = core.inbox.fill();
    visit(&format!("{scope}.mailbox_blocks"), 8, blocks as u64);
    visit(&format!("{scope}.word_queue"), 8, words as u64);
    visit(&format!("{scope}.events"), 64, core.inbox.events);
    visit(
        &format!("{scope}.pending"),
        32,
        u64::from(core.inbox.pending()),
    );
}

fn transmitter_signals(transmitter: &Transmitter, scope: &str, visit: &mut Visitor) {
    let (state, drives) = match transmitter.state {
        transmitter::State::Idle => (0, 0),
        transmitter::State::Request => (1, 1),
        transmitter::State::Transfer { .. } => (2, 2),
        transmitter::State::Sleep => (3, 0),
        transmitter::State::Wake { .. } => (4, 0),
    };
    let asks = transmitter.state == transmitter::State::Request;
    let word = if asks {
        u64::from(transmitter.request_word())
    } else {
        0
    };
    let destination = if drives == 0 {
        0
    } else {
        transmitter.destination() as u64
    };
    visit(&format!("{scope}.tx_state"), 3, state);
    visit(&format!("{scope}.tx_control"), 2, drives);
    visit(&format!("{scope}.tx_request"), 32, word);
    visit(&format!("{scope}.tx_destination"), 7, destination);
}

fn receiver_signals(receiver: &Receiver, scope: &str, visit: &mut Visitor) {
    let (state, source) = match receiver.state {
        receiver::State::Idle => (0, 0),
        receiver::State::Respond { source, .. } => (1, source),
        receiver::State::Receive { source, .. } => (2, source),
    };
    visit(&format!("{scope}.rx_state"), 2, state);
    visit(&format!("{scope}.rx_source"), 6, source as u64);
}

fn sync_signals(sync: &SyncController, visit: &mut Visitor) {
    let busy = sync.is_busy();
    visit("sync.busy", 1, u64::from(busy));
    for number in 0..sync.lock_count() {
        let owner = sync.lock_owner(number);
        visit(
            &format!("sync.lock{number}.held"),
            1,
            u64::from(owner.is_some()),
        );
        visit(
            &format!("sync.lock{number}.owner"),
            6,
            owner.unwrap_or(0) as u64,
        );
    }
    for number in 0..sync.barrier_count() {
        let (waiting, _) = sync.barrier_state(number).unwrap_or_default();
        visit(&format!("sync.barrier{number}.waiting"), 64, waiting);
    }
}
