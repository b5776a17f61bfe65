//! How HIBI appears in the picture, the address map and the C header: the registers of the DMA controller, and the HIBI addresses of all agents.

use super::{Agent, Hibi};
use crate::description::device::agent::{AgentKinds, ControllerFacts};
use crate::description::header::{address, constant, list, range_macros, size};
use crate::description::keys::Macro;
use crate::description::map::Place;
use crate::description::{boxed, fabric, in_rows, on_link, Facts, Part, Range, Role, Row};

impl<D: ControllerFacts, K: AgentKinds> Part for Hibi<D, K> {
    fn role(&self) -> Role {
        Role::Network
    }

    fn macros(&self, chip: &Facts) -> Vec<Macro> {
        let mut macros = self.own_macros();
        macros.push(self.peers(chip));
        macros.extend(self.accelerators(chip));
        macros
    }

    fn macros_for_pc(&self, chip: &Facts) -> Vec<Macro> {
        self.macros(chip)
    }

    fn picture(&self, chip: &Facts) -> Vec<String> {
        let agents = chip.cores + self.agents.len();
        let mut lines = vec![fabric(&format!("HIBI, {agents} agents"))];
        let text = |agent: &Agent<K>| boxed(&[agent.name.clone(), agent.kind.text()]);
        lines.extend(in_rows(self.agents.iter().map(text).collect()));
        lines
    }

    fn rows(&self, _: &Facts) -> Vec<Row> {
        vec![Row {
            range: self.dma.registers(),
            what: String::from("DMA controller, one a core"),
            access: self.dma.load_cycles().to_string(),
        }]
    }

    fn private_registers(&self) -> Option<Range> {
        Some(self.dma.registers())
    }
}

impl<D: ControllerFacts, K: AgentKinds> Hibi<D, K> {
    /// Macros of the bus and of its agents.
    fn own_macros(&self) -> Vec<Macro> {
        let mut macros: Vec<Macro> = range_macros("HIBI_DMA", self.dma.registers()).into();
        macros.extend(self.dma.macros(""));
        for (name, value) in self
            .agents
            .iter()
            .flat_map(|it| it.kind.constants_of_kind())
        {
            let of_kind = (format!("WEFT_HIBI_{name}"), value);
            if !macros.contains(&of_kind) {
                macros.push(of_kind);
            }
        }
        let registers = self.dma.constants().into_iter();
        macros.extend(registers.map(|(name, value)| (format!("WEFT_HIBI_DMA_{name}"), value)));
        macros.extend(self.agents.iter().flat_map(agent_macros));
        macros
    }

    /// The first HIBI address of each peer, in the order of their numbers on the link; 0 for a peer elsewhere.
    fn peers(&self, chip: &Facts) -> Macro {
        let agent = |number: usize| self.agents.get(number).map(|agent| agent.range.base);
        let is_bridge = |agent: &Agent<K>| agent.kind.leads_to_pc();
        let base = |place: &Place| match place {
            Place::Core(core) => Some(self.dma.of(*core).base),
            Place::Pc => agent(self.agents.iter().position(is_bridge)?),
            Place::Device(number) => agent(number.checked_sub(chip.devices.len())?),
        };
        let peers = on_link(chip);
        let addresses = peers.iter().map(|place| address(base(place).unwrap_or(0)));
        constant("WEFT_HIBI_PEER_ADDRESSES", list(addresses))
    }

    /// The peers that are accelerators, and their kinds.
    fn accelerators(&self, chip: &Facts) -> [Macro; 2] {
        let kind = |place: &Place| match place {
            Place::Device(number) => {
                let agent = self.agents.get(number.checked_sub(chip.devices.len())?)?;
                agent
                    .kind
                    .is_accelerator()
                    .then_some(agent.kind.of_type().name)
            }
            _ => None,
        };
        let peers = on_link(chip);
        let served = peers.iter().enumerate();
        let served = served.filter_map(|(number, place)| Some((number, kind(place)?)));
        let served: Vec<(usize, &str)> = served.collect();
        let bits = served.iter().fold(0, |bits, (number, _)| {
            bits | 1_u32.checked_shl(*number as u32).unwrap_or(0)
        });
        let cases = served
            .iter()
            .map(|(number, kind)| format!("X({number}, {kind})"));
        let cases: Vec<String> = cases.collect();
        [
            constant("WEFT_ACCELERATOR_BITS", size(bits) + "u"),
            constant("WEFT_ACCELERATORS(X)", cases.join(" ")),
        ]
    }
}

fn agent_macros<K: AgentKinds>(agent: &Agent<K>) -> Vec<Macro> {
    let base = agent.range.base;
    let mut own = vec![constant("ADDRESS", address(base))];
    own.extend(agent.kind.constants(base));
    let scope = agent.name.to_uppercase();
    let named = own.into_iter();
    named
        .map(|(name, value)| (format!("WEFT_{scope}_{name}"), value))
        .collect()
}
