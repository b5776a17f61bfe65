//! The network and the plain model of it do the same in every cycle.

use proptest::prelude::*;
use weft_sim::noc::{Flit, Network};

use crate::plain::PlainMesh;
use crate::traffic::{any_mesh, Injectors};

fn agree(seed: u64, probability: f64, cycles: usize) -> Result<(), TestCaseError> {
    let parameters = any_mesh(seed);
    let mut mesh = Network::new(&parameters);
    let mut plain = PlainMesh::new(&parameters);
    let mut injectors = Injectors::new(&parameters, probability, seed);
    for cycle in 0..cycles {
        let arrived: Vec<(usize, Flit)> = mesh
            .arrivals()
            .collect::<Vec<_>>()
            .into_iter()
            .map(|endpoint| (endpoint, mesh.ejected(endpoint).expect("it has arrived")))
            .collect();
        prop_assert_eq!(
            &arrived,
            &plain.arrived(),
            "in cycle {} of {:?}",
            cycle,
            parameters
        );
        for (endpoint, channel, flit) in injectors.next(|e, c| mesh.can_inject(e, c)) {
            prop_assert!(plain.can_inject(endpoint, channel));
            mesh.inject(endpoint, channel, flit);
            plain.inject(endpoint, channel, flit);
        }
        mesh.tick();
        plain.tick();
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn at_any_load(seed in any::<u64>(), probability in 0.001..0.2) {
        agree(seed, probability, 400)?;
    }

    #[test]
    fn at_saturation(seed in any::<u64>()) {
        agree(seed, 1.0, 400)?;
    }
}
