"""Memory: arrays, structs with bit-fields, unions, copies by library functions, and the heap."""
from program import Program, Writer

HEADER = ["#include <stdlib.h>", "#include <string.h>"]


def program(rng, data_model):
    writer = Writer(rng, data_model)
    inputs = writer.inputs()
    body = [writer.declare("x0", writer.kind()), writer.declare("x1", "unsigned")]
    objects = [kind(writer, f"m{number}") for number, kind in
               enumerate(rng.choices([array, matrix, struct, union, heap, text], k=rng.randint(1, 3)))]
    top, ends = list(HEADER), []
    for made in objects:
        top += made["top"]
        body += made["start"]
        ends += made["end"]
        writer.variables.update({place: kind for place, kind in made["places"].items()})
        writer.writable += list(made["places"])
    for _ in range(rng.randint(3, 7)):
        made = rng.choice(objects)
        if made["actions"] and rng.random() < 0.5:
            body.append(rng.choice(made["actions"])())
        else:
            body += writer.statement(1)
    result = writer.result()
    return Program(inputs, [*body, f"unsigned found = {result};", *ends], "found", data_model, top)


def index(writer, count):
    """An index that is inside: the count is a power of two."""
    return f"({writer.leaf()[0]} & {count - 1})" if writer.chance(60) else str(writer.rng.randrange(count))


def places(writer, name, kind, count):
    """Some elements: at a known place, and at one that depends on an input."""
    return {f"{name}[{index(writer, count)}]": kind for _ in range(2)}


def array(writer, name):
    kind, count = writer.kind(), writer.rng.choice([2, 4, 8])
    is_global = writer.chance(50)
    values = ", ".join(writer.literal(kind) for _ in range(writer.rng.randint(1, count)))
    declaration = f"{kind} {name}[{count}] = {{{values}}};"

    def copy():
        length = writer.rng.randint(1, count // 2)
        to, start = (f"({writer.variable_of_inputs()} & 1)" for _ in range(2)) if count > 2 and writer.chance(40) else (0, 1)
        function = writer.rng.choice(["memmove", "memmove"] if count > 2 else ["memmove"])
        return f"{function}({name} + {to}, {name} + {start}, {length if count > 2 else 1} * sizeof {name}[0]);"

    def fill():
        return f"memset({name}, {writer.rng.choice([0, 1, 255])}, sizeof {name});"

    return made(["static " + declaration] if is_global else [], [] if is_global else [declaration],
                places(writer, name, kind, count), [copy, fill])


def matrix(writer, name):
    kind = writer.kind()
    declaration = f"{kind} {name}[2][4] = {{{{1, 2}}, {{3}}}};"
    found = {f"{name}[{index(writer, 2)}][{index(writer, 4)}]": kind for _ in range(2)}
    return made([], [declaration], found, [lambda: f"memcpy({name}[0], {name}[1], sizeof {name}[0]);"])


def struct(writer, name):
    kinds = [writer.kind() for _ in range(3)]
    bits = writer.rng.randint(1, 7)
    sign = writer.rng.choice(["unsigned", "int"])
    bits += sign == "int"
    top = [f"struct s_{name} {{ {kinds[0]} a; {sign} b : {bits}; unsigned c : {writer.rng.randint(1, 17)}; {kinds[1]} d[2]; "
           f"struct {{ {kinds[2]} e; }} inner; }};"]
    start = [f"struct s_{name} {name} = {{{writer.literal(kinds[0])}, 1, 1, {{2, 3}}, {{4}}}}, {name}_other = {name};"]
    found = {f"{name}.a": kinds[0], f"{name}.b": "int", f"{name}.c": "int", f"{name}.d[{index(writer, 2)}]": kinds[1],
             f"{name}.inner.e": kinds[2], f"{name}_other.a": kinds[0]}
    actions = [lambda: f"{name}_other = {name};", lambda: f"{name} = {name}_other;",
               lambda: f"memcpy(&{name}, &{name}_other, sizeof {name});",
               lambda: f"{name}.inner = {name}_other.inner;"]
    return made(top, start, found, actions)


def union(writer, name):
    top = [f"union u_{name} {{ unsigned long long whole; unsigned char bytes[8]; unsigned short halves[4]; int word; }};"]
    start = [f"union u_{name} {name};", f"{name}.whole = {writer.literal('unsigned long long')};"]
    found = {f"{name}.whole": "unsigned long long", f"{name}.bytes[{index(writer, 8)}]": "unsigned char",
             f"{name}.halves[{index(writer, 4)}]": "unsigned short", f"{name}.word": "int"}
    return made(top, start, found, [lambda: f"memcpy(&{name}.word, {name}.bytes + 3, 4);"])


def heap(writer, name):
    kind, count = writer.kind(), writer.rng.choice([2, 4])
    take = writer.rng.choice([f"calloc({count}, sizeof({kind}))", f"malloc({count} * sizeof({kind}))"])
    start = [f"{kind} *{name} = {take};", f"if (!{name}) return 0;", f"memset({name}, 0, {count} * sizeof *{name});"]

    def grow():
        return f"{name} = realloc({name}, {2 * count} * sizeof *{name}); if (!{name}) return 0;"

    return made([], start, places(writer, name, kind, count), [grow], [f"free({name});"])


def text(writer, name):
    word = "".join(writer.rng.choice("abcx") for _ in range(writer.rng.randint(1, 6)))
    start = [f'char {name}[8] = "{word}"; unsigned {name}_length = 0;']
    cut = f"{name}[{index(writer, 8)}] = 0;"
    actions = [lambda: f"{name}_length = strlen({name});", lambda: cut,
               lambda: f"{name}_length = strcmp({name}, \"ab\") < 0;",
               lambda: f"{name}_length += memchr({name}, 'x', 8) != 0;"]
    return made([], start, {f"{name}_length": "unsigned"}, actions)


def made(top, start, found, actions, end=()):
    return {"top": list(top), "start": list(start), "places": found, "actions": actions, "end": list(end)}
