//! Section 5 of the contract: devices, interrupts from them, other cores' data memories.

use crate::common::chip::platform_with_devices;
use crate::common::table::cores_of;

fn one_core(table: &str) {
    cores_of(&platform_with_devices(1), &[table]);
}

fn cores(tables: &[&str]) {
    cores_of(&platform_with_devices(tables.len()), tables);
}

#[test]
fn a_test_and_set_register_is_taken_by_one_read() {
    one_core(
        "0  | lw   t0, 0(s8)
         4  | bnez t0, @wrong
         5  | lw   t0, 0(s8)
         9  | beqz t0, @wrong
         10 | sw   zero, 0(s8)
         14 | lw   t0, 0(s8)        | issue 5 bus 9
         18 | bnez t0, @wrong
         19 | exit                  | issue 7 bus 12
         @wrong:
         -  | nop",
    );
}

#[test]
fn of_two_cores_that_read_at_once_one_takes_the_lock() {
    cores(&[
        "0  | lw   t0, 0(s8)
         4  | bnez t0, @wrong
         5  | sw   zero, 0(s8)
         6  | exit
         @wrong:
         -  | nop",
        "0  | lw   t0, 0(s8)
         8  | beqz t0, @wrong
         9  | lw   t0, 0(s8)
         16 | bnez t0, @wrong
         17 | exit                  | issue 4 bus 13
         @wrong:
         -  | nop",
    ]);
}

/// The word that a core writes to another's `msip` at the end of cycle 23 interrupts it in 24.
#[test]
fn a_software_interrupt_is_seen_in_the_next_cycle() {
    cores(&[
        "0  | idle 20
         20 | li   t0, 1
         21 | sw   t0, 4(s9)
         22 | exit",
        "0  | li   t0, 0x200
         1  | csrw mtvec, t0
         2  | csrwi mie, 8
         3  | csrsi mstatus, 8
         4  | idle 40
         .org 0x200
         27 | sw   zero, 4(s9)      | issue 24 hazard 3
         28 | csrr t0, mip
         29 | nop
         30 | csrr t1, mip
         31 | beqz t0, @wrong
         32 | bnez t1, @wrong
         33 | exit
         @wrong:
         -  | nop",
    ]);
}

/// A message of one word from the write of the send register (at the end of cycle 40) to the interrupt, claim, acknowledgement
/// and completion.
#[test]
fn mailbox_send_to_interrupt_entry() {
    cores(&[
        "0  | idle 20
         20 | li   t0, 1
         21 | li   t1, 2
         22 | sw   t0, 0x00(s6)     # IPCM0SOURCE
         26 | sw   t1, 0x04(s6)     # IPCM0DSET
         30 | sw   t1, 0x14(s6)     # IPCM0MSET
         34 | sw   s0, 0x24(s6)     # IPCM0DR0
         38 | sw   t0, 0x20(s6)     # IPCM0SEND
         39 | exit                  | issue 27 bus 12",
        "0  | li   t0, 0x200
         1  | csrw mtvec, t0
         2  | li   t1, 1
         3  | sw   t1, 16(s5)       # priority of source 4, channel 1
         4  | lui  t2, 0x0c002
         5  | li   t3, 16
         7  | sw   t3, 0x80(t2)     # enable of context 1
         8  | lui  t4, 1
         9  | addi t4, t4, -2048
         10 | csrw mie, t4
         11 | csrsi mstatus, 8
         12 | idle 40
         .org 0x200
         44 | lui  t5, 0x0c201      | issue 40 hazard 3 bus 1
         45 | lw   t6, 4(t5)        # claim
         49 | csrr t4, mip
         50 | lw   a0, 0x24(s6)
         54 | bne  a0, s0, @wrong
         55 | li   t1, 2
         56 | sw   t1, 0x08(s6)     # IPCM0DCLEAR
         60 | sw   t6, 4(t5)        # complete
         61 | bnez t4, @wrong
         62 | li   t0, 4
         63 | bne  t6, t0, @wrong
         64 | lw   t0, 4(t5)
         68 | bnez t0, @wrong
         69 | exit
         @wrong:
         -  | nop",
    ]);
}

/// Without the acknowledgement the source stays raised, and completion lets it interrupt again: in the cycle after the write.
#[test]
fn a_level_that_stays_interrupts_again_when_it_is_completed() {
    one_core(
        "0  | li   t0, 1
         1  | sw   t0, 8(s5)        # priority of source 2, channel 0
         2  | lui  t2, 0x0c002
         3  | li   t3, 4
         5  | sw   t3, 0(t2)        # enable
         9  | sw   t0, 0x00(s6)
         13 | sw   t0, 0x04(s6)
         17 | sw   t0, 0x14(s6)
         21 | sw   t0, 0x20(s6)     # raised at the end of 23
         22 | csrr t1, mip
         23 | csrr t2, mip
         24 | csrr t3, mip
         25 | bnez t1, @wrong
         26 | bnez t2, @wrong
         27 | beqz t3, @wrong
         28 | lui  t5, 0x0c200
         29 | lw   t6, 4(t5)        # claimed at the end of 31
         33 | csrr t1, mip
         34 | bnez t1, @wrong
         35 | sw   t6, 4(t5)        # completed at the end of 37
         36 | nop
         37 | csrr t1, mip
         38 | csrr t2, mip
         39 | bnez t1, @wrong
         40 | beqz t2, @wrong
         41 | exit
         @wrong:
         -  | nop",
    );
}

#[test]
fn a_lock_that_is_released_notifies_the_next_core() {
    cores(&[
        "0  | lw   t0, 0(s8)
         4  | idle 16
         20 | sw   zero, 0(s8)      # released at the end of 22
         21 | exit",
        "0  | li   t0, 0x200
         1  | csrw mtvec, t0
         2  | li   t1, 1
         3  | sw   t1, 8(s5)        # priority of source 2, this core's of the registers
         4  | lui  t2, 0x0c002
         5  | li   t3, 4
         8  | sw   t3, 0x80(t2)     # enable of context 1
         9  | lui  t4, 1
         10 | addi t4, t4, -2048
         11 | csrw mie, t4
         12 | lui  a1, 0x91001
         13 | lw   t5, 0(a1)        # taken: this core waits
         17 | csrsi mstatus, 8
         18 | idle 20
         .org 0x200
         26 | lui  t6, 0x91002      | issue 18 hazard 3 bus 5
         27 | lw   a0, 0(t6)
         31 | sw   a0, 0(t6)
         35 | lw   a2, 0(a1)
         39 | bnez a2, @wrong
         40 | exit
         @wrong:
         -  | nop",
    ]);
}

/// What a controller with one item does until the interrupt: `size` transfers of a word, in bursts of 16, from the end of cycle 33
/// on (the write of DMACC0Configuration issues in 31).
fn dma(size: u32, handler: u32) -> String {
    format!(
        "0  | li   t0, 0x200
         1  | csrw mtvec, t0
         2  | li   t1, 1
         3  | sw   t1, 12(s5)       # priority of source 3
         4  | lui  t2, 0x0c002
         5  | li   t3, 8
         7  | sw   t3, 0(t2)        # enable of context 0
         8  | lui  t4, 1
         9  | addi t4, t4, -2048
         10 | csrw mie, t4
         11 | sw   t1, 0x30(s7)     # DMACConfiguration
         12 | csrsi mstatus, 8
         13 | nop
         15 | sw   s10, 0x100(s7)   # DMACC0SrcAddr
         19 | sw   s1, 0x104(s7)    # DMACC0DestAddr
         23 | sw   a0, 0x108(s7)    # DMACC0LLI
         24 | lui  t0, 0x8c49b
         25 | addi t0, t0, {size}
         27 | sw   t0, 0x10c(s7)    # DMACC0Control
         28 | lui  t0, 0xc
         29 | addi t0, t0, 1
         31 | sw   t0, 0x110(s7)    # DMACC0Configuration
         32 | idle 80
         .org 0x200
         {handler} | exit"
    )
}

/// Set-up 4 cycles, burst 4 + 16: the terminal count interrupts in 31 + 4 + 20.
#[test]
fn dma_of_16_words() {
    one_core(&dma(16, 31 + 4 + 20 + 3));
}

#[test]
fn dma_of_32_words() {
    one_core(&dma(32, 31 + 4 + 40 + 3));
}

#[test]
fn dma_of_17_words() {
    one_core(&dma(17, 31 + 4 + 20 + 5 + 3));
}

/// Fetching the second item takes a burst of 4 words that are read and not written: 4 + 3.
#[test]
fn dma_of_two_items() {
    let item = "lui  a0, 0xa0000
         addi a0, a0, 0x400
         sw   s10, 0x400(s0)
         sw   s1, 0x404(s0)
         sw   zero, 0x408(s0)
         lui  t0, 0x8c49b
         addi t0, t0, 16
         sw   t0, 0x40c(s0)";
    let first = dma(16, 0).replace("0x8c49b", "0x0c49b");
    let later = |line: &str| {
        let (cycle, text) = line.split_once('|').expect("a row");
        let cycle: u64 = cycle.trim().parse().expect("a cycle");
        format!("{} |{text}", cycle + 8)
    };
    let (rows, handler) = first.split_once(".org").expect("a handler");
    let rows: Vec<String> = rows.trim_end().lines().map(later).collect();
    let handler = handler.replace(
        "0 | exit",
        &format!("{} | exit", 8 + 31 + 4 + 20 + 7 + 20 + 3),
    );
    cores_of(
        &platform_with_devices(1),
        &[&format!("{item}\n{}\n.org{handler}", rows.join("\n"))],
    );
}

/// A core that wants the bus waits for the end of a burst, and comes before the next.
#[test]
fn a_burst_shares_the_bus_with_cores() {
    let table = dma(17, 0);
    let (rows, _) = table.split_once("32 | idle").expect("the wait");
    let rows = rows.replace("csrsi mstatus, 8", "nop");
    one_core(&format!(
        "{rows}35 | lw t0, 0x1c(s7)
         59 | lw t1, 0x1c(s7)
         68 | beqz t0, @wrong
         69 | bnez t1, @wrong
         70 | exit
         @wrong:
         -  | nop"
    ));
}

/// A store in cycle 12 is seen by a transfer whose data cycle is 12, and so on; a write of the bus is seen by loads of the next cycle.
#[test]
fn other_cores_data_memory() {
    cores(&[
        "0  | idle 10
         10 | lw   t0, 0x10(s11)
         14 | bne  t0, s0, @wrong
         15 | lw   t0, 0x14(s11)
         19 | bnez t0, @wrong
         20 | sw   s0, 0x20(s11)    # written at the end of 22
         21 | exit
         @wrong:
         -  | nop",
        "0  | idle 12
         12 | sw   s0, 0x10(s0)
         13 | idle 5
         18 | sw   s0, 0x14(s0)
         19 | idle 2
         21 | lw   t0, 0x20(s0)
         22 | lw   t1, 0x20(s0)
         23 | lw   t2, 0x20(s0)
         24 | bnez t0, @wrong
         25 | bnez t1, @wrong
         26 | beqz t2, @wrong
         27 | exit
         @wrong:
         -  | nop",
    ]);
}

/// Registers take words only: an exception before the bus is used, as misaligned and unmapped addresses.
#[test]
fn registers_take_words_only() {
    one_core(
        "0  | li   t0, 0x80
         1  | csrw mtvec, t0
         2  | lb   t1, 0(s8)
         11 | sh   t1, 0(s8)
         20 | amoadd.w t1, t1, (s8)
         29 | lr.w t1, (s10)
         38 | lw   t1, 0(s10)
         42 | exit               | issue 23 hazard 16 bus 3
         .org 0x80
         5 14 23 32   | csrr t2, mepc
         6 15 24 33   | addi t2, t2, 4
         7 16 25 34   | csrw mepc, t2
         8 17 26 35   | mret",
    );
}
