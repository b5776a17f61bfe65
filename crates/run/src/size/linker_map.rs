//! Reads the map that GNU ld writes with `-Map`: the placed sections, their files and sizes.
//!
//! Source: the GNU linker's manual, "Command-line Options", `-Map`. The heading "Linker script and memory map" is followed by a line for
//! each section of an object file: name, address, size and file. After a long name, the rest is on the next line. Discarded sections are
//! listed before the heading.

/// A placed section of a file.
#[derive(Debug, PartialEq, Eq)]
pub struct Placed<'a> {
    pub section: &'a str,
    pub bytes: u64,
    /// The object file; one of an archive is `ARCHIVE(MEMBER)`.
    pub file: &'a str,
}

const BEGINNING: &str = "Linker script and memory map";

/// The placed sections of a map.
pub fn sections(map: &str) -> Vec<Placed<'_>> {
    let mut placed = Vec::new();
    let mut long_name = None;
    for line in map.lines().skip_while(|line| *line != BEGINNING) {
        let name = name_of(line);
        let rest = match name {
            Some(name) => line[1 + name.len()..].trim(),
            None => line.trim(),
        };
        let section = name.or(long_name.take());
        match section {
            Some(section) if rest.is_empty() => long_name = Some(section),
            Some(section) => placed.extend(placement(section, rest)),
            None => {}
        }
    }
    placed
}

/// Returns the name at the beginning of a line of an input section, which is indented by one space.
fn name_of(line: &str) -> Option<&str> {
    let text = line.strip_prefix(' ')?;
    let is_name = text.starts_with('.') || text.starts_with("COMMON");
    is_name.then(|| text.split_whitespace().next()).flatten()
}

/// Parses the part of a line that follows a section's name: address, size, file.
fn placement<'a>(section: &'a str, text: &'a str) -> Option<Placed<'a>> {
    let (address, rest) = text.split_once(char::is_whitespace)?;
    let (size, file) = rest.trim_start().split_once(char::is_whitespace)?;
    address.strip_prefix("0x")?;
    Some(Placed {
        section,
        bytes: u64::from_str_radix(size.strip_prefix("0x")?, 16).ok()?,
        file: file.trim_start(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_that_were_placed_are_found_on_one_line_or_two() {
        let map = "Discarded input sections\n\n .text.unused   0x00000000       0x10 a.o\n\
                   Linker script and memory map\n\n.text           0x00000000     0x1c4\n\
                   \x20*(.text .text.*)\n .text.main     0x00000010       0x24 /tmp/with space/a.o\n\
                   \x20.text.weft_engine_receive\n                0x00000034       0x90 001-b.o\n\
                   \x20                               0x00000034                weft_engine_receive\n\
                   \x20COMMON         0x10000000        0x4 libc.a(errno.o)\n";
        let placed = |section, bytes, file| Placed {
            section,
            bytes,
            file,
        };
        assert_eq!(
            sections(map),
            [
                placed(".text.main", 0x24, "/tmp/with space/a.o"),
                placed(".text.weft_engine_receive", 0x90, "001-b.o"),
                placed("COMMON", 4, "libc.a(errno.o)"),
            ]
        );
    }
}
