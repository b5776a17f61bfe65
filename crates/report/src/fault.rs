//! Describes a fault for the author of the program: its place, its cause, and the likely remedy.

use crate::deadlock::memory_of;
use crate::program::Program;
use crate::stack::Frozen;
use crate::summary::quantity::separated;
use crate::symbols::Frame;
use crate::workload::Workload;
use weft_sim::machine::Fault;
use weft_sim::part::core::keys::NULL_BYTES;
use weft_sim::part::core::FaultCause;
use weft_sim::platform::Platform;
use weft_sim::Machine;

/// Functions shown, inlined ones included.
const FRAMES: usize = 8;

/// Opcodes (RISC-V manual, volume I, "RV32I base instruction formats").
const LOAD: u32 = 0x03;
const STORE: u32 = 0x23;

/// The stack pointer.
const SP: usize = 2;

/// Returns the message that ends a run: core, cycle, instruction, cause, remedy and backtrace.
pub fn describe(
    fault: &Fault,
    machine: &Machine,
    platform: &Platform,
    workload: &Workload,
) -> String {
    let read_memory = memory_of(machine, fault.core);
    let registers = machine.core(fault.core).registers();
    let core = Frozen {
        pc: fault.pc,
        registers,
        read_memory: &read_memory,
    };
    let program = workload.program(fault.core);
    let backtrace = program.map_or_else(Vec::new, |program| backtrace(program, &core));
    let innermost = backtrace.first();
    let function = innermost.map_or("the program", |frame| frame.function.as_str());
    let (problem, remedy) = match (&fault.cause, before_trap(&core)) {
        (FaultCause::Breakpoint, Some((access, address, bytes))) => {
            null_pointer(access, address, bytes)
        }
        (cause, _) => explain(cause, registers[SP], platform, function),
    };
    let name = workload.name_of(fault.core);
    let mut text = format!("{name}, cycle {}: {problem}\n", separated(fault.cycle.0));
    text += &format!("  at 0x{:08x}: {}\n", fault.pc, instruction(&core));
    for (depth, frame) in backtrace.iter().enumerate() {
        let relation = if depth == 0 { "in" } else { "called from" };
        text += &format!("  {relation} {frame}\n");
    }
    text + &format!("  {remedy}\n")
}

fn backtrace(program: &Program, core: &Frozen<'_>) -> Vec<Frame> {
    let locations = program.backtrace(core, FRAMES).into_iter();
    let frames = locations.flat_map(|location| location.frames);
    frames.take(FRAMES).collect()
}

/// Disassembles the instruction at the pc, if there is memory.
fn instruction(core: &Frozen<'_>) -> String {
    let bits = core.code(core.pc);
    bits.map_or_else(
        || "no instruction".to_owned(),
        |bits| weft_isa::disassemble_bits(bits, core.pc),
    )
}

/// Returns the access through a null pointer directly before the pc, if there is one: kind, address and bytes. If a compiler can see that
/// a pointer is null, it inserts a trap after the access (GCC manual, -fisolate-erroneous-paths-dereference); on a chip with memory at low
/// addresses the access itself may succeed.
fn before_trap(core: &Frozen<'_>) -> Option<(&'static str, u32, u32)> {
    let bits = core.code(core.pc.wrapping_sub(4))?;
    let (opcode, base) = (bits & 0x7F, bits >> 15 & 31);
    let (access, address) = match opcode {
        LOAD => ("load", bits >> 20),
        STORE => ("store", (bits >> 25) << 5 | bits >> 7 & 31),
        _ => return None,
    };
    let is_null = base == 0 && address < NULL_BYTES;
    is_null.then_some((access, address, 1 << (bits >> 12 & 3)))
}

/// The cause and the likely remedy.
type Explanation = (String, String);

fn explanation(problem: impl Into<String>, remedy: impl Into<String>) -> Explanation {
    (problem.into(), remedy.into())
}

/// Explains a bus error that an injected fault has caused.
fn bus_error(address: u32, is_load: bool) -> Explanation {
    let access = if is_load { "load" } else { "store" };
    explanation(
        format!("the bus has answered a {access} at 0x{address:08x} with an error"),
        "a fault of the bus was injected; a program can take it as an exception (mtvec), with the cause of an access fault",
    )
}

fn explain(
    cause: &FaultCause,
    stack_pointer: u32,
    platform: &Platform,
    function: &str,
) -> Explanation {
    match *cause {
        FaultCause::LoadOutsideMap { address, .. } | FaultCause::StoreOutsideMap { address, .. }
            if is_below_stack(address, platform) && is_below_stack(stack_pointer, platform) =>
        {
            stack_overflow(platform, function)
        }
        FaultCause::LoadOutsideMap { address, bytes } if address < NULL_BYTES => null_pointer("load", address, bytes),
        FaultCause::StoreOutsideMap { address, bytes } if address < NULL_BYTES => null_pointer("store", address, bytes),
        FaultCause::LoadOutsideMap { address, bytes } => outside_map("load", address, bytes, platform),
        FaultCause::StoreOutsideMap { address, bytes } => outside_map("store", address, bytes, platform),
        FaultCause::StoreToProgram { address, bytes } => explanation(
            format!("store of {} at 0x{address:08x}, in the program memory", counted(bytes)),
            "likely a pointer that was never set or an index beyond its array; a program that changes its own code needs \
             --set cores.program_memory.stores=true",
        ),
        FaultCause::LoadMisaligned { address, bytes } => misaligned("load", address, bytes),
        FaultCause::StoreMisaligned { address, bytes } => misaligned("store", address, bytes),
        FaultCause::FetchOutsideMap { address } => explanation(
            format!("control went to 0x{address:08x}, which is not in the program memory"),
            "likely a function pointer that was never set, or a return address overwritten on the stack",
        ),
        FaultCause::IllegalInstruction { bits } => explanation(
            format!("illegal instruction 0x{bits:08x}"),
            "compile with -march=rv32imac -mabi=ilp32; if that is so, the program has run into something that is not code",
        ),
        FaultCause::Breakpoint => explanation(
            "a breakpoint (ebreak), and the program has no trap handler",
            "likely __builtin_trap or a breakpoint left in the source; run it with --gdb to stop there",
        ),
        FaultCause::EnvironmentCall { .. } => explanation(
            "an environment call (ecall), and the program has no trap handler",
            "these cores have no operating system: link with the semihosting library, or install a handler (mtvec)",
        ),
        FaultCause::RegisterAccess { address, bytes, is_load } => explanation(
            format!(
                "{} of {} at 0x{address:08x}, a register of a device",
                if is_load { "load" } else { "store" },
                counted(bytes)
            ),
            "device registers are read and written as whole words: use volatile uint32_t",
        ),
        FaultCause::BusError { address, is_load } => bus_error(address, is_load),
        FaultCause::NoSuchNode { node, nodes } => explanation(
            format!("a message to node {node}, but the chip has nodes 0 to {}", nodes.saturating_sub(1)),
            "check the destination; the last node is the synchronization controller",
        ),
        FaultCause::MessageAddress { address, bytes } => message_address(address, bytes, platform),
        FaultCause::Semihosting(ref error) => explanation(
            format!("a semihosting call that cannot be served: {error}"),
            "check the registers a0 (operation) and a1 (parameters) of the call",
        ),
    }
}

/// Is the address below the stack? The stack is at the bottom of the data memory, so an overflow leaves the memory downwards.
fn is_below_stack(address: u32, platform: &Platform) -> bool {
    address < platform.cores.data_memory.base
}

fn stack_overflow(platform: &Platform, function: &str) -> Explanation {
    let (stack, base) = (platform.cores.stack_bytes, platform.cores.data_memory.base);
    explanation(
        format!("stack overflow in {function}: its {} bytes end at 0x{base:08x}", separated(stack.into())),
        "raise cores.data_memory.stack in the platform file, or use less stack: shallower recursion, smaller local arrays",
    )
}

fn outside_map(access: &str, address: u32, bytes: u32, platform: &Platform) -> Explanation {
    let (size, name) = (counted(bytes), &platform.name);
    explanation(
        format!("{access} of {size} at 0x{address:08x}, where there is no memory or device"),
        format!("check the pointer or index; `weft platforms show {name}` prints the memory map"),
    )
}

fn null_pointer(access: &str, address: u32, bytes: u32) -> Explanation {
    let member = match address {
        0 => String::new(),
        _ => format!(" to an object, {address} bytes into it"),
    };
    explanation(
        format!("{access} of {} through a null pointer{member}", counted(bytes)),
        "check what the pointer was set to: malloc returns NULL when there is not enough memory; a program that has data at addresses below \
         256 needs --set cores.program_memory.null_access=true",
    )
}

fn misaligned(access: &str, address: u32, bytes: u32) -> Explanation {
    let size = counted(bytes);
    explanation(
        format!("{access} of {size} at 0x{address:08x}, which is not a multiple of {bytes}"),
        "align the data, or copy it with memcpy into a variable of the right type",
    )
}

fn message_address(address: u32, bytes: u32, platform: &Platform) -> Explanation {
    let memory = platform.cores.data_memory;
    explanation(
        match bytes {
            0 => format!("a message buffer at 0x{address:08x}"),
            _ => format!("a message buffer of {} at 0x{address:08x}", counted(bytes)),
        },
        format!(
            "it must begin at a multiple of 4 and lie in the data memory, 0x{:08x} to 0x{:08x}",
            memory.base,
            memory.end() - 1
        ),
    )
}

fn counted(bytes: u32) -> String {
    match bytes {
        1 => "1 byte".to_owned(),
        _ => format!("{} bytes", separated(bytes.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found before a trap at 4, after this instruction.
    fn found(instruction: u32) -> Option<(&'static str, u32, u32)> {
        let trap = 0x9002_u16.to_le_bytes();
        let memory = [&instruction.to_le_bytes()[..], &trap].concat();
        let read_memory = |address: u32, into: &mut [u8]| {
            let from = address as usize;
            let bytes = memory.get(from..from + into.len());
            bytes.map(|bytes| into.copy_from_slice(bytes)).is_some()
        };
        before_trap(&Frozen {
            pc: 4,
            registers: [0; 32],
            read_memory: &read_memory,
        })
    }

    #[test]
    fn an_access_through_a_null_pointer_before_a_trap_is_found() {
        assert_eq!(found(0x0000_2783), Some(("load", 0, 4))); // lw a5, 0(zero)
        assert_eq!(found(0x00C0_4783), Some(("load", 12, 1))); // lbu a5, 12(zero)
        assert_eq!(found(0x0000_2623), Some(("store", 12, 4))); // sw zero, 12(zero)
        assert_eq!(found(0x0007_A783), None); // lw a5, 0(a5)
        assert_eq!(found(0x8000_2783), None); // lw a5, -2048(zero)
        assert_eq!(found(0x0000_0013), None); // nop
    }
}
