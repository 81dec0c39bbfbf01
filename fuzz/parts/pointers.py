"""Pointers: to variables and elements, to pointers, into lists, to functions, as numbers and as bytes."""
from program import Program, Writer


def program(rng, data_model):
    writer = Writer(rng, data_model)
    inputs = writer.inputs()
    kind = writer.kind()
    body = [writer.declare("x0", kind), writer.declare("x1", kind), writer.declare("x2", "unsigned")]
    top = []
    shapes = rng.sample([variables, elements, nested, chain, functions, bytes_of, numbers, outwards], k=rng.randint(1, 3))
    for number, shape in enumerate(shapes):
        more, lines, places = shape(writer, f"p{number}", kind)
        top += more
        body += lines
        writer.variables.update(places)
        writer.writable += [place for place in places if "(" not in place or place.startswith("(*")]
        body += writer.statements(rng.randint(1, 2), 1)
    return Program(inputs, body, writer.result(), data_model, top)


def either(writer):
    return writer.condition(0)


def variables(writer, name, kind):
    lines = [f"{kind} *{name} = {either(writer)} ? &x0 : &x1;"]
    if writer.chance(50):
        lines += [f"if ({either(writer)}) {{", f"{name} = &x1;", "}"]
    return [], lines, {f"(*{name})": kind}


def elements(writer, name, kind):
    """Arithmetic on pointers and comparison of them, inside of one array."""
    at = f"({writer.leaf()[0]} & 3)"
    lines = [
        f"{kind} {name}_array[8] = {{1, 2, 3}}, *{name} = {name}_array + {at}, *{name}_end = {name}_array + 8;",
        f"{name} += {writer.rng.randint(0, 3)};",
        f"while ({name} + 2 < {name}_end && {name}[1] {writer.rng.choice(['<', '>', '!='])} x0) {{", f"{name}++;", "}",
        f"long {name}_distance = {name}_end - {name};",
    ]
    return [], lines, {f"(*{name})": kind, f"{name}[1]": kind, f"{name}_distance": "long"}


def nested(writer, name, kind):
    lines = [
        f"{kind} {name}_own = {writer.literal(kind)}, *{name}_first = &{name}_own, *{name}_second = &x0;",
        f"{kind} **{name} = {either(writer)} ? &{name}_first : &{name}_second;",
        f"if ({either(writer)}) {{", f"*{name} = &x1;", "}",
    ]
    return [], lines, {f"(**{name})": kind, f"(*{name}_first)": kind}


def chain(writer, name, kind):
    """A list in an array or on the heap, followed for as many steps as an input says."""
    top = ["#include <stdlib.h>", f"struct {name}_node {{ struct {name}_node *next; {kind} value; }};"]
    count = writer.rng.randint(2, 4)
    node = f"struct {name}_node"
    if writer.chance(50):
        lines = [f"{node} {name}_nodes[{count}];", f"{node} *{name} = 0;",
                 f"for (int i = 0; i < {count}; i++) {{", f"{name}_nodes[i].next = {name};", f"{name}_nodes[i].value = i * 3;",
                 f"{name} = &{name}_nodes[i];", "}"]
    else:
        lines = [f"{node} *{name} = 0;", f"for (int i = 0; i < {count}; i++) {{", f"{node} *made = malloc(sizeof *made);",
                 "if (!made) return 0;", f"made->next = {name};", f"made->value = i + {writer.rng.randint(0, 9)};",
                 f"{name} = made;", "}"]
    steps = f"({writer.leaf()[0]} & 3)"
    lines += [f"unsigned {name}_steps = 0;", f"while ({name}->next && {name}_steps < {steps}) {{", f"{name} = {name}->next;",
              f"{name}_steps++;", "}"]
    return top, lines, {f"{name}->value": kind, f"{name}_steps": "unsigned"}


def functions(writer, name, kind):
    inner = Writer(writer.rng, writer.data_model)
    inner.variables = {"a": kind, "b": "unsigned"}
    top = [f"static {kind} {name}_{number}({kind} a, unsigned b) {{ return {inner.value(2)}; }}" for number in range(3)]
    table = f"{kind} (*{name}_table[4])({kind}, unsigned) = {{{name}_0, {name}_1, {name}_2, {name}_1}};"
    lines = [table, f"{kind} (*{name})({kind}, unsigned) = {name}_table[{writer.leaf()[0]} & 3];",
             f"{kind} {name}_result = {name}(x0, (unsigned)x1);"]
    return top, lines, {f"{name}_result": kind}


def bytes_of(writer, name, kind):
    """An object seen as bytes."""
    at = f"({writer.leaf()[0]} & {writer.rng.choice([0, 1, 3])}) % sizeof x2"
    lines = [f"unsigned char *{name} = (unsigned char *)&x2 + {at};"]
    return [], lines, {f"(*{name})": "unsigned char"}


def numbers(writer, name, kind):
    """A pointer that is a number for a while."""
    lines = [f"unsigned long {name}_number = (unsigned long)({either(writer)} ? &x0 : &x1);",
             f"{kind} *{name} = ({kind} *){name}_number;", f"int {name}_is_first = {name} == &x0;"]
    return [], lines, {f"(*{name})": kind, f"{name}_is_first": "int"}


def outwards(writer, name, kind):
    """A function that changes what its arguments point to, which may be the same."""
    top = [f"static void {name}_change({kind} *a, {kind} *b) {{", f"    {kind} kept = *a;", "    *a = *b;",
           f"    *b = ({kind})(kept {writer.rng.choice('&|^')} {writer.rng.randint(1, 9)});", "}"]
    first, second = (writer.rng.choice(["&x0", "&x1"]) for _ in range(2))
    return top, [f"{name}_change({first}, {either(writer)} ? {second} : &x1);"], {}
