//! The record of a run: the counters of a machine put together with what the user gave.

use crate::json::{
    CoreRecord, HotFunction, Outcome, PlatformRecord, ProgramRecord, RunRecord, Unreceived, SCHEMA,
};
use crate::library::messages_sent;
use crate::profile::{merge, Folder, FunctionCost};
use crate::reports::Reported;
use crate::workload::Workload;
use weft_sim::part::core::profile::PcProfile;
use weft_sim::platform::Platform;
use weft_sim::port::UsedCore;
use weft_sim::{Engine, Machine};

/// Functions listed for each core, and for all cores together.
const HOTTEST: usize = 5;

/// What the machine does not know about its run.
pub struct Circumstances<'a> {
    pub platform: &'a Platform,
    pub workload: &'a Workload,
    /// The first line of what the C compiler says about its version, if a program was compiled.
    pub compiler: Option<String>,
    pub engine: Engine,
    pub outcome: Outcome,
    /// The figures that the programs have reported.
    pub reports: Vec<Reported>,
    /// Time that the simulation took on the host.
    pub seconds: f64,
}

/// Everything that is reported of a run.
pub fn record(machine: &Machine, about: &Circumstances<'_>) -> RunRecord {
    let costs = costs_by_core(machine, about.workload);
    let by_core = costs.iter().enumerate();
    let cores = by_core.map(|(core, costs)| core_record(machine, about, core, costs));
    let cores: Vec<CoreRecord> = cores.collect();
    let used = used_cores(&cores, about.workload);
    let busy_cycles = cores.iter().map(|core| core.classes.busy()).sum();
    let instructions = cores.iter().map(|core| core.instructions).sum();
    let programs = about.workload.programs.iter();
    RunRecord {
        schema: SCHEMA,
        weft: env!("CARGO_PKG_VERSION"),
        platform: platform_record(about.platform),
        programs: programs.map(ProgramRecord::from).collect(),
        compiler: about.compiler.clone(),
        engine: engine_name(about.engine),
        ranks: about.workload.core_of_rank.len(),
        outcome: about.outcome,
        cycles: machine.now().0,
        clock_hz: about.platform.clock_hz,
        instructions,
        messages: cores.iter().map(|core| core.messages_sent).sum(),
        library_messages: cores.iter().map(|core| core.library_messages_sent).sum(),
        hottest: hottest(&merge(costs.iter().flatten()), busy_cycles),
        cores,
        parts: machine.records(&used),
        tables: machine.tables(&used),
        tallies: machine.tallies(),
        reports: about.reports.clone(),
        seconds: about.seconds,
        mips: millions_per_second(instructions, about.seconds),
        translated: machine.translated(),
        interpreted: machine.interpreted(),
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
fn costs_by_core(machine: &Machine, workload: &Workload) -> Vec<Vec<FunctionCost>> {
    let mut costs = vec![Vec::new(); machine.core_count()];
    for loaded in &workload.programs {
        let mut folder = Folder::new(&loaded.program.symbols);
        for &core in &loaded.cores {
            costs[core] = folder.fold(&profile_up_to_now(machine, core));
        }
    }
    costs
}

/// The profile of a core; a wait that has not ended counts at the instruction that waits.
fn profile_up_to_now(machine: &Machine, core: usize) -> Vec<PcProfile> {
    let mut profile = machine.core(core).profile();
    if machine.waiting(core).is_some() {
        let classes = machine.statistics(core).classes;
        let known: u64 = profile.iter().map(|instruction| instruction.cycles).sum();
        profile.push(PcProfile {
            pc: machine.core(core).pc(),
            size: 0,
            executed: 0,
            cycles: classes.busy().saturating_sub(known),
        });
    }
    profile
}

fn core_record(
    machine: &Machine,
    about: &Circumstances<'_>,
    core: usize,
    costs: &[FunctionCost],
) -> CoreRecord {
    let workload = about.workload;
    let counters = machine.statistics(core);
    let left = machine.mailbox_left(core).into_iter();
    let unreceived = left.map(|(from, bytes)| Unreceived {
        from: from as usize,
        bytes: bytes.into(),
    });
    let words = machine.words_left(core).into_iter();
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
            messages_sent(&program.probes, &machine.core(core).profile())
        }),
        exit_status: machine.core(core).exit_status,
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

fn engine_name(engine: Engine) -> &'static str {
    match engine {
        Engine::Step => "step",
        Engine::Fast => "fast",
    }
}

fn millions_per_second(instructions: u64, seconds: f64) -> f64 {
    if seconds > 0.0 {
        instructions as f64 / seconds / 1e6
    } else {
        0.0
    }
}
