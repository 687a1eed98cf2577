import JSONSyntax
import Platforms
import ProgramSupport
import Questions
import Testing

@testable import KeiroCommand

/// Files that are not association files, or unusual ones: each gets an answer.
struct OddFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Texts with the findings of `validate`, and the exit code of a comparison with itself, which only
  /// a file that systems read in part or as a whole can end without a finding.
  static let texts: [(text: [UInt8], codes: Set<String>, diff: ExitCode)] = [
    ([], ["empty-file"], .negative),
    (Array("{".utf8), ["json-syntax"], .negative),
    (
      Array(#"{"applinks":""#.utf8) + [0xFF, 0xFE] + Array(#""}"#.utf8), ["json-syntax"], .negative
    ),
    ([0x30, 0x82, 0x01, 0xFF], ["signed-unreadable"], .negative),
    (Array("5".utf8), ["root-type"], .negative),
    (Array(String(repeating: "[", count: 100_000).utf8), ["json-syntax"], .negative),
    (Array(#"{"applinks":5}"#.utf8), ["wrong-type"], .done),
    (Array(#"{"applinks":{"details":[{"appID":5,"paths":[5]}]}}"#.utf8), ["wrong-type"], .done),
    (
      Array(#"{"applinks":{"details":[{"appID":"A","paths":[""#.utf8)
        + Array(repeating: UInt8(ascii: "*"), count: 300_000) + Array(#""]}]}}"#.utf8),
      ["string-too-long"], .negative
    ),
    (
      Array(#"{"applinks":{},"applinks":{"details":[]}}"#.utf8), ["duplicate-key", "no-details"],
      .done
    ),
  ]

  @Test func `finds what is wrong with it`() throws {
    for (text, codes, diff) in Self.texts {
      let file = try folder.write(text, to: "file")
      let recorder = keiro(["validate", file])
      for code in codes { #expect(recorder.output.contains("[\(code)]"), "\(recorder.output)") }
      #expect(ConsoleRecorder().run(["match", "--aasa", file, "/a"]) == .negative, "\(codes)")
      #expect(ConsoleRecorder().run(["diff", file, file]) == diff, "\(codes)")
    }
  }

  @Test func `fails with the document of every failure for files that cannot be compared`() throws {
    let good = try folder.write("{}", to: "good")
    let list = try folder.write("[]", to: "list")
    let broken = try folder.write("{\"applinks\": {},}", to: "broken")
    let missing = folder.path + "/missing"
    let app = #"{ "apps": { "a": { "name": "A" } }, "sites": [] }"#
    let configured = ["--app", "a", "--config", try folder.write(app, to: "keiro.json")]
    let launch = ["launch"] + configured
    let push = ["notification", "send", "--device", "1f2e3d4c5b6a"] + configured
    for (words, code, name, blamed) in [
      (["diff", good, broken], ExitCode.negative, "invalid-fields", broken),
      (["diff", broken, good], .negative, "invalid-fields", broken),
      (["match", "--aasa", broken, "/a"], .negative, "invalid-fields", broken),
      (["diff", good, list], .negative, "invalid-fields", list),
      (["diff", list, good], .negative, "invalid-fields", good),
      (["diff", good, missing], .environmentFailed, "file-unreadable", nil),
      (["diff", missing, missing], .environmentFailed, "file-unreadable", nil),
      (["match", "--aasa", missing, "/a"], .environmentFailed, "file-unreadable", nil),
      (launch + [missing], .environmentFailed, "file-unreadable", nil),
      (push + [broken], .negative, "invalid-fields", broken),
      (push + [missing], .environmentFailed, "file-unreadable", nil),
      (["check", "--config", missing], .environmentFailed, "configuration-unreadable", nil),
    ] {
      let result = keiro(words + ["--json"])
      #expect(result.code == code)
      let error = try result.document.member("error")
      #expect(error?.member("code")?.string == name, "\(result.output)")
      #expect(error?.member("detail")?.string?.isEmpty == false && result.error == "")
      let place = error?.member("errors")?.array?.first?.member("field")?.string
      #expect(place == blamed, "\(result.output)")
    }
  }

  @Test func `counts all findings in its summary, also those that are not told`() throws {
    let file = try folder.write("[" + String(repeating: "5,", count: 999) + "5]", to: "file")
    let recorder = ConsoleRecorder()
    #expect(recorder.run(["validate", file]) == .negative)
    #expect(recorder.output.hasSuffix("\(file): 1000 errors\n"))
  }
}

/// Files whose comparison with one URL would take hours.
struct CostlyFileTests {
  @Test func `a match ends with the URL that takes too long`() throws {
    let values = (1...300).map { "\"\(String(repeating: "a", count: $0))?\"" }
    let pattern = "/" + String(repeating: "$(v)", count: 500)
    let text =
      #"{"applinks":{"substitutionVariables":{"v":[\#(values.joined(separator: ","))]},"#
      + #""details":[{"appIDs":["ABCDE12345.a.b"],"components":[{"/":"\#(pattern)"}]}]}}"#
    let urls = try ["/b", "/" + String(repeating: "a", count: 2000), "/c"].map {
      try #require(AskedURL($0, host: nil))
    }
    let question = try MatchQuestion(
      AssociationText("aasa", bytes: Array(text.utf8)), urls: urls, .init())
    let failure = #expect(throws: CommandFailure.self) {
      try CommandTable.answer(question, within: 0.5)
    }
    #expect(failure?.code == "too-much-work" && failure?.exit == .negative)
    #expect(failure?.detail.hasPrefix("'/aaaa") == true)
  }
}

/// Files that name a great number of apps.
struct ManyAppsTests {
  private static let apps = (0..<5000).map { "A1B2C3D4E5.app\($0)" }

  private func match(_ arguments: String...) throws -> CommandResult {
    let names = Self.apps.map { "\"\($0)\"" }.joined(separator: ",")
    let rules = #"{"appIDs":[\#(names)],"components":[{"/":"/a"}]}"#
    let folder = try TemporaryFolder()
    let file = try folder.write(
      Array(#"{"applinks":{"details":[\#(rules)]}}"#.utf8), to: "aasa.json")
    return keiro(["match", "--aasa", file] + arguments)
  }

  @Test func `prints the first hundred apps for each URL and counts the others`() throws {
    let lines = try match("/a", "/b").output.split(separator: "\n")
    #expect(lines.count { $0.hasSuffix(": match on iOS 27.0") } == 100)
    #expect(lines.count { $0.hasSuffix(": no match on iOS 27.0") } == 100)
    #expect(
      lines.contains("  4900 more apps: match for 4900 (--app APPID shows one, --json all)"))
    #expect(
      lines.contains("  4900 more apps: no match for 4900 (--app APPID shows one, --json all)"))
  }

  @Test func `leaves the document whole`() throws {
    let text = try match("--json", "/a").output
    let document = try JSONDocument(parsing: Array(text.utf8))
    #expect(document.root.member("verdicts")?.array?.count == Self.apps.count)
  }

  @Test func `takes a later system as the newest one and says so`() throws {
    let note =
      "    note: iOS 28.0 is treated as iOS 27.0, the newest version known when the platform "
      + "table was last checked, on \(PlatformTable.checked)\n"
    let one = Self.apps[0]
    #expect(try match("--app", one, "--ios", "28", "/a").output.contains(note))
    #expect(try !match("--app", one, "--ios", "26.4", "/a").output.contains("is treated as"))
  }
}
