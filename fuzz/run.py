#!/usr/bin/env python3
"""Looks for wrong answers of `verify` on random programs whose truth is known.

    fuzz/run.py --minutes 60 --jobs 2 --out target/fuzz

Goes on where the last run with the same folder was ended, and ends with the page results.md in it. The exit code is 1 if
there was a wrong answer or an internal error. docs/FUZZ.md says more.
"""
import argparse
import itertools
import os
import random
import shlex
import shutil
import signal
import sys
import threading
import time
import traceback
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import report  # noqa: E402
from judge import Outcome, Run  # noqa: E402
from parts import CHECKS, TURNS, TURNS_BETWEEN_MODELS  # noqa: E402
from processes import Processes, Stopped  # noqa: E402
from results import Results  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent


@dataclass
class Context:
    """What a check needs: programs, limits, and a folder of its own."""
    verify: Path
    clang: str
    timeout: int
    memory: str
    processes: Processes
    folder: Path

    def write(self, name, text):
        file = self.folder / name
        file.write_text(text)
        return file


def arguments():
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60, help="when to end [60]")
    parser.add_argument("--jobs", type=int, default=1, help="how many programs at a time [1]")
    parser.add_argument("--out", type=Path, default=target / "fuzz", help="the folder for results [target/fuzz]")
    parser.add_argument("--verify", type=Path, default=target / "release" / "verify", help="the verifier")
    parser.add_argument("--clang", default="clang-19", help="the compiler that verify uses [clang-19]")
    parser.add_argument("--timeout", type=int, default=15, help="seconds for an answer of verify [15]")
    parser.add_argument("--memory", default="3GiB", help="memory for an answer of verify [3GiB]")
    parser.add_argument("--first-seed", type=int, help="where seeds start in a new folder [1]")
    parser.add_argument("--parts", default=",".join(CHECKS), help="which parts, with commas between them")
    parser.add_argument("--each", type=int, help="end when there are so many programs of each part")
    parser.add_argument("--item", action="append", help="do this item and no other, like arithmetic-17")
    return parser.parse_args()


def schedule(options, results):
    """The items to do: first what was wrong, then what was not done yet."""
    if options.item:
        yield from options.item
        return
    parts = options.parts.split(",")
    for record in results.with_outcome("wrong", "error"):
        if record["part"] in parts:
            yield record["item"]
    if options.each is not None:
        items = (f"{part}-{index}" for part in parts for index in range(options.each))
    else:
        items = turns(parts)
    yield from (item for item in items if item not in results.records)


def turns(parts):
    """All items, for ever: parts take turns."""
    counts = dict.fromkeys(CHECKS, 0)
    for turn in itertools.count():
        part = TURNS[turn % len(TURNS)]
        due = [part] if part in parts else []
        if "models" in parts and turn % TURNS_BETWEEN_MODELS == 0:
            due.append("models")
        # A part that has no turns of its own.
        due += [part for part in parts if part not in TURNS and part != "models"]
        for part in due:
            yield f"{part}-{counts[part]}"
            counts[part] += 1


def do(options, results, processes, item):
    """Does an item and keeps what became of it."""
    part, index = item.rsplit("-", 1)
    folder = (results.folder / "items" / item).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    context = Context(options.verify.resolve(), options.clang, options.timeout, options.memory, processes, folder)
    try:
        outcome = CHECKS[part](context, random.Random(results.seed(item)), int(index))
    except Stopped:
        shutil.rmtree(folder, ignore_errors=True)
        return None
    except Exception:  # a mistake of ours, which must be seen and must not end the run
        text = traceback.format_exc()
        context.write("traceback.txt", text)
        last = text.strip().splitlines()[-1]
        outcome = Outcome(runs=[Run("fuzzing itself", "", "ERROR", "error", last, 0.0, "")])
    again = [
        "fuzz/run.py", "--out", str(options.out), "--verify", str(options.verify), "--timeout", str(options.timeout),
        "--first-seed", str(results.state["first_seed"]), "--item", item]
    results.add(item, {**outcome.record(), "again": shlex.join(again)})
    if outcome.worst() not in ("wrong", "error") and not options.item:
        shutil.rmtree(folder, ignore_errors=True)
    return outcome


def tell(results, item, outcome, start):
    counts = [len(results.with_outcome(word)) for word in ("right", "unknown", "timeout", "skipped", "error", "wrong")]
    line = "{} right, {} unknown, {} time-outs, {} skipped, {} errors, {} wrong".format(*counts)
    if outcome.worst() in ("wrong", "error"):
        for run in outcome.runs:
            if run.outcome in ("wrong", "error"):
                instead = f" instead of {run.expected}" if run.expected else ""
                print(f"{run.outcome}: {item}: {run.what}: {run.answer}{instead}: {run.reason}\n    {run.command}", flush=True)
    minutes = (time.monotonic() - start) / 60
    if sys.stderr.isatty():
        print(f"\r{minutes:6.1f} min  {line} \x1b[K", end="", file=sys.stderr, flush=True)
    elif len(results.records) % 50 == 0:
        print(f"{minutes:6.1f} min  {line}", flush=True)


def main():
    options = arguments()
    unknown = set(options.parts.split(",")) - set(CHECKS)
    if unknown:
        raise SystemExit(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(CHECKS)}")
    for item in options.item or []:
        part, _, index = item.rpartition("-")
        if part not in CHECKS or not index.isdigit():
            raise SystemExit(f"there is no item {item}; items are called like arithmetic-17")
    if not options.verify.exists():
        raise SystemExit(f"there is no {options.verify}; 'make build' makes it")
    results = Results(options.out, options.first_seed)
    start = time.monotonic()
    processes = Processes(start + options.minutes * 60)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: threading.Thread(target=processes.stop).start())
    items = schedule(options, results)
    with ThreadPoolExecutor(options.jobs) as pool:
        running = {}
        while True:
            while len(running) < options.jobs and not processes.is_over() and (item := next(items, None)):
                running[pool.submit(do, options, results, processes, item)] = item
            if not running:
                break
            for future in wait(running, timeout=1, return_when=FIRST_COMPLETED).done:
                item = running.pop(future)
                outcome = future.result()
                if outcome is not None:
                    tell(results, item, outcome, start)
    results.spend(time.monotonic() - start)
    written = results.folder / "results.md"
    written.write_text(report.page(results, CHECKS))
    failed = results.with_outcome("wrong", "error")
    print(f"\n{len(results.records)} programs, {len(failed)} of them with wrong answers or errors: {written}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
