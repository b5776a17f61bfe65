//! `jalr`. A return to a call of the same region stays inside the region. Any other target is converted to its slot, for which control leaves.

use super::{plain, At, Emitter};
use crate::frame::{answer, Counters, Frame, Leaving, ENTRIES};
use crate::region;
use crate::slot::Slot;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{types, InstBuilder, Value};
use cranelift_frontend::Switch;
use std::mem::{offset_of, size_of};

impl Emitter<'_> {
    /// Emits the jump in slot `last`, which ends a block.
    pub(super) fn jump_register(&mut self, last: usize, at: At) {
        let slot = self.slots[last];
        let base = self.register(slot.rs1);
        let sum = self.builder.ins().iadd_imm(base, i64::from(slot.imm));
        // `jalr` clears the lowest bit of the target.
        let address = self.builder.ins().band_imm(sum, i64::from(!1_i32));
        if region::is_return(&slot) {
            self.return_inside(last, address, at);
        }
        self.jump_outside(last, address, at);
    }

    /// Emits the transfer to the instruction after a call of this region, if `address` is such a one. Code emitted afterwards runs if it is not.
    fn return_inside(&mut self, last: usize, address: Value, at: At) {
        let elsewhere = self.builder.create_block();
        let mut switch = Switch::new();
        let mut paths = Vec::new();
        for &to in &self.region.returns {
            let path = self.builder.create_block();
            switch.set_entry(u128::from(self.address(to)), path);
            paths.push((to, path));
        }
        switch.emit(&mut self.builder, address, elsewhere);
        for (to, path) in paths {
            self.builder.switch_to_block(path);
            self.transfer(last, to, at);
        }
        self.builder.switch_to_block(elsewhere);
    }

    /// Emits the exit to the slot of an address, or the exit before the jump if the address is outside the program.
    fn jump_outside(&mut self, last: usize, address: Value, at: At) {
        let distance = self.builder.ins().iadd_imm(
            address,
            i64::from(self.memories.program.wrapping_neg() as i32),
        );
        let index = self.builder.ins().ushr_imm(distance, 1);
        let is_inside =
            self.builder
                .ins()
                .icmp_imm(IntCC::UnsignedLessThan, index, self.slots.len() as i64);
        self.go_on_if(is_inside, at, Leaving::Stopped(last));
        self.link(last);
        let wide = self.builder.ins().uextend(types::I64, index);
        let one = self.builder.ins().iconst(types::I64, 1);
        self.count_exits(last, one);
        self.count_entry(wide, one);
        if self.kind.is_logged {
            self.log_transfers(last, index, one);
        }
        self.pay_entry(wide);
        self.count(at.transfer(i64::from(self.slots[last].ticks_taken)));
        let left = self
            .builder
            .ins()
            .iconst(types::I64, answer::encode(Leaving::Left(0), false));
        let answer = self.builder.ins().bor(left, wide);
        self.give(answer);
    }

    fn count_entry(&mut self, slot: Value, one: Value) {
        let distance = self
            .builder
            .ins()
            .imul_imm(slot, size_of::<Counters>() as i64);
        let counters = self.builder.ins().iadd(self.profile, distance);
        self.add_to_counter(counters, ENTRIES * size_of::<i64>(), one);
    }

    /// Emits the subtraction of a slot's entry penalty from the budget.
    fn pay_entry(&mut self, slot: Value) {
        let slots = self.frame_field(offset_of!(Frame, slots));
        let distance = self.builder.ins().imul_imm(slot, size_of::<Slot>() as i64);
        let place = self.builder.ins().iadd(slots, distance);
        let penalty = self.builder.ins().uload8(
            types::I64,
            plain(),
            place,
            offset_of!(Slot, entry_penalty) as i32,
        );
        let budget = self.builder.use_var(self.budget);
        let left = self.builder.ins().isub(budget, penalty);
        self.builder.def_var(self.budget, left);
    }
}
