//! The choice of strategies in the library (`strategy.h`) against that of `weft tune`: the same on random sets of tasks, on this machine and on
//! the GPP of a chip, where its cycles are counted.

use std::fmt::Write;
use std::path::Path;

use weft_tests::command::Folder;
use weft_tune::scenario::{Constants, Kind, Platform};
use weft_tune::units::{Bytes, CopyTime, Nanoseconds, PerMillion};
use weft_tune::{Plan, Scenario};

const RANDOM_SETS: usize = 2_000;
const RANDOM_SETS_ON_A_CHIP: usize = 60;
/// The most tasks that the library holds.
const MOST: usize = 8;
/// What replanning them may take on the chip.
const MOST_CYCLES: u64 = 50_000;
/// Ticks of the timer, of davinci's clock, in a cycle of its GPP.
const TICKS: u64 = 2;

const US: u64 = 1_000;
const MS: u64 = 1_000_000;

/// What the program says of a set.
#[derive(Debug, Default)]
struct Planned {
    load: i64,
    /// Ticks of the replanning, and of starting all tasks before it.
    ticks: u64,
    started: u64,
    /// Load, DSP and memory of each task's choice.
    choices: Vec<[u64; 3]>,
}

fn platform(internal: u64, dsp_limit: u64) -> Platform {
    Platform {
        constants: Constants {
            request: Nanoseconds(669 * US),
            interrupt: Nanoseconds(76_300),
            poll: Nanoseconds(2_300),
            external: CopyTime(121_255),
            internal: CopyTime(7_275),
            dsp_request: Nanoseconds(75 * US),
            timer: Nanoseconds(3_100),
        },
        dsps: 1,
        internal: Bytes(internal),
        dsp_limit: PerMillion(dsp_limit),
    }
}

fn random_kind(random: &mut fastrand::Rng) -> Kind {
    let period = random.u64(2_000..30_000) * US;
    let pollings = random.usize(0..=3);
    let polling = std::iter::repeat_with(|| random.u64(1..=2 * period / MS + 1) * MS);
    let polling = polling.take(pollings).map(Nanoseconds).collect();
    Kind {
        name: String::new(),
        count: 1,
        most: 1,
        period: Nanoseconds(period),
        input: Bytes(random.u64(1..5_000)),
        output: Bytes(random.u64(1..5_000)),
        deadline: Nanoseconds(period * random.u64(1..8)),
        work: Nanoseconds(random.u64(1..period / 10)),
        polling,
        blocks: if random.bool() { vec![1] } else { vec![1, 2] },
    }
}

fn random_sets(count: usize, platform: &Platform) -> Vec<Scenario> {
    let mut random = fastrand::Rng::with_seed(8);
    let mut set = || Scenario {
        name: String::new(),
        summary: String::new(),
        platform: platform.clone(),
        kinds: (0..random.usize(1..=MOST))
            .map(|_| random_kind(&mut random))
            .collect(),
    };
    (0..count).map(|_| set()).collect()
}

/// Four audio and four video sessions of a media gateway: `tune/gateway.toml`.
fn gateway(platform: &Platform) -> Scenario {
    let audio = Kind {
        name: "audio".to_string(),
        count: 1,
        most: 1,
        period: Nanoseconds(20 * MS),
        input: Bytes(320),
        output: Bytes(160),
        deadline: Nanoseconds(40 * MS),
        work: Nanoseconds(MS),
        blocks: vec![1],
        polling: vec![Nanoseconds(20 * MS)],
    };
    let video = Kind {
        name: "video".to_string(),
        period: Nanoseconds(4_166_667),
        input: Bytes(6_144),
        output: Bytes(6_144),
        deadline: Nanoseconds(20 * MS),
        work: Nanoseconds(500 * US),
        polling: [2_500, 5_000, 10_000, 15_000, 20_000]
            .map(|time| Nanoseconds(time * US))
            .to_vec(),
        ..audio.clone()
    };
    Scenario {
        name: "gateway".to_string(),
        summary: String::new(),
        platform: platform.clone(),
        kinds: [vec![audio; 4], vec![video; 4]].concat(),
    }
}

/// The numbers that the program reads.
fn written(platform: &Platform, sets: &[Scenario]) -> String {
    let constants = &platform.constants;
    let mut text = format!(
        "{} {} {} {} {} {} {} {} {}\n",
        constants.request.0,
        constants.interrupt.0,
        constants.poll.0,
        constants.external.0,
        constants.internal.0,
        constants.dsp_request.0,
        platform.internal.0,
        platform.dsp_limit.0,
        constants.timer.0
    );
    for set in sets {
        let _ = writeln!(text, "{}", set.kinds.len());
        for kind in &set.kinds {
            let times = [
                kind.period.0,
                kind.input.0,
                kind.output.0,
                kind.deadline.0,
                kind.work.0,
            ];
            let counts = [kind.blocks.len() as u64, kind.polling.len() as u64];
            let blocks = kind.blocks.iter().map(|blocks| u64::from(*blocks));
            let polling = kind.polling.iter().map(|polling| polling.0);
            let numbers = times.into_iter().chain(counts).chain(blocks).chain(polling);
            let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
            let _ = writeln!(text, "{}", numbers.join(" "));
        }
    }
    text
}

/// What the program says of each set, run with these options of `weft run`.
fn planned(options: &str, platform: &Platform, sets: &[Scenario]) -> Vec<Planned> {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("strategy/replan.c");
    let folder = Folder::with("sets.txt", written(platform, sets));
    let run = format!("run -q {options} -n 1 {} -- sets.txt", program.display());
    let ended = folder.weft(&run);
    let output = ended.exits(0).stdout;
    let mut all: Vec<Planned> = Vec::new();
    let mut started = 0;
    for line in output.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |place: usize| words[place].parse::<i64>().expect("a number");
        match words[0] {
            "started" => started = number(1) as u64,
            "load" => all.push(Planned {
                load: number(1),
                ticks: number(3) as u64,
                started,
                choices: Vec::new(),
            }),
            "choice" => {
                let last = all.last_mut().expect("a load comes first");
                last.choices
                    .push([1, 2, 3].map(|place| number(place) as u64));
            }
            _ => {}
        }
    }
    all
}

/// The program and `weft tune` choose equally well; what the program chose keeps within the limits.
fn agree(platform: &Platform, sets: &[Scenario], planned: &[Planned]) {
    assert_eq!(sets.len(), planned.len());
    let mut possible = 0;
    for (number, (set, found)) in sets.iter().zip(planned).enumerate() {
        let kinds = set.kinds.iter();
        let can_be_served = |kind: &&Kind| weft_tune::limit::of_kind(kind, set).is_none();
        let kinds: Vec<Kind> = kinds.filter(can_be_served).cloned().collect();
        let best = Plan::best(&Scenario {
            kinds,
            ..set.clone()
        });
        let Ok(best) = best else {
            assert!(
                found.load < 0,
                "set {number} is impossible, and was planned"
            );
            continue;
        };
        possible += 1;
        assert_eq!(found.load, best.load().0 as i64, "set {number}");
        let sum = |which: usize| {
            found
                .choices
                .iter()
                .map(|choice| choice[which])
                .sum::<u64>()
        };
        assert_eq!(sum(0), best.load().0, "set {number}");
        assert!(
            sum(1) <= platform.dsp_limit.0 && sum(2) <= platform.internal.0,
            "set {number}"
        );
    }
    assert!(
        possible > sets.len() / 4,
        "most sets are impossible, so that little is tested"
    );
}

#[test]
fn the_library_chooses_what_weft_tune_chooses() {
    for (internal, dsp_limit) in [
        (0, 1_000_000),
        (3_000, 1_000_000),
        (12_000, 600_000),
        (100_000, 400_000),
    ] {
        let platform = platform(internal, dsp_limit);
        let sets = random_sets(RANDOM_SETS / 4, &platform);
        let planned = planned(
            "--platform host -D WEFT_STRATEGY_CHOICES=16",
            &platform,
            &sets,
        );
        agree(&platform, &sets, &planned);
    }
}

#[test]
fn on_a_chip_it_chooses_the_same_in_time() {
    let platform = platform(32_768, 1_000_000);
    let mut sets = random_sets(RANDOM_SETS_ON_A_CHIP, &platform);
    sets.push(gateway(&platform));
    let planned = planned(
        "--platform davinci -D WEFT_STRATEGY_CHOICES=16",
        &platform,
        &sets,
    );
    agree(&platform, &sets, &planned);
    let gateway = planned.last().expect("there are sets");
    let mut cycles: Vec<u64> = planned
        .iter()
        .map(|planned| planned.ticks / TICKS)
        .collect();
    cycles.sort_unstable();
    let (median, slowest) = (cycles[cycles.len() / 2], cycles[cycles.len() - 1]);
    println!(
        "replanned in {median} cycles (median), {slowest} (worst), {} (gateway, which started in {})",
        gateway.ticks / TICKS,
        gateway.started / TICKS
    );
    assert!((1..=MOST_CYCLES).contains(&slowest), "{slowest} cycles");
}
