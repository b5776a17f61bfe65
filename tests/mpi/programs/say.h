// Lines in rank order: every rank keeps what it says, and at the end rank 0 prints all of it, rank after rank, so that
// the output depends neither on timing nor on how a launcher mixes the output of its processes.
//
// covers: MPI_Abort MPI_Barrier MPI_Comm_rank MPI_Comm_size MPI_Finalize MPI_Init MPI_Recv MPI_Send
#ifndef SAY_H
#define SAY_H

#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>

enum { SAY_CAPACITY = 12 * 1024, SAY_TAG = 32000 };

static int rank; // in MPI_COMM_WORLD
static int size; // of MPI_COMM_WORLD
static char say_text[SAY_CAPACITY];
static int say_length;

static inline void say_part_list(const char *format, va_list arguments)
{
    size_t room = (size_t)(SAY_CAPACITY - say_length);
    int length = vsnprintf(say_text + say_length, room, format, arguments);
    if (length < 0 || (size_t)length >= room) {
        fprintf(stderr, "say.h: rank %d says more than %d bytes\n", rank, SAY_CAPACITY);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    say_length += length;
}

// A piece of a line.
static inline void say_part(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say_part_list(format, arguments);
    va_end(arguments);
}

// A whole line, which the rank's number and a colon precede.
static inline void say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say_part("%d: ", rank);
    say_part_list(format, arguments);
    say_part("\n");
    va_end(arguments);
}

// A line of `count` numbers.
static inline void say_ints(const char *title, const int *values, int count)
{
    say_part("%d: %s", rank, title);
    for (int i = 0; i < count; i++)
        say_part(" %d", values[i]);
    say_part("\n");
}

// After MPI_Init or MPI_Init_thread.
static inline void begin_initialized(void)
{
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
}

static inline void begin(int *argc, char ***argv)
{
    MPI_Init(argc, argv);
    begin_initialized();
}

// Prints what was said so far; to be called by all ranks, with no receive of theirs pending. The barrier keeps these
// messages from wildcard receives of a rank that comes later.
static inline void print_said(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank != 0) {
        MPI_Send(&say_length, 1, MPI_INT, 0, SAY_TAG, MPI_COMM_WORLD);
        MPI_Send(say_text, say_length, MPI_CHAR, 0, SAY_TAG, MPI_COMM_WORLD);
    } else {
        fwrite(say_text, 1, (size_t)say_length, stdout);
        for (int source = 1; source < size; source++) {
            MPI_Recv(&say_length, 1, MPI_INT, source, SAY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Recv(say_text, say_length, MPI_CHAR, source, SAY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            fwrite(say_text, 1, (size_t)say_length, stdout);
        }
        fflush(stdout);
    }
    say_length = 0;
}

static inline void end(void)
{
    print_said();
    MPI_Finalize();
}

#endif
