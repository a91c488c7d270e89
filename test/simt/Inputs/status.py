"""Runs a command that must end with a given status, and prints what it said.

usage: status.py STATUS command...

Status 2, wrong usage, must come with exactly one line.
"""

import subprocess
import sys

want, command = int(sys.argv[1]), sys.argv[2:]
done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
print(done.stdout, end="")
if done.returncode != want:
    sys.exit(f"status {done.returncode}, not {want}")
if want == 2 and done.stdout.count("\n") != 1:
    sys.exit("not one line")
