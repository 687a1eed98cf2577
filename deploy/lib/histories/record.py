"""The record of a run: what was asked of which node when, and what it answered.

A record is a list of events, one a line of NDJSON, in the order in which they ended. Times are seconds
of one monotonic clock. The events:

  run       the first: `value` has the settings by which the judge judges
  create patch delete    changes of the link `key` by the API; `value` is the URL, which no other change has
  read      a GET of the link by the API, `final` one that was made when everything was quiet
  visit     a redirect; of links named c… the clicks are counted, `count` is what was counted in the end
  take      a visit of a link with `maxClicks`, which `limit` made with the `value`
  mint      a link with an Idempotency-Key `key`; `note` is the slug that was answered
  token-make token-use token-revoke      of the token `key`
  sample    what /readyz said, and in `note` the status of /readyz/changes
  late      the machine was too busy to wake the recorder in time
  pair      two changes of the kind `key` by two nodes, `note` says in which order or that they were made at once;
            `value` is what both were answered and what was there afterwards, `status` 200 when all of that is known
  keepsake  whether `key` was still as it was before the faults
  ended     whether `node` ended in time when it was told to
  fault     of `node` or, without one, of the database: `value` says which
  recovered whether `node` took changes again after a fault
  verify    whether the copy of `node` was equal to the table in the end
"""

import dataclasses
import json
import threading
import time


@dataclasses.dataclass(frozen=True)
class Event:
    op: str
    begin: float
    end: float
    node: str = ""
    key: str = ""
    value: object = None
    # None without an answer.
    status: int | None = None
    # The life and the revision of the link that the ETag names.
    version: tuple | None = None
    # The version that If-Match named.
    base: tuple | None = None
    note: str = ""

    def line(self):
        fields = dataclasses.asdict(self)
        return json.dumps({name: value for name, value in fields.items() if value not in (None, "")})

    @staticmethod
    def of(line):
        fields = json.loads(line)
        for name in ("version", "base"):
            if name in fields:
                fields[name] = tuple(fields[name])
        return Event(**fields)


def version(tag):
    """What an ETag of a link names: `"12-3"`, or `"12-3.40"` with the clicks."""
    if not tag:
        return None
    life, _, revision = tag.strip('"').partition("-")
    return int(life), int(revision.partition(".")[0])


def read(path):
    with open(path) as file:
        return [Event.of(line) for line in file if line.strip()]


class Recorder:
    """Appends events to a file from many threads."""

    def __init__(self, path):
        self.file = open(path, "w", buffering=1)
        self.lock = threading.Lock()
        self.start = time.monotonic()

    def now(self):
        return round(time.monotonic() - self.start, 4)

    def add(self, op, begin, **fields):
        event = Event(op=op, begin=begin, end=self.now(), **fields)
        # Who asked for something that is never answered may still stand here when all is over.
        with self.lock:
            if self.file.closed:
                return event
            self.file.write(event.line() + "\n")
        return event

    def close(self):
        self.file.close()
