//! Issuing message instructions: an order for the core's transmitter, or a load from its mailbox that takes as long as it must.
//!
//! Source of the instructions: H. Xiao et al. 2012, Table 1.

use super::classes::Class;
use super::program::Slot;
use super::shared::Reach;
use super::{Core, MailboxLoad, State};
use crate::part::message_unit::transmitter::{BlockMode, Order};
use crate::units::Cycle;
use weft_isa::message::{block, request, MBOX_SEND_OFFER, MBOX_STORE_TRY};
use weft_isa::{Instruction, Op};

impl Core {
    pub(super) fn transmit(
        &mut self,
        instruction: &Instruction,
        around: &mut impl Reach,
        now: Cycle,
    ) {
        let operand = self.registers.get(instruction.rs1);
        let destination = self.registers.get(instruction.rs2) as usize;
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
                descriptor: self.descriptor,
                mode: block_mode(imm7),
            },
        };
        self.begin_order(order, destination, around, now);
    }

    /// `mbox.send`: a word that is not of a block is refused without being sent, and so is what cannot be read (where the mode is to
    /// wait, that has raised an exception).
    pub(super) fn send_block(
        &mut self,
        slot: &Slot,
        instruction: &Instruction,
        around: &mut impl Reach,
        now: Cycle,
    ) {
        let word = self.registers.get(instruction.rs2);
        let address = self.registers.get(instruction.rs1);
        if request::KIND.get(word) == 0 || !self.reaches(address, block::LENGTH.get(word)) {
            self.registers.set(slot.rd, 1);
            self.finish(slot, 0);
            return;
        }
        let order = Order::Block {
            address,
            descriptor: word,
            mode: block_mode(instruction.imm as u8),
        };
        self.begin_order(order, request::SOURCE.get(word) as usize, around, now);
    }

    fn begin_order(
        &mut self,
        order: Order,
        destination: usize,
        around: &mut impl Reach,
        now: Cycle,
    ) {
        self.inbox.retry = false;
        let class = if around.transmit(self.id, order, destination) {
            Class::Sync
        } else {
            Class::Message
        };
        self.begin_wait(now, State::Transmitting, class);
    }

    pub(super) fn begin_match(&mut self, instruction: &Instruction, now: Cycle) {
        let wanted = self.registers.get(instruction.rs2);
        self.inbox.begin_match(wanted, now);
        self.begin_load(Some(wanted), now);
    }

    pub(super) fn begin_load(&mut self, wanted: Option<u32>, now: Cycle) {
        let address = self.registers.get(self.program.slots()[self.index].rs1);
        let load = MailboxLoad {
            wanted,
            address,
            remaining: None,
            block_ends: None,
        };
        self.begin_wait(now, State::Load(load), Class::Message);
        self.time = now + self.period;
    }
}

/// The mode of `mbox.store` or `mbox.send`, whose numbers agree.
fn block_mode(imm7: u8) -> BlockMode {
    match imm7 {
        MBOX_STORE_TRY => BlockMode::Try,
        MBOX_SEND_OFFER => BlockMode::Offer,
        _ => BlockMode::Wait,
    }
}
