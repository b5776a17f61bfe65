//! Numbers and names of the machine-mode CSRs, and of the counters that a program may read: RISC-V manual, volume II, chapter "CSR Listing".
//!
//! The CSRs of the message extension are in [`crate::message::csr`]; [`name`] knows both.

use crate::message;

macro_rules! registers {
    ($($number:literal $constant:ident $name:literal;)*) => {
        $(#[doc = concat!("`", $name, "`")] pub const $constant: u16 = $number;)*

        const NAMES: &[(u16, &str)] = &[$(($number, $name)),*];
    };
}

registers! {
    0x001 FFLAGS "fflags";
    0x002 FRM "frm";
    0x003 FCSR "fcsr";
    0x300 MSTATUS "mstatus";
    0x301 MISA "misa";
    0x302 MEDELEG "medeleg";
    0x303 MIDELEG "mideleg";
    0x304 MIE "mie";
    0x305 MTVEC "mtvec";
    0x306 MCOUNTEREN "mcounteren";
    0x30A MENVCFG "menvcfg";
    0x310 MSTATUSH "mstatush";
    0x31A MENVCFGH "menvcfgh";
    0x320 MCOUNTINHIBIT "mcountinhibit";
    0x340 MSCRATCH "mscratch";
    0x341 MEPC "mepc";
    0x342 MCAUSE "mcause";
    0x343 MTVAL "mtval";
    0x344 MIP "mip";
    0x747 MSECCFG "mseccfg";
    0x757 MSECCFGH "mseccfgh";
    0x7A0 TSELECT "tselect";
    0x7A1 TDATA1 "tdata1";
    0x7A2 TDATA2 "tdata2";
    0x7A3 TDATA3 "tdata3";
    0x7B0 DCSR "dcsr";
    0x7B1 DPC "dpc";
    0x7B2 DSCRATCH0 "dscratch0";
    0x7B3 DSCRATCH1 "dscratch1";
    0xB00 MCYCLE "mcycle";
    0xB02 MINSTRET "minstret";
    0xB80 MCYCLEH "mcycleh";
    0xB82 MINSTRETH "minstreth";
    0xC00 CYCLE "cycle";
    0xC01 TIME "time";
    0xC02 INSTRET "instret";
    0xC80 CYCLEH "cycleh";
    0xC81 TIMEH "timeh";
    0xC82 INSTRETH "instreth";
    0xF11 MVENDORID "mvendorid";
    0xF12 MARCHID "marchid";
    0xF13 MIMPID "mimpid";
    0xF14 MHARTID "mhartid";
    0xF15 MCONFIGPTR "mconfigptr";
}

/// CSRs with consecutive numbers and numbered names.
struct Row {
    numbers: std::ops::RangeInclusive<u16>,
    name: &'static str,
    /// The index in the name of the first CSR.
    first: u16,
    suffix: &'static str,
}

const fn row(
    numbers: std::ops::RangeInclusive<u16>,
    name: &'static str,
    first: u16,
    suffix: &'static str,
) -> Row {
    Row {
        numbers,
        name,
        first,
        suffix,
    }
}

const ROWS: [Row; 8] = [
    row(0x323..=0x33F, "mhpmevent", 3, ""),
    row(0x723..=0x73F, "mhpmevent", 3, "h"),
    row(0x3A0..=0x3AF, "pmpcfg", 0, ""),
    row(0x3B0..=0x3EF, "pmpaddr", 0, ""),
    row(0xB03..=0xB1F, "mhpmcounter", 3, ""),
    row(0xB83..=0xB9F, "mhpmcounter", 3, "h"),
    row(0xC03..=0xC1F, "hpmcounter", 3, ""),
    row(0xC83..=0xC9F, "hpmcounter", 3, "h"),
];

/// Returns the name of CSR `number`, or its number in hexadecimal if it has no name here.
pub fn name(number: u16) -> String {
    if let Some(&(_, name)) = NAMES.iter().find(|(known, _)| *known == number) {
        return name.into();
    }
    if let Some(entry) = message::CSRS.iter().find(|entry| entry.number == number) {
        return entry.name.into();
    }
    match ROWS.iter().find(|row| row.numbers.contains(&number)) {
        Some(row) => {
            let index = number - row.numbers.start() + row.first;
            format!("{}{index}{}", row.name, row.suffix)
        }
        None => format!("{number:#x}"),
    }
}
