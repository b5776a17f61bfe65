//! Tiles of a mesh (docs/contract/message-buffers.md), seen from their cores: when accesses are answered, and what a copy finds in memory.
//!
//! The cores are in a row, the host at its end: the first flit of n tables of 11 flits each goes in cycle 0, so the Start of core i is driven
//! in 11 n + i, and a flit over H hops arrives 3 (H + 1) + 2 cycles later.

use crate::common::assembler::assemble;
use crate::common::chip::{machine, row_of_tiles, ExitOnly, DATA_MEMORY};
use crate::common::table::cores_of;
use weft_sim::port::{RefusedBlock, TableChange, Task, TaskPlacement, Wait};
use weft_sim::{Cycle, Engine, Machine, Outcome};

fn cores(tables: &[&str]) {
    cores_of(&row_of_tiles(tables.len()), tables);
}

/// Start of core 0: driven in 22, over two hops, arrives in 33; of core 1: in 23, one hop, 31. SEND issues in 41; its receiver goes on 40
/// cycles later, as the table of docs/contract/message-buffers.md says.
#[test]
fn a_word_to_a_neighbour() {
    cores(&[
        "34 | lui  t3, 0xa8000
         35 | li   t2, 1
         36 | sw   t2, 0(t3)
         38 | sw   s0, 4(t3)
         40 | li   t2, 4
         41 | sw   t2, 8(t3)
         43 | lw   t0, 0x18(t3)
         45 | bnez t0, @wrong
         46 | exit                  | issue 8 message 4 sleep 34
         @wrong:
         -  | nop",
        "32 | lui  t3, 0xa8000
         33 | sw   zero, 12(t3)
         35 | sw   s0, 16(t3)
         37 | li   t2, 4
         38 | sw   t2, 20(t3)
         81 | exit                  | issue 5 message 44 sleep 32",
    ]);
}

/// SEND issues in 42, so that the words are copied in 45 and 47: the store in 45 is in the block, that in 46 is not, that in 47 is.
#[test]
fn a_copy_reads_what_stores_have_written_up_to_its_cycle() {
    cores(&[
        "34 | lui  t3, 0xa8000
         35 | li   t2, 1
         36 | sw   t2, 0(t3)
         38 | sw   s0, 4(t3)
         40 | li   t2, 8
         41 | li   t1, 5
         42 | sw   t2, 8(t3)
         44 | nop
         45 | sw   t1, 0(s0)
         46 | sw   t2, 0(s0)
         47 | sw   t1, 4(s0)
         48 | sw   t2, 4(s0)
         49 | exit",
        "32 | lui  t3, 0xa8000
         33 | sw   zero, 12(t3)
         35 | sw   s0, 16(t3)
         37 | li   t2, 8
         38 | sw   t2, 20(t3)
         87 | lw   t0, 0(s0)
         88 | lw   t1, 4(s0)
         89 | li   t2, 5
         90 | bne  t0, t2, @wrong
         91 | bne  t1, t2, @wrong
         92 | exit
         @wrong:
         -  | nop",
    ]);
}

/// SEND acts in 42, and its words are copied up to 46; the next one acts then, SENT when its word is copied, too.
#[test]
fn a_second_block_waits_for_the_copy_of_the_first() {
    cores(&[
        "34 | lui  t3, 0xa8000
         35 | li   t2, 1
         36 | sw   t2, 0(t3)
         38 | sw   s0, 4(t3)
         40 | li   t2, 8
         41 | sw   t2, 8(t3)
         43 | sw   t2, 8(t3)
         48 | lw   t0, 0x20(t3)
         53 | exit                  | issue 8 message 11 sleep 34",
        "32 | exit",
    ]);
}

/// The code of programs that only send to task 1, receive from it, or wait.
fn programs(sources: &[&str]) -> Machine {
    let sources: Vec<String> = sources
        .iter()
        .map(|text| format!("li t3, 0xa8000000\n{text}exit\n"))
        .collect();
    let programs = assemble(&sources);
    let mut machine = machine(&row_of_tiles(programs.len()), &programs);
    for core in 0..programs.len() {
        machine.set_register(core, 8, DATA_MEMORY);
    }
    machine
}

#[test]
fn tasks_that_wait_for_each_other_are_a_deadlock() {
    let receive = |task: u32| {
        format!("li t2, {task}\nsw t2, 12(t3)\nsw s0, 16(t3)\nli t2, 4\nsw t2, 20(t3)\n")
    };
    for engine in [Engine::Step, Engine::Fast] {
        let mut machine = programs(&[&receive(1), &receive(0)]);
        let outcome = machine.run(engine, Cycle(1000), &mut ExitOnly);
        assert_eq!(outcome, Outcome::Deadlock);
        let block = |number, core| {
            Some(Wait::Block {
                from: Some(Task {
                    number,
                    core: Some(core),
                }),
            })
        };
        assert_eq!(
            (machine.waiting(0), machine.waiting(1)),
            (block(1, 1), block(0, 0))
        );
    }
}

/// Three blocks of 256 bytes and no receiver: two fill the input buffer, the third stays in the output buffer, the fourth finds no room.
#[test]
fn a_block_without_room_names_the_one_that_has_none() {
    let send = "sw t1, 0(t3)\nsw s0, 4(t3)\nsw t2, 8(t3)\n".repeat(4);
    let mut machine = programs(&[
        &format!("li t1, 1\nli t2, 256\n{send}"),
        "lw t0, 0x3c(t3)\nsw zero, 12(t3)\nsw zero, 20(t3)\nsw s0, 12(t3)\n",
    ]);
    let outcome = machine.run(Engine::Fast, Cycle(10_000), &mut ExitOnly);
    assert_eq!(outcome, Outcome::Deadlock);
    let block = RefusedBlock {
        task: 1,
        core: 1,
        bytes: 256,
        room: 0,
    };
    assert_eq!(machine.waiting(0), Some(Wait::Room { block: Some(block) }));
    assert_eq!(machine.mailbox_left(1), [(0, 256), (0, 256)]);
}

/// A core that sends a word to task 1 a few times finds it on core 1 first, then on core 2.
#[test]
fn a_task_moves_while_programs_run() {
    let send = "li t2, 1\nsw t2, 0(t3)\nsw s0, 4(t3)\nli t2, 4\nsw t2, 8(t3)\n";
    let pause = "li t1, 200\n1:\naddi t1, t1, -1\nbnez t1, 1b\n";
    let take = "sw s0, 0x48(t3)\n";
    let mut machine = programs(&[&format!("{send}{pause}{send}"), take, take]);
    let placement = |core: usize, task: u16| TaskPlacement {
        core,
        task,
        table: vec![Some(0), Some(1)],
        memory_base: 0,
        memory_bytes: 4096,
    };
    let change = TableChange {
        at: Cycle(300),
        cores: vec![0],
        task: 1,
        core: 2,
    };
    machine.place_tasks(
        &[placement(0, 0), placement(1, 1), placement(2, 1)],
        &[change],
    );
    assert_eq!(
        machine.run(Engine::Fast, Cycle(10_000), &mut ExitOnly),
        Outcome::Finished
    );
    let received = [1, 2].map(|core| machine.statistics(core).messages.received);
    assert_eq!(received, [1, 1]);
}
