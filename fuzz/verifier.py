"""Runs `verify` and `verify validate`, and reads their answers."""
import re
import shlex
from dataclasses import dataclass

WORDS = {"TRUE": 0, "FALSE": 1, "CONFIRMED": 0, "REJECTED": 1, "UNKNOWN": 3}

ENGINES = ["euf", "sa", "bmc", "kind", "spacer", "explicit", "cells", "summaries", "symex", "run"]

PARTS_OF_THE_SEARCH = [
    "preprocess", "facts", "ranges", "slicing", "lifting", "parents", "egraph", "order-lemmas", "guidance", "escalation"]

# For programs whose arithmetic wraps around: only errors that they call by their name count.
REACHABILITY = ["--check", "assert", "--malloc-never-fails"]

# Options that may make a search longer or shorter, but must not change a verdict.
OPTIONS = [
    *(["--engine", engine] for engine in ENGINES),
    *(["--without", engine] for engine in ENGINES),
    *(["--engine", engine, "--tune", f"{part}=off"] for engine in ("euf", "sa") for part in PARTS_OF_THE_SEARCH),
    *(["--engine", "euf", "--tune", f"fineness={fineness}"] for fineness in ("variables", "partition")),
    ["--calls", "inline"], ["--calls", "wait"], ["--calls", "wait", "--mixed-semantics"], ["--calls", "auto"],
    *(["--engine", engine, "--calls", "wait"] for engine in ("euf", "bmc", "explicit", "spacer")),
    ["--block", "small"], ["--block", "small", "--engine", "euf"], ["--no-slice"], ["--no-slice", "--engine", "kind"],
    ["--memory", "pointers"], ["--memory", "registers"], ["--engine", "euf", "--no-array-abstraction"],
    ["--engine", "kind", "--simple-path"], ["--assume-pure-externals"], ["--sv-comp"], ["--jobs", "1"],
]


@dataclass
class Answer:
    """What `verify` said."""
    word: str  # TRUE, FALSE, UNKNOWN, CONFIRMED, REJECTED or ERROR
    reason: str
    seconds: float
    command: str
    output: str

    def is_timeout(self):
        return self.word == "UNKNOWN" and "timeout" in self.reason


def verify(context, file, data_model, options=()):
    command = ["--data-model", data_model, *options, "--quiet", file]
    return ask(context, command)


def validate(context, witness, file, options=()):
    return ask(context, ["validate", *options, "--quiet", witness, file])


def ask(context, arguments):
    """Runs `verify`; a process that outlives its own limit by far is an error, too."""
    arguments = [str(word) for word in arguments]
    limits = ["--timeout", f"{context.timeout}s", "--memory-limit", context.memory]
    place = 1 if arguments[0] == "validate" else 0
    command = [str(context.verify), *arguments[:place], *limits, *arguments[place:]]
    # A validation may search twice and is given time to check what it found.
    ended = context.processes.run(command, 3 * context.timeout + 30)
    word, reason = read(ended)
    return Answer(word, reason, ended.seconds, shlex.join(command), ended.stdout + ended.stderr)


def read(ended):
    """The answer's word, and what is said about it."""
    if ended.timed_out:
        return "ERROR", "did not end by itself"
    first = next((line for line in ended.stdout.splitlines() if line.split(" ")[0].rstrip(":") in WORDS), "")
    word = first.split(" ")[0].rstrip(":")
    reason = first[len(word):].lstrip(" :-").strip()
    if "panicked" in ended.stdout + ended.stderr or "internal error" in first:
        return "ERROR", reason or "panicked"
    if word not in WORDS or ended.code != WORDS[word]:
        lines = (ended.stderr.strip() or ended.stdout.strip()).splitlines()
        return "ERROR", f"exit code {ended.code}: {lines[0] if lines else 'no output'}"
    return word, reason


def kind_of(reason):
    """A reason without what differs from program to program."""
    reason = re.sub(r"\([^()]*\.[ci]:[0-9:]+\)", "", reason)
    reason = re.sub(r"'[^']*'", "'...'", reason)
    reason = re.sub(r"[0-9]+(\.[0-9]+)?", "N", reason)
    return reason.split(";")[0].strip()[:120] or "no reason"
