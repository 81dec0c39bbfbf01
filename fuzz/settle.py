"""From a generator to a program whose verdict is known."""
import native

# How often a generator is asked again when a program has undefined behaviour or does not end.
ATTEMPTS = 6

MOST = 0xFFFFFFFF


class Settled:
    """A program with conditions on its result: some runs meet the one, none meets the other."""

    def __init__(self, program, met, missed):
        self.program = program
        self.met = met
        self.missed = missed

    def condition(self, verdict):
        return self.met if verdict == "FALSE" else self.missed


def settle(context, generator, rng, data_model):
    """Asks a generator for programs until one is defined on all inputs, and finds conditions for it."""
    for _ in range(ATTEMPTS):
        program = generator(rng, data_model)
        truth = native.run(context, program.source(), data_model, program.bits())
        if not truth.is_clear() or not truth.observed:
            continue
        met, missed = conditions(rng, truth.observed)
        return Settled(program, met, missed)
    return None


def conditions(rng, observed):
    """A condition that a run meets, seldom if possible, and one that looks like it and that no run meets."""
    values = sorted(observed, key=lambda value: (observed[value], value))
    rare = rng.choice(values[:max(1, len(values) // 3)])
    near = [value for value in [rare + 1, rare - 1, rare ^ 4, rare ^ 256, rare + 2, rare ^ (1 << 31), 0, 1]
            if 0 <= value <= MOST and value not in observed]
    other = rng.choice(near) if near else next(value for value in range(MOST) if value not in observed)
    if rng.random() < 0.7:
        return f"result == {rare}u", f"result == {other}u"
    least, most = min(observed), max(observed)
    if most < MOST and rng.random() < 0.5:
        return f"result >= {most}u", f"result > {most}u"
    if least > 0:
        return f"result <= {least}u", f"result < {least}u"
    return f"result == {rare}u", f"result == {other}u"


def truth(context, program, source):
    """What all runs of a source do, if the machine leaves no doubt about it."""
    found = native.run(context, source, program.data_model, program.bits())
    if not found.is_clear():
        return None
    if program.flags:
        again = native.run(context, source, program.data_model, program.bits(), flags=program.flags)
        if not again.is_clear() or again.verdict() != found.verdict():
            return None
    return found
