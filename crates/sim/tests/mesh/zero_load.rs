//! A packet alone in the network takes the cycles of its routers and links.

use weft_sim::noc::{Direction, Edge, Flit, GridParameters, Network, Pipeline};

fn parameters(pipeline: Pipeline, virtual_channels: usize) -> GridParameters {
    GridParameters {
        size: [4, 3, 2],
        pipeline,
        virtual_channels,
        buffer_flits: 8,
        edges: vec![
            Edge {
                router: [3, 0, 1],
                direction: Direction::East,
            },
            Edge {
                router: [1, 0, 0],
                direction: Direction::North,
            },
        ],
    }
}

/// The router of an endpoint.
fn router(parameters: &GridParameters, endpoint: usize) -> [usize; 3] {
    match endpoint.checked_sub(parameters.routers()) {
        Some(edge) => parameters.edges[edge].router,
        None => parameters.coordinates(endpoint),
    }
}

fn hops(parameters: &GridParameters, from: usize, to: usize) -> u64 {
    let (from, to) = (router(parameters, from), router(parameters, to));
    let distance = (0..3).map(|dimension| from[dimension].abs_diff(to[dimension]));
    distance.sum::<usize>() as u64
}

/// Cycles from injection until the last of `flits` flits is taken.
fn latency(mesh: &mut Network, from: usize, to: usize, channel: usize, flits: usize) -> u64 {
    for cycle in 0..1000 {
        for arrived in mesh.arrivals().collect::<Vec<_>>() {
            assert_eq!(arrived, to);
            if mesh.ejected(arrived).expect("it has arrived").tail {
                return cycle;
            }
        }
        if (cycle as usize) < flits {
            let flit = Flit {
                head: cycle == 0,
                tail: cycle as usize + 1 == flits,
                source: from as u16,
                destination: to as u16,
                ..Flit::default()
            };
            mesh.inject(from, channel, flit);
        }
        mesh.tick();
    }
    panic!("nothing has arrived")
}

#[test]
fn every_pair_of_endpoints_is_as_far_apart_as_its_routers_are() {
    for (pipeline, cycles_a_router) in [(Pipeline::FourStage, 5), (Pipeline::LookAhead, 3)] {
        for virtual_channels in [1, 4] {
            let parameters = parameters(pipeline, virtual_channels);
            let mut mesh = Network::new(&parameters);
            for from in 0..parameters.endpoints() {
                for to in 0..parameters.endpoints() {
                    let expected = cycles_a_router * (hops(&parameters, from, to) + 1) + 2;
                    let channel = (from + to) % virtual_channels;
                    assert_eq!(latency(&mut mesh, from, to, channel, 1), expected);
                    (0..10).for_each(|_| mesh.tick());
                    assert!(mesh.is_idle());
                }
            }
        }
    }
}

#[test]
fn the_flits_of_a_packet_follow_each_other_without_a_gap() {
    for (pipeline, cycles_a_router) in [(Pipeline::FourStage, 5), (Pipeline::LookAhead, 3)] {
        let parameters = parameters(pipeline, 1);
        let mut mesh = Network::new(&parameters);
        let expected = cycles_a_router * (hops(&parameters, 0, 23) + 1) + 2 + 7;
        assert_eq!(latency(&mut mesh, 0, 23, 0, 8), expected);
    }
}

/// A place that a flit takes between routers is known to be free 5 cycles after the flit was granted, if it goes on at once.
#[test]
fn a_buffer_shorter_than_the_way_of_a_credit_limits_the_rate() {
    for pipeline in [Pipeline::FourStage, Pipeline::LookAhead] {
        let parameters = GridParameters {
            buffer_flits: 2,
            size: [2, 1, 1],
            edges: Vec::new(),
            ..parameters(pipeline, 1)
        };
        let mut mesh = Network::new(&parameters);
        let (mut sent, mut taken, mut times) = (0, 0, Vec::new());
        for cycle in 0..200 {
            if mesh.ejected(1).is_some() {
                taken += 1;
                times.push(cycle);
            }
            if sent < 17 && mesh.can_inject(0, 0) {
                let flit = Flit {
                    head: sent == 0,
                    tail: sent == 16,
                    destination: 1,
                    ..Flit::default()
                };
                mesh.inject(0, 0, flit);
                sent += 1;
            }
            mesh.tick();
        }
        assert_eq!(taken, 17);
        assert_eq!(times[14] - times[4], 5 * 5, "{pipeline:?}: {times:?}");
    }
}
