//! Generates the host function of a region: its blocks, the edges between them, and the exit.
//!
//! ```text
//!   entry: registers into variables --> check? --> instructions --> edge: ticks, profile --> next block
//!                                         |             |             |
//!                                       spent        stopped         left
//!                                         +-------------+-------------+--> exit: variables into registers
//! ```
//!
//! Each core register that the region uses is a variable, which Cranelift keeps in a host register if possible. Ticks and instructions are
//! accumulated at edges only; within a block they are constants.

mod arithmetic;
mod at;
mod edge;
mod float;
mod jump;
mod memory;

use crate::bounds::{Kind, Memories};
use crate::frame::{answer, Frame, Leaving};
use crate::region::{self, Block, End, Region};
use crate::slot::{Slot, DISCARD};
use at::At;
use cranelift_codegen::ir::{
    condcodes::IntCC, types, AbiParam, Block as HostBlock, Function, InstBuilder, MemFlags,
    Signature, Type, Value,
};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use std::collections::{BTreeMap, BTreeSet};
use std::mem::offset_of;
use weft_isa::Op;

/// A block that branches back to its own beginning, with the variable that counts its iterations.
#[derive(Clone, Copy)]
struct OwnLoop {
    head: HostBlock,
    times: Variable,
    slot: usize,
    /// The slot of the instruction that branches back.
    last: usize,
    instructions: i64,
    joined: i64,
}

struct Emitter<'a> {
    builder: FunctionBuilder<'a>,
    slots: &'a [Slot],
    region: &'a Region,
    memories: Memories,
    kind: Kind,
    frame: Value,
    /// Pointers loaded from the frame.
    memory: Value,
    profile: Value,
    registers: BTreeMap<u8, Variable>,
    budget: Variable,
    instructions: Variable,
    joined: Variable,
    stores: Variable,
    transfers: Variable,
    /// The entry of each block.
    blocks: BTreeMap<usize, HostBlock>,
    exit: HostBlock,
    own_loop: Option<OwnLoop>,
    /// For the block being emitted: ticks from its first issue to the last issue before the next check of the budget.
    ticks_left: i64,
    variables: Variables,
}

/// Allocates Cranelift variables; holds the number of those allocated.
#[derive(Default)]
struct Variables(u32);

impl Variables {
    fn declare(&mut self, builder: &mut FunctionBuilder, kind: Type) -> Variable {
        let variable = Variable::from_u32(self.0);
        self.0 += 1;
        builder.declare_var(variable, kind);
        variable
    }
}

/// Begins a function with [`signature`]; returns its parameter.
fn begin_function(builder: &mut FunctionBuilder) -> Value {
    let entry = builder.create_block();
    builder.append_block_params_for_function_params(entry);
    builder.switch_to_block(entry);
    builder.block_params(entry)[0]
}

/// Returns the signature of a translation: its parameter is a pointer to the frame, its result the encoded reason for leaving.
pub fn signature() -> Signature {
    let mut signature = Signature::new(CallConv::SystemV);
    signature.params.push(AbiParam::new(types::I64));
    signature.returns.push(AbiParam::new(types::I64));
    signature
}

/// Generates the function of a region into `function`, which must be empty.
pub fn emit(
    function: &mut Function,
    context: &mut FunctionBuilderContext,
    slots: &[Slot],
    region: &Region,
    memories: Memories,
    kind: Kind,
) {
    function.signature = signature();
    let mut emitter = Emitter::begin(
        FunctionBuilder::new(function, context),
        slots,
        region,
        memories,
        kind,
    );
    emitter.enter();
    for (&first, block) in &region.blocks {
        emitter.block(first, block);
    }
    emitter.leave_function();
    emitter.builder.seal_all_blocks();
    emitter.builder.finalize();
}

/// Flags for memory of the simulator itself: accesses never trap, but may be unaligned.
fn plain() -> MemFlags {
    MemFlags::new().with_notrap()
}

impl<'a> Emitter<'a> {
    fn begin(
        mut builder: FunctionBuilder<'a>,
        slots: &'a [Slot],
        region: &'a Region,
        memories: Memories,
        kind: Kind,
    ) -> Self {
        let frame = begin_function(&mut builder);
        let mut pointer = |offset: usize| {
            let ins = builder.ins();
            ins.load(types::I64, plain(), frame, offset as i32)
        };
        let memory = pointer(offset_of!(Frame, memory));
        let profile = pointer(offset_of!(Frame, profile));
        let mut variables = Variables::default();
        let registers = touched(slots, region)
            .into_iter()
            .map(|register| (register, variables.declare(&mut builder, types::I32)))
            .collect();
        let mut wide = || variables.declare(&mut builder, types::I64);
        let [budget, instructions, joined, stores, transfers] =
            [wide(), wide(), wide(), wide(), wide()];
        let starts = region.blocks.keys();
        let blocks = starts.map(|&slot| (slot, builder.create_block()));
        let blocks = blocks.collect();
        let exit = builder.create_block();
        builder.append_block_param(exit, types::I64);
        Emitter {
            builder,
            slots,
            region,
            memories,
            kind,
            frame,
            memory,
            profile,
            registers,
            budget,
            instructions,
            joined,
            stores,
            transfers,
            blocks,
            exit,
            own_loop: None,
            ticks_left: 0,
            variables,
        }
    }

    /// Emits the entry: loads variables from the frame and jumps to the first block.
    fn enter(&mut self) {
        let registers = self.frame_field(offset_of!(Frame, registers));
        for (&register, &variable) in &self.registers.clone() {
            let value =
                self.builder
                    .ins()
                    .load(types::I32, plain(), registers, 4 * i32::from(register));
            self.builder.def_var(variable, value);
        }
        for (variable, offset) in self.counted() {
            let value = self.frame_field(offset);
            self.builder.def_var(variable, value);
        }
        let first = self.blocks[&self.region.first];
        self.builder.ins().jump(first, &[]);
    }

    /// Emits the exit: stores changed registers and counters into the frame, and returns.
    fn leave_function(&mut self) {
        self.builder.switch_to_block(self.exit);
        let answer = self.builder.block_params(self.exit)[0];
        let registers = self.frame_field(offset_of!(Frame, registers));
        for register in written(self.slots, self.region) {
            let value = self.register(register);
            self.builder
                .ins()
                .store(plain(), value, registers, 4 * i32::from(register));
        }
        for (variable, offset) in self.counted() {
            let value = self.builder.use_var(variable);
            self.builder
                .ins()
                .store(plain(), value, self.frame, offset as i32);
        }
        self.builder.ins().return_(&[answer]);
    }

    /// Returns the variables that are carried over from one translation to the next, with their offsets in the frame.
    fn counted(&self) -> Vec<(Variable, usize)> {
        let mut counted = vec![
            (self.budget, offset_of!(Frame, budget)),
            (self.instructions, offset_of!(Frame, instructions)),
        ];
        if self.kind.is_wide() {
            counted.push((self.joined, offset_of!(Frame, joined)));
        }
        if self.kind.is_logged {
            counted.push((self.stores, offset_of!(Frame, stores)));
            counted.push((self.transfers, offset_of!(Frame, transfers)));
        }
        counted
    }

    fn new_variable(&mut self) -> Variable {
        self.variables.declare(&mut self.builder, types::I64)
    }

    fn frame_field(&mut self, offset: usize) -> Value {
        self.builder
            .ins()
            .load(types::I64, plain(), self.frame, offset as i32)
    }

    fn register(&mut self, register: u8) -> Value {
        match self.registers.get(&register) {
            Some(&variable) if register != 0 => self.builder.use_var(variable),
            _ => self.builder.ins().iconst(types::I32, 0),
        }
    }

    fn set_register(&mut self, register: u8, value: Value) {
        if register != DISCARD {
            self.builder.def_var(self.registers[&register], value);
        }
    }

    /// Emits a block: its instructions and its end.
    fn block(&mut self, first: usize, block: &Block) {
        self.builder.switch_to_block(self.blocks[&first]);
        self.own_loop = self.begin_own_loop(first, block);
        self.ticks_left = block.ticks_left;
        if block.is_checked {
            self.check(first);
        }
        let ends_with_transfer = matches!(
            block.end,
            End::Branch(..) | End::Jump(_) | End::JumpRegister
        );
        let (last, others) = match block.slots.split_last() {
            Some((&last, others)) if ends_with_transfer => (last, others),
            _ => (first, &block.slots[..]),
        };
        let mut at = At::default();
        for &index in others {
            self.look_at_mark(index, at);
            self.instruction(index, at);
            at = at.fall(&self.slots[index]);
        }
        if ends_with_transfer {
            self.look_at_mark(last, at);
        }
        self.end(block.end, last, at);
        self.own_loop = None;
    }

    /// Emits the check of the budget before a block.
    fn check(&mut self, first: usize) {
        let budget = self.builder.use_var(self.budget);
        self.require_budget(budget, At::default(), first);
    }

    /// Emits a check that leaves before slot `index` if `budget` could be used up before the next check. (`budget` is what remained at the block's
    /// first issue.)
    fn require_budget(&mut self, budget: Value, at: At, index: usize) {
        let goes_on =
            self.builder
                .ins()
                .icmp_imm(IntCC::SignedGreaterThan, budget, self.ticks_left);
        self.go_on_if(goes_on, at, Leaving::Spent(index));
    }

    /// Emits an exit that is taken unless a condition holds. Code emitted afterwards runs if it holds.
    fn go_on_if(&mut self, condition: Value, at: At, leaving: Leaving) {
        let (inside, outside) = (self.builder.create_block(), self.builder.create_block());
        self.builder.set_cold_block(outside);
        self.builder
            .ins()
            .brif(condition, inside, &[], outside, &[]);
        self.builder.switch_to_block(outside);
        self.leave(at, leaving);
        self.builder.switch_to_block(inside);
    }

    /// Emits, for an instruction after a call: leave if a traced function will return to this slot.
    fn look_at_mark(&mut self, index: usize, at: At) {
        if !self.kind.is_traced || !region::is_behind_call(self.slots, index) {
            return;
        }
        let marks = self.frame_field(offset_of!(Frame, marks));
        let mark = self
            .builder
            .ins()
            .uload8(types::I32, plain(), marks, index as i32);
        let goes_on = self.builder.ins().icmp_imm(IntCC::Equal, mark, 0);
        self.go_on_if(goes_on, at, Leaving::Stopped(index));
    }

    /// Emits an instruction from which control falls through.
    fn instruction(&mut self, index: usize, at: At) {
        let slot = self.slots[index];
        let Some(op) = slot.op else { return };
        match op {
            Op::Lui | Op::Auipc => {
                let value = self
                    .builder
                    .ins()
                    .iconst(types::I32, i64::from(slot.imm as u32));
                self.set_register(slot.rd, value);
            }
            Op::User => self.user_instruction(&slot),
            _ if region::access_bytes(op).is_some() => self.access(index, op, at),
            _ if region::is_atomic(op) => self.atomic(index, op, at),
            _ if op.is_float() => self.float(index, op, at),
            _ => self.compute(&slot, op),
        }
    }
}

/// Returns the registers that the instructions of a region write.
fn written(slots: &[Slot], region: &Region) -> BTreeSet<u8> {
    region
        .slots()
        .filter_map(|index| region::written(&slots[index]))
        .collect()
}

/// Returns the registers that they read or write.
fn touched(slots: &[Slot], region: &Region) -> BTreeSet<u8> {
    let read = region.slots().flat_map(|index| region::read(&slots[index]));
    read.chain(written(slots, region)).collect()
}

impl Emitter<'_> {
    fn leave(&mut self, at: At, leaving: Leaving) {
        self.count(at);
        self.count_own_loop();
        let answer = answer::encode(leaving, at.is_within);
        let answer = self.builder.ins().iconst(types::I64, answer);
        self.give(answer);
    }

    /// Emits the end of the call with this result.
    fn give(&mut self, answer: Value) {
        self.builder.ins().jump(self.exit, &[answer.into()]);
    }
}
