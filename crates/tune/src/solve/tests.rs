//! Compares the solver with exhaustive search, and with a solver of mixed-integer linear programs.

use super::*;
use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOutcome, Variable};

const RANDOM_INSTANCES: u64 = 10_000;

fn item(load: u64, memory: u64, dsp: u64) -> Item {
    Item {
        load: PerMillion(load),
        memory: Bytes(memory),
        dsp: PerMillion(dsp),
        demand: Demand::NONE,
    }
}

fn one_bin(memory: u64) -> Bins {
    Bins {
        count: 1,
        memory: Bytes(memory),
        dsp: PerMillion::WHOLE,
    }
}

fn found(classes: &[Vec<Item>], bins: &Bins) -> Option<u64> {
    match minimize(classes, bins) {
        Outcome::Found(selection) => {
            check(classes, bins, &selection);
            assert_eq!(selection.bound, selection.load, "not proved");
            Some(selection.load.0)
        }
        Outcome::Impossible => None,
        Outcome::Unknown => panic!("given up"),
    }
}

/// A selection keeps within the limits of each DSP, and has the load that it says.
fn check(classes: &[Vec<Item>], bins: &Bins, selection: &Selection) {
    let chosen = classes.iter().zip(&selection.places);
    let chosen: Vec<(Item, usize)> = chosen
        .map(|(class, place)| (class[place.item], place.dsp))
        .collect();
    for dsp in 0..bins.count {
        let here = chosen.iter().filter(|(_, place)| *place == dsp);
        let memory: Bytes = here.clone().map(|(item, _)| item.memory).sum();
        let time: PerMillion = here.map(|(item, _)| item.dsp).sum();
        assert!(memory <= bins.memory && time <= bins.dsp);
    }
    let load: PerMillion = chosen.iter().map(|(item, _)| item.load).sum();
    assert_eq!((load, chosen.len()), (selection.load, classes.len()));
}

/// The least load, by trying every place of every class.
fn exhaustive(classes: &[Vec<Item>], bins: &Bins) -> Option<u64> {
    fn go(classes: &[Vec<Item>], bins: &Bins, used: &mut [(u64, u64)]) -> Option<u64> {
        let Some((class, rest)) = classes.split_first() else {
            return Some(0);
        };
        let mut best = None;
        for item in class {
            for dsp in 0..used.len() {
                let before = used[dsp];
                used[dsp] = (before.0 + item.memory.0, before.1 + item.dsp.0);
                if used[dsp].0 <= bins.memory.0 && used[dsp].1 <= bins.dsp.0 {
                    let load = go(rest, bins, used).map(|load| load + item.load.0);
                    best = [best, load].into_iter().flatten().min();
                }
                used[dsp] = before;
            }
        }
        best
    }
    go(classes, bins, &mut vec![(0, 0); bins.count])
}

/// Classes of all sorts: few and many values, so that ties and dominated items occur.
fn random_classes(random: &mut fastrand::Rng, tasks: usize, items: usize) -> Vec<Vec<Item>> {
    let (loads, sizes) = (random.u64(2..100_000), random.u64(1..5_000));
    let class = |random: &mut fastrand::Rng| {
        let count = random.usize(1..=items);
        let item = |_| {
            item(
                random.u64(0..loads),
                random.u64(0..=sizes),
                random.u64(0..200_000),
            )
        };
        (0..count).map(item).collect()
    };
    let mut classes: Vec<Vec<Item>> = (0..tasks).map(|_| class(random)).collect();
    if tasks > 1 && random.bool() {
        classes[1] = classes[0].clone();
    }
    classes
}

fn random_bins(random: &mut fastrand::Rng, classes: &[Vec<Item>], count: usize) -> Bins {
    let largest = |class: &Vec<Item>| class.iter().map(|item| item.memory.0).max();
    let all: u64 = classes.iter().filter_map(largest).sum();
    Bins {
        count,
        memory: Bytes(random.u64(0..=all / count as u64 + 1)),
        dsp: PerMillion(random.u64(100_000..=1_000_000)),
    }
}

#[test]
fn one_dsp_is_served_as_trying_everything_says() {
    for seed in 0..RANDOM_INSTANCES {
        let mut random = fastrand::Rng::with_seed(seed);
        let tasks = random.usize(1..=6);
        let classes = random_classes(&mut random, tasks, 5);
        let bins = random_bins(&mut random, &classes, 1);
        assert_eq!(
            found(&classes, &bins),
            exhaustive(&classes, &bins),
            "seed {seed}"
        );
    }
}

#[test]
fn several_dsps_are_served_as_trying_everything_says() {
    for seed in 0..RANDOM_INSTANCES / 10 {
        let mut random = fastrand::Rng::with_seed(seed);
        let (tasks, count) = (random.usize(1..=4), random.usize(2..=3));
        let classes = random_classes(&mut random, tasks, 4);
        let bins = random_bins(&mut random, &classes, count);
        assert_eq!(
            found(&classes, &bins),
            exhaustive(&classes, &bins),
            "seed {seed}"
        );
    }
}

/// The least load, as a mixed-integer linear program: a variable of 0 or 1 for every item on every DSP.
fn witness(classes: &[Vec<Item>], bins: &Bins) -> f64 {
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let mut memory: Vec<Vec<(Variable, f64)>> = vec![Vec::new(); bins.count];
    let mut time = memory.clone();
    for class in classes {
        let mut one = Vec::new();
        for item in class {
            for dsp in 0..bins.count {
                let chosen = problem.add_binary_var(item.load.0 as f64);
                one.push((chosen, 1.0));
                memory[dsp].push((chosen, item.memory.0 as f64));
                time[dsp].push((chosen, item.dsp.0 as f64));
            }
        }
        problem.add_constraint(one, ComparisonOp::Eq, 1.0);
    }
    for dsp in 0..bins.count {
        problem.add_constraint(&memory[dsp], ComparisonOp::Le, bins.memory.0 as f64);
        problem.add_constraint(&time[dsp], ComparisonOp::Le, bins.dsp.0 as f64);
    }
    match problem.solve().expect("there is a solution") {
        SolveOutcome::Solution(solution) => solution.objective(),
        SolveOutcome::Interrupted(_) => panic!("no limit was set"),
    }
}

/// Tasks like those of a media gateway, a given number of each of a few kinds, and memory for a part of them.
fn gateway(random: &mut fastrand::Rng, tasks: usize, items: usize) -> (Vec<Vec<Item>>, u64) {
    let kind = |random: &mut fastrand::Rng| -> Vec<Item> {
        let (load, size) = (random.u64(100..20_000), random.u64(16..8_000));
        let larger = |step: u64| item(load / step + random.u64(0..50), size * (step - 1), 300);
        (1..=items as u64).map(larger).collect()
    };
    let kinds: Vec<Vec<Item>> = (0..tasks.div_ceil(3)).map(|_| kind(random)).collect();
    let classes: Vec<Vec<Item>> = (0..tasks).map(|task| kinds[task / 3].clone()).collect();
    let most: u64 = classes
        .iter()
        .filter_map(|class| class.last())
        .map(|item| item.memory.0)
        .sum();
    (classes, most / random.u64(2..6))
}

fn equals_the_witness(tasks: usize, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut random = fastrand::Rng::with_seed(seed);
        let (classes, memory) = gateway(&mut random, tasks, 12);
        let bins = one_bin(memory);
        let least = found(&classes, &bins).expect("external memory is always enough");
        assert!(
            (witness(&classes, &bins) - least as f64).abs() < 0.5,
            "{tasks} tasks, seed {seed}"
        );
    }
}

/// The least load for every size of memory in turn, by the plain dynamic program: sizes are counted in units of 16 bytes.
fn tabulated(classes: &[Vec<Item>], memory: u64) -> u64 {
    const UNIT: u64 = 16;
    let room = (memory / UNIT) as usize;
    let mut least = vec![0_u64; room + 1];
    for class in classes {
        let mut next = vec![u64::MAX; room + 1];
        for item in class {
            assert_eq!(item.memory.0 % UNIT, 0);
            let size = (item.memory.0 / UNIT) as usize;
            for used in size..=room {
                next[used] = next[used].min(least[used - size].saturating_add(item.load.0));
            }
        }
        least = next;
    }
    least[room]
}

fn equals_the_table(tasks: usize, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut random = fastrand::Rng::with_seed(seed);
        let (mut classes, memory) = gateway(&mut random, tasks, 12);
        for item in classes.iter_mut().flatten() {
            item.memory.0 = item.memory.0.next_multiple_of(64) / 4;
        }
        let least =
            found(&classes, &one_bin(memory / 4)).expect("external memory is always enough");
        assert_eq!(
            least,
            tabulated(&classes, memory / 4),
            "{tasks} tasks, seed {seed}"
        );
    }
}

#[test]
fn many_tasks_are_served_as_a_solver_of_linear_programs_says() {
    equals_the_witness(50, 0..1);
}

#[test]
fn many_tasks_are_served_as_the_plain_dynamic_program_says() {
    equals_the_table(50, 0..3);
}

#[test]
#[ignore = "takes minutes: part of make test-long"]
fn up_to_a_thousand_tasks_are_served_as_witnesses_say() {
    equals_the_witness(50, 1..4);
    equals_the_witness(100, 0..1);
    for tasks in [100, 200, 500, 1000] {
        equals_the_table(tasks, 0..3);
    }
}

#[test]
fn two_dsps_are_served_as_a_solver_of_linear_programs_says() {
    for seed in 0..10 {
        let mut random = fastrand::Rng::with_seed(seed);
        let (classes, memory) = gateway(&mut random, 8, 4);
        let bins = Bins {
            count: 2,
            memory: Bytes(memory / 2),
            dsp: PerMillion(1_500),
        };
        let least = found(&classes, &bins).expect("external memory is always enough");
        assert!(
            (witness(&classes, &bins) - least as f64).abs() < 0.5,
            "seed {seed}"
        );
    }
}

#[test]
fn nothing_to_choose_is_no_load() {
    assert_eq!(found(&[], &one_bin(0)), Some(0));
    assert_eq!(found(&[vec![]], &one_bin(0)), None);
}

#[test]
fn tasks_that_each_fit_may_not_fit_together() {
    let class = vec![item(1, 6, 0)];
    let classes = vec![class.clone(), class.clone(), class];
    let bins = Bins {
        count: 2,
        ..one_bin(10)
    };
    assert_eq!(minimize(&classes, &bins), Outcome::Impossible);
    assert_eq!(found(&classes[..2], &bins), Some(2));
}
