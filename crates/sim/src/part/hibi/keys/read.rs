//! Reads `[hibi]` with the devices on it: one description for the controllers of all cores, and the agents, whose addresses must not overlap.

use super::{Agent, Hibi, Wires};
use crate::description::device::agent::{AgentKinds, AtNetwork, ControllerFacts};
use crate::description::keys::{Chip, Key, Keys, ReadKeys};
use crate::description::{Attached, Range, Reading, Result, Section};

impl<D: ControllerFacts, K: AgentKinds> Section for Hibi<D, K> {
    const KEY: Key = Key::table::<Wires>();

    fn read(reading: &mut Reading) -> Result<Self> {
        let field = reading.root.required(Wires::NAME, "")?;
        let table = field.table()?;
        table.expect_keys(&Wires::TABLE)?;
        let chip = reading.chip;
        let attached = reading.attached.iter();
        let (dmas, others): (Vec<_>, Vec<_>) = attached
            .filter(|device| !device.kind.is_on_bus)
            .partition(|device| device.kind.name == D::NAME);
        let (name, dma, place) =
            match dmas.as_slice() {
                [device] => (
                    device.name.clone(),
                    controller::<D>(device, &chip)?,
                    device.field.place(),
                ),
                [] => return Err(field.error(
                    "has no [[device]] of kind \"hibi-dma\", by which the cores reach it; add one",
                )),
                [_, second, ..] => {
                    return Err(second.field.error(
                        "is the second of kind \"hibi-dma\"; one describes those of all cores",
                    ))
                }
            };
        let mut agents: Vec<Agent<K>> = Vec::new();
        for device in &others {
            let agent = agent(device, &chip)?;
            check_addresses(device, &agent, &dma, chip.cores, &agents)?;
            agents.push(agent);
        }
        let wires = Wires::take_checked(&table, &chip)?;
        reading.record(Wires::NAME, &wires);
        reading.record(&name, &dma);
        for agent in &agents {
            reading
                .settings
                .extend(agent.kind.settings(&agent.name, &chip));
            reading.places.push(agent.name.clone());
        }
        reading.place("device `hibi_dma`", dma.registers(), place);
        Ok(Hibi { wires, dma, agents })
    }
}

fn controller<D: ControllerFacts>(device: &Attached, chip: &Chip) -> Result<D> {
    let table = device.field.table()?;
    table.expect_keys(&D::TYPE.table)?;
    D::take_checked(&table, chip)
}

fn agent<K: AgentKinds>(device: &Attached, chip: &Chip) -> Result<Agent<K>> {
    let table = device.field.table()?;
    table.expect_keys(&device.kind.table)?;
    let kind = K::read(device.kind.name, &table, chip)?;
    let kind = kind.ok_or_else(|| device.field.error("is of a kind that is not at HIBI"))?;
    let base = AtNetwork::take(&table, chip)?.address;
    let too_many = || {
        device
            .field
            .error("has HIBI addresses beyond 32 bits; make it smaller")
    };
    let size = kind.bytes().ok_or_else(too_many)?;
    let range = Range { base, size };
    match range.end() <= 1 << 32 {
        true => Ok(Agent {
            name: device.name.clone(),
            range,
            kind,
        }),
        false => Err(device
            .field
            .error("has HIBI addresses beyond 32 bits; lower `address`")),
    }
}

/// Checks that no two agents have the same HIBI address.
fn check_addresses<K>(
    device: &Attached,
    new: &Agent<K>,
    dma: &impl ControllerFacts,
    cores: usize,
    others: &[Agent<K>],
) -> Result<()> {
    let of_cores = (0..cores).map(|core| (format!("core {core}"), dma.of(core)));
    let of_others = others
        .iter()
        .map(|agent| (format!("`{}`", agent.name), agent.range));
    match of_cores.chain(of_others).find(|(_, range)| range.overlaps(&new.range)) {
        Some((other, range)) => Err(device.field.error(format!(
            "has HIBI addresses ({:#010x} to {:#010x}) that {other} has ({:#010x} to {:#010x}); give it another `address`",
            new.range.base,
            new.range.end() - 1,
            range.base,
            range.end() - 1
        ))),
        None => Ok(()),
    }
}
