/* Attributes of communicators (MPI 4.0, section 7.7): values that a program attaches to them under keys. */
#include "attribute.h"

#define FIRST_KEYVAL (MPI_WTIME_IS_GLOBAL + 1)

struct weft_mpi_attribute {
    struct weft_mpi_attribute *next;
    struct weft_mpi_keyval *keyval;
    void *value;
};

static WEFT_PER_RANK struct weft_mpi_keyval *keyvals;
static WEFT_PER_RANK int numbers = FIRST_KEYVAL;

int weft_mpi_copy_nothing(MPI_Comm oldcomm, int comm_keyval, void *extra_state, void *attribute_val_in,
                          void *attribute_val_out, int *flag)
{
    (void)oldcomm, (void)comm_keyval, (void)extra_state, (void)attribute_val_in, (void)attribute_val_out;
    *flag = 0;
    return MPI_SUCCESS;
}

int weft_mpi_copy_value(MPI_Comm oldcomm, int comm_keyval, void *extra_state, void *attribute_val_in,
                        void *attribute_val_out, int *flag)
{
    (void)oldcomm, (void)comm_keyval, (void)extra_state;
    *(void **)attribute_val_out = attribute_val_in;
    *flag = 1;
    return MPI_SUCCESS;
}

int weft_mpi_delete_nothing(MPI_Comm comm, int comm_keyval, void *attribute_val, void *extra_state)
{
    (void)comm, (void)comm_keyval, (void)attribute_val, (void)extra_state;
    return MPI_SUCCESS;
}

int weft_mpi_find_keyval(int number, struct weft_mpi_keyval **keyval)
{
    *keyval = keyvals;
    while (*keyval && (*keyval)->number != number) {
        *keyval = (*keyval)->next;
    }
    return *keyval ? MPI_SUCCESS : weft_mpi_error(MPI_ERR_KEYVAL, "%d is no key of this program", number);
}

static void end_keyval(void *object)
{
    struct weft_mpi_keyval **link = &keyvals;
    while (*link != object) {
        link = &(*link)->next;
    }
    *link = (*link)->next;
}

/* Returns the link to the attribute with this key, or, if there is none, the link at the end of the list: the list is
 * in the order of creation. */
static struct weft_mpi_attribute **place_of(struct weft_mpi_comm *comm, int number)
{
    struct weft_mpi_attribute **link = &comm->attributes;
    while (*link && (*link)->keyval->number != number) {
        link = &(*link)->next;
    }
    return link;
}

/* Calls a key's delete function, which may make MPI calls: the current call is restored afterwards. */
static int call_delete(struct weft_mpi_comm *comm, const struct weft_mpi_attribute *attribute)
{
    const struct weft_mpi_call call = weft_mpi_call;
    const struct weft_mpi_keyval *const keyval = attribute->keyval;
    const int error = keyval->delete (comm->handle, keyval->number, attribute->value, keyval->extra);
    weft_mpi_call = call;
    return error == MPI_SUCCESS ? MPI_SUCCESS : weft_mpi_error(error, "the function that deletes an attribute failed");
}

static int take_off(struct weft_mpi_comm *comm, struct weft_mpi_attribute **link)
{
    struct weft_mpi_attribute *const attribute = *link;
    WEFT_TRY(call_delete(comm, attribute));
    *link = attribute->next;
    weft_mpi_release(attribute->keyval);
    weft_mpi_delete(attribute);
    return MPI_SUCCESS;
}

/* Deletes all attributes of a communicator, the newest first. */
static int delete_all(struct weft_mpi_comm *comm)
{
    while (comm->attributes) {
        struct weft_mpi_attribute **last = &comm->attributes;
        while ((*last)->next) {
            last = &(*last)->next;
        }
        WEFT_TRY(take_off(comm, last));
    }
    return MPI_SUCCESS;
}

int weft_mpi_hang_on(struct weft_mpi_comm *comm, struct weft_mpi_keyval *keyval, void *value)
{
    struct weft_mpi_attribute **const link = place_of(comm, keyval->number);
    if (*link) {
        WEFT_TRY(call_delete(comm, *link));
    } else {
        *link = weft_mpi_new(sizeof **link);
        if (!*link) {
            return MPI_ERR_NO_MEM;
        }
        (*link)->keyval = keyval;
        weft_mpi_share(keyval);
    }
    (*link)->value = value;
    return MPI_SUCCESS;
}

static int copy_all(struct weft_mpi_comm *from, struct weft_mpi_comm *to)
{
    const struct weft_mpi_call call = weft_mpi_call;
    for (const struct weft_mpi_attribute *attribute = from->attributes; attribute; attribute = attribute->next) {
        struct weft_mpi_keyval *const keyval = attribute->keyval;
        void *value = NULL;
        int flag = 0;
        const int error = keyval->copy(from->handle, keyval->number, keyval->extra, attribute->value, &value, &flag);
        weft_mpi_call = call;
        WEFT_TRY(error);
        if (flag) {
            WEFT_TRY(weft_mpi_hang_on(to, keyval, value));
        }
    }
    return MPI_SUCCESS;
}

int PMPI_Comm_create_keyval(MPI_Comm_copy_attr_function *comm_copy_attr_fn,
                            MPI_Comm_delete_attr_function *comm_delete_attr_fn, int *comm_keyval, void *extra_state)
{
    weft_mpi_enter("MPI_Comm_create_keyval");
    struct weft_mpi_keyval *const keyval = weft_mpi_new_object(sizeof *keyval, WEFT_MPI_IS_KEYVAL);
    if (!keyval) {
        return MPI_ERR_NO_MEM;
    }
    keyval->object.end = end_keyval;
    keyval->next = keyvals;
    keyval->number = numbers++;
    keyval->copy = comm_copy_attr_fn;
    keyval->delete = comm_delete_attr_fn;
    keyval->extra = extra_state;
    keyval->set = weft_mpi_hang_on;
    keyvals = keyval;
    weft_mpi_copy_attributes = copy_all;
    weft_mpi_delete_attributes = delete_all;
    *comm_keyval = keyval->number;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Comm_create_keyval)

int PMPI_Comm_free_keyval(int *comm_keyval)
{
    struct weft_mpi_keyval *keyval;
    weft_mpi_enter("MPI_Comm_free_keyval");
    WEFT_TRY(weft_mpi_find_keyval(*comm_keyval, &keyval));
    weft_mpi_release(keyval);
    *comm_keyval = MPI_KEYVAL_INVALID;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Comm_free_keyval)

int PMPI_Comm_set_attr(MPI_Comm comm, int comm_keyval, void *attribute_val)
{
    struct weft_mpi_comm *found;
    struct weft_mpi_keyval *keyval;
    WEFT_TRY(weft_mpi_comm(comm, "MPI_Comm_set_attr", &found));
    WEFT_TRY(weft_mpi_find_keyval(comm_keyval, &keyval));
    return keyval->set(found, keyval, attribute_val);
}
WEFT_MPI_NAME(Comm_set_attr)

/* Returns the value of a predefined key, or null. */
static const int *predefined(int number)
{
    static const int values[] = {
        [MPI_TAG_UB] = INT32_MAX,
        [MPI_HOST] = MPI_PROC_NULL,
        [MPI_IO] = MPI_ANY_SOURCE,
        [MPI_WTIME_IS_GLOBAL] = 1,
    };
    return number > MPI_KEYVAL_INVALID && number < FIRST_KEYVAL ? &values[number] : NULL;
}

int PMPI_Comm_get_attr(MPI_Comm comm, int comm_keyval, void *attribute_val, int *flag)
{
    struct weft_mpi_comm *found;
    struct weft_mpi_keyval *keyval;
    WEFT_TRY(weft_mpi_comm(comm, "MPI_Comm_get_attr", &found));
    const void *value = predefined(comm_keyval);
    if (!value) {
        WEFT_TRY(weft_mpi_find_keyval(comm_keyval, &keyval));
        const struct weft_mpi_attribute *const attribute = *place_of(found, comm_keyval);
        *flag = attribute != NULL;
        if (!attribute) {
            return MPI_SUCCESS;
        }
        value = attribute->value;
    }
    *flag = 1;
    *(const void **)attribute_val = value;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Comm_get_attr)

int PMPI_Comm_delete_attr(MPI_Comm comm, int comm_keyval)
{
    struct weft_mpi_comm *found;
    struct weft_mpi_keyval *keyval;
    WEFT_TRY(weft_mpi_comm(comm, "MPI_Comm_delete_attr", &found));
    WEFT_TRY(weft_mpi_find_keyval(comm_keyval, &keyval));
    struct weft_mpi_attribute **const link = place_of(found, comm_keyval);
    return *link ? take_off(found, link) : MPI_SUCCESS;
}
WEFT_MPI_NAME(Comm_delete_attr)
