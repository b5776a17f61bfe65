//! Tests the example device of `docs/contribute/device.md`: with its file and its line in the list of parts, everything that the page shows works.
//! The page itself is tested: its keys and its program are extracted from it, and its outputs are compared.

use super::{Machine, Outcome};
use crate::elf::Image;
use crate::engine::Engine;
use crate::platform::tests::generate::{compiled, messages};
use crate::platform::tests::{parse, SMALL};
use crate::platform::{c_header, describe, Platform};
use crate::port::Wait;
use crate::semihosting::{Host, LineOutput, Sandbox, SemihostingHost};
use crate::units::Cycle;
use std::sync::Arc;

const PAGE: &str = include_str!("../../../../docs/contribute/device.md");
const FILE: &str = include_str!("../part/countdown.rs");
const LIST: &str = include_str!("../part/mod.rs");

/// Returns the code blocks of the page in a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let opening = format!("```{language}\n");
    let pieces = PAGE.split(&opening).skip(1);
    let texts = pieces.map(|piece| piece.split_once("```").expect("the end of a block").0);
    texts.collect()
}

fn block(language: &str) -> &'static str {
    let [block] = blocks(language)[..] else {
        panic!("the page has one block in {language}");
    };
    block
}

/// Returns the outputs that the page shows: the line of the list, errors, the description, the header, the stall.
fn outputs() -> [&'static str; 5] {
    blocks("text").try_into().expect("five outputs")
}

fn chip(device: &str) -> Platform {
    parse(&format!("{SMALL}{device}")).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the chip, with this program on core 0.
fn machine(test: &str, platform: &Platform, program: &str) -> Machine {
    let (output, image) = compiled(test, platform, program);
    assert!(output.status.success(), "{}", messages(&output));
    let image = Image::parse("program.elf", image).expect("a program");
    Machine::new(platform, &[Some(Arc::new(image))])
}

fn host() -> impl Host {
    let output = LineOutput::new(Vec::new(), Vec::new(), false);
    SemihostingHost::new(output, &b""[..], Sandbox::closed(), 0, String::new())
}

/// Runs to the end; returns the outcome and the number of cycles.
fn end(machine: &mut Machine, engine: Engine) -> (Outcome, Cycle) {
    let outcome = machine.run(engine, Cycle(100_000), &mut host());
    (outcome, machine.now())
}

/// Returns the first cycle in which a signal is 1.
fn first_cycle(machine: &mut Machine, signal: &str) -> Cycle {
    let mut is_one = false;
    while !is_one {
        let outcome = machine.run(Engine::Step, machine.now() + 1, &mut host());
        assert_eq!(outcome, Outcome::Reached, "{signal} was never 1");
        machine.for_each_signal(&mut |name, _, value| {
            is_one |= value == 1 && name.to_string() == signal;
        });
    }
    machine.now()
}

#[test]
fn the_page_shows_the_file_and_the_line() {
    assert_eq!(blocks("rust").join("\n"), FILE);
    let is_code = |line: &&str| !line.trim_start().starts_with("//") && !line.is_empty();
    assert!(FILE.lines().filter(is_code).count() <= 60);
    assert!(LIST.contains(outputs()[0].trim()));
}

#[test]
fn a_wrong_key_is_refused_with_its_place() {
    let complaint = |wrong: &str| {
        let device = block("toml").replace("cycles = 200", wrong);
        let error = parse(&format!("{SMALL}{device}")).expect_err("it is wrong");
        format!("{error}\n")
    };
    let complaints = [complaint("cycle = 200"), complaint("cycles = 2_000_000")];
    assert_eq!(complaints.concat(), outputs()[1]);
}

#[test]
fn it_is_described_and_in_the_header() {
    let platform = chip(block("toml"));
    let (description, header) = (describe(&platform), c_header(&platform));
    assert!(description.contains("of 200 cycles"), "{description}");
    for (text, shown) in [(description, outputs()[2]), (header, outputs()[3])] {
        for line in shown.lines() {
            assert!(text.lines().any(|other| other == line), "{line}\n{text}");
        }
    }
}

#[test]
fn it_counts_its_cycles_and_wakes_the_core() {
    let longer = block("toml").replace("cycles = 200", "cycles = 317");
    let chips = [chip(block("toml")), chip(&longer)];
    let machines = chips.map(|chip| machine("counts", &chip, block("c")));
    let [shorter, longer] = machines
        .clone()
        .map(|mut machine| first_cycle(&mut machine, "countdown.over"));
    assert_eq!(longer - shorter, 117);
    for machine in machines {
        let by_step = end(&mut machine.clone(), Engine::Step);
        assert_eq!(by_step.0, Outcome::Finished);
        assert_eq!(end(&mut machine.clone(), Engine::Fast), by_step);
    }
}

#[test]
fn a_stalled_chip_says_what_the_core_waits_for() {
    let is_kept = |line: &&str| !line.contains("WEFT_COUNTDOWN_START");
    let program: Vec<&str> = block("c").lines().filter(is_kept).collect();
    let mut machine = machine("stalls", &chip(block("toml")), &(program.join("\n") + "\n"));
    assert_eq!(end(&mut machine, Engine::Fast).0, Outcome::Deadlock);
    let Some(Wait::Interrupt { enabled, devices }) = machine.waiting(0) else {
        panic!("core 0 sleeps");
    };
    assert_eq!(enabled, 1 << 11);
    assert!(outputs()[4].contains(&format!("external ({})", devices.join("; "))));
}
