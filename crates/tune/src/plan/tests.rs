//! Plans whose choices are known beforehand, and limits that are broken on purpose.

use super::*;
use crate::{
    Constants, CopyTime, Kind, Memory, Moves, Nanoseconds, Notification, Platform, Policy,
};

const MS: u64 = 1_000_000;

fn kind(name: &str, count: usize, bytes: u64) -> Kind {
    Kind {
        name: name.to_string(),
        count,
        most: count,
        period: Nanoseconds(20 * MS),
        input: Bytes(bytes),
        output: Bytes(bytes).into(),
        deadline: Nanoseconds(40 * MS),
        work: Nanoseconds(MS).into(),
        blocks: vec![1],
        polling: vec![Nanoseconds(20 * MS)],
    }
}

fn scenario(internal: u64, dsps: usize, kinds: Vec<Kind>) -> Scenario {
    let constants = Constants {
        request: Nanoseconds(600_000),
        interrupt: Nanoseconds(70_000),
        poll: Nanoseconds(2_000),
        external: CopyTime(102_400),
        internal: CopyTime(10_240),
        dsp_request: Nanoseconds(80_000),
        timer: Nanoseconds(0),
        moves: Moves::default(),
    };
    Scenario {
        name: "test".to_string(),
        summary: String::new(),
        platform: Platform {
            constants,
            dsps,
            internal: Bytes(internal),
            dsp_limit: PerMillion::WHOLE,
        },
        kinds,
    }
}

fn choices(plan: &Plan) -> Vec<(bool, Memory)> {
    let tasks = plan.tasks.iter().map(|one| one.strategy.choice);
    tasks
        .map(|one| (one.notification == Notification::Interrupt, one.memory))
        .collect()
}

#[test]
fn memory_goes_where_it_saves_most() {
    let plan = Plan::best(&scenario(
        650,
        1,
        vec![kind("small", 1, 100), kind("large", 1, 600)],
    ));
    let plan = plan.expect("possible");
    // Two of the large blocks do not fit, so it interrupts; what is left is too little for two of the small one.
    let expected = [(false, Memory::External), (true, Memory::Internal)];
    assert_eq!(choices(&plan), expected);
    assert_eq!(plan.internal(0), Bytes(600));
    assert_eq!(plan.bound, plan.load());
}

#[test]
fn with_memory_for_all_everything_is_internal_and_polled() {
    let plan = Plan::best(&scenario(1 << 20, 1, vec![kind("a", 3, 320)])).expect("possible");
    assert_eq!(choices(&plan), [(false, Memory::Internal); 3]);
    assert_eq!(plan.internal(0), Bytes(3 * 640));
}

#[test]
fn tasks_are_divided_among_the_dsps() {
    let plan = Plan::best(&scenario(640, 2, vec![kind("a", 2, 320)])).expect("possible");
    assert_eq!(
        (plan.internal(0), plan.internal(1)),
        (Bytes(640), Bytes(640))
    );
}

#[test]
fn a_static_policy_is_the_same_for_all_tasks_and_never_better() {
    let all = scenario(1_700, 1, vec![kind("a", 3, 320)]);
    let policy = Policy::best(&all).expect("possible");
    let fixed = policy.plan(&all);
    let first = fixed.tasks[0].strategy;
    assert!(fixed.tasks.iter().all(|one| one.strategy == first));
    assert!(fixed.load() > Plan::best(&all).expect("possible").load());
    let mut fewer = all;
    fewer.kinds[0].count = 1;
    assert_eq!(policy.plan(&fewer).tasks[0].strategy, first);
}

#[test]
fn a_deadline_that_no_choice_meets_is_named() {
    let mut hasty = kind("hasty", 1, 320);
    hasty.deadline = Nanoseconds(MS);
    let limit = Plan::best(&scenario(1 << 20, 1, vec![hasty])).expect_err("impossible");
    assert!(
        matches!(&limit, Limit::Deadline { kind, .. } if kind == "hasty"),
        "{limit}"
    );
}

#[test]
fn a_dsp_without_time_is_named() {
    let busy = kind("busy", 20, 320);
    let limit = Plan::best(&scenario(1 << 20, 1, vec![busy])).expect_err("impossible");
    let said = "the DSPs' time: 20 busy need at least 108 % of one, and 100 % may be used";
    assert_eq!(limit.to_string(), said);
}

#[test]
fn tasks_that_are_in_time_only_in_internal_memory_may_find_too_little() {
    let mut picky = kind("picky", 2, 10_000);
    picky.deadline = Nanoseconds(2 * MS + 500_000);
    let limit = Plan::best(&scenario(15_000, 1, vec![picky.clone()])).expect_err("impossible");
    let said = "internal memory: 2 picky need at least 20000 B, and there are 15000 B";
    assert_eq!(limit.to_string(), said);
    let limit = Plan::best(&scenario(15_000, 2, vec![Kind { count: 3, ..picky }]));
    let said =
        "no division of 3 picky among 2 DSPs keeps within the internal memory and the time of each";
    assert_eq!(limit.expect_err("impossible").to_string(), said);
}
