/* What the programs that call <qos.h> have in common: a check that does not hold ends the function with its line. */
#ifndef QOS_CHECK_H
#define QOS_CHECK_H

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            return __LINE__;                                                                                           \
        }                                                                                                              \
    } while (0)

#endif
