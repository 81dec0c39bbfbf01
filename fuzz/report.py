"""The page of results, in Markdown."""
from collections import Counter

from verifier import kind_of

ANSWERS = ["TRUE", "FALSE", "CONFIRMED", "REJECTED", "AGREES", "UNKNOWN"]
MOST_ROWS = 40


def page(results, parts):
    records = list(results.records.values())
    wrong, errors = results.with_outcome("wrong"), results.with_outcome("error")
    state = results.state
    lines = [
        "# Fuzzing", "",
        f"{len(records)} programs in {state['seconds'] / 60:.0f} minutes ({state['runs']} runs, first seed "
        f"{state['first_seed']}): **{len(wrong)} wrong answers, {len(errors)} errors**.", "",
        "## Programs and answers", "", *table(records, parts),
        "", "## Wrong answers", "", *failures(wrong, "wrong"),
        "", "## Errors", "", *failures(errors, "error"),
        "", "## Why the answer is UNKNOWN", "", *reasons(records),
        "", "## Time-outs", "", *timeouts(records),
    ]
    return "\n".join(lines) + "\n"


def row(*cells):
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def table(records, parts):
    """A row for each part: its programs, and the answers of all runs of verify on them."""
    head = ["part", "programs", "skipped", "runs", *ANSWERS, "time-outs", "errors", "wrong", "seconds of verify"]
    lines = [row(*head), row(*("---" for _ in head))]
    for part in [*parts, "all"]:
        own = [record for record in records if part in ("all", record["part"])]
        runs = [run for record in own for run in record["runs"]]
        answers = Counter(run["answer"] for run in runs if run["outcome"] not in ("timeout", "error"))
        outcomes = Counter(run["outcome"] for run in runs)
        skipped = sum(record["outcome"] == "skipped" for record in own)
        lines.append(row(
            part, len(own), skipped, len(runs), *(answers[word] for word in ANSWERS), outcomes["timeout"],
            outcomes["error"], outcomes["wrong"], f"{sum(run['seconds'] for run in runs):.0f}"))
    return lines


def failures(records, outcome):
    if not records:
        return ["None."]
    lines = []
    for record in sorted(records, key=lambda record: record["item"]):
        lines += [f"### {record['item']}", "", f"Files: `items/{record['item']}/`, seed `{record['seed']}`."]
        for run in record["runs"]:
            if run["outcome"] == outcome:
                said = f"{run['answer']}: {run['reason']}".rstrip(": ")
                right = f" instead of {run['expected']}" if run["expected"] else ""
                lines += ["", f"- {run['what']}: {said}{right}", "", f"      {run['command']}"]
        lines += ["", "To do all of it again:", "", f"      {record['again']}", ""]
    return lines


def reasons(records):
    counts = Counter()
    for record in records:
        if record["outcome"] == "skipped":
            counts[(record["part"], f"(skipped) {kind_of(record['skipped'])}")] += 1
        for run in record["runs"]:
            if run["outcome"] == "unknown":
                counts[(record["part"], kind_of(run["reason"]))] += 1
    if not counts:
        return ["Never."]
    lines = [row("part", "reason", "how often"), row("---", "---", "---")]
    return lines + [row(part, reason, count) for (part, reason), count in counts.most_common(MOST_ROWS)]


def timeouts(records):
    counts = Counter()
    for record in records:
        for run in record["runs"]:
            if run["outcome"] == "timeout":
                words = run["command"].split()
                engine = words[words.index("--engine") + 1] if "--engine" in words else "auto"
                counts[(record["part"], engine)] += 1
    if not counts:
        return ["None."]
    lines = [row("part", "engine", "how often"), row("---", "---", "---")]
    return lines + [row(part, engine, count) for (part, engine), count in counts.most_common(MOST_ROWS)]
