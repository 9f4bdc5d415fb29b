// The description of the API, docs/openapi.json, byte for byte.
#include "CPage.h"

// See file.h: so a build sees each edit.
#if !__has_include("openapi.json")
#error "docs/ has no openapi.json"
#endif

__asm__(
    ".pushsection .rodata\n"
    ".globl cpage_openapi_first\n"
    "cpage_openapi_first:\n"
    ".incbin \"CPage/../../docs/openapi.json\"\n"
    ".globl cpage_openapi_last\n"
    "cpage_openapi_last:\n"
    ".popsection");
