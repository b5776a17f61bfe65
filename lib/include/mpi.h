/* The Message Passing Interface (MPI 4.0), the part that this library provides. What is not provided is not here.
 *
 * Handles are pointers to types without definition, so that the compiler tells them apart; the predefined ones are
 * constants that hold what there is to know about them. See docs/library.md.
 */
#ifndef WEFT_MPI_H
#define WEFT_MPI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MPI_VERSION 4
#define MPI_SUBVERSION 0

typedef struct weft_mpi_comm *MPI_Comm;
typedef struct weft_mpi_datatype *MPI_Datatype;
typedef struct weft_mpi_op *MPI_Op;
typedef struct weft_mpi_errhandler *MPI_Errhandler;
typedef intptr_t MPI_Aint;
typedef int64_t MPI_Offset;
typedef int64_t MPI_Count;

typedef struct {
    int MPI_SOURCE;
    int MPI_TAG;
    int MPI_ERROR;
    int weft_bytes;
} MPI_Status;

/* Handles: a mark that says what it is, and a value. */
#define WEFT_MPI_HANDLE(type, mark, value) ((type)(uintptr_t)(UINT32_C(mark) << 24 | (uint32_t)(value)))

#define MPI_COMM_NULL ((MPI_Comm)0)
#define MPI_COMM_WORLD WEFT_MPI_HANDLE(MPI_Comm, 0x51, 0)
#define MPI_COMM_SELF WEFT_MPI_HANDLE(MPI_Comm, 0x51, 1)

#define MPI_ERRHANDLER_NULL ((MPI_Errhandler)0)
#define MPI_ERRORS_ARE_FATAL WEFT_MPI_HANDLE(MPI_Errhandler, 0x52, 0)
#define MPI_ERRORS_RETURN WEFT_MPI_HANDLE(MPI_Errhandler, 0x52, 1)

#define MPI_OP_NULL ((MPI_Op)0)
#define MPI_MAX WEFT_MPI_HANDLE(MPI_Op, 0x53, 0)
#define MPI_MIN WEFT_MPI_HANDLE(MPI_Op, 0x53, 1)
#define MPI_SUM WEFT_MPI_HANDLE(MPI_Op, 0x53, 2)
#define MPI_PROD WEFT_MPI_HANDLE(MPI_Op, 0x53, 3)
#define MPI_LAND WEFT_MPI_HANDLE(MPI_Op, 0x53, 4)
#define MPI_LOR WEFT_MPI_HANDLE(MPI_Op, 0x53, 5)
#define MPI_LXOR WEFT_MPI_HANDLE(MPI_Op, 0x53, 6)
#define MPI_BAND WEFT_MPI_HANDLE(MPI_Op, 0x53, 7)
#define MPI_BOR WEFT_MPI_HANDLE(MPI_Op, 0x53, 8)
#define MPI_BXOR WEFT_MPI_HANDLE(MPI_Op, 0x53, 9)

/* A datatype handle holds its arithmetic class, a number of its own, and its size in bytes. */
enum weft_mpi_class {
    WEFT_MPI_OPAQUE, /* moved only */
    WEFT_MPI_SIGNED,
    WEFT_MPI_UNSIGNED,
    WEFT_MPI_FLOATING,
    WEFT_MPI_COMPLEX,
    WEFT_MPI_LOGICAL,
    WEFT_MPI_BYTES,
};
#define WEFT_MPI_TYPE(class, number, size) WEFT_MPI_HANDLE(MPI_Datatype, 0x54, (class) << 16 | (number) << 8 | (size))

#define MPI_DATATYPE_NULL ((MPI_Datatype)0)
#define MPI_CHAR WEFT_MPI_TYPE(WEFT_MPI_OPAQUE, 0, sizeof(char))
#define MPI_WCHAR WEFT_MPI_TYPE(WEFT_MPI_OPAQUE, 1, sizeof(wchar_t))
#define MPI_SIGNED_CHAR WEFT_MPI_TYPE(WEFT_MPI_SIGNED, 2, sizeof(signed char))
#define MPI_SHORT WEFT_MPI_TYPE(WEFT_MPI_SIGNED, 3, sizeof(short))
#define MPI_INT WEFT_MPI_TYPE(WEFT_MPI_SIGNED, 4, sizeof(int))
#define MPI_LONG WEFT_MPI_TYPE(WEFT_MPI_SIGNED, 5, sizeof(long))
#define MPI_LONG_LONG_INT WEFT_MPI_TYPE(WEFT_MPI_SIGNED, 6, sizeof(long long))
#define MPI_LONG_LONG MPI_LONG_LONG_INT
#define MPI_INT8_T WEFT_MPI_TYPE(WEFT_MPI_SIGNED, 7, 1)
#define MPI_INT16_T WEFT_MPI_TYPE(WEFT_MPI_SIGNED, 8, 2)
#define MPI_INT32_T WEFT_MPI_TYPE(WEFT_MPI_SIGNED, 9, 4)
#define MPI_INT64_T WEFT_MPI_TYPE(WEFT_MPI_SIGNED, 10, 8)
#define MPI_AINT WEFT_MPI_TYPE(WEFT_MPI_SIGNED, 11, sizeof(MPI_Aint))
#define MPI_OFFSET WEFT_MPI_TYPE(WEFT_MPI_SIGNED, 12, sizeof(MPI_Offset))
#define MPI_COUNT WEFT_MPI_TYPE(WEFT_MPI_SIGNED, 13, sizeof(MPI_Count))
#define MPI_UNSIGNED_CHAR WEFT_MPI_TYPE(WEFT_MPI_UNSIGNED, 14, sizeof(unsigned char))
#define MPI_UNSIGNED_SHORT WEFT_MPI_TYPE(WEFT_MPI_UNSIGNED, 15, sizeof(unsigned short))
#define MPI_UNSIGNED WEFT_MPI_TYPE(WEFT_MPI_UNSIGNED, 16, sizeof(unsigned))
#define MPI_UNSIGNED_LONG WEFT_MPI_TYPE(WEFT_MPI_UNSIGNED, 17, sizeof(unsigned long))
#define MPI_UNSIGNED_LONG_LONG WEFT_MPI_TYPE(WEFT_MPI_UNSIGNED, 18, sizeof(unsigned long long))
#define MPI_UINT8_T WEFT_MPI_TYPE(WEFT_MPI_UNSIGNED, 19, 1)
#define MPI_UINT16_T WEFT_MPI_TYPE(WEFT_MPI_UNSIGNED, 20, 2)
#define MPI_UINT32_T WEFT_MPI_TYPE(WEFT_MPI_UNSIGNED, 21, 4)
#define MPI_UINT64_T WEFT_MPI_TYPE(WEFT_MPI_UNSIGNED, 22, 8)
#define MPI_FLOAT WEFT_MPI_TYPE(WEFT_MPI_FLOATING, 23, sizeof(float))
#define MPI_DOUBLE WEFT_MPI_TYPE(WEFT_MPI_FLOATING, 24, sizeof(double))
#define MPI_LONG_DOUBLE WEFT_MPI_TYPE(WEFT_MPI_FLOATING, 25, sizeof(long double))
#define MPI_C_FLOAT_COMPLEX WEFT_MPI_TYPE(WEFT_MPI_COMPLEX, 26, 2 * sizeof(float))
#define MPI_C_COMPLEX MPI_C_FLOAT_COMPLEX
#define MPI_C_DOUBLE_COMPLEX WEFT_MPI_TYPE(WEFT_MPI_COMPLEX, 27, 2 * sizeof(double))
#define MPI_C_LONG_DOUBLE_COMPLEX WEFT_MPI_TYPE(WEFT_MPI_COMPLEX, 28, 2 * sizeof(long double))
#define MPI_C_BOOL WEFT_MPI_TYPE(WEFT_MPI_LOGICAL, 29, 1)
#define MPI_BYTE WEFT_MPI_TYPE(WEFT_MPI_BYTES, 30, 1)

#define MPI_ANY_SOURCE (-1)
#define MPI_ANY_TAG (-1)
#define MPI_PROC_NULL (-2)
#define MPI_UNDEFINED (-32766)
#define MPI_IN_PLACE ((void *)-1)
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#define MPI_MAX_ERROR_STRING 64
#define MPI_MAX_PROCESSOR_NAME 64

/* Error classes; an error code of this library is its class. */
#define MPI_SUCCESS 0
#define MPI_ERR_BUFFER 1
#define MPI_ERR_COUNT 2
#define MPI_ERR_TYPE 3
#define MPI_ERR_TAG 4
#define MPI_ERR_COMM 5
#define MPI_ERR_RANK 6
#define MPI_ERR_ROOT 7
#define MPI_ERR_OP 8
#define MPI_ERR_ARG 9
#define MPI_ERR_UNKNOWN 10
#define MPI_ERR_TRUNCATE 11
#define MPI_ERR_OTHER 12
#define MPI_ERR_INTERN 13
#define MPI_ERR_LASTCODE 13

int MPI_Init(int *argc, char ***argv);
int MPI_Initialized(int *flag);
int MPI_Finalize(void);
int MPI_Finalized(int *flag);
int MPI_Abort(MPI_Comm comm, int errorcode);
int MPI_Get_version(int *version, int *subversion);
int MPI_Get_processor_name(char *name, int *resultlen);
double MPI_Wtime(void);
double MPI_Wtick(void);

int MPI_Comm_rank(MPI_Comm comm, int *rank);
int MPI_Comm_size(MPI_Comm comm, int *size);
int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler);
int MPI_Error_string(int errorcode, char *string, int *resultlen);

int MPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status);
int MPI_Get_count(const MPI_Status *status, MPI_Datatype datatype, int *count);

int MPI_Barrier(MPI_Comm comm);
int MPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm);
int MPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
               MPI_Datatype recvtype, int root, MPI_Comm comm);
int MPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                MPI_Datatype recvtype, int root, MPI_Comm comm);

/* These are compiled into their callers, where constant arguments make them shorter; the intrinsics they use need an
 * optimizing compiler. */
#if defined(__OPTIMIZE__) && !defined(__cplusplus) && !defined(WEFT_MPI_OUT_OF_LINE)
#include <weft/mpi_inline.h>
#else
int MPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
int MPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status);
int MPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
               MPI_Comm comm);
int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
#endif

#ifdef __cplusplus
}
#endif

#endif
