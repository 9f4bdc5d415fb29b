// Adds the file of the page whose path is PAGE_FILE to the table: its size in 4 bytes, its path with a 0 behind it, its content.

// What the assembler reads is not among the files that the compiler says it depends on. What __has_include looks for is, so a build sees each edit.
#if !__has_include(PAGE_FILE)
#error "Web/ has no such file"
#endif

// The assembler looks in the working directory first, where another package may have an index.html of its own, but hardly a folder of this name.
__asm__(
    ".pushsection .rodata\n"
    ".4byte 2f - 1f\n"
    ".asciz \"" PAGE_FILE "\"\n"
    "1: .incbin \"CPage/../../Web/" PAGE_FILE "\"\n"
    "2:\n"
    ".popsection");
#undef PAGE_FILE
