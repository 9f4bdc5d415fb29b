#!/usr/bin/env python3
"""circles.py [--files] STORE : folders of a module that need one another in a circle, by the index that the compiler left in STORE, such as
.build/debug/index/store. With --files also the circles of files, largest first. Exits with 1 if there is a circle of folders, or one of too many files.

A circle that is known and not mended yet is listed in KNOWN by one of its steps, or in LARGER by the number of its files. What is listed without need is an
error, too.
"""
import collections
import ctypes
import os
import shutil
import sys

# (from, to): folders below Sources/
KNOWN = set()
# The most files in a circle, and for each module that has a larger one, how many files that has.
MOST = 6
LARGER = {}

DEFINITION, REFERENCE, ACCESSOR = 1 << 1, 1 << 2, 1 << 15
RECORD = 2

sys.setrecursionlimit(100_000)


class Text(ctypes.Structure):
    """A string of the library: not ended by a zero."""

    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode()


Handle = ctypes.c_void_p
OnText = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, Text)
OnHandle = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, Handle)


def library():
    """libIndexStore of the toolchain, with the types of what is used of it."""
    toolchain = os.path.dirname(os.path.dirname(os.path.realpath(shutil.which("swift"))))
    index = ctypes.CDLL(os.path.join(toolchain, "lib", "libIndexStore.so"))
    for name, result, *arguments in [
        ("store_create", Handle, ctypes.c_char_p, ctypes.c_void_p),
        ("store_units_apply_f", ctypes.c_bool, Handle, ctypes.c_uint, ctypes.c_void_p, OnText),
        ("unit_reader_create", Handle, Handle, ctypes.c_char_p, ctypes.c_void_p),
        ("unit_reader_get_main_file", Text, Handle),
        ("unit_reader_dependencies_apply_f", ctypes.c_bool, Handle, ctypes.c_void_p, OnHandle),
        ("unit_reader_dispose", None, Handle),
        ("unit_dependency_get_kind", ctypes.c_int, Handle),
        ("unit_dependency_get_filepath", Text, Handle),
        ("unit_dependency_get_name", Text, Handle),
        ("record_reader_create", Handle, Handle, ctypes.c_char_p, ctypes.c_void_p),
        ("record_reader_occurrences_apply_f", ctypes.c_bool, Handle, ctypes.c_void_p, OnHandle),
        ("record_reader_dispose", None, Handle),
        ("occurrence_get_symbol", Handle, Handle),
        ("occurrence_get_roles", ctypes.c_uint64, Handle),
        ("occurrence_relations_apply_f", ctypes.c_bool, Handle, ctypes.c_void_p, OnHandle),
        ("symbol_get_usr", Text, Handle),
        ("symbol_relation_get_roles", ctypes.c_uint64, Handle),
        ("symbol_relation_get_symbol", Handle, Handle),
    ]:
        function = getattr(index, "indexstore_" + name)
        function.restype, function.argtypes = result, arguments
        setattr(index, name, function)
    return index


class Index:
    """Which symbols each file of Sources/ defines and uses."""

    def __init__(self, store, root):
        self.root, self.defined, self.accessed, self.used = root, {}, {}, collections.defaultdict(set)
        self.library, self.records = library(), set()
        self.store = self.library.store_create(store.encode(), None)
        if not self.store:
            sys.exit(f"circles.py: {store} is no index; build first, and name the folder that has the index of that build")
        self.library.store_units_apply_f(self.store, 0, None, OnText(self.unit))

    def unit(self, _, name):
        reader = self.library.unit_reader_create(self.store, str(name).encode(), None)
        if reader:
            if str(self.library.unit_reader_get_main_file(reader)).startswith(self.root):
                self.library.unit_reader_dependencies_apply_f(reader, None, OnHandle(self.dependency))
            self.library.unit_reader_dispose(reader)
        return True

    def dependency(self, _, dependency):
        if self.library.unit_dependency_get_kind(dependency) != RECORD:
            return True
        path, name = (str(read(dependency)) for read in (self.library.unit_dependency_get_filepath, self.library.unit_dependency_get_name))
        # An index also has records of files that are gone, and of what they were before.
        if not path.endswith(".swift") or not path.startswith(self.root) or name in self.records or not os.path.exists(path):
            return True
        self.records.add(name)
        reader = self.library.record_reader_create(self.store, name.encode(), None)
        if reader:
            file = path[len(self.root):]
            self.library.record_reader_occurrences_apply_f(reader, None, OnHandle(lambda _, occurrence: self.occurrence(file, occurrence)))
            self.library.record_reader_dispose(reader)
        return True

    def occurrence(self, file, occurrence):
        roles = self.library.occurrence_get_roles(occurrence)
        symbol = str(self.library.symbol_get_usr(self.library.occurrence_get_symbol(occurrence)))
        if roles & DEFINITION:
            self.defined.setdefault(symbol, file)
            self.library.occurrence_relations_apply_f(occurrence, None, OnHandle(lambda _, relation: self.relation(symbol, relation)))
        if roles & REFERENCE:
            self.used[file].add(symbol)
        return True

    def relation(self, symbol, relation):
        if self.library.symbol_relation_get_roles(relation) & ACCESSOR:
            self.accessed[symbol] = str(self.library.symbol_get_usr(self.library.symbol_relation_get_symbol(relation)))
        return True

    def needs(self):
        """For each file, the files of the same module that it needs."""
        graph = collections.defaultdict(set)
        for file, symbols in self.used.items():
            for symbol in symbols:
                other = self.defined.get(self.accessed.get(symbol, symbol)) or self.defined.get(symbol)
                if other and other != file and other.split("/")[0] == file.split("/")[0]:
                    graph[file].add(other)
        return graph


def circles(graph):
    """The groups of nodes that need one another, by Tarjan's algorithm."""
    numbers, lowest, stack, waiting, found = {}, {}, [], set(), []

    def visit(node):
        numbers[node] = lowest[node] = len(numbers)
        stack.append(node)
        waiting.add(node)
        for other in graph.get(node, ()):
            if other not in numbers:
                visit(other)
                lowest[node] = min(lowest[node], lowest[other])
            elif other in waiting:
                lowest[node] = min(lowest[node], numbers[other])
        if lowest[node] == numbers[node]:
            group = []
            while not group or group[-1] != node:
                group.append(stack.pop())
                waiting.discard(group[-1])
            if len(group) > 1:
                found.append(sorted(group))

    for node in list(graph):
        if node not in numbers:
            visit(node)
    return sorted(found, key=len, reverse=True)


def main(arguments):
    files = [a for a in arguments if a != "--files"]
    if len(files) != 1:
        sys.exit(__doc__)
    root = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", "Sources")) + "/"
    needs = Index(files[0], root).needs()
    if not needs:
        sys.exit(f"circles.py: the index in {files[0]} has no file of {root}")
    if "--files" in arguments:
        for group in circles(needs):
            print(len(group), "files:", " ".join(group))
    folders, steps = collections.defaultdict(set), collections.defaultdict(set)
    for file, others in needs.items():
        for other in others:
            step = (os.path.dirname(file), os.path.dirname(other))
            if step[0] != step[1]:
                folders[step[0]].add(step[1])
                steps[step].add(f"{os.path.basename(file)} needs {os.path.basename(other)}")
    tied = [set(group) for group in circles(folders)]
    inside = {step for step in steps if any(step[0] in group and step[1] in group for group in tied)}
    left = {node: {other for other in others if (node, other) not in KNOWN} for node, others in folders.items()}
    wrong = circles(left)
    for group in wrong:
        print("folders that need one another:", ", ".join(group))
        for step in sorted(inside, key=lambda step: len(steps[step])):
            if step[0] in group and step[1] in group:
                print(f"  {step[0]} needs {step[1]}: {'; '.join(sorted(steps[step])[:3])}" + (" …" if len(steps[step]) > 3 else ""))
    for step in sorted(KNOWN - inside):
        print(f"{step[0]} no longer needs {step[1]} in a circle: remove it from KNOWN in scripts/circles.py")
    tangles = too_large(circles(needs), {file.split("/")[0] for file in needs})
    for line in tangles:
        print(line)
    largest = max((len(group) for group in circles(needs)), default=1)
    print(f"{sum(map(len, tied))} folders in circles, the largest circle of files has {largest}")
    return 1 if wrong or tangles or KNOWN - inside else 0


def too_large(groups, modules):
    """What is wrong with the circles of files of some modules."""
    wrong, largest = [], collections.defaultdict(int)
    for group in groups:
        module = group[0].split("/")[0]
        largest[module] = max(largest[module], len(group))
        if len(group) > LARGER.get(module, MOST):
            wrong.append(f"{len(group)} files need one another, at most {LARGER.get(module, MOST)} may: {' '.join(group)}")
    for module, most in LARGER.items():
        if module in modules and largest[module] < most:
            wrong.append(f"the largest circle of files in {module} has {max(largest[module], 1)}, not {most}: change LARGER in scripts/circles.py")
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
