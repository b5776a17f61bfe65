//! Computations on integer registers: RISC-V manual, volume I, chapters RV32I and "M"; and user-defined instructions.

use super::Emitter;
use crate::frame::Frame;
use crate::slot::Slot;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{types, AbiParam, InstBuilder, Signature, Value};
use cranelift_codegen::isa::CallConv;
use std::mem::offset_of;
use weft_isa::user::UserInstructions;
use weft_isa::Op;

/// Computes a user-defined instruction; called by translated code.
pub extern "C" fn user_result(user: &UserInstructions, imm: i32, first: u32, second: u32) -> u32 {
    user.result(imm, first, second)
}

/// Returns the condition of a branch.
pub fn condition(op: Op) -> IntCC {
    match op {
        Op::Beq => IntCC::Equal,
        Op::Bne => IntCC::NotEqual,
        Op::Blt => IntCC::SignedLessThan,
        Op::Bge => IntCC::SignedGreaterThanOrEqual,
        Op::Bltu => IntCC::UnsignedLessThan,
        _ => IntCC::UnsignedGreaterThanOrEqual,
    }
}

fn has_immediate(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        Addi | Slti | Sltiu | Xori | Ori | Andi | Slli | Srli | Srai
    )
}

impl Emitter<'_> {
    /// Emits an operation on two values, the second of which may be an immediate.
    pub(super) fn compute(&mut self, slot: &Slot, op: Op) {
        let first = self.register(slot.rs1);
        let second = match has_immediate(op) {
            true => self
                .builder
                .ins()
                .iconst(types::I32, i64::from(slot.imm as u32)),
            false => self.register(slot.rs2),
        };
        let value = self.result(op, first, second);
        self.set_register(slot.rd, value);
    }

    fn result(&mut self, op: Op, a: Value, b: Value) -> Value {
        let ins = self.builder.ins();
        match op {
            Op::Add | Op::Addi => ins.iadd(a, b),
            Op::Sub => ins.isub(a, b),
            Op::Sll | Op::Slli => ins.ishl(a, b),
            Op::Srl | Op::Srli => ins.ushr(a, b),
            Op::Sra | Op::Srai => ins.sshr(a, b),
            Op::Slt | Op::Slti => self.compare(IntCC::SignedLessThan, a, b),
            Op::Sltu | Op::Sltiu => self.compare(IntCC::UnsignedLessThan, a, b),
            Op::Xor | Op::Xori => ins.bxor(a, b),
            Op::Or | Op::Ori => ins.bor(a, b),
            Op::And | Op::Andi => ins.band(a, b),
            Op::Mul => ins.imul(a, b),
            Op::Mulh => self.high_product(a, b, true, true),
            Op::Mulhsu => self.high_product(a, b, true, false),
            Op::Mulhu => self.high_product(a, b, false, false),
            _ => self.divide(op, a, b),
        }
    }

    fn compare(&mut self, condition: IntCC, a: Value, b: Value) -> Value {
        let is = self.builder.ins().icmp(condition, a, b);
        self.builder.ins().uextend(types::I32, is)
    }

    fn high_product(&mut self, a: Value, b: Value, a_signed: bool, b_signed: bool) -> Value {
        let mut extend = |value, is_signed| match is_signed {
            true => self.builder.ins().sextend(types::I64, value),
            false => self.builder.ins().uextend(types::I64, value),
        };
        let (a, b) = (extend(a, a_signed), extend(b, b_signed));
        let product = self.builder.ins().imul(a, b);
        let high = self.builder.ins().ushr_imm(product, 32);
        self.builder.ins().ireduce(types::I32, high)
    }

    /// Emits a division. By definition, division by zero gives all ones, with the dividend as remainder; an overflowing division gives the dividend,
    /// with remainder 0. The host would trap in both cases, so it divides by one instead. That gives the defined result for an overflow; the result
    /// for division by zero is selected afterwards.
    fn divide(&mut self, op: Op, a: Value, b: Value) -> Value {
        let by_zero = self.builder.ins().icmp_imm(IntCC::Equal, b, 0);
        let is_signed = matches!(op, Op::Div | Op::Rem);
        let replaced = match is_signed {
            true => {
                let overflows = self.overflows(a, b);
                self.builder.ins().bor(by_zero, overflows)
            }
            false => by_zero,
        };
        let one = self.builder.ins().iconst(types::I32, 1);
        let divisor = self.builder.ins().select(replaced, one, b);
        let ins = self.builder.ins();
        let value = match op {
            Op::Div => ins.sdiv(a, divisor),
            Op::Divu => ins.udiv(a, divisor),
            Op::Rem => ins.srem(a, divisor),
            _ => ins.urem(a, divisor),
        };
        let of_zero = match op {
            Op::Div | Op::Divu => self.builder.ins().iconst(types::I32, i64::from(u32::MAX)),
            _ => a,
        };
        self.builder.ins().select(by_zero, of_zero, value)
    }

    fn overflows(&mut self, a: Value, b: Value) -> Value {
        let is_least = self
            .builder
            .ins()
            .icmp_imm(IntCC::Equal, a, i64::from(i32::MIN));
        let by_minus_one = self.builder.ins().icmp_imm(IntCC::Equal, b, -1);
        self.builder.ins().band(is_least, by_minus_one)
    }

    /// Emits a user-defined instruction: a call of the simulator, which computes it.
    pub(super) fn user_instruction(&mut self, slot: &Slot) {
        let mut signature = Signature::new(CallConv::SystemV);
        signature.params.push(AbiParam::new(types::I64));
        signature.params.extend([AbiParam::new(types::I32); 3]);
        signature.returns.push(AbiParam::new(types::I32));
        let user = self.frame_field(offset_of!(Frame, user));
        let imm = self
            .builder
            .ins()
            .iconst(types::I32, i64::from(slot.imm as u32));
        let (first, second) = (self.register(slot.rs1), self.register(slot.rs2));
        let value = self.call(
            signature,
            user_result as *const (),
            &[user, imm, first, second],
        );
        self.set_register(slot.rd, value);
    }

    /// Emits a call of a function of the simulator with one result.
    pub(super) fn call(
        &mut self,
        signature: Signature,
        function: *const (),
        arguments: &[Value],
    ) -> Value {
        let signature = self.builder.import_signature(signature);
        let function = self.builder.ins().iconst(types::I64, function as i64);
        let call = self
            .builder
            .ins()
            .call_indirect(signature, function, arguments);
        self.builder.inst_results(call)[0]
    }

    /// Emits the computation of an atomic operation: the new value of the word in memory.
    pub(super) fn changed(&mut self, op: Op, memory: Value, register: Value) -> Value {
        let ins = self.builder.ins();
        match op {
            Op::AmoswapW => register,
            Op::AmoaddW => ins.iadd(memory, register),
            Op::AmoxorW => ins.bxor(memory, register),
            Op::AmoandW => ins.band(memory, register),
            Op::AmoorW => ins.bor(memory, register),
            Op::AmominW => ins.smin(memory, register),
            Op::AmomaxW => ins.smax(memory, register),
            Op::AmominuW => ins.umin(memory, register),
            _ => ins.umax(memory, register),
        }
    }
}
