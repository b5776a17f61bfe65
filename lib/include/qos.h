/* Quality of service over switches, under the name of a header without the directory. */
#include <weft/qos.h>
