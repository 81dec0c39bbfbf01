#!/usr/bin/env python3
"""Writes random C programs with and without mistakes in memory and arithmetic, and finds out natively which is which.

    python3 -B fuzz/memory.py --seed 1 --count 100 --out DIR

`generate(seed)` gives a source, the same for the same seed; `truth(source)` gives its verdict, the check that is violated and the
line. The inputs of a program have small ranges. The truth comes from runs under AddressSanitizer and
UndefinedBehaviorSanitizer on all inputs and with all choices of which allocations fail (`memory-harness.c`).

A program is put together from shapes that are right; in most programs, one place of them slips: a bound is off by one, a test is
missing, memory is freed too early. A slip often changes nothing, so a program with one may well be TRUE.

What the sanitizers overlook is not written:
- No access is further than a few bytes outside of its object, which is less than their red zones.
- An array in a struct or a row of a matrix is left by indexing only, into a neighbour in the same object: UndefinedBehaviorSanitizer sees
  that, and the check is `array-index`.
- Memory is never read before it was written, and addresses are never ordered or printed.
- A variable of a loop's body is not used in a later round of the loop.
"""
import argparse
import atexit
import functools
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

HARNESS = Path(__file__).resolve().with_name("memory-harness.c")
WRAPPED = ["malloc", "calloc", "realloc", "free"]
FLAGS = [
    "-std=gnu11", "-O0", "-g", "-w", "-fno-builtin", "-fsanitize=address,undefined,float-cast-overflow",
    "-fno-sanitize=alignment", "-fno-sanitize-recover=all", "-fsanitize-address-use-after-scope",
    "-fstrict-flex-arrays=3", "-ftrivial-auto-var-init=pattern",
]
ENVIRONMENT = {
    "ASAN_OPTIONS": "exitcode=99:symbolize=0:detect_leaks=0:detect_stack_use_after_return=1:redzone=128:handle_abort=0",
    "UBSAN_OPTIONS": "exitcode=99:symbolize=0",
}
MACHINES = {"LP64": "-m64", "ILP32": "-m32"}
SECONDS_TO_COMPILE = 60
SECONDS_TO_RUN = 120

# Every so often, a program is about memory that is not freed at the end.
CLEANUP_ONE_IN = 8

# How many of a hundred programs have a place that slips.
SLIPS = 92

HEADER = ["#include <assert.h>", "#include <limits.h>", "#include <stdio.h>", "#include <stdlib.h>", "#include <string.h>"]
KINDS = {"int": 4, "unsigned": 4, "short": 2, "unsigned char": 1, "long": 8}


class Value(NamedTuple):
    """An expression whose value lies in a range."""
    text: str
    low: int
    high: int


class Truth(NamedTuple):
    """What all runs of a program did."""
    verdict: str
    check: str = ""  # of the one violation, if there is only one
    line: int = 0
    violations: tuple = ()  # pairs of check and line
    runs: int = 0
    is_clear: bool = True  # whether all runs ended in time, in one violation or none


def generate(seed):
    """A program: right, or with one place that slips."""
    count = Maker(seed, None).program()[1]
    rng = random.Random(f"slip {seed}")
    slip = rng.randrange(count) if count and rng.randrange(100) < SLIPS else None
    return Maker(seed, slip).program()[0]


class Maker:
    """Puts a program together."""

    def __init__(self, seed, slip):
        self.rng = random.Random(f"memory {seed}")
        self.is_cleanup = random.Random(f"kind {seed}").randrange(CLEANUP_ONE_IN) == 0
        self.slip = slip
        self.places = 0
        self.top = []

    def program(self):
        """The text, and how many places there are that can slip."""
        inputs, values = self.inputs()
        body, made = [], []
        shapes = CLEANUP_SHAPES if self.is_cleanup else SHAPES
        chosen = self.rng.sample(shapes, self.rng.randint(1, 3))
        for number, shape in enumerate(chosen):
            # Choices of a shape do not depend on whether another one slipped.
            outer, self.rng = self.rng, random.Random(self.rng.randrange(1 << 60))
            name = f"part{number}"
            lines = shape(self, name)
            self.rng = outer
            self.top += ["", f"static int {name}(int a, int b) {{", *indented(lines), "}"]
            arguments = ", ".join(value.text for value in self.arguments(values))
            body.append(f"int r{number} = {name}({arguments});")
            made.append(f"r{number}")
            values.append(Value(f"(r{number} & 3)", 0, 3))
        used = sorted(set(re.findall(r"__VERIFIER_nondet_(\w+)", "\n".join(inputs))))
        words = {"int": "int", "uint": "unsigned", "uchar": "unsigned char", "short": "short", "long": "long"}
        externs = [f"extern {words[word]} __VERIFIER_nondet_{word}(void);" for word in used]
        end = [f"return {' + '.join(f'({name} & 1)' for name in made)};"]
        text = "\n".join([
            *(["// options: --check cleanup"] if self.is_cleanup else []), *HEADER, *externs, *self.top, "", "int main(void) {",
            *indented(inputs + body + end), "}"])
        return text + "\n", self.places

    def inputs(self):
        lines, values = [], []
        count = self.rng.randint(1, 3)
        for number in range(count):
            word, kind = self.rng.choice([("int", "int"), ("uint", "unsigned"), ("uchar", "unsigned char"), ("short", "short"),
                                          ("long", "long")])
            low = self.rng.choice([0, 0, -1, -2]) if word in ("int", "short", "long") else 0
            high = low + self.rng.randint(1, {1: 9, 2: 6, 3: 3}[count])
            test = f"in{number} > {high}" if low == 0 and kind.startswith("unsigned") else f"in{number} < {low} || in{number} > {high}"
            lines += [f"{kind} in{number} = __VERIFIER_nondet_{word}();", f"if ({test}) return 0;"]
            values.append(Value(f"(int)in{number}" if kind == "long" or kind == "unsigned" else f"in{number}", low, high))
        return lines, values

    def arguments(self, values):
        """Two arguments for a shape, which are from -2 to 9."""
        picked = [self.rng.choice(values) for _ in range(2)]
        return [Value(f"{value.text} + {more}", value.low + more, value.high + more) if more else value
                for value, more in ((value, self.rng.choice([0, 0, 1, 2])) for value in picked)]

    # What shapes are made of.

    def slips(self):
        """Whether the next place is the one with the mistake."""
        self.places += 1
        return self.slip == self.places - 1

    def either(self, right, wrong):
        return wrong if self.slips() else right

    def kind(self):
        return self.rng.choice(list(KINDS))

    def number(self, low, high):
        return self.rng.randint(low, high)

    def clamp(self, name, value, low, high):
        """Declares a number in a range; a slip allows one or two more at an end."""
        if self.rng.randrange(3) == 0 and low == 0:
            # The range of a remainder.
            return [f"int {name} = (unsigned)({value}) % {self.either(high + 1, high + 2)};"]
        end = self.either(high, high + self.rng.choice([1, 2]))
        start = self.either(low, low - 1)
        return [f"int {name} = {value};", f"if ({name} < {start}) {name} = {low};", f"if ({name} > {end}) {name} = {high};"]

    def count(self, name, low=1, high=4, value="a"):
        """Declares a number of elements, without a mistake."""
        return [f"int {name} = {value} < {low} ? {low} : {value} > {high} ? {high} : {value};"]

    def allocate(self, kind, name, count, size=None, otherwise="return 0;"):
        """Requests memory and makes it zero; the test for null may be missing."""
        size = size or f"sizeof *{name}"
        call = self.rng.choice([f"malloc({count} * {size})", f"calloc({count}, {size})"])
        lines = [f"{kind} *{name} = {call};"]
        if not self.slips():
            lines.append(f"if ({name} == NULL) {otherwise}")
        return lines, call.startswith("malloc")

    def cleared(self, name, count):
        return [f"memset({name}, 0, {count} * sizeof *{name});"]


def indented(lines, depth=1):
    made = []
    for line in lines:
        starts = line.startswith("}")
        made.append("    " * (depth - starts) + line if line else line)
        depth += line.count("{") - line.count("}")
    return made


# Shapes: each gives the lines of a function of two small numbers a and b, which lie in -2 to 11.


def loop_over_array(make, name):
    kind, n = make.kind(), make.number(2, 6)
    place = make.rng.choice(["local", "static", "global"])
    declaration = f"{kind} {name}_array[{n}]"
    if place == "global":
        make.top += ["", f"static {declaration};"]
    lines = [] if place == "global" else [f"{'static ' if place == 'static' else ''}{declaration} = {{0}};"]
    lines += make.clamp("bound", make.rng.choice(["a", "b", "a + b"]), 0, n)
    loop = make.either("i < bound", "i <= bound")
    lines += [f"for (int i = 0; {loop}; i++) {{", f"{name}_array[i] = ({kind})(i + 1);", "}",
              "int sum = 0;"]
    if make.rng.randrange(2):
        start, stop = make.either((n - 1, "i >= 0"), (n - 1, "i >= -1"))
        lines += [f"for (int i = {start}; {stop}; i--) {{", f"sum += (int){name}_array[i];", "}"]
    else:
        lines += make.clamp("at", "b", 0, n - 1) + [f"sum = (int){name}_array[at];"]
    return [*lines, "return sum;"]


def pointer_walk(make, name):
    kind, n = make.kind(), make.number(2, 5)
    values = ", ".join(str(make.number(0, 5)) for _ in range(n))
    test = make.either("p < end", "p <= end")
    lines = [f"{kind} items[{n}] = {{{values}}};", f"{kind} *p = items, *end = items + {n};", "int sum = 0;"]
    lines += make.clamp("skip", "a", 0, n)
    lines += ["p += skip;", f"while ({test} && sum < 100) {{", "sum += (int)*p;", "p++;", "}"]
    if make.rng.randrange(2):
        lines += ["if (b > 3 && p > items) {", "p--;", "*p = 1;", "}"]
    return [*lines, "return sum;"]


def heap_buffer(make, name):
    kind = make.rng.choice(["int", "unsigned char", "long"])
    lines = make.count("n")
    request = make.either("n", "(n - 1)")
    if request == "(n - 1)":
        lines.append("if (n == 1) n = 2;")
    made, is_open = make.allocate(kind, "data", request)
    lines += made
    if is_open or make.rng.randrange(3) == 0:
        lines += make.cleared("data", "n")
    if make.slips():
        lines += ["if (b == 2) free(data);"]
    lines += make.clamp("at", "b", 0, 0) if make.rng.randrange(3) == 0 else ["int at = n - 1;"]
    lines += [f"data[at] = ({kind})b;"]
    if make.slips():
        lines += ["data++;"]
    early = make.rng.randrange(2)
    after = make.slips()
    use = "int result = (int)data[0];"
    lines += ["free(data);", use] if after else [use, "free(data);"]
    if early and make.slips():
        lines += ["if (a > b) free(data);"]
    return [*lines, "return result;"]


def array_in_struct(make, name):
    kind, n = make.kind(), make.number(2, 4)
    make.top += ["", f"struct {name}_record {{", "    long before;", f"    {kind} items[{n}];", "    long after[3];", "};"]
    lines = [f"struct {name}_record record = {{1, {{2}}, {{3}}}};"]
    # Behind the array there are 24 bytes, before it 8: an index that is off by two stays in the struct.
    lines += make.clamp("at", make.rng.choice(["a", "b", "b - a"]), 0, n - 1)
    if make.rng.randrange(2):
        lines += [f"struct {name}_record *r = &record;", "r->items[at] = 5;"]
    else:
        lines += ["record.items[at] = 5;"]
    return [*lines, "return (int)record.items[0] + (int)record.after[1];"]


def matrix(make, name):
    columns = make.number(2, 4)
    lines = [f"int rows[3][{columns}] = {{{{1}}, {{2}}, {{3}}}};"]
    lines += make.clamp("at", "a", 0, columns - 1)
    lines += ["rows[1][at] += b;", "int sum = 0;",
              f"for (int i = 0; i < 3 * {columns}; i++) {{", f"sum += rows[i / {columns}][i % {columns}] & 15;", "}"]
    return [*lines, "return sum;"]


def text_copied(make, name):
    size = make.number(4, 7)
    words = make.rng.sample(["", "a", "ab", "abc", "abcd", "abcde", "abcdef"], 3)
    lines = [f"static const char *const words[3] = {{{', '.join(chr(34) + word + chr(34) for word in words)}}};",
             f"char text[{size}] = \"\";", "const char *word = words[(unsigned)a % 3];"]
    way = make.number(0, 4)
    if way == 0:
        test = make.either(f"strlen(word) < {size}", f"strlen(word) <= {size}")
        lines += [f"if ({test}) {{", "strcpy(text, word);", "}"]
    elif way == 1:
        lines += ["text[0] = 'x';", "text[1] = '\\0';"]
        test = make.either(f"strlen(word) + 1 < {size}", f"strlen(word) < {size}")
        lines += [f"if ({test}) {{", "strcat(text, word);", "}"]
    elif way == 2:
        lines += make.clamp("length", "b", 0, size)
        lines += ["strncpy(text, word, length);", "text[0] = '\\0';"]
    elif way == 3:
        number = make.either("word", '"12345678"')
        lines += [f"snprintf(text, {make.either('sizeof text', 'sizeof text + 2')}, \"%s\", {number});"]
    else:
        lines += [f"memset(text, 'x', {size - 1});"]
        lines += [f"text[{size - 1}] = b > 2 ? 'x' : '\\0';"]
        if not make.slips():
            lines += [f"text[{size - 1}] = '\\0';"]
    return [*lines, "int length_now = (int)strlen(text);", "return length_now;"]


def copied_bytes(make, name):
    kind, n, m = make.rng.choice(["int", "short", "unsigned char"]), make.number(2, 4), make.number(2, 4)
    least = min(n, m)
    lines = [f"{kind} from[{n}] = {{1, 2}}, to[{m}] = {{0}};"]
    lines += make.clamp("count", "a", 0, least)
    function = make.rng.choice(["memcpy", "memmove"])
    lines += [f"{function}(to, from, count * sizeof *to);"]
    if make.rng.randrange(2):
        lines += make.clamp("compared", "b", 0, least)
        lines += ["int order = memcmp(to, from, compared * sizeof *to);", "return order == 0;"]
    else:
        lines += ["return (int)to[0];"]
    return lines


def block_left(make, name):
    test = f"{make.rng.choice('ab')} > {make.number(0, 4)}"
    lines = ["int outer = a, result = 0;", "int *p = &outer;", f"if ({test}) {{", "int inner = b;", "p = &inner;", "result = *p;"]
    if not make.slips():
        lines += ["p = &outer;"]
    lines += ["}"]
    if make.rng.randrange(2):
        lines += [f"if (b < {make.number(1, 5)}) {{", "*p = 3;", "}"]
        return [*lines, "return result + outer;"]
    return [*lines, "result += *p;", "return result;"]


def loop_body_left(make, name):
    count = make.number(1, 3)
    lines = ["int least = b, last = 0;", "int *where = &last;", f"for (int i = 0; i < {count}; i++) {{", "int value = a - i;",
             "if (value < least) {", "least = value;"]
    lines += ["where = &value;"] if make.slips() else ["last = value;"]
    return [*lines, "}", "}", "return *where + least;"]


def local_returned(make, name):
    storage = make.either("static int", "int")
    make.top += ["", f"static int *{name}_place(int value) {{", f"    {storage} place;", "    place = value;", "    int *result = &place;",
                 f"    return value > {make.number(-1, 4)} ? result : NULL;", "}"]
    lines = [f"int *p = {name}_place(a);"]
    if not make.slips():
        lines += ["if (p == NULL) return 1;"]
    return [*lines, "int result = *p;", "return result;"]


def maybe_null(make, name):
    n = make.number(2, 4)
    values = ", ".join(str(value) for value in make.rng.sample(range(6), n))
    make.top += ["", f"static int *{name}_find(int *values, int wanted) {{",
                 f"    for (int i = 0; i < {n}; i++) {{", "        if (values[i] == wanted) return &values[i];", "    }",
                 "    return NULL;", "}"]
    lines = [f"int values[{n}] = {{{values}}};", f"int *found = {name}_find(values, a);"]
    test = make.either("found != NULL", f"found != NULL || b == {make.number(0, 6)}")
    return [*lines, f"if ({test}) {{", "*found = 7;", "}", "return values[0];"]


def unset_pointer(make, name):
    limit = make.number(0, 5)
    lines = ["int x = a, y = b;", "int *p;", f"if (a > {limit}) {{", "p = &x;", "}"]
    other = make.either(f"a <= {limit}", f"a < {limit}")
    return [*lines, f"if ({other}) {{", "p = &y;", "}", "*p += 1;", "return x + y;"]


def list_of_nodes(make, name):
    make.top += ["", f"struct {name}_node {{", f"    struct {name}_node *next;", "    int value;", "};"]
    node = f"struct {name}_node"
    lines = make.count("n", 0, 3)
    lines += [f"{node} *head = NULL;", "for (int i = 0; i < n; i++) {", f"{node} *made = malloc(sizeof *made);"]
    if not make.slips():
        lines += ["if (made == NULL) break;"]
    lines += ["made->value = b + i;", "made->next = head;", "head = made;", "}", "int sum = 0;", f"{node} *at = head;"]
    test = make.either("at != NULL", f"sum < {make.number(2, 12)}")
    lines += [f"while ({test}) {{", "sum += at->value & 7;", "sum++;", "at = at->next;", "}"]
    if make.rng.randrange(2):
        # The first node is taken out.
        lines += [f"if (head != NULL && head->value == {make.number(0, 5)}) {{", f"{node} *first = head;"]
        lines += ["free(first);"] if make.slips() else ["head = first->next;", "free(first);"]
        lines += ["}"]
    lines += ["while (head != NULL) {", f"{node} *old = head;"]
    lines += make.either(["head = old->next;", "free(old);"], ["free(old);", "head = old->next;"])
    return [*lines, "}", "return sum;"]


def growing(make, name):
    kind = make.rng.choice(["int", "short", "long"])
    lines = make.count("n", 0, 5)
    lines += [f"{kind} *items = NULL;", "int size = 0, used = 0;", "for (int i = 0; i < n; i++) {",
              f"if (used == size{make.either('', ' && used != 2')}) {{",
              f"{kind} *more = realloc(items, (size + 2) * sizeof *items);"]
    if not make.slips():
        lines += ["if (more == NULL) break;"]
    kept = make.slips()
    lines += ["size += 2;"] + (["if (items == NULL) items = more;"] if kept else ["items = more;"])
    lines += ["}", f"items[used] = ({kind})i;", "used++;", "}", "int result = 0;",
              f"if ({make.either('used > 0', 'used >= 0')} && items != NULL) {{", "result = (int)items[used - 1];", "}"]
    return [*lines, "free(items);", "return result;"]


def freed_by_flags(make, name):
    lines = ["char *p = malloc(2), *q = malloc(3);", f"if (a > {make.number(0, 5)}) {{", "free(p);"]
    if not make.slips():
        lines += ["p = NULL;"]
    lines += ["}", f"if (b == {make.number(-1, 5)}) {{"]
    lines += ["free(q);", "q = NULL;", "}"] if not make.slips() else ["free(p);", "p = NULL;", "}"]
    return [*lines, "free(p);", "free(q);", "return 0;"]


def owner_of_buffer(make, name):
    make.top += ["", f"struct {name}_owner {{", "    int *data;", "    int capacity, is_owner;", "};", "",
                 f"static void {name}_drop(struct {name}_owner *owner) {{"]
    make.top += [] if make.slips() else ["    if (!owner->is_owner) return;"]
    make.top += ["    free(owner->data);", "}"]
    lines = make.count("n", 1, 3)
    lines += ["int own[3] = {1, 2, 3};", f"struct {name}_owner owner = {{own, n, 0}};", f"if (b > {make.number(0, 5)}) {{",
              "owner.data = calloc(n, sizeof(int));"]
    if not make.slips():
        lines += ["if (owner.data == NULL) return 0;"]
    lines += ["owner.is_owner = 1;", "}", f"int at = owner.capacity - {make.either(1, 0)};", "owner.data[at] = 4;",
              f"{name}_drop(&owner);"]
    return [*lines, f"return {make.either('owner.capacity', 'owner.data[0]')};"]


def not_from_malloc(make, name):
    limit = make.number(1, 4)
    lines = ["static int fixed[4];", "int *p = fixed;", f"if (a > {limit}) {{", "p = malloc(sizeof fixed);", "if (p == NULL) return 0;",
             "}", "p[0] = b;", "int result = p[0];"]
    free = make.either(f"a > {limit}", f"a >= {limit}")
    return [*lines, f"if ({free}) {{", f"free({make.either('p', 'p + (b > 2)')});", "}", "return result;"]


def literal_written(make, name):
    test = f"{make.rng.choice('ab')} > {make.number(0, 6)}"
    lines = ['char own[4] = "abc";', "char *text = own;", f"if ({test}) {{", make.either("text = own + 1;", 'text = "xyz";'), "}",
             f"if (b != {make.number(0, 4)}) {{", "text[0] = 'q';", "}"]
    return [*lines, "return text[1] == 'c';"]


def sum_in_range(make, name):
    room = make.number(2, 8)
    sign, end = make.rng.choice([("+", f"INT_MAX - {room}"), ("-", f"INT_MIN + {room}")])
    return [f"int far = {end};", *make.clamp("more", "a", 0, room), f"far {sign}= more;", "return far & 3;"]


def product_in_range(make, name):
    factor = make.rng.choice([100000000, 250000000, 500000000])
    most = (2**31 - 1) // factor
    return [*make.clamp("times", "b", 0, most), f"int product = times * {factor};", "return product > 7;"]


def quotient(make, name):
    other = make.number(-1, 5)
    test = make.either(f"b == {other}", f"b == {other + 20}")
    return [f"if ({test}) return 0;", f"int quotient = 100 {make.rng.choice('/%')} (b - {other});", "return quotient;"]


def quotient_of_least(make, name):
    return [f"int least = INT_MIN + {make.number(0, 1)};", *make.clamp("by", "b", 1, 5),
            f"int quotient = least {make.rng.choice('/%')} (a < {make.number(0, 5)} ? by : {make.either('by', '-by')});",
            "return quotient & 1;"]


def shifted(make, name):
    width, kind = make.rng.choice([(31, "unsigned"), (63, "unsigned long")])
    return [*make.clamp("places", f"a + {width - 6}", 0, width), f"{kind} bits = ({kind})7 << places;",
            f"return (int)(bits >> {width - 3});"]


def shifted_signed(make, name):
    places = make.number(26, 29)
    return [*make.clamp("value", "b", 0, (1 << (31 - places)) - 1), f"int moved = value << {places};", "return moved != 0;"]


def converted(make, name):
    most = make.number(2, 6)
    kind, limit = make.rng.choice([("unsigned char", 255), ("short", 32767), ("signed char", 127)])
    return [*make.clamp("size", "a", 0, most), f"double scaled = size * {limit / most:.3f};",
            f"{kind} small = ({kind})scaled;", "return small & 3;"]


def callbacks(make, name):
    make.top += ["", f"static int {name}_one(int x) {{ return x + 1; }}", f"static int {name}_two(int x) {{ return x * 2; }}",
                 f"static long {name}_other(long x, long y) {{ return x - y; }}"]
    entries = [f"{name}_one", f"{name}_two", make.either("NULL", f"(int (*)(int)){name}_other")]
    if "NULL" in entries:
        make.top.pop()
    lines = [f"int (*table[3])(int) = {{{', '.join(entries)}}};", *make.count("at", 0, 2, "b")]
    test = make.either("table[at] == NULL", f"a == {make.number(0, 5)}")
    return [*lines, f"if ({test}) return 0;", "int result = table[at](a);", "return result;"]


def kept_in_global(make, name):
    make.top += ["", f"static int *{name}_kept;", f"static void {name}_release(void) {{", f"    free({name}_kept);"]
    make.top += [] if make.slips() else [f"    {name}_kept = NULL;"]
    make.top += ["}"]
    kept = f"{name}_kept"
    lines = [f"{kept} = calloc(2, sizeof *{kept});"]
    if not make.slips():
        lines += [f"if ({kept} == NULL) return 0;"]
    lines += make.clamp("at", "a", 0, 1)
    lines += [f"{kept}[at] = b;", f"if (b > {make.number(0, 5)}) {{", f"{name}_release();", "}"]
    if make.rng.randrange(2):
        lines += [f"if ({kept} != NULL) {{", f"a += {kept}[0] & 3;", "}"]
    else:
        lines += [f"if (a > {make.number(0, 3)}) {{", f"{name}_release();", "}"]
    return [*lines, "return a;"]


def claimed(make, name):
    """An assertion about what a loop computes."""
    n = make.number(2, 5)
    lines = make.count("n", 0, n)
    step = make.number(1, 3)
    most = n * step
    lines += ["int sum = 0;", "for (int i = 0; i < n; i++) {", f"sum += {step};", "}"]
    return [*lines, f"assert(sum {make.either(f'<= {most}', make.rng.choice([f'< {most}', f'!= {step}', f'<= {most + 1}']))});", "return sum;"]


def recursion(make, name):
    n = make.number(2, 4)
    end = make.either("count <= 0", "count < 0")
    make.top += ["", f"static int {name}_sum(const int *values, int count) {{", f"    if ({end}) return 0;",
                 "    int first = values[0];", f"    return first + {name}_sum(values + 1, count - 1);", "}"]
    lines = [f"int values[{n}] = {{1, 2}};", *make.clamp("count", "a", 0, n)]
    return [*lines, f"return {name}_sum(values, count);"]


def variable_length(make, name):
    lines = make.count("n", 1, 5)
    lines += ["short items[n];", "for (int i = 0; i < n; i++) {", "items[i] = (short)i;", "}"]
    lines += [f"int at = {make.either('n - 1', 'n')};", f"if (b != {make.number(0, 3)}) at = 0;"]
    return [*lines, "return items[at];"]


# Shapes about memory that is not freed at the end.


def freed_on_all_ways(make, name):
    limit = make.number(0, 5)
    lines = ["char *p = malloc(4);", "if (p == NULL) return 0;", "p[0] = (char)b;", f"if (a > {limit}) {{"]
    lines += [] if make.slips() else ["free(p);"]
    lines += ["return 1;", "}"]
    if make.slips():
        lines += [f"if (b == {make.number(0, 9)}) exit(1);"]
    return [*lines, "free(p);", "return 0;"]


def both_or_none(make, name):
    lines = ["int *p = malloc(4);", "int *q = calloc(1, 4);", "if (p == NULL || q == NULL) {", "free(p);"]
    lines += [] if make.slips() else ["free(q);"]
    lines += ["return 0;", "}", "*p = *q;"]
    lines += ["free(p);"] if not make.slips() else [f"if (a != {make.number(0, 9)}) free(p);"]
    return [*lines, "free(q);", "return 1;"]


def grown_and_freed(make, name):
    lines = ["char *p = NULL;", *make.count("n", 0, 3), "for (int i = 1; i <= n; i++) {"]
    if make.slips():
        lines += ["p = realloc(p, i);", "if (p == NULL) break;"]
    else:
        lines += ["char *more = realloc(p, i);", "if (more == NULL) break;", "p = more;"]
    lines += ["p[i - 1] = 'x';", "}"]
    lines += ["free(p);"] if not make.slips() else [f"if (n < {make.number(1, 3)}) free(p);"]
    return [*lines, "return n;"]


def list_freed(make, name):
    make.top += ["", f"struct {name}_node {{", f"    struct {name}_node *next;", "};"]
    node = f"struct {name}_node"
    lines = [*make.count("n", 0, 3), f"{node} *head = NULL;", "for (int i = 0; i < n; i++) {",
             f"{node} *made = malloc(sizeof *made);", "if (made == NULL) break;", "made->next = head;", "head = made;", "}"]
    if make.rng.randrange(2):
        lines += [f"if (head != NULL && b > {make.number(0, 5)}) {{", f"{node} *rest = head->next;"]
        lines += [] if make.slips() else ["free(head);"]
        lines += ["head = rest;", "}"]
    test = make.either("head != NULL", "head != NULL && head->next != NULL")
    return [*lines, f"while ({test}) {{", f"{node} *old = head;", "head = old->next;", "free(old);", "}", "return n;"]


def overwritten(make, name):
    make.top += ["", f"static char *{name}_cache;", f"static void {name}_load(void) {{"]
    make.top += [] if make.slips() else [f"    free({name}_cache);"]
    make.top += [f"    {name}_cache = malloc(2);", "}"]
    lines = [f"{name}_load();", f"if (a == {make.number(0, 5)}) {{", f"{name}_load();", "}"]
    return [*lines, f"free({name}_cache);", f"{name}_cache = NULL;", "return 0;"]


SHAPES = [
    loop_over_array, pointer_walk, heap_buffer, array_in_struct, matrix, text_copied, copied_bytes, block_left, loop_body_left,
    local_returned, maybe_null, unset_pointer, list_of_nodes, growing, freed_by_flags, owner_of_buffer, not_from_malloc,
    literal_written, sum_in_range, product_in_range, quotient, quotient_of_least, shifted, shifted_signed, converted, callbacks,
    kept_in_global, claimed, recursion, variable_length,
]
CLEANUP_SHAPES = [freed_on_all_ways, both_or_none, grown_and_freed, list_freed, overwritten]


# The truth.

# What a report of a sanitizer says, and the check that it belongs to; None if the line decides.
SAYINGS = [
    (r"index -?\d+ out of bounds", None),
    (r"signed integer overflow|negation of|division of -\d+ by -1 cannot", "overflow"),
    (r"division by zero", "division"),
    (r"shift exponent|left shift of", "shift"),
    (r"outside the range of representable values", "conversion"),
    (r"runtime error: .*null pointer|incorrect function type", "pointer"),
    (r"buffer-overflow|buffer-underflow|negative-size-param", "bounds"),
    (r"heap-use-after-free|stack-use-after-(scope|return)", "pointer"),
    (r"attempting double-free|attempting free on address", "free"),
    (r"SEGV on unknown address[\s\S]*caused by a WRITE", "bounds or pointer"),
    (r"SEGV on unknown address", "pointer"),
    (r": assertion of", "assert"),
    (r"blocks are not freed", "cleanup"),
]

INPUT = re.compile(r"(in\d+) = __VERIFIER_nondet_\w+\(\);\n\s*if \((?:\1 < (-?\d+) \|\| )?\1 > (-?\d+)\) return 0;")


class DoesNotCompile(Exception):
    """The generator wrote what is no C."""


def ranges(source):
    """The ranges of the inputs, in their order."""
    return [(int(low or 0), int(high)) for _, low, high in INPUT.findall(source)]


def truth(source, clang="clang-19", data_model="LP64", folder=None):
    """What a program does on all inputs."""
    if folder is None:
        with tempfile.TemporaryDirectory() as made:
            return truth(source, clang, data_model, made)
    program = Path(folder) / "memory.c"
    program.write_text(source)
    executable = build(program, clang, MACHINES[data_model])
    limits = [str(limit) for pair in ranges(source) for limit in pair]
    way = "cleanup" if "--check cleanup" in source else "plain"
    ended = run([executable, way, *limits], SECONDS_TO_RUN, env=ENVIRONMENT)
    counts = re.search(r"^runs (\d+) caught (\d+) late (\d+) unfinished (\d+)$", ended.stdout, re.M)
    if not counts:
        raise RuntimeError(f"the harness said nothing: {ended.stderr}")
    runs, caught, late, unfinished = (int(number) for number in counts.groups())
    found = violations(executable, program, source, ended.stdout)
    is_clear = late == 0 and unfinished == 0 and len(found) <= 1 and all(check and line for check, line in found)
    if way == "cleanup":
        is_clear = late == 0 and unfinished == 0 and all(check == "cleanup" for check, _ in found)
    first = found[0] if len(found) == 1 else ("", 0)
    return Truth("FALSE" if caught else "TRUE", *first, tuple(found), runs, is_clear)


def run(command, seconds, **more):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, errors="replace", timeout=seconds,
                          check=False, **more)


@functools.cache
def harness(clang, machine):
    """The harness, compiled once."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    part = Path(folder.name) / "harness.o"
    ended = run([clang, *FLAGS, machine, "-c", HARNESS, "-o", part], SECONDS_TO_COMPILE)
    if ended.returncode:
        raise DoesNotCompile(ended.stderr)
    return part


def build(program, clang, machine):
    executable = program.with_suffix("")
    wraps = ",".join(f"--wrap={function}" for function in WRAPPED)
    # The harness has a main of its own.
    part = program.with_suffix(".o")
    for command in ([clang, *FLAGS, machine, "-Dmain=fuzz_program", "-c", program, "-o", part],
                    [clang, *FLAGS, machine, part, harness(clang, machine), f"-Wl,{wraps}", "-o", executable]):
        ended = run(command, SECONDS_TO_COMPILE)
        if ended.returncode:
            raise DoesNotCompile(f"{program}: {ended.stderr}")
    return executable


def violations(executable, program, source, output):
    """The checks that runs violated, with their lines."""
    reports = output.split("caught\n")[1:]
    frames = re.compile(rf"#\d+ 0x\w+ +\(?(?:in .*)?{re.escape(str(executable))}\+(0x\w+)")
    # The innermost frames are those of the sanitizer and of the program; more than a few are not needed.
    offsets = sorted({offset for report in reports for offset in frames.findall(report)[:8]})
    known = places(executable, program, offsets)
    found = set()
    for report in reports:
        said = re.search(rf"{re.escape(program.name)}:(\d+):", report)
        line = int(said.group(1)) if said else next((known[offset] for offset in frames.findall(report)[:8] if known[offset]), 0)
        check = next((check for pattern, check in SAYINGS if re.search(pattern, report)), "")
        text = source.splitlines()[line - 1] if line else ""
        found.add((decided(check, report, text), line))
    return sorted(found, key=str)


def decided(check, report, text):
    """The check of a report about a line."""
    if check is None:
        return "array-index" if re.search(r"(\.|->)items\[|\]\[", text) else "bounds"
    if check == "bounds or pointer":
        # Null and what was never written are no addresses; literals are, and neither may be written nor freed.
        is_nowhere = re.search("zero page|high value address", report)
        return "pointer" if is_nowhere else "free" if "free(" in text else "bounds"
    return check


def places(executable, program, offsets):
    """The lines of the program that offsets belong to, zero for those that are not the program's."""
    if not offsets:
        return {}
    ended = run(["llvm-symbolizer-19", "--no-inlines", "--functions=none", f"--obj={executable}", *offsets], SECONDS_TO_RUN)
    known = {}
    for offset, place in zip(offsets, ended.stdout.split("\n\n")):
        file, line, _ = place.strip().rsplit(":", 2)
        known[offset] = int(line) if Path(file).name == program.name else 0
    return known


def with_expectation(seed, source, found, data_model):
    """A source with the first lines that say what to expect."""
    lines = source.splitlines(keepends=True)
    options = [lines.pop(0)] if lines[0].startswith("// options") else []
    head = [f"// expect: {found.verdict}\n", f"// about: random program {seed}\n", *options, f"// data-models: {data_model}\n"]
    if found.verdict == "FALSE":
        check = "cleanup" if options else found.check
        head += [f"// check: {check}\n"]
        if not options:
            head += [f"// violation: {found.line + len(head) + 1}\n"]
    return "".join([*head, *lines])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="the first seed [1]")
    parser.add_argument("--count", type=int, default=100, help="how many programs [100]")
    parser.add_argument("--out", type=Path, required=True, help="the folder for the programs")
    parser.add_argument("--data-model", choices=list(MACHINES), default="LP64", help="for the programs [LP64]")
    parser.add_argument("--clang", default="clang-19", help="the compiler [clang-19]")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    counts, skipped, seed = {}, 0, options.seed - 1
    with tempfile.TemporaryDirectory() as folder:
        while sum(counts.values()) < options.count:
            seed += 1
            source = generate(seed)
            found = truth(source, options.clang, options.data_model, folder)
            if not found.is_clear:
                skipped += 1
                continue
            word = "TRUE" if found.verdict == "TRUE" else f"FALSE {found.check or 'cleanup'}"
            counts[word] = counts.get(word, 0) + 1
            (options.out / f"memory-{seed}.c").write_text(with_expectation(seed, source, found, options.data_model))
    for word in sorted(counts):
        print(f"{counts[word]:6} {word}")
    print(f"{skipped:6} left out: several violations, or too many runs")
    return 0


if __name__ == "__main__":
    sys.exit(main())
