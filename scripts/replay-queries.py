#!/usr/bin/env python3
"""Puts recorded queries to solvers again, and says which solver or setting is fastest on which kind.

`verify --dump-queries DIR FILE` records them. Every answer is compared with the one that was recorded: a
disagreement means that one of the solvers, or the recording, is wrong, and ends in exit code 1.

    scripts/replay-queries.py DIR [--limit SECONDS] [--sample N] [--repeat N]
                                  [--setting NAME=KEY=VALUE,KEY=VALUE…] [--solver [NAME=]COMMAND]

A setting is a list of Z3's parameters for the Z3 in third_party/, which runs without any as `z3` in every comparison. A
solver is a command that reads the file given as its last argument. Each query is a process of its own, so
processor time is measured, and what the solver takes for an empty query, asked in turn with the others, is taken
off. To see what is chance, give the same command a second name (`--solver again="z3"`). Engines ask incrementally, which no
replay shows: confirm what wins here with the engine itself.
"""
import argparse
import collections
import pathlib
import re
import resource
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
ANSWERS = ("sat", "unsat", "unknown")

Query = collections.namedtuple("Query", "path kind status")
Result = collections.namedtuple("Result", "answer seconds")


def main():
    options = arguments()
    queries = read_queries(options.folder, options.sample)
    if not queries:
        sys.exit(f"replay-queries: there are no recorded queries in {options.folder}")
    solvers = solvers_of(options)
    results, start_up = {}, collections.defaultdict(list)
    # Solvers take turns on each query, so that they see the same machine.
    for query in queries:
        for name, command in solvers.items():
            runs = [ask(command, query.path, options.limit) for _ in range(options.repeat)]
            best = min(runs, key=lambda run: run.seconds)
            results[name, query] = best
            start_up[name].append(empty_query_time(command, options.limit))
    for (name, query), result in results.items():
        net = max(result.seconds - statistics.median(start_up[name]), 0.0)
        results[name, query] = result._replace(seconds=net)
    print_table(queries, list(solvers), results)
    sys.exit(1 if report_disagreements(queries, list(solvers), results) else 0)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, metavar="DIR")
    parser.add_argument("--setting", action="append", default=[], metavar="NAME=KEY=VALUE,…")
    parser.add_argument("--solver", action="append", default=[], metavar="[NAME=]COMMAND")
    parser.add_argument("--limit", type=float, default=10.0, metavar="SECONDS", help="for each query [default: 10]")
    parser.add_argument("--sample", type=int, metavar="N", help="at most N queries, spread over the recording")
    parser.add_argument("--repeat", type=int, default=1, metavar="N", help="take the best of N runs [default: 1]")
    return parser.parse_args()


def read_queries(folder, sample):
    """The recorded queries, in the order of their names."""
    files = sorted(folder.rglob("*.smt2"))
    if sample and len(files) > sample:
        files = [files[i * len(files) // sample] for i in range(sample)]
    queries = []
    for path in files:
        with path.open(encoding="utf-8", errors="replace") as lines:
            head = "".join(line for line, _ in zip(lines, range(10)))
        kind = re.search(r"^; kind: (\S+)", head, re.M)
        status = re.search(r"^\(set-info :status (\w+)\)", head, re.M)
        if kind and status and status.group(1) in ANSWERS:
            queries.append(Query(path, kind.group(1), status.group(1)))
        else:
            print(f"replay-queries: {path} is no recorded query; left out", file=sys.stderr)
    return queries


def solvers_of(options):
    """The command of each solver by its name; Z3 without settings is always among them."""
    bundled = ROOT / "third_party/z3/bin/z3"
    z3 = str(bundled) if bundled.exists() else "z3"
    solvers = {"z3": [z3]}
    for setting in options.setting:
        name, _, values = setting.partition("=")
        if "=" not in values:
            sys.exit(f"replay-queries: '{setting}' is not of the form NAME=KEY=VALUE,…")
        solvers[name] = [z3, *values.split(",")]
    for solver in options.solver:
        named = re.match(r"([\w.-]+)=(\S.*)", solver)
        name, command = named.groups() if named else (None, solver)
        command = shlex.split(command)
        solvers[name or pathlib.Path(command[0]).name] = command
    for name, command in solvers.items():
        if shutil.which(command[0]) is None:
            sys.exit(f"replay-queries: {name}: there is no program '{command[0]}'")
    return solvers


def empty_query_time(command, limit):
    """What the solver takes to answer nothing."""
    with tempfile.NamedTemporaryFile("w", suffix=".smt2") as empty:
        empty.write("(set-logic QF_UF)\n(check-sat)\n")
        empty.flush()
        return ask(command, empty.name, limit).seconds


def ask(command, path, limit):
    """The answer of a solver: one of ANSWERS, `time` or `error: …`."""
    start = children_time()
    try:
        run = subprocess.run([*command, str(path)], capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return Result("time", limit)
    seconds = children_time() - start
    lines = (run.stdout + run.stderr).split("\n")
    answers = [line.strip() for line in lines if line.strip() in ANSWERS]
    # Z3 complains itself where the recorded status is not its answer, which is still an answer.
    complaints = [line for line in lines if "error" in line.lower() and "check annotation" not in line]
    wrong = complaints[0] if complaints else None
    if wrong or not answers:
        return Result(f"error: {wrong or run.stderr.strip() or 'no answer'}", seconds)
    return Result(answers[-1], seconds)


def children_time():
    """The processor time of all solvers that have ended: other processes on the machine do not count."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def print_table(queries, names, results):
    """Kinds by solvers: the time of all, how many were answered, how many are clearly slower and faster than with z3."""
    kinds = collections.Counter(query.kind for query in queries)
    width = max(len(name) for name in names)
    print(f"{'kind':15} {'solver':{width}} {'queries':>8} {'solved':>7} {'seconds':>9} {'ratio':>6} {'slower':>7} {'faster':>7}")
    for kind in [*sorted(kinds), "all"]:
        asked = [query for query in queries if kind in ("all", query.kind)]
        base = sum(results[names[0], query].seconds for query in asked)
        for name in names:
            mine = [(results[name, query], results[names[0], query]) for query in asked]
            seconds = sum(result.seconds for result, _ in mine)
            solved = sum(result.answer in ("sat", "unsat") for result, _ in mine)
            slower = sum(clearly_longer(result, first) for result, first in mine)
            faster = sum(clearly_longer(first, result) for result, first in mine)
            ratio = f"{seconds / base:.2f}" if base > 0 else "-"
            print(f"{kind:15} {name:{width}} {len(asked):8} {solved:7} {seconds:9.3f} {ratio:>6} {slower:7} {faster:7}")


def clearly_longer(one, other):
    """Whether a run took longer by more than what chance explains."""
    return one.seconds > 1.2 * other.seconds + 0.005


def report_disagreements(queries, names, results):
    """Shouts about contradicting answers and about errors; says how many there are."""
    count = 0
    for query in queries:
        told = {"recorded": query.status} | {name: results[name, query].answer for name in names}
        if {"sat", "unsat"} <= set(told.values()):
            count += 1
            print(f"DISAGREEMENT on {query.path}: {told}", file=sys.stderr)
        for name, answer in told.items():
            if answer.startswith("error"):
                count += 1
                print(f"ERROR of {name} on {query.path}: {answer}", file=sys.stderr)
    return count


if __name__ == "__main__":
    main()
