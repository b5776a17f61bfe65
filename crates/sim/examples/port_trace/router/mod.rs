//! A router in the middle of a network whose endpoints send random packets: what is on its links in each cycle.

mod ends;
mod shape;

use crate::parameters::Parameters;
use crate::row::{bits, Row};
use crate::stimuli::Random;
use ends::End;
use weft_sim::noc::{Flit, Network, Port, RouterParameters, Topology};

/// A line of a link: its name, its width, and its value for a flit.
type Line = (&'static str, usize, fn(&Flit) -> u64);

/// The network, and the router that is looked at.
pub struct Bench {
    parameters: Parameters,
    router_parameters: RouterParameters,
    topology: Topology,
    router: usize,
    network: Network,
    ends: Vec<End>,
    random: Random,
    is_reset: bool,
}

impl Bench {
    pub fn new(parameters: &Parameters) -> Self {
        let mut random = Random(parameters.seed);
        let topology = shape::topology(parameters, &mut random);
        let router_parameters = shape::router_parameters(parameters);
        Bench {
            parameters: *parameters,
            router: shape::router(&topology),
            network: Network::of(topology.clone(), &router_parameters),
            ends: Vec::new(),
            router_parameters,
            topology,
            random,
            is_reset: true,
        }
    }

    /// One cycle, and what is on the router's ports in it.
    pub fn cycle(&mut self) -> Row {
        self.is_reset = self.ends.is_empty() || self.random.below(500) == 0;
        if self.is_reset {
            self.reset();
        } else {
            self.network.tick();
        }
        for (number, end) in self.ends.iter_mut().enumerate() {
            end.cycle(number, &mut self.network, &mut self.random);
        }
        self.row()
    }

    fn reset(&mut self) {
        self.network = Network::of(self.topology.clone(), &self.router_parameters);
        let count = self.topology.attachments.len();
        let buffer = |number| {
            let link = Some(Port::Endpoint(number as u16));
            self.topology.buffer_size(link, self.parameters.buffer)
        };
        self.ends = (0..count)
            .map(|number| End::new(&self.parameters, count, buffer(number), &mut self.random))
            .collect();
    }

    fn row(&self) -> Row {
        let links = &self.topology.links[self.router];
        let ports = 0..links.len();
        let (arriving, credits): (Vec<_>, Vec<_>) = ports
            .map(|port| self.network.wires(Port::of(self.router, port)))
            .unzip();
        let (leaving, credits_back): (Vec<_>, Vec<_>) = links
            .iter()
            .map(|link| link.map_or((None, 0), |end| self.network.wires(end)))
            .unzip();
        let mut row = Row::new(self.is_reset);
        row.input("reset", 1, self.is_reset.into());
        for (name, width, value) in self.lines() {
            let values = arriving.iter().map(|flit| flit.map_or(0, value));
            row.inputs(&format!("in_{name}"), width, values);
        }
        row.inputs("credit_in", self.parameters.vcs, credits);
        for (name, width, value) in self.lines() {
            let values = leaving.iter().map(|flit| match name {
                "valid" => Some(flit.map_or(0, value)),
                _ => flit.map(value),
            });
            row.outputs(&format!("out_{name}"), width, values);
        }
        row.outputs(
            "credit_out",
            self.parameters.vcs,
            credits_back.into_iter().map(Some),
        );
        row
    }

    /// The lines of a link.
    fn lines(&self) -> [Line; 7] {
        let Parameters {
            vcs, priorities, ..
        } = self.parameters;
        [
            ("valid", 1, |_| 1),
            ("word", 32, |flit| flit.word.into()),
            ("head", 1, |flit| flit.head.into()),
            ("tail", 1, |flit| flit.tail.into()),
            ("vc", bits(vcs), |flit| flit.virtual_channel.into()),
            (
                "destination",
                bits(self.topology.attachments.len()),
                |flit| flit.destination.into(),
            ),
            ("class", bits(priorities), |flit| flit.class.into()),
        ]
    }

    /// The parameters of the circuit, as the header of a trace gives them.
    pub fn circuit(&self) -> String {
        let it = &self.parameters;
        let links = &self.topology.links[self.router];
        let endpoints = self.topology.attachments.len();
        let routes = (0..endpoints).map(|number| self.topology.route(self.router, number as u16));
        let places = links.iter().map(|&link| {
            let size = self.topology.buffer_size(link, it.buffer);
            size.map_or(0, usize::from)
        });
        let values = [
            ("PORTS", links.len()),
            ("VCS", it.vcs),
            ("BUFFER", it.buffer),
            ("PRIORITIES", it.priorities),
            ("PAIRS", it.pairs.into()),
            ("FIXED", it.fixed.into()),
            ("LOOK_AHEAD", usize::from(!it.four_stage)),
            ("KEEPS", it.keeps.into()),
            ("ENDPOINTS", endpoints),
        ];
        let mut texts: Vec<String> = values
            .iter()
            .map(|(name, value)| format!("parameter:{name}:{value}"))
            .collect();
        texts.push(format!("parameter:ROUTES:{}", octets(routes)));
        texts.push(format!("parameter:PLACES:{}", octets(places)));
        texts.join(" ")
    }
}

/// A constant of eight bits for each value, the first one lowest.
fn octets(values: impl DoubleEndedIterator<Item = usize> + ExactSizeIterator) -> String {
    let width = 8 * values.len();
    let digits: String = values.rev().map(|value| format!("{value:02x}")).collect();
    format!("{width}'h{digits}")
}
