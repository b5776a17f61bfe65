//! Instructions of the "F" extension. Translated code calls the simulator's own implementation, which computes with integers.

use super::{plain, At, Emitter};
use crate::frame::{Frame, Leaving};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{types, AbiParam, InstBuilder, Signature, Value};
use cranelift_codegen::isa::CallConv;
use std::mem::offset_of;
use weft_isa::{float_result, Instruction, Op, Rounding};

/// Result of `float_operate` if the instruction is illegal with the current `fcsr`.
const ILLEGAL: i64 = -1;

/// Executes an instruction other than a load or store; called by translated code. `operands`: the numbers of the source registers; `integer`: the
/// value of the integer register rs1. Returns the result, or `ILLEGAL`.
extern "C" fn float_operate(
    registers: &[u32; 32],
    control: &mut u32,
    op: u32,
    operands: u32,
    imm: u32,
    integer: u32,
) -> i64 {
    let op = Op::ALL[op as usize];
    let [rs1, rs2, ..] = operands.to_le_bytes();
    let instruction = Instruction {
        op,
        rd: 0,
        rs1,
        rs2,
        imm: imm as i32,
        size: 4,
    };
    let rounding = Rounding::new(imm & 7, *control >> 5);
    if op.rounds() && rounding.is_none() {
        return ILLEGAL;
    }
    let get = |number: u8| registers[usize::from(number & 31)];
    let first = if op.takes_integer() {
        integer
    } else {
        get(rs1)
    };
    let (second, third) = (get(rs2), get(instruction.rs3()));
    let (value, flags) = float_result(
        op,
        first,
        second,
        third,
        rounding.unwrap_or(Rounding::NearestEven),
    );
    *control |= u32::from(flags);
    i64::from(value)
}

impl Emitter<'_> {
    /// Emits the floating-point instruction in a slot.
    pub(super) fn float(&mut self, index: usize, op: Op, at: At) {
        match op {
            Op::Flw | Op::Fsw => self.float_access(index, op, at),
            _ => self.float_operation(index, op, at),
        }
    }

    fn float_access(&mut self, index: usize, op: Op, at: At) {
        let slot = self.slots[index];
        let offset = self.offset(slot.rs1, slot.imm);
        let place = self.place(offset, 4, at, index);
        let words = self.frame_field(offset_of!(Frame, float_registers));
        if op == Op::Flw {
            let value = self.load(Op::Lw, place);
            self.set_float_register(index, words, value);
        } else {
            let value =
                self.builder
                    .ins()
                    .load(types::I32, plain(), words, 4 * i32::from(slot.rs2));
            self.store(Op::Sw, value, place);
        }
    }

    /// Emits a write of the floating-point register that an instruction names as its destination.
    fn set_float_register(&mut self, index: usize, words: Value, value: Value) {
        // The slot has `DISCARD` for register number 0; f0 is a register like any other, so the instruction's own number is needed.
        let number = self.slots[index]
            .instruction()
            .map_or(0, |instruction| instruction.rd);
        self.builder
            .ins()
            .store(plain(), value, words, 4 * i32::from(number));
    }

    fn float_operation(&mut self, index: usize, op: Op, at: At) {
        let slot = self.slots[index];
        let words = self.frame_field(offset_of!(Frame, float_registers));
        let control = self.frame_field(offset_of!(Frame, float_control));
        let operands = u32::from_le_bytes([slot.rs1, slot.rs2, 0, 0]);
        let numbers = [op as u32, operands, slot.imm as u32];
        let [op_number, operands, imm] =
            numbers.map(|number| self.builder.ins().iconst(types::I32, i64::from(number)));
        let integer = self.register(slot.rs1);
        let answer = self.call_unit(&[words, control, op_number, operands, imm, integer]);
        let is_legal = self
            .builder
            .ins()
            .icmp_imm(IntCC::SignedGreaterThanOrEqual, answer, 0);
        self.go_on_if(is_legal, at, Leaving::Stopped(index));
        let value = self.builder.ins().ireduce(types::I32, answer);
        let goes_to_float = slot
            .instruction()
            .is_some_and(|instruction| instruction.float_destination().is_some());
        if goes_to_float {
            self.set_float_register(index, words, value);
        } else {
            self.set_register(slot.rd, value);
        }
    }

    fn call_unit(&mut self, arguments: &[Value]) -> Value {
        let mut signature = Signature::new(CallConv::SystemV);
        signature.params.extend([AbiParam::new(types::I64); 2]);
        signature.params.extend([AbiParam::new(types::I32); 4]);
        signature.returns.push(AbiParam::new(types::I64));
        self.call(signature, float_operate as *const (), arguments)
    }
}
