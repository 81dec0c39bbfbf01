#!/usr/bin/env python3
"""Compares the verdicts written in tests/c with what the programs do when they are run.

Each program is compiled with a harness that gives it inputs, mostly small numbers, limits of types and
constants from its text. A program that is said to be FALSE must reach its error in one of the runs, a TRUE one
in none. Where chance finds no way to the error, a line `// inputs: 1 2 3` gives the inputs of the first
run. It is a help for writing such programs, and no test of Euclase, which is not run.

    scripts/check-c-verdicts.py [--runs N] [FILE…]
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
CLANG = os.environ.get("CC", "clang-19")
REACHED, NOT_REACHED = 0, 1

HARNESS = r"""
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __SIZEOF_INT128__
typedef unsigned __int128 bits;
#else
typedef unsigned long long bits;
#endif

int program_main();
static unsigned long long state;
static unsigned long run;
static unsigned long calls;
static const long long pool[] = { POOL 0, 1, -1, 2, 3, 127, 128, 255, 32767, 65535, 2147483647, -2147483648LL };

static const long long first[] = { FIRST 0 };

static unsigned long long draw(void) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state * 0x2545F4914F6CDD1DULL;
}

static bits value(void) {
    if (++calls > 3000) _exit(0);
    if (run == 1 && calls < sizeof first / sizeof *first) return first[calls - 1];
    switch (draw() >> 61) {
    case 0: return ((bits)draw() << (sizeof(bits) * 4)) ^ draw();
    case 1:
    case 2: return draw() >> 60;
    case 3: return (bits)pool[(draw() >> 20) % (sizeof pool / sizeof *pool)] + (draw() >> 62) - 1;
    case 4: return draw() >> 63;
    default: return pool[(draw() >> 20) % (sizeof pool / sizeof *pool)];
    }
}

#define INPUT(name, type) __attribute__((weak)) type __VERIFIER_nondet_##name(void) { return (type)value(); }
INPUT(bool, _Bool) INPUT(char, char) INPUT(uchar, unsigned char) INPUT(short, short) INPUT(ushort, unsigned short)
INPUT(int, int) INPUT(uint, unsigned) INPUT(long, long) INPUT(ulong, unsigned long) INPUT(longlong, long long)
INPUT(ulonglong, unsigned long long)
int read_sensor(int channel) { (void)channel; return (int)value(); }
__attribute__((weak)) void reach_error(void) { _exit(42); }
void __assert_fail(const char *a, const char *b, unsigned c, const char *d) { (void)a, (void)b, (void)c, (void)d; _exit(42); }
void abort(void) { _exit(0); }
__attribute__((weak)) void __VERIFIER_assume(int holds) { if (!holds) _exit(0); }

int main(int argc, char **argv) {
    (void)argc;
    unsigned long runs = strtoul(argv[1], 0, 10);
    for (run = 1; run <= runs; run++) {
        pid_t child = fork();
        if (child == 0) {
            if (!freopen("/dev/null", "w", stdout)) _exit(1);
            alarm(1);
            state = run * 0x9E3779B97F4A7C15ULL;
            for (int i = 0; i < 8; i++) draw();
            program_main();
            _exit(0);
        }
        int status;
        if (child < 0 || waitpid(child, &status, 0) != child) return 2;
        if (WIFEXITED(status) && WEXITSTATUS(status) == 42) return 0;
        if (WIFSIGNALED(status) && WTERMSIG(status) != SIGALRM) {
            fprintf(stderr, "ended by signal %d\n", WTERMSIG(status));
            return 2;
        }
        if (WIFSIGNALED(status) && run > 3) return 1; /* every run takes its second */
    }
    return 1;
}
"""


def header(text, key):
    found = re.search(rf"^// {key}: (.*)$", text, re.M)
    return found.group(1).strip() if found else None


def run(path, runs, folder):
    """Whether some run of the program reaches its error; None if it cannot be said."""
    text = path.read_text()
    sources = [path] + [path.parent / name for name in (header(text, "with") or "").split()]
    options = (header(text, "options") or "").replace("--data-model ILP32", "-m32").replace("--data-model LP64", "-m64")
    mode = "-m32" if "-m32" in options else "-m64"
    body = "".join(source.read_text() for source in sources)
    body = "\n".join(line for line in body.splitlines() if not line.startswith("//"))
    constants = {int(word, 0) for word in re.findall(r"(?<![\w.])(0x[0-9a-fA-F]{1,15}|[1-9][0-9]{0,17}|0)(?=[uUlL]*\b)", body)}
    pool = "".join(f"{value}LL, -{value}LL, " for value in sorted(constants))
    harness = folder / "harness.c"
    first = "".join(f"{value}LL, " for value in (header(text, "inputs") or "").split())
    harness.write_text(HARNESS.replace("POOL", pool).replace("FIRST", first))
    # What is not initialised is filled in two ways, one after the other.
    for fill in ("pattern", "zero"):
        program = ["-w", mode, "-O0", "-fwrapv", "-fno-builtin", f"-ftrivial-auto-var-init={fill}"]
        objects = []
        for number, source in enumerate([harness] + sources):
            objects.append(folder / f"{number}.o")
            own = ["-Dmain=program_main", *options.split()] if number else []
            subprocess.run([CLANG, *program, *own, "-c", source, "-o", objects[-1]], check=True)
        subprocess.run([CLANG, mode, *objects, "-o", folder / "program", "-lpthread"], check=True)
        code = subprocess.run([folder / "program", str(runs)]).returncode
        if code == REACHED:
            return True
        if code != NOT_REACHED:
            return None
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=500, help="runs of a program that should be TRUE; a FALSE one gets twenty times as many")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    files = arguments.files or sorted(ROOT.glob("tests/c/*/*.c"))
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in files:
            expected = header(path.read_text(), "expect")
            if expected not in ("TRUE", "FALSE"):
                continue
            reached = run(path, arguments.runs if expected == "TRUE" else 20 * arguments.runs, pathlib.Path(folder))
            if reached is not (expected == "FALSE"):
                wrong += 1
                print(f"{path}: said to be {expected}, but", {True: "reached", False: "not reached", None: "?"}[reached])
    print(f"{wrong} of {len(files)} files disagree")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
