//! The controller's registers: what a load returns, and what a store does (docs/contract/hibi.md).

use super::channel::Channel;
use super::{at, Dma, Sending};
use crate::port::word_of;
use crate::units::Cycle;

impl Dma {
    pub(super) fn read(&self, offset: u32) -> u32 {
        match offset {
            at::CONTROL if self.sending.is_none() => self.control | at::DONE,
            at::CONTROL => self.control,
            at::PENDING => self.pending_bits(),
            at::SEND_MEMORY => self.memory,
            at::SEND_WORDS => self.words,
            at::SEND_COMMAND => self.command,
            at::SEND_ADDRESS => self.address,
            at::UNKNOWN_ADDRESS => self.unknown.unwrap_or(0),
            at::MOVE_MEMORY => self.taker.memory,
            _ => match word_of(offset, at::TARGET, self.targets.len()) {
                Some(window) => self.targets[window],
                None => self
                    .channel_at(offset)
                    .map_or(0, |(number, register)| self.channels[number].read(register)),
            },
        }
    }

    pub(super) fn write(&mut self, offset: u32, value: u32, now: Cycle) {
        match offset {
            at::CONTROL => self.control = value & (at::INTERRUPTS | at::START_BY_ADDRESS),
            at::INIT => self.for_each_channel(value, Channel::begin),
            at::PENDING => {
                self.for_each_channel(value, Channel::clear);
                self.ignored &= value & at::IGNORED == 0;
                self.is_unknown_pending &= value & at::UNKNOWN == 0;
            }
            at::SEND_MEMORY => self.memory = value & !3,
            at::SEND_WORDS => self.words = value,
            at::SEND_COMMAND => {
                self.command = value;
                if !self.starts_by_address() {
                    self.start(now);
                }
            }
            at::MOVE_MEMORY => self.taker.memory = value & !3,
            at::MOVE => self.taker.begin_move(value, &self.channels),
            at::SEND_ADDRESS => {
                self.address = value;
                if self.starts_by_address() {
                    self.start(now);
                }
            }
            _ => {
                if let Some((number, register)) = self.channel_at(offset) {
                    self.channels[number].write(register, value);
                } else if let Some(window) = word_of(offset, at::TARGET, self.targets.len()) {
                    self.targets[window] = value;
                }
            }
        }
    }

    fn channel_at(&self, offset: u32) -> Option<(usize, u32)> {
        let (number, register) = (offset / at::CHANNEL_STRIDE, offset % at::CHANNEL_STRIDE);
        let exists = (number as usize) < self.channels.len() && register <= at::CURRENT;
        exists.then_some((number as usize, register))
    }

    fn for_each_channel(&mut self, bits: u32, act: fn(&mut Channel)) {
        let channels = self.channels.iter_mut().enumerate();
        let chosen = channels.filter(|(number, _)| bits >> number & 1 != 0);
        chosen.for_each(|(_, channel)| act(channel));
    }

    /// Whether a write to the address starts a transfer, and not one to the command.
    fn starts_by_address(&self) -> bool {
        self.parameters.start_by_address && self.control & at::START_BY_ADDRESS != 0
    }

    /// Starts the transfer that the registers describe. One of no words is done at once.
    fn start(&mut self, now: Cycle) {
        if self.sending.is_some() || self.command != at::WRITE {
            self.ignored = true;
        } else if self.words > 0 {
            self.sending = Some(Sending {
                memory: self.memory,
                left: self.words,
                address: self.address,
                from: now + self.parameters.start,
            });
        }
    }
}
