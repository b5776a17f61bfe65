//! Messages of the protobuf encoding, as far as they can be told apart without knowing what they mean: fields with numbers, and what they hold.

use fastrand::Rng;

/// What a field holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Number(u64),
    Fixed(Vec<u8>),
    Bytes(Vec<u8>),
    Message(Vec<Field>),
}

/// A field.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub number: u64,
    pub value: Value,
}

/// The fields of a message; None: it is none.
pub fn read(mut bytes: &[u8]) -> Option<Vec<Field>> {
    let mut fields = Vec::new();
    while !bytes.is_empty() {
        let key = number(&mut bytes)?;
        let value = match key & 7 {
            0 => Value::Number(number(&mut bytes)?),
            1 => Value::Fixed(take(&mut bytes, 8)?),
            5 => Value::Fixed(take(&mut bytes, 4)?),
            2 => {
                let length = number(&mut bytes)?;
                let held = take(&mut bytes, length as usize)?;
                let is_text = held.iter().all(|byte| (b' '..0x7F).contains(byte));
                match read(&held).filter(|_| !is_text) {
                    Some(fields) => Value::Message(fields),
                    None => Value::Bytes(held),
                }
            }
            _ => return None,
        };
        fields.push(Field {
            number: key >> 3,
            value,
        });
    }
    Some(fields)
}

fn number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

fn take(bytes: &mut &[u8], count: usize) -> Option<Vec<u8>> {
    let (taken, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(taken.to_vec())
}

/// The bytes of a message.
pub fn write(fields: &[Field]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for field in fields {
        let key = |kind: u64| field.number << 3 | kind;
        let held = match &field.value {
            Value::Number(value) => {
                put(&mut bytes, key(0));
                put(&mut bytes, *value);
                continue;
            }
            Value::Fixed(held) => {
                put(&mut bytes, key(if held.len() == 8 { 1 } else { 5 }));
                bytes.extend(held);
                continue;
            }
            Value::Bytes(held) => held.clone(),
            Value::Message(fields) => write(fields),
        };
        put(&mut bytes, key(2));
        put(&mut bytes, held.len() as u64);
        bytes.extend(held);
    }
    bytes
}

fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Changes a field of the message, or of one in it.
pub fn change(random: &mut Rng, fields: &mut Vec<Field>) {
    if fields.is_empty() {
        fields.push(Field {
            number: random.u64(1..64),
            value: Value::Number(random.u64(..)),
        });
        return;
    }
    let at = random.usize(..fields.len());
    if let Value::Message(inner) = &mut fields[at].value {
        if random.u8(..8) > 0 {
            return change(random, inner);
        }
    }
    match random.u8(..6) {
        0 => drop(fields.remove(at)),
        1 => fields.insert(at, fields[at].clone()),
        2 => {
            let to = random.usize(..fields.len());
            fields.swap(at, to);
        }
        3 => fields[at].number = random.u64(1..64),
        _ => change_value(random, &mut fields[at].value),
    }
}

fn change_value(random: &mut Rng, value: &mut Value) {
    match value {
        Value::Number(number) => {
            *number = match random.u8(..4) {
                0 => random.u64(..8),
                1 => number.wrapping_add(1),
                2 => u64::MAX,
                _ => random.u64(..) >> random.u8(..64),
            }
        }
        Value::Fixed(bytes) | Value::Bytes(bytes) => {
            if let Some(byte) = bytes.first_mut() {
                *byte = random.u8(..);
            } else {
                bytes.push(random.u8(..));
            }
        }
        Value::Message(fields) => *value = Value::Bytes(write(fields)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read() {
        let inner = vec![Field {
            number: 3,
            value: Value::Number(300),
        }];
        let fields = vec![
            Field {
                number: 1,
                value: Value::Number(u64::MAX),
            },
            Field {
                number: 9,
                value: Value::Message(inner),
            },
            Field {
                number: 2,
                value: Value::Bytes(b"name".to_vec()),
            },
            Field {
                number: 5,
                value: Value::Fixed(vec![1, 2, 3, 4]),
            },
        ];
        assert_eq!(read(&write(&fields)), Some(fields));
    }
}
