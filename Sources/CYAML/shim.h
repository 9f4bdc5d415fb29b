#ifndef FADERD_CYAML_SHIM_H
#define FADERD_CYAML_SHIM_H

#include <yaml.h>

#endif
