//! The network around the router: a mesh of nine routers, or four switches with any number of endpoints each.

use crate::parameters::Parameters;
use crate::stimuli::Random;
use weft_sim::noc::{Allocation, GridParameters, Pipeline, RouterParameters, Shape, Topology};

/// Endpoints of the switches.
const ENDPOINTS: u64 = 9;

/// The links of the switches: the second one has the most.
const LINKS: [(usize, usize); 3] = [(0, 1), (1, 2), (1, 3)];

pub fn router_parameters(parameters: &Parameters) -> RouterParameters {
    RouterParameters {
        pipeline: if parameters.four_stage {
            Pipeline::FourStage
        } else {
            Pipeline::LookAhead
        },
        virtual_channels: parameters.vcs,
        buffer_flits: parameters.buffer,
        allocation: if parameters.fixed {
            Allocation::FixedPriority
        } else {
            Allocation::RoundRobin
        },
        has_classes: parameters.priorities > 1,
        keeps_channel: parameters.keeps,
        has_circuits: false,
    }
}

pub fn topology(parameters: &Parameters, random: &mut Random) -> Topology {
    if parameters.mesh {
        return Topology::grid(&GridParameters {
            size: [3, 3, 1],
            pipeline: router_parameters(parameters).pipeline,
            virtual_channels: parameters.vcs,
            buffer_flits: parameters.buffer,
            edges: Vec::new(),
        });
    }
    let mut endpoint = || {
        let switch = random.below(LINKS.len() as u64 + 1) as usize;
        let buffer = random.chance(50).then(|| 1 + random.below(4) as u8);
        (switch, buffer)
    };
    let endpoints: Vec<_> = (0..ENDPOINTS).map(|_| endpoint()).collect();
    let shape = Shape {
        routers: LINKS.len() + 1,
        links: &LINKS,
        endpoints: &endpoints,
    };
    Topology::switched(&shape).expect("a tree has no cycles")
}

/// The router with the most neighbours.
pub fn router(topology: &Topology) -> usize {
    let linked = |router: &usize| topology.links[*router].iter().flatten().count();
    (0..topology.links.len()).max_by_key(linked).unwrap_or(0)
}
