"""One program in several variants, with several options: the verdicts must not be opposite. The inputs may have all
values of their types, so that nobody could run the program on all of them."""
from judge import Outcome
from program import Change
from settle import settle
from verifier import OPTIONS, REACHABILITY, verify

NAMES = ["main_0", "_x", "tmp", "a_very_long_name_of_a_variable_in_a_program", "L1", "x_", "data", "__local"]


def of(generators):
    return lambda context, rng, index: check(generators, context, rng, index)


def check(generators, context, rng, index):
    outcome = Outcome()
    data_model = "ILP32" if rng.random() < 0.3 else "LP64"
    name = rng.choice(list(generators))
    settled = settle(context, generators[name].program, rng, data_model)
    if settled is None:
        outcome.skipped = "undefined behaviour, or too long"
        return outcome
    is_wide = rng.random() < 0.5
    condition = settled.condition("FALSE" if index % 2 else "TRUE")
    outcome.about = {"generator": name}
    verdicts = {}
    for number in range(3):
        change = Change(is_wide=is_wide) if number == 0 else variant(rng, settled.program, is_wide)
        file = context.write(f"variant{number}.c", settled.program.source(condition, change))
        if number and rng.random() < 0.2:
            file = preprocessed(context, file, data_model)
        options = [] if number == 0 or rng.random() < 0.2 else rng.choice(OPTIONS)
        answer = verify(context, file, data_model, [*REACHABILITY, *options])
        before = next((word for word in verdicts if word != answer.word), "")
        outcome.add(f"variant {number}", before if answer.word in ("TRUE", "FALSE") else "", answer)
        if answer.word in ("TRUE", "FALSE"):
            verdicts[answer.word] = number
    return outcome


def variant(rng, program, is_wide):
    """A change that keeps what the program means."""
    change = Change(is_wide=is_wide, form=rng.choice(["if", "else", "twice", "choice"]), wraps=rng.random() < 0.5)
    if rng.random() < 0.5:
        change.names = {entry.name: f"{rng.choice(NAMES)}_{number}" for number, entry in enumerate(program.inputs)}
    if rng.random() < 0.5:
        change.top += ["static int unused = 5;", "static int never(int x) { if (x != x) reach_error(); return x + unused; }"]
    if rng.random() < 0.3:
        change.start += ["if (0) reach_error();"]
    if rng.random() < 0.3:
        change.start += ["for (int none = 0; none < 2; none++) ;"]
    return change


def preprocessed(context, file, data_model):
    machine = "-m32" if data_model == "ILP32" else "-m64"
    made = file.with_suffix(".i")
    ended = context.processes.run([context.clang, machine, "-E", file, "-o", made], 60)
    return made if ended.code == 0 else file
