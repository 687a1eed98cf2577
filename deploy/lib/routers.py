"""Holds generated routers against a running server, see deploy/check/routers.

Usage: routers.py BINARY CONFIGURATIONS SEED URLS

A language is a class with `prepare`, which compiles a router, `answers`, which asks it about many URLs, and
`compile_article`, which compiles the code of the guide with a router. An answer is a dictionary: `kind` (nothing, link,
shortLink or screen), for a screen `screen` and `parameters`, and `built`, the URL that the router builds for it, or None.
"""
import http.client
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import threading
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
STUBS = ROOT / "Tests/Values/LaunchRoutingTests/Stubs"
ARTICLE = ROOT / "deploy/guide/routers.md"
APP = "shop"
KNOWN_SLUG = "known"
# A link of which some spellings are only equal once they are composed and their case is folded.
WORDY_SLUG = "cafßéς"
WORDY_SPELLINGS = ["caf%C3%9F%C3%A9%CF%82", "caf%C3%9Fe%CC%81%CF%82", "CAFSS%C3%89%CE%A3", "caf%E1%BA%9E%C3%A9%CF%83"]


class Swift:
    kind, file = "swift", "Route.swift"
    # Behind the router in one file, so that it reads texts that no URL of Foundation holds.
    harness = r"""
func answer(_ text: String) -> [String: Any] {
  switch RouteReader.decision(text) {
  case .nothing: return ["kind": "nothing"]
  case .link: return ["kind": "link"]
  case .shortLink: return ["kind": "shortLink"]
  case .screen(let screen, let parameters):
    var answer: [String: Any] = ["kind": "screen", "screen": screen, "parameters": parameters]
    // No URL of Foundation holds some texts; one that the screen and its values have stands in for those.
    let isHeld = URL(string: text)?.absoluteString == text
    let texts = isHeld ? [text] : RouteReader.urls(of: screen, parameters, host: nil)
    let routes = texts.lazy.compactMap { URL(string: $0).flatMap { Route($0) } }
    guard let route = routes.first(where: { $0.screen == screen && $0.parameters == parameters }) else {
      return isHeld ? ["kind": "a route that differs from its own decision"] : answer
    }
    answer["built"] = route.url()?.absoluteString
    if let built = route.url(), Route(built) != route { answer["kind"] = "built another route" }
    return answer
  }
}
while let line = readLine() {
  guard let text = try? JSONDecoder().decode([String].self, from: Data(line.utf8))[0] else { continue }
  let data = try JSONSerialization.data(withJSONObject: answer(text))
  print(String(decoding: data, as: UTF8.self))
}
"""

    def prepare(self, folder, source):
        run("swift", "format", "lint", "--strict", folder / self.file)
        for version in "5", "6":
            run("swiftc", "-typecheck", "-parse-as-library", "-warnings-as-errors", "-swift-version", version,
                folder / self.file)
        (folder / "swift").mkdir()
        (folder / "swift/main.swift").write_text(source + self.harness)
        self.program = folder / "swift/router"
        # Version 5, in which the harness may keep dictionaries of anything.
        run("swiftc", "-O", "-swift-version", "5", "-o", self.program, folder / "swift/main.swift")

    def answers(self, urls):
        return ask_program([self.program], urls)

    def compile_article(self, folder, code):
        (folder / "App.swift").write_text(code)
        strict = ["-swift-version", "6", "-warnings-as-errors", "-I", folder]
        features = [word for name in ("ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility")
                    for word in ("-enable-upcoming-feature", name)]
        for name in "UserNotifications", "UIKit", "SwiftUI":
            run("swiftc", "-emit-module", "-module-name", name, "-parse-as-library", *strict, *features,
                "-o", folder / f"{name}.swiftmodule", STUBS / f"{name}.swift")
        run("swiftc", "-typecheck", "-parse-as-library", *strict, folder / self.file, folder / "App.swift")


class Kotlin:
    kind, file = "kotlin", "Route.kt"
    # JSON by hand: the language has no reader of it.
    harness = r"""
private fun quoted(text: String): String =
    text.map { "\\u" + "%04x".format(it - '\u0000') }.joinToString("", "\"", "\"")

private fun unquoted(text: String): String =
    Regex("\\\\(u([0-9a-f]{4})|.)").replace(text) {
        val digits = it.groupValues[2]
        if (digits == "") it.groupValues[1] else ('\u0000' + digits.toInt(16)).toString()
    }

private fun answer(url: String): String {
    val route = Route.parse(url) ?: return "{\"kind\": \"nothing\"}"
    val screen = route.screen
    if (screen == null) {
        return if (route.url() != url) "{\"kind\": \"a URL that does not build itself\"}"
        else "{\"kind\": \"${if (route is Route.ShortLink) "shortLink" else "link"}\"}"
    }
    val built = route.url()
    if (built != null && Route.parse(built) != route) return "{\"kind\": \"built another route\"}"
    val values = route.parameters.map { quoted(it.key) + ": " + quoted(it.value) }
    return "{\"kind\": \"screen\", \"screen\": ${quoted(screen)}, \"parameters\": {${values.joinToString()}}, " +
        "\"built\": ${built?.let { quoted(it) } ?: "null"}}"
}

fun main() {
    while (true) {
        val line = readLine() ?: break
        println(answer(unquoted(line.substring(2, line.length - 2))))
    }
}
"""
    stubs = "annotation class Composable\n\n@Composable\nfun Text(text: String) = println(text)\n"

    def prepare(self, folder, source):
        (folder / "Main.kt").write_text(self.harness)
        self.program = folder / "router.jar"
        self.compile("-include-runtime", "-d", self.program, folder / self.file, folder / "Main.kt")

    def compile(self, *words):
        # What the compiler of Debian says about its own Java is no warning of the code.
        found = run("kotlinc", "-language-version", "1.3", *words)
        if "warning: " in found.replace("OpenJDK 64-Bit Server VM warning: ", ""):
            sys.exit(f"kotlinc: {found}")

    def answers(self, urls):
        return ask_program(["java", "-Dfile.encoding=UTF-8", "-jar", self.program], urls)

    def compile_article(self, folder, code):
        (folder / "App.kt").write_text(self.stubs + code)
        self.compile("-d", folder / "app.jar", folder / self.file, folder / "App.kt")


class TypeScript:
    kind, file = "typescript", "route.ts"
    harness = r"""
const { parseRoute, routeURL } = require("./out/route.js");
const sorted = (route) => route && [route.screen, Object.entries(route.parameters || {}).sort()];
function answer(url) {
  const route = parseRoute(url);
  if (route === null) return { kind: "nothing" };
  const built = routeURL(route);
  if (!("screen" in route)) {
    return { kind: built === url ? Object.keys(route)[0] : "a URL that does not build itself" };
  }
  const again = built === null ? route : parseRoute(built);
  const isSame = JSON.stringify(sorted(again)) === JSON.stringify(sorted(route));
  return { kind: isSame ? "screen" : "built another route", ...route, built };
}
const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line !== "");
process.stdout.write(lines.map((line) => JSON.stringify(answer(JSON.parse(line)[0])) + "\n").join(""));
"""
    stubs = """
declare module "react-native" {
  export const Linking: {
    addEventListener(kind: "url", open: (event: { url: string }) => void): unknown;
  };
}
"""
    strict = ["tsc", "--strict", "--noImplicitReturns", "--noUnusedLocals", "--noUnusedParameters"]

    def prepare(self, folder, source):
        # Of the oldest target, and with what is checked on request alone.
        run(*self.strict, "--outDir", folder / "out", "--module", "commonjs", folder / self.file)
        run(*self.strict, "--noEmit", "--target", "es2020", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes",
            "--isolatedModules", folder / self.file)
        (folder / "main.js").write_text(self.harness)
        self.program = folder / "main.js"

    def answers(self, urls):
        return ask_program(["node", self.program], urls)

    def compile_article(self, folder, code):
        (folder / "react-native.d.ts").write_text(self.stubs)
        (folder / "app.ts").write_text(code)
        run(*self.strict, "--noEmit", folder / "react-native.d.ts", folder / "app.ts")


LANGUAGES = [Swift, Kotlin, TypeScript]


def run(*words):
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: exit {done.returncode}\n{done.stdout}")
    return done.stdout


def ask_program(words, urls):
    """One JSON array with a URL on each line; one JSON object on each line of the answer."""
    lines = "".join(json.dumps([url]) + "\n" for url in urls)
    done = subprocess.run([str(word) for word in words], input=lines, stdout=subprocess.PIPE, text=True)
    answers = [json.loads(line) for line in done.stdout.split("\n") if line]
    if done.returncode != 0 or len(answers) != len(urls):
        sys.exit(f"{words[0]}: exit {done.returncode}, {len(answers)} answers about {len(urls)} URLs")
    return answers


class Server:
    """The server of a configuration, which is asked as apps ask it."""

    def __init__(self, binary, folder):
        self.folder = folder
        self.process = subprocess.Popen(
            [binary, "serve", "--config", folder / "keiro.json"], cwd=folder,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.port = None
        for line in self.process.stdout:
            found = re.search(r"serving on .*:(\d+)", line)
            if found:
                self.port = int(found[1])
                break
        if self.port is None:
            sys.exit("the server has not started")
        # What it says later must not fill the pipe.
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        self.asked = 0

    def resolve(self, host, url):
        """The status and the document of an answer."""
        # Each question comes from a network of its own, since one client may ask a few hundred a minute.
        self.asked += 1
        client = f"20.{self.asked >> 8}.{self.asked & 255}.1"
        self.connection.request(
            "GET", "/_keiro/resolve?url=" + urllib.parse.quote(url, safe=""),
            headers={"Host": host, "X-Forwarded-For": client})
        answer = self.connection.getresponse()
        return answer.status, json.loads(answer.read())

    def stop(self):
        self.process.terminate()
        self.process.wait(60)


class Cases:
    """Random configurations, and URLs that tell their routes apart."""

    words = ["a", "b", "menu", "x1", "caf%C3%A9", "a.b", "A", "en", "ja", "42", "~u", "new"]
    names = ["id", "name", "user_id", "q", "in", "each", "var"]
    screens = ["product", "home", "search-page", "default", "URLList", "settings"]

    def __init__(self, seed):
        self.random = random.Random(seed)

    def chance(self, percent):
        return self.random.random() * 100 < percent

    def pick(self, values):
        return self.random.choice(values)

    def configuration(self):
        sites = [self.site(number) for number in range(self.pick([1, 2, 3]))]
        sites[0]["routes"].append({"/": "/always/{id}", "app": APP, "screen": "always"})
        # A host that a wildcard of another site covers.
        sites.append({"hosts": ["api.wild0.example"], "routes": [{"/": "/*", "app": "other"}]})
        apps = {
            name: {"name": name.title(), "apple": {"appIDs": [f"A1B2C3D4E5.com.example.{name}"]},
                   "android": {"packageName": f"com.example.{name}", "sha256CertFingerprints": [
                       ":".join(f"{byte:02X}" for byte in range(32))]}}
            for name in (APP, "other")}
        return {
            "server": {"listen": ["127.0.0.1:0"], "management": [], "accessLog": None,
                       "trustedProxies": ["127.0.0.1"], "compatible": self.pick([[], ["shlink"]])},
            "store": {"memory": True}, "apps": apps, "sites": sites}

    def site(self, number):
        hosts = [f"main{number}.example"]
        if self.chance(60):
            hosts.append(f"*.wild{number}.example")
        if self.chance(30):
            hosts.append(f"with_line{number}.example")
        if self.chance(20):
            hosts.append(f"日本{number}.example")
        site = {"hosts": hosts, "routes": [self.route() for _ in range(self.pick([2, 5, 9]))]}
        if self.chance(30):
            site["alternateHost"] = f"open{number}.example"
        if self.chance(20):
            site["root"] = f"https://www{number}.example/"
        if self.chance(40):
            site["substitutionVariables"] = {"kind": ["tea", "caf*", "?uice", ""]}
            site["routes"].insert(0, {
                "/": "/$(kind)/{id}", "app": APP, "screen": self.pick(self.screens)})
        if self.chance(70):
            prefix = self.pick(["/s/", "/s/", "/"])
            site["shortLinks"] = {"prefix": prefix, "links": {}, "longLinks": self.pick(["own", "off"])}
            for slug in KNOWN_SLUG, WORDY_SLUG:
                site["shortLinks"]["links"][slug] = {"url": f"https://main{number}.example/always/1"}
            # Only where a route takes their addresses as well does a router know links by name.
            site["routes"].insert(0, {"/": "/caf*", "app": APP, "screen": self.pick(self.screens)})
            if self.chance(70):
                site["shortLinks"]["app"] = self.pick([APP, APP, "other"])
            if self.chance(30):
                site["shortLinks"]["caseSensitive"] = False
            if self.chance(30):
                site["shortLinks"]["trailingSlash"] = "ignore"
        return site

    def route(self):
        route = {}
        if self.chance(95):
            route["/"] = self.path()
        if self.chance(25):
            route["?"] = self.pick(["*=1", "??", "", {"lang": "$(lang)"}, {"a": "?*", "b": "*"}, {"Q": "x"}])
        if self.chance(10):
            route["#"] = self.pick(["?*", "top", "a*b"])
        if not route:
            route["/"] = "/"
        if self.chance(20):
            route["caseSensitive"] = False
        if self.chance(20):
            route["percentEncoded"] = False
        if self.chance(25):
            return route | {"exclude": True}
        route["app"] = self.pick([APP, APP, APP, "other"])
        if self.chance(75):
            route["screen"] = self.pick(self.screens)
        if self.chance(15):
            route["universalLink"] = False
        return route

    def path(self):
        names = self.random.sample(self.names, len(self.names))
        parts = []
        for _ in range(self.pick([0, 1, 2, 2, 3])):
            parts.append(self.pick([
                self.pick(self.words), self.pick(self.words), "{%s}" % names[0], "pre-{%s}" % names[0], "*", "?", "a*b",
                "{%s}-{%s}" % (names[0], names[1]), "$(lang)", "$(digit)$(digit)", "??", "?*"]))
            if "{" in parts[-1]:
                names = names[2:] + ["n%d" % len(parts), "m%d" % len(parts)]
        return "/" + "/".join(parts) + self.pick(["", "", "", "/", "/*", "*"])

    # MARK: URLs

    def urls(self, configuration, number):
        return [self.url(configuration) for _ in range(number)]

    def url(self, configuration):
        site = self.pick(configuration["sites"])
        host = self.pick(site["hosts"] + [site.get("alternateHost", site["hosts"][0])])
        host = host.replace("*", self.pick(["www", "api", "x_y", "a.b", "api"]))
        if not host.isascii() and self.chance(50):
            host = host.encode("idna").decode()
        if self.chance(8):
            host = self.pick([host.upper(), host + ".", host + ":8080", host + ":", host + ":x", "no.example",
                              "user@" + host, "x" + host, "x:y." + host])
        path = self.filled(self.pick(site["routes"]).get("/", "/"))
        if "shortLinks" in site and self.chance(25):
            path = site["shortLinks"]["prefix"] + self.pick([
                KNOWN_SLUG, self.pick(WORDY_SPELLINGS), self.pick([KNOWN_SLUG, KNOWN_SLUG.upper(), "kn%4Fwn"]) + self.pick([
                    "", "+", ".qr", "%2b", "+.qr", "+/", "/", "//", "/+", "/+/", ".qr/", "/qr-code", "/track"]),
                "fresh", "a/b", "fresh.qr", "fresh+", "", "fresh%2B", "fr%65sh", "x/"])
        if self.chance(35):
            path = self.changed(path)
        query = ""
        if self.chance(45):
            query = "?" + self.pick(["lang=en", "lang=en&lang=xx", "a=1&b=2", "a=%31", "Q=x", "q=X", "x=1", "ab", "", "a",
                                     "a=1&&b=2&a=", "=1", "lang=%65n", "a=%zz", "link=https%3A%2F%2Fmain0.example%2Falways%2F2",
                                     "LINK=https://main0.example/always/3", "link=", "link", "b=a=c"])
        if self.chance(15):
            query += "#" + self.pick(["top", "TOP", "a1b", "", "x?y", "%74op"])
        scheme = self.pick(["https"] * 12 + ["http", "HTTPS", "ftp", "shop"])
        return f"{scheme}://{host}{path}{query}"

    def filled(self, pattern):
        def value(_):
            return self.pick(["42", "a", "a/b", "x%20y", "%E3%81%82", "a-b", "new", "%2F", "A%41", "%ff", "a+b", "x" * 30])
        pattern = re.sub(r"\{\w+\}", value, pattern)
        pattern = pattern.replace("$(lang)", self.pick(["en", "ja", "EN", "zz"])).replace("$(digit)", self.pick("07a"))
        pattern = pattern.replace("$(kind)", self.pick(["tea", "cafe", "juice", "", "TEA"]))
        return re.sub(r"[*?]", lambda _: self.pick(["", "x", "yz", "a/b", "%41", "%C3%A9"]), pattern)

    def changed(self, path):
        place = self.random.randrange(len(path) + 1)
        if self.chance(30):
            return path.swapcase()
        return path[:place] + self.pick(["/", "%2F", "%zz", "%", "..", "/../", "/.", "%2e", "é", "a", "//", "%41", "%00",
                                         "{", "~", "%7E", "%e3", "/.well-known/x", "+", "."]) + path[place:]


def site_of(configuration, url):
    """The site of a URL as the cases write them; None for a host of none."""
    host = re.sub(r"[:?#/].*", "", url.split("://", 1)[-1]).lower().removesuffix(".")
    if "xn--" in host and "@" not in host and host.isascii():
        host = host.encode().decode("idna")
    sites = configuration["sites"]
    for name in host, "*." + host.partition(".")[2]:
        for site in sites:
            if name in site["hosts"] + [site.get("alternateHost")]:
                return site
    return None


def fault(configuration, url, resolved, answer):
    """What is wrong with a router's answer; None for nothing."""
    status, found = resolved
    links = (site_of(configuration, url) or {}).get("shortLinks", {})
    kind = answer["kind"]
    if status == 200 and found["link"] is None:
        if found["app"] != APP:
            expected = "nothing"
        elif found["screen"] is None:
            expected = "link"
        else:
            same = (answer.get("screen"), answer.get("parameters")) == (found["screen"], found["parameters"])
            return None if kind == "screen" and same else f"expected {found}"
        return None if kind == expected else f"expected {expected}"
    if status == 200 or re.fullmatch(r"https://[\w.]+/s/fresh", url) and links.get("prefix") == "/s/":
        expected = "shortLink" if links.get("app") == APP else "nothing"
        # A route that takes the path of a link opens the app with it, too.
        isCovered = kind == "shortLink" and links.get("prefix") == "/"
        return None if kind == expected or isCovered else f"expected {expected}"
    # A link that nobody knows, in an address of which only the router says whether it could be one.
    isView = re.search(r"(\+|\.qr)" + "/?" * ("trailingSlash" in links) + "$", url)
    isLink = kind == "shortLink" and links.get("app") == APP and not isView
    return None if kind == "nothing" or isLink else f"expected nothing ({status})"


def check(binary, cases, folder, number):
    configuration = cases.configuration()
    (folder / "keiro.json").write_text(json.dumps(configuration, indent=1))
    words = [binary, "check", "--config", str(folder / "keiro.json")]
    refused = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if refused.returncode != 0:
        # Routes that never match, two variables of one name: another configuration takes its place.
        return False
    urls = cases.urls(configuration, number)
    server = Server(binary, folder)
    try:
        resolved = [server.resolve("main0.example", url) for url in urls]
        first = None
        for language in (kind() for kind in LANGUAGES):
            file = folder / language.file
            generate = [binary, "generate", language.kind, "--config", folder / "keiro.json", "--app", APP]
            run(*generate, "--output", file)
            run(*generate, "--check", file)
            language.prepare(folder, file.read_text())
            answers = language.answers(urls)
            first = first or answers
            # Compilers may take longer than the server keeps a connection that asks nothing.
            server.connection.close()
            screens = built = 0
            for url, wanted, answer, other in zip(urls, resolved, answers, first):
                wrong = fault(configuration, url, wanted, answer)
                if wrong is None and answer["kind"] != other["kind"]:
                    wrong = f"the first language found {other}"
                if wrong is None and answer["kind"] == "screen":
                    screens += 1
                    if answer.get("built"):
                        built += 1
                        again = server.resolve("main0.example", answer["built"])[1]
                        if (again.get("screen"), again.get("parameters")) != (answer["screen"], answer["parameters"]):
                            wrong = f"the URL that it builds leads to {again}"
                if wrong:
                    kept = pathlib.Path(tempfile.mkdtemp(prefix="keiro-routers."))
                    (kept / "keiro.json").write_text(json.dumps(configuration, indent=1))
                    sys.exit(f"{language.kind}: {url}\n  {wrong}\n  found {answer}\n  configuration: {kept}/keiro.json")
            print(f"ok - {language.kind}: {len(urls)} URLs, {screens} of screens, {built} of them built again")
    finally:
        server.stop()
    return True


def check_article(binary, folder):
    """Compiles the apps of the guide's article with the routers of its configuration."""
    blocks = dict(re.findall(r"^```(\w+)[^\n]*\n(.*?)^```$", ARTICLE.read_text(), re.M | re.S))
    (folder / "keiro.json").write_text(blocks["json"])
    for language in (kind() for kind in LANGUAGES):
        run(binary, "generate", language.kind, "--config", folder / "keiro.json", "--output", folder / language.file)
        language.compile_article(folder, blocks[language.kind])
        print(f"ok - {language.kind}: the app of {ARTICLE.name} is compiled")


def main():
    binary, configurations, seed, urls = os.path.abspath(sys.argv[1]), *map(int, sys.argv[2:5])
    cases = Cases(seed)
    with tempfile.TemporaryDirectory() as folder:
        check_article(binary, pathlib.Path(folder))
    done = tried = 0
    while done < configurations:
        tried += 1
        if tried > 20 * configurations:
            sys.exit(f"only {done} of {tried} configurations are valid")
        with tempfile.TemporaryDirectory() as folder:
            done += check(binary, cases, pathlib.Path(folder), urls)
            sys.stdout.flush()


if __name__ == "__main__":
    main()
