//! What a trace is made of: the sizes of the chip, and how the random cores behave.

/// The keys that may be given, with their defaults: those of asip8.
#[derive(Clone, Copy, Debug)]
pub struct Parameters {
    pub cores: usize,
    pub locks: usize,
    pub barriers: usize,
    pub blocks: usize,
    pub block_words: usize,
    pub word_queue: usize,
    pub wake: u64,
    pub pipelined: bool,
    pub grant: bool,
    /// Whether the first word of a block comes with the answer.
    pub early: bool,
    /// Whether there are offers, and the cores wait for certain messages.
    pub matching: bool,
    /// Per cent of the orders that are for the synchronization controller.
    pub to_sync: u64,
    /// Of the MAC unit: words of a burst at most, and the clock.
    pub burst: u32,
    pub mhz: u64,
    /// Of a router: whether it is one of a mesh, its channels and flits of buffer, and its allocation.
    pub mesh: bool,
    pub vcs: usize,
    pub buffer: usize,
    pub priorities: usize,
    /// Whether its circuit compares classes in pairs.
    pub pairs: bool,
    pub fixed: bool,
    pub four_stage: bool,
    pub keeps: bool,
    /// Of a network interface: whether each priority has a channel, and answers have theirs.
    pub separate: bool,
    pub answers: bool,
    pub cycles: u64,
    pub seed: u64,
}

impl Parameters {
    /// Reads `key=value` arguments.
    pub fn parse(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut it = Parameters {
            cores: 8,
            locks: 32,
            barriers: 32,
            blocks: 16,
            block_words: 16,
            word_queue: 4,
            wake: 4,
            pipelined: false,
            grant: false,
            early: false,
            matching: false,
            to_sync: 40,
            burst: 4,
            mhz: 200,
            mesh: false,
            vcs: 1,
            buffer: 4,
            priorities: 1,
            pairs: false,
            fixed: false,
            four_stage: false,
            keeps: true,
            separate: false,
            answers: false,
            cycles: 100_000,
            seed: 1,
        };
        for argument in arguments {
            let (key, value) = argument
                .split_once('=')
                .ok_or(format!("{argument}: not key=value"))?;
            let value: u64 = value
                .parse()
                .map_err(|_| format!("{argument}: not a number"))?;
            it.set(key, value).ok_or(format!("{key}: no such key"))?;
        }
        Ok(it)
    }

    fn set(&mut self, key: &str, value: u64) -> Option<()> {
        match key {
            "cores" => self.cores = value as usize,
            "locks" => self.locks = value as usize,
            "barriers" => self.barriers = value as usize,
            "blocks" => self.blocks = value as usize,
            "block_words" => self.block_words = value as usize,
            "word_queue" => self.word_queue = value as usize,
            "wake" => self.wake = value,
            "pipelined" => self.pipelined = value != 0,
            "matching" => self.matching = value != 0,
            "grant" => self.grant = value != 0,
            "early" => self.early = value != 0,
            "burst" => self.burst = value as u32,
            "mhz" => self.mhz = value,
            "mesh" => self.mesh = value != 0,
            "vcs" => self.vcs = value as usize,
            "buffer" => self.buffer = value as usize,
            "priorities" => self.priorities = value as usize,
            "pairs" => self.pairs = value != 0,
            "fixed" => self.fixed = value != 0,
            "four_stage" => self.four_stage = value != 0,
            "keeps" => self.keeps = value != 0,
            "separate" => self.separate = value != 0,
            "answers" => self.answers = value != 0,
            "to_sync" => self.to_sync = value,
            "cycles" => self.cycles = value,
            "seed" => self.seed = value,
            _ => return None,
        }
        Some(())
    }

    /// The parameters of a module, as the header of a trace gives them.
    pub fn of_module(&self, module: &str) -> String {
        let all = [
            ("CORES", self.cores, "sync crossbar message_unit messages"),
            ("LOCKS", self.locks, "sync messages"),
            ("BARRIERS", self.barriers, "sync messages"),
            ("BLOCKS", self.blocks, "message_unit messages"),
            ("BLOCK_WORDS", self.block_words, "message_unit messages"),
            ("WORD_QUEUE", self.word_queue, "message_unit messages"),
            ("WAKE", self.wake as usize, "message_unit messages"),
            ("PIPELINED", self.pipelined.into(), "sync messages"),
            ("MATCHING", self.matching.into(), "message_unit messages"),
            ("GRANT", self.grant.into(), "sync message_unit messages"),
            ("BURST", self.burst as usize, "mac"),
            ("CLOCK_HZ", self.mhz as usize * 1_000_000, "mac"),
            ("EARLY", self.early.into(), "crossbar message_unit messages"),
        ];
        let of = all
            .iter()
            .filter(|(_, _, modules)| modules.split(' ').any(|it| it == module));
        let texts: Vec<String> = of
            .map(|(name, value, _)| format!("parameter:{name}:{value}"))
            .collect();
        texts.join(" ")
    }
}
