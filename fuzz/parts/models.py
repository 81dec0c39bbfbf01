"""The models of library functions against the C library itself, on more inputs each time."""
import shlex
import shutil

from judge import Outcome
from pathlib import Path
from verifier import Answer

ROOT = Path(__file__).resolve().parents[2]
FIRST, MOST = 100_000, 20_000_000
SECONDS = 1800


def check(context, rng, index):
    outcome = Outcome()
    if not shutil.which("cargo"):
        outcome.skipped = "there is no cargo"
        return outcome
    environment = {
        "EUCLASE_MODEL_INPUTS": str(min(FIRST << index, MOST)), "EUCLASE_MODEL_SEED": str(rng.randrange(1, 1 << 63))}
    command = ["cargo", "test", "--release", "--locked", "-p", "euclase-runtime-stubs", "--test", "native", "models_agree"]
    ended = context.processes.run(command, SECONDS, cwd=ROOT, env=environment)
    text = shlex.join([*(f"{key}={value}" for key, value in environment.items()), *command])
    failed = "test result: FAILED" in ended.stdout
    word = "AGREES" if ended.code == 0 else "DIFFERS" if failed else "ERROR"
    output = ended.stdout + ended.stderr
    context.write("output.txt", output)
    reason = "" if ended.code == 0 else next((line for line in output.splitlines() if "error" in line or "(" in line), "")
    outcome.add("models", "AGREES", Answer(word, reason, ended.seconds, text, output))
    return outcome
