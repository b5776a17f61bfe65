//! The archives that weft writes, as OTF2's own tool reads them. Nothing is tested where weft was built without OTF2.

use std::path::Path;
use std::process::Command;
use weft_trace::event::{
    Call, Definitions, Event, Kind, Location, Message, Metric, Region, Role, NETWORK,
};
use weft_trace::{file, otf2};

fn definitions() -> Definitions {
    let location = |rank: u32| Location {
        name: format!("rank {rank}"),
        rank: Some(rank),
    };
    let region = |name: &str, role| Region {
        name: name.to_owned(),
        role,
    };
    Definitions {
        program: "two.c".to_owned(),
        ticks_per_second: 200_000_000,
        // In another order than the ranks.
        locations: vec![location(1), location(0)],
        regions: vec![
            region("MPI_Send", Role::Mpi),
            region("MPI_Recv", Role::Mpi),
            region("MPI_Barrier", Role::Mpi),
        ],
        metrics: vec![Metric {
            name: "left to right: load".to_owned(),
            unit: "flits in 1000 cycles".to_owned(),
            location: NETWORK,
        }],
    }
}

/// Rank 0 sends to rank 1; then both enter a barrier.
fn events() -> Vec<Event> {
    let message = |peer| Message {
        peer,
        tag: 7,
        context: 0,
        bytes: 64,
    };
    let (one, zero) = (0, 1);
    let both = |time, kind| [one, zero].map(|location| event(time, location, kind));
    let (metric, value) = (0, 250);
    let mut events = vec![
        event(0, NETWORK, Kind::Metric { metric, value }),
        event(1, one, Kind::Enter { region: 1 }),
        event(3, zero, Kind::Enter { region: 0 }),
        event(5, zero, Kind::Send(message(1))),
        event(6, zero, Kind::Leave { region: 0 }),
        event(9, one, Kind::Receive(message(0))),
        event(9, one, Kind::Leave { region: 1 }),
    ];
    events.extend(both(10, Kind::Enter { region: 2 }));
    events.extend([(zero, 0), (one, 1)].map(|(location, rank)| {
        let (context, ranks) = (0, 2);
        event(
            11,
            location,
            Kind::Call(Call {
                context,
                ranks,
                rank,
            }),
        )
    }));
    events.extend(both(20, Kind::Leave { region: 2 }));
    events
}

fn event(time: u64, location: u32, kind: Kind) -> Event {
    Event {
        time,
        location,
        kind,
    }
}

fn write(path: &Path) {
    let mut sink = file::create(path, &definitions()).unwrap();
    for event in events() {
        sink.event(&event).unwrap();
    }
    sink.finish(21).unwrap();
}

fn printed(path: &Path) -> String {
    otf2_print(path, &[])
}

fn otf2_print(path: &Path, options: &[&str]) -> String {
    let anchor = path.join("traces.otf2");
    let mut tool = Command::new("otf2-print");
    let answer = tool.args(options).arg(anchor).output();
    let answer = answer.expect("otf2-print (Debian: otf2-tools)");
    assert!(answer.status.success(), "{answer:?}");
    assert!(answer.stderr.is_empty(), "{answer:?}");
    String::from_utf8(answer.stdout).unwrap()
}

#[test]
fn otf2_print_resolves_ranks_regions_and_communicators() {
    if !otf2::IS_THERE {
        eprintln!("built without OTF2: not tested");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.otf2");
    write(&path);
    let text = printed(&path);
    let line = |word: &str| {
        let mut lines = text.lines().filter(|line| line.starts_with(word));
        lines
            .next()
            .unwrap_or_else(|| panic!("no {word} in\n{text}"))
    };
    assert!(
        line("MPI_SEND").contains("Receiver: 1 (\"rank 1\" <1>)"),
        "{text}"
    );
    assert!(line("MPI_SEND").contains("MPI_COMM_WORLD"), "{text}");
    assert!(line("MPI_SEND").contains("Tag: 7, Length: 64"), "{text}");
    assert!(
        line("MPI_RECV").contains("Sender: 0 (\"rank 0\" <0>)"),
        "{text}"
    );
    assert!(line("MPI_COLLECTIVE_END").contains("BARRIER"), "{text}");
    assert_eq!(text.matches("MPI_COLLECTIVE_BEGIN").count(), 2, "{text}");
    assert!(line("ENTER").contains("\"MPI_Recv\""), "{text}");
    let load = line("METRIC");
    assert!(
        load.contains("left to right: load") && load.contains("250"),
        "{text}"
    );
}

/// ViTE's picture of an archive; None where it is not installed.
fn picture_by_vite(folder: &Path) -> Option<String> {
    let picture = folder.join("two.svg");
    let mut vite = Command::new("vite");
    vite.env("QT_QPA_PLATFORM", "offscreen").env("HOME", folder);
    vite.arg("-e").arg(&picture);
    let answer = vite.arg(folder.join("two.otf2/traces.otf2")).output();
    let answer = answer.ok()?;
    assert!(answer.status.success(), "{answer:?}");
    Some(std::fs::read_to_string(picture).unwrap())
}

#[test]
fn vite_draws_ranks_in_their_order_and_messages_as_arrows() {
    if !otf2::IS_THERE {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    write(&folder.path().join("two.otf2"));
    let Some(picture) = picture_by_vite(folder.path()) else {
        eprintln!("no ViTE (Debian: vite): not tested");
        return;
    };
    let place = |name: &str| picture.find(name).unwrap_or_else(|| panic!("{picture}"));
    assert!(place("rank 0_0") < place("rank 1_1"), "{picture}");
    assert_eq!(picture.matches("<polygon").count(), 1, "{picture}");
    // The arrow of the one message points down.
    assert!(!picture.contains("rotate(-"), "{picture}");
}

/// Ranks 2 and 0 make a communicator, in this order; rank 0 sends before rank 2 has recorded its membership.
fn in_a_communicator_of_two(missing: bool) -> (Definitions, Vec<Event>) {
    let location = |rank: u32| Location {
        name: format!("rank {rank}"),
        rank: Some(rank),
    };
    let definitions = Definitions {
        locations: (0..3).map(location).collect(),
        ..definitions()
    };
    let message = |peer, tag| Message {
        peer,
        tag,
        context: 6,
        bytes: 4,
    };
    let told = |time, world, rank| {
        let (context, ranks) = (6, 2);
        let kind = Kind::Call(Call {
            context,
            ranks,
            rank,
        });
        event(time, world, kind)
    };
    let mut events = vec![
        told(1, 0, 1),
        event(2, 0, Kind::Send(message(2, 5))),
        event(3, 1, Kind::Enter { region: 2 }),
        told(4, 2, 0),
        event(5, 2, Kind::Receive(message(0, 5))),
    ];
    events.retain(|event| !(missing && event.time == 4));
    (definitions, events)
}

fn archive(folder: &Path, (definitions, events): (Definitions, Vec<Event>)) -> [String; 2] {
    let path = folder.join("three.otf2");
    let mut sink = file::create(&path, &definitions).unwrap();
    events.iter().for_each(|event| sink.event(event).unwrap());
    sink.finish(20).unwrap();
    [printed(&path), otf2_print(&path, &["-G"])]
}

#[test]
fn a_communicator_has_its_members_and_ranks_are_those_in_it() {
    if !otf2::IS_THERE {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let [events, defined] = archive(folder.path(), in_a_communicator_of_two(false));
    let line = |word: &str| events.lines().find(|line| line.starts_with(word)).unwrap();
    assert!(
        line("MPI_SEND").contains("Receiver: 0 (\"rank 2\" <2>)"),
        "{events}"
    );
    assert!(
        line("MPI_RECV").contains("Sender: 1 (\"rank 0\" <0>)"),
        "{events}"
    );
    assert!(
        defined.contains("2 Members: 2 (\"rank 2\" <2>), 0 (\"rank 0\" <0>)"),
        "{defined}"
    );
}

#[test]
fn where_a_member_never_tells_all_ranks_are_members() {
    if !otf2::IS_THERE {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let [events, _] = archive(folder.path(), in_a_communicator_of_two(true));
    let line = |word: &str| events.lines().find(|line| line.starts_with(word)).unwrap();
    assert!(
        line("MPI_SEND").contains("Receiver: 2 (\"rank 2\" <2>)"),
        "{events}"
    );
}

#[test]
fn an_archive_takes_the_place_of_its_former_self_and_of_nothing_else() {
    if !otf2::IS_THERE {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.otf2");
    write(&path);
    write(&path);
    let other = folder.path().join("other.otf2");
    std::fs::create_dir(&other).unwrap();
    std::fs::write(other.join("letter.txt"), "dear").unwrap();
    let error = file::create(&other, &definitions()).err().unwrap();
    assert!(error.to_string().contains("is no OTF2 archive"), "{error}");
    assert!(other.join("letter.txt").exists());
}

/// More events than the library keeps in memory, so that it must write them on the way.
#[test]
fn a_long_trace_is_whole() {
    if !otf2::IS_THERE {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.otf2");
    let mut sink = file::create(&path, &definitions()).unwrap();
    let calls = 400_000;
    for call in 0..calls {
        sink.event(&event(2 * call, 0, Kind::Enter { region: 0 }))
            .unwrap();
        sink.event(&event(2 * call + 1, 0, Kind::Leave { region: 0 }))
            .unwrap();
    }
    sink.finish(2 * calls).unwrap();
    let text = printed(&path);
    assert_eq!(
        text.lines()
            .filter(|line| line.starts_with("ENTER"))
            .count(),
        calls as usize
    );
    assert_eq!(
        text.lines()
            .filter(|line| line.starts_with("LEAVE"))
            .count(),
        calls as usize
    );
}
