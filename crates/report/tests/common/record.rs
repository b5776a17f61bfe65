//! Records of made-up runs.

use serde_json::{json, Map, Value};
use weft_report::json::{
    CoreRecord, HotFunction, Outcome, PlatformRecord, ProgramRecord, RunRecord, Unreceived, SCHEMA,
};
use weft_sim::noc::interface::Kind;
use weft_sim::part::core::classes::ClassCycles;
use weft_sim::part::core::Interpreted;
use weft_sim::port::Strike;
use weft_sim::Cycle;

fn hot(function: &str, cycles: u64, share: f64) -> HotFunction {
    HotFunction {
        function: function.to_owned(),
        cycles,
        with_inlined: cycles + 1_000,
        share,
    }
}

/// A fault that has struck.
pub fn strike() -> Strike {
    Strike {
        cycle: Cycle(500_000),
        place: "core 1".to_owned(),
        what: "stalled for 100 cycles".to_owned(),
    }
}

/// The record of a mesh on which core 0 is a tile that ran a program.
pub fn mesh() -> Value {
    let mut flits_sent = Kind::ALL.map(|(_, name)| name.replace(' ', "_"));
    flits_sent.sort();
    let flits_sent = flits_sent.map(|kind| (kind, Value::from(5)));
    json!({
        "size": [4, 5, 1],
        "tiles": [{
            "core": 0,
            "task": "idct.0",
            "at": [1, 0, 0],
            "sent": { "blocks": 10, "bytes": 2560 },
            "received": { "blocks": 3, "bytes": 96 },
            "memory_read": { "blocks": 1, "bytes": 4096 },
            "memory_written": { "blocks": 2, "bytes": 512 },
            "flits_sent": Value::Object(flits_sent.into_iter().collect()),
            "flits_received": { "grant": 10 },
            "stalled": { "underflow": 30_000, "overflow": 10_000, "copying": 15_000, "memory": 1_000 },
        }],
        "links": [
            { "from": "core 0", "to": "router 1,0", "flits": 180_000 },
            { "from": "router 1,0", "to": "memory", "flits": 5_000 },
            { "from": "router 1,0", "to": "router 2,0", "flits": 0 },
        ],
        "arrivals": [{ "cycle": 5_000, "core": 0, "address": 256, "bytes": 256 }],
        "requests": {
            "misses": 30,
            "write_backs": 10,
            "answered": 39,
            "latency_sum": 4_000,
            "latency_max": 210,
        },
    })
}

/// A core with a bit of everything.
pub fn core(number: usize) -> CoreRecord {
    let classes = ClassCycles {
        issue: 700_000,
        hazard: 120_000,
        bus: 80_000,
        message: 60_000,
        sync: 30_000,
        sleep: 9_999,
        halted: 1,
    };
    CoreRecord {
        name: format!("core{number}"),
        rank: Some(number),
        task: None,
        clock_hz: 200_000_000,
        instructions: 700_000,
        classes,
        library_messages_sent: 0,
        messages_sent: 12,
        bytes_sent: 49_152,
        messages_received: 3,
        bytes_received: 96,
        exit_status: Some(0),
        run_ahead: 850_000,
        unreceived: Vec::new(),
        unreceived_words: Vec::new(),
        hottest: vec![hot("sobel", 600_000, 0.6), hot("MPI_Recv", 60_000, 0.06)],
    }
}

/// A run of `ranks` such cores on a chip of `cores`, of which the others have no program.
pub fn run(cores: usize, ranks: usize) -> RunRecord {
    let mut records: Vec<CoreRecord> = (0..cores).map(core).collect();
    records[ranks..].iter_mut().for_each(without_program);
    RunRecord {
        schema: SCHEMA,
        weft: "0.1.0",
        platform: PlatformRecord {
            name: "asip8".to_owned(),
            path: "platforms/asip8.toml".to_owned(),
            sha256: "ab".repeat(32),
        },
        programs: vec![ProgramRecord {
            cores: (0..ranks).collect(),
            path: "edges.c".to_owned(),
            sha256: "cd".repeat(32),
        }],
        compiler: Some("riscv64-unknown-elf-gcc 12.2.0".to_owned()),
        engine: "fast",
        ranks,
        outcome: Outcome::Finished,
        cycles: 1_000_000,
        clock_hz: 200_000_000,
        instructions: 700_000 * ranks as u64,
        messages: 12 * ranks as u64,
        library_messages: 0,
        cores: records,
        parts: Map::from_iter([("mesh".to_owned(), Value::Null)]),
        tables: Vec::new(),
        tallies: Vec::new(),
        hottest: vec![hot("sobel", 4_800_000, 0.6), hot("MPI_Recv", 480_000, 0.06)],
        reports: Vec::new(),
        faults: Vec::new(),
        seconds: 0.0215,
        mips: 260.4,
        translated: 690_000 * ranks as u64,
        interpreted: Interpreted::default(),
    }
}

fn without_program(core: &mut CoreRecord) {
    let classes = ClassCycles {
        halted: 1_000_000,
        ..ClassCycles::default()
    };
    let name = std::mem::take(&mut core.name);
    *core = CoreRecord {
        name,
        rank: None,
        task: None,
        clock_hz: 200_000_000,
        instructions: 0,
        classes,
        library_messages_sent: 0,
        messages_sent: 0,
        bytes_sent: 0,
        messages_received: 0,
        bytes_received: 0,
        exit_status: None,
        run_ahead: 0,
        unreceived: Vec::new(),
        unreceived_words: Vec::new(),
        hottest: Vec::new(),
    };
}

/// Two messages from core 1 and one from core 0.
pub fn unreceived() -> Vec<Unreceived> {
    [(1, 64), (0, 4), (1, 64)]
        .map(|(from, bytes)| Unreceived { from, bytes })
        .to_vec()
}
