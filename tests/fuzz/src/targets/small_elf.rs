//! Executables for 32-bit RISC-V cores, field by field.

use arbitrary::Arbitrary;

/// Bytes of the file's header and of a program header.
const HEADER: u32 = 52;
const PROGRAM_HEADER: u32 = 32;
/// Where contents begin when all is well.
const CONTENTS: u32 = 0x100;

/// A field: mostly what it should be.
#[derive(Clone, Copy, Debug, Arbitrary)]
pub enum Field {
    Right,
    AlsoRight,
    StillRight,
    Near(i8),
    Any(u32),
    Largest,
    Zero,
}

impl Field {
    fn of(self, right: u32) -> u32 {
        match self {
            Field::Right | Field::AlsoRight | Field::StillRight => right,
            Field::Near(distance) => right.wrapping_add_signed(distance.into()),
            Field::Any(value) => value,
            Field::Largest => u32::MAX,
            Field::Zero => 0,
        }
    }
}

/// A piece of memory.
#[derive(Clone, Debug, Arbitrary)]
pub struct Segment {
    kind: Field,
    offset: Field,
    virtual_address: Field,
    address: Field,
    file_bytes: Field,
    memory_bytes: Field,
    flags: Field,
}

/// A whole file.
#[derive(Clone, Debug, Arbitrary)]
pub struct File {
    kind: Field,
    machine: Field,
    entry: Field,
    place: Field,
    flags: Field,
    size: Field,
    count: Field,
    sections: Field,
    segments: Vec<Segment>,
}

impl File {
    /// Its bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = b"\x7fELF\x01\x01\x01".to_vec();
        bytes.resize(16, 0);
        let half = |bytes: &mut Vec<u8>, value: u32| bytes.extend((value as u16).to_le_bytes());
        half(&mut bytes, self.kind.of(2));
        half(&mut bytes, self.machine.of(243));
        let words = [
            1,
            self.entry.of(0),
            self.place.of(HEADER),
            self.sections.of(0),
            self.flags.of(0),
        ];
        words
            .iter()
            .for_each(|word| bytes.extend(word.to_le_bytes()));
        for value in [
            HEADER,
            self.size.of(PROGRAM_HEADER),
            self.count.of(self.segments.len() as u32),
            40,
            0,
            0,
        ] {
            half(&mut bytes, value);
        }
        for (number, segment) in (0..).zip(&self.segments) {
            bytes.extend(
                segment
                    .header(number)
                    .iter()
                    .flat_map(|word: &u32| word.to_le_bytes()),
            );
        }
        bytes.resize(bytes.len().max(CONTENTS as usize), 0);
        bytes.extend([0x13, 0, 0, 0].repeat(64));
        bytes
    }
}

impl Segment {
    fn header(&self, number: u32) -> [u32; 8] {
        let address = number * 0x1000;
        [
            self.kind.of(1),
            self.offset.of(CONTENTS),
            self.virtual_address.of(address),
            self.address.of(address),
            self.file_bytes.of(64),
            self.memory_bytes.of(128),
            self.flags.of(5),
            4,
        ]
    }
}

/// A program of these instructions from address 0 on.
pub fn program(code: &[u32]) -> Vec<u8> {
    let right = Field::Right;
    let length = Field::Any(4 * code.len() as u32);
    let file = File {
        kind: right,
        machine: right,
        entry: right,
        place: right,
        flags: right,
        size: right,
        count: right,
        sections: right,
        segments: vec![Segment {
            kind: right,
            offset: right,
            virtual_address: right,
            address: right,
            file_bytes: length,
            memory_bytes: length,
            flags: right,
        }],
    };
    let mut bytes = file.bytes();
    bytes.truncate(CONTENTS as usize);
    bytes.extend(code.iter().flat_map(|word| word.to_le_bytes()));
    bytes
}
