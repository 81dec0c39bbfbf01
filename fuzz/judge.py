"""Answers held against the truth."""
from dataclasses import asdict, dataclass, field

# From harmless to what must not be. A part's outcome is the worst of its runs.
OUTCOMES = ["right", "unknown", "timeout", "error", "wrong"]


@dataclass
class Run:
    """One run of `verify`."""
    what: str
    expected: str  # what is right, or "" if anything is
    answer: str
    outcome: str
    reason: str
    seconds: float
    command: str


@dataclass
class Outcome:
    """What became of one item: a program, its variants and its witnesses."""
    runs: list = field(default_factory=list)
    skipped: str = ""  # why the item says nothing
    about: dict = field(default_factory=dict)

    def add(self, what, expected, answer, wrong=()):
        """Takes an answer in. It is wrong if it is in `wrong`, or if it is a verdict other than the expected one."""
        if answer.word == "ERROR":
            outcome = "error"
        elif answer.word == "UNKNOWN":
            outcome = "timeout" if answer.is_timeout() else "unknown"
        elif answer.word in wrong or (expected and not wrong and answer.word != expected):
            outcome = "wrong"
        else:
            outcome = "right"
        self.runs.append(
            Run(what, expected, answer.word, outcome, answer.reason, round(answer.seconds, 2), answer.command))
        return outcome

    def worst(self):
        if self.skipped and not self.runs:
            return "skipped"
        return max((run.outcome for run in self.runs), key=OUTCOMES.index, default="skipped")

    def record(self):
        return {"outcome": self.worst(), "skipped": self.skipped, "runs": [asdict(run) for run in self.runs], **self.about}
