//! Tables of the cycles in which instructions issue, and their comparison with the machine.
//!
//! A row is `cycles | instruction`, or `cycles | instruction | classes`. The cycles are those in which the instruction issues,
//! `-` if it never does; a row that stands for several instructions gives those of the first. The classes are the core's
//! totals of the cycles before the (last) one of the row. A line without `|` is for the assembler alone.
//!
//! The registers at the start, so that tables need no preparation:
//! s0 data memory, s1 shared memory, s2 `mtimecmp`, s3 a place in the program memory, s4 the synchronization controller's
//! node, tp the core's own node; where the chip has devices, s5 the interrupt controller, s6 the mailbox, s7 the DMA controller, s8 the
//! test-and-set registers, s9 the software interrupts, s10 and s11 the data memories of cores 0
//! and 1 on the bus.

use super::assembler::{assemble, Code};
use super::chip::{
    machine, platform, ExitOnly, DATA_MEMORY, DMA, INTERRUPT_CONTROLLER, MAILBOX, SHARED_MEMORY,
    SOFTWARE_INTERRUPT, TEST_AND_SET, WINDOW,
};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use weft_sim::part::core::classes::ClassCycles;
use weft_sim::platform::Platform;
use weft_sim::{Cycle, Engine, Machine, Outcome};

/// Longer than any table runs.
const LIMIT: u64 = 3000;
/// Where s3 points.
const PROGRAM_DATA: u32 = 0x1000;

/// Holds one core against its table.
pub fn one_core(table: &str) {
    cores(&[table]);
}

/// Holds each core against its table.
pub fn cores(tables: &[&str]) {
    cores_of(&platform(tables.len()), tables);
}

/// Holds each core of a platform against its table, in both engines.
pub fn cores_of(platform: &Platform, tables: &[&str]) {
    let tables: Vec<Vec<Line>> = tables
        .iter()
        .map(|table| table.lines().map(Line::read).collect())
        .collect();
    let sources: Vec<String> = tables.iter().map(|lines| source(lines)).collect();
    let programs = assemble(&sources);
    for engine in [Engine::Step, Engine::Fast] {
        let traces = trace(engine, &mut prepared(platform, &programs));
        let pages = tables
            .iter()
            .zip(&programs)
            .zip(&traces)
            .map(|((lines, code), trace)| page(lines, code, trace));
        let (pages, right): (Vec<String>, Vec<bool>) = pages.unzip();
        assert!(
            right.iter().all(|right| *right),
            "{engine:?}: expected | got\n{}",
            pages.join("\n")
        );
    }
}

/// One line of a table.
struct Line {
    /// `None` for a line that is for the assembler alone.
    cycles: Option<Vec<u64>>,
    text: String,
    classes: Option<String>,
}

impl Line {
    fn read(line: &str) -> Line {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let (cycles, text) = match columns[..] {
            [text] => (None, text),
            [cycles, text] | [cycles, text, _] => (Some(cycles), text),
            _ => panic!("more than three columns: {line}"),
        };
        let number = |text: &str| {
            text.parse()
                .unwrap_or_else(|_| panic!("not a cycle: {line}"))
        };
        let cycles = cycles.map(|list| {
            list.split_whitespace()
                .filter(|cycle| *cycle != "-")
                .map(number)
                .collect()
        });
        Line {
            cycles,
            text: text.to_string(),
            classes: columns.get(2).map(ToString::to_string),
        }
    }
}

/// The assembly of a table, with a label for each row.
fn source(lines: &[Line]) -> String {
    let labelled = |(number, line): (usize, &Line)| match line.cycles {
        Some(_) => format!("@row{number}:\n{}\n", line.text),
        None => format!("{}\n", line.text),
    };
    lines.iter().enumerate().map(labelled).collect()
}

fn prepared(platform: &Platform, programs: &[Code]) -> Machine {
    let mut machine = machine(platform, programs);
    for core in 0..programs.len() {
        let values = [
            DATA_MEMORY,
            SHARED_MEMORY,
            platform.cores.mtimecmp(),
            PROGRAM_DATA,
            platform.sync_node() as u32,
            core as u32,
            INTERRUPT_CONTROLLER,
            MAILBOX,
            DMA,
            TEST_AND_SET,
            SOFTWARE_INTERRUPT,
            WINDOW,
            WINDOW + 0x1_0000,
        ];
        let registers = [8, 9, 18, 19, 20, 4, 21, 22, 23, 24, 25, 26, 27];
        for (register, value) in registers.into_iter().zip(values) {
            machine.set_register(core, register, value);
        }
    }
    machine
}

/// What one core did.
#[derive(Default)]
struct Trace {
    /// The cycles in which the instruction at an address issued.
    issues: HashMap<u32, Vec<u64>>,
    /// The classes before each cycle.
    classes: Vec<ClassCycles>,
}

/// Runs to the end, looking after each cycle.
fn trace(engine: Engine, machine: &mut Machine) -> Vec<Trace> {
    let mut traces: Vec<Trace> = (0..machine.core_count())
        .map(|_| Trace::default())
        .collect();
    let mut executed: Vec<BTreeMap<u32, u64>> = vec![BTreeMap::new(); traces.len()];
    for cycle in 0..LIMIT {
        for (core, trace) in traces.iter_mut().enumerate() {
            trace.classes.push(machine.statistics(core).classes);
        }
        let outcome = machine.run(engine, Cycle(cycle + 1), &mut ExitOnly);
        for (core, trace) in traces.iter_mut().enumerate() {
            let now: BTreeMap<u32, u64> = machine
                .core(core)
                .profile()
                .iter()
                .map(|entry| (entry.pc, entry.executed))
                .collect();
            for (pc, _) in now
                .iter()
                .filter(|(pc, count)| executed[core].get(pc) != Some(count))
            {
                trace.issues.entry(*pc).or_default().push(cycle);
            }
            executed[core] = now;
        }
        if outcome != Outcome::Reached {
            // After a fault the cycles of the rows show what went wrong.
            return traces;
        }
    }
    panic!("not at rest after {LIMIT} cycles");
}

/// A table with what was measured, and whether they agree.
fn page(lines: &[Line], code: &Code, trace: &Trace) -> (String, bool) {
    let (mut page, mut right) = (String::new(), true);
    for (number, line) in lines.iter().enumerate() {
        let Some(expected) = &line.cycles else {
            continue;
        };
        let address = code.labels[&format!("row{number}")];
        let got = trace.issues.get(&address).cloned().unwrap_or_default();
        let classes = got
            .last()
            .map(|last| described(&trace.classes[*last as usize]))
            .unwrap_or_default();
        let wanted = line.classes.as_ref().unwrap_or(&classes);
        let mark = if *expected == got && *wanted == classes {
            ' '
        } else {
            '!'
        };
        right &= mark == ' ';
        let columns = [list(expected), list(&got)];
        writeln!(
            page,
            "{mark} {:>12} | {:>12} | {:36} | {wanted} | {classes}",
            columns[0], columns[1], line.text
        )
        .expect("a string");
    }
    (page, right)
}

fn list(cycles: &[u64]) -> String {
    match cycles {
        [] => "-".to_string(),
        _ => cycles
            .iter()
            .map(u64::to_string)
            .collect::<Vec<_>>()
            .join(" "),
    }
}

/// The classes that are not zero, as tables write them.
fn described(classes: &ClassCycles) -> String {
    let ClassCycles {
        issue,
        hazard,
        bus,
        message,
        sync,
        sleep,
        halted,
    } = *classes;
    let named = [
        ("issue", issue),
        ("hazard", hazard),
        ("bus", bus),
        ("message", message),
        ("sync", sync),
        ("sleep", sleep),
        ("halted", halted),
    ];
    let present = named.iter().filter(|(_, cycles)| *cycles > 0);
    present
        .map(|(name, cycles)| format!("{name} {cycles}"))
        .collect::<Vec<_>>()
        .join(" ")
}
