"""What is kept of a run: a line for each item, so that a run that is ended in any way goes on where it was."""
import json
import threading
from pathlib import Path


class Results:
    """The folder of a run: `state.json` has the first seed, `results.jsonl` a line for each item, `items/` files."""

    def __init__(self, folder, first_seed=None):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.lock = threading.Lock()
        self.state = {"first_seed": first_seed or 1, "seconds": 0.0, "runs": 0}
        state = self.folder / "state.json"
        if state.exists():
            self.state = json.loads(state.read_text())
            if first_seed not in (None, self.state["first_seed"]):
                raise SystemExit(f"{self.folder} is of a run with the first seed {self.state['first_seed']}")
        self.save()
        self.records = {}
        lines = self.folder / "results.jsonl"
        for line in lines.read_text().splitlines() if lines.exists() else []:
            try:
                record = json.loads(line)
            except ValueError:
                continue  # the line that was being written when the run was ended
            self.records[record["item"]] = record

    def seed(self, item):
        return f"{self.state['first_seed']}/{item}"

    def add(self, item, record):
        record = {"item": item, "part": item.rsplit("-", 1)[0], "seed": self.seed(item), **record}
        with self.lock:
            self.records[item] = record
            with open(self.folder / "results.jsonl", "a") as file:
                file.write("\n" * self.is_torn(file) + json.dumps(record) + "\n")

    def is_torn(self, file):
        """Whether the last line has no end."""
        size = file.tell()
        if size == 0:
            return False
        with open(file.name, "rb") as read:
            read.seek(size - 1)
            return read.read(1) != b"\n"

    def spend(self, seconds):
        """Counts a run that has taken so long."""
        self.state["seconds"] += seconds
        self.state["runs"] += 1
        self.save()

    def save(self):
        written = self.folder / "state.json.new"
        written.write_text(json.dumps(self.state) + "\n")
        written.replace(self.folder / "state.json")

    def with_outcome(self, *outcomes):
        return [record for record in self.records.values() if record["outcome"] in outcomes]
