#!/usr/bin/env python3
"""Writes a C program of about a given number of lines, in the style of controllers: rounds of inputs, and components
with global state, calls, conditions and switches. To measure how the front end grows with the program.

    scripts/generate-c.py LINES [--seed N] [--unsafe] > program.c

The assertions say that each component's state stays within its range, which they do; with --unsafe the last component
leaves it after a few rounds. The same arguments give the same program.
"""
import argparse
import random

STATES = 5
LINES_PER_COMPONENT = 41


def component(number, rng, leaves):
    """A component: its globals, a helper, an action per state, and the checks. About 41 lines."""
    own = f"state_{number}"
    limit = rng.randint(3, 9)
    other = rng.randrange(number) if number else 0
    lines = [
        f"static int {own} = {rng.randrange(STATES)};",
        f"static int level_{number} = 0;",
        f"static unsigned char mode_{number} = {rng.randrange(4)};",
        "",
        f"static int raise_{number}(int amount) {{",
        f"    if (level_{number} + amount > {limit}) return 0;",
        f"    level_{number} += amount;",
        "    return 1;",
        "}",
        "",
        f"static int react_{number}(int input) {{",
        f"    switch ({own}) {{",
    ]
    for state in range(STATES):
        target = (state + rng.randint(1, STATES - 1)) % STATES
        lines += [
            f"    case {state}:",
            f"        if (input == {rng.randint(1, 6)} && mode_{number} != {rng.randrange(4)}) {own} = {target};",
        ]
        otherwise = [
            f"if (input == {rng.randint(1, 6)}) raise_{number}(1);",
            f"if (state_{other} == {rng.randrange(STATES)}) mode_{number} = {rng.randrange(4)};",
            f"level_{number} = 0;",
        ]
        lines += [f"        else {rng.choice(otherwise)}", "        break;"]
    lines += [
        "    default:",
        "        return -1;",
        "    }",
        f"    if (level_{number} < 0 || level_{number} > {limit}) reach_error();",
        f"    if (mode_{number} > 3) reach_error();",
    ]
    if leaves:
        lines.append(f"    if (rounds == 6 && input == 3) {own} = {STATES};")
    lines += [f"    if ({own} < 0 || {own} >= {STATES}) reach_error();", f"    return {own};", "}", ""]
    return lines


def program(size, seed, unsafe):
    rng = random.Random(seed)
    count = max(1, (size - 20) // (LINES_PER_COMPONENT + 2))
    lines = [
        f"/* {count} components; written by generate-c.py. */",
        "extern int __VERIFIER_nondet_int(void);",
        "extern void reach_error(void);",
        "",
        "static unsigned char rounds = 0;",
        "",
    ]
    for number in range(count):
        lines += component(number, rng, unsafe and number == count - 1)
    lines += ["int main(void) {", "    while (1) {", "        int input = __VERIFIER_nondet_int();"]
    lines += ["        if (input < 1 || input > 6) return 0;", "        if (rounds < 100) rounds++;"]
    for number in range(count):
        lines += [f"        if (react_{number}(input) == {rng.randrange(STATES)})", f"            mode_{number} = {rng.randrange(4)};"]
    lines += ["    }", "}"]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("lines", type=int, help="about how many lines")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--unsafe", action="store_true", help="with an error that can be reached")
    arguments = parser.parse_args()
    print(program(arguments.lines, arguments.seed, arguments.unsafe), end="")


if __name__ == "__main__":
    main()
