//! Bounds worked by hand, and random plans: never below what playing them shows.

use super::*;
use crate::advice::tests::{random_plan, random_scenario, RANDOM_SETS};
use crate::schedule::play;
use crate::schedule::tests::{all_in_microseconds, plan, scenario};

/// Of kinds with these periods, served so: blocks merged, and microseconds between polls, or 0; each takes the DSP 120 us.
fn microseconds(periods: &[u64], ways: &[(u32, u64)]) -> Vec<u64> {
    let scenario = scenario(periods);
    let responses = of_plan(&scenario, &plan(&scenario, ways));
    let worst = responses.iter().map(|one| one.worst.expect("a bound"));
    all_in_microseconds(&worst.collect::<Vec<_>>())
}

#[test]
fn requests_wait_for_one_of_each_other_task() {
    // The GPP takes 10 for a request and 3 to be told: 13 of the first at a time, 26 of both. Requests of the first are put off by up to 3 (its own last
    // result is fetched before), of the second by 16: 120 x 3 / 400 = 0.9, and 120 x 16 / 800 = 2.4. The DSP is busy for 243.3.
    assert_eq!(
        microseconds(&[400, 800], &[(1, 0), (1, 0)]),
        [13 + 243 + 13, 26 + 243 + 26]
    );
}

#[test]
fn a_poll_sees_a_result_at_the_next_multiple_of_its_period() {
    // The GPP takes 10 for a request and 1 for a poll: done after 11 + 120 and what 1 of 400 adds, seen at 200, fetched within 11.
    assert_eq!(microseconds(&[400], &[(1, 200)]), [211]);
}

#[test]
fn a_dsp_without_the_time_for_all_has_no_bound() {
    let scenario = scenario(&[400, 400, 400, 400]);
    let responses = of_plan(&scenario, &plan(&scenario, &[(1, 0); 4]));
    assert!(responses.iter().all(|one| one.worst.is_none()));
}

#[test]
fn no_bound_is_below_what_playing_shows() {
    let mut bounded = 0;
    for seed in 0..RANDOM_SETS {
        let mut random = fastrand::Rng::with_seed(seed);
        let scenario = random_scenario(&mut random);
        let Some(plan) = random_plan(&mut random, &scenario) else {
            continue;
        };
        let responses = of_plan(&scenario, &plan);
        let played = play(&scenario, &plan);
        for (task, response) in responses.iter().enumerate() {
            let Some(worst) = response.worst else {
                continue;
            };
            bounded += 1;
            assert!(
                worst >= played.longest[task],
                "seed {seed}, task {task}: {worst:?} bounds {:?}",
                played.longest[task]
            );
        }
    }
    assert!(bounded > RANDOM_SETS, "{bounded} tasks with a bound");
}
