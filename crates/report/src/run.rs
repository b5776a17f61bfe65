//! The record of a run: the counters of a machine, or of whatever else has run the programs, put together with what the user gave.

use crate::json::{
    CoreRecord, HotFunction, Outcome, PlatformRecord, ProgramRecord, RunRecord, Unreceived, SCHEMA,
};
use crate::library::messages_sent;
use crate::profile::{merge, Folder, FunctionCost};
use crate::reports::Reported;
use crate::workload::Workload;
use serde_json::{Map, Value};
use weft_sim::part::core::profile::PcProfile;
use weft_sim::part::core::Interpreted;
use weft_sim::platform::Platform;
use weft_sim::port::{CoreTable, Strike, Tally, UsedCore};
use weft_sim::{CoreStatistics, Machine};

/// Functions listed for each core, and for all cores together.
const HOTTEST: usize = 5;

/// What the machine does not know about its run.
pub struct Circumstances<'a> {
    pub platform: &'a Platform,
    pub workload: &'a Workload,
    /// The first line of what the C compiler says about its version, if a program was compiled.
    pub compiler: Option<String>,
    /// The name of the engine.
    pub engine: &'static str,
    pub outcome: Outcome,
    /// The figures that the programs have reported.
    pub reports: Vec<Reported>,
    /// Time that the simulation took on the host.
    pub seconds: f64,
}

/// What has run the programs and counted what they did.
pub trait Counted {
    /// The cycles that have passed.
    fn elapsed(&self) -> u64;
    /// The number of cores.
    fn core_count(&self) -> usize;
    /// The counters of a core.
    fn statistics(&self, core: usize) -> CoreStatistics;
    /// The status with which its program has exited.
    fn exit_status(&self, core: usize) -> Option<i32>;
    /// Its instructions that have issued, in the order of their addresses.
    fn profile(&self, core: usize) -> Vec<PcProfile>;
    /// The address at which it waits, if the profile does not have the cycles of that wait yet.
    fn waits_at(&self, core: usize) -> Option<u32>;
    /// Source and bytes of each message that it has not received.
    fn messages_left(&self, core: usize) -> Vec<(u32, u32)>;
    /// Source and payload of each single word that it has not received.
    fn words_left(&self, core: usize) -> Vec<(u32, u32)>;
    /// Instructions that were translated.
    fn translated(&self) -> u64 {
        0
    }
    /// Why the others were interpreted.
    fn interpreted(&self) -> Interpreted {
        Interpreted::default()
    }
    /// The injected faults that have struck.
    fn strikes(&self) -> Vec<Strike> {
        Vec::new()
    }
    /// What other parts of the chip have to tell.
    fn parts(&self, _used: &[UsedCore]) -> Parts {
        Parts::default()
    }
}

/// What parts of a chip other than cores have to tell.
#[derive(Default)]
pub struct Parts {
    records: Map<String, Value>,
    tables: Vec<CoreTable>,
    tallies: Vec<Tally>,
}

impl Counted for Machine {
    fn elapsed(&self) -> u64 {
        self.now().0
    }

    fn core_count(&self) -> usize {
        Machine::core_count(self)
    }

    fn statistics(&self, core: usize) -> CoreStatistics {
        Machine::statistics(self, core)
    }

    fn exit_status(&self, core: usize) -> Option<i32> {
        self.core(core).exit_status
    }

    fn profile(&self, core: usize) -> Vec<PcProfile> {
        self.core(core).profile()
    }

    fn waits_at(&self, core: usize) -> Option<u32> {
        self.waiting(core).map(|_| self.core(core).pc())
    }

    fn messages_left(&self, core: usize) -> Vec<(u32, u32)> {
        self.mailbox_left(core)
    }

    fn words_left(&self, core: usize) -> Vec<(u32, u32)> {
        Machine::words_left(self, core)
    }

    fn translated(&self) -> u64 {
        Machine::translated(self)
    }

    fn interpreted(&self) -> Interpreted {
        Machine::interpreted(self)
    }

    fn strikes(&self) -> Vec<Strike> {
        Machine::strikes(self)
    }

    fn parts(&self, used: &[UsedCore]) -> Parts {
        Parts {
            records: self.records(used),
            tables: self.tables(used),
            tallies: self.tallies(),
        }
    }
}

/// Everything that is reported of a run.
pub fn record(chip: &dyn Counted, about: &Circumstances<'_>) -> RunRecord {
    let costs = costs_by_core(chip, about.workload);
    let by_core = costs.iter().enumerate();
    let cores = by_core.map(|(core, costs)| core_record(chip, about, core, costs));
    let cores: Vec<CoreRecord> = cores.collect();
    let used = used_cores(&cores, about.workload);
    let busy_cycles = cores.iter().map(|core| core.classes.busy()).sum();
    let instructions = cores.iter().map(|core| core.instructions).sum();
    let programs = about.workload.programs.iter();
    let parts = chip.parts(&used);
    RunRecord {
        schema: SCHEMA,
        weft: env!("CARGO_PKG_VERSION"),
        platform: platform_record(about.platform),
        programs: programs.map(ProgramRecord::from).collect(),
        compiler: about.compiler.clone(),
        engine: about.engine,
        ranks: about.workload.core_of_rank.len(),
        outcome: about.outcome,
        cycles: chip.elapsed(),
        clock_hz: about.platform.clock_hz,
        instructions,
        messages: cores.iter().map(|core| core.messages_sent).sum(),
        library_messages: cores.iter().map(|core| core.library_messages_sent).sum(),
        hottest: hottest(&merge(costs.iter().flatten()), busy_cycles),
        cores,
        parts: parts.records,
        tables: parts.tables,
        tallies: parts.tallies,
        reports: about.reports.clone(),
        faults: chip.strikes(),
        seconds: about.seconds,
        mips: millions_per_second(instructions, about.seconds),
        translated: chip.translated(),
        interpreted: chip.interpreted(),
    }
}

/// The cores that had programs.
fn used_cores(cores: &[CoreRecord], workload: &Workload) -> Vec<UsedCore> {
    let used = |(core, record): (usize, &CoreRecord)| {
        workload.program(core)?;
        let classes = &record.classes;
        Some(UsedCore {
            core,
            task: record.task.clone(),
            busy: classes.busy() - classes.sleep - classes.message,
            waiting: classes.message,
        })
    };
    cores.iter().enumerate().filter_map(used).collect()
}

/// The functions of each core; none for a core without a program.
fn costs_by_core(chip: &dyn Counted, workload: &Workload) -> Vec<Vec<FunctionCost>> {
    let mut costs = vec![Vec::new(); chip.core_count()];
    for loaded in &workload.programs {
        let mut folder = Folder::new(&loaded.program.symbols);
        for &core in &loaded.cores {
            costs[core] = folder.fold(&profile_up_to_now(chip, core));
        }
    }
    costs
}

/// The profile of a core; a wait that has not ended counts at the instruction that waits.
fn profile_up_to_now(chip: &dyn Counted, core: usize) -> Vec<PcProfile> {
    let mut profile = chip.profile(core);
    if let Some(pc) = chip.waits_at(core) {
        let classes = chip.statistics(core).classes;
        let known: u64 = profile.iter().map(|instruction| instruction.cycles).sum();
        profile.push(PcProfile {
            pc,
            size: 0,
            executed: 0,
            cycles: classes.busy().saturating_sub(known),
        });
    }
    profile
}

fn core_record(
    chip: &dyn Counted,
    about: &Circumstances<'_>,
    core: usize,
    costs: &[FunctionCost],
) -> CoreRecord {
    let workload = about.workload;
    let counters = chip.statistics(core);
    let left = chip.messages_left(core).into_iter();
    let unreceived = left.map(|(from, bytes)| Unreceived {
        from: from as usize,
        bytes: bytes.into(),
    });
    let words = chip.words_left(core).into_iter();
    CoreRecord {
        name: counters.name,
        rank: workload.rank_of_core(core),
        task: workload.task_of_core.get(&core).cloned(),
        clock_hz: about.platform.clock_hz / counters.period,
        instructions: counters.instructions,
        classes: counters.classes,
        messages_sent: counters.messages.sent,
        bytes_sent: counters.messages.bytes_sent,
        messages_received: counters.messages.received,
        bytes_received: counters.messages.bytes_received,
        library_messages_sent: workload.program(core).map_or(0, |program| {
            messages_sent(&program.probes, &chip.profile(core))
        }),
        exit_status: chip.exit_status(core),
        run_ahead: counters.run_ahead,
        unreceived_words: words.map(|(from, _)| from as usize).collect(),
        unreceived: unreceived.collect(),
        hottest: hottest(costs, counters.classes.busy()),
    }
}

fn hottest(costs: &[FunctionCost], busy_cycles: u64) -> Vec<HotFunction> {
    let hot = |cost: &FunctionCost| HotFunction {
        function: cost.function.clone(),
        cycles: cost.own_cycles,
        with_inlined: cost.cycles_with_inlined,
        share: cost.own_cycles as f64 / busy_cycles.max(1) as f64,
    };
    costs.iter().take(HOTTEST).map(hot).collect()
}

fn platform_record(platform: &Platform) -> PlatformRecord {
    PlatformRecord {
        name: platform.name.clone(),
        path: platform.source.path.clone(),
        sha256: platform.source.sha256.clone(),
    }
}

fn millions_per_second(instructions: u64, seconds: f64) -> f64 {
    if seconds > 0.0 {
        instructions as f64 / seconds / 1e6
    } else {
        0.0
    }
}
