#define PADDING 16
#include "image.h"
