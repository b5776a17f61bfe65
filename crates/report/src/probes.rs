//! Probe points: they describe what the message library waits for or has done at an instruction, in terms such as rank and tag that the
//! hardware does not know.
//!
//! The section `.debug_weft` has a record for each place in the code where the library can wait, or where an event of a trace happens. A
//! record has the address, the kind, and the locations of the operands, in the notation of SystemTap's probes. The records are not loaded
//! and cost the program nothing. Their format is defined in `lib/include/weft/probe.h`.

use crate::sections::section_bytes;
use crate::stack::{Activation, Frozen};
use crate::symbols::Symbols;
use object::{File, Object, ObjectSymbol};
use std::collections::HashMap;
use weft_sim::part::core::trace::Operand;

/// Maximum distance in bytes from a probe point to the instruction that waits: the compiler may insert instructions in between.
const REACH: u32 = 192;

/// The operation that a core waits for, from the library's probe point. A value that cannot be read is None.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    pub kind: OperationKind,
    /// The other rank; for locks and barriers their number. Negative: any rank.
    pub peer: Option<i32>,
    /// The tag of the message, negative for any; for a barrier the number of cores that meet.
    pub tag: Option<i32>,
    /// The communication context, numbered as the library does.
    pub context: Option<i32>,
    /// Bytes of the message, or of the buffer for it.
    pub length: Option<i32>,
}

/// The kinds of waits that the library distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperationKind {
    Receive,
    Send,
    Barrier,
    Lock,
}

/// The probe points of a program, in rising order of address.
#[derive(Debug, Default)]
pub struct Probes {
    waits: Vec<(OperationKind, EventProbe)>,
    pub events: Vec<EventProbe>,
}

/// A probe point where something happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventProbe {
    /// The address of the instruction that follows it.
    pub address: u32,
    /// What happens, as the library names it.
    pub name: String,
    /// Peer, tag, context, length.
    pub operands: [Option<Operand>; 4],
}

impl Probes {
    /// Reads the records; a damaged one ends the list.
    pub(crate) fn read(file: &File<'_>) -> Probes {
        let bytes = section_bytes(file, ".debug_weft");
        let symbols = data_symbols(file);
        let mut rest = bytes.as_slice();
        let mut probes = Probes::default();
        while let Some(record) = take_record(&mut rest, &symbols) {
            // Where the linker dropped a function, the address of its probe point is zero.
            if record.address != 0 {
                probes.add(record);
            }
        }
        probes.waits.sort_by_key(|(_, probe)| probe.address);
        probes.events.sort_by_key(|probe| probe.address);
        probes
    }

    fn add(&mut self, record: EventProbe) {
        match wait(&record.name) {
            Some(kind) => self.waits.push((kind, record)),
            None => self.events.push(record),
        }
    }

    /// Returns what the function of this activation waits for, if its pc is at or shortly after a probe point of its own.
    pub fn operation(
        &self,
        activation: &Activation,
        symbols: &Symbols,
        core: &Frozen<'_>,
    ) -> Option<Operation> {
        let waits = &self.waits;
        let after = waits.partition_point(|(_, probe)| probe.address <= activation.address);
        let (kind, probe) = &waits[after.checked_sub(1)?];
        let is_near = activation.address - probe.address <= REACH;
        let same_function = symbols.function(probe.address) == symbols.function(activation.address);
        (is_near && same_function).then(|| probe.evaluate(*kind, activation, core))
    }
}

impl EventProbe {
    fn evaluate(
        &self,
        kind: OperationKind,
        activation: &Activation,
        core: &Frozen<'_>,
    ) -> Operation {
        let register = |number: u8| activation.registers[usize::from(number)];
        let value =
            |index: usize| self.operands[index]?.value(register, |address| core.read_word(address));
        Operation {
            kind,
            peer: value(0),
            tag: value(1),
            context: value(2),
            length: value(3),
        }
    }
}

/// Parses an operand in the compiler's notation.
fn parse_operand(text: &str, symbols: &HashMap<&str, u32>) -> Option<Operand> {
    if let Ok(constant) = text.parse::<i64>() {
        return Some(Operand::Constant(constant as i32));
    }
    if let Some(symbolic) = text.strip_prefix("%lo(") {
        return fixed_address(symbolic.split_once(')')?.0, symbols).map(Operand::Fixed);
    }
    match text.strip_suffix(')').and_then(|text| text.split_once('(')) {
        Some((offset, name)) => Some(Operand::Indexed {
            register: register(name)?,
            offset: offset.parse().ok()?,
        }),
        None => register(text).map(Operand::Register),
    }
}

/// `symbol` or `symbol+offset`.
fn fixed_address(text: &str, symbols: &HashMap<&str, u32>) -> Option<u32> {
    let (name, offset) = text.split_once('+').unwrap_or((text, "0"));
    Some(symbols.get(name)?.wrapping_add(offset.parse().ok()?))
}

fn register(name: &str) -> Option<u8> {
    (0..32).find(|&number| weft_isa::register_name(number) == name)
}

fn data_symbols<'a>(file: &File<'a>) -> HashMap<&'a str, u32> {
    let symbols = file.symbols();
    let named = symbols.filter_map(|symbol| Some((symbol.name().ok()?, symbol.address() as u32)));
    named.collect()
}

/// Takes a record off the front: address, name, operands.
fn take_record(rest: &mut &[u8], symbols: &HashMap<&str, u32>) -> Option<EventProbe> {
    let (address, behind) = rest.split_first_chunk::<4>()?;
    *rest = behind;
    let name = take_text(rest)?.to_owned();
    let texts = take_text(rest)?.split(' ');
    let mut operands = texts.map(|text| parse_operand(text, symbols));
    let operands = std::array::from_fn(|_| operands.next().flatten());
    Some(EventProbe {
        address: u32::from_le_bytes(*address),
        name,
        operands,
    })
}

fn wait(name: &str) -> Option<OperationKind> {
    match name {
        "receive" => Some(OperationKind::Receive),
        "send" => Some(OperationKind::Send),
        "barrier" => Some(OperationKind::Barrier),
        "lock" => Some(OperationKind::Lock),
        _ => None,
    }
}

/// Takes a text that ends with a zero byte off the front.
fn take_text<'a>(rest: &mut &'a [u8]) -> Option<&'a str> {
    let end = rest.iter().position(|&byte| byte == 0)?;
    let (text, behind) = rest.split_at(end);
    *rest = &behind[1..];
    std::str::from_utf8(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Option<Operand> {
        parse_operand(text, &HashMap::from([("table", 0x1000_0010)]))
    }

    #[test]
    fn every_form_of_operand() {
        assert_eq!(parsed("-1"), Some(Operand::Constant(-1)));
        assert_eq!(parsed("4294967295"), Some(Operand::Constant(-1)));
        assert_eq!(parsed("a0"), Some(Operand::Register(10)));
        assert_eq!(
            parsed("-12(s0)"),
            Some(Operand::Indexed {
                register: 8,
                offset: -12
            })
        );
        assert_eq!(parsed("%lo(table)(a5)"), Some(Operand::Fixed(0x1000_0010)));
        assert_eq!(
            parsed("%lo(table+8)(a5)"),
            Some(Operand::Fixed(0x1000_0018))
        );
    }

    #[test]
    fn what_is_not_an_operand_has_no_value() {
        for text in [
            "",
            "a9",
            "4(",
            "4(a0",
            "(a0)x",
            "%lo(table",
            "%lo(nothing)(a5)",
            "x(sp)",
        ] {
            assert_eq!(parsed(text), None, "{text}");
        }
    }

    #[test]
    fn a_record_cut_short_is_left_out() {
        let whole = b"\x88\0\0\0receive\0a0 7\0";
        let symbols = HashMap::new();
        assert!(take_record(&mut whole.as_slice(), &symbols).is_some());
        for length in 0..whole.len() {
            assert!(
                take_record(&mut &whole[..length], &symbols).is_none(),
                "{length} bytes"
            );
        }
    }
}
