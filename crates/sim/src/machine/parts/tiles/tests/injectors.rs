//! Tests of traffic injectors at two edges of a mesh.

use crate::noc::interface::{EndpointPort, Station};
use crate::noc::{Direction, Edge, GridParameters, Network, Pipeline};
use crate::part::injector::{Requester, RequesterParameters, Responder};
use crate::units::Cycle;

/// Requesters at the north edge, each with its responder at the south edge.
#[derive(Clone, PartialEq, Debug)]
pub struct Injectors {
    /// The endpoint of the first requester; the others follow, then the responders.
    first: usize,
    pub requesters: Vec<Requester>,
    responders: Vec<Responder>,
}

/// Returns the endpoints of the injectors around a mesh of this size.
pub fn edges([columns, rows, _]: [usize; 3]) -> Vec<Edge> {
    let edge = |direction, y| {
        move |x| Edge {
            router: [x, y, 0],
            direction,
        }
    };
    let requesters = (0..columns).map(edge(Direction::North, 0));
    let responders = (0..columns).map(edge(Direction::South, rows - 1));
    requesters.chain(responders).collect()
}

impl Injectors {
    pub fn new(size: [usize; 3], rate: f64, write_back: f64) -> Injectors {
        let first: usize = size.iter().product();
        let requesters = first..first + size[0];
        let responders = requesters.end..requesters.end + size[0];
        let requester = |endpoint: usize| {
            Requester::new(RequesterParameters {
                endpoint: endpoint as u16,
                responder: (endpoint + size[0]) as u16,
                rate,
                write_back,
                seed: endpoint as u64,
                packet_words: 16,
            })
        };
        Injectors {
            first,
            requesters: requesters.map(requester).collect(),
            responders: responders
                .map(|endpoint| Responder::new(endpoint as u16, 16))
                .collect(),
        }
    }

    /// Simulates one cycle: of the injectors at which a flit has arrived or that have an event, or of all.
    pub fn tick(&mut self, now: Cycle, all: bool, arrived: &[usize], mesh: &mut Network) {
        let looks = |number, next| all || arrived.contains(&number) || next == now;
        let after_requesters = self.first + self.requesters.len();
        for (number, requester) in (self.first..).zip(&mut self.requesters) {
            if looks(number, requester.next_event(now)) {
                requester.tick(
                    now,
                    &mut EndpointPort {
                        network: mesh,
                        number,
                    },
                );
            }
        }
        for (number, responder) in (after_requesters..).zip(&mut self.responders) {
            if looks(number, responder.next_event(now)) {
                responder.tick(
                    now,
                    &mut EndpointPort {
                        network: mesh,
                        number,
                    },
                );
            }
        }
    }

    /// Returns the next cycle, not before `now`, in which an injector does something if no flit arrives.
    pub fn next_event(&self, now: Cycle) -> Cycle {
        let requesters = self.requesters.iter().map(|one| one.next_event(now));
        let responders = self.responders.iter().map(|one| one.next_event(now));
        let next = requesters.chain(responders).min();
        next.unwrap_or(Cycle::NEVER)
    }
}

/// Returns a mesh with injectors only, after a number of cycles.
fn run(rate: f64, write_back: f64, cycles: u64, every_cycle: bool) -> (Network, Injectors) {
    let size = [4, 3, 1];
    let mut mesh = Network::new(&GridParameters {
        size,
        pipeline: Pipeline::LookAhead,
        virtual_channels: 1,
        buffer_flits: 8,
        edges: edges(size),
    });
    let mut injectors = Injectors::new(size, rate, write_back);
    for now in (0..cycles).map(Cycle) {
        let arrived: Vec<usize> = mesh.arrivals().collect();
        injectors.tick(now, every_cycle, &arrived, &mut mesh);
        mesh.tick();
    }
    (mesh, injectors)
}

/// The number of requests agrees with the rate, the share of write-backs with its parameter, and all requests but the open ones are answered.
#[test]
fn rate_and_share() {
    let (_, injectors) = run(0.02, 0.25, 50_000, false);
    for requester in &injectors.requesters {
        let counted = requester.statistics;
        let requests = counted.misses + counted.write_backs;
        // 1,000 and 250 are expected; the limits are five standard deviations.
        assert!((845..1155).contains(&requests), "{counted:?}");
        assert!((175..330).contains(&counted.write_backs), "{counted:?}");
        assert!(requests - counted.answered <= 16);
        // There and back over 3 routers, with 2 + 17 or 17 + 1 flits: at least 11 cycles each way.
        assert!(counted.latency_sum / counted.answered >= 2 * 11 + 17);
    }
}

#[test]
fn without_a_rate_nothing_happens() {
    let (mesh, injectors) = run(0.0, 0.25, 1, false);
    assert!(mesh.is_idle());
    assert_eq!(injectors.next_event(Cycle(1)), Cycle::NEVER);
}

/// At a rate of 1 each cache has the maximum number of open requests, and makes progress.
#[test]
fn saturation() {
    let (_, injectors) = run(1.0, 0.5, 20_000, false);
    for requester in &injectors.requesters {
        let counted = requester.statistics;
        assert!(counted.answered > 500, "{counted:?}");
        assert!(counted.misses + counted.write_backs - counted.answered <= 16);
    }
}

#[test]
fn steps_and_events_agree() {
    assert_eq!(run(0.03, 0.3, 5_000, true), run(0.03, 0.3, 5_000, false));
}
