import FoundationEssentials
import GoldenFiles
import JSONSyntax
import KeiroCommand
import ProgramSupport
import Testing

struct ExplainCommandTests {
  private static let sample = repositoryFolder + "/config/keiro.json"

  private func run(
    _ arguments: String..., configuration: String = Self.sample
  ) -> (code: ExitCode, output: String, error: String) {
    let recorder = ConsoleRecorder()
    let code = recorder.run(["explain", "--config", configuration] + arguments)
    return (code, recorder.output, recorder.error)
  }

  // MARK: - Golden files

  static let folder = repositoryFolder + "/Tests/Program/KeiroCommandTests/Explanations/Golden"
  static let golden = [
    "article.txt", "short-link.txt", "typed.txt", "banner.txt", "absent.txt", "json.txt",
    "matrix.txt", "all.txt",
  ]

  /// Files with a command line, a line of dashes, the output, and the exit code.
  /// `KEIRO_GOLDEN=update swift test --filter ExplainCommandTests` rewrites them.
  @Test(arguments: golden)
  func `prints what the golden file says`(name: String) throws {
    let path = Self.folder + "/" + name
    let line = try commandLine(ofGoldenFile: path)
    let recorder = ConsoleRecorder()
    let words = line.split(separator: " ").dropFirst().map(String.init)
    let code = recorder.run(words, environment: ["KEIRO_CONFIG": Self.sample])
    // The sample may never have been served.
    let note = "does not exist yet: only links of the configuration are known\n"
    #expect(recorder.error == "" || recorder.error.hasSuffix(note))
    let printed = recorder.output + "exit \(code.rawValue)\n"
    #expect(try GoldenFile(path).difference(from: line + "\n-----\n" + printed) == nil)
  }

  @Test func `every golden file is used`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    #expect(Set(files) == Set(Self.golden))
  }

  // MARK: - The sample

  static let sources = [
    "messages", "mail", "notes", "other-app", "safari", "search-result", "same-site", "typed", "qr",
    "in-app-browser", "chrome", "own-app", "redirect", "banner",
  ]

  /// Everything that the help names gets an answer.
  @Test(arguments: ["article/42", "s/spring", "topics/", "none", ""])
  func `answers for the sample from every source on every listed version`(path: String) throws {
    let result = run("--matrix", "--json", "https://asajikan.jp/" + path)
    #expect(result.error == "")
    let rows = try #require(
      try JSONDocument(parsing: Array(result.output.utf8)).root.member("rows")?.array)
    #expect(rows.count == Self.sources.count * 2 * 10)
    #expect(Set(rows.compactMap { $0.member("from")?.string }) == Set(Self.sources))
    for row in rows {
      let conclusion = try #require(row.member("conclusion")?.string)
      let opens = row.member("opens")?.bool == true
      #expect(conclusion.hasPrefix(opens ? "opens asajikan at " : "stays in the browser: "))
      #expect(row.member("app")?.string == "installed" || !opens)
    }
  }

  @Test(arguments: sources)
  func `takes every source and both ends of the versions`(source: String) throws {
    for system in [
      ["--ios", "9.1"], ["--ios", "26.0"], ["--android", "12"], ["--android", "16"],
    ] {
      let recorder = ConsoleRecorder()
      let code = recorder.run(
        ["explain", "--config", Self.sample, "--from", source, Self.link] + system)
      let last = try #require(recorder.output.split(separator: "\n").last)
      #expect((code == .done) == last.hasPrefix("opens asajikan at "))
      #expect(code == .done || last.hasPrefix("stays in the browser: "))
    }
  }

  // MARK: - The launch matrix

  struct Cell: CustomTestStringConvertible {
    let url: String
    let app: String
    let state: String
    let application: String
    let scene: String

    var testDescription: String { "\(url) \(app) \(state)" }
  }

  private static let link = "https://asajikan.jp/article/42"
  private static let scheme = "asajikan://article/42"
  private static let goOn = "application(_:continue:restorationHandler:)"
  private static let open = "application(_:open:options:)"
  private static let connect = "scene(_:willConnectTo:options:)"

  /// The rows of the launch matrix that begin with a URL, written out by hand.
  static let cells = [
    Cell(
      url: link, app: "installed", state: "not-running", application: goOn,
      scene: connect + " connectionOptions.userActivities"),
    Cell(
      url: link, app: "installed", state: "background", application: goOn,
      scene: "scene(_:continue:)"),
    Cell(
      url: link, app: "installed", state: "foreground", application: goOn,
      scene: "scene(_:continue:)"),
    Cell(
      url: scheme, app: "installed", state: "not-running", application: open,
      scene: connect + " connectionOptions.urlContexts"),
    Cell(
      url: scheme, app: "installed", state: "background", application: open,
      scene: "scene(_:openURLContexts:)"),
    Cell(
      url: scheme, app: "installed", state: "foreground", application: open,
      scene: "scene(_:openURLContexts:)"),
    Cell(
      url: link, app: "absent", state: "not-running",
      application: "application(_:didFinishLaunchingWithOptions:)", scene: connect),
  ]

  @Test(arguments: cells)
  func `names the receiver of every cell`(cell: Cell) throws {
    for version in ["9.1", "10", "12.5", "13", "14", "17.0.1", "26"] {
      for lifecycle in ["app-delegate", "scene"] {
        let result = run(
          "--json", "--ios", version, "--lifecycle", lifecycle, "--state", cell.state, "--app",
          cell.app, cell.url)
        let root = try JSONDocument(parsing: Array(result.output.utf8)).root
        let receiver = try #require(root.member("receiver"))
        let key = receiver.member("key")?.string
        let text = (receiver.member("method")?.string ?? "") + (key.map { " " + $0 } ?? "")
        let major = Int(version.prefix { $0 != "." }) ?? 0
        let expected = major >= 13 && lifecycle == "scene" ? cell.scene : cell.application
        #expect(text == expected, "iOS \(version) \(lifecycle)")
        #expect((result.code == .done) == (cell.app == "installed"))
      }
    }
  }

  @Test func `SwiftUI hears of links by one method`() throws {
    for url in [Self.link, Self.scheme] {
      let result = run("--lifecycle", "swiftui", "--state", "background", url)
      #expect(result.output.contains("onOpenURL(perform:)"))
    }
    let older = run("--lifecycle", "swiftui", "--ios", "13", Self.link)
    #expect(older.output.contains("(iOS 13.0 has no SwiftUI)"))
  }

  // MARK: - What is written wrong

  static let usages: [(arguments: [String], line: String)] = [
    (
      ["--ios", "abc", link], "option '--ios' has the value 'abc': expected a version such as 17.0"
    ),
    (
      ["--ios", "17.0.1.2", link],
      "option '--ios' has the value '17.0.1.2': expected a version such as 17.0"
    ),
    (
      ["--ios", "17", "--android", "15", "https://asajikan.jp/"],
      "options '--ios' and '--android' stand together: expected one of them"
    ),
    (
      ["--app", "instaled", "/"],
      "option '--app' has the value 'instaled': expected installed or absent; did you mean "
        + "'installed'?"
    ),
    (
      ["--state", "running", "/"],
      "option '--state' has the value 'running': expected not-running, background or foreground"
    ),
    (
      ["--from", "massages", "/"],
      "option '--from' has the value 'massages': expected messages, mail, notes, other-app, safari, "
        + "search-result, same-site, typed, qr, in-app-browser, chrome, own-app, redirect or banner; "
        + "did you mean 'messages'?"
    ),
    (
      ["--app-version", "new", "https://asajikan.jp/"],
      "option '--app-version' has the value 'new': expected a version such as 17.0"
    ),
    ([], "an operand is missing: expected a URL such as https://www.example.com/sale"),
    (
      ["asajikan.jp/article/42"],
      "operand 'asajikan.jp/article/42' is not a URL: expected one such as "
        + "https://www.example.com/article/42; did you mean 'https://asajikan.jp/article/42'?"
    ),
    (
      ["https://"],
      "operand 'https://' is not a URL: expected one such as https://www.example.com/article/42"
    ),
    (
      ["https://a b"],
      "operand 'https://a b' is not a URL: it contains spaces or control characters: expected one such as "
        + "https://www.example.com/article/42"
    ),
    (
      ["--all", "https://asajikan.jp/"],
      "operand 'https://asajikan.jp/' and option '--all' stand together: expected one of them"
    ),
    (
      ["--all", "--matrix"],
      "option '--all --matrix' stands alone: expected '--json' beside it"
    ),
    (
      ["--matrix", "--from", "typed", "https://asajikan.jp/"],
      "options '--matrix' and '--from' stand together: expected one of them"
    ),
  ]

  @Test(arguments: usages)
  func `says in one line what is wrong`(arguments: [String], line: String) {
    let recorder = ConsoleRecorder()
    #expect(recorder.run(["explain"] + arguments) == .wrongUsage)
    #expect(recorder.error == "keiro explain: " + line + "\n")
    #expect(recorder.output == "")
  }

  @Test(arguments: ["17", "17.0.1", "9.1", "26.0"])
  func `reads versions of one to three numbers`(version: String) {
    #expect(run("--ios", version, Self.link).code == .done)
  }

  @Test func `answers for hosts that nobody serves`() {
    let result = run("https://example.org/")
    #expect(result.code == .negative)
    #expect(result.output.contains("'example.org' is not a host of any site: expected one of "))
    #expect(
      result.output.hasSuffix(
        "\nstays in the browser: no site of the configuration serves 'example.org'; "
          + "another server answers\n"))
  }

  @Test func `fails where there is no configuration`() {
    #expect(run(Self.link, configuration: "/nowhere.json").code == .environmentFailed)
  }
}
