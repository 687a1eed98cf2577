"""Processor time of pages. Usage: bench.py BINARY LINKS"""

import os
import pathlib
import sqlite3
import sys
import tempfile
import time

from keiro_server import Keiro

PAGES = [
    ("a page of 50 links", "/dashboard/links"),
    ("links of a host", "/dashboard/links?host=asajikan.jp"),
    ("links with a tag", "/dashboard/links?tag=t7"),
    ("links that end soon", "/dashboard/links?state=ending"),
    ("links that are archived", "/dashboard/links?state=archived"),
    ("links of a campaign", "/dashboard/links?campaign=c100"),
    ("links that were deleted", "/dashboard/links?state=deleted"),
    ("links whose destinations are gone", "/dashboard/links?state=dead"),
    ("the overview of 30 days", "/dashboard/"),
    ("the overview of a year", "/dashboard/?period=365d"),
    ("the overview of a year by tag", "/dashboard/?period=365d&top=tag"),
    ("the overview of a year by campaign", "/dashboard/?period=365d&top=campaign"),
    ("a link with its year", "/dashboard/links/asajikan.jp/recipe-001?period=365d"),
    ("a link on all systems", "/dashboard/links/asajikan.jp/recipe-001?taps=all"),
    ("a search", "/dashboard/links?search=nothing-like-that"),
    ("a search through all links", "/dashboard/links?search=nothing-like-that&all=yes"),
    ("a search by clicks", "/dashboard/links?search=nothing-like-that&sort=clicks"),
    ("links that are scheduled", "/dashboard/links?state=scheduled"),
    ("all links by their clicks", "/dashboard/links?sort=clicks"),
]
GOAL = 30
# What reads every link, or explains a tap on every system that there was.
WIDE = {"a link on all systems", "a search through all links"}
ROUNDS = 20
# Links that people follow every day of the year.
BUSY = 500


def fill_busy(folder):
    """What the sums of days have of the links of a busy service. Keiro must not run."""
    base = sqlite3.connect(pathlib.Path(folder) / "keiro.db")
    today = int(time.time() // 86400)
    for number in range(BUSY):
        base.execute(
            "INSERT OR IGNORE INTO counted_links (host, slug, total) VALUES ('asajikan.jp', ?, 36500)",
            (f"n{number:08}",))
    ids = [row[0] for row in base.execute("SELECT id FROM counted_links WHERE slug LIKE 'n0%'")]
    names = {0: ("redirect", "landing"), 1: ("iphone", "android", "windows"), 2: ("", "t.co", "www.google.com")}
    base.executemany("INSERT OR REPLACE INTO click_days VALUES (?,?,?,?,0,?)", (
        (day, link, dimension, name, 5 + (link * 7 + day) % 90)
        for day in range(today - 364, today + 1) for link in ids
        for dimension, values in names.items() for name in values))
    base.commit()
    base.close()


def processor_time(process):
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def rest(process):
    """Waits until a new process has read the links into its memory, which takes a thread of its own."""
    while True:
        before = processor_time(process)
        time.sleep(1)
        if processor_time(process) - before < 20:
            return


def main(binary, links):
    slow = []
    with tempfile.TemporaryDirectory() as scratch:
        keiro = Keiro(binary, scratch)
        with open(pathlib.Path(scratch) / "links.csv", "w") as file:
            file.write("host,slug,url,tags,campaign.utm_campaign\n")
            for number in range(links):
                campaign = f"c{number % 500}" if number % 100 == 0 else ""
                file.write(
                    f"asajikan.jp,n{number:08},https://asajikan.jp/article/{number},t{number % 5000},{campaign}\n")
        keiro.run("links", "import", "--format", "csv", "--apply", "links.csv")
        keiro.start()
        token = keiro.token()
        keiro.fill(token)
        keiro.stop()
        keiro.fill_days()
        fill_busy(scratch)
        keiro.start()
        try:
            cookie = keiro.sign_in(token)
            rest(keiro.process.pid)
            for name, address in PAGES:
                rounds = 2 if name in WIDE else ROUNDS
                first = processor_time(keiro.process.pid)
                assert keiro.request("GET", address, headers={"Cookie": cookie})[0] == 200, address
                before = processor_time(keiro.process.pid)
                for _ in range(rounds):
                    keiro.request("GET", address, headers={"Cookie": cookie})
                taken = (processor_time(keiro.process.pid) - before) / rounds
                print(f"{taken:8.1f} ms  {name} (the first time {before - first:.0f} ms)", flush=True)
                if taken > GOAL and name not in WIDE:
                    slow.append(name)
        finally:
            keiro.stop()
    for name in slow:
        print(f"above {GOAL} ms: {name}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
