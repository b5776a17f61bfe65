//! What is at HIBI: the controllers of the cores, and one line for each kind of other agent.

use crate::part::dct::Dct;
use crate::part::hibi::Hibi;
use crate::part::hibi_dma::Dma;
use crate::part::hibi_memory::ExternalMemory;
use crate::part::pc_bridge::Bridge;
use crate::platform::{hibi, AgentKind, HibiKeys};
use crate::port::{Addressed, Agent, Part, WordPort};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::ops::{Deref, DerefMut};

/// The bus with everything at it.
pub type HibiWithAgents = Hibi<Dma, HibiAgent>;

/// Declares the kinds of agent. Each line names a part that is an [`Agent`], and shows itself.
macro_rules! agents {
    ($($Kind:ident),* $(,)?) => {
        /// What is at the bus and no core's.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub enum HibiAgent {
            $($Kind($Kind)),*
        }

        impl Agent for HibiAgent {
            fn tick(&mut self, now: Cycle, port: &mut impl WordPort) {
                match self {
                    $(HibiAgent::$Kind(part) => part.tick(now, port)),*
                }
            }

            fn next_event(&self, now: Cycle, received: Option<Addressed>) -> Cycle {
                match self {
                    $(HibiAgent::$Kind(part) => part.next_event(now, received)),*
                }
            }
        }

        impl Deref for HibiAgent {
            type Target = dyn Part;

            fn deref(&self) -> &Self::Target {
                match self {
                    $(HibiAgent::$Kind(part) => part),*
                }
            }
        }

        impl DerefMut for HibiAgent {
            fn deref_mut(&mut self) -> &mut Self::Target {
                match self {
                    $(HibiAgent::$Kind(part) => part),*
                }
            }
        }
    };
}

agents! {
    ExternalMemory,
    Dct,
    Bridge,
}

/// The idle bus of a chip with this number of cores. `window`: the number of the controllers' registers among those that a core has for itself.
pub fn hibi(parameters: &HibiKeys, cores: usize, window: usize) -> HibiWithAgents {
    let controllers = vec![Dma::new(parameters.dma.clone()); cores];
    let agents = parameters.agents.iter().map(agent).collect();
    Hibi::new(parameters, controllers, agents, window)
}

fn agent(agent: &hibi::Agent<AgentKind>) -> HibiAgent {
    let address = agent.range.base;
    match &agent.kind {
        AgentKind::Memory(keys) => {
            HibiAgent::ExternalMemory(ExternalMemory::new(&agent.name, address, keys))
        }
        AgentKind::Dct(keys) => HibiAgent::Dct(Dct::new(address, keys.cycles)),
        AgentKind::PcBridge(bridge) => HibiAgent::Bridge(Bridge::new(bridge)),
    }
}
