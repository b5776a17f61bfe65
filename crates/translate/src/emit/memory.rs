//! Loads and stores of the data memory, and loads from the program memory. One comparison checks that all bytes are inside the memory and aligned:
//! the offset is rotated so that the bits that must be zero become its most significant bits. All other accesses are left to the simulator.
//!
//! ```text
//!   load: in the data memory? -----yes----> value --------------------------------+--> goes on
//!             no                                                                   |
//!   in the program memory? --yes--> does the budget last? --yes--> ticks, value --+
//!             no: stopped                      no: spent
//! ```

use super::{plain, At, Emitter};
use crate::bounds::Memories;
use crate::frame::{Counters, Frame, Leaving, Stored, Waited, WAITS};
use crate::region;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{types, InstBuilder, Value};
use std::mem::{offset_of, size_of};
use weft_isa::Op;

impl Emitter<'_> {
    /// Emits the load or store in a slot.
    pub(super) fn access(&mut self, index: usize, op: Op, at: At) {
        let slot = self.slots[index];
        let bytes = region::access_bytes(op).unwrap_or(1);
        let offset = self.offset(slot.rs1, slot.imm);
        if region::is_store(op) {
            let place = self.place(offset, bytes, at, index);
            if self.kind.is_logged {
                self.log_store(offset);
            }
            let value = self.register(slot.rs2);
            self.store(op, value, place);
        } else {
            let value = self.load_from_either(index, op, offset, at);
            self.set_register(slot.rd, value);
        }
    }

    /// Emits a load from the data memory or the program memory; returns the value. A load from the program memory that would end its bundle is left
    /// to the interpreter.
    fn load_from_either(&mut self, index: usize, op: Op, offset: Value, at: At) -> Value {
        let bytes = region::access_bytes(op).unwrap_or(1);
        if self.slots[index].ticks == 0 {
            let place = self.place(offset, bytes, at, index);
            return self.load(op, place);
        }
        let [inside, elsewhere, behind] = [(); 3].map(|()| self.builder.create_block());
        self.builder.append_block_param(behind, types::I32);
        self.builder.set_cold_block(elsewhere);
        let is_inside = self.is_inside(offset, bytes, self.memories.data_size);
        self.builder
            .ins()
            .brif(is_inside, inside, &[], elsewhere, &[]);
        self.builder.switch_to_block(inside);
        let place = self.at_offset(self.memory, offset);
        let value = self.load(op, place);
        self.builder.ins().jump(behind, &[value.into()]);
        self.builder.switch_to_block(elsewhere);
        let value = self.load_constant(index, op, offset, at);
        self.builder.ins().jump(behind, &[value.into()]);
        self.builder.switch_to_block(behind);
        self.builder.block_params(behind)[0]
    }

    /// Emits a load from the program memory; `offset` is relative to the data memory. Such a load takes more ticks than its slot says, which the
    /// check of the budget before the block has not included.
    fn load_constant(&mut self, index: usize, op: Op, offset: Value, at: At) -> Value {
        let Memories {
            data,
            constants,
            constants_size,
            constants_ticks,
            ..
        } = self.memories;
        let distance = i64::from(data.wrapping_sub(constants) as i32);
        let offset = self.builder.ins().iadd_imm(offset, distance);
        let bytes = region::access_bytes(op).unwrap_or(1);
        let is_inside = self.is_inside(offset, bytes, constants_size);
        self.go_on_if(is_inside, at, Leaving::Stopped(index));
        if constants_ticks > 0 {
            self.wait(index, constants_ticks, at);
        }
        let memory = self.frame_field(offset_of!(Frame, constants));
        let place = self.at_offset(memory, offset);
        self.load(op, place)
    }

    /// Emits the additional ticks of the instruction in a slot; leaves before the instruction if the budget could be used up.
    fn wait(&mut self, index: usize, ticks: i64, at: At) {
        let budget = self.builder.use_var(self.budget);
        let budget = self.builder.ins().iadd_imm(budget, -ticks);
        self.require_budget(budget, at, index);
        self.builder.def_var(self.budget, budget);
        let number = self.builder.ins().iconst(types::I64, ticks);
        let waits = index * size_of::<Counters>() + WAITS * size_of::<i64>();
        self.add_to_counter(self.profile, waits, number);
        if self.kind.is_logged {
            self.log_wait(index, ticks);
        }
    }

    /// Emits the atomic operation in a slot. Its store is not logged: see `is_translated`.
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

    /// Emits the computation of an address, as an offset in the data memory. It is outside if the address is.
    pub(super) fn offset(&mut self, base: u8, imm: i32) -> Value {
        let base = self.register(base);
        let displacement = (imm as u32).wrapping_sub(self.memories.data);
        self.builder
            .ins()
            .iadd_imm(base, i64::from(displacement as i32))
    }

    /// Emits a check of `bytes` bytes at an offset, and returns their host address. Leaves if they are not all inside and aligned.
    pub(super) fn place(&mut self, offset: Value, bytes: u32, at: At, index: usize) -> Value {
        let is_inside = self.is_inside(offset, bytes, self.memories.data_size);
        self.go_on_if(is_inside, at, Leaving::Stopped(index));
        self.at_offset(self.memory, offset)
    }

    fn at_offset(&mut self, memory: Value, offset: Value) -> Value {
        let wide = self.builder.ins().uextend(types::I64, offset);
        self.builder.ins().iadd(memory, wide)
    }

    /// Emits the check that this number of bytes at an offset are all inside a memory of `size` bytes, and aligned.
    fn is_inside(&mut self, offset: Value, bytes: u32, size: u32) -> Value {
        let turned = match bytes {
            1 => offset,
            _ => self
                .builder
                .ins()
                .rotr_imm(offset, i64::from(bytes.trailing_zeros())),
        };
        let places = i64::from(size / bytes);
        self.builder
            .ins()
            .icmp_imm(IntCC::UnsignedLessThan, turned, places)
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

    /// Emits the logging of the word that a store is about to change.
    fn log_store(&mut self, offset: Value) {
        let word = self
            .builder
            .ins()
            .band_imm(offset, i64::from(!3_u32 as i32));
        let place = self.at_offset(self.memory, word);
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

    /// Emits the logging of ticks that the profile has counted. The end of this log is kept in the frame, not in a variable, because few instructions
    /// need it.
    fn log_wait(&mut self, index: usize, ticks: i64) {
        let log = self.frame_field(offset_of!(Frame, waits));
        for (number, offset) in [
            (index as i64, offset_of!(Waited, slot)),
            (ticks, offset_of!(Waited, ticks)),
        ] {
            let number = self.builder.ins().iconst(types::I32, number);
            self.builder
                .ins()
                .store(plain(), number, log, offset as i32);
        }
        let next = self.builder.ins().iadd_imm(log, size_of::<Waited>() as i64);
        self.builder
            .ins()
            .store(plain(), next, self.frame, offset_of!(Frame, waits) as i32);
    }
}
