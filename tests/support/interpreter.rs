//! A second reference: a plain interpreter that executes each instruction as `weft-isa` defines it. It models no
//! timing, and it counts which instructions it executed, so that a test can tell what its sequences cover.

mod semihosting;
mod system;

use crate::toolchain::Result;
use crate::witness::{Run, Witness};
use object::{Object, ObjectSegment};
use std::collections::BTreeMap;
use system::{Exception, Status};
use weft_isa::{alu, amo, branch_taken, decode, Instruction, Op};

const MEMORY_BASE: u32 = 0x8000_0000;
const MEMORY_SIZE: usize = 2 << 20;
/// Far above what any image here executes.
const INSTRUCTION_LIMIT: u64 = 100_000_000;

/// Executed instructions, by operation and by size in bytes.
pub type Coverage = BTreeMap<(&'static str, u8), u64>;

/// Runs images, and adds up what they executed.
#[derive(Default)]
pub struct Interpreter {
    pub coverage: Coverage,
}

impl Witness for Interpreter {
    fn name(&self) -> String {
        "the interpreter over weft-isa".to_string()
    }

    fn run(&mut self, elf: &[u8]) -> Result<Run> {
        let mut machine = Machine::from_elf(elf)?;
        for _ in 0..INSTRUCTION_LIMIT {
            if let Some(status) = machine.step(&mut self.coverage)? {
                return Ok(Run {
                    output: machine.output,
                    status,
                });
            }
        }
        Err(format!(
            "no end after {INSTRUCTION_LIMIT} instructions, at pc {:#010x}",
            machine.pc
        ))
    }
}

struct Machine {
    pc: u32,
    registers: [u32; 32],
    memory: Vec<u8>,
    status: Status,
    /// The word that lr.w has reserved.
    reservation: Option<u32>,
    output: Vec<u8>,
}

impl Machine {
    fn from_elf(elf: &[u8]) -> Result<Machine> {
        let file = object::File::parse(elf).map_err(|error| error.to_string())?;
        let mut memory = vec![0; MEMORY_SIZE];
        for segment in file.segments() {
            let data = segment.data().map_err(|error| error.to_string())?;
            let start = segment.address() as usize - MEMORY_BASE as usize;
            memory[start..start + data.len()].copy_from_slice(data);
        }
        Ok(Machine {
            pc: file.entry() as u32,
            registers: [0; 32],
            memory,
            status: Status::default(),
            reservation: None,
            output: Vec::new(),
        })
    }

    /// Executes one instruction; Some(exit status) when it ended the program.
    fn step(&mut self, coverage: &mut Coverage) -> Result<Option<i32>> {
        if self.is_semihosting_call()? {
            return self.semihosting();
        }
        let decoded = decode(self.fetch(self.pc)?);
        let Some(instruction) = decoded.filter(|instruction| !instruction.op.is_float()) else {
            self.raise(Exception::IllegalInstruction);
            return Ok(None);
        };
        *coverage
            .entry((instruction.op.mnemonic(), instruction.size))
            .or_default() += 1;
        self.execute(instruction)?;
        Ok(None)
    }

    /// Returns the 32 bits at `address`, which need only be aligned to a half word.
    fn fetch(&self, address: u32) -> Result<u32> {
        let low = self.read(address, 2)?;
        // A compressed instruction may be the last half word of memory.
        let high = self.read(address.wrapping_add(2), 2).unwrap_or(0);
        Ok(high << 16 | low)
    }

    fn execute(&mut self, instruction: Instruction) -> Result<()> {
        let following = self.pc.wrapping_add(u32::from(instruction.size));
        self.pc = match instruction.op {
            Op::Jal | Op::Jalr => self.jump(instruction, following),
            Op::Beq | Op::Bne | Op::Blt | Op::Bge | Op::Bltu | Op::Bgeu => {
                self.branch(instruction, following)
            }
            Op::Mret => self.status.mepc,
            Op::Csrrw | Op::Csrrs | Op::Csrrc | Op::Csrrwi | Op::Csrrsi | Op::Csrrci => {
                return self.status_instruction(instruction);
            }
            Op::Ecall => return self.raising(Exception::EnvironmentCall),
            Op::Ebreak => return self.raising(Exception::Breakpoint),
            Op::Wfi
            | Op::MsgSend
            | Op::MsgReceive
            | Op::MboxEnable
            | Op::MboxStore
            | Op::MboxLoad => {
                let (op, pc) = (instruction.op, self.pc);
                return Err(format!("{op:?} at pc {pc:#010x} is not for this machine"));
            }
            _ => {
                self.compute_or_access(instruction)?;
                following
            }
        };
        Ok(())
    }

    /// Writes the return address, and returns the target.
    fn jump(&mut self, instruction: Instruction, following: u32) -> u32 {
        let base = match instruction.op {
            Op::Jal => self.pc,
            _ => self.register(instruction.rs1),
        };
        let target = base.wrapping_add(instruction.imm as u32);
        self.set(instruction.rd, following);
        match instruction.op {
            Op::Jal => target,
            _ => target & !1,
        }
    }

    fn branch(&self, instruction: Instruction, following: u32) -> u32 {
        let (a, b) = (
            self.register(instruction.rs1),
            self.register(instruction.rs2),
        );
        if branch_taken(instruction.op, a, b) {
            self.pc.wrapping_add(instruction.imm as u32)
        } else {
            following
        }
    }

    /// Everything that the next instruction follows in memory.
    fn compute_or_access(&mut self, instruction: Instruction) -> Result<()> {
        let Instruction {
            op,
            rd,
            rs1,
            rs2,
            imm,
            ..
        } = instruction;
        let (a, b) = (self.register(rs1), self.register(rs2));
        let address = a.wrapping_add(imm as u32);
        match op {
            Op::Lui => self.set(rd, imm as u32),
            Op::Auipc => self.set(rd, self.pc.wrapping_add(imm as u32)),
            Op::Lb => self.load(rd, address, 1, |value| value as i8 as u32)?,
            Op::Lh => self.load(rd, address, 2, |value| value as i16 as u32)?,
            Op::Lbu => self.load(rd, address, 1, |value| value)?,
            Op::Lhu => self.load(rd, address, 2, |value| value)?,
            Op::Lw => self.load(rd, address, 4, |value| value)?,
            Op::Sb => self.write(address, 1, b)?,
            Op::Sh => self.write(address, 2, b)?,
            Op::Sw => self.write(address, 4, b)?,
            Op::Fence | Op::FenceI => {}
            Op::LrW | Op::ScW => self.reserve_or_store(op, rd, a, b)?,
            Op::AmoswapW
            | Op::AmoaddW
            | Op::AmoxorW
            | Op::AmoandW
            | Op::AmoorW
            | Op::AmominW
            | Op::AmomaxW
            | Op::AmominuW
            | Op::AmomaxuW => {
                let old = self.read(a, 4)?;
                self.write(a, 4, amo(op, old, b))?;
                self.set(rd, old);
            }
            Op::Addi
            | Op::Slti
            | Op::Sltiu
            | Op::Xori
            | Op::Ori
            | Op::Andi
            | Op::Slli
            | Op::Srli
            | Op::Srai => {
                self.set(rd, alu(op, a, imm as u32));
            }
            _ => self.set(rd, alu(op, a, b)),
        }
        Ok(())
    }

    fn register(&self, register: u8) -> u32 {
        self.registers[usize::from(register)]
    }

    fn set(&mut self, register: u8, value: u32) {
        if register != 0 {
            self.registers[usize::from(register)] = value;
        }
    }

    fn load(&mut self, rd: u8, address: u32, width: usize, extend: fn(u32) -> u32) -> Result<()> {
        let value = self.read(address, width)?;
        self.set(rd, extend(value));
        Ok(())
    }

    fn reserve_or_store(&mut self, op: Op, rd: u8, address: u32, value: u32) -> Result<()> {
        if op == Op::LrW {
            self.load(rd, address, 4, |loaded| loaded)?;
            self.reservation = Some(address);
        } else if self.reservation.take() == Some(address) {
            self.write(address, 4, value)?;
            self.set(rd, 0);
        } else {
            self.set(rd, 1);
        }
        Ok(())
    }

    fn read(&self, address: u32, width: usize) -> Result<u32> {
        let start = self.place(address, width)?;
        let mut bytes = [0; 4];
        bytes[..width].copy_from_slice(&self.memory[start..start + width]);
        Ok(u32::from_le_bytes(bytes))
    }

    fn write(&mut self, address: u32, width: usize, value: u32) -> Result<()> {
        let start = self.place(address, width)?;
        self.memory[start..start + width].copy_from_slice(&value.to_le_bytes()[..width]);
        Ok(())
    }

    /// Returns the index in memory of `width` bytes at `address`.
    fn place(&self, address: u32, width: usize) -> Result<usize> {
        let start = address.wrapping_sub(MEMORY_BASE) as usize;
        if start + width > MEMORY_SIZE {
            return Err(format!(
                "address {address:#010x} outside memory, pc {:#010x}",
                self.pc
            ));
        }
        Ok(start)
    }
}
