"""Jumps: random graphs of blocks, jumps into and out of loops, switches that go into loops, and labels as values."""
from program import Program, Writer


def program(rng, data_model):
    writer = Writer(rng, data_model)
    inputs = writer.inputs(most_bits=8)
    body = [writer.declare("x0", writer.kind()), writer.declare("x1", writer.kind())]
    body += rng.choice([graph, graph, graph, into_loop, device, states, computed])(writer)
    return Program(inputs, body, writer.result(), data_model)


def graph(writer):
    """Blocks that jump to each other, for so many jumps."""
    rng = writer.rng
    count = rng.randint(2, 6)
    lines = [f"unsigned fuel = {rng.randint(2, 12)};"]
    for number in range(count):
        jump = f"goto b{rng.randrange(count)};" if writer.chance(40) else ""
        lines += [f"b{number}:", *writer.statements(rng.randint(1, 2), 1), "if (fuel-- == 0) {", "goto out;", "}",
                  f"if ({writer.condition()}) {{", f"goto b{rng.randrange(count)};", "}", *([jump] if jump else [])]
    return [*lines, "out:", ";"]


def into_loop(writer):
    turns = writer.rng.randint(2, 6)
    return ["unsigned i = 0;", f"if ({writer.condition()}) {{", "goto inside;", "}", f"while (i < {turns}) {{",
            *writer.statement(1), "inside:", "i++;", *writer.statement(1), f"if ({writer.condition()}) {{", "goto behind;", "}",
            "}", "behind:", f"if (i++ < {writer.rng.randint(0, 4)}) {{", "goto inside;", "}"]


def device(writer):
    """A switch whose cases lie in a loop."""
    lines = [f"unsigned rounds = (unsigned){writer.leaf()[0]} & 3;", f"switch ({writer.leaf()[0]} & 3) {{", "case 0:", "do {",
             *writer.statement(0)]
    for case in (3, 2, 1):
        lines += [f"case {case}:", *writer.statement(0)]
    return [*lines, "} while (rounds-- > 0);", "}"]


def states(writer):
    """A machine with a state, written as jumps out of nested loops."""
    rng = writer.rng
    lines = ["unsigned state = 0;", f"for (int i = 0; i < {rng.randint(2, 6)}; i++) {{", f"for (int j = 0; j < {rng.randint(1, 3)}; j++) {{",
             "switch (state) {"]
    for state in range(3):
        lines += [f"case {state}:", *writer.statement(0), f"if ({writer.condition()}) {{", f"state = {rng.randrange(4)};", "}",
                  rng.choice(["break;", "continue;", "goto next;", "break;"])]
    return [*lines, "default:", "goto out;", "}", *writer.statement(0), "}", "next:", ";", "}", "out:", ";"]


def computed(writer):
    """Labels as values, as interpreters have them."""
    rng = writer.rng
    lines = ["static const void *table[] = {&&a, &&b, &&c, &&a};", f"unsigned fuel = {rng.randint(1, 6)};"]
    for label in "abc":
        lines += [f"{label}:", *writer.statement(0), "if (fuel-- == 0) {", "goto out;", "}", f"goto *table[{writer.leaf()[0]} & 3];"]
    return [*lines, "out:", ";"]
