"""Floating-point numbers of all formats: arithmetic, comparison, conversion, and what is no number."""
from program import Program, Writer

KINDS = ["float", "double", "double", "long double"]
CONSTANTS = ["0.0", "1.0", "0.5", "0.1", "3.0", "-2.5", "1e10", "1e-10", "16777216.0", "1e300", "0.3333333", "-0.0", "255.5"]


def program(rng, data_model):
    writer = Writer(rng, data_model)
    inputs = writer.inputs(most_bits=8)
    floats = Floats(writer)
    body = [f"{kind} f{number} = {floats.start(kind)};" for number, kind in
            enumerate(floats.declare(rng.randint(1, 3)))]
    body += [writer.declare("x0", rng.choice(["unsigned", "int", "unsigned char"]))]
    for _ in range(rng.randint(1, 5)):
        body += floats.statement()
    parts = [f"{floats.observe(name)} * {rng.choice([1, 3, 31])}u" for name in floats.kinds]
    made = Program(inputs, body, " + ".join([*parts, "(unsigned)x0"]), data_model, ["#include <math.h>"])
    if data_model == "ILP32":
        # The machine's own registers are wider than the types there. What depends on that has no one truth.
        made.flags = ["-msse2", "-mfpmath=sse"]
    return made


class Floats:
    """Expressions over floating-point variables, and over a writer's integers."""

    def __init__(self, writer):
        self.writer = writer
        self.rng = writer.rng
        self.kinds = {}

    def declare(self, count):
        self.kinds = {f"f{number}": self.rng.choice(KINDS) for number in range(count)}
        return list(self.kinds.values())

    def constant(self, kind):
        suffix = {"float": "f", "double": "", "long double": "L"}[kind]
        text = self.rng.choice(CONSTANTS)
        return ("1e30" if kind == "float" and text == "1e300" else text) + suffix

    def start(self, kind):
        name = self.rng.choice(list(self.writer.variables))
        return self.rng.choice([self.constant(kind), name, f"{name} / {self.constant(kind)}", f"({kind}){name} * {self.constant(kind)}"])

    def expression(self, depth=2):
        if depth == 0 or self.rng.random() < 0.2:
            return self.rng.choice([*self.kinds, self.constant(self.rng.choice(KINDS)), f"(double){self.writer.variable()}"])
        left, right = self.expression(depth - 1), self.expression(depth - 1)
        return self.rng.choice([
            f"({left} + {right})", f"({left} - {right})", f"({left} * {right})", f"({left} / {right})", f"(-({left}))",
            f"((float){left})", f"((double){left})", f"({self.condition(depth - 1)} ? {left} : {right})",
            f"fabs({left})", f"sqrt({left})", f"floor({left})", f"trunc({left})"])

    def condition(self, depth=1):
        left, right = self.expression(depth), self.expression(depth)
        plain = f"({left} {self.rng.choice(['<', '<=', '>', '>=', '==', '!='])} {right})"
        return self.rng.choice([plain, plain, plain, f"(!!isnan({left}))", f"({left} != {left})", f"(!!isinf({left}))"])

    def statement(self):
        name = self.rng.choice(list(self.kinds))
        return self.rng.choice([
            [f"{name} = {self.expression()};"],
            [f"{name} {self.rng.choice(['+=', '-=', '*=', '/='])} {self.expression(1)};"],
            [f"if {self.condition()} {{", f"{name} = {self.expression(1)};", "}"],
            [f"for (int i = 0; i < {self.rng.randint(1, 4)}; i++) {{", f"{name} = {name} * {self.expression(0)} + {self.expression(0)};", "}"],
            [f"x0 = {self.observe(name)};"],
            ["x0 = " + self.condition() + ";"],
        ])

    def observe(self, name):
        """A number, as one that fits an integer."""
        scale = self.rng.choice(["", " * 16", " * 1024"])
        return f"({name} > -1e5 && {name} < 1e5 ? (unsigned)(int)({name}{scale}) : {name} != {name} ? 77u : {name} < 0 ? 78u : 79u)"
