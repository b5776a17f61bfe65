/* Types and constants that the interfaces of the Multicore Association share (MCAPI 2.015). */
#ifndef MCA_H
#define MCA_H

#include <stddef.h>
#include <stdint.h>

typedef int mca_int_t;
typedef int8_t mca_int8_t;
typedef int16_t mca_int16_t;
typedef int32_t mca_int32_t;
typedef int64_t mca_int64_t;
typedef unsigned int mca_uint_t;
typedef uint8_t mca_uint8_t;
typedef uint16_t mca_uint16_t;
typedef uint32_t mca_uint32_t;
typedef uint64_t mca_uint64_t;
typedef unsigned char mca_boolean_t;
typedef unsigned int mca_node_t;
typedef unsigned int mca_domain_t;
typedef unsigned int mca_status_t;
typedef unsigned int mca_timeout_t;

#define MCA_TRUE 1
#define MCA_FALSE 0
#define MCA_NULL 0
#define MCA_INFINITE (~0u)
#define MCA_RETURN_VALUE_INVALID (~0u)
#define MCA_NODE_INVALID (~0u)
#define MCA_DOMAIN_INVALID (~0u)

#endif
