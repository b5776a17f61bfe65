//! Unwinding a stack by call frame information (DWARF 5, section 6.4; RISC-V ELF psABI, "DWARF register numbers").
//!
//! Registers and memory may hold any values, so an unwinding is bounded, and ends where memory cannot be read or an address has no
//! information.

use crate::sections::{section, Reader};
use gimli::{
    BaseAddresses, CfaRule, DebugFrame, EhFrame, Register, RegisterRule, UnwindContext,
    UnwindSection,
};
use object::{File, Object, ObjectSection};

/// The return address register (x1) and the stack pointer (x2), which DWARF numbers as the instruction set does.
const RA: usize = 1;
const SP: usize = 2;

/// The state of a stopped core: pc, registers and memory.
pub struct Frozen<'a> {
    pub pc: u32,
    pub registers: [u32; 32],
    /// Fills the bytes from an address on; false when not all of them are in a memory.
    pub read_memory: &'a dyn Fn(u32, &mut [u8]) -> bool,
}

impl Frozen<'_> {
    /// The little-endian word in memory.
    pub(crate) fn read_word(&self, address: u32) -> Option<u32> {
        let mut bytes = [0; 4];
        (self.read_memory)(address, &mut bytes).then(|| u32::from_le_bytes(bytes))
    }

    /// The bits of the instruction at the address, and of what follows a short one if there is memory.
    pub(crate) fn code(&self, address: u32) -> Option<u32> {
        let halfword = |address: u32| {
            let mut bytes = [0; 2];
            (self.read_memory)(address, &mut bytes).then(|| u32::from(u16::from_le_bytes(bytes)))
        };
        let high = halfword(address.wrapping_add(2)).unwrap_or(0);
        Some(high << 16 | halfword(address)?)
    }
}

/// A function that has been called and has not returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Activation {
    /// The pc in the innermost function; in a caller an address inside its call instruction.
    pub address: u32,
    /// The registers as the function sees them. In a caller, the values of caller-saved registers are unreliable.
    pub registers: [u32; 32],
    is_innermost: bool,
}

/// The call frame information of a program.
pub struct Unwinder {
    debug_frame: DebugFrame<Reader>,
    eh_frame: EhFrame<Reader>,
    bases: BaseAddresses,
}

/// Where the caller's registers are, as a row of the call frame information says.
type Row = gimli::UnwindTableRow<usize>;

impl Unwinder {
    pub(crate) fn read(file: &File<'_>) -> Unwinder {
        let mut debug_frame = DebugFrame::from(section(file, ".debug_frame"));
        let mut eh_frame = EhFrame::from(section(file, ".eh_frame"));
        debug_frame.set_address_size(4);
        eh_frame.set_address_size(4);
        let address_of = |name: &str| {
            file.section_by_name(name)
                .map_or(0, |section| section.address())
        };
        let bases = BaseAddresses::default()
            .set_eh_frame(address_of(".eh_frame"))
            .set_text(address_of(".text"));
        Unwinder {
            debug_frame,
            eh_frame,
            bases,
        }
    }

    /// The functions being executed, the innermost first; at most `limit`.
    pub fn activations(&self, core: &Frozen<'_>, limit: usize) -> Vec<Activation> {
        let innermost = Activation {
            address: core.pc,
            registers: core.registers,
            is_innermost: true,
        };
        let calls = std::iter::successors(Some(innermost), |callee| self.caller(callee, core));
        calls.take(limit).collect()
    }

    fn caller(&self, callee: &Activation, core: &Frozen<'_>) -> Option<Activation> {
        let row = self.row(callee.address);
        let registers = match &row {
            Some(row) => restore(row, callee, core)?,
            // Assembly often has no information. In a leaf function ra and sp are still the caller's; so they are after a call through a
            // bad pointer.
            None if callee.is_innermost => callee.registers,
            None => return None,
        };
        let address = registers[RA].checked_sub(1)?;
        let is_plausible = row.is_some() || self.row(address).is_some();
        is_plausible.then_some(Activation {
            address,
            registers,
            is_innermost: false,
        })
    }

    fn row(&self, address: u32) -> Option<Row> {
        row_of(&self.debug_frame, &self.bases, address)
            .or_else(|| row_of(&self.eh_frame, &self.bases, address))
    }
}

fn row_of<S: UnwindSection<Reader>>(
    section: &S,
    bases: &BaseAddresses,
    address: u32,
) -> Option<Row> {
    let mut context = UnwindContext::new();
    let address = u64::from(address);
    let row = section.unwind_info_for_address(bases, &mut context, address, S::cie_from_offset);
    row.ok().cloned()
}

/// The caller's registers; None when the return address is not known or the stack is nonsense.
fn restore(row: &Row, callee: &Activation, core: &Frozen<'_>) -> Option<[u32; 32]> {
    let frame_address = canonical_frame_address(row, callee)?;
    let mut registers = callee.registers;
    registers[SP] = frame_address;
    for (register, rule) in row.registers() {
        let number = usize::from(register.0);
        let value = callee.registers.get(number)?;
        registers[number] = restored_value(rule, *value, frame_address, callee, core)?;
    }
    // Only the innermost function can still have its return address in the register: calls overwrite it.
    let return_address = row.register(Register(RA as u16));
    let is_known = callee.is_innermost || return_address != RegisterRule::Undefined;
    is_known.then_some(registers)
}

fn canonical_frame_address(row: &Row, callee: &Activation) -> Option<u32> {
    match row.cfa() {
        CfaRule::RegisterAndOffset { register, offset } => {
            let base = callee.registers.get(usize::from(register.0))?;
            Some(base.wrapping_add(*offset as u32))
        }
        CfaRule::Expression(_) => None,
    }
}

fn restored_value(
    rule: &RegisterRule<usize>,
    value_in_callee: u32,
    frame_address: u32,
    callee: &Activation,
    core: &Frozen<'_>,
) -> Option<u32> {
    match rule {
        RegisterRule::SameValue => Some(value_in_callee),
        RegisterRule::Offset(offset) => core.read_word(frame_address.wrapping_add(*offset as u32)),
        RegisterRule::ValOffset(offset) => Some(frame_address.wrapping_add(*offset as u32)),
        RegisterRule::Register(other) => callee.registers.get(usize::from(other.0)).copied(),
        _ => None,
    }
}
