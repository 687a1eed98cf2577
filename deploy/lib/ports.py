"""Prints a port of loopback that nobody listens at and that nobody is told of again for a while.

Ports that the kernel chooses are not looked at: whoever asks it for one gets the next of them, perhaps
before it is used here. Those below its range go round, for all checks of a user on this machine.
"""
import fcntl
import os
import socket
import tempfile

FIRST, LAST = 20000, 32000


def is_free(port):
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def free_port():
    with open(f"{tempfile.gettempdir()}/keiro-ports.{os.getuid()}", "a+") as last:
        fcntl.flock(last, fcntl.LOCK_EX)
        last.seek(0)
        told = last.read()
        port = int(told) if told.isdigit() else FIRST
        for _ in range(LAST - FIRST):
            port = port + 1 if port < LAST else FIRST
            if is_free(port):
                break
        else:
            raise SystemExit(f"no port is free between {FIRST} and {LAST}")
        last.truncate(0)
        last.write(str(port))
    return port


if __name__ == "__main__":
    print(free_port())
