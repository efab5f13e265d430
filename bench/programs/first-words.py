# Runs a command in a terminal of 120 columns and 40 rows and prints the milliseconds until three letters in a row stand on
# it. Answers what programs ask a terminal about itself, as terminals do, and kills the command afterwards, LINGER_S later.
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

LONGEST_S = 10
LINGER_S = float(os.environ.get("LINGER_S", "0"))
CONTROL = re.compile(rb"\x1b\[[0-9;?>=<]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[P_^][^\x1b]*\x1b\\|\x1b.")
WORDS = re.compile(rb"[A-Za-z]{3}")
ANSWERS = [(b"\x1b[6n", b"\x1b[1;1R"), (b"\x1b[c", b"\x1b[?62c"), (b"\x1b[?u", b"\x1b[?0u")]

began = time.monotonic()
child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))

seen = b""
took = None
while took is None and time.monotonic() - began < LONGEST_S:
    if not select.select([terminal], [], [], 0.05)[0]:
        continue
    try:
        part = os.read(terminal, 65536)
    except OSError:
        break
    if not part:
        break
    seen += part
    if WORDS.search(CONTROL.sub(b"", seen)):
        took = time.monotonic() - began
    for question, answer in ANSWERS:
        if question in part:
            os.write(terminal, answer)

time.sleep(LINGER_S)
os.kill(child, signal.SIGKILL)
os.waitpid(child, 0)
print(-1 if took is None else round(took * 1000, 2))
