//! Section 1 of the contract: the pipeline of one core.

use crate::common::table::one_core;

#[test]
fn independent_instructions_issue_each_cycle() {
    one_core(
        "0 | addi t0, zero, 1
         1 | addi t1, zero, 2
         2 | add  t2, t0, t1
         3 | sub  t3, t2, t1
         4 | sw   t3, 0(s0)
         5 | exit                | issue 5",
    );
}

#[test]
fn compressed_and_uncompressed_cost_the_same_in_a_row() {
    one_core(
        "0 | c.li   t0, 1
         1 | addi   t1, zero, 2
         2 | c.add  t0, t1
         3 | c.mv   t2, t0
         4 | add    t2, t2, t0
         5 | c.nop
         6 | lui    t3, 5
         7 | exit                | issue 7",
    );
}

#[test]
fn load_use() {
    one_core(
        "0  | lw   t0, 0(s0)
         2  | add  t1, t0, t0    | issue 1 hazard 1
         3  | lw   t0, 0(s0)
         4  | add  t2, t1, t1
         5  | add  t1, t0, t0
         6  | lh   t0, 2(s0)
         8  | sw   t0, 4(s0)
         9  | lr.w t0, (s0)
         11 | mv   t1, t0
         12 | exit               | issue 9 hazard 3",
    );
}

#[test]
fn load_use_in_the_address_of_the_next_access() {
    one_core(
        "0 | sw   s0, 0(s0)
         1 | lw   t0, 0(s0)
         3 | lw   t1, 0(t0)
         5 | sw   t1, 0(t1)
         6 | exit                | issue 4 hazard 2",
    );
}

#[test]
fn load_use_across_branches_not_taken() {
    one_core(
        "0 | lw   t0, 0(s0)
         2 | bnez t0, @away
         3 | lw   t1, 0(s0)
         4 | beqz s0, @away
         5 | add  t2, t1, t1
         @away:
         6 | exit                | issue 5 hazard 1",
    );
}

#[test]
fn multiply_use() {
    one_core(
        "0  | mul   t0, s0, s0
         2  | add   t1, t0, t0
         3  | mul   t0, s0, s0
         4  | addi  t1, t1, 1
         5  | add   t1, t0, t0
         6  | mulhu t0, s0, s0
         8  | mulh  t1, t0, s0
         10 | mul   t2, s0, t1
         11 | exit               | issue 8 hazard 3",
    );
}

#[test]
fn division() {
    one_core(
        "0   | div  t0, s0, s1
         34  | add  t1, t0, t0   | issue 1 hazard 33
         35  | remu t0, s0, zero
         69  | divu t0, t0, t0
         103 | exit              | issue 4 hazard 99",
    );
}

#[test]
fn branches() {
    one_core(
        "0  | beq  zero, zero, @a
         -  | nop
         @a:
         3  | bne  zero, zero, @b
         4  | bltu zero, s0, @b
         -  | nop
         @b:
         7  | exit               | issue 3 hazard 4",
    );
}

#[test]
fn a_loop() {
    one_core(
        "0       | li   t0, 3
         @again:
         1 5 9   | addi t0, t0, -1
         2 6 10  | bnez t0, @again
         11      | exit          | issue 7 hazard 4",
    );
}

#[test]
fn jumps() {
    one_core(
        "0 | jal  ra, @f
         5 | jal  zero, @g       | issue 2 hazard 3
         @f:
         2 | jalr zero, 0(ra)
         @g:
         7 | exit                | issue 3 hazard 4",
    );
}

#[test]
fn misaligned_target_of_a_jump_costs_only_four_byte_instructions() {
    one_core(
        "0 | c.nop
         1 | jal  zero, @a
         - | c.nop
         - | c.nop
         @a:
         4 | addi t0, zero, 1    | issue 2 hazard 2
         5 | jal  zero, @b
         - | nop
         @b:
         7 | c.nop
         8 | exit                | issue 5 hazard 3",
    );
}

#[test]
fn misaligned_target_of_branches_and_jalr() {
    one_core(
        "0  | bne  zero, zero, @a
         1  | beqz zero, @a
         -  | c.nop
         @a:
         5  | auipc t0, 0        | issue 2 hazard 3
         6  | c.nop
         7  | jalr ra, 16(t0)
         -  | c.nop
         -  | nop
         11 | nop                | issue 5 hazard 6
         12 | exit               | issue 6 hazard 6",
    );
}

#[test]
fn data_in_the_program_memory() {
    one_core(
        "0  | lw   t0, 0(s3)
         2  | lw   t0, 0(s3)
         5  | add  t1, t0, t0    | issue 2 hazard 3
         6  | sb   t1, 4(s3)
         8  | sw   t1, 0(s0)
         9  | exit               | issue 5 hazard 4",
    );
}

#[test]
fn atomic_operation_on_the_data_memory() {
    one_core(
        "0 | amoadd.w  t0, s1, (s0)
         2 | amoswap.w t0, s1, (s0)
         5 | add  t1, t0, t0     | issue 2 hazard 3
         6 | lr.w t2, (s0)
         7 | sc.w t3, t1, (s0)
         8 | add  t4, t3, t3
         9 | exit                | issue 6 hazard 3",
    );
}

#[test]
fn control_registers_and_fences() {
    one_core(
        "0  | csrw mscratch, s0
         1  | csrr t0, mscratch
         2  | add  t1, t0, t0
         3  | csrr t0, mnode
         4  | fence
         5  | fence.i
         8  | addi t1, t1, 1     | issue 6 hazard 2
         9  | c.nop
         10 | fence.i
         14 | addi t1, t1, 1     | issue 9 hazard 5
         15 | exit               | issue 10 hazard 5",
    );
}

#[test]
fn the_timer_reads_as_the_number_of_the_cycle() {
    one_core(
        "0  | lui  t0, 0x200c
         1  | lw   t1, -8(t0)
         2  | li   t2, 1
         3  | bne  t1, t2, @wrong
         4  | lw   t1, -8(t0)
         6  | addi t1, t1, -4
         7  | bnez t1, @wrong
         8  | exit               | issue 7 hazard 1
         -  | nop
         @wrong:
         -  | nop",
    );
}
