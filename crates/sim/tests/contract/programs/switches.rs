//! Pieces that use the interfaces to the switches: priorities, and circuits that are opened, waited for, used and closed.

use super::devices::{load, store};
use super::Writer;
use crate::common::chip::{NETWORK_INTERFACE, SHARED_MEMORY};
use weft_sim::part::switches::registers::{CHANNEL, CLOSE, OPENING, OPEN_ONE_WAY, PRIORITY};

/// Devices of the platform, and some that it does not have.
const DEVICES: usize = 12;

/// A piece for a random core.
pub fn add(writer: &mut Writer) {
    let core = writer.random.below(writer.cores);
    let again = writer.label();
    let random = &mut writer.random;
    let device = 4 * random.below(DEVICES) as u32;
    let (priority, channel) = (
        NETWORK_INTERFACE + PRIORITY + device,
        NETWORK_INTERFACE + CHANNEL + device,
    );
    let text = match random.below(4) {
        0 => store(priority, random.below(6) as u32),
        1 => {
            let register = [priority, channel][random.below(2)];
            load(random, register)
        }
        2 => store(channel, random.below(4) as u32),
        // Held while the shared memory is read; what is refused is not asked for again.
        _ => {
            let open = store(channel, OPEN_ONE_WAY + random.below(2) as u32);
            let wait = format!(
                "li t3, {channel:#x}\n{again}:\nlw t2, 0(t3)\naddi t2, t2, -{OPENING}\nbeqz t2, {again}\n"
            );
            let read = load(random, SHARED_MEMORY);
            open + &wait + &read.repeat(1 + random.below(8)) + &store(channel, CLOSE)
        }
    };
    writer.put(core, text);
}
