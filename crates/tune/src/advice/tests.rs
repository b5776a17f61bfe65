//! Random sets of tasks: no advice has a late task when it is played, and it is the best of all that could be given.

use super::*;
use crate::{
    strategies, Bus, Bytes, Constants, CopyTime, Kind, Moves, Platform, Served, Shortage, Side,
    NEAR,
};

const US: u64 = 1_000;

pub(crate) const RANDOM_SETS: u64 = 300;
/// Few enough to be tried.
const MOST_WAYS: usize = 1_000;

fn random_kind(random: &mut fastrand::Rng, number: usize) -> Kind {
    let period = random.u64(1_000..30_000) * US;
    let count = random.usize(1..=2);
    let pollings = random.usize(0..=2);
    let polling = std::iter::repeat_with(|| match random.bool() {
        true => period / random.u64(1..=4),
        false => random.u64(500..2 * period / US) * US,
    });
    let polling = polling.take(pollings).map(Nanoseconds).collect();
    let works = random.usize(1..=3);
    let work = std::iter::repeat_with(|| Nanoseconds(random.u64(1..period / 6)));
    let work = work.take(works).collect();
    Kind {
        name: format!("kind{number}"),
        count,
        most: count,
        period: Nanoseconds(period),
        input: Bytes(random.u64(1..5_000)),
        output: Bytes(random.u64(1..5_000)).into(),
        deadline: Nanoseconds(period * random.u64(1..20) / 4),
        work: crate::InTurn::new(work).expect("at least one"),
        polling,
        blocks: if random.bool() { vec![1] } else { vec![1, 2] },
    }
}

/// Of one to four kinds, with a GPP that is slow or quick, and a bus that is short or not.
pub(crate) fn random_scenario(random: &mut fastrand::Rng) -> Scenario {
    let slow = random.u64(1..=10);
    let moves = Moves {
        external: CopyTime(random.u64(10_000..20_000)),
        internal: CopyTime(random.u64(1_000..6_000)),
        bus: Bus {
            external: CopyTime(random.u64(20_000..30_000)),
            internal: CopyTime(random.u64(3_000..6_000)),
            owner: if random.bool() { Side::Gpp } else { Side::Dsp },
        },
    };
    Scenario {
        name: String::new(),
        summary: String::new(),
        platform: Platform {
            constants: Constants {
                request: Nanoseconds(random.u64(1..40) * US * slow),
                interrupt: Nanoseconds(random.u64(1..10) * US * slow),
                poll: Nanoseconds(random.u64(100..2_000)),
                external: CopyTime(15_000 * slow),
                internal: CopyTime(2_000 * slow),
                dsp_request: Nanoseconds(random.u64(1..70) * US),
                timer: Nanoseconds(random.u64(0..2_000)),
                moves: if random.bool() {
                    moves
                } else {
                    Moves::default()
                },
            },
            dsps: random.usize(1..=3),
            internal: Bytes(random.u64(0..30_000)),
            dsp_limit: PerMillion::WHOLE,
        },
        kinds: (0..random.usize(1..=4))
            .map(|number| random_kind(random, number))
            .collect(),
    }
}

/// A choice that keeps each task's deadline alone, on any DSP; none if a task has none.
pub(crate) fn random_plan(random: &mut fastrand::Rng, scenario: &Scenario) -> Option<Plan> {
    let constants = &scenario.platform.constants;
    let served = scenario.tasks().into_iter().map(|task| {
        let kind = &scenario.kinds[task.kind];
        let all = strategies(kind, constants).into_iter();
        let possible: Vec<Strategy> = all.filter(|one| one.is_possible(kind)).collect();
        let strategy = *random.choice(&possible)?;
        let dsp = random.usize(0..scenario.platform.dsps);
        Some(Served {
            task,
            dsp,
            strategy,
        })
    });
    Some(Plan {
        tasks: served.collect::<Option<_>>()?,
        bound: PerMillion(0),
    })
}

#[test]
fn nothing_that_is_advised_is_late_when_it_is_played() {
    let (mut advised, mut changed, mut refused) = (0, 0, 0);
    for seed in 0..RANDOM_SETS {
        let scenario = random_scenario(&mut fastrand::Rng::with_seed(seed));
        let Ok(advice) = Advice::best(&scenario) else {
            continue;
        };
        if advice.fails.is_some() {
            refused += 1;
            continue;
        }
        advised += 1;
        let alone = Plan::best(&scenario).expect("possible");
        changed += u64::from(alone.tasks != advice.plan.tasks);
        let played = schedule::play(&scenario, &advice.plan);
        assert!(advice.load() <= PerMillion::WHOLE, "seed {seed}");
        for (served, longest) in advice.plan.tasks.iter().zip(played.longest) {
            let deadline = scenario.kinds[served.task.kind].deadline;
            assert!(longest <= deadline, "seed {seed}: {longest:?}");
        }
    }
    println!("{advised} sets advised, {changed} unlike the source's plan, {refused} refused");
    assert!(advised >= 200 && changed >= 50 && refused >= 20);
}

/// All ways to serve a scenario's tasks: what each task may have.
fn all_ways(scenario: &Scenario) -> Vec<Vec<(usize, Strategy)>> {
    let constants = &scenario.platform.constants;
    let tasks = scenario.tasks().into_iter();
    let ways = tasks.map(|task| {
        let kind = &scenario.kinds[task.kind];
        let all = strategies(kind, constants).into_iter();
        let possible = all.filter(|one| one.is_possible(kind));
        let placed = |one| (0..scenario.platform.dsps).map(move |dsp| (dsp, one));
        possible.flat_map(placed).collect()
    });
    ways.collect()
}

fn keeps_limits(scenario: &Scenario, plan: &Plan) -> bool {
    let platform = &scenario.platform;
    let has_room =
        |dsp| plan.internal(dsp) <= platform.internal && plan.dsp_load(dsp) <= platform.dsp_limit;
    plan.load() <= PerMillion::WHOLE
        && (0..platform.dsps).all(has_room)
        && response::is_in_time(scenario, plan)
}

/// The least load, and the least time of the fullest DSP of plans with next to no more: by trying everything.
fn exhaustive(scenario: &Scenario, ways: &[Vec<(usize, Strategy)>]) -> Option<(u64, u64)> {
    let tasks = scenario.tasks();
    let count: usize = ways.iter().map(Vec::len).product();
    let mut all = Vec::new();
    for number in 0..count {
        let mut rest = number;
        let served = tasks.iter().zip(ways).map(|(&task, ways)| {
            let (dsp, strategy) = ways[rest % ways.len()];
            rest /= ways.len();
            Served {
                task,
                dsp,
                strategy,
            }
        });
        let plan = Plan {
            tasks: served.collect(),
            bound: PerMillion(0),
        };
        if keeps_limits(scenario, &plan) {
            all.push((plan.load().0, fullest(scenario, &plan)));
        }
    }
    let least = all.iter().map(|(load, _)| *load).min()?;
    let near = all.iter().filter(|(load, _)| *load <= least + NEAR.0);
    Some((least, near.map(|(_, fullest)| *fullest).min()?))
}

fn fullest(scenario: &Scenario, plan: &Plan) -> u64 {
    let dsps = 0..scenario.platform.dsps;
    dsps.map(|dsp| plan.dsp_load(dsp).0).max().unwrap_or(0)
}

#[test]
fn what_is_advised_is_what_trying_everything_finds() {
    let (mut served, mut refused) = (0, 0);
    for seed in 0..RANDOM_SETS {
        let scenario = random_scenario(&mut fastrand::Rng::with_seed(seed));
        let ways = all_ways(&scenario);
        let count = ways.iter().map(Vec::len).product::<usize>();
        if count > MOST_WAYS || scenario.platform.dsps == 1 || ways.len() < 2 {
            continue;
        }
        let Ok(advice) = Advice::best(&scenario) else {
            continue;
        };
        let Some((least, fullest_of_all)) = exhaustive(&scenario, &ways) else {
            assert!(advice.fails.is_some(), "seed {seed}");
            refused += 1;
            continue;
        };
        served += 1;
        assert_eq!(advice.fails, None, "seed {seed}");
        assert_eq!(advice.plan.bound.0, least, "seed {seed}");
        assert!(advice.plan.load().0 <= least + NEAR.0, "seed {seed}");
        // A load of the GPP must be worth ten times as much of the fullest DSP's time, so that much of it may be left.
        let fullest = fullest(&scenario, &advice.plan);
        assert!(
            fullest <= fullest_of_all + 10 * NEAR.0,
            "seed {seed}: {fullest}, not {fullest_of_all}"
        );
    }
    println!("{served} sets served, {refused} refused");
    assert!(served >= 20 && refused >= 2);
}

/// A thousand tasks of ten kinds, with so much time until their deadlines.
fn thousand(deadline: u64) -> Scenario {
    let mut random = fastrand::Rng::with_seed(3);
    let mut scenario = random_scenario(&mut random);
    let constants = &mut scenario.platform.constants;
    (constants.request, constants.interrupt) = (Nanoseconds(US), Nanoseconds(200));
    (constants.external, constants.internal) = (CopyTime(1_000), CopyTime(500));
    constants.dsp_request = Nanoseconds(US);
    constants.moves = Moves::default();
    (scenario.platform.dsps, scenario.platform.internal) = (4, Bytes(100_000));
    let kind = |number: u64| Kind {
        name: format!("kind{number}"),
        count: 100,
        most: 100,
        period: Nanoseconds((50_000 + number * 7_919 % 45_000) * US),
        input: Bytes(64 + number * 13),
        output: Bytes(64 + number * 17).into(),
        deadline: Nanoseconds(deadline * US),
        work: Nanoseconds((20 + number) * US).into(),
        polling: Vec::new(),
        blocks: vec![1],
    };
    scenario.kinds = (0..10).map(kind).collect();
    scenario
}

/// Exact, as the bound says; and proved to be impossible where the DSPs' requests at once exceed what all can wait for.
#[test]
fn a_thousand_tasks_are_served_with_the_least_load_or_refused() {
    for deadline in [100_000, 12_000] {
        let scenario = thousand(deadline);
        let advice = Advice::best(&scenario).expect("possible");
        assert_eq!(advice.fails, None, "{deadline} us");
        assert_eq!(advice.plan.load(), advice.plan.bound, "{deadline} us");
        assert!(fullest(&scenario, &advice.plan) < 250_000, "{deadline} us");
    }
    let advice = Advice::best(&thousand(2_000)).expect("possible alone");
    let fails = advice.fails.expect("too much at once");
    let is_proved = matches!(
        fails,
        Limit::Late {
            searched: Searched::All,
            short: Shortage::Dsp { .. },
            ..
        }
    );
    assert!(is_proved, "{fails}");
}
