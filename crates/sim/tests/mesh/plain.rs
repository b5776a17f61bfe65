//! The network once more, written down as `docs/contract/timing.md` says it: every router looks at everything in every cycle. Slow, and short enough to
//! be checked by reading. It shares the parameters and the flits with the other one, nothing else.

use std::collections::VecDeque;

use weft_sim::noc::{Direction, Flit, GridParameters, Pipeline};

/// Where the packet at the front of an input channel stands.
#[derive(Clone, Copy, PartialEq, Debug)]
enum State {
    Idle,
    Routing,
    Waiting { exit: usize },
    Holding { exit: usize, channel: usize },
}

#[derive(Clone)]
struct Input {
    state: State,
    buffer: VecDeque<Flit>,
    accept: usize,
}

#[derive(Clone)]
struct Output {
    is_free: bool,
    credits: usize,
    grant: usize,
}

/// The pointers of the switch at a port: of its output, of its input, and of its input's channels.
#[derive(Clone, Default)]
struct Pointers {
    grant: usize,
    accept: usize,
    channel: usize,
}

#[derive(Clone)]
struct Router {
    inputs: Vec<Vec<Input>>,
    outputs: Vec<Vec<Output>>,
    pointers: Vec<Pointers>,
}

/// What is at the other end of a port.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Router(usize, usize),
    Endpoint(usize),
    Nothing,
}

pub struct PlainMesh {
    parameters: GridParameters,
    routers: Vec<Router>,
    /// By endpoint and virtual channel.
    credits: Vec<Vec<usize>>,
    /// What arrives at which end, and at the end of which cycle.
    flits: Vec<(u64, End, Flit)>,
    returns: Vec<(u64, End, usize)>,
    arrived: Vec<(usize, Flit)>,
    now: u64,
}

const PORTS: usize = 7;

/// The first that is wanted, from `from` on, wrapping around.
fn first(wanted: impl Fn(usize) -> bool, from: usize, count: usize) -> Option<usize> {
    (0..count)
        .map(|step| (from + step) % count)
        .find(|&candidate| wanted(candidate))
}

impl PlainMesh {
    pub fn new(parameters: &GridParameters) -> PlainMesh {
        let channels = parameters.virtual_channels;
        let input = Input {
            state: State::Idle,
            buffer: VecDeque::new(),
            accept: 0,
        };
        let output = Output {
            is_free: true,
            credits: parameters.buffer_flits,
            grant: 0,
        };
        let router = Router {
            inputs: vec![vec![input; channels]; PORTS],
            outputs: vec![vec![output; channels]; PORTS],
            pointers: vec![Pointers::default(); PORTS],
        };
        PlainMesh {
            parameters: parameters.clone(),
            routers: vec![router; parameters.routers()],
            credits: vec![vec![parameters.buffer_flits; channels]; parameters.endpoints()],
            flits: Vec::new(),
            returns: Vec::new(),
            arrived: Vec::new(),
            now: 0,
        }
    }

    pub fn can_inject(&self, endpoint: usize, channel: usize) -> bool {
        self.credits[endpoint][channel] > 0
    }

    pub fn inject(&mut self, endpoint: usize, channel: usize, flit: Flit) {
        self.credits[endpoint][channel] -= 1;
        let flit = Flit {
            virtual_channel: channel as u8,
            ..flit
        };
        let (router, port) = self.attachment(endpoint);
        self.flits
            .push((self.now + 1, End::Router(router, port), flit));
    }

    /// What is taken in this cycle, by endpoint.
    pub fn arrived(&mut self) -> Vec<(usize, Flit)> {
        self.arrived.sort_by_key(|(endpoint, _)| *endpoint);
        std::mem::take(&mut self.arrived)
    }

    fn attachment(&self, endpoint: usize) -> (usize, usize) {
        match endpoint.checked_sub(self.parameters.routers()) {
            None => (endpoint, 0),
            Some(index) => {
                let edge = self.parameters.edges[index];
                (
                    self.parameters.router(edge.router),
                    1 + edge.direction as usize,
                )
            }
        }
    }

    fn other_end(&self, router: usize, port: usize) -> End {
        let is_here = |&endpoint: &usize| self.attachment(endpoint) == (router, port);
        if let Some(endpoint) = (0..self.parameters.endpoints()).find(is_here) {
            return End::Endpoint(endpoint);
        }
        let direction = Direction::ALL[port - 1];
        let there = self
            .parameters
            .neighbour(self.parameters.coordinates(router), direction);
        there.map_or(End::Nothing, |there| {
            End::Router(
                self.parameters.router(there),
                1 + direction.opposite() as usize,
            )
        })
    }

    /// Along x first, then y, then z, then to the endpoint.
    fn exit(&self, router: usize, destination: u16) -> usize {
        let (last, port) = self.attachment(usize::from(destination));
        let (here, there) = (
            self.parameters.coordinates(router),
            self.parameters.coordinates(last),
        );
        let order = [
            (0, Direction::East),
            (1, Direction::South),
            (2, Direction::Up),
        ];
        for (dimension, forward) in order {
            if there[dimension] > here[dimension] {
                return 1 + forward as usize;
            }
            if there[dimension] < here[dimension] {
                return 1 + forward.opposite() as usize;
            }
        }
        port
    }

    pub fn tick(&mut self) {
        for router in 0..self.routers.len() {
            self.step(router);
        }
        self.deliver();
        self.now += 1;
    }

    /// The packet behind the last one of a channel, if it is there.
    fn begin(&mut self, router: usize, port: usize, channel: usize) {
        let head = self.routers[router].inputs[port][channel]
            .buffer
            .front()
            .copied();
        let state = match (head, self.parameters.pipeline) {
            (None, _) => State::Idle,
            (Some(_), Pipeline::FourStage) => State::Routing,
            (Some(head), Pipeline::LookAhead) => State::Waiting {
                exit: self.exit(router, head.destination),
            },
        };
        self.routers[router].inputs[port][channel].state = state;
    }

    fn step(&mut self, number: usize) {
        let before = self.routers[number].clone();
        let won = self.allocate_channels(number, &before);
        let grants = self.allocate_switch(number, &before);
        for (port, inputs) in before.inputs.iter().enumerate() {
            for (channel, input) in inputs.iter().enumerate() {
                if input.state == State::Routing {
                    let exit = self.exit(number, input.buffer[0].destination);
                    self.routers[number].inputs[port][channel].state = State::Waiting { exit };
                }
            }
        }
        for (port, channel, exit, output) in won {
            let router = &mut self.routers[number];
            router.outputs[exit][output].is_free = false;
            router.inputs[port][channel].state = State::Holding {
                exit,
                channel: output,
            };
        }
        for (port, channel) in grants {
            self.send(number, port, channel);
        }
    }

    /// Input port and channel, output port and channel.
    fn allocate_channels(
        &mut self,
        number: usize,
        before: &Router,
    ) -> Vec<(usize, usize, usize, usize)> {
        let channels = self.parameters.virtual_channels;
        let all = PORTS * channels;
        let mut grants = vec![None; all];
        for (output, grant) in grants.iter_mut().enumerate() {
            let (exit, channel) = (output / channels, output % channels);
            let state = &before.outputs[exit][channel];
            let waits = |input: usize| {
                before.inputs[input / channels][input % channels].state == State::Waiting { exit }
            };
            if state.is_free {
                *grant = first(waits, state.grant, all);
            }
        }
        let mut won = Vec::new();
        for input in 0..all {
            let (port, channel) = (input / channels, input % channels);
            let from = before.inputs[port][channel].accept;
            let Some(output) = first(|output| grants[output] == Some(input), from, all) else {
                continue;
            };
            let router = &mut self.routers[number];
            router.inputs[port][channel].accept = (output + 1) % all;
            router.outputs[output / channels][output % channels].grant = (input + 1) % all;
            won.push((port, channel, output / channels, output % channels));
        }
        won
    }

    /// Whether a channel asks for the switch, and whether on speculation.
    fn asks(&self, before: &Router, port: usize, channel: usize, exit: usize) -> Option<bool> {
        let input = &before.inputs[port][channel];
        let outputs = &before.outputs[exit];
        let is_promising = || {
            self.parameters.pipeline == Pipeline::LookAhead
                && outputs
                    .iter()
                    .any(|output| output.is_free && output.credits > 0)
        };
        match input.state {
            State::Holding {
                exit: held,
                channel,
            } if held == exit => {
                (!input.buffer.is_empty() && outputs[channel].credits > 0).then_some(false)
            }
            State::Waiting { exit: wanted } if wanted == exit => is_promising().then_some(true),
            _ => None,
        }
    }

    /// Input ports and channels.
    fn allocate_switch(&mut self, number: usize, before: &Router) -> Vec<(usize, usize)> {
        let channels = self.parameters.virtual_channels;
        let chosen = |port: usize, exit: usize| {
            let from = before.pointers[port].channel;
            let that = |speculative| {
                first(
                    |channel| self.asks(before, port, channel, exit) == Some(speculative),
                    from,
                    channels,
                )
            };
            that(false).or_else(|| that(true))
        };
        let grants: Vec<Option<usize>> = (0..PORTS)
            .map(|exit| {
                first(
                    |port| chosen(port, exit).is_some(),
                    before.pointers[exit].grant,
                    PORTS,
                )
            })
            .collect();
        let mut accepted = Vec::new();
        for port in 0..PORTS {
            let from = before.pointers[port].accept;
            if let Some(exit) = first(|exit| grants[exit] == Some(port), from, PORTS) {
                accepted.push((port, exit, chosen(port, exit).expect("it has asked")));
            }
        }
        let pointers = &mut self.routers[number].pointers;
        for &(port, exit, channel) in &accepted {
            pointers[port].accept = (exit + 1) % PORTS;
            pointers[exit].grant = (port + 1) % PORTS;
            pointers[port].channel = (channel + 1) % channels;
        }
        accepted
            .into_iter()
            .map(|(port, _, channel)| (port, channel))
            .collect()
    }

    /// A granted flit goes, unless its packet holds nothing yet, or no credit.
    fn send(&mut self, number: usize, port: usize, channel: usize) {
        let (back, router) = (self.other_end(number, port), &mut self.routers[number]);
        let input = &mut router.inputs[port][channel];
        let State::Holding {
            exit,
            channel: output,
        } = input.state
        else {
            return;
        };
        if router.outputs[exit][output].credits == 0 {
            return;
        }
        let flit = input.buffer.pop_front().expect("it has asked with a flit");
        self.returns.push((self.now + 1, back, channel));
        let sent = Flit {
            virtual_channel: output as u8,
            ..flit
        };
        let to = self.other_end(number, exit);
        self.flits.push((self.now + 2, to, sent));
        let output = &mut self.routers[number].outputs[exit][output];
        if matches!(to, End::Router(..)) {
            output.credits -= 1;
        }
        if flit.tail {
            output.is_free = true;
            self.begin(number, port, channel);
        }
    }

    /// What has reached its end at the end of this cycle.
    fn deliver(&mut self) {
        let now = self.now;
        let (due, later) = std::mem::take(&mut self.flits)
            .into_iter()
            .partition(|(time, ..)| *time == now);
        self.flits = later;
        for (_, end, flit) in Vec::<(u64, End, Flit)>::from_iter(due) {
            match end {
                End::Router(router, port) => {
                    let channel = usize::from(flit.virtual_channel);
                    let input = &mut self.routers[router].inputs[port][channel];
                    input.buffer.push_back(flit);
                    if input.state == State::Idle {
                        self.begin(router, port, channel);
                    }
                }
                End::Endpoint(endpoint) => self.arrived.push((endpoint, flit)),
                End::Nothing => panic!("a flit has left the mesh"),
            }
        }
        let (due, later) = std::mem::take(&mut self.returns)
            .into_iter()
            .partition(|(time, ..)| *time == now);
        self.returns = later;
        for (_, end, channel) in Vec::<(u64, End, usize)>::from_iter(due) {
            match end {
                End::Router(router, port) => {
                    self.routers[router].outputs[port][channel].credits += 1;
                }
                End::Endpoint(endpoint) => self.credits[endpoint][channel] += 1,
                End::Nothing => panic!("a credit has left the mesh"),
            }
        }
    }
}
