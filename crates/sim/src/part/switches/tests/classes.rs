//! One switch under random packets: the order in which it serves the heads of its queues, packet by packet.

use crate::noc::random::Random;
use crate::noc::{Allocation, Flit, Network, Pipeline, RouterParameters, Shape, Topology};

const INPUTS: usize = 6;
const OUTPUTS: usize = 2;
const PACKETS: usize = 200;
const CLASSES: u32 = 3;

/// A packet from an input to an output, and its history.
#[derive(Clone, Copy, Debug)]
struct Packet {
    input: usize,
    output: usize,
    class: u8,
    flits: u8,
    /// The cycle from which on the switch could see its head.
    arrives: u64,
    /// The cycle from which on it was at the head of its queue and waited for its output.
    waits: u64,
    /// The cycles in which its head and its tail left the switch.
    leaves: u64,
    ends: u64,
}

fn switch(pipeline: Pipeline, allocation: Allocation) -> Network {
    let endpoints = [(0, None); INPUTS + OUTPUTS];
    let topology = Topology::switched(&Shape {
        routers: 1,
        links: &[],
        endpoints: &endpoints,
    });
    let parameters = RouterParameters {
        pipeline,
        virtual_channels: 1,
        buffer_flits: 4,
        allocation,
        has_classes: true,
        keeps_channel: true,
        has_circuits: false,
    };
    Network::of(topology.expect("one switch"), &parameters)
}

fn random_packet(input: usize, random: &mut Random) -> Packet {
    Packet {
        input,
        output: INPUTS + random.below(OUTPUTS as u32) as usize,
        class: random.below(CLASSES) as u8,
        flits: 1 + random.below(3) as u8,
        arrives: 0,
        waits: 0,
        leaves: 0,
        ends: 0,
    }
}

/// The position of an input in its list of packets.
struct Source {
    packets: Vec<Packet>,
    /// Packets, and flits of the next one, that it has sent, and that have come out.
    sent: (usize, u8),
    taken: (usize, u8),
}

impl Source {
    /// A flit arrives in the switch two cycles after it was driven.
    fn next_flit(&mut self, now: u64) -> Option<Flit> {
        let (number, place) = self.sent;
        let packet = self.packets.get_mut(number)?;
        if place == 0 {
            packet.arrives = now + 2;
        }
        let is_tail = place + 1 == packet.flits;
        self.sent = if is_tail {
            (number + 1, 0)
        } else {
            (number, place + 1)
        };
        Some(Flit {
            head: place == 0,
            tail: is_tail,
            source: packet.input as u16,
            destination: packet.output as u16,
            class: packet.class,
            ..Flit::default()
        })
    }

    /// A flit that comes out was granted three cycles before. The flits of an input come out in order.
    fn take(&mut self, now: u64) {
        let (number, place) = self.taken;
        let packet = &mut self.packets[number];
        if place == 0 {
            packet.leaves = now - 3;
        }
        packet.ends = now - 3;
        self.taken = if place + 1 == packet.flits {
            (number + 1, 0)
        } else {
            (number, place + 1)
        };
    }
}

/// All packets, after all of them have passed.
fn history(pipeline: Pipeline, allocation: Allocation, random: &mut Random) -> Vec<Packet> {
    let mut mesh = switch(pipeline, allocation);
    let source = |input| Source {
        packets: (0..PACKETS).map(|_| random_packet(input, random)).collect(),
        sent: (0, 0),
        taken: (0, 0),
    };
    let mut sources: Vec<Source> = (0..INPUTS).map(source).collect();
    let mut now = 0;
    while sources.iter().any(|source| source.taken.0 < PACKETS) {
        for output in INPUTS..INPUTS + OUTPUTS {
            if let Some(flit) = mesh.ejected(output) {
                sources[usize::from(flit.source)].take(now);
            }
        }
        for (input, source) in sources.iter_mut().enumerate() {
            if mesh.can_inject(input, 0) && random.below(8) > 0 {
                if let Some(flit) = source.next_flit(now) {
                    mesh.inject(input, 0, flit);
                }
            }
        }
        mesh.tick();
        now += 1;
        assert!(now < 100_000, "all packets pass");
    }
    sources
        .into_iter()
        .flat_map(|source| with_waits(source.packets, pipeline))
        .collect()
}

fn with_waits(mut packets: Vec<Packet>, pipeline: Pipeline) -> Vec<Packet> {
    let routing = match pipeline {
        Pipeline::FourStage => 1,
        Pipeline::LookAhead => 0,
    };
    let mut free = 0;
    for packet in &mut packets {
        packet.waits = routing + packet.arrives.max(free);
        free = packet.ends + 1;
    }
    packets
}

/// The packets that held its output while a packet waited at the head of its queue.
fn before<'a>(packet: &'a Packet, all: &'a [Packet]) -> impl Iterator<Item = &'a Packet> {
    all.iter().filter(move |other| {
        other.output == packet.output
            && other.input != packet.input
            && other.ends >= packet.waits
            && other.leaves < packet.leaves
    })
}

fn for_each_arbiter(mut check: impl FnMut(Allocation, &[Packet])) {
    for seed in 0..8 {
        for pipeline in [Pipeline::LookAhead, Pipeline::FourStage] {
            for allocation in [Allocation::RoundRobin, Allocation::FixedPriority] {
                let mut random = Random::new(seed);
                check(allocation, &history(pipeline, allocation, &mut random));
            }
        }
    }
}

#[test]
fn at_the_head_of_a_queue_a_packet_waits_for_at_most_one_of_a_lower_class() {
    let mut has_waited = false;
    for_each_arbiter(|_, all| {
        for packet in all {
            let lower = before(packet, all).filter(|other| other.class < packet.class);
            let lower = lower.count();
            assert!(lower <= 1, "{packet:?} waited for {lower}");
            has_waited |= lower == 1;
        }
    });
    assert!(has_waited, "no packet was blocked");
}

#[test]
fn with_round_robin_each_other_input_wins_at_most_once_in_a_class() {
    let mut most = 0;
    for_each_arbiter(|allocation, all| {
        if allocation == Allocation::FixedPriority {
            return;
        }
        for packet in all {
            let mut times = [0; INPUTS];
            let equal = before(packet, all).filter(|other| other.class == packet.class);
            equal.for_each(|other| times[other.input] += 1);
            assert!(
                times.iter().all(|&times| times <= 1),
                "{packet:?} {times:?}"
            );
            most = most.max(times.iter().sum());
        }
    });
    assert_eq!(most, INPUTS - 1, "a packet waits for all other inputs");
}
