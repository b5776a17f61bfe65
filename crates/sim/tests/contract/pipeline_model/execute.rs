//! What an instruction does to the state of the core, all at once. When it does so is the pipeline's affair.

use super::core_state::{CoreState, Place};
use weft_isa::{alu, amo, branch_taken, csr_new_value, Instruction, Op};

/// The address that an instruction reads or writes, if it does.
pub fn address(core: &CoreState, instruction: &Instruction) -> Option<u32> {
    let base = core.registers[usize::from(instruction.rs1)];
    match instruction.op {
        op if load_bytes(op).is_some() || store_bytes(op).is_some() => {
            Some(base.wrapping_add(instruction.imm as u32))
        }
        Op::LrW | Op::ScW => Some(base),
        op if is_atomic_operation(op) => Some(base),
        _ => None,
    }
}

/// Where it reads or writes.
pub fn place(core: &CoreState, instruction: &Instruction) -> Option<Place> {
    address(core, instruction).map(Place::of)
}

pub fn is_atomic_operation(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        AmoswapW | AmoaddW | AmoxorW | AmoandW | AmoorW | AmominW | AmomaxW | AmominuW | AmomaxuW
    )
}

pub fn is_store(op: Op) -> bool {
    store_bytes(op).is_some()
}

pub fn is_multiplication(op: Op) -> bool {
    matches!(op, Op::Mul | Op::Mulh | Op::Mulhsu | Op::Mulhu)
}

pub fn is_division(op: Op) -> bool {
    matches!(op, Op::Div | Op::Divu | Op::Rem | Op::Remu)
}

/// Whether its result is read from memory.
pub fn is_load(op: Op) -> bool {
    load_bytes(op).is_some() || op == Op::LrW || is_atomic_operation(op)
}

fn load_bytes(op: Op) -> Option<usize> {
    match op {
        Op::Lb | Op::Lbu => Some(1),
        Op::Lh | Op::Lhu => Some(2),
        Op::Lw => Some(4),
        _ => None,
    }
}

fn store_bytes(op: Op) -> Option<usize> {
    match op {
        Op::Sb => Some(1),
        Op::Sh => Some(2),
        Op::Sw => Some(4),
        _ => None,
    }
}

/// Executes the instruction at `pc`, which issues in cycle `now`. Gives the address to go on at, if it is decided in EX.
pub fn execute(core: &mut CoreState, instruction: &Instruction, pc: u32, now: u64) -> Option<u32> {
    let Instruction {
        op,
        rd,
        rs1,
        rs2,
        imm,
        size,
    } = *instruction;
    let (a, b) = (
        core.registers[usize::from(rs1)],
        core.registers[usize::from(rs2)],
    );
    let immediate = imm as u32;
    let behind = pc + u32::from(size);
    match op {
        Op::Lui => core.write_register(rd, immediate),
        Op::Auipc => core.write_register(rd, pc.wrapping_add(immediate)),
        Op::Jal => core.write_register(rd, behind),
        Op::Jalr => {
            core.write_register(rd, behind);
            return Some(a.wrapping_add(immediate) & !1);
        }
        Op::Beq | Op::Bne | Op::Blt | Op::Bge | Op::Bltu | Op::Bgeu => {
            return branch_taken(op, a, b).then(|| pc.wrapping_add(immediate));
        }
        Op::Mret => return Some(core.return_from_trap()),
        Op::FenceI => return Some(behind),
        Op::Fence | Op::Wfi | Op::Ebreak | Op::Ecall => {}
        Op::Csrrw | Op::Csrrs | Op::Csrrc => control(core, instruction, a, now),
        Op::Csrrwi | Op::Csrrsi | Op::Csrrci => control(core, instruction, u32::from(rs1), now),
        _ if address(core, instruction).is_some() => access(core, instruction, b, now),
        Op::Addi
        | Op::Slti
        | Op::Sltiu
        | Op::Xori
        | Op::Ori
        | Op::Andi
        | Op::Slli
        | Op::Srli
        | Op::Srai => {
            core.write_register(rd, alu(op, a, immediate));
        }
        _ => core.write_register(rd, alu(op, a, b)),
    }
    None
}

fn control(core: &mut CoreState, instruction: &Instruction, operand: u32, now: u64) {
    let number = instruction.imm as u16;
    let old = core.read_control(number, now);
    if instruction.writes_csr() {
        core.write_control(number, csr_new_value(instruction.op, old, operand));
    }
    core.write_register(instruction.rd, old);
}

fn access(core: &mut CoreState, instruction: &Instruction, value: u32, now: u64) {
    let Instruction { op, rd, .. } = *instruction;
    let address = address(core, instruction).expect("it has one");
    if let Some(bytes) = load_bytes(op) {
        let loaded = core.load(address, bytes, now);
        core.write_register(rd, extended(op, loaded));
    } else if let Some(bytes) = store_bytes(op) {
        core.store(address, value, bytes);
    } else if op == Op::LrW {
        core.reservation = Some(address);
        core.write_register(rd, core.load(address, 4, now));
    } else if op == Op::ScW {
        let stands = core.reservation.take() == Some(address);
        if stands {
            core.store(address, value, 4);
        }
        core.write_register(rd, u32::from(!stands));
    } else {
        let old = core.load(address, 4, now);
        core.store(address, amo(op, old, value), 4);
        core.write_register(rd, old);
    }
}

fn extended(op: Op, loaded: u32) -> u32 {
    match op {
        Op::Lb => loaded as i8 as u32,
        Op::Lh => loaded as i16 as u32,
        _ => loaded,
    }
}
