//! The summary of made-up runs, word for word.

use crate::common::record::{self, run};
use weft_report::json::Outcome;
use weft_report::summary::{summary, Style};
use weft_sim::part::core::classes::ClassCycles;
use weft_sim::port::{Align, BarPart, Cell, Column, CoreTable, Highlights, Tally};

#[test]
fn eight_cores() {
    let mut run = run(8, 8);
    run.cores[5].classes = ClassCycles {
        issue: 250_000,
        sleep: 500_000,
        halted: 250_000,
        ..ClassCycles::default()
    };
    insta::assert_snapshot!("eight_cores", summary(&run, Style::Plain));
}

#[test]
fn cores_without_a_program_are_left_out() {
    insta::assert_snapshot!("two_of_eight", summary(&run(8, 2), Style::Plain));
}

#[test]
fn equal_neighbours_among_many_are_one_row() {
    let mut run = run(64, 64);
    run.cores[0].messages_sent = 1_000_000;
    run.cores[7].classes = ClassCycles {
        issue: 1_000_000,
        ..ClassCycles::default()
    };
    insta::assert_snapshot!("sixty_four", summary(&run, Style::Plain));
}

/// A table of core 0 that waits for blocks and for room.
fn tiles() -> CoreTable {
    let column = |name, align| Column { name, align };
    let part = |name, symbol| BarPart {
        name,
        symbol,
        colour: 32,
    };
    let cycles = [930_000, 50_000, 4_000];
    let share = |part| Cell::Share {
        part,
        whole: 984_000,
    };
    let cells = [Cell::Text("1,0".to_owned()), Cell::Bar(cycles.to_vec())];
    CoreTable {
        columns: vec![
            column("at", Align::Left),
            column("balance in %", Align::Left),
            column("busy", Align::Right),
            column("block", Align::Right),
            column("room", Align::Right),
        ],
        rows: vec![(0, cells.into_iter().chain(cycles.map(share)).collect())],
        legend: vec![
            part("busy", "█"),
            part("waits for a block", "░"),
            part("for room", "▒"),
        ],
        highlights: Some(Highlights {
            title: "busiest links",
            parts: vec![
                ("core 0 to router 1,0".to_owned(), 180_000),
                ("router 1,0 to memory".to_owned(), 5_000),
            ],
            whole: 1_000_000,
        }),
    }
}

#[test]
fn parts_of_the_chip_have_tables_and_tallies_of_their_own() {
    let mut run = run(2, 1);
    run.tables = vec![tiles()];
    run.tallies = vec![Tally {
        title: "PC",
        counts: vec![(1_234, "words to the chip"), (1_000_000, "from it")],
    }];
    insta::assert_snapshot!("tiles", summary(&run, Style::Plain));
}

#[test]
fn cores_of_a_task_graph_are_known_by_their_tasks() {
    let mut run = run(3, 3);
    for (core, task) in run
        .cores
        .iter_mut()
        .zip(["huffman.0", "idct.0", "idct.0 (spare)"])
    {
        core.task = Some(task.to_string());
    }
    run.cores[1].exit_status = Some(2);
    let text = summary(&run, Style::Plain);
    let rows = text
        .lines()
        .filter(|line| line.contains("huffman.0") || line.contains("idct.0 (spare)"));
    assert_eq!(rows.count(), 4, "{text}");
    assert!(
        text.contains("task idct.0 (core 1) exited with status 2"),
        "{text}"
    );
    assert!(
        text.lines().all(|line| line.chars().count() <= 100),
        "{text}"
    );
}

#[test]
fn failures_and_messages_left_are_told() {
    let mut run = run(2, 2);
    run.outcome = Outcome::Interrupted;
    run.cores[1].exit_status = Some(3);
    run.cores[0].unreceived = record::unreceived();
    run.cores[1].unreceived_words = vec![0, 0];
    let text = summary(&run, Style::Plain);
    let notes: Vec<&str> = text
        .lines()
        .skip_while(|line| !line.contains("exited"))
        .collect();
    assert_eq!(
        notes,
        [
            "rank 1 (core 1) exited with status 3",
            "warning: rank 0 (core 0) did not receive a message (4 B) from rank 0 (core 0)",
            "warning: rank 0 (core 0) did not receive 2 messages (128 B) from rank 1 (core 1)",
            "warning: rank 1 (core 1) did not receive 2 single-word messages from rank 0 (core 0)",
        ]
    );
    assert!(
        text.starts_with("asip8: interrupted after 1,000,000 cycles, 5.00 ms at 200 MHz\n"),
        "{text}"
    );
}

#[test]
fn colours_change_nothing_but_colours() {
    let run = run(8, 8);
    let coloured = summary(&run, Style::Coloured);
    assert!(coloured.contains("\x1b[32m█"));
    let mut plain = String::new();
    for piece in coloured.split("\x1b[") {
        plain += match piece.split_once('m') {
            Some((code, text)) if code.parse::<u8>().is_ok() => text,
            _ => piece,
        };
    }
    assert_eq!(plain, summary(&run, Style::Plain));
}

#[test]
fn large_figures_and_long_names_fit_the_line() {
    let mut run = run(64, 64);
    for (number, core) in run.cores.iter_mut().enumerate() {
        let classes = &mut core.classes;
        [
            &mut classes.issue,
            &mut classes.hazard,
            &mut classes.bus,
            &mut classes.message,
            &mut classes.sync,
        ]
        .into_iter()
        .for_each(|cycles| *cycles = 1 << 55);
        core.instructions = u64::MAX / 64 - number as u64 * 1_000_000_000_000_000;
        (core.messages_sent, core.bytes_sent) = (999_499_999_999, 999 << 40);
        (core.messages_received, core.bytes_received) = (999_499_999_999, 999 << 40);
        core.hottest[0].function =
            "a_function_with_a_name_that_is_much_too_long_for_any_table".to_owned();
    }
    let text = summary(&run, Style::Plain);
    let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
    assert!(widest <= 100, "{widest} columns:\n{text}");
}

#[test]
fn a_run_interrupted_before_its_first_cycle_is_summarized() {
    let mut run = run(1, 1);
    (run.cycles, run.instructions, run.seconds, run.mips) = (0, 0, 0.0, 0.0);
    run.cores[0].classes = ClassCycles::default();
    run.hottest.clear();
    run.cores[0].hottest.clear();
    insta::assert_snapshot!("no_cycles", summary(&run, Style::Plain));
}

#[test]
fn the_compiler_is_named_if_there_was_one() {
    let mut run = run(2, 2);
    let compiled = summary(&run, Style::Plain);
    assert!(compiled.ends_with("\ncompiled by riscv64-unknown-elf-gcc 12.2.0\n"));
    run.compiler = None;
    assert!(!summary(&run, Style::Plain).contains("compiled by"));
}
