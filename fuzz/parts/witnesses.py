"""Witnesses: those that `verify` writes, those changed on purpose, and made-up ones. Native runs tell which of them are right:
a wrong one must not be CONFIRMED, a right one must not be REJECTED."""
import hashlib
import re

import native
from judge import Outcome
from settle import settle, truth
from verifier import validate, verify

SPECIFICATION = "CHECK( init(main()), LTL(G ! call(reach_error())) )"
INDENT = 4
INVARIANTS = 2


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
    outcome.about = {"generator": name}
    programs = {word: settled.program.source(settled.condition(word)) for word in ("TRUE", "FALSE")}
    for word, source in programs.items():
        found = truth(context, settled.program, source)
        if found is None or found.verdict() != word:
            outcome.skipped = "depends on the machine"
            return outcome
    task = Task(context, rng, settled.program, programs, outcome)
    task.written("FALSE" if index % 2 else "TRUE")
    if index % 2:
        task.changed_violation()
    else:
        task.made_up_invariants()
    return outcome


class Task:
    """A program in two versions, one with an error that is reached and one without, which differ in one line."""

    def __init__(self, context, rng, program, sources, outcome):
        self.context, self.rng, self.program, self.outcome = context, rng, program, outcome
        self.sources = sources
        self.files = {word: context.write(f"{word.lower()}.c", source) for word, source in sources.items()}

    def validate(self, what, witness, word, wrong):
        """Holds a witness against the program with this verdict; the answers in `wrong` are wrong."""
        options = ["--data-model", self.program.data_model]
        self.outcome.add(what, "", validate(self.context, witness, self.files[word], options), wrong)

    def written(self, word):
        """A witness that verify writes is right for its program, and wrong for the other one."""
        witness = self.context.folder / f"written.{self.rng.choice(['yml', 'graphml'])}"
        answer = verify(self.context, self.files[word], self.program.data_model, ["--witness", witness])
        self.outcome.add("verify", word, answer)
        if not witness.exists():
            return
        self.validate("its own witness", witness, word, ["REJECTED"])
        other = "TRUE" if word == "FALSE" else "FALSE"
        self.validate("the witness of another program", witness, other, ["CONFIRMED"])

    def changed_violation(self):
        """A witness of values for all inputs, in the order in which they are read, and one that says too little or too much."""
        count = len(self.program.inputs)
        values = [self.rng.choice(self.values(number)) for number in range(count)]
        if self.rng.random() < 0.4:
            reached = native.run(self.context, self.sources["FALSE"], self.program.data_model, self.program.bits()).reached
            values = list(self.rng.choice(reached))
        kept = sorted(self.rng.sample(range(count), self.rng.randint(1, count)))
        given = [f"={values[number]}" if number in kept else self.program.bits()[number] for number in range(count)]
        found = native.run(self.context, self.sources["FALSE"], self.program.data_model, given)
        lines = self.sources["FALSE"].splitlines()
        target = next(number for number, line in enumerate(lines, 1) if re.search(r"\breach_error\(\);$", line))
        points = []
        for number in kept:
            call = f"__VERIFIER_nondet_{self.program.inputs[number].nondet}("
            line = next(at for at, text in enumerate(lines, 1) if f" {self.program.inputs[number].name} = " in text and call in text)
            column = lines[line - 1].index(call) + len(call) + 1
            points.append(("function_return", line, column, self.equal("\\result", values[number])))
        is_aimed = self.rng.random() < 0.85
        line = target if is_aimed else next(at for at, text in enumerate(lines, 1) if text.strip().startswith("unsigned result"))
        points.append(("target", line, INDENT * (2 if is_aimed else 1) + 1, None))
        is_right = bool(found.reached) and is_aimed
        is_wrong = not is_aimed or (not found.reached and found.late == 0)
        witness = self.context.write("changed.yml", self.violation(points))
        wrong = ["REJECTED"] if is_right else ["CONFIRMED"] if is_wrong else []
        self.validate("values for inputs", witness, "FALSE", wrong)
        self.validate("values for inputs of a program without the error", witness, "TRUE", ["CONFIRMED"])

    def values(self, number):
        """Values that an input may have."""
        entry = self.program.inputs[number]
        return [0, 1, 2, 3, (1 << entry.bits) - 1, 1 << entry.bits, 255, 256, self.rng.randrange(1 << entry.bits)]

    def equal(self, name, value):
        """Says in some way that a name has a value."""
        return self.rng.choice([
            f"{name} == {value}", f"{name} == {value}", f"{value} == {name}", f"({name}) == ({value})", f"!({name} != {value})",
            f"{name} >= {value} && {name} <= {value}", f"{name} == {value} /* a value */", f"{name} == {value} ? 1 : 0",
            f"{name} == {hex(value)}"])

    def made_up_invariants(self):
        """Random invariants at loops and statements; native runs tell which of them hold."""
        word = "TRUE" if self.rng.random() < 0.8 else "FALSE"
        lines = self.sources[word].splitlines()
        places = list(self.places(lines))
        if not places:
            return
        entries, watched = [], list(lines)
        chosen = self.rng.sample(places, min(len(places), self.rng.randint(1, INVARIANTS)))
        for number, (line, is_loop, names) in enumerate(chosen):
            invariant = self.invariant(names)
            column = len(lines[line]) - len(lines[line].lstrip()) + 1
            entries.append(("loop_invariant" if is_loop else "location_invariant", line + 1, column, invariant))
            look = f"fuzz_invariant({number}, !!({invariant}))"
            watched[line] = condition_watched(watched[line], look) if is_loop else f"{look}; {watched[line]}"
        declaration = "extern int fuzz_invariant(int, int);\n"
        source = declaration + "\n".join(watched) + "\n"
        found = native.run(self.context, source, self.program.data_model, self.program.bits())
        if not found.is_clear():
            return
        broken = not all(found.invariants.values())
        wrong = ["CONFIRMED"] if broken or word == "FALSE" else ["REJECTED"]
        witness = self.context.write("invariants.yml", self.correctness(word, entries))
        self.validate("invariants that hold" if not broken else "an invariant that does not hold", witness, word, wrong)

    def places(self, lines):
        """Lines of `main` that an invariant can be at: whether a loop is there, and the variables that it may speak of."""
        start = next(number for number, line in enumerate(lines) if line.startswith("int main("))
        names, is_jumped = [], any("goto" in line or re.search(r"\b(case|switch)\b", line) for line in lines)
        for number in range(start + 1, len(lines)):
            line = lines[number]
            declared = re.match(r" {4}([a-z][a-z ]*?) ([a-z]\w*) = [^,]*;$", line)
            is_loop = re.match(r"\s+(while|for) \(.*\) \{$", line) is not None
            is_statement = re.match(r" {4}(\w+ (=|[-+*&|^]=) |if \()", line) is not None
            if names and (is_loop or is_statement) and not (is_jumped and is_loop):
                yield number, is_loop, list(names)
            if declared and "*" not in line.split("=")[0] and declared[1] not in ("float", "double", "long double"):
                names.append(declared[2])

    def invariant(self, names):
        """A condition on variables, without undefined behaviour."""
        rng = self.rng
        name, other = rng.choice(names), rng.choice(names)
        number = rng.choice([0, 1, 2, 3, 7, 8, 15, 16, 31, 255])
        simple = [
            f"{name} <= {number}", f"{name} != {number}", f"{name} >= {number}", f"{name} == {number}", f"{name} <= {other}",
            f"({name} & {rng.choice([1, 3, 7])}) == {rng.randrange(4)}", f"{name} % 2 == {other} % 2", f"{name} != {other}",
            f"{name} >= 0", f"{name} < sizeof({other}) * 4", f"({name} | 1) != 0", f"(unsigned char){name} == {name}"]
        first = rng.choice(simple)
        return rng.choice([first, first, f"!({first})", f"{first} || {rng.choice(simple)}", f"{first} && {rng.choice(simple)}",
                           f"{first} /* it is said */", f"({first}) ? 1 : 0"])

    def head(self, kind, word):
        file = self.files[word]
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        return [f"- entry_type: {kind}", "  metadata:", '    format_version: "2.0"',
                '    uuid: "00000000-0000-4000-8000-000000000000"', '    creation_time: "2026-01-01T00:00:00Z"',
                "    producer:", '      name: "fuzz"', '      version: "1"', "    task:", f'      input_files: ["{file}"]',
                f'      input_file_hashes: {{"{file}": "{digest}"}}', f'      specification: "{SPECIFICATION}"',
                f"      data_model: {self.program.data_model}", "      language: C", "  content:"]

    def location(self, word, line, column):
        return [f'location: {{file_name: "{self.files[word]}", line: {line}, column: {column}, function: "main"}}']

    def violation(self, points):
        lines = self.head("violation_sequence", "FALSE")
        for kind, line, column, constraint in points:
            lines += ["  - segment:", "    - waypoint:", f"        type: {kind}", "        action: follow"]
            if constraint:
                lines += ["        constraint:", *scalar(self.rng, "          ", constraint), "          format: c_expression"]
                lines[-1] = lines[-1].replace("c_expression", "acsl_expression") if "\\result" in constraint else lines[-1]
            lines += ["        " + text for text in self.location("FALSE", line, column)]
        return "\n".join(lines) + "\n"

    def correctness(self, word, entries):
        lines = self.head("invariant_set", word)
        for kind, line, column, invariant in entries:
            lines += ["  - invariant:", f"      type: {kind}"]
            lines += ["      " + text for text in self.location(word, line, column)]
            lines += [*scalar(self.rng, "      ", invariant), "      format: c_expression"]
        return "\n".join(lines) + "\n"


def scalar(rng, indent, text):
    """A value in one of the ways that YAML has for it."""
    quoted = text.replace("\\", "\\\\").replace('"', '\\"')
    return rng.choice([
        [f'{indent}value: "{quoted}"'], [f"{indent}value: '{text}'"],
        [f"{indent}value: |", f"{indent}  {text}"], [f"{indent}value: >-", f"{indent}  {text}"]])


def condition_watched(line, look):
    """The head of a loop that looks at an invariant each time before its condition."""
    indent, rest = re.match(r"(\s*)(.*)", line).groups()
    if rest.startswith("while ("):
        return f"{indent}while ({look} && ({rest[len('while ('):-len(') {')]})) {{"
    start, condition, step = re.match(r"for \((.*?); (.*); (.*)\) \{$", rest).groups()
    return f"{indent}for ({start}; {look} && ({condition}); {step}) {{"
