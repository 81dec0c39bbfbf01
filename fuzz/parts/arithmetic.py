"""Integers of all widths and signs: sums, products, quotients, shifts, conversions, comparisons."""
from program import Program, Writer


def program(rng, data_model):
    writer = Writer(rng, data_model)
    inputs = writer.inputs()
    body = [writer.declare(f"x{number}", writer.kind()) for number in range(rng.randint(1, 4))]
    top = []
    if rng.random() < 0.4:
        top = helper(rng, data_model)
        body += ["x0 = mix(" + ", ".join(writer.value(1) for _ in range(2)) + ");"]
    body += writer.statements(rng.randint(1, 5))
    return Program(inputs, body, writer.result(), data_model, top)


def helper(rng, data_model):
    """A function on narrow types, so that arguments and results are converted."""
    writer = Writer(rng, data_model)
    kinds = [writer.kind() for _ in range(3)]
    writer.variables = {"a": kinds[1], "b": kinds[2]}
    writer.writable = ["a", "b"]
    body = [*writer.statements(rng.randint(0, 2), 1), f"return {writer.value(2)};"]
    return [f"static {kinds[0]} mix({kinds[1]} a, {kinds[2]} b) {{", *("    " + line for line in body), "}"]
