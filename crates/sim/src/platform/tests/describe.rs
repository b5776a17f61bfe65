//! Tests of the output of `weft platforms`.

use super::{parse, small_with, SMALL, SRAM};
use crate::platform::{describe, summary_line};

const CONSOLE: &str = "[[device]]\nkind = \"console\"\nbase = 0x9000_0000\n";

#[test]
fn the_chip_is_drawn_with_its_memory_map() {
    let text = format!("{SMALL}{SRAM}wait_states = 2\n{CONSOLE}[map]\nranks = [1]\n");
    let platform = parse(&text).expect("the platform is right");
    let expected = "\
my: two cores

  +------------------------------------+
  | node 2: synchronization controller |
  | 32 locks, 32 barriers              |
  +------------------------------------+
  ==[ crossbar, 3 nodes ]========================================================================
  +---------+ +---------+
  | core 0  | | core 1  |
  | no rank | | rank 0  |
  +---------+ +---------+
  ==[ bus, 2 masters ]===========================================================================
  +-------+ +---------+
  | sram  | | console |
  | 4 KiB | | console |
  +-------+ +---------+

chip                  clock \"50 MHz\"
sync                  locks 32, barriers 32, pipelined false, hand_over \"retry\"
crossbar              early_data false
cores                 count 2, clock \"50 MHz\", issue_width 1, user_mode false, message_unit true
cores.timing          load_use 1, multiply_use 1, divide 33, taken_branch 2, jump 1,
                      jump_register 2, misaligned_target 1, program_memory_data 1, atomic 1,
                      trap_entry 3, wake 4
cores.program_memory  base 0x00000000, size \"64 KiB\", stores false, null_access false
cores.data_memory     base 0x10000000, size \"64 KiB\", stack \"8 KiB\"
cores.timer           base 0x02000000
cores.mailbox         blocks 16, block_words 16, word_queue 4, matching false
sram                  base 0x80000000, size \"4 KiB\", wait_states 2
console               base 0x90000000
bus                   clock \"50 MHz\", single_access 4, overlap 0
map                   ranks [1]
library               link \"msgunit\", threads \"message\"

base        end              size  what                          a load takes (cycles)
0x00000000  0x0000ffff     64 KiB  program memory, one a core    2, +1 if used at once
0x02000000  0x0200bfff     48 KiB  timer, one a core             1, +1 if used at once
0x10000000  0x1000ffff     64 KiB  data memory, one a core       1, +1 if used at once
0x80000000  0x80000fff      4 KiB  sram: shared memory           6, and waiting for the bus
0x90000000  0x9000000f       16 B  console                       4, and waiting for the bus
";
    assert_eq!(describe(&platform), expected);
    assert_eq!(summary_line(&platform), "my              two cores");
}

#[test]
fn every_size_of_chip_fits_a_hundred_columns() {
    for count in 1..=64 {
        let text = small_with("count = 2", &format!("count = {count}"));
        let text = text.replace("two cores", &"many cores, ".repeat(20));
        let platform = parse(&format!("{text}{SRAM}")).expect("the platform is right");
        let picture = describe(&platform);
        let widest = picture.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(100), "{picture}");
        assert_eq!(picture.matches("| core ").count(), count);
    }
}
