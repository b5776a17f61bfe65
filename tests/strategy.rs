//! The choice of strategies in the library (`strategy.h`) against that of `weft tune`: the same on random sets of tasks, on this machine and on
//! the GPP of a chip, where its cycles are counted.

use std::fmt::Write;
use std::path::Path;

use weft_tests::command::Folder;
use weft_tune::{
    Bytes, Constants, CopyTime, Kind, Moves, Nanoseconds, PerMillion, Plan, Platform, Scenario,
};

const RANDOM_SETS: usize = 2_000;
/// For each of several DSPs.
const RANDOM_SETS_ON_SEVERAL: usize = 1_500;
/// Small enough to try everything.
const RANDOM_SETS_THAT_STAY: usize = 300;
const FEW: usize = 4;
const RANDOM_SETS_ON_A_CHIP: usize = 60;
/// The most tasks that the library holds.
const MOST: usize = 8;
/// What replanning them may take on the chip.
const MOST_CYCLES: u64 = 50_000;
/// Ticks of the timer, of davinci's clock, in a cycle of its GPP.
const TICKS: u64 = 2;

/// On this machine.
const HOST: &str = "--platform host -D WEFT_STRATEGY_CHOICES=16";

const US: u64 = 1_000;
const MS: u64 = 1_000_000;

/// What the program says of a set.
#[derive(Debug, Default)]
struct Planned {
    load: i64,
    /// Ticks of the replanning, and of starting all tasks before it.
    ticks: u64,
    started: u64,
    /// Load, DSP's load, memory and DSP of each task's choice; none for a task that no choice suits.
    choices: Vec<Option<[u64; 4]>>,
    /// The same after every other task stays where it is, and the last one has stopped.
    again: Option<(i64, Vec<Option<[u64; 4]>>)>,
}

fn platform(dsps: usize, internal: u64, dsp_limit: u64) -> Platform {
    Platform {
        constants: Constants {
            request: Nanoseconds(669 * US),
            interrupt: Nanoseconds(76_300),
            poll: Nanoseconds(2_300),
            external: CopyTime(121_255),
            internal: CopyTime(7_275),
            dsp_request: Nanoseconds(75 * US),
            timer: Nanoseconds(3_100),
            moves: Moves::default(),
        },
        dsps,
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
        output: Bytes(random.u64(1..5_000)).into(),
        deadline: Nanoseconds(period * random.u64(1..8)),
        work: Nanoseconds(random.u64(1..period / 10)).into(),
        polling,
        blocks: if random.bool() { vec![1] } else { vec![1, 2] },
    }
}

fn random_sets(count: usize, most: usize, platform: &Platform) -> Vec<Scenario> {
    let mut random = fastrand::Rng::with_seed(8);
    let mut set = || Scenario {
        name: String::new(),
        summary: String::new(),
        platform: platform.clone(),
        kinds: (0..random.usize(1..=most))
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
        output: Bytes(160).into(),
        deadline: Nanoseconds(40 * MS),
        work: Nanoseconds(MS).into(),
        blocks: vec![1],
        polling: vec![Nanoseconds(20 * MS)],
    };
    let video = Kind {
        name: "video".to_string(),
        period: Nanoseconds(4_166_667),
        input: Bytes(6_144),
        output: Bytes(6_144).into(),
        deadline: Nanoseconds(20 * MS),
        work: Nanoseconds(500 * US).into(),
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
        "{} {} {} {} {} {} {} {} {} {}\n",
        constants.request.0,
        constants.interrupt.0,
        constants.poll.0,
        constants.external.0,
        constants.internal.0,
        constants.dsp_request.0,
        platform.internal.0,
        platform.dsp_limit.0,
        constants.timer.0,
        platform.dsps
    );
    for set in sets {
        let _ = writeln!(text, "{}", set.kinds.len());
        for kind in &set.kinds {
            let times = [
                kind.period.0,
                kind.input.0,
                kind.output.largest().0,
                kind.deadline.0,
                kind.work.largest().0,
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
                ..Planned::default()
            }),
            "again" => last(&mut all).again = Some((number(1), Vec::new())),
            "choice" => last(&mut all).add(Some([1, 2, 3, 4].map(|place| number(place) as u64))),
            "none" => last(&mut all).add(None),
            _ => {}
        }
    }
    all
}

fn last(all: &mut [Planned]) -> &mut Planned {
    all.last_mut().expect("a load comes first")
}

impl Planned {
    fn add(&mut self, choice: Option<[u64; 4]>) {
        match &mut self.again {
            Some((_, choices)) => choices.push(choice),
            None => self.choices.push(choice),
        }
    }
}

/// The load of these choices, which keep within the limits of each DSP.
#[track_caller]
fn checked_load(choices: &[Option<[u64; 4]>], platform: &Platform, set: usize) -> i64 {
    let chosen = || choices.iter().flatten();
    for dsp in 0..platform.dsps as u64 {
        let there = || chosen().filter(|choice| choice[3] == dsp);
        let used = [1, 2].map(|which| there().map(|choice| choice[which]).sum::<u64>());
        assert!(used[0] <= platform.dsp_limit.0, "set {set}");
        assert!(used[1] <= platform.internal.0, "set {set}");
    }
    assert!(chosen().all(|choice| choice[3] < platform.dsps as u64));
    chosen().map(|choice| choice[0]).sum::<u64>() as i64
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
        assert_eq!(best.bound, best.load(), "set {number} is not proved");
        let load = checked_load(&found.choices, platform, number);
        assert_eq!(load, found.load, "set {number}");
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
        let platform = platform(1, internal, dsp_limit);
        let sets = random_sets(RANDOM_SETS / 4, MOST, &platform);
        agree(&platform, &sets, &planned(HOST, &platform, &sets));
    }
}

#[test]
fn tasks_are_divided_among_dsps_as_weft_tune_divides_them() {
    let limits = [(3_000, 1_000_000), (12_000, 600_000), (32_768, 400_000)];
    for dsps in [2, 3] {
        for (internal, dsp_limit) in limits {
            let platform = platform(dsps, internal, dsp_limit);
            let sets = random_sets(RANDOM_SETS_ON_SEVERAL / limits.len(), 6, &platform);
            agree(&platform, &sets, &planned(HOST, &platform, &sets));
        }
    }
}

/// What a task may choose, and where.
struct Open {
    choices: Vec<[u64; 3]>,
    kept: Option<usize>,
}

/// The least load by trying everything; what each DSP has left is in `left`.
fn least(open: &[Open], left: &mut Vec<[u64; 2]>) -> Option<u64> {
    let Some((task, others)) = open.split_first() else {
        return Some(0);
    };
    let mut found: Option<u64> = None;
    for [load, dsp, memory] in &task.choices {
        for number in 0..left.len() {
            let is_there = task.kept.is_none_or(|kept| kept == number);
            if is_there && left[number][0] >= *dsp && left[number][1] >= *memory {
                left[number] = [left[number][0] - dsp, left[number][1] - memory];
                let rest = least(others, left).map(|rest| rest + load);
                left[number] = [left[number][0] + dsp, left[number][1] + memory];
                found = [found, rest].into_iter().flatten().min();
            }
        }
    }
    found
}

/// What is left to a task that runs on: all its choices, on its DSP if it is one of those that stay.
fn open(kind: &Kind, set: &Scenario, number: usize, before: [u64; 4]) -> Open {
    let all = weft_tune::strategy::strategies(kind, &set.platform.constants).into_iter();
    let possible = all.filter(|one| one.is_possible(kind));
    Open {
        choices: possible
            .map(|one| [one.cost.load.0, one.cost.dsp.0, one.cost.internal.0])
            .collect(),
        kept: (number % 2 == 0).then_some(before[3] as usize),
    }
}

#[test]
fn tasks_that_stay_on_their_dsps_are_served_as_well_as_can_be() {
    let platform = platform(2, 6_000, 500_000);
    let sets = random_sets(RANDOM_SETS_THAT_STAY, FEW, &platform);
    let planned = planned(HOST, &platform, &sets);
    let mut moved = 0;
    for (number, (set, found)) in sets.iter().zip(&planned).enumerate() {
        let Some((load, choices)) = &found.again else {
            continue;
        };
        let running = set.kinds.iter().zip(&found.choices).take(choices.len());
        let running = running.enumerate();
        let open: Vec<Open> = running
            .filter_map(|(task, (kind, before))| before.map(|before| open(kind, set, task, before)))
            .collect();
        let whole = [platform.dsp_limit.0, platform.internal.0];
        let best = least(&open, &mut vec![whole; platform.dsps]);
        assert_eq!(Some(*load as u64), best, "set {number}");
        assert_eq!(checked_load(choices, &platform, number), *load);
        for (task, (before, now)) in found.choices.iter().zip(choices).enumerate() {
            let dsp = |choice: &Option<[u64; 4]>| choice.map(|choice| choice[3]);
            assert!(task % 2 == 1 || dsp(before) == dsp(now), "set {number}");
            moved += usize::from(dsp(before) != dsp(now));
        }
    }
    assert!(moved > 10, "only {moved} tasks have moved");
}

/// Replans random sets and the gateway on the GPP of `chip`: the same as `weft tune`, and the cycles that it takes.
fn replanned_on(chip: &str, platform: &Platform) -> Vec<u64> {
    let mut sets = random_sets(RANDOM_SETS_ON_A_CHIP, MOST, platform);
    sets.push(gateway(platform));
    let options = format!("--platform {chip} -D WEFT_STRATEGY_CHOICES=16");
    let planned = planned(&options, platform, &sets);
    agree(platform, &sets, &planned);
    let gateway = planned.last().expect("there are sets");
    let (replanned, started) = (gateway.ticks / TICKS, gateway.started / TICKS);
    let all = planned.iter().map(|planned| planned.ticks / TICKS);
    let mut cycles: Vec<u64> = all.collect();
    cycles.sort_unstable();
    let (median, slowest) = (cycles[cycles.len() / 2], cycles[cycles.len() - 1]);
    println!("{chip}: replanned in {median} cycles (median), {slowest} (worst), {replanned} (gateway, which started in {started})");
    vec![slowest, replanned]
}

#[test]
fn on_a_chip_it_chooses_the_same_in_time() {
    let one = replanned_on("davinci", &platform(1, 32_768, 1_000_000));
    assert!((1..=MOST_CYCLES).contains(&one[0]), "{one:?} cycles");
    let two = replanned_on("davinci2", &platform(2, 32_768, 1_000_000));
    assert!((1..=MOST_CYCLES).contains(&two[1]), "{two:?} cycles");
}
