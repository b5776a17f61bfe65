//! Packets of a debugger, against a session on a chip of two cores.

use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{channel, Sender};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use arbitrary::Arbitrary;
use fastrand::Rng;
use weft_run::{run, FileAccess, GdbSpec, Observer, PlatformSpec, RunSpec, Stop};

use super::small_elf;
use crate::mutate::{structure, Texts};
use crate::target::{repository, Entry, Target, Verdict};

pub const ENTRY: Entry = Entry {
    name: "gdb",
    places: &[],
    sources: &["crates/run/src/gdb/"],
    cases: 20_000,
    open,
};

/// The longest that an answer takes.
const PATIENCE: Duration = Duration::from_secs(4);

/// Counts in x1, and stores it at the beginning of the data memory.
const CODE: [u32; 4] = [
    0x1000_0137, // lui x2, 0x10000
    0x0010_8093, // addi x1, x1, 1
    0x0011_2023, // sw x1, 0(x2)
    0xff9f_f06f, // jal x0, -8
];
const CHIP: &str = "extends = \"asip8\"\nsummary = \"two cores\"\n[[cores]]\ncount = 2\n";

/// A number as a debugger writes it, mostly one that is near something.
#[derive(Clone, Copy, Debug, Arbitrary)]
enum Number {
    Small(u8),
    Code(u8),
    Data(u8),
    Any(u64),
    Largest,
    Minus,
    Nothing,
    Word(Strange),
}

#[derive(Clone, Copy, Debug, Arbitrary)]
enum Strange {
    Letters,
    Point,
    Colon,
}

impl Number {
    fn text(self) -> String {
        match self {
            Number::Small(value) => format!("{:x}", value % 40),
            Number::Code(offset) => format!("{:x}", offset % 32),
            Number::Data(offset) => format!("{:x}", 0x1000_0000 + u32::from(offset)),
            Number::Any(value) => format!("{value:x}"),
            Number::Largest => "ffffffff".into(),
            Number::Minus => "-1".into(),
            Number::Nothing => String::new(),
            Number::Word(Strange::Letters) => "zz".into(),
            Number::Word(Strange::Point) => "p1.1".into(),
            Number::Word(Strange::Colon) => ":".into(),
        }
    }
}

/// A packet.
#[derive(Clone, Copy, Debug, Arbitrary)]
enum Packet {
    Registers,
    SetRegisters(u8),
    Register(Number),
    SetRegister(Number, u32),
    Read(Number, Number),
    Write(Number, Number, u32),
    Thread(bool, Number),
    Go(u8, Number, Number),
    Range(Number, Number, Number),
    Step,
    Break(u8, Number, Number),
    Remove(u8, Number, Number),
    Alive(Number),
    About(Number),
    Features(Number, Number),
    Command(u8),
    Why,
    Interrupt,
    Raw(u8),
}

impl Packet {
    fn text(self) -> String {
        match self {
            Packet::Registers => "g".into(),
            Packet::SetRegisters(count) => {
                format!("G{}", "00000004".repeat(usize::from(count) % 70))
            }
            Packet::Register(number) => format!("p{}", number.text()),
            Packet::SetRegister(number, value) => format!("P{}={value:08x}", number.text()),
            Packet::Read(at, count) => format!("m{},{}", at.text(), count.text()),
            Packet::Write(at, count, value) => {
                format!("M{},{}:{value:08x}", at.text(), count.text())
            }
            Packet::Thread(goes, number) => {
                format!("H{}{}", if goes { 'c' } else { 'g' }, number.text())
            }
            Packet::Go(how, one, other) => {
                let how = ["c", "s", "t", "C05", "S05", "r"][usize::from(how) % 6];
                format!("vCont;{how}:{};s:{}", one.text(), other.text())
            }
            Packet::Range(from, to, core) => {
                format!("vCont;r{},{}:{};c", from.text(), to.text(), core.text())
            }
            Packet::Step => "s".into(),
            Packet::Break(kind, at, size) => format!("Z{},{},{}", kind % 6, at.text(), size.text()),
            Packet::Remove(kind, at, size) => {
                format!("z{},{},{}", kind % 6, at.text(), size.text())
            }
            Packet::Alive(number) => format!("T{}", number.text()),
            Packet::About(number) => format!("qThreadExtraInfo,{}", number.text()),
            Packet::Features(at, count) => format!(
                "qXfer:features:read:target.xml:{},{}",
                at.text(),
                count.text()
            ),
            Packet::Command(byte) => format!("qRcmd,636f726573{byte:02x}"),
            Packet::Why => "?".into(),
            Packet::Interrupt => "!\u{3}".into(),
            Packet::Raw(byte) => format!("!${}#{byte:02x}", char::from(byte % 128)),
        }
    }
}

struct Debuggers {
    sessions: Texts,
    spec: RunSpec,
    socket: PathBuf,
}

fn open(folder: &Path) -> Result<Box<dyn Target>> {
    let (program, socket) = (folder.join("counts.elf"), folder.join("gdb.sock"));
    std::fs::write(&program, small_elf::program(&CODE))?;
    let spec = RunSpec {
        platform: PlatformSpec {
            text: Some(CHIP.into()),
            ..PlatformSpec::from("fuzzed")
        },
        access: FileAccess::None,
        gdb: Some(GdbSpec::Socket(socket.clone())),
        ..RunSpec::of([program])
    };
    let session = std::fs::read(repository("tests/fuzz/corpus/gdb/session.txt"))?;
    let sessions = Texts::new(vec![session], &["p1.1", "-1", "ffffffff", "vCont;"]);
    Ok(Box::new(Debuggers {
        sessions,
        spec,
        socket,
    }))
}

/// Tells when a debugger is waited for, and ends the run when one has gone: the program has no end.
struct Watching {
    waiting: Sender<()>,
    sessions: usize,
    said: String,
    gone: Arc<AtomicBool>,
}

impl Observer for Watching {
    fn stop(&mut self) -> Option<Stop> {
        let gone = self.sessions > 1 || self.gone.load(Ordering::Relaxed);
        gone.then_some(Stop::Interrupted)
    }

    fn tell(&mut self, text: &str) {
        if text.contains("waiting for a debugger") {
            self.sessions += 1;
            self.said = text.into();
            // The first alone is waited for.
            let _ = self.waiting.send(());
        }
    }
}

impl Target for Debuggers {
    fn make(&mut self, random: &mut Rng) -> Vec<u8> {
        if random.u8(..3) == 0 {
            return self.sessions.case(random);
        }
        let packets: Vec<Packet> = structure(random);
        let lines = packets.into_iter().map(|packet| packet.text() + "\n");
        lines.collect::<String>().into_bytes()
    }

    /// Each line of a case is a packet, but what follows `!` is sent as it is.
    fn check(&mut self, case: &[u8]) -> Verdict {
        let spec = self.spec.clone();
        let (waiting, waited) = channel();
        let gone = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&gone);
        let chip = std::thread::spawn(move || {
            let mut watching = Watching {
                waiting,
                sessions: 0,
                said: String::new(),
                gone: seen,
            };
            run(&spec, &mut watching).map(|_| watching)
        });
        if waited.recv().is_ok() {
            speak(&self.socket, case).expect("the run answers");
        }
        gone.store(true, Ordering::Relaxed);
        match chip.join().expect("the run does not panic") {
            Ok(watching) if watching.said.contains("no packet") => Verdict::Refused(watching.said),
            Ok(_) => Verdict::Accepted,
            Err(error) => panic!("the run ends with an error: {error:#}"),
        }
    }
}

/// Sends what a case has and reads the answers, to the end.
fn speak(socket: &Path, case: &[u8]) -> std::io::Result<()> {
    let mut stream = UnixStream::connect(socket)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut bytes = Vec::new();
    for line in case.split(|byte| *byte == b'\n') {
        match line.split_first() {
            Some((b'!', raw)) => bytes.extend(raw),
            _ => bytes.extend(packet(line)),
        }
    }
    // The run may end before it has read all.
    let _ = stream
        .write_all(&bytes)
        .and_then(|()| stream.shutdown(Shutdown::Write));
    match stream.read_to_end(&mut Vec::new()) {
        Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => Err(error),
        _ => Ok(()),
    }
}

fn packet(line: &[u8]) -> Vec<u8> {
    let sum = line.iter().fold(0, |sum: u8, byte| sum.wrapping_add(*byte));
    [b"+$", line, format!("#{sum:02x}").as_bytes()].concat()
}
