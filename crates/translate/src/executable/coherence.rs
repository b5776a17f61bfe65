//! Makes instructions that were written as data visible to the processor's instruction fetch.
//!
//! An x86-64 processor does this by itself. The instruction cache of an AArch64 processor does not observe stores: after writing instructions, a
//! thread must clean the data cache and invalidate the instruction cache, line by line and for all processors, before it publishes their address. A
//! thread that reads the address must discard instructions that it has already fetched before it jumps there. Source: Arm Architecture Reference
//! Manual for A-profile architecture (DDI 0487), B2.2.5, "Concurrent modification and execution of instructions", and `CTR_EL0`, which has the sizes
//! of cache lines.

#[cfg(target_arch = "aarch64")]
use std::arch::asm;

/// Makes instructions visible that were written at `written` and will be executed at `executed`, another mapping of the same memory.
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
    // SAFETY: only orders the memory accesses before it and after it.
    unsafe { asm!("dsb ish", options(nostack)) };
    for line in lines(executed, length, line_of(0)) {
        // SAFETY: as above; the line is in memory that is mapped.
        unsafe { asm!("ic ivau, {}", in(reg) line, options(nostack)) };
    }
    // SAFETY: as above.
    unsafe { asm!("dsb ish", options(nostack)) };
}

/// Returns the addresses of the cache lines that contain these bytes.
#[cfg(target_arch = "aarch64")]
fn lines(start: *const u8, length: usize, line: usize) -> impl Iterator<Item = usize> {
    let start = start as usize;
    (start & !(line - 1)..start + length).step_by(line)
}

/// Must be called before this thread executes instructions whose address it has read.
#[cfg(target_arch = "aarch64")]
#[inline(always)]
pub fn before_call() {
    // SAFETY: only discards instructions that were fetched and not executed. Not `nomem`: the load that read their address must come before it.
    unsafe { asm!("isb", options(nostack)) };
}

/// Nothing to do on x86-64. (On other processors nothing is translated: see `compiler`.)
#[cfg(not(target_arch = "aarch64"))]
pub fn publish(_: *const u8, _: *const u8, _: usize) {}

#[cfg(not(target_arch = "aarch64"))]
#[inline(always)]
pub fn before_call() {}
