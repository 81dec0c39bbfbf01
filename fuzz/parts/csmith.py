"""Programs that csmith writes, which have no inputs. A native run tells the checksum of a program's variables; then the
error is any other checksum, or this one."""
import shutil
from pathlib import Path

from judge import Outcome
from native import machine
from verifier import OPTIONS, REACHABILITY, verify

HEADERS = Path(__file__).resolve().parents[2] / "tests" / "random-c"
ATTEMPTS = 8
# The most iterations of loops, and jumps: more are no better a test.
ITERATIONS = 24

SMALL = ["--no-argc", "--no-float", "--no-volatiles", "--concise", "--max-funcs", "3", "--max-block-depth", "2",
         "--max-block-size", "3", "--max-expr-complexity", "3"]
SCALARS = ["--no-arrays", "--no-bitfields", "--no-pointers", "--no-structs", "--no-unions", "--no-packed-struct"]
MEMORY = ["--pointers", "--arrays", "--structs", "--unions", "--bitfields", "--no-packed-struct", "--max-array-dim", "2",
          "--max-array-len-per-dim", "4", "--max-struct-fields", "4", "--max-union-fields", "3", "--max-pointer-depth", "2"]


def check(context, rng, index):
    outcome = Outcome()
    if not shutil.which("csmith"):
        outcome.skipped = "there is no csmith; scripts/setup.sh installs it"
        return outcome
    data_model = "ILP32" if rng.random() < 0.3 else "LP64"
    made = generate(context, rng, data_model)
    if made is None:
        outcome.skipped = "too long"
        return outcome
    file, checksum = made
    expected = "FALSE" if index % 2 else "TRUE"
    error = "DIFFERENT" if expected == "FALSE" else "EQUAL"
    options = [] if rng.random() < 0.4 else rng.choice(OPTIONS)
    flags = [f"-I{HEADERS}", f"-DEUCLASE_{error}={checksum}u"]
    outcome.add("verify", expected, verify(context, file, data_model, [*REACHABILITY, *options, *flags]))
    return outcome


def generate(context, rng, data_model):
    """A program and its checksum, which does not depend on the level of optimisation."""
    for _ in range(ATTEMPTS):
        file, kind = context.folder / "program.c", rng.choice([SCALARS, MEMORY])
        seed = str(rng.randrange(1, 1 << 31))
        command = ["csmith", *SMALL, *kind, "--seed", seed, "-o", file]
        if context.processes.run(command, 30, cwd=context.folder).code != 0:
            continue
        checksums = {run(context, file, data_model, level) for level in ("-O0", "-O2")}
        (context.folder / "platform.info").unlink(missing_ok=True)
        if len(checksums) == 1 and None not in checksums:
            return file, checksums.pop()
    return None


def run(context, file, data_model, level):
    executable = context.folder / "native"
    flags = [level, machine(data_model), "-fwrapv", "-w", f"-DEUCLASE_NATIVE={ITERATIONS}", f"-I{HEADERS}"]
    if context.processes.run([context.clang, *flags, file, "-o", executable], 60).code != 0:
        return None
    ended = context.processes.run([executable], 10)
    executable.unlink()
    return int(ended.stdout) if ended.code == 0 and ended.stdout.strip().isdigit() else None
