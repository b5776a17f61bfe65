//! The agents of HIBI: the cores' DMA controllers, and one line for each other kind of agent.

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

/// The bus with all of its agents.
pub type HibiWithAgents = Hibi<Dma, HibiAgent>;

/// Declares the kinds of agent. Each line names a part that implements [`Agent`] and `Part`.
macro_rules! agents {
    ($($Kind:ident),* $(,)?) => {
        /// An agent that does not belong to a core.
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

/// Returns the idle bus of a chip with `cores` cores. `window`: the number of the DMA controllers' registers among the cores' private registers.
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
