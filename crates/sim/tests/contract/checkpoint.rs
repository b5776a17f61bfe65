//! A machine that has been written out and read back goes on as if nothing had happened.

use crate::common::assembler::assemble;
use crate::common::chip::{machine, ExitOnly};
use crate::common::random::Random;
use crate::engines_agree::snapshot::Snapshot;
use crate::programs::generate_on_any;
use weft_sim::{Cycle, Engine, Machine};
use weft_tests::checkpoint::read_back;

/// Longer than any of the systems runs.
const LIMIT: Cycle = Cycle(100_000);

#[test]
fn a_machine_read_back_goes_on() {
    for seed in 0..20 {
        let mut random = Random::new(!seed);
        let system = generate_on_any(seed);
        let programs = assemble(&system.sources(&system.pieces));
        let mut original = machine(&system.platform(), &programs);
        original.run(
            Engine::Fast,
            Cycle(random.below(1000) as u64),
            &mut ExitOnly,
        );
        let mut restored = read_back(&original);
        let differ = ending(&mut original).difference(&ending(&mut restored));
        assert_eq!(differ, None, "seed {seed}");
    }
}

fn ending(machine: &mut Machine) -> Snapshot {
    let outcome = machine.run(Engine::Fast, LIMIT, &mut ExitOnly);
    Snapshot::of(machine, &outcome)
}
