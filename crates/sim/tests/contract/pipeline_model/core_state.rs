//! What a program can see of a core that is alone on its chip: registers, control registers, memories. No time.

use crate::common::chip::{DATA_BYTES, DATA_MEMORY, PROGRAM_MEMORY, SHARED_BYTES, SHARED_MEMORY};
use weft_isa::csr::{
    CYCLE, INSTRET, MCAUSE, MCOUNTEREN, MCYCLE, MEPC, MIE, MINSTRET, MIP, MSCRATCH, MSTATUS, MTVEC,
};
use weft_isa::message::csr::{MEVENT, MEVENTH, MEVMASK, MEVMASKH, MHEAD, MNODE, MWORD};
use weft_isa::{Instruction, Op};

const PROGRAM_BYTES: usize = 8 << 10;
const MTIMECMP: u32 = 0x0200_4000;
const MTIME: u32 = 0x0200_bff8;

const TIMER_INTERRUPT: u32 = 7;
const EVENT_INTERRUPT: u32 = 16;
const ENVIRONMENT_CALL_FROM_USER: u32 = 8;
const ENVIRONMENT_CALL_FROM_MACHINE: u32 = 11;
const ILLEGAL_INSTRUCTION: u32 = 2;

const INTERRUPT_ENABLE: u32 = 1 << 3;
const PREVIOUS_ENABLE: u32 = 1 << 7;
const MACHINE_MODE_BEFORE: u32 = 3 << 11;
const MODIFIED_PRIVILEGE: u32 = 1 << 17;
const TRAPPED_WAIT: u32 = 1 << 21;

/// Where an address lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Program,
    Data,
    Timer,
    Bus,
}

impl Place {
    pub fn of(address: u32) -> Place {
        match address >> 24 {
            0 => Place::Program,
            0x02 => Place::Timer,
            0x10 => Place::Data,
            0x80 => Place::Bus,
            _ => panic!("the program generator uses no address {address:#x}"),
        }
    }
}

pub struct CoreState {
    pub registers: [u32; 32],
    program: Vec<u8>,
    pub data: Vec<u8>,
    pub shared: Vec<u8>,
    /// The word that the last `lr.w` has reserved.
    pub reservation: Option<u32>,
    /// Instructions that have been completed.
    pub retired: u32,
    pub has_user_mode: bool,
    in_user_mode: bool,
    /// The counters that user mode may read.
    counters: u32,
    mtimecmp: u64,
    status: u32,
    enabled: u32,
    vector: u32,
    scratch: u32,
    trap_address: u32,
    cause: u32,
    events: [u32; 2],
    event_masks: [u32; 2],
}

impl CoreState {
    pub fn new(code: &[u8]) -> CoreState {
        let mut program = code.to_vec();
        program.resize(PROGRAM_BYTES, 0);
        CoreState {
            registers: [0; 32],
            program,
            data: vec![0; DATA_BYTES],
            shared: vec![0; SHARED_BYTES],
            reservation: None,
            retired: 0,
            has_user_mode: false,
            in_user_mode: false,
            counters: 0,
            mtimecmp: 0,
            status: MACHINE_MODE_BEFORE,
            enabled: 0,
            vector: 0,
            scratch: 0,
            trap_address: 0,
            cause: 0,
            events: [0; 2],
            event_masks: [0; 2],
        }
    }

    pub fn program(&self) -> &[u8] {
        &self.program
    }

    pub fn write_register(&mut self, register: u8, value: u32) {
        if register != 0 {
            self.registers[usize::from(register)] = value;
        }
    }

    /// The aligned word of the program memory at an address; zero where there is none.
    pub fn fetch(&self, address: u32) -> u32 {
        let at = address as usize;
        let bytes = self.program.get(at..at + 4);
        bytes.map_or(0, |bytes| {
            u32::from_le_bytes(bytes.try_into().expect("four"))
        })
    }

    /// That many bytes, in cycle `now`.
    pub fn load(&self, address: u32, bytes: usize, now: u64) -> u32 {
        let mut word = [0; 4];
        match Place::of(address) {
            Place::Timer => return self.timer(address, now),
            _ => word[..bytes].copy_from_slice(self.memory(address, bytes)),
        }
        u32::from_le_bytes(word)
    }

    pub fn store(&mut self, address: u32, value: u32, bytes: usize) {
        let bits = u64::from(value);
        match address {
            MTIMECMP => self.mtimecmp = self.mtimecmp >> 32 << 32 | bits,
            _ if address == MTIMECMP + 4 => {
                self.mtimecmp = self.mtimecmp & 0xffff_ffff | bits << 32
            }
            _ => self
                .memory_mut(address, bytes)
                .copy_from_slice(&value.to_le_bytes()[..bytes]),
        }
    }

    fn timer(&self, address: u32, now: u64) -> u32 {
        match address {
            MTIME => now as u32,
            _ => panic!("the program generator reads no timer register {address:#x}"),
        }
    }

    fn memory(&self, address: u32, bytes: usize) -> &[u8] {
        let (memory, base) = match Place::of(address) {
            Place::Program => (&self.program, PROGRAM_MEMORY),
            Place::Bus => (&self.shared, SHARED_MEMORY),
            Place::Data | Place::Timer => (&self.data, DATA_MEMORY),
        };
        let offset = (address - base) as usize;
        &memory[offset..offset + bytes]
    }

    fn memory_mut(&mut self, address: u32, bytes: usize) -> &mut [u8] {
        let (memory, base) = match Place::of(address) {
            Place::Program => (&mut self.program, PROGRAM_MEMORY),
            Place::Bus => (&mut self.shared, SHARED_MEMORY),
            Place::Data | Place::Timer => (&mut self.data, DATA_MEMORY),
        };
        let offset = (address - base) as usize;
        &mut memory[offset..offset + bytes]
    }

    /// The causes that are pending in cycle `now`.
    pub fn pending(&self, now: u64) -> u32 {
        let timer = u32::from(now >= self.mtimecmp) << TIMER_INTERRUPT;
        let event = (0..2).any(|half| self.events[half] & self.event_masks[half] != 0);
        timer | u32::from(event) << EVENT_INTERRUPT
    }

    /// The causes that are pending and enabled one by one; what `wfi` waits for.
    pub fn wakes(&self, now: u64) -> u32 {
        self.pending(now) & self.enabled
    }

    /// Whether `wfi` can end without anybody's doing.
    pub fn timer_will_wake(&self) -> bool {
        self.enabled & 1 << TIMER_INTERRUPT != 0 && self.mtimecmp != u64::MAX
    }

    /// The cause of the interrupt that is to be taken in cycle `now`.
    pub fn interrupt(&self, now: u64) -> Option<u32> {
        let causes = self.wakes(now);
        let is_on = self.in_user_mode || self.status & INTERRUPT_ENABLE != 0;
        let taken = is_on && causes != 0;
        taken.then(|| causes.trailing_zeros() | 1 << 31)
    }

    /// Enters the handler, whose address it gives.
    pub fn trap(&mut self, cause: u32, pc: u32) -> u32 {
        self.reservation = None;
        let enabled = self.status & INTERRUPT_ENABLE != 0;
        let before = match self.in_user_mode {
            true => 0,
            false => MACHINE_MODE_BEFORE,
        };
        self.in_user_mode = false;
        self.status &= MODIFIED_PRIVILEGE | TRAPPED_WAIT;
        self.status |= before | if enabled { PREVIOUS_ENABLE } else { 0 };
        self.cause = cause;
        self.trap_address = pc;
        self.vector
    }

    /// The cause of the exception that an instruction raises, if it does.
    pub fn exception(&self, instruction: &Instruction) -> Option<u32> {
        let number = instruction.imm as u16;
        let is_illegal = match instruction.op {
            Op::Ecall if self.in_user_mode => return Some(ENVIRONMENT_CALL_FROM_USER),
            Op::Ecall => return Some(ENVIRONMENT_CALL_FROM_MACHINE),
            Op::Mret => self.in_user_mode,
            Op::Wfi => self.in_user_mode && self.status & TRAPPED_WAIT != 0,
            Op::Csrrw | Op::Csrrs | Op::Csrrc | Op::Csrrwi | Op::Csrrsi | Op::Csrrci => {
                match number {
                    CYCLE => self.in_user_mode && self.counters & 1 == 0,
                    INSTRET => self.in_user_mode && self.counters & 4 == 0,
                    MCOUNTEREN => self.in_user_mode || !self.has_user_mode,
                    _ => self.in_user_mode,
                }
            }
            _ => false,
        };
        is_illegal.then_some(ILLEGAL_INSTRUCTION)
    }

    /// Leaves the handler; gives the address to go on at.
    pub fn return_from_trap(&mut self) -> u32 {
        self.reservation = None;
        let enabled = self.status & PREVIOUS_ENABLE != 0;
        self.in_user_mode = self.status & MACHINE_MODE_BEFORE == 0;
        let kept = match self.in_user_mode {
            true => TRAPPED_WAIT,
            false => TRAPPED_WAIT | MODIFIED_PRIVILEGE,
        };
        let least = match self.has_user_mode {
            true => 0,
            false => MACHINE_MODE_BEFORE,
        };
        self.status &= kept;
        self.status |= least | PREVIOUS_ENABLE | if enabled { INTERRUPT_ENABLE } else { 0 };
        self.trap_address
    }

    pub fn read_control(&self, number: u16, now: u64) -> u32 {
        match number {
            MSTATUS => self.status,
            MIE => self.enabled,
            MIP => self.pending(now),
            MTVEC => self.vector,
            MSCRATCH => self.scratch,
            MEPC => self.trap_address,
            MCAUSE => self.cause,
            MCYCLE | CYCLE => now as u32,
            MINSTRET | INSTRET => self.retired,
            MCOUNTEREN => self.counters,
            MEVENT => self.events[0],
            MEVENTH => self.events[1],
            MEVMASK => self.event_masks[0],
            MEVMASKH => self.event_masks[1],
            // Core 0 is alone: its buffers are empty.
            MHEAD | MWORD | MNODE => 0,
            _ => panic!("the program generator reads no control register {number:#x}"),
        }
    }

    fn write_status(&mut self, value: u32) {
        let always = INTERRUPT_ENABLE | PREVIOUS_ENABLE;
        self.status = match self.has_user_mode {
            false => value & always | MACHINE_MODE_BEFORE,
            true => {
                let mode = match value & MACHINE_MODE_BEFORE {
                    0 => 0,
                    MACHINE_MODE_BEFORE => MACHINE_MODE_BEFORE,
                    _ => self.status & MACHINE_MODE_BEFORE,
                };
                value & (always | MODIFIED_PRIVILEGE | TRAPPED_WAIT) | mode
            }
        };
    }

    pub fn write_control(&mut self, number: u16, value: u32) {
        match number {
            MSTATUS => self.write_status(value),
            MCOUNTEREN => self.counters = value & 7,
            MIE => self.enabled = value,
            MTVEC => self.vector = value,
            MSCRATCH => self.scratch = value,
            MEPC => self.trap_address = value & !1,
            MEVENT => self.events[0] = value,
            MEVENTH => self.events[1] = value,
            MEVMASK => self.event_masks[0] = value,
            MEVMASKH => self.event_masks[1] = value,
            _ => panic!("the program generator writes no control register {number:#x}"),
        }
    }
}
