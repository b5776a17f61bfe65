//! Loads and stores of the data memory. One comparison says that all bytes are inside and aligned: an offset is turned so that the bits
//! that must be zero are its highest. An access that is elsewhere is left to the simulator.

use super::{plain, At, Emitter};
use crate::frame::{Leaving, Stored};
use crate::region;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{types, InstBuilder, Value};
use std::mem::{offset_of, size_of};
use weft_isa::Op;

impl Emitter<'_> {
    /// The load or store in a slot.
    pub(super) fn access(&mut self, index: usize, op: Op, at: At) {
        let slot = self.slots[index];
        let bytes = region::access_bytes(op).unwrap_or(1);
        let offset = self.offset(slot.rs1, slot.imm);
        let place = self.place(offset, bytes, at, index);
        if region::is_store(op) {
            if self.kind.is_logged {
                self.log_store(offset);
            }
            let value = self.register(slot.rs2);
            self.store(op, value, place);
        } else {
            let value = self.load(op, place);
            self.set_register(slot.rd, value);
        }
    }

    /// The atomic operation in a slot. It is not logged.
    pub(super) fn atomic(&mut self, index: usize, op: Op, at: At) {
        let slot = self.slots[index];
        let offset = self.offset(slot.rs1, 0);
        let place = self.place(offset, 4, at, index);
        let memory = self.load(Op::Lw, place);
        let register = self.register(slot.rs2);
        let changed = self.changed(op, memory, register);
        self.store(Op::Sw, changed, place);
        self.set_register(slot.rd, memory);
    }

    /// Where an address is in the data memory, if it is there.
    pub(super) fn offset(&mut self, base: u8, imm: i32) -> Value {
        let base = self.register(base);
        let displacement = (imm as u32).wrapping_sub(self.memories.data);
        self.builder
            .ins()
            .iadd_imm(base, i64::from(displacement as i32))
    }

    /// The host's address of this many bytes at an offset; leaves if they are not all inside and aligned.
    pub(super) fn place(&mut self, offset: Value, bytes: u32, at: At, index: usize) -> Value {
        self.require_inside(offset, bytes, at, index);
        let wide = self.builder.ins().uextend(types::I64, offset);
        self.builder.ins().iadd(self.memory, wide)
    }

    fn require_inside(&mut self, offset: Value, bytes: u32, at: At, index: usize) {
        let turned = match bytes {
            1 => offset,
            _ => self
                .builder
                .ins()
                .rotr_imm(offset, i64::from(bytes.trailing_zeros())),
        };
        let places = i64::from(self.memories.data_size / bytes);
        let is_inside = self
            .builder
            .ins()
            .icmp_imm(IntCC::UnsignedLessThan, turned, places);
        self.go_on_if(is_inside, at, Leaving::Stopped(index));
    }

    pub(super) fn load(&mut self, op: Op, place: Value) -> Value {
        let ins = self.builder.ins();
        match op {
            Op::Lb => ins.sload8(types::I32, plain(), place, 0),
            Op::Lbu => ins.uload8(types::I32, plain(), place, 0),
            Op::Lh => ins.sload16(types::I32, plain(), place, 0),
            Op::Lhu => ins.uload16(types::I32, plain(), place, 0),
            _ => ins.load(types::I32, plain(), place, 0),
        }
    }

    pub(super) fn store(&mut self, op: Op, value: Value, place: Value) {
        let ins = self.builder.ins();
        match op {
            Op::Sb => ins.istore8(plain(), value, place, 0),
            Op::Sh => ins.istore16(plain(), value, place, 0),
            _ => ins.store(plain(), value, place, 0),
        };
    }

    /// Notes the word that a store is about to change.
    fn log_store(&mut self, offset: Value) {
        let word = self
            .builder
            .ins()
            .band_imm(offset, i64::from(!3_u32 as i32));
        let wide = self.builder.ins().uextend(types::I64, word);
        let place = self.builder.ins().iadd(self.memory, wide);
        let former = self.builder.ins().load(types::I32, plain(), place, 0);
        let log = self.builder.use_var(self.stores);
        self.builder
            .ins()
            .store(plain(), word, log, offset_of!(Stored, offset) as i32);
        self.builder
            .ins()
            .store(plain(), former, log, offset_of!(Stored, former) as i32);
        let next = self.builder.ins().iadd_imm(log, size_of::<Stored>() as i64);
        self.builder.def_var(self.stores, next);
    }
}
