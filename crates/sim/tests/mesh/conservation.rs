//! Every flit that is injected comes out once, where it should, its packet whole and in order, whatever the load: no loss and no deadlock.

use std::collections::HashMap;

use proptest::prelude::*;
use weft_sim::noc::{Flit, GridParameters, Network};

use crate::traffic::{any_mesh, Injectors};

/// What has come out, and what may come next.
struct Sinks {
    /// By endpoint and virtual channel: the packet that is open, and the flits it still lacks are all later.
    open: HashMap<(usize, u8), Flit>,
    /// By source and destination: the word of the last head. Words are given in the order of injection.
    last: HashMap<(u16, u16), u32>,
    taken: Vec<bool>,
    one_channel: bool,
}

impl Sinks {
    fn take(&mut self, endpoint: usize, flit: Flit) -> Result<(), TestCaseError> {
        prop_assert_eq!(usize::from(flit.destination), endpoint);
        let is_new = !std::mem::replace(&mut self.taken[flit.word as usize], true);
        prop_assert!(is_new, "{flit:?} comes twice");
        let key = (endpoint, flit.virtual_channel);
        match self.open.remove(&key) {
            None => prop_assert!(flit.head, "{flit:?} has no head"),
            Some(before) => {
                prop_assert!(
                    !flit.head && before.source == flit.source,
                    "{flit:?} in {before:?}"
                );
                prop_assert!(before.word < flit.word && before.created == flit.created);
            }
        }
        if !flit.tail {
            self.open.insert(key, flit);
        }
        if flit.head && self.one_channel {
            let before = self.last.insert((flit.source, flit.destination), flit.word);
            prop_assert!(before < Some(flit.word), "{flit:?} has been overtaken");
        }
        Ok(())
    }
}

fn run(parameters: &GridParameters, probability: f64, seed: u64) -> Result<(), TestCaseError> {
    const CYCLES: usize = 600;
    let mut mesh = Network::new(parameters);
    let mut injectors = Injectors::new(parameters, probability, seed);
    let mut sinks = Sinks {
        open: HashMap::new(),
        last: HashMap::new(),
        taken: vec![false; CYCLES * parameters.endpoints() * 40],
        one_channel: parameters.virtual_channels == 1,
    };
    let mut injected = 0;
    for cycle in 0..40 * CYCLES {
        for endpoint in mesh.arrivals().collect::<Vec<_>>() {
            let flit = mesh.ejected(endpoint).expect("it has arrived");
            sinks.take(endpoint, flit)?;
        }
        if cycle == CYCLES {
            injectors.stop();
        }
        for (endpoint, channel, flit) in injectors.next(|e, c| mesh.can_inject(e, c)) {
            mesh.inject(endpoint, channel, flit);
            injected += 1;
        }
        mesh.tick();
        if cycle > CYCLES + 1000 && mesh.is_idle() {
            break;
        }
    }
    prop_assert!(mesh.is_idle() && sinks.open.is_empty(), "flits are stuck");
    let taken = sinks.taken.iter().filter(|taken| **taken).count();
    prop_assert_eq!(taken, injected);
    prop_assert_eq!(mesh.flits(), (injected as u64, injected as u64));
    Ok(())
}

/// What the links have carried adds up with what endpoints have sent, hop by hop.
fn loads_add_up(mesh: &Network, hops: u64) {
    let between = mesh.link_loads();
    let carried = between.iter().filter(|load| load.is_between_routers());
    assert_eq!(carried.map(|load| load.flits).sum::<u64>(), hops);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_lost_at_saturation(seed in any::<u64>()) {
        run(&any_mesh(seed), 1.0, seed)?;
    }

    #[test]
    fn nothing_is_lost_at_any_load(seed in any::<u64>(), probability in 0.001..0.3) {
        run(&any_mesh(seed), probability, seed)?;
    }
}

#[test]
fn a_link_counts_what_it_carries() {
    let parameters = GridParameters {
        size: [4, 4, 1],
        edges: Vec::new(),
        ..any_mesh(1)
    };
    let mut mesh = Network::new(&parameters);
    for (source, destination) in [(0, 15), (5, 5), (3, 12)] {
        let flit = Flit {
            head: true,
            tail: true,
            source,
            destination,
            ..Flit::default()
        };
        mesh.inject(usize::from(source), 0, flit);
    }
    for _ in 0..100 {
        for endpoint in mesh.arrivals().collect::<Vec<_>>() {
            mesh.ejected(endpoint);
        }
        mesh.tick();
    }
    loads_add_up(&mesh, 12);
}
