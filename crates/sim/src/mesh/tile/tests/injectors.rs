//! Traffic injectors at two edges of a mesh.

use crate::mesh::tile::{MeshPort, Requester, RequesterParameters, Responder};
use crate::mesh::{Direction, Edge, Mesh, MeshParameters, Pipeline};
use crate::units::Cycle;

const COLUMNS: usize = 4;

struct Array {
    mesh: Mesh,
    requesters: Vec<Requester>,
    responders: Vec<Responder>,
}

/// Endpoint `COLUMNS * 3 + i` is the requester over column i, `COLUMNS * 4 + i` its responder.
fn array(rate: f64, write_back: f64) -> Array {
    let edge = |direction, y| {
        move |x| Edge {
            router: [x, y, 0],
            direction,
        }
    };
    let requesters = (0..COLUMNS).map(edge(Direction::North, 0));
    let responders = (0..COLUMNS).map(edge(Direction::South, 2));
    let network = MeshParameters {
        size: [COLUMNS, 3, 1],
        pipeline: Pipeline::LookAhead,
        virtual_channels: 1,
        buffer_flits: 8,
        edges: requesters.chain(responders).collect(),
    };
    let requester = |column: usize| {
        Requester::new(RequesterParameters {
            endpoint: (3 * COLUMNS + column) as u16,
            responder: (4 * COLUMNS + column) as u16,
            rate,
            write_back,
            seed: 7 + column as u64,
            packet_words: 16,
        })
    };
    Array {
        mesh: Mesh::new(&network),
        requesters: (0..COLUMNS).map(requester).collect(),
        responders: (0..COLUMNS)
            .map(|column| Responder::new((4 * COLUMNS + column) as u16, 16))
            .collect(),
    }
}

fn run(array: &mut Array, cycles: u64, every_cycle: bool) {
    for now in (0..cycles).map(Cycle) {
        let arrived: Vec<usize> = array.mesh.arrivals().collect();
        let mesh = &mut array.mesh;
        for (number, requester) in (3 * COLUMNS..).zip(&mut array.requesters) {
            if every_cycle || arrived.contains(&number) || requester.next_event(now) == now {
                requester.tick(now, &mut MeshPort { mesh, number });
            }
        }
        for (number, responder) in (4 * COLUMNS..).zip(&mut array.responders) {
            if every_cycle || arrived.contains(&number) || responder.next_event(now) == now {
                responder.tick(now, &mut MeshPort { mesh, number });
            }
        }
        mesh.tick();
    }
}

/// So many requests as the rate says, of both kinds as the share says, and all but the open ones answered.
#[test]
fn rate_and_share() {
    let mut array = array(0.02, 0.25);
    run(&mut array, 50_000, false);
    for requester in &array.requesters {
        let counted = requester.statistics();
        let requests = counted.misses + counted.write_backs;
        // 1,000 and 250 expected; five standard deviations.
        assert!((845..1155).contains(&requests), "{counted:?}");
        assert!((175..330).contains(&counted.write_backs), "{counted:?}");
        assert!(requests - counted.answered <= 16);
        // There and back over 3 routers, 2 + 17 flits or 17 + 1: 11 cycles a way at least.
        assert!(counted.latency_sum / counted.answered >= 2 * 11 + 17);
    }
}

#[test]
fn without_a_rate_nothing_happens() {
    let array = array(0.0, 0.25);
    for requester in &array.requesters {
        assert_eq!(requester.next_event(Cycle(0)), Cycle::NEVER);
    }
}

/// At a rate of 1 each cache has as many requests open as it can, and goes on.
#[test]
fn saturation() {
    let mut array = array(1.0, 0.5);
    run(&mut array, 20_000, false);
    for requester in &array.requesters {
        let counted = requester.statistics();
        assert!(counted.answered > 500, "{counted:?}");
        assert!(counted.misses + counted.write_backs - counted.answered <= 16);
    }
}

#[test]
fn steps_and_events_agree() {
    let (mut steps, mut events) = (array(0.03, 0.3), array(0.03, 0.3));
    run(&mut steps, 5_000, true);
    run(&mut events, 5_000, false);
    assert_eq!(steps.requesters, events.requesters);
    assert_eq!(steps.responders, events.responders);
    assert_eq!(steps.mesh, events.mesh);
}
