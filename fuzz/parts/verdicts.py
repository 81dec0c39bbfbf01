"""Programs of a generator: the verdict has to be that of running them on all inputs."""
from judge import Outcome
from settle import settle, truth
from verifier import OPTIONS, verify


def of(generator):
    return lambda context, rng, index: check(generator, context, rng, index)


def check(generator, context, rng, index):
    outcome = Outcome()
    data_model = "ILP32" if rng.random() < 0.3 else "LP64"
    settled = settle(context, generator.program, rng, data_model)
    if settled is None:
        outcome.skipped = "undefined behaviour, or too long"
        return outcome
    # Every other program is wrong on purpose.
    source = settled.program.source(settled.condition("FALSE" if index % 2 else "TRUE"))
    found = truth(context, settled.program, source)
    if found is None:
        outcome.skipped = "depends on the machine"
        return outcome
    outcome.about = {"inputs": found.reached[:3]}
    file = context.write("program.c", source)
    options = [] if rng.random() < 0.4 else rng.choice(OPTIONS)
    outcome.add("verify", found.verdict(), verify(context, file, data_model, options))
    return outcome
