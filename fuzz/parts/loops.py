"""Loops over counters that change together: their proofs need invariants."""
from program import Program, Writer


def program(rng, data_model):
    writer = Writer(rng, data_model)
    inputs = writer.inputs(most_bits=8)
    kind = rng.choice(["unsigned", "unsigned", "int", "unsigned char"])
    names = [f"x{number}" for number in range(rng.randint(1, 3))]
    body = [f"{kind} {name} = {rng.randrange(4)};" for name in names]
    body += [f"unsigned n = (unsigned){writer.leaf()[0]} & {rng.choice([7, 15, 31])};", "unsigned i = 0;"]
    for name in names:
        writer.variables[name] = kind
    writer.variables["i"] = "unsigned"
    body += rng.choice([plain, plain, nested, until])(writer, names, kind)
    writer.writable = [*names, "i"]
    return Program(inputs, body, writer.result(), data_model)


def changes(writer, names, kind):
    """Each variable grows, falls or takes over another."""
    rng, lines = writer.rng, []
    for name in names:
        other = rng.choice([*names, "i"])
        change = rng.choice([
            f"{name} = ({kind})({name} + {rng.randint(1, 3)});", f"{name} = ({kind})({name} + {other} % 4);",
            f"{name} = ({kind})({other} ^ {rng.randrange(4)});", f"{name} = ({kind})(({name} + 1) % {rng.randint(2, 9)});",
            f"{name} = ({kind})({name} & {rng.choice([3, 7, 15])});"])
        lines += [change] if writer.chance(70) else [f"if ({writer.condition(0)}) {{", change, "}"]
    return lines


def plain(writer, names, kind):
    head = writer.rng.choice(["while (i < n) {", "for (; i < n; i++) {"])
    step = ["i++;"] if head.startswith("while") else []
    leave = [f"if ({writer.condition(0)}) {{", "break;", "}"] if writer.chance(30) else []
    return [head, *changes(writer, names, kind), *leave, *step, "}"]


def nested(writer, names, kind):
    turns = writer.rng.randint(1, 3)
    return ["while (i < n) {", "unsigned j = 0;", f"while (j < {turns}) {{", *changes(writer, names, kind), "j++;", "}", "i++;", "}"]


def until(writer, names, kind):
    return ["do {", *changes(writer, names, kind), "i++;", "} while (i < n);"]
