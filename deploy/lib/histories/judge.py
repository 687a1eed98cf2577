"""Judges a record: a pure function from events to broken promises.

Strict is what does not depend on how busy a machine is: which changes there are, in which order, and
what is there in the end. Redirects and reads of one link are answered by copies, which may be behind
by `allowed` seconds: the 500 ms that are promised and a margin. A copy may be older than that only while
the node says so, while it cannot run (killed, stopped), or while the machine did not even wake the
recorder in time. One that is cut off and hears nothing has `notice` seconds to find out.
"""

import collections
import dataclasses
import math

CHANGES = ("create", "patch", "delete")
# Of a server that is promoted without a synchronous standby these seconds before the fault may be lost.
LAG = 2
# A sample is taken this often, or the node has not been heard.
SAMPLED = 1


@dataclasses.dataclass(frozen=True)
class Broken:
    promise: str
    key: str
    sentence: str
    evidence: tuple

    def __str__(self):
        lines = [f"BROKEN  {self.promise}: {self.key}: {self.sentence}"]
        return "\n".join(lines + ["        " + event.line() for event in self.evidence])


def judge(events):
    """The broken promises of a record, those of one kind and key as one."""
    history = History(events)
    rules = (versions, reads, limits, minted, tokens, clicks, pairs, keepsakes, recoveries)
    found = {}
    for rule in rules:
        for broken in rule(history):
            found.setdefault((broken.promise, broken.key), broken)
    return list(found.values())


class History:
    """The events by kind and key, and what excuses an old answer."""

    def __init__(self, events):
        self.settings = {"allowed": 2.0, "notice": 6.5, "lastSecond": 1.0, "synchronous": True}
        self.by_key = collections.defaultdict(lambda: collections.defaultdict(list))
        self.faults, self.late = [], []
        self.samples = collections.defaultdict(list)
        # The changes by node of which it said that its own visitors do not see them yet.
        self.pending = collections.defaultdict(list)
        for event in events:
            match event.op:
                case "run": self.settings.update(event.value)
                case "fault": self.faults.append(event)
                case "late": self.late.append(event)
                case "sample": self.samples[event.node].append(event)
                case _:
                    if event.op in CHANGES and event.status == 202:
                        self.pending[event.node].append(event)
                    self.by_key[event.op][event.key].append(event)
        self.minted = {mint.value for mints in self.of("mint").values() for mint in mints}
        self.allowed = self.settings["allowed"]
        self.losses = [] if self.settings["synchronous"] else [
            (fault.begin - LAG, fault.end) for fault in self.faults if "promot" in fault.value]

    def of(self, op):
        return self.by_key[op]

    def may_be_lost(self, event):
        """Whether it was answered by a server whose last commits its successor may lack."""
        return any(begin <= event.end and event.begin <= end for begin, end in self.losses)

    def is_excused(self, event):
        """Whether an old answer of a copy breaks no promise."""
        begin, end = event.begin - self.allowed, event.end
        def touches(other, slack=0):
            return other.begin - slack <= end and begin <= other.end + slack
        heard = [sample for sample in self.samples[event.node] if touches(sample, SAMPLED)]
        said = any(sample.value != "ready" for sample in heard)
        own = [fault for fault in self.faults if fault.node == event.node]
        stood = any(touches(fault) for fault in own if fault.value in ("kill", "pause", "restart"))
        deaf = any(touches(fault) and begin <= fault.begin + self.settings["notice"]
                   for fault in own if fault.value == "cut")
        told = any(change.end <= end and begin <= change.end + self.settings["notice"]
                   for change in self.pending[event.node])
        return not heard or said or stood or deaf or told or any(map(touches, self.late)) or self.may_be_lost(event)


# --- links


class Changes:
    """The changes of one link, and their order as far as it is certain."""

    def __init__(self, history, key):
        self.history = history
        every = [change for op in CHANGES for change in history.of(op)[key]]
        self.refused = [change for change in every if 400 <= (change.status or 0) < 500]
        self.all = [change for change in every if change not in self.refused]
        self.done = [change for change in self.all
                     if change.status in (200, 201, 202, 204) and not history.may_be_lost(change)]
        self.writers = {change.value: change for change in every if change.op != "delete"}
        self.seen = [read for op in ("read", "final") for read in history.of(op)[key]
                     if read.status == 200 and not history.may_be_lost(read)]
        # What a copy showed of a change says where it stands, answered or not.
        shown = {read.value: read.version for read in self.seen}
        self.places = {}
        self.known = {}
        for change in self.all:
            place = self.place(change, shown)
            if place:
                self.places[change] = place

    def place(self, change, shown):
        if change.op == "delete":
            return change.base and (*change.base, 1)
        version = change.version if change in self.done else shown.get(change.value)
        return version and (*version, 0)

    def precedes(self, one, other):
        """Whether `other` has surely come after `one`."""
        if one in self.places and other in self.places:
            return self.places[one] < self.places[other]
        return one in self.done and one.end < other.begin

    def over(self, change):
        """When something else had surely taken the place of what a change made, and what."""
        if change not in self.known:
            self.known[change] = self.first_after(change)
        return self.known[change]

    def first_after(self, change):
        later = [(other.end, other) for other in self.done
                 if other is not change and self.precedes(change, other)]
        if change in self.places:
            later += [(read.end, read) for read in self.seen
                      if (*read.version, 0) > self.places[change]]
        return min(later, key=lambda pair: pair[0], default=(math.inf, None))


def versions(history):
    """Every answered change is one revision, and they stand in the order in which they were made."""
    for key in {key for op in CHANGES for key in history.of(op)}:
        changes = Changes(history, key)
        made = [change for change in changes.done if change.op != "delete" and change.version]
        at = {}
        for change in made:
            other = at.setdefault(change.version, change)
            if other is not change:
                yield Broken("no change doubled", key, "two changes are one revision", (other, change))
            base = change.base
            if change.op == "patch" and base and change.version != (base[0], base[1] + 1):
                yield Broken("If-Match", key, "made on another revision than it names", (change,))
        for one in made:
            for other in made:
                if one.end < other.begin and one.version > other.version:
                    yield Broken("changes in order", key, "the later is the lower revision", (one, other))


def reads(history):
    """Nothing lost, nothing from nowhere, nothing older than promised."""
    for key in {key for op in ("read", "final", "visit") for key in history.of(op)}:
        changes = Changes(history, key)
        for op in ("read", "final", "visit"):
            for read in history.of(op)[key]:
                if op == "final" and history.may_be_lost(read):
                    continue
                # A copy may be behind; in the end it has had the time to come after.
                since = read.begin - (0 if op == "final" else history.allowed)
                if read.status in (200, 302):
                    fault = wrong_value(changes, read, since)
                elif read.status == 404:
                    fault = wrong_absence(changes, read, since)
                else:
                    continue
                if fault and not (fault[0] == OLD and op != "final" and history.is_excused(read)):
                    promise = LOST if op == "final" and fault[0] == OLD else fault[0]
                    yield Broken(promise, key, fault[1], (*fault[2], read))


LOST = "no answered change lost"
OLD = "no read older than promised"
NOWHERE = "no read from nowhere"


def wrong_value(changes, read, since):
    writer = changes.writers.get(read.value)
    if writer is None and read.value in changes.history.minted:
        return None
    if writer is None:
        return NOWHERE, "a value that nobody wrote", ()
    if read.end < writer.begin:
        return NOWHERE, "a value that was written later", (writer,)
    if writer in changes.refused:
        return NOWHERE, "a value that was refused", (writer,)
    if read.version and writer in changes.done and read.version != writer.version:
        return NOWHERE, "a value at another revision than was answered", (writer,)
    over, by = changes.over(writer)
    if over < since:
        return OLD, f"over for {read.begin - over:.2f} s", (writer, by)
    return None


def wrong_absence(changes, read, since):
    deletions = [change for change in changes.all
                 if change.op == "delete" and change.begin <= read.end]
    for made in sorted(changes.done, key=lambda change: -change.end):
        if made.op == "delete" or made.end >= since:
            continue
        if not any(not changes.precedes(deletion, made) and changes.over(deletion)[0] >= since
                   for deletion in deletions):
            return OLD, f"absent {read.begin - made.end:.2f} s after it was made", (made, *deletions[-2:])
    return None


# --- limits, idempotency keys, tokens, clicks


def limits(history):
    for key, takes in history.of("take").items():
        limit = max((event.value for event in history.of("limit")[key]), default=0)
        granted = [take for take in takes if take.status == 302]
        # What was granted by a server that is gone can be granted again by its successor.
        again = sum(map(history.may_be_lost, granted))
        if len(granted) - again > limit:
            yield Broken("maxClicks", key, f"{len(granted)} of {limit} granted", tuple(granted[limit:][:3]))


def minted(history):
    slugs = collections.defaultdict(list)
    for events in history.of("final").values():
        for event in events:
            if event.status == 200:
                slugs[event.value].append(event)
    for key, mints in history.of("mint").items():
        answered = {}
        for mint in mints:
            if mint.status in (200, 201, 202) and not history.may_be_lost(mint):
                answered.setdefault(mint.note, mint)
        # Keys last for a day, by the clock of the node that is asked.
        if any(fault.value == "clock" and fault.begin <= mint.end and mint.begin <= fault.end
               for fault in history.faults for mint in mints):
            continue
        if len(answered) > 1:
            yield Broken("an idempotency key makes one link", key, "two were answered", tuple(answered.values()))
        kept = slugs.get(mints[0].value, ())
        if len(kept) > 1 and not any(map(history.may_be_lost, mints)):
            yield Broken("an idempotency key makes one link", key, f"{len(kept)} are there", tuple(kept))
        if answered and slugs and not kept:
            yield Broken(LOST, key, "the link that was made is gone", tuple(answered.values()))


def tokens(history):
    for key, uses in history.of("token-use").items():
        made = [event for event in history.of("token-make")[key]
                if event.status == 200 and not history.may_be_lost(event)]
        asked = history.of("token-revoke")[key]
        revoked = [event for event in asked if event.status == 200 and not history.may_be_lost(event)]
        for use in uses:
            if use.status is None or use.status >= 500 or history.is_excused(use):
                continue
            since = use.begin - history.allowed
            gone = [event for event in revoked if event.end < since]
            there = [event for event in made if event.end < since]
            if use.status == 200 and gone:
                yield Broken("a revoked token is refused", key, "accepted", (gone[0], use))
            if use.status == 401 and there and not any(event.begin <= use.end for event in asked):
                yield Broken("a token is known to all nodes", key, "refused", (there[0], use))


def clicks(history):
    """Each once; those of the last second of a killed node may be gone."""
    kills = [fault for fault in history.faults if fault.value == "kill"]
    second = history.settings["lastSecond"]
    for key, counts in history.of("count").items():
        visits = history.of("visit")[key]
        answered = [visit for visit in visits if visit.status == 302]
        unanswered = [visit for visit in visits if visit.status is None]
        forgiven = [visit for visit in answered if any(
            kill.node == visit.node and kill.begin - second <= visit.end <= kill.end for kill in kills)]
        least, most = len(answered) - len(forgiven), len(answered) + len(unanswered)
        for count in counts:
            if not least <= count.value <= most:
                yield Broken("each click counted once", key,
                             f"{count.value} counted, {least} to {most} made", (count,))


def pairs(history):
    """Two changes at once end as they do one after the other."""
    for key, events in history.of("pair").items():
        known = [event for event in events if event.status == 200 and not history.may_be_lost(event)]
        orders = [event for event in known if event.note != "at once"]
        for event in known:
            if not any(event.value == order.value for order in orders):
                yield Broken("two changes at once are one after the other", key,
                             f"{event.value} is the end of neither order", (*orders, event))


def keepsakes(history):
    """What was there before the faults is there after them: versions, deleted links, audit log, hours."""
    for key, events in history.of("keepsake").items():
        for event in events:
            if event.status != 200:
                yield Broken("what is kept is there afterwards", key, event.note, (event,))


def recoveries(history):
    for events in history.of("ended").values():
        for event in events:
            if event.status != 200:
                yield Broken("a node ends when it is told to", event.node, event.note, (event,))
    for events in history.of("recovered").values():
        for event in events:
            if event.status != 200:
                yield Broken("nodes recover", event.node, f"not within {event.end - event.begin:.0f} s "
                             f"after {event.key}: {event.note}", (event,))
    for events in history.of("verify").values():
        for event in events:
            if event.status != 0:
                yield Broken("copies equal to the table", event.node, event.note, (event,))
