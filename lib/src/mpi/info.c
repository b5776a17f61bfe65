/* Info objects (MPI 4.0, chapter 10): pairs of words, in the order in which their keys were first set. */
#include "mpi_internal.h"

#include <string.h>

struct entry {
    struct entry *next;
    uint32_t key_length;
    char text[]; /* the key, a zero, the value, a zero */
};

struct weft_mpi_info {
    uint32_t mark;
    struct entry *entries;
};

static const char *value_of(const struct entry *entry)
{
    return entry->text + entry->key_length + 1;
}

static int check(const char *function, MPI_Info info)
{
    if (weft_mpi_is(info, WEFT_MPI_IS_INFO)) {
        return MPI_SUCCESS;
    }
    return weft_mpi_no(NULL, MPI_ERR_INFO, function, "info object");
}

static int check_word(const char *function, const char *word, size_t limit, int class)
{
    const size_t length = word ? strlen(word) : 0;
    if (word && length <= limit && (length > 0 || class == MPI_ERR_INFO_VALUE)) {
        return MPI_SUCCESS;
    }
    return weft_mpi_error(NULL, class, "%s: a word of %d characters; at most %d", function, (int)length, (int)limit);
}

static int check_key(const char *function, MPI_Info info, const char *key)
{
    WEFT_TRY(check(function, info));
    return check_word(function, key, MPI_MAX_INFO_KEY - 1, MPI_ERR_INFO_KEY);
}

/* Where the entry with a key is, or would be. */
static struct entry **place_of(MPI_Info info, const char *key)
{
    struct entry **link = &info->entries;
    while (*link && strcmp((*link)->text, key) != 0) {
        link = &(*link)->next;
    }
    return link;
}

static void take_out(struct entry **link)
{
    struct entry *const entry = *link;
    *link = entry->next;
    weft_mpi_delete(entry);
}

static int set(const char *function, MPI_Info info, const char *key, const char *value)
{
    struct entry **const link = place_of(info, key);
    const uint32_t key_length = (uint32_t)strlen(key);
    struct entry *const entry = weft_mpi_new((uint32_t)(sizeof *entry + key_length + strlen(value) + 2));
    if (!entry) {
        return weft_mpi_no_memory(NULL, function);
    }
    entry->key_length = key_length;
    strcpy(entry->text, key);
    strcpy(entry->text + key_length + 1, value);
    if (*link) {
        entry->next = (*link)->next;
        weft_mpi_delete(*link);
    }
    *link = entry;
    return MPI_SUCCESS;
}

int PMPI_Info_create(MPI_Info *info)
{
    *info = weft_mpi_new(sizeof **info);
    if (!*info) {
        return weft_mpi_no_memory(NULL, "MPI_Info_create");
    }
    (*info)->mark = WEFT_MPI_IS_INFO;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Info_create)

int PMPI_Info_set(MPI_Info info, const char *key, const char *value)
{
    static const char function[] = "MPI_Info_set";
    WEFT_TRY(check_key(function, info, key));
    WEFT_TRY(check_word(function, value, MPI_MAX_INFO_VAL - 1, MPI_ERR_INFO_VALUE));
    return set(function, info, key, value);
}
WEFT_MPI_NAME(Info_set)

int PMPI_Info_get(MPI_Info info, const char *key, int valuelen, char *value, int *flag)
{
    WEFT_TRY(check_key("MPI_Info_get", info, key));
    const struct entry *const entry = *place_of(info, key);
    *flag = entry != NULL;
    if (entry) {
        const char *const text = value_of(entry);
        int length = 0;
        for (; length < valuelen && text[length] != '\0'; length++) {
            value[length] = text[length];
        }
        value[length] = '\0';
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Info_get)

int PMPI_Info_get_valuelen(MPI_Info info, const char *key, int *valuelen, int *flag)
{
    WEFT_TRY(check_key("MPI_Info_get_valuelen", info, key));
    const struct entry *const entry = *place_of(info, key);
    *flag = entry != NULL;
    if (entry) {
        *valuelen = (int)strlen(value_of(entry));
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Info_get_valuelen)

int PMPI_Info_get_nkeys(MPI_Info info, int *nkeys)
{
    WEFT_TRY(check("MPI_Info_get_nkeys", info));
    *nkeys = 0;
    for (const struct entry *entry = info->entries; entry; entry = entry->next) {
        ++*nkeys;
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Info_get_nkeys)

int PMPI_Info_get_nthkey(MPI_Info info, int n, char *key)
{
    static const char function[] = "MPI_Info_get_nthkey";
    WEFT_TRY(check(function, info));
    const struct entry *entry = n < 0 ? NULL : info->entries;
    for (int i = 0; entry && i < n; i++) {
        entry = entry->next;
    }
    if (!entry) {
        return weft_mpi_error(NULL, MPI_ERR_INFO_NOKEY, "%s: there is no key number %d", function, n);
    }
    strcpy(key, entry->text);
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Info_get_nthkey)

int PMPI_Info_delete(MPI_Info info, const char *key)
{
    static const char function[] = "MPI_Info_delete";
    WEFT_TRY(check_key(function, info, key));
    struct entry **const link = place_of(info, key);
    if (!*link) {
        return weft_mpi_error(NULL, MPI_ERR_INFO_NOKEY, "%s: there is no key \"%s\"", function, key);
    }
    take_out(link);
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Info_delete)

int PMPI_Info_dup(MPI_Info info, MPI_Info *newinfo)
{
    WEFT_TRY(check("MPI_Info_dup", info));
    WEFT_TRY(PMPI_Info_create(newinfo));
    for (const struct entry *entry = info->entries; entry; entry = entry->next) {
        WEFT_TRY(set("MPI_Info_dup", *newinfo, entry->text, value_of(entry)));
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Info_dup)

int PMPI_Info_free(MPI_Info *info)
{
    WEFT_TRY(check("MPI_Info_free", *info));
    while ((*info)->entries) {
        take_out(&(*info)->entries);
    }
    weft_mpi_delete(*info);
    *info = MPI_INFO_NULL;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Info_free)
