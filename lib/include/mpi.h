/* The Message Passing Interface (MPI 4.0): the functions that this library implements. Others are not declared.
 *
 * Handles are pointers to incomplete types, so that the compiler tells them apart. Handles of predefined communicators,
 * operations and basic datatypes are constants that encode all their properties; other handles point to objects.
 * Chapter numbers below are those of the standard. docs/library/mpi.md.
 */
#ifndef WEFT_MPI_H
#define WEFT_MPI_H

#include <stddef.h>
#include <stdint.h>

#ifdef WEFT_MP_HAS_THE_ENGINE
#error "a program uses either MPI or <mp.h>, not both"
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define MPI_VERSION 4
#define MPI_SUBVERSION 0

typedef struct weft_mpi_comm *MPI_Comm;
typedef struct weft_mpi_group *MPI_Group;
typedef struct weft_mpi_datatype *MPI_Datatype;
typedef struct weft_mpi_op *MPI_Op;
typedef struct weft_mpi_errhandler *MPI_Errhandler;
typedef struct weft_mpi_request *MPI_Request;
typedef struct weft_mpi_request *MPI_Message;
typedef struct weft_mpi_info *MPI_Info;
typedef intptr_t MPI_Aint;
typedef int64_t MPI_Offset;
typedef int64_t MPI_Count;

typedef struct {
    int MPI_SOURCE;
    int MPI_TAG;
    int MPI_ERROR;
    MPI_Aint weft_bytes; /* length of the message in bytes; negative: the request was cancelled */
} MPI_Status;

typedef int MPI_Comm_copy_attr_function(MPI_Comm oldcomm, int comm_keyval, void *extra_state, void *attribute_val_in,
                                        void *attribute_val_out, int *flag);
typedef int MPI_Comm_delete_attr_function(MPI_Comm comm, int comm_keyval, void *attribute_val, void *extra_state);
typedef void MPI_Comm_errhandler_function(MPI_Comm *comm, int *error_code, ...);
typedef void MPI_User_function(void *invec, void *inoutvec, int *len, MPI_Datatype *datatype);

/* Predefined handles: bits 24 to 31 mark the kind of object. Numbered handles are odd, as no object's address is. */
#define WEFT_MPI_HANDLE(type, mark, value) ((type)(uintptr_t)(UINT32_C(mark) << 24 | (uint32_t)(value)))
#define WEFT_MPI_NUMBERED(type, mark, number) WEFT_MPI_HANDLE(type, mark, (number)*2 + 1)

#define MPI_COMM_NULL ((MPI_Comm)0)
#define MPI_COMM_WORLD WEFT_MPI_HANDLE(MPI_Comm, 0x51, 0)
#define MPI_COMM_SELF WEFT_MPI_HANDLE(MPI_Comm, 0x51, 1)

#define MPI_GROUP_NULL ((MPI_Group)0)
#define MPI_GROUP_EMPTY WEFT_MPI_NUMBERED(MPI_Group, 0x55, 0)

#define MPI_REQUEST_NULL ((MPI_Request)0)
#define MPI_MESSAGE_NULL ((MPI_Message)0)
#define MPI_MESSAGE_NO_PROC WEFT_MPI_NUMBERED(MPI_Message, 0x56, 0)
#define MPI_INFO_NULL ((MPI_Info)0)

#define MPI_ERRHANDLER_NULL ((MPI_Errhandler)0)
#define MPI_ERRORS_ARE_FATAL WEFT_MPI_NUMBERED(MPI_Errhandler, 0x52, 0)
#define MPI_ERRORS_RETURN WEFT_MPI_NUMBERED(MPI_Errhandler, 0x52, 1)

#define MPI_OP_NULL ((MPI_Op)0)
#define MPI_MAX WEFT_MPI_NUMBERED(MPI_Op, 0x53, 0)
#define MPI_MIN WEFT_MPI_NUMBERED(MPI_Op, 0x53, 1)
#define MPI_SUM WEFT_MPI_NUMBERED(MPI_Op, 0x53, 2)
#define MPI_PROD WEFT_MPI_NUMBERED(MPI_Op, 0x53, 3)
#define MPI_LAND WEFT_MPI_NUMBERED(MPI_Op, 0x53, 4)
#define MPI_LOR WEFT_MPI_NUMBERED(MPI_Op, 0x53, 5)
#define MPI_LXOR WEFT_MPI_NUMBERED(MPI_Op, 0x53, 6)
#define MPI_BAND WEFT_MPI_NUMBERED(MPI_Op, 0x53, 7)
#define MPI_BOR WEFT_MPI_NUMBERED(MPI_Op, 0x53, 8)
#define MPI_BXOR WEFT_MPI_NUMBERED(MPI_Op, 0x53, 9)
#define MPI_MAXLOC WEFT_MPI_NUMBERED(MPI_Op, 0x53, 10)
#define MPI_MINLOC WEFT_MPI_NUMBERED(MPI_Op, 0x53, 11)

/* The handle of a basic datatype encodes its arithmetic class, a unique number and its size in bytes. */
enum weft_mpi_class {
    WEFT_MPI_OPAQUE, /* moved only */
    WEFT_MPI_SIGNED,
    WEFT_MPI_UNSIGNED,
    WEFT_MPI_FLOATING,
    WEFT_MPI_COMPLEX,
    WEFT_MPI_LOGICAL,
    WEFT_MPI_BYTES,
};
/* Sizes are powers of two, encoded as their logarithm. */
#define WEFT_MPI_LOG2(size) (((size) > 1) + ((size) > 2) + ((size) > 4) + ((size) > 8) + ((size) > 16))
#define WEFT_MPI_TYPE(class, number, size)                                                                             \
    WEFT_MPI_HANDLE(MPI_Datatype, 0xFF, (class) << 16 | (number) << 8 | WEFT_MPI_LOG2(size))

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
#define MPI_PACKED WEFT_MPI_TYPE(WEFT_MPI_OPAQUE, 31, 1)

/* Pairs of a value and an index, for MPI_MAXLOC and MPI_MINLOC; each has the layout of the C structure. */
extern const struct weft_mpi_datatype weft_mpi_two_int, weft_mpi_short_int, weft_mpi_long_int, weft_mpi_float_int,
    weft_mpi_double_int, weft_mpi_long_double_int;
#define MPI_2INT ((MPI_Datatype)&weft_mpi_two_int)
#define MPI_SHORT_INT ((MPI_Datatype)&weft_mpi_short_int)
#define MPI_LONG_INT ((MPI_Datatype)&weft_mpi_long_int)
#define MPI_FLOAT_INT ((MPI_Datatype)&weft_mpi_float_int)
#define MPI_DOUBLE_INT ((MPI_Datatype)&weft_mpi_double_int)
#define MPI_LONG_DOUBLE_INT ((MPI_Datatype)&weft_mpi_long_double_int)

#define MPI_ANY_SOURCE (-1)
#define MPI_ANY_TAG (-1)
#define MPI_PROC_NULL (-2)
#define MPI_UNDEFINED (-32766)
#define MPI_BOTTOM ((void *)0)
#define MPI_IN_PLACE ((void *)-1)
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#define MPI_STATUSES_IGNORE ((MPI_Status *)0)
#define MPI_MAX_ERROR_STRING 64
#define MPI_MAX_PROCESSOR_NAME 64
#define MPI_MAX_OBJECT_NAME 64
#define MPI_MAX_INFO_KEY 64
#define MPI_MAX_INFO_VAL 256
#define MPI_BSEND_OVERHEAD 160

enum { MPI_IDENT, MPI_CONGRUENT, MPI_SIMILAR, MPI_UNEQUAL };
enum { MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE };
enum { MPI_ORDER_C, MPI_ORDER_FORTRAN };
enum { MPI_COMM_TYPE_SHARED, MPI_CART = 1 };

/* Attribute keys: 0 is invalid; the predefined ones follow. */
enum { MPI_KEYVAL_INVALID, MPI_TAG_UB, MPI_HOST, MPI_IO, MPI_WTIME_IS_GLOBAL };
/* Error classes; an error code of this library is its class. */
#define MPI_SUCCESS 0
#define MPI_ERR_BUFFER 1
#define MPI_ERR_COUNT 2
#define MPI_ERR_TYPE 3
#define MPI_ERR_TAG 4
#define MPI_ERR_COMM 5
#define MPI_ERR_RANK 6
#define MPI_ERR_REQUEST 7
#define MPI_ERR_ROOT 8
#define MPI_ERR_GROUP 9
#define MPI_ERR_OP 10
#define MPI_ERR_TOPOLOGY 11
#define MPI_ERR_DIMS 12
#define MPI_ERR_ARG 13
#define MPI_ERR_UNKNOWN 14
#define MPI_ERR_TRUNCATE 15
#define MPI_ERR_OTHER 16
#define MPI_ERR_INTERN 17
#define MPI_ERR_IN_STATUS 18
#define MPI_ERR_PENDING 19
#define MPI_ERR_KEYVAL 20
#define MPI_ERR_NO_MEM 21
#define MPI_ERR_INFO 22
#define MPI_ERR_INFO_KEY 23
#define MPI_ERR_INFO_VALUE 24
#define MPI_ERR_INFO_NOKEY 25
#if defined WEFT_TIMEOUT && WEFT_TIMEOUT > 0
#define MPIX_ERR_TIMEOUT 26 /* a call waited for WEFT_TIMEOUT cycles: docs/library/faults.md */
#define MPI_ERR_LASTCODE 26
#else
#define MPI_ERR_LASTCODE 25
#endif

/* Declares MPI_name, and PMPI_name for profiling libraries that define their own MPI_name (chapter 15). */
#define WEFT_MPI(name, ...)                                                                                            \
    int MPI_##name(__VA_ARGS__);                                                                                       \
    int PMPI_##name(__VA_ARGS__)

/* Environment (chapters 9, 11) */
WEFT_MPI(Init, int *argc, char ***argv);
WEFT_MPI(Init_thread, int *argc, char ***argv, int required, int *provided);
WEFT_MPI(Query_thread, int *provided);
WEFT_MPI(Is_thread_main, int *flag);
WEFT_MPI(Initialized, int *flag);
WEFT_MPI(Finalize, void);
WEFT_MPI(Finalized, int *flag);
WEFT_MPI(Abort, MPI_Comm comm, int errorcode);
WEFT_MPI(Get_version, int *version, int *subversion);
WEFT_MPI(Get_processor_name, char *name, int *resultlen);
WEFT_MPI(Pcontrol, const int level, ...);
double MPI_Wtime(void), PMPI_Wtime(void);
double MPI_Wtick(void), PMPI_Wtick(void);

/* Point-to-point communication (chapter 3) */
WEFT_MPI(Send, const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
WEFT_MPI(Recv, void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status);
WEFT_MPI(Ssend, const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
WEFT_MPI(Rsend, const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
WEFT_MPI(Bsend, const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
WEFT_MPI(Buffer_attach, void *buffer, int size);
WEFT_MPI(Buffer_detach, void *buffer_addr, int *size);
WEFT_MPI(Isend, const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
         MPI_Request *request);
WEFT_MPI(Issend, const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
         MPI_Request *request);
WEFT_MPI(Irsend, const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
         MPI_Request *request);
WEFT_MPI(Ibsend, const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
         MPI_Request *request);
WEFT_MPI(Irecv, void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request);
WEFT_MPI(Sendrecv, const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
         int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status);
WEFT_MPI(Sendrecv_replace, void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
         MPI_Comm comm, MPI_Status *status);
WEFT_MPI(Probe, int source, int tag, MPI_Comm comm, MPI_Status *status);
WEFT_MPI(Iprobe, int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status);
WEFT_MPI(Mprobe, int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status);
WEFT_MPI(Improbe, int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status);
WEFT_MPI(Mrecv, void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status);
WEFT_MPI(Imrecv, void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request);
WEFT_MPI(Cancel, MPI_Request *request);
WEFT_MPI(Test_cancelled, const MPI_Status *status, int *flag);
WEFT_MPI(Wait, MPI_Request *request, MPI_Status *status);
WEFT_MPI(Waitall, int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[]);
WEFT_MPI(Waitany, int count, MPI_Request array_of_requests[], int *index, MPI_Status *status);
WEFT_MPI(Waitsome, int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
         MPI_Status array_of_statuses[]);
WEFT_MPI(Test, MPI_Request *request, int *flag, MPI_Status *status);
WEFT_MPI(Testall, int count, MPI_Request array_of_requests[], int *flag, MPI_Status array_of_statuses[]);
WEFT_MPI(Testany, int count, MPI_Request array_of_requests[], int *index, int *flag, MPI_Status *status);
WEFT_MPI(Testsome, int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
         MPI_Status array_of_statuses[]);
WEFT_MPI(Request_free, MPI_Request *request);
WEFT_MPI(Request_get_status, MPI_Request request, int *flag, MPI_Status *status);
WEFT_MPI(Send_init, const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
         MPI_Request *request);
WEFT_MPI(Recv_init, void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
         MPI_Request *request);
WEFT_MPI(Start, MPI_Request *request);
WEFT_MPI(Startall, int count, MPI_Request array_of_requests[]);
WEFT_MPI(Get_count, const MPI_Status *status, MPI_Datatype datatype, int *count);
WEFT_MPI(Get_elements, const MPI_Status *status, MPI_Datatype datatype, int *count);

/* Collective communication (chapter 6) */
WEFT_MPI(Barrier, MPI_Comm comm);
WEFT_MPI(Ibarrier, MPI_Comm comm, MPI_Request *request);
WEFT_MPI(Bcast, void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm);
WEFT_MPI(Gather, const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
         MPI_Datatype recvtype, int root, MPI_Comm comm);
WEFT_MPI(Gatherv, const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
         const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm);
WEFT_MPI(Scatter, const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
         MPI_Datatype recvtype, int root, MPI_Comm comm);
WEFT_MPI(Scatterv, const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
         void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
WEFT_MPI(Allgather, const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
         MPI_Datatype recvtype, MPI_Comm comm);
WEFT_MPI(Allgatherv, const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
         const int displs[], MPI_Datatype recvtype, MPI_Comm comm);
WEFT_MPI(Alltoall, const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
         MPI_Datatype recvtype, MPI_Comm comm);
WEFT_MPI(Alltoallv, const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
         void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
WEFT_MPI(Reduce, const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
         MPI_Comm comm);
WEFT_MPI(Allreduce, const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
WEFT_MPI(Reduce_scatter, const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op,
         MPI_Comm comm);
WEFT_MPI(Reduce_scatter_block, const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op,
         MPI_Comm comm);
WEFT_MPI(Scan, const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
WEFT_MPI(Exscan, const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
WEFT_MPI(Reduce_local, const void *inbuf, void *inoutbuf, int count, MPI_Datatype datatype, MPI_Op op);
WEFT_MPI(Op_create, MPI_User_function *user_fn, int commute, MPI_Op *op);
WEFT_MPI(Op_free, MPI_Op *op);

/* Communicators, groups, attributes (chapter 7) */
WEFT_MPI(Comm_rank, MPI_Comm comm, int *rank);
WEFT_MPI(Comm_size, MPI_Comm comm, int *size);
WEFT_MPI(Comm_dup, MPI_Comm comm, MPI_Comm *newcomm);
WEFT_MPI(Comm_idup, MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request);
WEFT_MPI(Comm_split, MPI_Comm comm, int color, int key, MPI_Comm *newcomm);
WEFT_MPI(Comm_split_type, MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm);
WEFT_MPI(Comm_create, MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm);
WEFT_MPI(Comm_create_group, MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm);
WEFT_MPI(Comm_free, MPI_Comm *comm);
WEFT_MPI(Comm_compare, MPI_Comm comm1, MPI_Comm comm2, int *result);
WEFT_MPI(Comm_group, MPI_Comm comm, MPI_Group *group);
WEFT_MPI(Comm_set_name, MPI_Comm comm, const char *comm_name);
WEFT_MPI(Comm_get_name, MPI_Comm comm, char *comm_name, int *resultlen);
WEFT_MPI(Comm_create_keyval, MPI_Comm_copy_attr_function *comm_copy_attr_fn,
         MPI_Comm_delete_attr_function *comm_delete_attr_fn, int *comm_keyval, void *extra_state);
WEFT_MPI(Comm_free_keyval, int *comm_keyval);
WEFT_MPI(Comm_set_attr, MPI_Comm comm, int comm_keyval, void *attribute_val);
WEFT_MPI(Comm_get_attr, MPI_Comm comm, int comm_keyval, void *attribute_val, int *flag);
WEFT_MPI(Comm_delete_attr, MPI_Comm comm, int comm_keyval);
WEFT_MPI(Group_size, MPI_Group group, int *size);
WEFT_MPI(Group_rank, MPI_Group group, int *rank);
WEFT_MPI(Group_incl, MPI_Group group, int n, const int ranks[], MPI_Group *newgroup);
WEFT_MPI(Group_excl, MPI_Group group, int n, const int ranks[], MPI_Group *newgroup);
WEFT_MPI(Group_range_incl, MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup);
WEFT_MPI(Group_range_excl, MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup);
WEFT_MPI(Group_union, MPI_Group group1, MPI_Group group2, MPI_Group *newgroup);
WEFT_MPI(Group_intersection, MPI_Group group1, MPI_Group group2, MPI_Group *newgroup);
WEFT_MPI(Group_difference, MPI_Group group1, MPI_Group group2, MPI_Group *newgroup);
WEFT_MPI(Group_translate_ranks, MPI_Group group1, int n, const int ranks1[], MPI_Group group2, int ranks2[]);
WEFT_MPI(Group_compare, MPI_Group group1, MPI_Group group2, int *result);
WEFT_MPI(Group_free, MPI_Group *group);
MPI_Comm_copy_attr_function weft_mpi_copy_nothing, weft_mpi_copy_value;
MPI_Comm_delete_attr_function weft_mpi_delete_nothing;
#define MPI_COMM_NULL_COPY_FN weft_mpi_copy_nothing
#define MPI_COMM_DUP_FN weft_mpi_copy_value
#define MPI_COMM_NULL_DELETE_FN weft_mpi_delete_nothing
WEFT_MPI(Comm_dup_with_info, MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm);
WEFT_MPI(Comm_set_info, MPI_Comm comm, MPI_Info info);
WEFT_MPI(Comm_get_info, MPI_Comm comm, MPI_Info *info_used);

/* Extension: keys of attributes by which a program requests quality of service (docs/library/qos.md). The value given
 * to MPI_Comm_set_attr points to an int, as that of a predefined attribute does. For WEFT_PRIORITY it is a priority
 * from 0 (best effort) to WEFT_MPI_PRIORITIES - 1. For WEFT_CIRCUIT it is 0 (none) or one of enum weft_qos_circuit;
 * this key works only in a program of which one file includes <weft/mpi_circuits.h>. */
#define WEFT_MPI_PRIORITIES 8
#define WEFT_PRIORITY weft_mpi_service_key(WEFT_MPI_PRIORITY)
#define WEFT_CIRCUIT weft_mpi_service_key(WEFT_MPI_CIRCUIT)
enum weft_mpi_service { WEFT_MPI_PRIORITY, WEFT_MPI_CIRCUIT };
int weft_mpi_service_key(enum weft_mpi_service service);

/* Errors (chapter 9) */
WEFT_MPI(Comm_create_errhandler, MPI_Comm_errhandler_function *comm_errhandler_fn, MPI_Errhandler *errhandler);
WEFT_MPI(Comm_set_errhandler, MPI_Comm comm, MPI_Errhandler errhandler);
WEFT_MPI(Comm_get_errhandler, MPI_Comm comm, MPI_Errhandler *errhandler);
WEFT_MPI(Comm_call_errhandler, MPI_Comm comm, int errorcode);
WEFT_MPI(Errhandler_free, MPI_Errhandler *errhandler);
WEFT_MPI(Error_class, int errorcode, int *errorclass);
WEFT_MPI(Error_string, int errorcode, char *string, int *resultlen);

/* Process topologies (chapter 8) */
WEFT_MPI(Cart_create, MPI_Comm comm_old, int ndims, const int dims[], const int periods[], int reorder,
         MPI_Comm *comm_cart);
WEFT_MPI(Cart_coords, MPI_Comm comm, int rank, int maxdims, int coords[]);
WEFT_MPI(Cart_rank, MPI_Comm comm, const int coords[], int *rank);
WEFT_MPI(Cart_shift, MPI_Comm comm, int direction, int disp, int *rank_source, int *rank_dest);
WEFT_MPI(Cart_sub, MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm);
WEFT_MPI(Cart_get, MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[]);
WEFT_MPI(Cartdim_get, MPI_Comm comm, int *ndims);
WEFT_MPI(Topo_test, MPI_Comm comm, int *status);
WEFT_MPI(Dims_create, int nnodes, int ndims, int dims[]);

/* Datatypes (chapter 5) */
WEFT_MPI(Type_contiguous, int count, MPI_Datatype oldtype, MPI_Datatype *newtype);
WEFT_MPI(Type_vector, int count, int blocklength, int stride, MPI_Datatype oldtype, MPI_Datatype *newtype);
WEFT_MPI(Type_create_hvector, int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype *newtype);
WEFT_MPI(Type_indexed, int count, const int array_of_blocklengths[], const int array_of_displacements[],
         MPI_Datatype oldtype, MPI_Datatype *newtype);
WEFT_MPI(Type_create_hindexed, int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[],
         MPI_Datatype oldtype, MPI_Datatype *newtype);
WEFT_MPI(Type_create_indexed_block, int count, int blocklength, const int array_of_displacements[],
         MPI_Datatype oldtype, MPI_Datatype *newtype);
WEFT_MPI(Type_create_struct, int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[],
         const MPI_Datatype array_of_types[], MPI_Datatype *newtype);
WEFT_MPI(Type_create_subarray, int ndims, const int array_of_sizes[], const int array_of_subsizes[],
         const int array_of_starts[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype);
WEFT_MPI(Type_create_resized, MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent, MPI_Datatype *newtype);
WEFT_MPI(Type_dup, MPI_Datatype oldtype, MPI_Datatype *newtype);
WEFT_MPI(Type_commit, MPI_Datatype *datatype);
WEFT_MPI(Type_free, MPI_Datatype *datatype);
WEFT_MPI(Type_size, MPI_Datatype datatype, int *size);
WEFT_MPI(Type_get_extent, MPI_Datatype datatype, MPI_Aint *lb, MPI_Aint *extent);
WEFT_MPI(Type_get_true_extent, MPI_Datatype datatype, MPI_Aint *true_lb, MPI_Aint *true_extent);
WEFT_MPI(Get_address, const void *location, MPI_Aint *address);
WEFT_MPI(Pack, const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, int outsize, int *position,
         MPI_Comm comm);
WEFT_MPI(Unpack, const void *inbuf, int insize, int *position, void *outbuf, int outcount, MPI_Datatype datatype,
         MPI_Comm comm);
WEFT_MPI(Pack_size, int incount, MPI_Datatype datatype, MPI_Comm comm, int *size);

/* Info objects (chapter 10) */
WEFT_MPI(Info_create, MPI_Info *info);
WEFT_MPI(Info_set, MPI_Info info, const char *key, const char *value);
WEFT_MPI(Info_get, MPI_Info info, const char *key, int valuelen, char *value, int *flag);
WEFT_MPI(Info_get_nkeys, MPI_Info info, int *nkeys);
WEFT_MPI(Info_get_nthkey, MPI_Info info, int n, char *key);
WEFT_MPI(Info_get_valuelen, MPI_Info info, const char *key, int *valuelen, int *flag);
WEFT_MPI(Info_delete, MPI_Info info, const char *key);
WEFT_MPI(Info_dup, MPI_Info info, MPI_Info *newinfo);
WEFT_MPI(Info_free, MPI_Info *info);

#ifdef __cplusplus
}
#endif

#endif
