// Stands for the message library: its frames are not the user's own.
int wait_for(int source, int tag);

static inline __attribute__((always_inline)) int receive(int source, int tag) { return wait_for(source, tag) + 1; }
