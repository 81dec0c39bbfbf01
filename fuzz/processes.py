"""Processes that end when they should: at their own time limit, at the end of the whole run, or on Ctrl-C."""
import os
import signal
import subprocess
import threading
import time
from dataclasses import dataclass


class Stopped(Exception):
    """The run is over. What was under way does not count and is done again by the next run."""


@dataclass
class Ended:
    """How a process ended."""
    code: int  # below zero: the number of a signal
    stdout: str
    stderr: str
    seconds: float
    timed_out: bool


class Processes:
    """Starts processes, and ends them all at a deadline."""

    def __init__(self, deadline=None):
        self.deadline = deadline
        self.stopped = threading.Event()
        self.running = set()
        self.lock = threading.Lock()

    def is_over(self):
        return self.stopped.is_set() or (self.deadline is not None and time.monotonic() >= self.deadline)

    def stop(self):
        """Ends everything that runs. May be called by a signal handler's thread."""
        self.stopped.set()
        with self.lock:
            running = list(self.running)
        for process in running:
            kill(process)

    def run(self, command, timeout, cwd=None, env=None):
        """Runs a command to its end or its time limit, in seconds."""
        if self.is_over():
            raise Stopped
        start = time.monotonic()
        limit = timeout if self.deadline is None else min(timeout, self.deadline - start)
        process = subprocess.Popen(
            [str(word) for word in command], cwd=cwd, env=None if env is None else {**os.environ, **env},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        with self.lock:
            self.running.add(process)
        timed_out = False
        try:
            stdout, stderr = process.communicate(timeout=max(limit, 0))
        except subprocess.TimeoutExpired:
            timed_out = True
            kill(process)
            stdout, stderr = process.communicate()
        finally:
            with self.lock:
                self.running.discard(process)
        if self.is_over() and (timed_out or self.stopped.is_set()):
            raise Stopped
        text = [output.decode("utf-8", "replace") for output in (stdout, stderr)]
        return Ended(process.returncode, *text, time.monotonic() - start, timed_out)


def kill(process):
    """Kills a process and what it has started: it leads a session of its own."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
