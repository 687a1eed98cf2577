"""Runs test targets of a debug build, in a few processes beside each other, for deploy/check/suite."""

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# The slowest targets, each row a process; all others, including new ones, are the last process. Those that ask
# the servers in trouble, which they share, wait most of their time, while the others keep the processors busy.
ROWS = [['KeiroCommandTests', 'DoctorTests', 'ProbingTests'], ['LinkStoreTests', 'PropertyTests'],
        ['DashboardTests', 'ManagementTests', 'WireCallsTests', 'HTTPServerTests']]
# What no test reads.
UNREAD = ('deploy/check/', 'deploy/bench/', 'deploy/lib/', 'deploy/test', '.ci/')


class Package:
    """The targets of the manifest, and what each test target is made of."""

    def __init__(self):
        described = subprocess.run(['swift', 'package', 'dump-package'], capture_output=True, check=True)
        self.targets = {target['name']: target for target in json.loads(described.stdout)['targets']}
        self.tests = [name for name, target in self.targets.items() if target['type'] == 'test']
        listed = subprocess.run(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
                                capture_output=True, check=True).stdout.decode()
        self.files = sorted(path for path in listed.split('\0') if path and os.path.isfile(path))
        self.digests = {}

    def closure(self, name):
        found, kept = [name], set()
        while found:
            one = found.pop()
            if one in kept or one not in self.targets:
                continue
            kept.add(one)
            found += [dependency['byName'][0] for dependency in self.targets[one]['dependencies']
                      if 'byName' in dependency]
        return kept

    def digest(self, path):
        if path not in self.digests:
            self.digests[path] = hashlib.sha256(Path(path).read_bytes()).hexdigest()
        return self.digests[path]

    def state(self, name, *settings):
        """What decides whether the tests of a target pass: its sources, those that it is built from, and
        every file of the repository that a test may read."""
        folders = tuple(self.targets[target]['path'] + '/' for target in self.closure(name))
        text = '\n'.join(settings)
        for path in self.files:
            is_shared = not path.startswith(('Sources/', 'Tests/') + UNREAD) or path.endswith('.md')
            if is_shared or path.startswith(folders):
                text += f'\n{path} {self.digest(path)}'
        return hashlib.sha256(text.encode()).hexdigest()


class Process:
    """One run of some tests, and what became of them."""

    def __init__(self, arguments, binary, minutes):
        events = tempfile.NamedTemporaryFile(suffix='.json')
        log = tempfile.TemporaryFile()
        begun = time.monotonic()
        command = [binary, '--testing-library', 'swift-testing', *arguments,
                   '--event-stream-output-path', events.name, '--event-stream-version', '0']
        try:
            self.code = subprocess.run(command, stdout=log, stderr=subprocess.STDOUT,
                                       timeout=minutes * 60).returncode
        except subprocess.TimeoutExpired:
            self.code = 124
        self.seconds = time.monotonic() - begun
        log.seek(0)
        self.log = log.read().decode(errors='replace')
        begun_tests, ended, self.failed = set(), set(), []
        for line in Path(events.name).read_text(errors='replace').splitlines():
            try:
                record = json.loads(line)
            except ValueError:
                continue
            if record.get('kind') != 'event':
                continue
            event = record['payload']
            test = event.get('testID')
            if test is None or '/' not in test:
                continue
            if event['kind'] == 'testStarted':
                begun_tests.add(test)
            elif event['kind'] in ('testEnded', 'testSkipped'):
                ended.add(test)
            elif event['kind'] == 'issueRecorded' and test not in self.failed:
                self.failed.append(test)
        self.unfinished = sorted(begun_tests - ended)

    @property
    def is_fine(self):
        return self.code == 0

    def summary(self):
        runs = re.findall(r'^. Test run with .*$', self.log, re.MULTILINE)
        return runs[-1] if runs else f'no result, exit {self.code}'

    def tell(self):
        """What has failed; all of it if the process died."""
        if self.code in (0, 1):
            kept = [line for line in self.log.splitlines()
                    if '✘' in line or line.startswith(('↳', '  ', '/'))]
            print('\n'.join(line[:1200] for line in kept[:400]))
        else:
            print(self.log[-20000:])
        for test in self.unfinished:
            print(f'still waiting: {test}')


def pattern(test):
    """An expression for one test; its name is a sentence with spaces and quotation marks."""
    return '^' + re.sub(r'[^A-Za-z0-9_]', '.', test) + '$'


def main():
    parser = argparse.ArgumentParser(prog='deploy/check/suite')
    parser.add_argument('--quick', action='store_true')
    parser.add_argument('--changed', action='store_true')
    parser.add_argument('--minutes', type=int, default=10)
    parser.add_argument('targets', nargs='*')
    options = parser.parse_args()
    binary = subprocess.run(['swift', 'build', '--show-bin-path'], capture_output=True, check=True,
                            text=True).stdout.strip() + '/keiroPackageTests.xctest'
    if not os.access(binary, os.X_OK):
        sys.exit(f"'{binary}' is not there: expected swift build --build-tests before")
    package = Package()
    for name in options.targets:
        if name not in package.tests:
            sys.exit(f"'{name}' is not a test target: expected one of {', '.join(sorted(package.tests))}")
    if options.quick:
        # One engine, and few cases of each property: deploy/check/all tries the others.
        os.environ.setdefault('KEIRO_ENGINES', 'memory')
        os.environ.setdefault('KEIRO_CASES', '60')
    settings = [os.environ.get(name, '') for name in ('KEIRO_ENGINES', 'KEIRO_CASES')]

    wanted = options.targets or package.tests
    passed = Path('.build/passed')
    known = dict(line.split() for line in passed.read_text().splitlines()) if passed.exists() else {}
    states = {name: package.state(name, *settings) for name in wanted}
    if options.changed:
        same = [name for name in wanted if known.get(name) == states[name]]
        wanted = [name for name in wanted if name not in same]
        if same:
            print(f'{len(same)} targets have passed with the same files: {", ".join(sorted(same))}')
    rows = [[name for name in row if name in wanted] for row in ROWS]
    rows.append([name for name in wanted if not any(name in row for row in ROWS)])
    rows = [row for row in rows if row]
    if not rows:
        return

    def run(row):
        return Process(['--filter', '^(' + '|'.join(row) + r')\.'], binary, options.minutes)

    with ThreadPoolExecutor(len(rows)) as pool:
        processes = list(pool.map(run, rows))
    unsteady, broken = [], []
    for row, process in zip(rows, processes):
        if process.is_fine:
            continue
        print(f'\n-- {" ".join(row) if len(row) < 4 else "other targets"}: {process.seconds:.0f} s, exit {process.code}')
        process.tell()
        if process.code != 1 or process.unfinished or not process.failed:
            broken += row
            continue
        # Each once more and by itself: a test that fails now and then is a defect, but not of this change.
        again = Process(['--no-parallel', *(word for test in process.failed for word in ('--filter', pattern(test)))],
                        binary, options.minutes)
        if again.is_fine and 'with 0 tests' not in again.summary():
            unsteady += process.failed
        else:
            print('\n-- once more, by themselves')
            again.tell()
            broken += [name for name in row if any(test.startswith(name + '.') for test in process.failed)]
    known.update((name, states[name]) for row in rows for name in row if name not in broken)
    passed.write_text(''.join(f'{name} {state}\n' for name, state in sorted(known.items())))
    for test in unsteady:
        print(f'unsteady: {test}')
    for process in processes:
        print(f'{process.summary()} ({process.seconds:.0f} s)')
    if broken:
        print(f'tests have failed; KEIRO_SEED={os.environ["KEIRO_SEED"]} repeats their random cases', file=sys.stderr)
        sys.exit(1)


main()
