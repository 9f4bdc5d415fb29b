// The files of the page for browsers, which are in Web/. Swift's way to embed a file is an array of a number for each byte, which takes long to compile.
#pragma once

extern const unsigned char cpage_first __asm__("cpage_begin");
extern const unsigned char cpage_last __asm__("cpage_end");

/// All files, one after the other: the size of each in 4 bytes, its path with a 0 behind it, its content.
static inline const unsigned char *cpage_files(void) { return &cpage_first; }
/// The end of the last file.
static inline const unsigned char *cpage_files_end(void) { return &cpage_last; }

extern const unsigned char cpage_description_first __asm__("cpage_openapi_first");
extern const unsigned char cpage_description_last __asm__("cpage_openapi_last");

/// The description of the API, docs/openapi.json.
static inline const unsigned char *cpage_description(void) { return &cpage_description_first; }
/// Its end.
static inline const unsigned char *cpage_description_end(void) { return &cpage_description_last; }
