/* The window between a process and a simulated chip: words that the process writes to addresses on the chip's bus, and
 * words that come from there.
 *
 * The process never polls repeatedly. When it finds nothing it says so and sleeps until the next turn, which the
 * simulation begins. During a turn what comes to the process does not change, whatever simulated time does meanwhile.
 * The simulation's side, and what a turn is: crates/launch/src/attach/window.rs. The layout is generated from there
 * (<weft/window.h>).
 */
#ifndef WEFT_LINK_WINDOW_H
#define WEFT_LINK_WINDOW_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/window.h>

/* Opens the window that the environment variable WEFT_WINDOW names. Ends the run with a message if there is none. */
void weft_window_open(void);

/* Sends words to one address, waiting for room: the simulation takes all words at the end of a turn. */
void weft_window_write_words(uint32_t address, const uint32_t *words, uint32_t count);

/* Takes the oldest word that has come; false: there is none. */
bool weft_window_read(uint32_t *address, uint32_t *data);

/* Sleeps until the next turn: WEFT_WINDOW_LOOKS in any case, WEFT_WINDOW_RESTS until a word has come. */
void weft_window_wait(uint32_t doing);

#endif
