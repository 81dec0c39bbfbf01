"""The truth about a program: it is run natively on all its inputs, under sanitizers that stop at undefined behaviour."""
from dataclasses import dataclass, field
from pathlib import Path

HARNESS = Path(__file__).with_name("harness.c")

FLAGS = [
    "-O0", "-w", "-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all", "-fno-builtin",
]

ENVIRONMENT = {
    "ASAN_OPTIONS": "exitcode=99:detect_leaks=0:symbolize=0:detect_stack_use_after_return=0",
    "UBSAN_OPTIONS": "exitcode=99:symbolize=0:print_stacktrace=0",
}

SECONDS_TO_COMPILE = 60
SECONDS_TO_RUN = 120


@dataclass
class Truth:
    """What all runs of a program did."""
    runs: int = 0
    undefined: int = 0
    late: int = 0
    reached: list = field(default_factory=list)  # the inputs of each run that reached the error
    observed: dict = field(default_factory=dict)  # how many runs observed each value
    invariants: dict = field(default_factory=dict)  # whether each invariant that was looked at held each time
    inexact: int = 0  # runs with an input that cannot have the value it was given

    def is_clear(self):
        """Whether every run ended as C defines it."""
        return self.runs > 0 and self.undefined == 0 and self.late == 0

    def verdict(self):
        return "FALSE" if self.reached else "TRUE"


class DoesNotCompile(Exception):
    """A generator wrote what is no C."""


def machine(data_model):
    return "-m32" if data_model == "ILP32" else "-m64"


def run(context, source, data_model, inputs, name="native", flags=()):
    """Compiles a source and runs it; `inputs` says what the harness takes."""
    program = context.folder / f"{name}.c"
    program.write_text(source)
    mode = [machine(data_model), *flags]
    parts = []
    for file, more in ((program, ["-Dmain=fuzz_program"]), (HARNESS, [])):
        part = context.folder / f"{name}-{file.stem}.o"
        command = [context.clang, *FLAGS, *mode, *more, "-c", file, "-o", part]
        ended = context.processes.run(command, SECONDS_TO_COMPILE)
        if ended.code != 0:
            raise DoesNotCompile(f"{program}: {ended.stderr}")
        parts.append(part)
    executable = context.folder / name
    ended = context.processes.run([context.clang, *FLAGS, *mode, *parts, "-o", executable, "-lm"], SECONDS_TO_COMPILE)
    if ended.code != 0:
        raise DoesNotCompile(f"{program}: {ended.stderr}")
    ended = context.processes.run([executable, *inputs], SECONDS_TO_RUN, env=ENVIRONMENT)
    for part in (*parts, executable):
        part.unlink()
    return read(ended.stdout)


def read(text):
    """Reads what the harness printed."""
    truth = Truth()
    for line in text.splitlines():
        word, *rest = line.split()
        if word == "reached":
            truth.reached.append(tuple(int(value) for value in rest))
        elif word == "observed":
            value = int(rest[0])
            truth.observed[value] = truth.observed.get(value, 0) + 1
        elif word == "inexact":
            truth.inexact += 1
        elif word == "runs":
            truth.runs, truth.undefined, truth.late = int(rest[0]), int(rest[2]), int(rest[4])
        elif word == "invariant":
            truth.invariants[int(rest[0])] = rest[1] == "holds"
    return truth
