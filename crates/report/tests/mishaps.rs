//! Faults and deadlocks of a program on the simulated chip (`data/mishaps.c`), told word for word.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use weft_report::deadlock::Scene;
use weft_report::program::Program;
use weft_report::symbols::SourceFolders;
use weft_report::workload::{LoadedProgram, Workload};
use weft_report::{fault, record, Circumstances};
use weft_sim::elf::Image;
use weft_sim::platform::Platform;
use weft_sim::semihosting::{Call, Host, Memory, Reply, SemihostingError};
use weft_sim::{Cycle, Engine, Machine, Outcome};

const MISHAPS: &[u8] = include_bytes!("data/mishaps.elf");

/// More cycles than any of the programs runs.
const LONG: Cycle = Cycle(100_000);

/// A host for programs that make no host calls.
struct NoHost;

impl Host for NoHost {
    fn semihosting(&mut self, _: Call, _: &mut dyn Memory) -> Result<Reply, SemihostingError> {
        Ok(Reply::Value(0))
    }

    fn console(&mut self, _: usize, _: u8) {}
}

/// A chip whose cores run the program, each with its own mishap.
struct Chip {
    platform: Platform,
    workload: Workload,
    machine: Machine,
}

impl Chip {
    /// Two cores; a core without a mishap has no program.
    fn new(mishaps: [Option<u32>; 2]) -> Chip {
        let text =
            include_str!("../../../platforms/asip8.toml").replace("count = 8 ", "count = 2 ");
        let platform =
            Platform::parse(Path::new("two.toml"), &text).expect("a platform of two cores");
        let image = Arc::new(Image::parse("mishaps.elf", MISHAPS).expect("a checked-in ELF file"));
        let images = mishaps.map(|mishap| mishap.map(|_| Arc::clone(&image)));
        let mut machine = Machine::new(&platform, &images);
        for (core, mishap) in mishaps.into_iter().enumerate() {
            let Some(mishap) = mishap else { continue };
            let mut set = |variable: &str, value: u32| {
                let address = image
                    .symbol(variable)
                    .expect("a variable of mishaps.c")
                    .address;
                machine
                    .write_memory(core, address, &value.to_le_bytes())
                    .expect("data memory");
            };
            set("mishap", mishap);
            set("other_rank", 1 - core as u32);
        }
        Chip {
            platform,
            workload: workload(mishaps),
            machine,
        }
    }

    fn about(&self, engine: &'static str) -> Circumstances<'_> {
        Circumstances {
            platform: &self.platform,
            workload: &self.workload,
            compiler: None,
            engine,
            reports: Vec::new(),
            outcome: weft_report::json::Outcome::Deadlock,
            seconds: 0.0,
        }
    }

    fn run(&mut self) -> Outcome {
        self.machine.run(Engine::Fast, LONG, &mut NoHost)
    }
}

fn workload(mishaps: [Option<u32>; 2]) -> Workload {
    let folders = SourceFolders {
        current: "/home/user/project".into(),
        library: None,
    };
    let cores: Vec<usize> = (0..2).filter(|&core| mishaps[core].is_some()).collect();
    let program = Program::read(MISHAPS, folders).expect("a checked-in ELF file");
    let loaded = LoadedProgram {
        cores: cores.clone(),
        path: "mishaps.elf".to_owned(),
        sha256: String::new(),
        program,
    };
    Workload {
        programs: vec![loaded],
        core_of_rank: cores,
        task_of_core: BTreeMap::new(),
        flow_of_core: BTreeMap::new(),
    }
}

/// The message about the fault that the program provokes on core 1.
fn fault_of(mishap: u32) -> String {
    let mut chip = Chip::new([None, Some(mishap)]);
    match chip.run() {
        Outcome::Fault(fault) => {
            fault::describe(&fault, &chip.machine, &chip.platform, &chip.workload)
        }
        other => panic!("{other:?} instead of a fault"),
    }
}

/// The report of the deadlock that two cores fall into.
fn deadlock_of(mishaps: [u32; 2]) -> String {
    let mut chip = Chip::new(mishaps.map(Some));
    assert_eq!(chip.run(), Outcome::Deadlock);
    Scene::observe(&chip.machine, &chip.workload).describe()
}

#[test]
fn every_kind_of_fault() {
    let faults: Vec<String> = (0..9).map(fault_of).collect();
    insta::assert_snapshot!("faults", faults.join("\n"));
}

#[test]
fn a_lock_held_by_a_core_that_waits_for_the_one_that_wants_it() {
    insta::assert_snapshot!("lock_and_receive", deadlock_of([9, 10]));
}

#[test]
fn a_core_asleep_with_every_interrupt_disabled() {
    insta::assert_snapshot!("asleep", deadlock_of([11, 11]));
}

#[test]
fn the_cycles_of_an_intrinsic_are_its_callers() {
    let mut chip = Chip::new([Some(9), Some(10)]);
    chip.run();
    let hottest = record(&chip.machine, &chip.about("fast")).cores[1]
        .hottest
        .clone();
    let functions: Vec<&str> = hottest.iter().map(|hot| hot.function.as_str()).collect();
    assert!(functions.contains(&"lock"), "{functions:?}");
    assert!(!functions.contains(&"send_lock_acquire"), "{functions:?}");
}

#[test]
fn the_record_of_a_run_adds_up_and_is_the_same_in_either_engine() {
    let of = |engine, name| {
        let mut chip = Chip::new([Some(9), Some(10)]);
        chip.machine.run(engine, LONG, &mut NoHost);
        record(&chip.machine, &chip.about(name))
    };
    let (fast, mut step) = (of(Engine::Fast, "fast"), of(Engine::Step, "step"));
    for core in &fast.cores {
        assert_eq!(core.classes.total(), fast.cycles);
        let folded: u64 = core.hottest.iter().map(|hot| hot.cycles).sum();
        assert_eq!(
            folded, fast.cycles,
            "{} has five functions at most",
            core.name
        );
    }
    assert_eq!((fast.engine, step.engine), ("fast", "step"));
    step.engine = fast.engine;
    for (fast, step) in fast.cores.iter().zip(&mut step.cores) {
        assert_eq!(step.run_ahead, 0);
        step.run_ahead = fast.run_ahead;
    }
    for record in [&fast, &step] {
        let interpreted = &record.interpreted;
        let stops: u64 = interpreted.stops.values().sum();
        let all = interpreted.first + interpreted.cold + interpreted.bound + interpreted.alone;
        assert_eq!(all + stops + record.translated, record.instructions);
    }
    step.interpreted = fast.interpreted.clone();
    assert_eq!(fast, step);
}
