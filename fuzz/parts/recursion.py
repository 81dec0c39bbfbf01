"""Recursion of a bounded depth: linear, twofold, mutual, through pointers and over arrays."""
from program import Program, Writer


def program(rng, data_model):
    writer = Writer(rng, data_model)
    inputs = writer.inputs(most_bits=8)
    kind = rng.choice(["unsigned", "unsigned", "int", "unsigned char", "unsigned long"])
    body = [writer.declare("x0", kind), writer.declare("x1", "unsigned")]
    top, call = rng.choice([linear, twofold, mutual, outward, sums, nested])(rng, data_model, kind)
    depth = f"((unsigned){writer.leaf()[0]} & {rng.choice([1, 3, 7])})"
    body += [f"{kind} y0 = {call.format(n=depth, x='(' + kind + ')' + writer.value(1))};"]
    writer.variables["y0"] = kind
    writer.writable.append("y0")
    body += writer.statements(rng.randint(0, 2), 1)
    return Program(inputs, body, writer.result(), data_model, top)


def inner(rng, data_model, **variables):
    writer = Writer(rng, data_model)
    writer.variables = variables
    return writer


def linear(rng, data_model, kind):
    writer = inner(rng, data_model, n="unsigned", x=kind)
    lines = [f"static {kind} f(unsigned n, {kind} x) {{", f"    if (n == 0) return {writer.value(1)};"]
    if rng.random() < 0.5:
        lines += [f"    if ({writer.condition()}) return f(n - 1, {writer.value(1)});"]
    writer.variables["rest"] = kind
    lines += [f"    {kind} rest = f(n - 1, ({kind})(x {rng.choice('+-^')} 1u));", f"    return {writer.value(2)};", "}"]
    return lines, "f({n}, {x})"


def twofold(rng, data_model, kind):
    writer = inner(rng, data_model, a=kind, b=kind, n="unsigned")
    return [f"static {kind} f(unsigned n, {kind} x) {{", "    if (n < 2) return x;",
            f"    {kind} a = f(n - 1, x), b = f(n - 2, ({kind})(x {rng.choice('&|^')} 3));",
            f"    return {writer.value(1)};", "}"], "f({n}, {x})"


def mutual(rng, data_model, kind):
    writer = inner(rng, data_model, n="unsigned", x=kind)
    return [f"static {kind} g(unsigned n, {kind} x);",
            f"static {kind} f(unsigned n, {kind} x) {{", f"    return n == 0 ? x : g(n - 1, {writer.value(1)});", "}",
            f"static {kind} g(unsigned n, {kind} x) {{", f"    if (n == 0) return {writer.value(1)};",
            f"    return {writer.condition()} ? f(n - 1, x) : g(n - 1, {writer.value(1)});", "}"], "f({n}, {x})"


def outward(rng, data_model, kind):
    """The result comes through a pointer, and a global counts calls."""
    writer = inner(rng, data_model, n="unsigned", calls="unsigned", own=kind)
    return ["static unsigned calls;", f"static void f(unsigned n, {kind} *out) {{", "    calls++;",
            "    if (n == 0) return;", f"    {kind} own = *out;", "    f(n - 1, &own);",
            f"    *out = {writer.value(2)};", "}",
            f"static {kind} start(unsigned n, {kind} x) {{", "    f(n, &x);",
            f"    return ({kind})(x + ({kind})calls);", "}"], "start({n}, {x})"


def sums(rng, data_model, kind):
    values = ", ".join(str(rng.randrange(100)) for _ in range(8))
    return [f"static {kind} table[8] = {{{values}}};",
            f"static {kind} f(const {kind} *from, unsigned count) {{", "    if (count == 0) return 0;",
            f"    {kind} rest = f(from + 1, count - 1);",
            f"    return ({kind})({rng.choice(['*from ^ rest', '*from > rest ? *from : rest', '(unsigned)*from + rest'])});",
            "}"], "(table[0] = {x}, f(table, {n}))"


def nested(rng, data_model, kind):
    """The argument of a call is a call, as Ackermann's function has it."""
    return [f"static unsigned f(unsigned m, unsigned n) {{", "    if (m == 0) return n + 1;",
            "    if (n == 0) return f(m - 1, 1);", "    return f(m - 1, f(m, n - 1));", "}"], \
        "({x} & 0) + f(({n}) & 1, ({n}) & 3)"
