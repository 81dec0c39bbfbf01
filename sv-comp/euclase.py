# This file is part of Euclase. It tells BenchExec how to run it: https://github.com/sosy-lab/benchexec
#
# SPDX-License-Identifier: Apache-2.0

import benchexec.result as result
from benchexec.tools.template import BaseTool2, UnsupportedFeatureException

# Of the memory that BenchExec grants, this much is for the engines; the rest is for everything around them.
SHARE_OF_ENGINES = 0.9


class Tool(BaseTool2):
    """Euclase proves that an error in a C program cannot be reached, or shows an execution that reaches it."""

    REQUIRED_PATHS = ["bin/verify", "lib"]

    def name(self):
        return "Euclase"

    def project_url(self):
        return "https://example.invalid/euclase"

    def executable(self, tool_locator):
        return tool_locator.find_executable("verify", subdir="bin")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="verify")

    def program_files(self, executable):
        return self._program_files_from_executable(executable, self.REQUIRED_PATHS, parent_dir=True)

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "--sv-comp", *options]
        if task.property_file:
            command += ["--property-file", task.property_file]
        if isinstance(task.options, dict) and "--data-model" not in options:
            language = task.options.get("language", "C")
            if language != "C":
                raise UnsupportedFeatureException(f"Euclase reads C, and not {language}")
            if "data_model" in task.options:
                command += ["--data-model", task.options["data_model"]]
        limit = rlimits.walltime or rlimits.cputime
        if limit and "--timeout" not in options:
            command += ["--timeout", f"{int(limit)}s"]
        if rlimits.memory and "--memory-limit" not in options:
            command += ["--memory-limit", f"{int(rlimits.memory * SHARE_OF_ENGINES) // 2**20}MiB"]
        task.require_input_files()
        return command + list(task.input_files)

    def determine_result(self, run):
        words = {
            "true": result.RESULT_TRUE_PROP,
            "false(unreach-call)": result.RESULT_FALSE_REACH,
            "false(no-overflow)": result.RESULT_FALSE_OVERFLOW,
            "unknown": result.RESULT_UNKNOWN,
        }
        lines = [line.strip() for line in run.output if line.strip()]
        if lines and lines[-1] in words:
            if run.exit_code.value == 4:
                return result.RESULT_ERROR + "(internal error)"
            return words[lines[-1]]
        if run.exit_code.value == 2:
            return result.RESULT_ERROR + "(input)"
        return result.RESULT_ERROR

    def get_value_from_output(self, output, identifier):
        """The engine that had the answer, for a column of that name."""
        if identifier == "engine":
            for line in output:
                if line.startswith(("TRUE - ", "FALSE - ")) and line.rstrip().endswith("s)"):
                    return line.rsplit("(", 1)[1].split(",")[0]
        return None
