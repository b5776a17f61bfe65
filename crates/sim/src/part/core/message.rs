//! Issues the message instructions that send: each becomes an order to the core's transmitter. (`mailbox_load` has those that receive.)
//!
//! Source of the instructions: H. Xiao et al. 2012, Table 1.

use super::classes::Class;
use super::keys::Cores;
use super::program::Slot;
use super::shared::Reach;
use super::state::State;
use super::Core;
use crate::port::{BlockMode, Done, Order};
use serde::{Deserialize, Serialize};
use weft_isa::message::{block, request, MBOX_SEND_OFFER, MBOX_STORE_TRY};
use weft_isa::{Instruction, Op};

/// The core's side of its message unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct MessageInterface {
    /// Operand of the last `mbox.enable`.
    pub descriptor: u32,
    /// Nodes of the crossbar, the last of which is the synchronization controller.
    pub nodes: u32,
}

impl MessageInterface {
    /// The interface of a core with a message unit; None without. The synchronization controller is the node after the cores.
    pub fn new(cores: &Cores) -> Option<Self> {
        cores.messages.then(|| MessageInterface {
            descriptor: 0,
            nodes: cores.count as u32 + 1,
        })
    }

    /// The node number of the synchronization controller.
    pub fn sync_node(&self) -> u32 {
        self.nodes - 1
    }
}

impl Core {
    /// Executes `mbox.enable`.
    pub(super) fn enable_mailbox(&mut self, slot: &Slot) {
        if let Some(messages) = &mut self.messages {
            messages.descriptor = self.pipeline.registers.get(slot.rs1);
        }
        self.pipeline.finish(slot, 0);
    }

    /// Issues `msg.send`, `msg.receive` or `mbox.store`.
    pub(super) fn transmit(&mut self, instruction: &Instruction, around: &mut impl Reach) {
        let operand = self.pipeline.registers.get(instruction.rs1);
        let destination = self.pipeline.registers.get(instruction.rs2);
        let imm7 = instruction.imm as u8;
        let order = match instruction.op {
            Op::MsgSend => Order::Word {
                payload: operand,
                token: imm7,
            },
            Op::MsgReceive => Order::Query {
                payload: operand,
                token: imm7,
            },
            _ => Order::Block {
                address: operand,
                descriptor: self.messages.as_ref().map_or(0, |it| it.descriptor),
                mode: block_mode(imm7),
            },
        };
        self.begin_order(order, destination, around);
    }

    /// Issues `mbox.send`. It is refused at once, without a request, if the request word is not of a block or the message is not wholly in the data
    /// memory. (In mode *wait* the latter has raised an exception.)
    pub(super) fn send_block(
        &mut self,
        slot: &Slot,
        instruction: &Instruction,
        around: &mut impl Reach,
    ) {
        let word = self.pipeline.registers.get(instruction.rs2);
        let address = self.pipeline.registers.get(instruction.rs1);
        if request::KIND.get(word) == 0 || !self.reaches(address, block::LENGTH.get(word)) {
            self.pipeline.registers.set(slot.rd, 1);
            return self.pipeline.finish(slot, 0);
        }
        let order = Order::Block {
            address,
            descriptor: word,
            mode: block_mode(instruction.imm as u8),
        };
        self.begin_order(order, request::SOURCE.get(word), around);
    }

    /// Gives an order to the transmitter, and begins the core's wait for it.
    fn begin_order(&mut self, order: Order, destination: u32, around: &mut impl Reach) {
        around.transmit(self.id, order, destination as usize);
        let messages = self.messages.as_ref();
        let to_sync = messages.is_some_and(|it| it.sync_node() == destination);
        let class = if to_sync { Class::Sync } else { Class::Message };
        let state = State::Transmitting { to_sync };
        self.pipeline.begin_wait(state, class);
    }

    /// The transmitter has carried out the core's message instruction: completes it, or waits for the reply of a core.
    pub fn sent(&mut self, done: Done) {
        if self.died().is_some() {
            return;
        }
        let pipeline = &mut self.pipeline;
        let to_sync = pipeline.state == State::Transmitting { to_sync: true };
        match pipeline.slot().op {
            Some(Op::MsgReceive) if !to_sync => {
                (pipeline.state, pipeline.time) = (State::Word, pipeline.edge(done.at));
            }
            Some(Op::MsgReceive) => pipeline.complete_with(done.at, u32::from(done.granted)),
            Some(Op::MboxStore | Op::MboxSend) => {
                pipeline.complete_with(done.at, u32::from(!done.granted));
            }
            _ => pipeline.complete(done.at),
        }
    }
}

/// The mode of `mbox.store` or `mbox.send`, which number their modes alike.
fn block_mode(imm7: u8) -> BlockMode {
    match imm7 {
        MBOX_STORE_TRY => BlockMode::Try,
        MBOX_SEND_OFFER => BlockMode::Offer,
        _ => BlockMode::Wait,
    }
}
