/* The interface of weft to the OTF2 library (Open Trace Format 2, www.vi-hps.org), in functions of plain types.
 *
 * The archive has one file of events for each location, which the library writes whenever a piece of memory is full,
 * and one of definitions, which is written at the end, when the communicators that occur are known. Every function
 * returns 0, or the error code of the library, for which weft_otf2_error() has words.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <otf2/otf2.h>

#define EVENT_CHUNK (1024u * 1024u)
#define DEFINITION_CHUNK (4u * 1024u * 1024u)

struct weft_otf2 {
    OTF2_Archive *archive;
    OTF2_GlobalDefWriter *definitions;
    uint32_t strings;
};

static OTF2_FlushType before_flush(void *user, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool final)
{
    (void)user, (void)type, (void)location, (void)caller, (void) final;
    return OTF2_FLUSH;
}

static OTF2_TimeStamp after_flush(void *user, OTF2_FileType type, OTF2_LocationRef location)
{
    (void)user, (void)type, (void)location;
    return 0;
}

/* The events of a location that are in memory, up to this number of chunks; then the library writes them. By itself it
 * would wait until they are 128 MiB. */
#define CHUNKS 2u

struct memory {
    void *chunks[CHUNKS];
    uint32_t count;
};

static void *allocate(void *user, OTF2_FileType type, OTF2_LocationRef location, void **buffer, uint64_t bytes)
{
    (void)user, (void)type, (void)location;
    if (!*buffer) {
        *buffer = calloc(1, sizeof(struct memory));
    }
    struct memory *const memory = *buffer;
    if (!memory || memory->count == CHUNKS) {
        return NULL;
    }
    void *const chunk = malloc(bytes);
    memory->chunks[memory->count] = chunk;
    memory->count += chunk ? 1u : 0u;
    return chunk;
}

static void free_all(void *user, OTF2_FileType type, OTF2_LocationRef location, void **buffer, bool final)
{
    (void)user, (void)type, (void)location;
    struct memory *const memory = *buffer;
    while (memory && memory->count > 0) {
        free(memory->chunks[--memory->count]);
    }
    if (final) {
        free(memory);
        *buffer = NULL;
    }
}

const char *weft_otf2_error(int32_t code)
{
    return OTF2_Error_GetDescription((OTF2_ErrorCode)code);
}

/* The library reports errors by this function; weft has them as results. */
static OTF2_ErrorCode be_quiet(void *user, const char *file, uint64_t line, const char *function, OTF2_ErrorCode code,
                               const char *format, va_list values)
{
    (void)user, (void)file, (void)line, (void)function, (void)format, (void)values;
    return code;
}

static OTF2_ErrorCode prepare(OTF2_Archive *archive)
{
    static OTF2_FlushCallbacks callbacks = {.otf2_pre_flush = before_flush, .otf2_post_flush = after_flush};
    static OTF2_MemoryCallbacks memory = {.otf2_allocate = allocate, .otf2_free_all = free_all};
    OTF2_ErrorCode code = OTF2_Archive_SetFlushCallbacks(archive, &callbacks, NULL);
    if (code == OTF2_SUCCESS) {
        code = OTF2_Archive_SetMemoryCallbacks(archive, &memory, NULL);
    }
    if (code == OTF2_SUCCESS) {
        code = OTF2_Archive_SetSerialCollectiveCallbacks(archive);
    }
    return code == OTF2_SUCCESS ? OTF2_Archive_OpenEvtFiles(archive) : code;
}

/* Begins the archive `name` in `folder`, which must not exist. */
int32_t weft_otf2_open(struct weft_otf2 **opened, const char *folder, const char *name)
{
    OTF2_Error_RegisterCallback(be_quiet, NULL);
    struct weft_otf2 *const trace = calloc(1, sizeof *trace);
    if (!trace) {
        return OTF2_ERROR_MEM_ALLOC_FAILED;
    }
    trace->archive = OTF2_Archive_Open(folder, name, OTF2_FILEMODE_WRITE, EVENT_CHUNK, DEFINITION_CHUNK,
                                       OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    const OTF2_ErrorCode code = trace->archive ? prepare(trace->archive) : OTF2_ERROR_FILE_CAN_NOT_OPEN;
    if (code != OTF2_SUCCESS) {
        free(trace);
        return (int32_t)code;
    }
    *opened = trace;
    return 0;
}

static OTF2_EvtWriter *writer(const struct weft_otf2 *trace, uint64_t location)
{
    return OTF2_Archive_GetEvtWriter(trace->archive, location);
}

/* Where and when something happens; one end of a message; a collective operation that has ended, and the bytes sent and
 * received in it. */
struct weft_otf2_at {
    uint64_t location;
    uint64_t time;
};

struct weft_otf2_transfer {
    uint32_t peer;
    uint32_t communicator;
    uint32_t tag;
    uint64_t bytes;
};

struct weft_otf2_collective {
    uint8_t operation;
    uint32_t communicator;
    uint64_t bytes[2];
};

int32_t weft_otf2_enter(struct weft_otf2 *trace, struct weft_otf2_at at, uint32_t region)
{
    return (int32_t)OTF2_EvtWriter_Enter(writer(trace, at.location), NULL, at.time, region);
}

int32_t weft_otf2_leave(struct weft_otf2 *trace, struct weft_otf2_at at, uint32_t region)
{
    return (int32_t)OTF2_EvtWriter_Leave(writer(trace, at.location), NULL, at.time, region);
}

int32_t weft_otf2_send(struct weft_otf2 *trace, struct weft_otf2_at at, const struct weft_otf2_transfer *to)
{
    return (int32_t)OTF2_EvtWriter_MpiSend(writer(trace, at.location), NULL, at.time, to->peer, to->communicator,
                                           to->tag, to->bytes);
}

int32_t weft_otf2_receive(struct weft_otf2 *trace, struct weft_otf2_at at, const struct weft_otf2_transfer *from)
{
    return (int32_t)OTF2_EvtWriter_MpiRecv(writer(trace, at.location), NULL, at.time, from->peer, from->communicator,
                                           from->tag, from->bytes);
}

int32_t weft_otf2_collective_begin(struct weft_otf2 *trace, struct weft_otf2_at at)
{
    return (int32_t)OTF2_EvtWriter_MpiCollectiveBegin(writer(trace, at.location), NULL, at.time);
}

int32_t weft_otf2_collective_end(struct weft_otf2 *trace, struct weft_otf2_at at,
                                 const struct weft_otf2_collective *ended)
{
    return (int32_t)OTF2_EvtWriter_MpiCollectiveEnd(writer(trace, at.location), NULL, at.time, ended->operation,
                                                    ended->communicator, OTF2_UNDEFINED_UINT32, ended->bytes[0],
                                                    ended->bytes[1]);
}

int32_t weft_otf2_metric(struct weft_otf2 *trace, struct weft_otf2_at at, uint32_t metric, uint64_t value)
{
    const OTF2_Type type = OTF2_TYPE_UINT64;
    const OTF2_MetricValue values = {.unsigned_int = value};
    return (int32_t)OTF2_EvtWriter_Metric(writer(trace, at.location), NULL, at.time, metric, 1, &type, &values);
}

/* Ends the events and begins the definitions. String 0 is empty. */
int32_t weft_otf2_define(struct weft_otf2 *trace, uint32_t locations, uint64_t ticks_per_second, uint64_t length)
{
    for (uint64_t location = 0; location < locations; location++) {
        OTF2_Archive_CloseEvtWriter(trace->archive, writer(trace, location));
    }
    OTF2_ErrorCode code = OTF2_Archive_CloseEvtFiles(trace->archive);
    if (code != OTF2_SUCCESS) {
        return (int32_t)code;
    }
    trace->definitions = OTF2_Archive_GetGlobalDefWriter(trace->archive);
    if (!trace->definitions) {
        return OTF2_ERROR_MEM_ALLOC_FAILED;
    }
    code = OTF2_GlobalDefWriter_WriteClockProperties(trace->definitions, ticks_per_second, 0, length + 1,
                                                     OTF2_UNDEFINED_TIMESTAMP);
    return code == OTF2_SUCCESS ? (int32_t)OTF2_GlobalDefWriter_WriteString(trace->definitions, trace->strings++, "")
                                : (int32_t)code;
}

/* The next string; `number` is its number. */
static OTF2_ErrorCode string(struct weft_otf2 *trace, const char *text, uint32_t *number)
{
    *number = trace->strings++;
    return OTF2_GlobalDefWriter_WriteString(trace->definitions, *number, text);
}

/* The chip or machine that all locations are on: node 0 of the system tree. */
int32_t weft_otf2_define_machine(struct weft_otf2 *trace, const char *name)
{
    uint32_t text;
    const OTF2_ErrorCode code = string(trace, name, &text);
    return code == OTF2_SUCCESS ? (int32_t)OTF2_GlobalDefWriter_WriteSystemTreeNode(trace->definitions, 0, text, text,
                                                                                    OTF2_UNDEFINED_SYSTEM_TREE_NODE)
                                : (int32_t)code;
}

/* A location, which is the only thread of a process (its group). Their names differ, since ViTE has them in one table.
 * Where nothing runs, there are metrics alone. */
int32_t weft_otf2_define_location(struct weft_otf2 *trace, uint64_t location, const char *name, uint64_t events,
                                  bool runs)
{
    char process[sizeof "process " + 10];
    snprintf(process, sizeof process, "process %" PRIu32, (uint32_t)location);
    uint32_t process_text, text = 0;
    OTF2_ErrorCode code = string(trace, runs ? process : "links", &process_text);
    if (code == OTF2_SUCCESS) {
        code =
            OTF2_GlobalDefWriter_WriteLocationGroup(trace->definitions, (uint32_t)location, process_text,
                                                    OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP);
    }
    if (code == OTF2_SUCCESS) {
        code = string(trace, name, &text);
    }
    return code == OTF2_SUCCESS
               ? (int32_t)OTF2_GlobalDefWriter_WriteLocation(
                     trace->definitions, location, text,
                     runs ? OTF2_LOCATION_TYPE_CPU_THREAD : OTF2_LOCATION_TYPE_METRIC, events, (uint32_t)location)
               : (int32_t)code;
}

/* `kind` is a number of RegionKind in archive.rs. */
int32_t weft_otf2_define_region(struct weft_otf2 *trace, uint32_t region, const char *name, uint8_t kind)
{
    static const struct {
        OTF2_RegionRole role;
        OTF2_Paradigm paradigm;
    } kinds[] = {
        {OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_COMPILER}, {OTF2_REGION_ROLE_CODE, OTF2_PARADIGM_USER},
        {OTF2_REGION_ROLE_POINT2POINT, OTF2_PARADIGM_MPI},   {OTF2_REGION_ROLE_COLL_OTHER, OTF2_PARADIGM_MPI},
        {OTF2_REGION_ROLE_BARRIER, OTF2_PARADIGM_MPI},
    };
    uint32_t text;
    const OTF2_ErrorCode code = string(trace, name, &text);
    return code == OTF2_SUCCESS
               ? (int32_t)OTF2_GlobalDefWriter_WriteRegion(trace->definitions, region, text, text, 0, kinds[kind].role,
                                                           kinds[kind].paradigm, OTF2_REGION_FLAG_NONE, 0, 0, 0)
               : (int32_t)code;
}

int32_t weft_otf2_define_metric(struct weft_otf2 *trace, uint32_t metric, const char *name, const char *unit)
{
    uint32_t text, unit_text;
    OTF2_ErrorCode code = string(trace, name, &text);
    if (code == OTF2_SUCCESS) {
        code = string(trace, unit, &unit_text);
    }
    if (code == OTF2_SUCCESS) {
        code = OTF2_GlobalDefWriter_WriteMetricMember(trace->definitions, metric, text, 0, OTF2_METRIC_TYPE_USER,
                                                      OTF2_METRIC_ABSOLUTE_POINT, OTF2_TYPE_UINT64, OTF2_BASE_DECIMAL,
                                                      0, unit_text);
    }
    return code == OTF2_SUCCESS
               ? (int32_t)OTF2_GlobalDefWriter_WriteMetricClass(trace->definitions, metric, 1, &metric,
                                                                OTF2_METRIC_ASYNCHRONOUS, OTF2_RECORDER_KIND_CPU)
               : (int32_t)code;
}

/* The ranks: group 0 says which location each is on, group 1 is what a communicator of one rank has. */
int32_t weft_otf2_define_ranks(struct weft_otf2 *trace, uint32_t ranks, const uint64_t *location_of_rank)
{
    const OTF2_ErrorCode code =
        OTF2_GlobalDefWriter_WriteGroup(trace->definitions, 0, 0, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI,
                                        OTF2_GROUP_FLAG_NONE, ranks, location_of_rank);
    return code == OTF2_SUCCESS
               ? (int32_t)OTF2_GlobalDefWriter_WriteGroup(trace->definitions, 1, 0, OTF2_GROUP_TYPE_COMM_SELF,
                                                          OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, 0, NULL)
               : (int32_t)code;
}

/* The members of a communicator, by their ranks among all. */
int32_t weft_otf2_define_group(struct weft_otf2 *trace, uint32_t group, uint32_t ranks, const uint64_t *members)
{
    return (int32_t)OTF2_GlobalDefWriter_WriteGroup(trace->definitions, group, 0, OTF2_GROUP_TYPE_COMM_GROUP,
                                                    OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, ranks, members);
}

int32_t weft_otf2_define_communicator(struct weft_otf2 *trace, uint32_t communicator, const char *name, uint32_t group)
{
    uint32_t text;
    const OTF2_ErrorCode code = string(trace, name, &text);
    return code == OTF2_SUCCESS ? (int32_t)OTF2_GlobalDefWriter_WriteComm(trace->definitions, communicator, text, group,
                                                                          OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE)
                                : (int32_t)code;
}

/* The number of a location's events so far. */
int32_t weft_otf2_count(struct weft_otf2 *trace, uint64_t location, uint64_t *events)
{
    return (int32_t)OTF2_EvtWriter_GetNumberOfEvents(writer(trace, location), events);
}

/* Ends the archive, with local definition files, which readers expect. */
int32_t weft_otf2_close(struct weft_otf2 *trace, uint32_t locations)
{
    OTF2_ErrorCode code = OTF2_Archive_OpenDefFiles(trace->archive);
    for (uint64_t location = 0; location < locations && code == OTF2_SUCCESS; location++) {
        OTF2_DefWriter *const local = OTF2_Archive_GetDefWriter(trace->archive, location);
        code = OTF2_Archive_CloseDefWriter(trace->archive, local);
    }
    if (code == OTF2_SUCCESS) {
        code = OTF2_Archive_CloseDefFiles(trace->archive);
    }
    const OTF2_ErrorCode closed = OTF2_Archive_Close(trace->archive);
    free(trace);
    return (int32_t)(code == OTF2_SUCCESS ? closed : code);
}
