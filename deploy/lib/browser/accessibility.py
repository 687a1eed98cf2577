"""axe-core, which looks for what keeps people from using a page. It comes inside a Python package,
is kept beside the build, and is no part of Keiro."""

import pathlib
import subprocess
import sys
import zipfile

PACKAGE = "axe-core-python==0.1.0"
FOLDER = pathlib.Path(".build/axe")


def script():
    """The text of axe-core; None where the Python package index cannot be reached."""
    wheels = list(FOLDER.glob("axe_core_python-*.whl"))
    if not wheels:
        FOLDER.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--retries", "1", "--timeout", "20",
             "--no-deps", "--dest", str(FOLDER), PACKAGE],
            check=False)
        wheels = list(FOLDER.glob("axe_core_python-*.whl"))
        if not wheels:
            return None
    with zipfile.ZipFile(wheels[0]) as wheel:
        name = next(name for name in wheel.namelist() if name.endswith("axe.min.js"))
        return wheel.read(name).decode()


def findings(driver, text):
    """What axe-core finds on the page, as short sentences."""
    # Through the debugger, which the policy of the page does not bind.
    driver.execute_cdp_cmd("Runtime.evaluate", {"expression": text})
    result = driver.execute_cdp_cmd("Runtime.evaluate", {
        "expression": "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', "
                      "'best-practice']}).then((r) => r.violations.map((v) => v.id + ': ' + "
                      "v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(' | ')))",
        "awaitPromise": True, "returnByValue": True})
    return result["result"].get("value", [str(result)])
