/* Quality of service over switches, by the name of a standard header. */
#include <weft/qos.h>
