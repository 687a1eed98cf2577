"""Says which relative links and anchors of Markdown pages lead nowhere: links.py PAGE …"""
import collections
import pathlib
import re
import sys

CODE = re.compile(r"^```.*?^```$|^    [^\n]*|`[^`\n]*`|<!--.*?-->", re.M | re.S)
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.*?)\s*$|<a (?:id|name)=\"([^\"]+)\"", re.M)
FENCE = re.compile(r"^```.*?^```$", re.M | re.S)


def anchors(page):
    """The names of a page's headings, as GitHub makes them."""
    found, seen = set(), collections.Counter()
    for heading, name in HEADING.findall(FENCE.sub("", page.read_text())):
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        slug = name or re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
        found.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
        seen[slug] += 1
    return found


def faults(page):
    for target in LINK.findall(CODE.sub("", page.read_text())):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = page.parent / path if path else page
        if not file.exists():
            yield f"{page}: no file '{path}'"
        elif anchor and anchor not in anchors(file):
            yield f"{page}: no heading of {file} has the anchor '{anchor}'"


missing = [fault for page in map(pathlib.Path, sys.argv[1:]) for fault in faults(page)]
print("\n".join(missing), end="\n" if missing else "", file=sys.stderr)
sys.exit(1 if missing else 0)
