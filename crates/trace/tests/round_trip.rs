//! What is written is read back, in both formats that weft reads; damaged files are refused with one clear error.

use proptest::prelude::*;
use std::path::Path;
use weft_trace::event::{
    Call, Definitions, Event, Kind, Location, Message, Metric, Region, Role, NETWORK,
};
use weft_trace::file;

fn definitions() -> Definitions {
    Definitions {
        program: "apps/a, \"b\".c".to_owned(),
        ticks_per_second: 150_000_000,
        locations: vec![
            location("rank 0 (core 1)", Some(0)),
            location("core 2", None),
        ],
        regions: vec![
            region("main", Role::Function),
            region("MPI_Recv", Role::Mpi),
            region("smooth, twice", Role::User),
        ],
        metrics: vec![
            metric("mailbox", "blocks", 1),
            metric("left to right: load", "flits in 1000 cycles", NETWORK),
        ],
    }
}

fn metric(name: &str, unit: &str, location: u32) -> Metric {
    Metric {
        name: name.to_owned(),
        unit: unit.to_owned(),
        location,
    }
}

fn location(name: &str, rank: Option<u32>) -> Location {
    Location {
        name: name.to_owned(),
        rank,
    }
}

fn region(name: &str, role: Role) -> Region {
    Region {
        name: name.to_owned(),
        role,
    }
}

/// Any sequence of events in the order of time, in which regions nest.
fn events() -> impl Strategy<Value = Vec<Event>> {
    prop::collection::vec(
        (0..1000_u64, 0..2_u32, 0..6_u8, 0..3_u32, any::<u32>()),
        0..60,
    )
    .prop_map(nested)
}

fn nested(choices: Vec<(u64, u32, u8, u32, u32)>) -> Vec<Event> {
    let mut inside = [Vec::new(), Vec::new()];
    let mut time = 0;
    let event = |(later, location, kind, region, value): (u64, u32, u8, u32, u32)| {
        time += later;
        let message = Message {
            peer: value % 7,
            tag: (value % 50) as i32,
            context: region,
            bytes: value.into(),
        };
        let kind = match kind {
            0 => {
                inside[location as usize].push(region);
                Kind::Enter { region }
            }
            1 => Kind::Leave {
                region: inside[location as usize].pop()?,
            },
            2 => Kind::Send(message),
            3 => Kind::Receive(message),
            4 => Kind::Call(Call {
                context: region,
                ranks: value,
                rank: value / 3,
            }),
            _ => Kind::Metric {
                metric: region % 2,
                value: value.into(),
            },
        };
        let location = match kind {
            Kind::Metric { metric, .. } => definitions().metrics[metric as usize].location,
            _ => location,
        };
        Some(Event {
            time,
            location,
            kind,
        })
    };
    choices.into_iter().filter_map(event).collect()
}

fn write(path: &Path, events: &[Event]) -> u64 {
    let mut sink = file::create(path, &definitions()).unwrap();
    events.iter().for_each(|event| sink.event(event).unwrap());
    let end = events.last().map_or(0, |event| event.time) + 5;
    sink.finish(end).unwrap();
    end
}

fn read(path: &Path) -> Result<(Definitions, Vec<Event>, u64), String> {
    let mut source = file::open(path).map_err(|error| error.to_string())?;
    let mut events = Vec::new();
    while let Some(event) = source.next().map_err(|error| error.to_string())? {
        events.push(event);
    }
    Ok((source.definitions().clone(), events, source.end()))
}

/// The regions of an event by name: a reader may number them in another order.
fn named(events: &[Event], definitions: &Definitions) -> Vec<String> {
    let name = |region: u32| &definitions.regions[region as usize];
    let text = |event: &Event| match event.kind {
        Kind::Enter { region } => {
            format!("{} {} enter {:?}", event.time, event.location, name(region))
        }
        Kind::Leave { region } => {
            format!("{} {} leave {:?}", event.time, event.location, name(region))
        }
        _ => format!("{event:?}"),
    };
    events.iter().map(text).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn a_trace_is_read_as_it_was_written(events in events(), format in 0..2_usize) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(["t.csv", "t.perfetto-trace"][format]);
        let end = write(&path, &events);
        let (found, read_events, read_end) = read(&path).unwrap();
        prop_assert_eq!(&found.locations, &definitions().locations);
        prop_assert_eq!(&found.metrics, &definitions().metrics);
        prop_assert_eq!(&found.program, &definitions().program);
        prop_assert_eq!(found.ticks_per_second, definitions().ticks_per_second);
        prop_assert_eq!(named(&read_events, &found), named(&events, &definitions()));
        prop_assert_eq!(read_end, end);
    }

    #[test]
    fn a_trace_cut_short_is_refused(events in events(), format in 0..2_usize, kept in 0.0..1.0_f64) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(["t.csv", "t.perfetto-trace"][format]);
        write(&path, &events);
        let bytes = std::fs::read(&path).unwrap();
        // A table without its last line end is still complete.
        let shortened = ((bytes.len() - 1) as f64 * kept) as usize;
        std::fs::write(&path, &bytes[..shortened]).unwrap();
        let error = read(&path).unwrap_err();
        prop_assert!(error.contains("t."), "{}", error);
        prop_assert!(error.lines().count() == 1, "{}", error);
    }

    #[test]
    fn a_foreign_file_is_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), format in 0..2_usize) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(["t.csv", "t.perfetto-trace"][format]);
        std::fs::write(&path, bytes).unwrap();
        prop_assert!(read(&path).is_err());
    }
}

#[test]
fn a_damaged_row_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.csv");
    let message = Message {
        peer: 1,
        tag: 2,
        context: 0,
        bytes: 4,
    };
    let event = Event {
        time: 3,
        location: 0,
        kind: Kind::Send(message),
    };
    write(&path, &[event]);
    let text = std::fs::read_to_string(&path).unwrap();
    for (from, to, expected) in [
        ("3,0,send,,1,", "3,9,send,,1,", "there is no location 9"),
        ("3,0,send,,1,", "3,0,sent,,1,", "there is no event `sent`"),
        ("3,0,send,,1,", "3,0,send,,x,", "`x` is no peer that can be"),
    ] {
        assert!(text.contains(from));
        std::fs::write(&path, text.replace(from, to)).unwrap();
        let error = read(&path).unwrap_err();
        assert!(error.contains("line 11"), "{error}");
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_name_without_a_format_says_which_there_are() {
    let error = file::create(Path::new("trace.txt"), &definitions())
        .err()
        .unwrap();
    assert!(error.to_string().contains(".perfetto-trace"), "{error}");
}
