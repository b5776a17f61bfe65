/* Answers each number with its square, and with how many it has answered itself. Ends when asked for the square of 0.
 */
#include <mp.h>

int main(void)
{
    for (unsigned count = 1;; count++) {
        unsigned number;
        MP_receive(TASK_CLIENT, sizeof number, &number);
        if (number == 0) {
            return 0;
        }
        unsigned answer[2] = {number * number, count};
        MP_send(TASK_CLIENT, sizeof answer, answer);
        MP_sent();
    }
}
