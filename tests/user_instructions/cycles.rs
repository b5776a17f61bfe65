//! Cycles of instructions of the user's own, worked by hand from `docs/contract/core.md`.

use weft_tests::command::Folder;

/// Two instructions of one and of seven cycles.
const INSTRUCTIONS: &str = "\
#pragma weft instruction opcode=0x2b funct3=0 cycles=1
uint32_t quick(uint32_t a, uint32_t b) { return a + b; }
#pragma weft instruction opcode=0x2b funct3=1 cycles=7
uint32_t slow(uint32_t a) { return ~a; }
";

/// The cycles between two readings of the timer around some instructions, less one.
const PROGRAM: &str = "\
#include <stdint.h>
#include <stdio.h>
#include <weft/platform.h>
#define QUICK \".insn r 0x2b, 0, 0, a0, a0, a1\\n\"
#define SLOW \".insn r 0x2b, 1, 0, a0, a0, x0\\n\"
#define TIME(name, text) { \\
    uint32_t first, second; \\
    __asm__ volatile(\".balign 4\\nlw %0, 0(%2)\\n\" text \"lw %1, 0(%2)\" \\
        : \"=&r\"(first), \"=&r\"(second) : \"r\"(WEFT_TIMER_MTIME), \"r\"(&word) : \"a0\", \"a1\", \"memory\"); \\
    printf(\"%s %u\\n\", name, (unsigned)(second - first - 1)); }
static uint32_t word;
int main(void)
{
    TIME(\"nothing\", \"\");
    TIME(\"quick\", QUICK);
    TIME(\"quick, used at once\", QUICK \"add a1, a0, a0\\n\");
    TIME(\"load, then quick\", \"lw a1, 0(%3)\\n\" QUICK);
    TIME(\"load, then quick, on others\", \"lw t0, 0(%3)\\n\" QUICK);
    TIME(\"multiply, then slow\", \"mul a0, a1, a1\\n\" SLOW);
    TIME(\"slow\", SLOW);
    TIME(\"slow twice\", SLOW SLOW);
    TIME(\"slow, used at once\", SLOW QUICK);
}
";

/// d = cycles, whoever reads the result; a load or product read by the instruction is waited for.
const TIMES: &str = "\
nothing 0
quick 1
quick, used at once 2
load, then quick 3
load, then quick, on others 2
multiply, then slow 9
slow 7
slow twice 14
slow, used at once 8
";

#[test]
fn they_take_as_long_as_their_descriptions_say() {
    let folder = Folder::with("own.insn", INSTRUCTIONS);
    folder.write("program.c", PROGRAM);
    for engine in ["fast", "step"] {
        let command = format!("run --quiet -n 1 --engine {engine} --insn own.insn program.c");
        assert_eq!(folder.weft(&command).exits(0).stdout, TIMES, "{engine}");
    }
}

#[test]
fn both_engines_count_the_same() {
    let folder = Folder::with("own.insn", INSTRUCTIONS);
    folder.write(
        "program.c",
        "#include <mpi.h>\n#include <stdio.h>\n#include <weft/user_instructions.h>\n\
         static __attribute__((noinline)) uint32_t work(uint32_t x)\n{\n\
         for (int i = 0; i < 1000; i++) x = slow(quick(x, i)) ^ (uint32_t)i;\nreturn x;\n}\n\
         int main(void)\n{\nMPI_Init(0, 0);\nint rank;\nMPI_Comm_rank(MPI_COMM_WORLD, &rank);\n\
         uint32_t x = work(rank), sum;\n\
         MPI_Allreduce(&x, &sum, 1, MPI_UINT32_T, MPI_SUM, MPI_COMM_WORLD);\n\
         printf(\"%08x\\n\", (unsigned)sum);\nMPI_Finalize();\n}\n",
    );
    let facts = |engine: &str| {
        let command =
            format!("run -n 3 --engine {engine} --insn own.insn --json facts.json program.c");
        let ended = folder.weft(&command).exits(0);
        let mut facts: serde_json::Value =
            serde_json::from_slice(&folder.read("facts.json")).expect("JSON");
        for key in ["engine", "seconds", "mips", "translated", "interpreted"] {
            facts.as_object_mut().expect("an object").remove(key);
        }
        for core in facts["cores"].as_array_mut().expect("cores") {
            core.as_object_mut().expect("an object").remove("run_ahead");
        }
        (ended.stdout, facts)
    };
    let (output, fast) = facts("fast");
    assert_eq!((output, fast.clone()), facts("step"));
    // The profile knows an instruction by the function that it is called as.
    let hottest = &fast["cores"][0]["hottest"][0];
    assert_eq!(hottest["function"], "slow");
    assert_eq!(hottest["cycles"], 7000);
}
