//! Lets the processor fetch instructions that have been written as data.
//!
//! An x86-64 processor does so by itself. One of AArch64 has an instruction cache that does not see stores: whoever writes instructions
//! cleans the data cache and invalidates the instruction cache, line by line, for all processors, and then tells where they are; whoever has been
//! told that forgets what it has fetched before, and then goes there. Source: Arm Architecture Reference Manual for A-profile architecture
//! (DDI 0487), B2.2.5, "Concurrent modification and execution of instructions", and `CTR_EL0`, which has the sizes of lines.

#[cfg(target_arch = "aarch64")]
use std::arch::asm;

/// Instructions have been written at `written`; they will be executed at `executed`, which is the same memory.
#[cfg(target_arch = "aarch64")]
pub fn publish(written: *const u8, executed: *const u8, length: usize) {
    let sizes: u64;
    // SAFETY: Linux lets programs read this register.
    unsafe { asm!("mrs {}, ctr_el0", out(reg) sizes, options(nomem, nostack)) };
    let line_of = |shift: u64| 4_usize << (sizes >> shift & 0xF);
    for line in lines(written, length, line_of(16)) {
        // SAFETY: changes no memory; the line is in memory that the caller has written. Not `nomem`: the stores come before it.
        unsafe { asm!("dc cvau, {}", in(reg) line, options(nostack)) };
    }
    // SAFETY: orders what stands around it.
    unsafe { asm!("dsb ish", options(nostack)) };
    for line in lines(executed, length, line_of(0)) {
        // SAFETY: as above; the line is in memory that is mapped.
        unsafe { asm!("ic ivau, {}", in(reg) line, options(nostack)) };
    }
    // SAFETY: as above.
    unsafe { asm!("dsb ish", options(nostack)) };
}

/// The addresses of the lines that some bytes are in.
#[cfg(target_arch = "aarch64")]
fn lines(start: *const u8, length: usize, line: usize) -> impl Iterator<Item = usize> {
    let start = start as usize;
    (start & !(line - 1)..start + length).step_by(line)
}

/// Instructions that this thread has been told of are executed next.
#[cfg(target_arch = "aarch64")]
#[inline(always)]
pub fn before_call() {
    // SAFETY: only drops what has been fetched and not executed. Not `nomem`: the load that told of them comes before it.
    unsafe { asm!("isb", options(nostack)) };
}

/// On other processors than these two nothing is translated (`compiler`).
#[cfg(not(target_arch = "aarch64"))]
pub fn publish(_: *const u8, _: *const u8, _: usize) {}

#[cfg(not(target_arch = "aarch64"))]
#[inline(always)]
pub fn before_call() {}
