"""The parts of a run: generators of programs, and checks that need more than one program or one answer."""
from parts import arithmetic, csmith, floats, goto, loops, memory, metamorphic, models, pointers, recursion, verdicts, witnesses

# Generators: each has `program(rng, data_model)`.
GENERATORS = {
    "arithmetic": arithmetic, "memory": memory, "pointers": pointers, "recursion": recursion, "goto": goto,
    "floats": floats, "loops": loops,
}

# Checks: each has `check(context, rng, index)` and gives an outcome.
CHECKS = {
    **{name: verdicts.of(generator) for name, generator in GENERATORS.items()},
    "csmith": csmith.check,
    "metamorphic": metamorphic.of(GENERATORS),
    "witnesses": witnesses.of(GENERATORS),
    "models": models.check,
}

# The order in which parts take turns. Models are slow and find little after the first time.
TURNS = [
    "arithmetic", "memory", "metamorphic", "pointers", "csmith", "witnesses", "recursion", "goto", "metamorphic", "floats",
    "loops", "witnesses", "arithmetic", "memory", "csmith", "metamorphic", "pointers", "goto", "witnesses", "recursion",
]
TURNS_BETWEEN_MODELS = 400
