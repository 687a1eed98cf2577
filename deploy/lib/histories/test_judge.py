"""What the judge finds, and what it lets pass: made-up records.

Each row of the tables is a sentence, the events, and the promise that is broken. Nodes are a and b, the
link is k; the answers of copies may be two seconds old.
"""

import os
import tempfile
import unittest

from judge import judge
from record import Event, Recorder, read


def event(op, begin, end, **fields):
    return Event(op=op, begin=begin, end=end, **{"node": "a", "key": "k", **fields})


def create(begin, end, value, version, status=201, **fields):
    return event("create", begin, end, value=value, version=version, status=status, **fields)


def patch(begin, end, value, version, base=None, status=200, **fields):
    return event("patch", begin, end, value=value, version=version, base=base, status=status, **fields)


def delete(begin, end, base=None, status=204):
    return event("delete", begin, end, base=base, status=status)


def got(begin, value, version=None, op="read", status=200, **fields):
    return event(op, begin, begin + 0.1, value=value, version=version, status=status, **fields)


def visit(begin, value, status=302, **fields):
    return got(begin, value, op="visit", status=status, **fields)


def samples(*moments, value="ready", node="a"):
    return [event("sample", m, m + 0.1, node=node, key="", value=value) for m in moments]


def run(**settings):
    return event("run", 0, 0, value=settings)


def token(op, begin, status=200):
    return event("token-" + op, begin, begin + 0.1, status=status)


def pair(order, value, status=200):
    return event("pair", 7, 7.5, key="prune", note=order, value=value, status=status)


ORDERS = [pair("in order", [200, 200, "second"]), pair("in reverse", [200, 200, "first"])]
READY = samples(*range(0, 40))
ONE = create(1, 2, "v1", (7, 1))
TWO = patch(3, 4, "v2", (7, 2), (7, 1))
LIMIT = event("limit", 0, 1, value=2, status=201)
GRANTS = [got(t, "v", op="take", status=302) for t in (2, 3, 4)]
MINTED = event("mint", 1, 2, value="u", status=201, note="s1")
CLICKED = [ONE] + READY + [visit(t, "v1") for t in (3, 4, 5)]

LOST = "no answered change lost"
OLD = "no read older than promised"
NOWHERE = "no read from nowhere"

BROKEN = [
    ("an answered link is gone", [ONE, got(9, None, op="final", status=404)], LOST),
    ("an answered change is gone", [ONE, TWO, got(9, "v1", (7, 1), op="final")], LOST),
    ("a deletion is undone", [ONE, delete(3, 4, (7, 1)), got(9, "v1", (7, 1), op="final")], LOST),
    ("a link that was made again is its predecessor",
     [ONE, delete(3, 4, (7, 1)), create(5, 6, "v3", (8, 1)), got(9, "v1", (7, 1), op="final")], LOST),
    ("two changes are one revision", [ONE, TWO, patch(3, 5, "v3", (7, 2))], "no change doubled"),
    ("two changes pass by one If-Match",
     [ONE, TWO, patch(3, 5, "v3", (7, 3), (7, 1))], "If-Match"),
    ("a later change is the lower revision",
     [ONE, patch(3, 4, "v2", (7, 3)), patch(5, 6, "v3", (7, 2))], "changes in order"),
    ("a value that nobody wrote", [ONE, got(5, "v9", (7, 1))], NOWHERE),
    ("a value before it was written", [got(0, "v1", (7, 1)), ONE], NOWHERE),
    ("a value that was refused",
     [ONE, patch(3, 4, "v2", None, (7, 5), status=412), got(5, "v2", (7, 2))], NOWHERE),
    ("the API shows what is over", [ONE, TWO, got(6.5, "v1", (7, 1))] + READY, OLD),
    ("the API does not show what is there", [ONE, got(4.5, None, status=404)] + READY, OLD),
    ("a node goes back behind what was seen of a change without an answer",
     [ONE, patch(3, 4, "v2", None, (7, 1), status=None), got(5, "v2", (7, 2)),
      got(8, "v1", (7, 1))] + READY, OLD),
    ("what was seen in the end of a change without an answer is gone again",
     [ONE, patch(3, 4, "v2", None, (7, 1), status=None), got(5, "v2", (7, 2)),
      got(6, "v1", (7, 1), op="final")], LOST),
    ("a redirect is older than promised", [ONE, TWO, visit(6.5, "v1")] + READY, OLD),
    ("a redirect of a deleted link", [ONE, delete(3, 4, (7, 1)), visit(6.5, "v1")] + READY, OLD),
    ("no redirect of a link that was made", [ONE, visit(4.5, None, 404)] + READY, OLD),
    ("a redirect to what nobody wrote, from a node that is behind",
     [ONE, visit(3, "v9")] + samples(*range(10), value="degraded: …"), NOWHERE),
    ("the other node said that it was behind",
     [ONE, TWO, visit(6.5, "v1")] + READY + samples(*range(10), value="degraded", node="b"), OLD),
    ("the node said so in its answer, but long before",
     [ONE, patch(3, 4, "v2", (7, 2), (7, 1), status=202), visit(13.5, "v1")] + READY, OLD),
    ("the node was stopped, but long before",
     [ONE, event("fault", 1, 2, key="", value="pause"), TWO, visit(6.5, "v1")] + READY, OLD),
    ("the node was cut off for longer than it may take to find out",
     [ONE, event("fault", 2.5, 20, key="", value="cut"), TWO, visit(15, "v1")] + READY, OLD),
    ("lost in a promotion with a synchronous standby",
     [run(synchronous=True), ONE, TWO, event("fault", 4, 6, node="", value="promotion"),
      got(9, "v1", (7, 1), op="final")], LOST),
    ("lost long before a promotion",
     [run(synchronous=False), ONE, TWO, event("fault", 20, 21, node="", value="promotion"),
      got(29, "v1", (7, 1), op="final")], LOST),
    ("more clicks than the limit", [LIMIT, *GRANTS], "maxClicks"),
    ("an idempotency key makes two links",
     [MINTED, event("mint", 3, 4, value="u", status=201, note="s2")],
     "an idempotency key makes one link"),
    ("a second link of an idempotency key that nobody was told of",
     [MINTED, got(9, "u", op="final", key="s1"), got(9, "u", op="final", key="s2")],
     "an idempotency key makes one link"),
    ("the link of an idempotency key is gone", [MINTED, ONE, got(9, "v1", (7, 1), op="final")], LOST),
    ("a revoked token is accepted",
     [token("make", 1), token("revoke", 3), token("use", 6)] + READY, "a revoked token is refused"),
    ("a token is not known", [token("make", 1), token("use", 4, 401)] + READY,
     "a token is known to all nodes"),
    ("a click is missing", CLICKED + [event("count", 9, 9, value=2)], "each click counted once"),
    ("a click counted twice", CLICKED + [event("count", 9, 9, value=4)], "each click counted once"),
    ("a click older than a second is missing after a kill",
     CLICKED + [event("fault", 7, 8, value="kill"), event("count", 9, 9, value=2)],
     "each click counted once"),
    ("another node was killed",
     CLICKED + [event("fault", 5.2, 6, node="b", value="kill"), event("count", 9, 9, value=2)],
     "each click counted once"),
    ("two changes at once end as in neither order",
     ORDERS + [pair("at once", [200, 200, "both"])], "two changes at once are one after the other"),
    ("two changes at once are answered as in neither order",
     ORDERS + [pair("at once", [200, 409, "first"])], "two changes at once are one after the other"),
    ("a version is gone", [event("keepsake", 8, 9, key="versions", value=0, status=404, note="4 before, 0 after")],
     "what is kept is there afterwards"),
    ("a node goes on when it is told to end", [event("ended", 1, 31, status=503)], "a node ends when it is told to"),
    ("clicks that waited for a silent database are missing after a kill",
     CLICKED + [event("fault", 2.5, 8, value="cut"), event("fault", 7, 8, value="kill"),
                event("count", 9, 9, value=2)], "each click counted once"),
    ("a node does not recover", [event("recovered", 1, 31, key="a fault")], "nodes recover"),
    ("a copy differs", [event("verify", 1, 2, status=1)], "copies equal to the table"),
]

KEPT = [
    ("changes and reads in order",
     [ONE, got(2.5, "v1", (7, 1)), TWO, got(4.5, "v2", (7, 2)), delete(5, 6, (7, 2)),
      got(6.5, None, status=404), create(7, 8, "v3", (8, 1)), got(8.5, "v3", (8, 1), op="final")]),
    ("a read beside a change sees either", [ONE, TWO, got(3.5, "v1", (7, 1)), got(3.5, "v2", (7, 2))]),
    ("a change without an answer was made",
     [ONE, patch(3, 4, "v2", None, (7, 1), status=None), got(9, "v2", (7, 2), op="final")]),
    ("a change without an answer was not made",
     [ONE, patch(3, 4, "v2", None, (7, 1), status=503), got(9, "v1", (7, 1), op="final")]),
    ("a change without an answer is made late",
     [ONE, patch(3, 4, "v2", None, (7, 1), status=None), got(5, "v1", (7, 1)), got(9, "v2", (7, 2))]),
    ("a deletion without an answer", [ONE, delete(3, 4, (7, 1), None), got(9, None, status=404)]),
    ("a refused change changes nothing",
     [ONE, patch(3, 4, "v2", None, (7, 5), status=412), got(5, "v1", (7, 1))]),
    ("a redirect within the promise", [ONE, TWO, visit(5.9, "v1")] + READY),
    ("an old redirect of a node that says so",
     [ONE, TWO, visit(9, "v1")] + samples(*range(10), value="degraded: …")),
    ("an old redirect of a node that said so in its answer",
     [ONE, patch(3, 4, "v2", (7, 2), (7, 1), status=202), visit(7.5, "v1")] + READY),
    ("an old redirect of a node that was stopped",
     [ONE, event("fault", 3, 8, value="pause"), TWO, visit(9, "v1")] + READY),
    ("an old redirect of a node that was cut off a moment ago",
     [ONE, event("fault", 2.5, 8, key="", value="cut"), TWO, visit(7.5, "v1")] + READY),
    ("an old redirect while the machine stood still",
     [ONE, TWO, event("late", 5, 7, node="", key=""), visit(7.5, "v1")] + READY),
    ("an old redirect of a node that nobody has asked", [ONE, TWO, visit(9, "v1")]),
    ("lost with the server that stopped, without a synchronous standby",
     [run(synchronous=False), ONE, TWO, event("fault", 4.5, 6, node="", value="promotion"),
      got(9, "v1", (7, 1), op="final")]),
    ("the limit is used up", [LIMIT, *GRANTS[:2], got(5, None, op="take", status=410)]),
    ("granted again by a promoted server",
     [run(synchronous=False), LIMIT, event("fault", 3, 5, node="", value="promotion"), *GRANTS]),
    ("one link by an idempotency key that was sent twice",
     [MINTED, event("mint", 3, 4, value="u", status=201, note="s1"),
      got(9, "u", op="final", key="s1")]),
    ("a token that was used in its life",
     [token("make", 1), token("use", 1.5, 401), token("use", 2), token("revoke", 3), token("use", 4),
      token("use", 7, 401)] + READY),
    ("a revoked token at a node that says that it is behind",
     [token("make", 1), token("revoke", 3), token("use", 6)] + samples(*range(9), value="degraded")),
    ("a revocation without an outcome",
     [token("make", 1), token("revoke", 3, None), token("use", 6), token("use", 7, 401)] + READY),
    ("clicks of the last second of a killed node",
     CLICKED + [event("fault", 5.5, 6, value="kill"), event("count", 9, 9, value=2)]),
    ("a click without an answer may be counted",
     CLICKED + [visit(6, None, None), event("count", 9, 9, value=4)]),
    ("two changes at once end as in one of the orders",
     ORDERS + [pair("at once", [200, 200, "first"]), pair("at once", [200, 200, "second"])]),
    ("two changes at once of which one has no outcome",
     ORDERS + [pair("at once", [200, None, "both"], None)]),
    ("two changes at once of servers of which one was overtaken",
     [run(synchronous=False), event("fault", 6, 8, node="", value="promotion")] + ORDERS
     + [pair("at once", [200, 200, "both"])]),
    ("what was kept is there, and a node has ended in time",
     [event("keepsake", 8, 9, key="versions", value=4, status=200), event("ended", 1, 2, status=200)]),
    ("a second link of a key that was asked for of a node whose clock is years ahead",
     [MINTED, event("fault", 2.5, 6, value="clock"), event("mint", 3, 4, value="u", status=201, note="s2")]),
    ("a revoked token that is refused for another reason",
     [token("make", 1), token("revoke", 3), token("use", 6, 429)] + READY),
    ("a node recovers", [event("recovered", 1, 3, key="a fault", status=200),
                         event("verify", 4, 5, status=0)]),
]


class JudgeTests(unittest.TestCase):
    def test_finds_each_broken_promise(self):
        for sentence, events, promise in BROKEN:
            with self.subTest(sentence):
                found = judge(events)
                self.assertEqual([broken.promise for broken in found], [promise])
                self.assertTrue(found[0].evidence)
                self.assertTrue(all(event in events for event in found[0].evidence))

    def test_lets_right_histories_pass(self):
        for sentence, events in KEPT:
            with self.subTest(sentence):
                self.assertEqual(list(map(str, judge(events))), [])

    def test_the_order_of_the_record_does_not_matter(self):
        for sentence, events, promise in BROKEN:
            with self.subTest(sentence):
                self.assertEqual([broken.promise for broken in judge(events[::-1])], [promise])


class RecordTests(unittest.TestCase):
    def test_events_come_back_from_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            recorder = Recorder(os.path.join(folder, "record"))
            added = [recorder.add("patch", 0.5, node="a", key="k", value="v", status=200, version=(7, 2),
                                  base=(7, 1)),
                     recorder.add("visit", 0.5, node="a", key="k")]
            recorder.close()
            self.assertEqual(read(os.path.join(folder, "record")), added)


if __name__ == "__main__":
    unittest.main()
