//! Edges between blocks: accumulate ticks and instructions, and count transfers of control in the profile.
//!
//! A block that branches back to its own beginning counts its iterations in one variable. What depends on their number is added when control leaves
//! the block.

use super::{arithmetic, plain, At, Emitter, OwnLoop};
use crate::frame::{Counters, Leaving, Transferred, ENTRIES, EXITS};
use crate::region::{self, Block, End};
use cranelift_codegen::ir::{types, InstBuilder, Value};
use cranelift_frontend::Variable;
use std::mem::{offset_of, size_of};
use weft_isa::Op;

impl Emitter<'_> {
    /// Emits the accumulation of what has been executed since the block's first issue.
    pub(super) fn count(&mut self, at: At) {
        self.add(self.budget, -at.ticks);
        self.add(self.instructions, at.instructions);
        if self.kind.is_wide() {
            self.add(self.joined, at.joined);
        }
    }

    fn add(&mut self, variable: Variable, number: i64) {
        if number != 0 {
            let value = self.builder.use_var(variable);
            let sum = self.builder.ins().iadd_imm(value, number);
            self.builder.def_var(variable, sum);
        }
    }

    /// Emits the end of a block. `last`: the slot of the block's last instruction if that transfers control.
    pub(super) fn end(&mut self, end: End, last: usize, at: At) {
        match end {
            End::Fall(to) => self.go_on(to, at),
            End::Stop(slot) => self.leave(at, Leaving::Stopped(slot)),
            End::Jump(to) => {
                self.link(last);
                self.transfer(last, to, at);
            }
            End::Branch(to, behind) => self.branch(last, to, behind, at),
            End::JumpRegister => self.jump_register(last, at),
        }
    }

    /// Emits the write of a jump's return address.
    pub(super) fn link(&mut self, last: usize) {
        let slot = self.slots[last];
        let address = self.address(last + usize::from(slot.halfwords));
        let value = self.builder.ins().iconst(types::I32, i64::from(address));
        self.set_register(slot.rd, value);
    }

    pub(super) fn address(&self, slot: usize) -> u32 {
        self.memories.program.wrapping_add((slot as u32) << 1)
    }

    fn branch(&mut self, last: usize, to: usize, behind: usize, at: At) {
        let slot = self.slots[last];
        let (first, second) = (self.register(slot.rs1), self.register(slot.rs2));
        let condition = arithmetic::condition(slot.op.unwrap_or(Op::Beq));
        let holds = self.builder.ins().icmp(condition, first, second);
        let (taken, fallen) = (self.builder.create_block(), self.builder.create_block());
        self.builder.ins().brif(holds, taken, &[], fallen, &[]);
        self.builder.switch_to_block(taken);
        self.transfer(last, to, at);
        self.builder.switch_to_block(fallen);
        self.go_on(behind, at.fall(&slot));
    }

    /// Emits a fall-through to slot `to`.
    fn go_on(&mut self, to: usize, at: At) {
        match self.blocks.get(&to).copied() {
            Some(block) => {
                self.count(at);
                self.count_own_loop();
                self.builder.ins().jump(block, &[]);
            }
            None => self.leave(at, Leaving::Stopped(to)),
        }
    }

    /// Emits a transfer of control from the instruction in slot `from` to slot `to`.
    pub(super) fn transfer(&mut self, from: usize, to: usize, at: At) {
        let at = at.transfer(region::ticks_taken(self.slots, from, to));
        if let Some(own) = self.own_loop.filter(|own| own.slot == to) {
            self.add(self.budget, -at.ticks);
            self.add(own.times, 1);
            self.builder.ins().jump(own.head, &[]);
            return;
        }
        let one = self.builder.ins().iconst(types::I64, 1);
        self.count_transfers(from, to, one);
        match self.blocks.get(&to).copied() {
            Some(block) => {
                self.count(at);
                self.count_own_loop();
                self.builder.ins().jump(block, &[]);
            }
            None => self.leave(at, Leaving::Left(to)),
        }
    }

    fn count_transfers(&mut self, from: usize, to: usize, times: Value) {
        let entries = to * size_of::<Counters>() + ENTRIES * size_of::<i64>();
        self.add_to_counter(self.profile, entries, times);
        self.count_exits(from, times);
        if self.kind.is_logged {
            let number = self.builder.ins().iconst(types::I32, to as i64);
            self.log_transfers(from, number, times);
        }
    }

    pub(super) fn count_exits(&mut self, from: usize, times: Value) {
        let exits = from * size_of::<Counters>() + EXITS * size_of::<i64>();
        self.add_to_counter(self.profile, exits, times);
    }

    pub(super) fn add_to_counter(&mut self, counters: Value, offset: usize, times: Value) {
        let counted = self
            .builder
            .ins()
            .load(types::I64, plain(), counters, offset as i32);
        let sum = self.builder.ins().iadd(counted, times);
        self.builder
            .ins()
            .store(plain(), sum, counters, offset as i32);
    }

    pub(super) fn log_transfers(&mut self, from: usize, to: Value, times: Value) {
        let log = self.builder.use_var(self.transfers);
        let from = self.builder.ins().iconst(types::I32, from as i64);
        self.builder
            .ins()
            .store(plain(), from, log, offset_of!(Transferred, from) as i32);
        self.builder
            .ins()
            .store(plain(), to, log, offset_of!(Transferred, to) as i32);
        self.builder
            .ins()
            .store(plain(), times, log, offset_of!(Transferred, times) as i32);
        let next = self
            .builder
            .ins()
            .iadd_imm(log, size_of::<Transferred>() as i64);
        self.builder.def_var(self.transfers, next);
    }

    /// Prepares a block that branches back to itself: initializes its iteration counter, and begins a block of the host's code for its body.
    pub(super) fn begin_own_loop(&mut self, first: usize, block: &Block) -> Option<OwnLoop> {
        let &last = block.slots.last()?;
        let goes_back = matches!(block.end, End::Branch(to, _) | End::Jump(to) if to == first);
        if !goes_back {
            return None;
        }
        let times = self.new_variable();
        let none = self.builder.ins().iconst(types::I64, 0);
        self.builder.def_var(times, none);
        let head = self.builder.create_block();
        self.builder.ins().jump(head, &[]);
        self.builder.switch_to_block(head);
        let others = &block.slots[..block.slots.len() - 1];
        let joined = others
            .iter()
            .filter(|&&index| self.slots[index].ticks == 0)
            .count();
        Some(OwnLoop {
            head,
            times,
            slot: first,
            last,
            instructions: block.slots.len() as i64,
            joined: joined as i64,
        })
    }

    /// Emits the additions that depend on the number of iterations.
    pub(super) fn count_own_loop(&mut self) {
        let Some(own) = self.own_loop else { return };
        let times = self.builder.use_var(own.times);
        self.count_transfers(own.last, own.slot, times);
        let mut sums = vec![(self.instructions, own.instructions)];
        if self.kind.is_wide() {
            sums.push((self.joined, own.joined));
        }
        for (variable, each) in sums {
            let all = self.builder.ins().imul_imm(times, each);
            let value = self.builder.use_var(variable);
            let sum = self.builder.ins().iadd(value, all);
            self.builder.def_var(variable, sum);
        }
    }
}
