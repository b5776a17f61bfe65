//! What a program is told of time: it goes forward, as fast as the chip's clock.

use weft_tests::command::Folder;

const PROGRAM: &str = r#"
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
#include <weft/timer.h>

static double microseconds(void)
{
    struct timeval now;
    gettimeofday(&now, NULL);
    return (double)now.tv_sec * 1e6 + (double)now.tv_usec;
}

int main(void)
{
    for (int i = 0; i < 8; i++) {
        const double day = microseconds();
        const double processor = (double)clock();
        const uint32_t start = weft_timer_cycles();
        while (weft_timer_cycles() - start < WEFT_CLOCK_HZ / 1000) {
        }
        const double days = microseconds() - day;
        const double processors = ((double)clock() - processor) * 1e6 / CLOCKS_PER_SEC;
        if (days < 1000 || days > 1100 || processors < 999 || processors > 1100) {
            printf("%f us of the day, %f of the processor\n", days, processors);
            return 1;
        }
    }
    return 0;
}
"#;

#[test]
fn time_goes_forward() {
    let folder = Folder::with("program.c", PROGRAM);
    folder.weft("run --quiet -n 1 program.c").exits(0);
}
