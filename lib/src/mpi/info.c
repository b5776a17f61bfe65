/* Info objects (MPI 4.0, chapter 10): pairs of strings, in the order in which their keys were first set. */
#include "info.h"

#include <string.h>

struct entry {
    struct entry *next;
    uint32_t key_length;
    char text[]; /* key, NUL, value, NUL */
};

struct weft_mpi_info {
    struct weft_mpi_object object;
    struct entry *entries;
};

static const char *value_of(const struct entry *entry)
{
    return entry->text + entry->key_length + 1;
}

static int check(const char *function, MPI_Info info)
{
    return weft_mpi_check(function, info, WEFT_MPI_IS_INFO);
}

static int check_word(const char *word, size_t least, size_t most, int class)
{
    const size_t length = word ? strlen(word) : 0;
    if (word && length >= least && length <= most) {
        return MPI_SUCCESS;
    }
    return weft_mpi_error(class, "a word of %d characters; at most %d", (int)length, (int)most);
}

/* Returns the link to the entry with this key, or, if there is none, the link at the end of the list. */
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

/* Copies a value and its NUL, truncated to `room` characters plus the NUL. */
static void copy_value(char *to, const char *value, int room)
{
    for (; room > 0 && *value != '\0'; room--) {
        *to++ = *value++;
    }
    if (room >= 0) {
        *to = '\0';
    }
}

/* Checks info object and key, and finds the link to the entry. */
static int find(const char *function, MPI_Info info, const char *key, struct entry ***link)
{
    WEFT_TRY(check(function, info));
    WEFT_TRY(check_word(key, 1, MPI_MAX_INFO_KEY - 1, MPI_ERR_INFO_KEY));
    *link = place_of(info, key);
    return MPI_SUCCESS;
}

static int set(struct entry **link, const char *key, const char *value)
{
    const uint32_t key_length = (uint32_t)strlen(key);
    struct entry *const entry = weft_mpi_new((uint32_t)(sizeof *entry + key_length + strlen(value) + 2));
    if (!entry) {
        return MPI_ERR_NO_MEM;
    }
    entry->key_length = key_length;
    strcpy(entry->text, key);
    strcpy(entry->text + key_length + 1, value);
    if (*link) {
        take_out(link);
    }
    entry->next = *link;
    *link = entry;
    return MPI_SUCCESS;
}

static void end(void *object)
{
    struct weft_mpi_info *const info = object;
    while (info->entries) {
        take_out(&info->entries);
    }
}

const char *weft_mpi_info_value(MPI_Info info, const char *key)
{
    const struct entry *const entry = *place_of(info, key);
    return entry ? value_of(entry) : NULL;
}

int PMPI_Info_create(MPI_Info *info)
{
    weft_mpi_enter("MPI_Info_create");
    *info = weft_mpi_new_object(sizeof **info, WEFT_MPI_IS_INFO);
    if (!*info) {
        return MPI_ERR_NO_MEM;
    }
    (*info)->object.end = end;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Info_create)

int PMPI_Info_set(MPI_Info info, const char *key, const char *value)
{
    struct entry **link;
    WEFT_TRY(find("MPI_Info_set", info, key, &link));
    WEFT_TRY(check_word(value, 0, MPI_MAX_INFO_VAL - 1, MPI_ERR_INFO_VALUE));
    return set(link, key, value);
}
WEFT_MPI_NAME(Info_set)

int PMPI_Info_get(MPI_Info info, const char *key, int valuelen, char *value, int *flag)
{
    struct entry **link;
    WEFT_TRY(find("MPI_Info_get", info, key, &link));
    *flag = *link != NULL;
    if (*link) {
        copy_value(value, value_of(*link), valuelen);
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Info_get)

int PMPI_Info_get_valuelen(MPI_Info info, const char *key, int *valuelen, int *flag)
{
    struct entry **link;
    WEFT_TRY(find("MPI_Info_get_valuelen", info, key, &link));
    *flag = *link != NULL;
    if (*link) {
        *valuelen = (int)strlen(value_of(*link));
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
    WEFT_TRY(check("MPI_Info_get_nthkey", info));
    const struct entry *entry = info->entries;
    for (int left = n; entry && left != 0; left--) {
        entry = entry->next;
    }
    if (!entry) {
        return weft_mpi_error(MPI_ERR_INFO_NOKEY, "there is no key number %d", n);
    }
    strcpy(key, entry->text);
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Info_get_nthkey)

int PMPI_Info_delete(MPI_Info info, const char *key)
{
    struct entry **link;
    WEFT_TRY(find("MPI_Info_delete", info, key, &link));
    if (!*link) {
        return weft_mpi_error(MPI_ERR_INFO_NOKEY, "there is no key \"%s\"", key);
    }
    take_out(link);
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Info_delete)

int PMPI_Info_dup(MPI_Info info, MPI_Info *newinfo)
{
    WEFT_TRY(check("MPI_Info_dup", info));
    WEFT_TRY(PMPI_Info_create(newinfo));
    struct entry **link = &(*newinfo)->entries;
    for (const struct entry *entry = info->entries; entry; entry = entry->next) {
        WEFT_TRY(set(link, entry->text, value_of(entry)));
        link = &(*link)->next;
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Info_dup)

int PMPI_Info_free(MPI_Info *info)
{
    WEFT_TRY(check("MPI_Info_free", *info));
    weft_mpi_release(*info);
    *info = MPI_INFO_NULL;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Info_free)
