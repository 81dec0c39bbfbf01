"""Programs as the generators write them, and the expressions that all of them use."""
import re
from dataclasses import dataclass, field

# The integer types, with the widths that they have with ILP32 and LP64.
TYPES = {
    "signed char": (8, 8), "unsigned char": (8, 8), "short": (16, 16), "unsigned short": (16, 16),
    "int": (32, 32), "unsigned": (32, 32), "long": (32, 64), "unsigned long": (32, 64),
    "long long": (64, 64), "unsigned long long": (64, 64),
}

# The functions that give inputs, with their types.
NONDET = {
    "uchar": "unsigned char", "ushort": "unsigned short", "int": "int", "uint": "unsigned", "short": "short",
    "long": "long", "ulong": "unsigned long", "ulonglong": "unsigned long long",
}


def is_unsigned(kind):
    return kind.startswith("unsigned") or kind == "_Bool"


def width(kind, data_model):
    return TYPES[kind][data_model == "LP64"]


def promoted(kind):
    """The type of a value of this type in arithmetic."""
    return "int" if kind in ("signed char", "unsigned char", "short", "unsigned short", "_Bool") else kind


def common(left, right, data_model):
    """The type of a sum of two values."""
    left, right = promoted(left), promoted(right)
    order = ["int", "unsigned", "long", "unsigned long", "long long", "unsigned long long"]
    low, high = sorted((left, right), key=order.index)
    if is_unsigned(low) and not is_unsigned(high) and width(low, data_model) == width(high, data_model):
        return "unsigned " + high if high != "int" else "unsigned"
    return high


def unsigned(kind):
    return kind if is_unsigned(kind) else {"int": "unsigned"}.get(kind, f"unsigned {kind.replace('signed ', '')}")


@dataclass
class Input:
    """A variable that starts with an arbitrary value of a few bits."""
    name: str
    nondet: str
    bits: int
    offset: int = 0

    @property
    def kind(self):
        return NONDET[self.nondet]

    def value(self, is_wide=False):
        call = f"__VERIFIER_nondet_{self.nondet}()"
        if is_wide:
            return call
        masked = f"({call} & {(1 << self.bits) - 1})"
        return f"{masked} - {self.offset}" if self.offset else masked


@dataclass
class Program:
    """A program: `result` is an unsigned expression that is computed at the end of `body`."""
    inputs: list
    body: list
    result: str
    data_model: str = "LP64"
    top: list = field(default_factory=list)
    flags: list = field(default_factory=list)  # for a second native run that has to agree

    def bits(self):
        return [entry.bits for entry in self.inputs]

    def source(self, condition=None, change=None):
        """The program with an error under a condition on `result`; without one, the result is observed."""
        change = change or Change()
        names = sorted({entry.nondet for entry in self.inputs})
        lines = [f"extern {NONDET[name]} __VERIFIER_nondet_{name}(void);" for name in names]
        lines += ["extern void reach_error(void);", "extern void fuzz_observe(unsigned);"][:1 if condition else 2]
        lines += self.top + change.top
        body = change.start + [f"{entry.kind} {entry.name} = {entry.value(change.is_wide)};" for entry in self.inputs]
        body += self.body + [f"unsigned result = {self.result};"]
        body += ["fuzz_observe(result);"] if condition is None else change.error(condition)
        if change.wraps:
            lines += ["static int whole(void) {", *indented([*body, "return 0;"]), "}"]
            body = ["return whole();"]
        else:
            body.append("return 0;")
        lines += ["int main(void) {", *indented(body), "}"]
        return change.rename("\n".join(lines) + "\n")


@dataclass
class Change:
    """What may be done to a source without changing what it means."""
    top: list = field(default_factory=list)
    start: list = field(default_factory=list)
    wraps: bool = False
    is_wide: bool = False  # inputs have all values of their type: for all variants of a program, or for none
    form: str = "if"
    names: dict = field(default_factory=dict)

    def error(self, condition):
        return {
            "if": [f"if ({condition}) {{", "    reach_error();", "}"],
            "else": [f"if (!({condition})) {{", "    ;", "} else {", "    reach_error();", "}"],
            "twice": [f"int is_reached = !!({condition});", "while (is_reached) {", "    reach_error();", "}"],
            "choice": [f"({condition}) ? reach_error() : (void)0;"],
        }[self.form]

    def rename(self, text):
        if not self.names:
            return text
        words = "|".join(re.escape(name) for name in self.names)
        return re.sub(rf"\b({words})\b", lambda found: self.names[found.group(1)], text)


def indented(lines):
    depth, made = 1, []
    for line in lines:
        line = line.strip()
        starts = line.startswith("}") or line.startswith("case ") or line.startswith("default:")
        made.append("    " * max(depth - (1 if starts else 0), 0) + line)
        depth += line.count("{") - line.count("}")
    return made


class Writer:
    """Writes random expressions and statements over variables that are integers."""

    def __init__(self, rng, data_model="LP64"):
        self.rng = rng
        self.data_model = data_model
        self.variables = {}  # name to type: what may be read
        self.writable = []
        self.loops = 0

    def chance(self, percent):
        return self.rng.randrange(100) < percent

    def inputs(self, count=None, most_bits=9):
        """Declares inputs that have so many bits together at the most."""
        count = count or self.rng.randint(1, 3)
        made = []
        for number in range(count):
            bits = self.rng.randint(1, max(1, min(4, most_bits // count)))
            nondet = self.rng.choice(list(NONDET))
            is_signed = not is_unsigned(NONDET[nondet])
            offset = self.rng.randint(1, (1 << bits) - 1) if is_signed and self.chance(60) else 0
            made.append(Input(f"in{number}", nondet, bits, offset))
            self.variables[made[-1].name] = made[-1].kind
        return made

    def declare(self, name, kind, writable=True):
        """A declaration of a variable with a random value."""
        value = self.expression(1)[0] if self.variables and self.chance(50) else self.literal(kind)
        self.variables[name] = kind
        if writable:
            self.writable.append(name)
        return f"{kind} {name} = {value};"

    def kind(self):
        return self.rng.choice(list(TYPES))

    def literal(self, kind=None):
        number = self.rng.choice([0, 1, 2, 3, 5, 7, 10, 100, 127, 128, 255, 256, 1000, 32767, 65535, 2147483647])
        number = self.rng.choice([number, self.rng.randrange(16)])
        limit = 1 << (width(kind, self.data_model) - (0 if is_unsigned(kind) else 1)) if kind else 1 << 31
        suffix = "u" if kind and is_unsigned(kind) and self.chance(50) else ""
        return f"{number % limit}{suffix}"

    def variable(self):
        return self.rng.choice(list(self.variables))

    def variable_of_inputs(self):
        return self.rng.choice([name for name in self.variables if name.startswith("in")])

    def leaf(self):
        if self.variables and self.chance(75):
            name = self.variable()
            return name, self.variables[name]
        return self.literal(), "int"

    def expression(self, depth=2):
        """An expression without undefined behaviour, up to overflow that is rare, and its type."""
        if depth <= 0 or self.chance(15):
            return self.leaf()
        make = self.rng.choice([
            self.sum, self.sum, self.sum, self.bits, self.bits, self.shift, self.shift, self.quotient, self.quotient,
            self.comparison, self.choice, self.cast, self.cast, self.unary, self.logical])
        return make(depth - 1)

    def value(self, depth=2):
        return self.expression(depth)[0]

    def pair(self, depth):
        (left, a), (right, b) = self.expression(depth), self.expression(depth)
        return left, right, common(a, b, self.data_model)

    def sum(self, depth):
        left, right, kind = self.pair(depth)
        operator = self.rng.choice("+-*")
        if is_unsigned(kind):
            return f"({left} {operator} {right})", kind
        if self.chance(40):
            return f"(({left} & 63) {operator} ({right} & 31))", kind
        wide = unsigned(kind)
        return f"(({kind})(({wide}){left} {operator} ({wide}){right}))", kind

    def bits(self, depth):
        left, right, kind = self.pair(depth)
        return f"({left} {self.rng.choice('&|^')} {right})", kind

    def shift(self, depth):
        left, kind = self.expression(depth)
        amount, kind = self.value(depth), promoted(kind)
        most = width(kind, self.data_model) - 1
        amount = f"({amount} & {self.rng.choice([3, 7, 15, most])})" if self.chance(80) else str(self.rng.randint(0, most))
        if self.chance(50):
            return f"({left} >> {amount})", kind
        return f"(({kind})(({unsigned(kind)}){left} << {amount}))", kind

    def quotient(self, depth):
        left, right, kind = self.pair(depth)
        operator = self.rng.choice("/%")
        if self.chance(40):
            divisor = self.rng.choice([2, 3, 4, 5, 7, 8, 10, 16, 100, -2, -3, -7])
            return f"({left} {operator} ({divisor}))", common(kind, "int", self.data_model)
        if is_unsigned(kind) and self.chance(60):
            return f"({right} == 0 ? {left} : {left} {operator} {right})", kind
        return f"({left} {operator} (({right} & 15) + 1))", kind

    def comparison(self, depth):
        left, right, _ = self.pair(depth)
        return f"({left} {self.rng.choice(['<', '<=', '>', '>=', '==', '!='])} {right})", "int"

    def condition(self, depth=1):
        return self.comparison(depth)[0]

    def logical(self, depth):
        left, right, _ = self.pair(depth)
        return f"({left} {self.rng.choice(['&&', '||'])} {right})", "int"

    def choice(self, depth):
        left, right, kind = self.pair(depth)
        return f"({self.condition(depth)} ? {left} : {right})", kind

    def cast(self, depth):
        kind = self.kind()
        return f"(({kind}){self.value(depth)})", kind

    def unary(self, depth):
        value, kind = self.expression(depth)
        kind = promoted(kind)
        operator = self.rng.choice("~!-")
        if operator == "!":
            return f"(!{value})", "int"
        if operator == "~":
            return f"(~{value})", kind
        return f"(({kind})-({unsigned(kind)}){value})", kind

    def assignment(self):
        """An assignment to a variable."""
        name = self.rng.choice(self.writable)
        kind = self.variables[name]
        if self.chance(25) and is_unsigned(kind):
            return f"{name} {self.rng.choice(['+=', '-=', '*=', '&=', '|=', '^='])} ({kind}){self.value(1)};"
        if self.chance(15):
            return f"{name} {self.rng.choice(['>>=', '/=', '%='])} {self.rng.randint(1, 7)};"
        if self.chance(10) and is_unsigned(kind):
            return f"{self.rng.choice(['++', '--'])}{name};"
        return f"{name} = {self.value(2)};"

    def statements(self, count, depth=2):
        return [line for _ in range(count) for line in self.statement(depth)]

    def statement(self, depth=2):
        """A statement, as lines."""
        roll = self.rng.randrange(10)
        if depth > 0 and roll < 2:
            lines = [f"if ({self.condition()}) {{", *self.statements(self.rng.randint(1, 2), depth - 1)]
            if self.chance(50):
                lines += ["} else {", *self.statements(1, depth - 1)]
            return [*lines, "}"]
        if depth > 0 and roll == 2:
            return self.loop(depth - 1)
        if depth > 0 and roll == 3:
            return self.switch(depth - 1)
        return [self.assignment()]

    def loop(self, depth):
        """A loop of a few iterations."""
        name = f"i{self.loops}"
        self.loops += 1
        bound = str(self.rng.randint(1, 6)) if self.chance(50) else f"((unsigned){self.variable()} & 7)"
        self.variables[name] = "unsigned"
        body = self.statements(self.rng.randint(1, 2), depth)
        if self.chance(20):
            body += [f"if ({self.condition()}) {{", self.rng.choice(["break;", "continue;"]), "}"]
        del self.variables[name]
        return [f"for (unsigned {name} = 0; {name} < {bound}; {name}++) {{", *body, "}"]

    def switch(self, depth):
        lines = [f"switch ({self.value(1)} & 3) {{"]
        for case in sorted(self.rng.sample(range(4), self.rng.randint(1, 3))):
            lines += [f"case {case}:", *self.statement(depth)]
            lines += ["break;"] if self.chance(70) else []
        lines += ["default:", *self.statement(depth), "}"]
        return lines

    def result(self):
        """A number that depends on all variables."""
        parts = [f"(unsigned){name} * {self.rng.choice([1, 3, 31, 257])}u" for name in self.writable]
        return " + ".join(parts) if parts else f"(unsigned){self.value(2)}"
